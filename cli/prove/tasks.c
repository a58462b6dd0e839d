/* SPDX-License-Identifier: MIT
 * Finds the files that commands which show a finding read. */
#include "config.h"

#include "cli/prove/tasks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/prove/caught.h"
#include "cli/prove/scratch.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

#define TASK_BYTES_MAX (64 << 10) /* of a file that is grown */
#define WALK_ENOUGH    8 /* cells, for growth to be seen in a small file */

/* Adds the files of COMMAND that are not too large, in the order of its arguments. */
static void tasks_add(struct tasks *tasks,
	const struct recorded_command *command, const struct report *report)
{
	struct recorded_input input[TASKS_OF_COMMAND];
	size_t before = tasks->count;
	size_t count = tasks->commands < PROVE_WITNESSES_MAX
			       ? recorded_find_inputs(command, report, input,
					 TASKS_OF_COMMAND)
			       : 0;
	struct error err = {{0}};

	for (size_t i = 0; i < count; i++) {
		size_t length;
		char *file = recorded_file_dup(command, input[i].path);
		uint8_t *at =
			scratch_read_file(file, TASK_BYTES_MAX, &length, &err);
		free(file);
		if (at)
			tasks->task[tasks->count++] = (struct grow_task){
				command, input[i], {at, length}};
		else
			free(input[i].path);
	}
	tasks->commands += tasks->count > before;
}

/* Is COMMAND's own program among those that were recorded? A script or make, which
 * starts them, may need more than copies of what they read. */
static bool tasks_has_program(
	const struct recorded_command *command, const struct report *report)
{
	char *program = recorded_path_dup(command, command->word[0]);
	bool is_found = false;

	for (size_t i = 0; i < report->process_count; i++) {
		const char *recorded = report->process[i].program;
		char *path = recorded_path_dup(command, recorded);
		is_found |= strcmp(program, path) == 0;
		free(path);
	}
	free(program);
	return is_found;
}

/* Of all files that COMMAND reads; SIZE_MAX: there are none. */
static size_t tasks_bytes(
	const struct recorded_command *command, const struct report *report)
{
	struct recorded_input input[TASKS_OF_COMMAND];
	size_t count =
		recorded_find_inputs(command, report, input, TASKS_OF_COMMAND);
	size_t bytes = 0;

	for (size_t i = 0; i < count; i++) {
		char *file = recorded_file_dup(command, input[i].path);
		struct stat status;
		if (stat(file, &status) == 0)
			bytes += (size_t)status.st_size;
		free(file);
		free(input[i].path);
	}
	return count > 0 ? bytes : SIZE_MAX;
}

/* The longest walk is of the largest file, of which each run is dear. Of commands with walks
 * that are long enough, those with the smallest files go first. */
static void tasks_put_small_first(
	struct recorded_choice *choice, const struct report *report)
{
	size_t *bytes = memory_alloc_zero(choice->count + 1, sizeof *bytes);

	for (size_t i = 0;
		i < choice->count && choice->longest[i] > WALK_ENOUGH; i++) {
		const struct recorded_command *command = choice->command[i];
		size_t own = tasks_bytes(command, report), place = i;
		for (; place > 0 && bytes[place - 1] > own; place--) {
			bytes[place] = bytes[place - 1];
			choice->command[place] = choice->command[place - 1];
		}
		bytes[place] = own;
		choice->command[place] = command;
	}
	free(bytes);
}

void tasks_find(struct tasks *tasks, struct arena *arena,
	const struct prove_grow *request, int *signal)
{
	struct recorded_choice choice =
		recorded_find(arena, request->results, request->finding);

	for (size_t i = 0;
		i < choice.count && i < PROVE_WITNESSES_MAX && *signal == 0;
		i++)
		choice.command[i] = caught_command(
			request, arena, choice.command[i], signal);
	tasks_put_small_first(&choice, request->report);
	for (int itself = 1; itself >= 0; itself--)
		for (size_t i = 0; i < choice.count; i++)
			if (tasks_has_program(choice.command[i],
				    request->report) == itself)
				tasks_add(tasks, choice.command[i],
					request->report);
	if (tasks->count > 0)
		return;
	tasks->are_others = true;
	choice =
		recorded_find_others(arena, request->results, request->finding);
	for (size_t i = 0; i < choice.count; i++)
		tasks_add(tasks, choice.command[i], request->report);
}

bool tasks_has_files(const struct report *report, const char *results,
	const struct report_finding *finding)
{
	struct arena arena = {0};
	struct recorded_choice choice = recorded_find(&arena, results, finding);
	bool is_found = false;

	for (size_t i = 0; !is_found && i < choice.count; i++)
		is_found = tasks_bytes(choice.command[i], report) != SIZE_MAX;
	arena_release(&arena);
	return is_found;
}

size_t tasks_together(const struct tasks *tasks, size_t i)
{
	size_t end = i;

	while (end < tasks->count &&
		(tasks->are_others ||
			tasks->task[end].command == tasks->task[i].command))
		end++;
	return end - i;
}

void tasks_release(struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->count; i++) {
		free(tasks->task[i].input.path);
		bytes_release(&tasks->task[i].bytes);
	}
}
