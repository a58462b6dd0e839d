/* SPDX-License-Identifier: MIT
 * Statistics of searches, as AFL names them: fuzzer_stats and plot_data in a folder each. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/found/kinds.h"

#define POINTS_MAX   200
#define SEARCHES_MAX 1000

static void read_stats(struct found_search *search, FILE *in)
{
	char line[4096], key[64];
	uint64_t value;

	while (fgets(line, sizeof line, in)) {
		if (sscanf(line, "%63s : %" SCNu64, key, &value) != 2)
			continue;
		if (strcmp(key, "run_time") == 0)
			search->seconds = value;
		else if (strcmp(key, "execs_done") == 0)
			search->runs = value;
		else if (strcmp(key, "corpus_count") == 0)
			search->seeds = value;
		else if (strcmp(key, "saved_crashes") == 0 ||
			 strcmp(key, "saved_hangs") == 0)
			search->findings += value;
	}
}

/* Of each two neighbours one goes when there are too many. */
static size_t searches_thin_points(struct found_point *point, size_t count)
{
	for (size_t i = 0; i < count / 2; i++)
		point[i] = point[2 * i];
	return count / 2;
}

/* Columns 11 and 12 of plot_data. */
static void read_plot(
	struct found_list *list, struct found_search *search, FILE *in)
{
	struct found_point point[POINTS_MAX];
	size_t count = 0;
	char line[4096];

	while (fgets(line, sizeof line, in)) {
		const char *at = line;
		for (int column = 0; at && column < 11; column++) {
			at = strchr(at, ',');
			at += at != NULL;
		}
		if (*line == '#' || !at)
			continue;
		if (count == POINTS_MAX)
			count = searches_thin_points(point, count);
		if (sscanf(at, "%" SCNu64 ", %" SCNu64, &point[count].runs,
			    &point[count].covered) == 2)
			count++;
	}
	search->point = arena_copy(&list->arena, point, count * sizeof *point);
	search->point_count = count;
}

static FILE *open_text(
	const char *directory, const char *folder, const char *name)
{
	char *path = memory_format("%s/%s/%s", directory, folder, name);
	FILE *in = fopen(path, "re");

	free(path);
	return in;
}

void found_add_search(
	struct found_list *list, const struct found_search *search)
{
	list->search = memory_grow(list->search, &list->search_capacity,
		list->search_count + 1, sizeof *list->search);
	list->search[list->search_count++] = *search;
}

static void searches_add(
	struct found_list *list, const char *directory, const char *folder)
{
	struct found_search search = {0};
	FILE *in = open_text(directory, folder, "fuzzer_stats");

	if (!in)
		return;
	search.name = arena_string(&list->arena, folder);
	read_stats(&search, in);
	fclose(in);
	in = open_text(directory, folder, "plot_data");
	if (in) {
		read_plot(list, &search, in);
		fclose(in);
	}
	found_add_search(list, &search);
}

void found_read_searches(struct found_list *list, const char *directory)
{
	struct dirent **entry;
	int count = scandir(directory, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (entry[i]->d_name[0] != '.' &&
			list->search_count < SEARCHES_MAX)
			searches_add(list, directory, entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}
