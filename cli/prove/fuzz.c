/* SPDX-License-Identifier: MIT
 * `retread fuzz`: starts retread-fuzz; findings become places to aim at. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/memory.h"
#include "lib/words.h"

#define FUZZER_FILE   "retread-fuzz"
#define TARGET_OPTION "--target"
#define LINE_OPTION   "line"
#define LINES_MAX     8 /* of one finding */

int verb_start_fuzzer(int argc, char **argv)
{
	(void)argc;
	return cli_start_part(FUZZER_FILE, argv[0], argv);
}

/* The function that walks: the last of the way from the analysed function to
 * the read. */
static const char *walking_function(const struct report_finding *finding)
{
	if (finding->aec.count > 0)
		return finding->aec.place[finding->aec.count - 1].function;
	return finding->function;
}

/* Does COMMAND name FILE:LINE already? */
static bool has_line(const struct arguments *lines, const char *line)
{
	for (size_t i = 0; i < lines->count; i++)
		if (strcmp(lines->word[i], line) == 0)
			return true;
	return false;
}

/* Adds the line of AT, as "list.c:88", if it is FUNCTION's. */
static void fuzz_add_line(struct arguments *lines, const char *function,
	const struct report_place *at)
{
	char *line;

	if (!at->file || !at->function || at->line == 0 ||
		strcmp(at->function, function) != 0 ||
		lines->count == LINES_MAX)
		return;
	line = memory_format("%s:%u", words_base_name(at->file), at->line);
	if (!has_line(lines, line))
		arguments_add(lines, line);
	free(line);
}

/* What FINDING is about: a function, and lines in it. */
static void add_place(
	struct arguments *command, const struct report_finding *finding)
{
	const char *function = walking_function(finding);
	struct arguments lines = {0};

	arguments_add(command, function);
	for (size_t i = finding->aec.count; i > 0; i--)
		fuzz_add_line(&lines, function, &finding->aec.place[i - 1]);
	for (size_t i = 0; i < finding->sites.count; i++)
		fuzz_add_line(&lines, function, &finding->sites.place[i]);
	for (size_t i = 0; i < lines.count; i++)
		arguments_add_option(command, LINE_OPTION, lines.word[i]);
	arguments_release(&lines);
}

/* Adds what finding ID is about. Returns 0, or -1 with ERR filled and *HINT set. */
static int fuzz_add_finding(struct arguments *command, const char *id,
	const char **hint, struct error *err)
{
	const char *directory = cli_out_directory(NULL);
	bool is_known = false, is_found = false;
	struct report report;

	report_init(&report);
	*hint = HINT_RECORD;
	if (results_load(&report, directory, err) < 0) {
		report_release(&report);
		return -1;
	}
	*hint = "List the findings: retread report";
	for (size_t i = 0; i < report.finding_count && !is_found; i++) {
		if (!report_finding_matches(&report.finding[i], id))
			continue;
		is_known = true;
		is_found = walking_function(&report.finding[i]);
		if (is_found)
			add_place(command, &report.finding[i]);
	}
	report_release(&report);
	if (is_found)
		return 0;
	return is_known ? error_set(err,
				  "finding %s is in code without debug "
				  "information",
				  id)
			: error_set(err, "no finding \"%s\" in %s", id,
				  directory);
}

/* Adds ARGV with functions and their lines in place of findings:
 * `fuzz RT-1f3c9a`, `fuzz --target RT-1f3c9a`. Returns 0, or -1 with ERR filled
 * and *HINT set. */
static int name_findings(struct arguments *command, char *const *argv,
	const char **hint, struct error *err)
{
	bool may_be_finding = true, is_first = true;

	arguments_add(command, *argv++);
	for (; *argv && strcmp(*argv, "--") != 0; argv++) {
		if (may_be_finding && cli_is_finding(*argv)) {
			if (is_first)
				arguments_add(command, TARGET_OPTION);
			if (fuzz_add_finding(command, *argv, hint, err) < 0)
				return -1;
		} else {
			arguments_add(command, *argv);
		}
		may_be_finding = strcmp(*argv, TARGET_OPTION) == 0;
		is_first = false;
	}
	arguments_add_all(command, argv);
	return 0;
}

int verb_start_about(const char *file, char *const *argv)
{
	struct arguments command = {0};
	const char *hint = NULL;
	struct error err = {{0}};
	int status = name_findings(&command, argv, &hint, &err);

	status = status < 0 ? cli_fail(CLI_USAGE, argv[0], &err, "%s", hint)
			    : cli_start_part(file, argv[0], command.word);
	arguments_release(&command);
	return status;
}

/* `fuzz RT-1f3c9a ...`: without -o the campaign goes to OUT/fuzz/RT-1f3c9a, where
 * the report looks for it. */
static int fuzz_finding(char **argv)
{
	struct arguments command = {0};
	int status;

	arguments_add(&command, argv[0]);
	arguments_add(&command, argv[1]);
	status = cli_add_output(&command, argv[0], argv[1]);
	arguments_add_all(&command, argv + 2);
	if (status == CLI_DONE)
		status = verb_start_about(FUZZER_FILE, command.word);
	arguments_release(&command);
	return status;
}

int verb_fuzz(int argc, char **argv)
{
	cli_put_finding_first(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]))
		argc = results_choose(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]) &&
		!cli_names_output(argc, argv))
		return fuzz_finding(argv);
	return verb_start_about(FUZZER_FILE, argv);
}
