/* SPDX-License-Identifier: MIT
 * Runs the programs of libexec. */
#include "config.h"

#include "lib/command/part.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

/* Returns -1 where that is not possible. */
static int part_enter(const char *directory, const char *to)
{
	int out = to ? open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
	int null = to ? open("/dev/null", O_WRONLY) : -1;

	if (to &&
		(dup2(out, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0))
		return -1;
	return directory ? chdir(directory) : 0;
}

int part_run(const char *name, char *const *argument, struct error *err)
{
	return part_run_in(name, argument, NULL, NULL, err);
}

int part_run_in(const char *name, char *const *argument, const char *directory,
	const char *to, struct error *err)
{
	char *program = program_find_part(name, X_OK);
	int status = -1;
	pid_t child;

	if (!program)
		return error_set(err, "%s is not installed", name);
	child = fork();
	if (child == 0) {
		if (part_enter(directory, to) == 0)
			execv(program, argument);
		_exit(127);
	}
	free(program);
	if (child < 0)
		return error_set_errno(err, "cannot start %s", name);
	waitpid(child, &status, 0);
	/* Whoever read what it prints has seen enough. */
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		return PROGRAM_SIGNAL + SIGPIPE;
	if (WIFSIGNALED(status)) {
		error_set(err, "%s was ended by signal %d", name,
			WTERMSIG(status));
		return PART_CRASHED;
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
		return error_set(err, "%s cannot be run", name);
	return WEXITSTATUS(status);
}

char *part_page_json_dup(const struct part_page *page)
{
	return page->file
		       ? memory_format("%s.%d.json", page->file, (int)getpid())
		       : NULL;
}

int part_page_write(const struct part_page *page, const char *json, int status)
{
	struct arguments command = {0};
	struct error err = {{0}};
	int result;

	if (!json || access(json, R_OK) != 0)
		return status;
	arguments_add(&command, PART_PAGES);
	arguments_add(&command, page->kind);
	arguments_add_option(&command, "out", page->file);
	arguments_add(&command, json);
	result = part_run(PART_PAGES, command.word, &err);
	arguments_release(&command);
	unlink(json);
	if (result < 0)
		return program_fail(PROGRAM_ENVIRONMENT, page->verb, err.text,
			HINT_INSTALL);
	return result == 0 ? status : PROGRAM_ENVIRONMENT;
}
