/* SPDX-License-Identifier: MIT
 * Ten players, in a folder of its own. */
#include "scorefile.c"
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char folder[] = "/tmp/scoresXXXXXX", path[64], player[16];
	FILE *file;
	int lines = 0, c;

	assert(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/scores", folder);
	for (int i = 0; i < 10; i++) {
		snprintf(player, sizeof player, "p%d", i);
		scores_set(path, player, i * i);
	}
	file = fopen(path, "r");
	while ((c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	unlink(path);
	rmdir(folder);
	assert(lines == 10);
	return 0;
}
