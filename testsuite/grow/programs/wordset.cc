/* SPDX-License-Identifier: MIT
 * Words in a balanced tree.
 * label: linear */
#include <set>
#include <string>

class WordTree
{
      public:
	void insert(const std::string &word)
	{
		words_.insert(word);
	}

	std::size_t size() const
	{
		return words_.size();
	}

      private:
	std::set<std::string> words_;
};
