/* SPDX-License-Identifier: MIT
 * Reads manifest.json, which describes the recording. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/rows.h"

#define SECONDS_MAX 1e9

static const struct row command_row[] = {
	ROW(shown_command, test, ROW_SPARSE, NULL),
	ROW_TEXTS("command", shown_command, word, word_count, 0, NULL),
	ROW(shown_command, build_id, ROW_SPARSE, NULL),
	ROW(shown_command, processes, 0, NULL),
	ROW_BETWEEN("seconds", shown_command, seconds, 0, SECONDS_MAX,
		ROW_SPARSE, NULL),
	ROW_BETWEEN("native_seconds", shown_command, native_seconds, 0,
		SECONDS_MAX, ROW_SPARSE, NULL),
	{0},
};
static const struct rows command_rows = {
	.row = command_row, .bytes = sizeof(struct shown_command)};

static const struct row manifest_row[] = {
	ROW(recorded, retread, ROW_SPARSE, NULL),
	ROW(recorded, valgrind, ROW_SPARSE, NULL),
	ROW(recorded, system, ROW_SPARSE, NULL),
	ROW(recorded, host, ROW_SPARSE, NULL),
	ROW_AS("run_id", recorded, id, ROW_SPARSE, NULL),
	ROW_LIST("commands", recorded, command, command_count, &command_rows, 0,
		NULL),
	{0},
};
const struct rows recorded_rows = {
	.row = manifest_row, .bytes = sizeof(struct recorded)};

void recorded_read(
	struct recorded *recorded, const char *directory, struct arena *arena)
{
	char *path =
		memory_format("%s/manifest.json", directory ? directory : "");

	if (!directory || rows_read_file(&recorded_rows, path, arena, recorded,
				  NULL) != 0)
		*recorded = (struct recorded){0};
	free(path);
	for (size_t i = 0; i < recorded->command_count; i++) {
		struct shown_command *command = &recorded->command[i];
		command->program =
			command->word_count > 0 ? command->word[0] : NULL;
	}
}

double recorded_slowdown(const struct recorded *recorded, const char *test)
{
	double seconds = 0, native = 0;

	for (size_t i = 0; i < recorded->command_count; i++) {
		const struct shown_command *command = &recorded->command[i];
		if (!command->test || command->native_seconds <= 0 ||
			strcmp(command->test, test) != 0)
			continue;
		seconds += command->seconds;
		native += command->native_seconds;
	}
	return native > 0 ? seconds / native : 0;
}
