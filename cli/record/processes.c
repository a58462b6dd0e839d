/* SPDX-License-Identifier: MIT
 * The processes that a command has started, as /proc knows them. */
#include "config.h"

#include "cli/record/processes.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

struct process_link {
	pid_t pid, parent, group;
	bool is_below;
};

struct process_links {
	struct process_link *link;
	size_t count, capacity;
};

/* "12 (name with ) in it) S 1 12 ..." */
static bool read_process_link(const char *number, struct process_link *link)
{
	char *path = memory_format("/proc/%s/stat", number);
	char line[512];
	FILE *in = fopen(path, "re");
	const char *end = NULL;

	if (in && fgets(line, sizeof(line), in))
		end = strrchr(line, ')');
	if (in)
		fclose(in);
	free(path);
	*link = (struct process_link){.pid = (pid_t)atoi(number)};
	return end &&
	       sscanf(end + 1, " %*c %d %d", &link->parent, &link->group) == 2;
}

static void read_process_links(struct process_links *links)
{
	DIR *directory = opendir("/proc");
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		struct process_link link;
		if (strspn(entry->d_name, "0123456789") !=
				strlen(entry->d_name) ||
			!read_process_link(entry->d_name, &link))
			continue;
		links->link = memory_grow(links->link, &links->capacity,
			links->count + 1, sizeof(*links->link));
		links->link[links->count++] = link;
	}
	if (directory)
		closedir(directory);
}

static bool is_link_below(const struct process_links *links, pid_t pid)
{
	for (size_t i = 0; i < links->count; i++)
		if (links->link[i].pid == pid)
			return links->link[i].is_below;
	return false;
}

/* Signals LINK with its whole group at once, if all of that is ours: a shell that sees its child
 * killed before itself would start another one. */
static void kill_link(const struct process_links *links,
	const struct process_link *link, pid_t own_group, int signal)
{
	bool is_ours =
		link->group == own_group || is_link_below(links, link->group);

	kill(is_ours ? -link->group : link->pid, signal);
}

void processes_kill(pid_t root, bool has_group, int signal)
{
	struct process_links links = {0};
	bool is_more = true;

	read_process_links(&links);
	for (size_t i = 0; i < links.count; i++)
		links.link[i].is_below =
			links.link[i].pid == root ||
			(has_group && links.link[i].group == root);
	while (is_more) {
		is_more = false;
		for (size_t i = 0; i < links.count; i++)
			if (!links.link[i].is_below &&
				is_link_below(&links, links.link[i].parent))
				is_more = links.link[i].is_below = true;
	}
	for (size_t i = 0; i < links.count; i++)
		if (links.link[i].is_below)
			kill_link(&links, &links.link[i], has_group ? root : -1,
				signal);
	free(links.link);
}
