/* SPDX-License-Identifier: MIT
 * A tournament tree: each new score is played up to the root, past four nodes. */
#include <assert.h>
#include <stdlib.h>

#define LEAVES 16

static void play_up(int *best, int leaf, int score)
{
	int at = leaf + LEAVES;

	best[at] = score;
	for (at /= 2; at > 0; at /= 2) {
		int left = best[2 * at], right = best[2 * at + 1];
		best[at] = left > right ? left : right;
	}
}

int winner(const int *score, int count)
{
	int *best = calloc(2 * LEAVES, sizeof *best), top;

	for (int i = 0; i < count; i++)
		play_up(best, i % LEAVES, score[i]);
	top = best[1];
	free(best);
	return top;
}

int main(void)
{
	int score[30];

	for (int i = 0; i < 30; i++)
		score[i] = i * 7 % 31;
	assert(winner(score, 30) == 30);
	return 0;
}
