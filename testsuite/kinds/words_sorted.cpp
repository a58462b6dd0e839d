// SPDX-License-Identifier: MIT
// A test looks for each word of a tree, in order: a search reads the top again, and no more.
#include <cstdlib>
#include <string>

struct Node {
	std::string word;
	Node *less = nullptr, *more = nullptr;
	explicit Node(std::string w) : word(std::move(w))
	{
	}
	~Node()
	{
		delete less;
		delete more;
	}
};

static std::string word(int i)
{
	return std::string{char('a' + i / 26), char('a' + i % 26)};
}

[[gnu::noinline]] Node *build(int from, int to)
{
	if (from >= to)
		return nullptr;
	int mid = (from + to) / 2;
	Node *node = new Node(word(mid));
	node->less = build(from, mid);
	node->more = build(mid + 1, to);
	return node;
}

[[gnu::noinline]] bool find(const Node *node, const std::string &key)
{
	while (node && node->word != key)
		node = key < node->word ? node->less : node->more;
	return node != nullptr;
}

[[gnu::noinline]] void test_words(int count)
{
	Node *root = build(0, count);

	for (int i = 0; i < count; i++)
		if (!find(root, word(i)))
			abort();
	delete root;
}

int main(int argc, char **argv)
{
	test_words(argc > 1 ? std::atoi(argv[1]) : 30);
	return 0;
}
