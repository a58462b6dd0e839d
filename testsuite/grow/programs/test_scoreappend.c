/* SPDX-License-Identifier: MIT
 * Ten players, in a folder of its own. */
#include "scoreappend.c"
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char folder[] = "/tmp/scoresXXXXXX", path[64], player[16];
	int lines;

	assert(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/scores", folder);
	for (int i = 0; i < 10; i++) {
		snprintf(player, sizeof player, "p%d", i);
		scores_add(path, player, i * i);
	}
	lines = scores_count(path);
	unlink(path);
	rmdir(folder);
	assert(lines == 10);
	return 0;
}
