/* SPDX-License-Identifier: MIT
 * Reads names from a file that is in order: each is compared with the one before it.
 * label: linear */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hosts {
	char **name;
	size_t count, room;
};

int hosts_add(struct hosts *hosts, const char *name)
{
	if (hosts->count > 0 && !strcmp(hosts->name[hosts->count - 1], name))
		return 0;
	if (hosts->count == hosts->room) {
		hosts->room = hosts->room ? 2 * hosts->room : 8;
		hosts->name =
			realloc(hosts->name, hosts->room * sizeof *hosts->name);
	}
	hosts->name[hosts->count++] = strdup(name);
	return 1;
}

int hosts_read(struct hosts *hosts, FILE *in)
{
	char line[128];
	int added = 0;
	while (fgets(line, sizeof line, in)) {
		line[strcspn(line, " \t\n")] = '\0';
		if (line[0] && line[0] != '#')
			added += hosts_add(hosts, line);
	}
	return added;
}
