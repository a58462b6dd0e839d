/* SPDX-License-Identifier: MIT
 * Instances of a campaign as tasks of a job engine. A task has all words of the command
 * that was submitted, and its number before them. */
#include "config.h"

#include "fuzz-perf/campaign/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/search/fuzz.h"

#define FUZZ "retread fuzz"

int array_check(
	struct array *array, struct fuzz_options *options, struct error *err)
{
	if (array->with && !array->instances)
		return error_set(err,
			"--with: how many instances? write: retread fuzz "
			"--with %s -n N ...",
			array->with);
	if (!array->with && (array->instances || array->is_again))
		return error_set(err,
			"-n, --instances and --again go with --with (on this "
			"machine alone: -j N)");
	if (array->with && array->task > array->instances)
		return error_set(err,
			"--task: there is no %" PRIu64 " of %" PRIu64
			" instances",
			array->task, array->instances);
	if (!array->task)
		return 0;
	options->instance = memory_format("%s%03" PRIu64,
		strcmp(options->instance, "default") != 0 ? options->instance
							  : "task",
		array->task);
	options->seed += (array->task - 1) * FUZZ_JOBS_MAX;
	options->task = &array->own;
	return 0;
}

bool array_is_wanted(const struct array *array)
{
	return array->with && !array->task;
}

/* The program `retread`, as built or as installed. Free it. */
static char *find_retread(void)
{
	char *built = program_find_part("../../retread", X_OK);
	char *found =
		built ? built : program_find_part("../../bin/retread", X_OK);
	char *real = found ? realpath(found, NULL) : NULL;

	free(found);
	return real;
}

/* How the instances are, when all have ended. Free it. */
static char *status_command(const char *retread, const char *out)
{
	struct arguments command = {0};
	char *quoted = words_shell_quote(retread),
	     *folder = words_shell_quote(out);
	char *text;

	arguments_add(&command, quoted);
	arguments_add(&command, "fuzz --status -o");
	arguments_add(&command, folder);
	text = arguments_join_dup(&command, " ");
	arguments_release(&command);
	free(quoted);
	free(folder);
	return text;
}

int array_submit(const struct array *array, const char *out, char *const *words)
{
	struct arguments command = {0};
	char *retread = find_retread(), *status;

	if (!retread)
		return program_fail(PROGRAM_ENVIRONMENT, FUZZ,
			"the program retread is not where it was installed",
			NULL);
	status = status_command(retread, out);
	arguments_add(&command, retread);
	arguments_add(&command, "submit");
	arguments_add_option(&command, "with", array->with);
	arguments_add_option(&command, "out", out);
	arguments_add_option(&command, "then", status);
	arguments_add(&command, "--tasks");
	arguments_add_format(&command, "%" PRIu64, array->instances);
	arguments_add(&command, "--jobs");
	arguments_add_format(&command, "%" PRIu64, array->instances);
	if (array->is_again)
		arguments_add(&command, "--again");
	arguments_add(&command, "--");
	arguments_add(&command, retread);
	arguments_add(&command, "fuzz");
	arguments_add(&command, "--task");
	arguments_add(&command, "{}");
	arguments_add_all(&command, words + 1);
	execv(retread, command.word);
	arguments_release(&command);
	free(status);
	free(retread);
	return program_fail(
		PROGRAM_ENVIRONMENT, FUZZ, "cannot run retread submit", NULL);
}
