/* SPDX-License-Identifier: MIT
 * Its test. */
#include "scores_each.cc"

static void test_scores()
{
	std::vector<int> scores;
	for (int i = 0; i < 15; i++)
		scores_add(scores, i * 7919 % 1009);
	assert(!scores.empty());
}

int main()
{
	test_scores();
	return 0;
}
