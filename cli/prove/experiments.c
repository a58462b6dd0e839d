/* SPDX-License-Identifier: MIT
 * What was seen in recordings of tests that were grown, one line of JSON for each. */
#include "config.h"

#include "cli/prove/experiments.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows.h"

static const struct row seen_finding_row[] = {
	ROW(seen_finding, id, 0, NULL),
	ROW(seen_finding, reads, 0, NULL),
	ROW(seen_finding, longest, 0, NULL),
	ROW(seen_finding, walks, 0, NULL),
	ROW(seen_finding, spread, ROW_LATER, NULL),
	{0},
};
static const struct rows seen_finding_rows = {
	.row = seen_finding_row, .bytes = sizeof(struct seen_finding)};

static const struct row seen_run_row[] = {
	ROW(seen_run, key, 0, NULL),
	ROW(seen_run, test, ROW_NULLABLE, NULL),
	ROW(seen_run, changed, ROW_NULLABLE, NULL),
	ROW_AS("ended", seen_run, has_ended, 0, NULL),
	ROW_AS("short", seen_run, is_short, ROW_SPARSE, NULL),
	ROW(seen_run, signal, 0, NULL),
	ROW(seen_run, seconds, 0, NULL),
	ROW_LIST("findings", seen_run, finding, finding_count,
		&seen_finding_rows, 0, NULL),
	ROW_TEXTS("files", seen_run, file, file_count, ROW_LATER, NULL),
	{0},
};
static const struct rows seen_run_rows = {
	.row = seen_run_row, .bytes = sizeof(struct seen_run)};

struct kept_runs {
	char *path;
	struct seen_run *run;
	size_t count, capacity;
	bool is_cut; /* the file's last line has no end */
	struct arena arena;
};

static struct seen_run *kept_runs_next(struct kept_runs *kept)
{
	kept->run = memory_grow(
		kept->run, &kept->capacity, kept->count + 1, sizeof *kept->run);
	return &kept->run[kept->count];
}

/* Whoever was killed may have left a line in part: it is skipped. */
static void kept_runs_read_line(struct kept_runs *kept, const char *line)
{
	struct error ignored = {{0}};
	struct json_reader reader = {.err = &ignored};
	struct json_value *value = json_read_text(line, &ignored);
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);

	rows_read(&seen_run_rows, &top, &kept->arena, kept_runs_next(kept));
	kept->count += !reader.failed;
	json_free(value);
}

struct kept_runs *kept_runs_open(const char *path)
{
	struct kept_runs *kept = memory_alloc_zero(1, sizeof *kept);
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t capacity = 0;
	ssize_t length;

	kept->path = memory_string_dup(path);
	while (in && (length = getline(&line, &capacity, in)) > 0) {
		kept->is_cut = line[length - 1] != '\n';
		kept_runs_read_line(kept, line);
	}
	free(line);
	if (in)
		fclose(in);
	return kept;
}

void kept_runs_close(struct kept_runs *kept)
{
	arena_release(&kept->arena);
	free(kept->run);
	free(kept->path);
	free(kept);
}

static bool seen_run_has(const struct seen_run *run, const char *id)
{
	for (size_t i = 0; i < run->finding_count; i++)
		if (strcmp(run->finding[i].id, id) == 0)
			return true;
	return false;
}

const struct seen_run *kept_runs_find(const struct kept_runs *kept,
	const char *key, const struct seen_finding *finding, size_t count)
{
	for (size_t i = kept->count; i-- > 0;) {
		const struct seen_run *run = &kept->run[i];
		bool has_all = strcmp(run->key, key) == 0;
		for (size_t j = 0; has_all && j < count; j++)
			has_all = seen_run_has(run, finding[j].id);
		if (has_all)
			return run;
	}
	return NULL;
}

/* In one write, so that runs of several processes do not mix. */
static void kept_runs_append(struct kept_runs *kept, const char *line)
{
	char *text = memory_format("%s%s\n", kept->is_cut ? "\n" : "", line);
	int out = open(
		kept->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	size_t length = strlen(text);

	kept->is_cut = out >= 0 && write(out, text, length) != (ssize_t)length;
	if (out >= 0)
		close(out);
	free(text);
}

/* Of an indented value one line. */
static void join_lines(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (*from != '\n')
			*to++ = *from;
	*to = '\0';
}

void kept_runs_add(struct kept_runs *kept, const struct seen_run *run)
{
	struct json_value *value = rows_make(&seen_run_rows, run);
	struct error ignored = {{0}};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	bool is_whole = out && json_print(value, out, &ignored) == 0;

	if (out && fclose(out) == 0 && is_whole) {
		join_lines(text);
		kept_runs_append(kept, text);
	}
	rows_copy(&seen_run_rows, &kept->arena, run, kept_runs_next(kept));
	kept->count++;
	free(text);
	json_free(value);
}
