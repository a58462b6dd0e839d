/* SPDX-License-Identifier: MIT
 * Crashes of a campaign, by their stacks. */
#include "config.h"

#include "fuzz-perf/search/crashes.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/corpus/output.h"

#define CRASH_FILE "crash_stacks"
#define OWN_FRAMES                                                             \
	3 /* that distinguish crashes, as a property's do (isolate.c) */

void crashes_release(struct crashes *crashes)
{
	for (size_t i = 0; i < crashes->count; i++)
		free(crashes->crash[i].name);
	free(crashes->crash);
	memset(crashes, 0, sizeof *crashes);
}

static bool is_same_crash(const struct crash *a, const struct crash *b)
{
	if (a->signal != b->signal || !a->frame_count || !b->frame_count)
		return false;
	for (uint32_t i = 0; i < OWN_FRAMES; i++) {
		if (i >= a->frame_count || i >= b->frame_count)
			return a->frame_count == b->frame_count;
		if (a->frame[i] != b->frame[i])
			return false;
	}
	return true;
}

struct crash *crashes_find(
	const struct crashes *crashes, const struct crash *crash)
{
	for (size_t i = 0; i < crashes->count; i++)
		if (is_same_crash(&crashes->crash[i], crash))
			return &crashes->crash[i];
	return NULL;
}

void crashes_add(
	struct crashes *crashes, const struct crash *crash, const char *name)
{
	crashes->crash = memory_grow(crashes->crash, &crashes->capacity,
		crashes->count + 1, sizeof *crashes->crash);
	crashes->crash[crashes->count] = *crash;
	crashes->crash[crashes->count++].name = memory_string_dup(name);
}

/* ---- the file ---- */

static void print_crashes(const void *data, FILE *out)
{
	const struct crashes *crashes = data;

	for (size_t i = 0; i < crashes->count; i++) {
		const struct crash *crash = &crashes->crash[i];
		fprintf(out, "%" PRIu32 " %" PRIu64, crash->signal,
			crash->inputs);
		for (uint32_t k = 0; k < crash->frame_count; k++)
			fprintf(out, " %" PRIx64, crash->frame[k]);
		fprintf(out, " : %s\n", crash->name);
	}
}

int crashes_write(const struct crashes *crashes, const struct output *output,
	struct error *err)
{
	return crashes->count ? output_print(output, CRASH_FILE, print_crashes,
					crashes, err)
			      : 0;
}

/* The crash of LINE, whose name is returned; NULL: it is none. */
static const char *parse_crash(char *line, struct crash *crash)
{
	char *name = strstr(line, " : "), *end;
	int used = 0;

	*crash = (struct crash){0};
	if (!name || !strchr(name, '\n') || strchr(name, '/') ||
		sscanf(line, "%" SCNu32 " %" SCNu64 "%n", &crash->signal,
			&crash->inputs, &used) != 2)
		return NULL;
	for (const char *at = line + used; at < name; at = end) {
		uint64_t frame = strtoull(at, &end, 16);
		if (end == at || crash->frame_count == PERF_FRAMES)
			return NULL;
		crash->frame[crash->frame_count++] = frame;
	}
	name[strcspn(name, "\n")] = '\0';
	return name + strlen(" : ");
}

void crashes_read(struct crashes *crashes, const struct output *output)
{
	char *path = memory_format("%s/" CRASH_FILE, output->path);
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t capacity = 0;
	struct crash crash;

	while (file && getline(&line, &capacity, file) > 0) {
		const char *name = parse_crash(line, &crash);
		if (name)
			crashes_add(crashes, &crash, name);
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
}
