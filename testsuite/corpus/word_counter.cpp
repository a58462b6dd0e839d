// SPDX-License-Identifier: MIT
// Counts words in a chain of nodes, which is followed from its first for each word.
#include <cassert>
#include <string>
#include <vector>

class counter
{
      public:
	~counter()
	{
		while (first) {
			node *next = first->next;
			delete first;
			first = next;
		}
	}
	void count_all(const std::vector<std::string> &words);
	int words() const
	{
		return different;
	}

      private:
	struct node {
		std::string word;
		int times;
		node *next;
	};
	static node *chain_find(node *link, const std::string &word)
	{
		while (link && link->word != word)
			link = link->next;
		return link;
	}
	node *first = nullptr;
	int different = 0;
};

void counter::count_all(const std::vector<std::string> &words)
{
	for (const std::string &word : words) {
		node *known = chain_find(first, word);
		if (!known) {
			first = known = new node{word, 0, first};
			different++;
		}
		known->times++;
	}
}

int main()
{
	std::vector<std::string> words;
	counter counted;

	for (int i = 0; i < 14; i++)
		words.push_back("word" + std::to_string(i % 11));
	counted.count_all(words);
	assert(counted.words() == 11);
	return 0;
}
