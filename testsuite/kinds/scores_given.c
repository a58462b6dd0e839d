/* SPDX-License-Identifier: MIT
 * A function that is given numbers compares each with all; its test has few of them. */
#include <stdlib.h>

static __attribute__((noinline)) int score_rank(
	const int *scores, int count, int score)
{
	int rank = 0;

	for (int i = 0; i < count; i++)
		rank += scores[i] > score;
	return rank;
}

__attribute__((noinline)) int ranks_sum(const int *scores, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++)
		sum += score_rank(scores, count, scores[i]);
	return sum;
}

int main(int argc, char **argv)
{
	int few[24], more[48], count = argc > 1 ? 24 : 16;

	for (int i = 0; i < 48; i++)
		more[i] = i * 7 % 48;
	for (int i = 0; i < 24; i++)
		few[i] = more[i] / 2;
	return ranks_sum(few, count / 2) + ranks_sum(few, count) +
		       ranks_sum(more, 2 * count) ==
	       argc - 3;
}
