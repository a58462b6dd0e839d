/* SPDX-License-Identifier: MIT
 * Of each club the six players that it names come to the tournament. */
#include <stdlib.h>

#define TEAM 6

struct player {
	int invited, skill;
};

struct club {
	struct player player[TEAM];
	struct player *named[TEAM];
};

struct player *player_invite(struct player *player)
{
	player->invited++;
	return player;
}

static void team_pick(struct player **team, const struct club *club)
{
	for (int i = 0; i < TEAM; i++)
		team[i] = player_invite(club->named[i]);
}

int tournament_skill(struct club *club, int clubs)
{
	struct player **invited = malloc(clubs * TEAM * sizeof *invited);
	int sum = 0;

	for (int i = 0; i < clubs; i++)
		team_pick(invited + i * TEAM, club + i);
	for (int i = 0; i < clubs * TEAM; i++)
		sum += invited[i]->skill;
	free(invited);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct club *club = calloc(n, sizeof *club);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < TEAM; j++) {
			club[i].player[j].skill = i + j;
			club[i].named[j] = &club[i].player[TEAM - 1 - j];
		}
	n = tournament_skill(club, n) < 0;
	free(club);
	return n;
}
