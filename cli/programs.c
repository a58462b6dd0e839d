/* SPDX-License-Identifier: MIT
 * Our own programs that do a part of a verb's work. */
#include "config.h"

#include "cli/programs.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/environment.h"
#include "cli/known_errors.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/program.h"

#define PAGES_FILE "retread-html"

int programs_run(const char *name, char *const *argument, struct error *err)
{
	char *program = program_find_part(name, X_OK);
	int status = -1;
	pid_t child;

	if (!program)
		return error_set(err, "%s is not installed", name);
	child = fork();
	if (child == 0) {
		execv(program, argument);
		_exit(127);
	}
	free(program);
	if (child < 0)
		return error_set_errno(err, "cannot start %s", name);
	if (waitpid(child, &status, 0) == child && WIFSIGNALED(status)) {
		error_set(err, "%s was ended by signal %d", name,
			WTERMSIG(status));
		return PROGRAMS_CRASHED;
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
		return error_set(err, "%s cannot be run", name);
	return WEXITSTATUS(status);
}

char *programs_write_report(struct report *report, struct error *err)
{
	char *path = cli_temporary_name();
	int file = mkstemp(path);

	if (file < 0) {
		error_set_errno(err, "cannot create %s", path);
		free(path);
		return NULL;
	}
	close(file);
	if (report_write_json(report, path, err) == 0)
		return path;
	unlink(path);
	free(path);
	return NULL;
}

static int run_html(const struct programs_pages *pages, const char *report,
	const char *before, struct error *err)
{
	struct arguments command = {0};
	int status;

	arguments_add(&command, PAGES_FILE);
	arguments_add_option(&command, "out", pages->out);
	arguments_add_option(&command, "baseline", before);
	arguments_add_option(&command, "results", pages->results);
	if (pages->is_one_file)
		arguments_add(&command, "--self-contained");
	arguments_add(&command, "--");
	arguments_add(&command, report);
	status = programs_run(PAGES_FILE, command.word, err);
	arguments_release(&command);
	if (status > 0)
		error_set(err, "cannot write pages into %s", pages->out);
	return status > 0 ? -1 : status;
}

/* FILE may be NULL. */
static void remove_and_free(char *file)
{
	if (file)
		unlink(file);
	free(file);
}

int programs_write_pages(struct programs_pages *pages, struct error *err)
{
	char *made =
		!pages->file ? programs_write_report(pages->report, err) : NULL;
	const char *report = pages->file ? pages->file : made;
	char *before = report && pages->before
			       ? programs_write_report(pages->before, err)
			       : NULL;
	int result = -1;

	if (report && (before || !pages->before))
		result = run_html(pages, report, before, err);
	pages->has_crashed = result == PROGRAMS_CRASHED;
	if (pages->has_crashed)
		error_add_context(err,
			"a bug in retread, please report it with the file %s",
			report);
	if (pages->has_crashed)
		free(made);
	else
		remove_and_free(made);
	remove_and_free(before);
	return result == 0 ? 0 : -1;
}

int programs_write_page(
	const struct programs_report *report, const char *from, int status)
{
	struct arguments command = {0};
	struct error err = {{0}};
	int result;

	arguments_add(&command, PAGES_FILE);
	arguments_add(&command, report->kind);
	arguments_add_option(&command, "out", report->page);
	arguments_add(&command, from);
	result = programs_run(PAGES_FILE, command.word, &err);
	arguments_release(&command);
	if (result == 0)
		return status;
	return result < 0 ? cli_fail(CLI_ENVIRONMENT, report->verb, &err,
				    HINT_INSTALL)
			  : CLI_ENVIRONMENT;
}

int programs_report(const struct programs_report *report,
	struct arguments *command, char *const *operands)
{
	char *json = report->page ? memory_format("%s.%d.json", report->page,
					    (int)getpid())
				  : NULL;
	struct error err = {{0}};
	int status;

	arguments_add_option(command, "save", json);
	arguments_add_all(command, operands);
	status = programs_run(command->word[0], command->word, &err);
	if (status < 0)
		status = cli_fail(
			CLI_ENVIRONMENT, report->verb, &err, HINT_INSTALL);
	else if (json && access(json, R_OK) == 0)
		status = programs_write_page(report, json, status);
	if (json)
		unlink(json);
	free(json);
	arguments_release(command);
	return status;
}
