/* SPDX-License-Identifier: MIT
 * A list of results is put in order after each that is added.
 * label: grows ranks_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result {
	int points;
	char player[12];
};
static struct result *ranks;
static int rank_count;

static void ranks_add(const char *player, int points)
{
	ranks = realloc(ranks, (size_t)(rank_count + 1) * sizeof *ranks);
	ranks[rank_count].points = points;
	snprintf(ranks[rank_count].player, sizeof ranks->player, "%s", player);
	rank_count++;
	for (int i = 1; i < rank_count; i++)
		for (int j = i; j > 0 && ranks[j - 1].points < ranks[j].points;
			j--) {
			struct result other = ranks[j];
			ranks[j] = ranks[j - 1];
			ranks[j - 1] = other;
		}
}
