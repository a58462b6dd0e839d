/* SPDX-License-Identifier: MIT
 * Statistics of searches, as AFL names them: fuzzer_stats and plot_data in a folder each. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/found/kinds.h"

#define POINTS_MAX 200

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

/* Columns of plot_data; the last two are only in campaigns of `retread fuzz`. */
enum searches_columns {
	COLUMN_SECONDS,
	COLUMN_RUNS = 11,
	COLUMN_COVERED,
	COLUMN_PATH,
	COLUMN_HOT_SPOT,
	COLUMN_COLUMNS
};

/* Returns false if LINE is not a row of numbers. */
static bool searches_read_row(const char *line, struct found_point *point)
{
	uint64_t value[COLUMN_COLUMNS] = {0};
	int column = 0;

	while (column < COLUMN_COLUMNS && line) {
		if (sscanf(line, "%" SCNu64, &value[column]) != 1)
			return false;
		column++;
		line = strchr(line, ',');
		line += line != NULL;
	}
	*point = (struct found_point){.runs = value[COLUMN_RUNS],
		.covered = value[COLUMN_COVERED],
		.seconds = value[COLUMN_SECONDS],
		.path = value[COLUMN_PATH],
		.hot_spot = value[COLUMN_HOT_SPOT]};
	return column > COLUMN_COVERED;
}

static void read_plot(
	struct arena *arena, struct found_search *search, FILE *in)
{
	struct found_point point[POINTS_MAX];
	size_t count = 0;
	char line[4096];

	while (fgets(line, sizeof line, in)) {
		if (count == POINTS_MAX)
			count = searches_thin_points(point, count);
		count += searches_read_row(line, &point[count]);
	}
	search->point = arena_copy(arena, point, count * sizeof *point);
	search->point_count = count;
}

static FILE *open_text(const char *directory, const char *name)
{
	char *path = memory_format("%s/%s", directory, name);
	FILE *in = fopen(path, "re");

	free(path);
	return in;
}

void found_read_points(
	struct arena *arena, const char *directory, struct found_search *search)
{
	FILE *in = open_text(directory, "plot_data");

	if (in) {
		read_plot(arena, search, in);
		fclose(in);
	}
}

bool found_read_search(
	struct arena *arena, const char *directory, struct found_search *search)
{
	FILE *in = open_text(directory, "fuzzer_stats");

	*search = (struct found_search){0};
	if (!in)
		return false;
	read_stats(search, in);
	fclose(in);
	found_read_points(arena, directory, search);
	return true;
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
	char *path = memory_format("%s/%s", directory, folder);
	struct found_search search;

	if (list->search_count < FOUND_SEARCHES_MAX &&
		found_read_search(&list->arena, path, &search)) {
		search.name = arena_string(&list->arena, folder);
		found_add_search(list, &search);
	}
	free(path);
}

void found_read_searches(struct found_list *list, const char *directory)
{
	struct dirent **entry;
	int count = scandir(directory, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (entry[i]->d_name[0] != '.')
			searches_add(list, directory, entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}
