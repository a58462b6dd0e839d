/* SPDX-License-Identifier: MIT
 * All lines of a file are read and written again for each score.
 * label: grows scores_set n^2 */
#include <stdio.h>
#include <string.h>

static void scores_set(const char *path, const char *player, int score)
{
	char line[64], name[32];
	char other[64];
	FILE *from = fopen(path, "r"), *to;
	int value, is_known = 0;

	snprintf(other, sizeof other, "%s.new", path);
	to = fopen(other, "w");
	while (from && fgets(line, sizeof line, from)) {
		if (sscanf(line, "%31s %d", name, &value) != 2)
			continue;
		if (strcmp(name, player) == 0) {
			value = score;
			is_known = 1;
		}
		fprintf(to, "%s %d\n", name, value);
	}
	if (!is_known)
		fprintf(to, "%s %d\n", player, score);
	if (from)
		fclose(from);
	fclose(to);
	rename(other, path);
}
