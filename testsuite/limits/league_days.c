/* SPDX-License-Identifier: MIT
 * After each day the clubs that have more points than the one above them move up: two
 * passes over all, long after they are in order. At first much has changed from pass to pass. */
#include <stdio.h>
#include <stdlib.h>

enum { CLUBS = 60, DAYS = 60 };

struct league {
	int *points;
	int clubs;
};

static struct league *league_make(unsigned seed)
{
	struct league *league = malloc(sizeof *league);

	league->clubs = CLUBS;
	league->points = malloc(CLUBS * sizeof *league->points);
	for (int i = 0; i < CLUBS; i++) {
		seed = seed * 1103515245u + 12345u;
		league->points[i] = (int)(seed >> 16) % 500;
	}
	return league;
}

static void pass_once(struct league *league)
{
	for (int i = 1; i < league->clubs; i++)
		if (league->points[i - 1] < league->points[i]) {
			int more = league->points[i];
			league->points[i] = league->points[i - 1];
			league->points[i - 1] = more;
		}
}

__attribute__((noinline)) static void day_end(struct league *league)
{
	pass_once(league);
	pass_once(league);
}

__attribute__((noinline)) static int league_play(struct league *league)
{
	for (int day = 0; day < DAYS; day++)
		day_end(league);
	return league->points[0];
}

int main(void)
{
	struct league *league = league_make(7);

	printf("%d\n", league_play(league));
	free(league->points);
	free(league);
	return 0;
}
