/* SPDX-License-Identifier: MIT
 * A vector that is sorted after each score.
 * label: grows scores_add n^2 */
#include <algorithm>
#include <cassert>
#include <vector>

static void __attribute__((noinline))
scores_add(std::vector<int> &scores, int score)
{
	scores.push_back(score);
	std::sort(scores.begin(), scores.end());
}
