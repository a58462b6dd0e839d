/* SPDX-License-Identifier: MIT
 * .retread: options that a project wants for its verbs.
 *
 * A line is a verb and its options, as one would type them. A command cannot be
 * named there, and only what records and reports takes options: a file that comes
 * with somebody's sources must not start anything. */
#include "config.h"

#include "cli/project.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/options.h"
#include "lib/error.h"
#include "lib/memory.h"

static const char *const verbs[] = {"record", "wrap", "report", "diff", NULL};

static bool is_verb(const char *name)
{
	for (size_t i = 0; verbs[i]; i++)
		if (strcmp(verbs[i], name) == 0)
			return true;
	return false;
}

/* Is FILE there, and ours or the system's? */
static bool is_trusted(const char *file)
{
	struct stat status;

	return stat(file, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_uid == geteuid() || status.st_uid == 0);
}

static bool is_repository(const char *directory)
{
	char *repository = memory_format("%s/.git", directory);
	bool is_there = access(repository, F_OK) == 0;

	free(repository);
	return is_there;
}

/* Makes DIRECTORY the one above. Returns false at the top. */
static bool project_ascend(char *directory)
{
	char *slash = strrchr(directory, '/');

	if (!slash || slash == directory)
		return false;
	*slash = '\0';
	return true;
}

char *project_find_dup(const char *name)
{
	char *directory = realpath(".", NULL);

	while (directory) {
		char *file = memory_format("%s/%s",
			strcmp(directory, "/") == 0 ? "" : directory, name);
		if (is_trusted(file)) {
			free(directory);
			return file;
		}
		free(file);
		if (is_repository(directory) || !project_ascend(directory))
			break;
	}
	free(directory);
	return NULL;
}

char *project_place_dup(const char *name)
{
	char *directory = realpath(".", NULL);
	char *place = memory_string_dup(name);

	while (directory && !is_repository(directory))
		if (!project_ascend(directory)) {
			free(directory);
			directory = NULL;
		}
	if (directory) {
		free(place);
		place = memory_format("%s/%s", directory, name);
	}
	free(directory);
	return place;
}

/* No command after "--". Other operands are refused where options are known, for
 * the boundary that join() puts after these words. */
static int check_line(char *const *word, struct error *err)
{
	if (!is_verb(word[0]))
		return error_set(err,
			"\"%s\" cannot have options here, only record, wrap, "
			"report and diff",
			word[0]);
	for (size_t i = 1; word[i]; i++)
		if (strcmp(word[i], "--") == 0)
			return error_set(err,
				"only options of \"%s\" may stand here, not a "
				"command",
				word[0]);
	return 0;
}

/* Moves the options of VERB in COMMANDS after argv[0]. */
static char **project_join(
	const char *verb, int *argc, char **argv, struct commands *commands)
{
	struct arguments joined = {0};

	arguments_add(&joined, argv[0]);
	for (size_t i = 0; i < commands->count; i++)
		if (strcmp(commands->command[i][0], verb) == 0)
			arguments_add_all(&joined, commands->command[i] + 1);
	arguments_add(&joined, "");
	/* It is known by its address. */
	free(joined.word[joined.count - 1]);
	joined.word[joined.count - 1] = options_boundary;
	arguments_add_all(&joined, argv + 1);
	*argc = (int)joined.count;
	return arguments_detach(&joined);
}

int project_read(struct commands *commands, char **file, struct error *err)
{
	int status;

	*file = project_find_dup(PROJECT_OPTIONS);
	if (!*file)
		return 0;
	status = commands_read(commands, *file, err);
	for (size_t i = 0; status == 0 && i < commands->count; i++) {
		status = check_line(commands->command[i], err);
		if (status != 0)
			error_add_context(err, "%s", *file);
	}
	return status;
}

char **project_add_options(
	const char *verb, int *argc, char **argv, struct error *err)
{
	struct commands commands = {0};
	char *file = NULL;
	int status = is_verb(verb) ? project_read(&commands, &file, err) : 0;

	if (status == 0 && file)
		argv = project_join(verb, argc, argv, &commands);
	free(file);
	commands_release(&commands);
	return status == 0 ? argv : NULL;
}

int project_run_verb(const char *name, int (*run)(int argc, char **argv),
	int argc, char **argv)
{
	struct error err = {{0}};
	char **all = project_add_options(name, &argc, argv, &err);

	if (!all)
		return cli_fail(CLI_USAGE, name, &err,
			"Write a verb and its options on each line: record "
			"--timeout 60");
	return run(argc, all);
}
