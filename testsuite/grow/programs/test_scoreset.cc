/* SPDX-License-Identifier: MIT
 * Its test. */
#include "scoreset.cc"
#include <cassert>

class BoardTest
{
      public:
	void test_best()
	{
		for (int i = 0; i < 20; i++)
			board.board_add("p" + std::to_string(i), i * 7 % 20);
		assert(board.size() == 20);
		assert(board.best() == "p17");
	}

      private:
	Board board;
};

int main()
{
	BoardTest test;

	test.test_best();
}
