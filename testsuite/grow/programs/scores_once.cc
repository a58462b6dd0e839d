/* SPDX-License-Identifier: MIT
 * A vector that is sorted when all scores are there.
 * label: linear scores_add */
#include <algorithm>
#include <cassert>
#include <vector>

static void __attribute__((noinline))
scores_add(std::vector<int> &scores, int score)
{
	scores.push_back(score);
}

static void __attribute__((noinline)) scores_sort(std::vector<int> &scores)
{
	std::sort(scores.begin(), scores.end());
}
