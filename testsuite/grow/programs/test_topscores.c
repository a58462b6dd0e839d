/* SPDX-License-Identifier: MIT
 * Scores that come in order. */
#include "topscores.c"
#include <assert.h>

int main(void)
{
	static struct scores scores;
	int best = 0;
	for (int points = 10; points <= 200; points += 10)
		best = scores_push(&scores, points);
	assert(best == 200);
	assert(scores.count == 20);
	return 0;
}
