/* SPDX-License-Identifier: MIT
 * Results are put in order once all are there.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result {
	int points;
	char player[12];
};
static struct result *ranks;
static size_t rank_count, rank_capacity;

static int compare_results(const void *a, const void *b)
{
	const struct result *left = a, *right = b;
	return (left->points < right->points) - (left->points > right->points);
}

static void ranks_add(const char *player, int points)
{
	if (rank_count == rank_capacity) {
		rank_capacity = rank_capacity * 2 + 4;
		ranks = realloc(ranks, rank_capacity * sizeof *ranks);
	}
	ranks[rank_count].points = points;
	snprintf(ranks[rank_count].player, sizeof ranks->player, "%s", player);
	rank_count++;
}

static void ranks_finish(void)
{
	qsort(ranks, rank_count, sizeof *ranks, compare_results);
}
