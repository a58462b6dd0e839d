/* SPDX-License-Identifier: MIT
 * Reads names from a file, each of which is compared with all before it.
 * label: grows hosts_add n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hosts {
	char **name;
	size_t count, room;
};

int hosts_add(struct hosts *hosts, const char *name)
{
	for (size_t i = 0; i < hosts->count; i++)
		if (!strcmp(hosts->name[i], name))
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
