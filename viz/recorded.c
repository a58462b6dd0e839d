/* SPDX-License-Identifier: MIT
 * Reads manifest.json, which describes the recording. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define COMMANDS_MAX 100000
#define SECONDS_MAX  1e9

static const char *take_text(
	const struct json_at *object, const char *key, struct arena *arena)
{
	return json_has(object, key)
		       ? arena_string(arena, json_get_text(object, key))
		       : NULL;
}

static double take_seconds(const struct json_at *object, const char *key)
{
	return json_has(object, key)
		       ? json_get_real(object, key, 0, SECONDS_MAX)
		       : 0;
}

static struct recorded_command take_command(
	const struct json_at *object, struct arena *arena)
{
	struct json_at words =
		json_at_member(object, "command", JSON_KIND_ARRAY);
	const char *program = json_at_length(&words) > 0
				      ? json_get_element_text(&words, 0)
				      : NULL;

	return (struct recorded_command){
		.test = take_text(object, "test", arena),
		.program = arena_string(arena, program),
		.build_id = take_text(object, "build_id", arena),
		.processes =
			(size_t)json_get_count(object, "processes", UINT32_MAX),
		.seconds = take_seconds(object, "seconds"),
		.native_seconds = take_seconds(object, "native_seconds")};
}

static void take_commands(struct recorded *recorded, const struct json_at *top,
	struct arena *arena)
{
	struct json_at array = json_at_member(top, "commands", JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);
	struct recorded_command *command;

	if (count > COMMANDS_MAX)
		count = COMMANDS_MAX;
	command = arena_alloc_zero(arena, count + 1, sizeof *command);
	for (size_t i = 0; i < count; i++) {
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		command[i] = take_command(&at, arena);
		recorded->missing_count += command[i].processes == 0;
	}
	recorded->command = command;
	recorded->command_count = count;
}

void recorded_read(
	struct recorded *recorded, const char *directory, struct arena *arena)
{
	char *path = memory_format(
		"%s/manifest.json", directory != NULL ? directory : "");
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct json_value *value =
		directory != NULL ? json_read_file(path, &err) : NULL;
	struct json_at top;

	*recorded = (struct recorded){0};
	free(path);
	if (value == NULL)
		return;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	recorded->retread = take_text(&top, "retread", arena);
	recorded->valgrind = take_text(&top, "valgrind", arena);
	recorded->system = take_text(&top, "system", arena);
	recorded->host = take_text(&top, "host", arena);
	recorded->id = take_text(&top, "run_id", arena);
	take_commands(recorded, &top, arena);
	if (reader.failed)
		*recorded = (struct recorded){0};
	json_free(value);
}

double recorded_slowdown(const struct recorded *recorded, const char *test)
{
	double seconds = 0, native = 0;

	for (size_t i = 0; i < recorded->command_count; i++) {
		const struct recorded_command *command = &recorded->command[i];
		if (command->test == NULL || command->native_seconds <= 0 ||
			strcmp(command->test, test) != 0)
			continue;
		seconds += command->seconds;
		native += command->native_seconds;
	}
	return native > 0 ? seconds / native : 0;
}
