/* SPDX-License-Identifier: MIT
 * Its test. */
#include "wordtree.cc"
#include <cassert>

class WordTreeTest
{
      public:
	void setUp()
	{
		static const char *const words[] = {"apple", "banana", "cherry",
			"damson", "elder", "fig", "grape"};
		for (const char *word : words)
			tree.insert(word);
	}

	void testSize()
	{
		assert(tree.size() == 7);
	}

	void testTwice()
	{
		tree.insert("fig");
		assert(tree.size() == 7);
	}

	WordTree tree;
};

int main()
{
	{
		WordTreeTest test;
		test.setUp();
		test.testSize();
	}
	{
		WordTreeTest test;
		test.setUp();
		test.testTwice();
	}
	return 0;
}
