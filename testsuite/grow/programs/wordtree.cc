/* SPDX-License-Identifier: MIT
 * Words in a tree that nobody balances.
 * label: grows WordTree::insert n^2 */
#include <memory>
#include <string>

class WordTree
{
	struct Node {
		explicit Node(const std::string &w) : word(w)
		{
		}
		std::string word;
		int times = 1;
		std::unique_ptr<Node> left, right;
	};

      public:
	void insert(const std::string &word)
	{
		std::unique_ptr<Node> *at = &root_;
		while (*at) {
			if (word == (*at)->word) {
				(*at)->times++;
				return;
			}
			at = word < (*at)->word ? &(*at)->left : &(*at)->right;
		}
		at->reset(new Node(word));
		size_++;
	}

	std::size_t size() const
	{
		return size_;
	}

      private:
	std::unique_ptr<Node> root_;
	std::size_t size_ = 0;
};
