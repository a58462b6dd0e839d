/* SPDX-License-Identifier: MIT
 * Reports that were kept, and their order. */
#include "config.h"

#include "cli/history/runs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/memory.h"

#define SUFFIX	     ".json"
#define COMMIT_LEAST 7 /* digits of an abbreviated one */

static int is_report(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return entry->d_name[0] != '.' && length > strlen(SUFFIX) &&
	       !strcmp(entry->d_name + length - strlen(SUFFIX), SUFFIX);
}

static bool is_commit(const char *name)
{
	size_t digits = strspn(name, "0123456789abcdef");

	return digits >= COMMIT_LEAST && name[digits] == '\0';
}

/*--- the order of commits ---*/

struct placed {
	struct history_run run;
	long place; /* of its commit; -1: not known */
};

/* Sets the places of the runs that the commit at PLACE of the graph is of. Their names
 * are sorted, so those that COMMIT begins with lie together before it. */
static void place_commit(
	struct placed *placed, size_t count, const char *commit, long place)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (strcmp(placed[middle].run.name, commit) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	while (low > 0 && !strncmp(placed[low - 1].run.name, commit,
				  strlen(placed[low - 1].run.name)))
		placed[--low].place = place;
}

/* Asks git. Are all runs of commits that it knows? */
static bool place_all(struct placed *placed, size_t count)
{
	FILE *graph = popen("git rev-list --topo-order --reverse --all HEAD "
			    "2>/dev/null",
		"r");
	char line[128];
	bool is_known = true;

	for (long i = 0; graph && fgets(line, sizeof line, graph); i++) {
		line[strcspn(line, "\n")] = '\0';
		place_commit(placed, count, line, i);
	}
	if (graph)
		pclose(graph);
	for (size_t i = 0; i < count; i++)
		is_known = is_known && placed[i].place >= 0;
	return is_known;
}

static int runs_compare_names(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return strcmp(a->run.name, b->run.name);
}

static int compare_versions(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return strverscmp(a->run.name, b->run.name);
}

static int runs_compare_places(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return (a->place > b->place) - (a->place < b->place)
		       ?: runs_compare_names(left, right);
}

/* Brings the runs in their order. Is that of commits? */
static bool order(struct placed *placed, size_t count)
{
	bool by_commits = true;

	for (size_t i = 0; i < count; i++)
		by_commits = by_commits && is_commit(placed[i].run.name);
	qsort(placed, count, sizeof *placed, runs_compare_names);
	by_commits = by_commits && place_all(placed, count);
	qsort(placed, count, sizeof *placed,
		by_commits ? runs_compare_places : compare_versions);
	return by_commits;
}

/*--- finding them ---*/

int runs_find(struct runs *runs, struct arena *arena, const char *directory,
	struct error *err)
{
	struct dirent **entry;
	int found = scandir(directory, &entry, is_report, alphasort);
	struct placed *placed;

	*runs = (struct runs){NULL, 0, false};
	if (found < 0)
		return error_set_errno(err, "cannot read %s", directory);
	placed = memory_alloc_zero((size_t)found + 1, sizeof *placed);
	for (int i = 0; i < found; i++) {
		const char *name = entry[i]->d_name;
		char *path = arena_format(arena, "%s/%s", directory, name);
		struct stat status;
		if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
			placed[runs->count++] = (struct placed){
				.run = {arena_format(arena, "%.*s",
						(int)(strlen(name) -
							strlen(SUFFIX)),
						name),
					path, status.st_size,
					status.st_mtim.tv_sec * 1000000000 +
						status.st_mtim.tv_nsec},
				.place = -1};
		free(entry[i]);
	}
	free(entry);
	runs->by_commits = order(placed, runs->count);
	runs->run = arena_alloc_zero(arena, runs->count, sizeof *runs->run);
	for (size_t i = 0; i < runs->count; i++)
		runs->run[i] = placed[i].run;
	free(placed);
	return runs->count > 0 ? 0
			       : error_set(err, "no reports in %s", directory);
}

long runs_index(const struct runs *runs, const char *name)
{
	long found = -1;

	for (size_t i = 0; i < runs->count; i++)
		if (!strcmp(runs->run[i].name, name))
			return (long)i;
	for (size_t i = 0; i < runs->count; i++) {
		if (strncmp(runs->run[i].name, name, strlen(name)) != 0)
			continue;
		if (found >= 0)
			return -1;
		found = (long)i;
	}
	return found;
}
