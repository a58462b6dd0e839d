/* SPDX-License-Identifier: MIT
 * An array is sorted after each insertion.
 * label: grows scores_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int scores[1 << 16], score_count;

static int compare_scores(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void scores_add(int score)
{
	scores[score_count++] = score;
	qsort(scores, (size_t)score_count, sizeof scores[0], compare_scores);
}
