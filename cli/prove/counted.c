/* SPDX-License-Identifier: MIT
 * The reads of a finding's own sites, as a recording has counted them by line. */
#include "config.h"

#include "cli/prove/counted.h"

#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/rows.h"
#include "lib/words.h"

struct counted_line {
	const char **function;
	size_t function_count;
	const char *file;
	unsigned line, column;
	uint64_t reads;
	bool is_string; /* by a string function that is called there */
};

static const struct row line_row[] = {
	ROW_TEXTS("functions", counted_line, function, function_count, 0, NULL),
	ROW(counted_line, file, ROW_NULLABLE, NULL),
	ROW(counted_line, line, 0, NULL),
	ROW(counted_line, column, 0, NULL),
	ROW(counted_line, reads, 0, NULL),
	ROW_AS("string", counted_line, is_string, ROW_SPARSE, NULL),
	{0},
};
static const struct rows line_rows = {
	.row = line_row, .bytes = sizeof(struct counted_line)};

struct lines {
	struct counted_line *line;
	size_t count;
};

static const struct row lines_row[] = {
	ROW_LIST("lines", lines, line, count, &line_rows, 0, NULL),
	{0},
};
static const struct rows lines_rows = {
	.row = lines_row, .bytes = sizeof(struct lines)};

/* Of the agent that repeats a call. */
#define AGENT_PREFIX "grow_call_"

/* Does the way to LINE end as FINDING's does, wherever calls were repeated? */
static bool counted_is_same_way(
	const struct counted_line *line, const struct report_finding *finding)
{
	size_t steps = finding->aec.count, at = line->function_count;

	while (steps > 0) {
		const char *name = finding->aec.place[steps - 1].function;
		do {
			if (at == 0)
				return false;
			at--;
		} while (strncmp(line->function[at], AGENT_PREFIX,
				 strlen(AGENT_PREFIX)) == 0);
		if (!name || strcmp(name, line->function[at]) != 0)
			return false;
		steps--;
	}
	return true;
}

static bool counted_is_there(
	const struct counted_line *line, const struct report_place *place)
{
	if (place->line != line->line || place->column != line->column)
		return false;
	/* Code without debug information has no file: its function says it. */
	if (!place->file || !line->file)
		return !place->file && !line->file;
	return strcmp(words_base_name(place->file),
		       words_base_name(line->file)) == 0;
}

static bool is_its_read(
	const struct counted_line *line, const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;

	if (!counted_is_same_way(line, finding))
		return false;
	if (aec->count > 0 &&
		counted_is_there(line, &aec->place[aec->count - 1]))
		return true;
	for (size_t i = 0; i < finding->sites.count; i++)
		if (counted_is_there(line, &finding->sites.place[i]))
			return true;
	return false;
}

/* Adds the reads of one process. */
static void count_file(const char *path, const struct report_finding *finding,
	uint64_t *reads, uint64_t *plain)
{
	struct error err = {{0}};
	struct arena arena = {0};
	struct lines lines = {0};

	if (rows_read_file(&lines_rows, path, &arena, &lines, &err))
		lines.count = 0;
	for (size_t i = 0; i < lines.count; i++) {
		const struct counted_line *line = &lines.line[i];
		if (!is_its_read(line, finding))
			continue;
		*reads += line->reads;
		*plain += line->is_string ? 0 : line->reads;
	}
	arena_release(&arena);
}

void prove_counted_add(const char *run, const struct report_finding *finding,
	uint64_t *reads, uint64_t *plain)
{
	char *pattern =
		memory_format("%s/record/*/*/" SETTINGS_COUNTS_FILE, run);
	glob_t found = {0};

	if (glob(pattern, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++)
			count_file(found.gl_pathv[i], finding, reads, plain);
	globfree(&found);
	free(pattern);
}
