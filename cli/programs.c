/* SPDX-License-Identifier: MIT
 * Our own programs that do a part of a verb's work. */
#include "config.h"

#include "cli/programs.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

int programs_start(const char *part, char *const *words)
{
	char *program = program_find_part(part, X_OK);
	struct arguments command = {0};
	struct error err = {{0}};

	arguments_add(&command, part);
	arguments_add_all(&command, words);
	if (program)
		execv(program, command.word);
	if (!program)
		error_set(&err, "%s is neither beside this program nor in %s",
			part, PKGLIBEXECDIR);
	else
		error_set_errno(&err, "%s", program);
	arguments_release(&command);
	free(program);
	return cli_fail(CLI_ENVIRONMENT, words[0], &err, HINT_INSTALL);
}

char *programs_write_report(struct report *report, struct error *err)
{
	char *path = folders_temporary_name();
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

	arguments_add(&command, PART_PAGES);
	arguments_add_option(&command, "out", pages->out);
	arguments_add_option(&command, "baseline", before);
	arguments_add_option(&command, "results", pages->results);
	if (pages->is_one_file)
		arguments_add(&command, "--self-contained");
	arguments_add(&command, "--");
	arguments_add(&command, report);
	status = part_run(PART_PAGES, command.word, err);
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
	pages->has_crashed = result == PART_CRASHED;
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
