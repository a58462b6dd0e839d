/* SPDX-License-Identifier: MIT
 * `retread fuzz` and `retread prove`, before their parts are started: a finding becomes
 * a function and lines to aim at, and a folder of its own. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/prove/untargeted.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

#define TARGET_OPTION "--target"
#define LINE_OPTION   "line"
#define LINES_MAX     8 /* of one finding */

static bool names_finding(const char *word)
{
	return strncmp(word, "RT-", 3) == 0;
}

static bool about_is_flag(const char *word)
{
	static const char *const flag[] = {
		"-q", "--quiet", "-v", "--verbose", "--json"};

	for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
		if (strcmp(word, flag[i]) == 0)
			return true;
	return false;
}

/* Brings an id that stands after options, as in `prove -q RT-1f3c9a`, to ARGV[1]. One
 * that may be an option's value stays where it is. */
static void put_finding_first(int argc, char **argv)
{
	int at = 1;

	while (at < argc && strcmp(argv[at], "--") != 0 &&
		!(names_finding(argv[at]) &&
			(at == 1 || argv[at - 1][0] != '-' ||
				about_is_flag(argv[at - 1]))))
		at++;
	if (at == argc || strcmp(argv[at], "--") == 0)
		return;
	for (char *id = argv[at]; at > 0; at--)
		argv[at] = at == 1 ? id : argv[at - 1];
}

/* Do the options in ARGV, before "--", name an output? */
static bool names_output(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "-o", 2) == 0 ||
			strncmp(argv[i], "--out", 5) == 0)
			return true;
	return false;
}

/* Adds "--out OUT/VERB/ID", which is made, to COMMAND. Returns an exit code. */
static int add_output(
	struct arguments *command, const char *verb, const char *id)
{
	char *out =
		memory_format("%s/%s/%s", cli_out_directory(NULL), verb, id);
	struct error err = {{0}};
	int status = CLI_DONE;

	arguments_add_option(command, "out", out);
	if (folders_make_all(out, &err) < 0)
		status = cli_fail(CLI_ENVIRONMENT, verb, &err,
			"Choose another folder: -o DIR");
	free(out);
	return status;
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
static void about_add_line(struct arguments *lines, const char *function,
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
		about_add_line(&lines, function, &finding->aec.place[i - 1]);
	for (size_t i = 0; i < finding->sites.count; i++)
		about_add_line(&lines, function, &finding->sites.place[i]);
	for (size_t i = 0; i < lines.count; i++)
		arguments_add_option(command, LINE_OPTION, lines.word[i]);
	arguments_release(&lines);
}

/* Adds what finding ID is about. Returns 0, or -1 with ERR filled and *HINT set. */
static int about_add_finding(struct arguments *command, const char *id,
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

/* Adds ARGV with a function and its lines in place of each finding that is the value of
 * --target. Returns 0, or -1 with ERR filled and *HINT set. */
static int name_findings(struct arguments *command, char *const *argv,
	const char **hint, struct error *err)
{
	bool is_target = false;

	arguments_add(command, *argv++);
	for (; *argv && strcmp(*argv, "--") != 0; argv++) {
		if (!is_target || !names_finding(*argv))
			arguments_add(command, *argv);
		else if (about_add_finding(command, *argv, hint, err) < 0)
			return -1;
		is_target = strcmp(*argv, TARGET_OPTION) == 0;
	}
	arguments_add_all(command, argv);
	return 0;
}

static int start_about(char *const *argv)
{
	struct arguments command = {0};
	const char *hint = NULL;
	struct error err = {{0}};
	int status = name_findings(&command, argv, &hint, &err);

	status = status < 0 ? cli_fail(CLI_USAGE, argv[0], &err, "%s", hint)
			    : programs_start(strcmp(argv[0], "fuzz") == 0
						     ? PART_FUZZER
						     : PART_PROVER,
				      command.word);
	arguments_release(&command);
	return status;
}

/* "VERB ID ...": what VERB is told of the finding is OPTION ID, NULL for none, and its
 * function; without -o what it makes goes to OUT/VERB/ID, where the report looks for it. */
static int start_about_finding(int argc, char **argv, const char *option)
{
	struct arguments command = {0};
	int status = CLI_DONE;

	arguments_add(&command, argv[0]);
	if (option)
		arguments_add_option(&command, option, argv[1]);
	arguments_add(&command, TARGET_OPTION);
	arguments_add(&command, argv[1]);
	if (!names_output(argc, argv))
		status = add_output(&command, argv[0], argv[1]);
	arguments_add_all(&command, argv + 2);
	if (status == CLI_DONE)
		status = start_about(command.word);
	arguments_release(&command);
	return status;
}

/* Is the verb about one finding, which is ARGV[1] then? */
static bool is_about_finding(int *argc, char **argv)
{
	put_finding_first(*argc, argv);
	if (*argc < 2 || !names_finding(argv[1]))
		return false;
	*argc = results_choose(*argc, argv);
	return true;
}

int verb_fuzz(int argc, char **argv)
{
	return is_about_finding(&argc, argv)
		       ? start_about_finding(argc, argv, NULL)
		       : start_about(argv);
}

/* "prove DIR", "prove --out DIR": all that the results in DIR have. Returns how many words
 * are left. */
static int choose_all_results(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return argc;
	if (argc > 1 && argv[1][0] != '-' && results_are_in(argv[1])) {
		cli_name_out_directory(argv[1]);
		memmove(argv + 1, argv + 2, (size_t)(argc - 1) * sizeof *argv);
		return argc - 1;
	}
	return results_choose(argc, argv);
}

int verb_prove(int argc, char **argv)
{
	bool is_about = is_about_finding(&argc, argv);

	if (!is_about)
		argc = choose_all_results(argc, argv);

	if (prove_tests_are_meant(argc, argv))
		return prove_tests(argc, argv);
	return is_about ? start_about_finding(argc, argv, "finding")
			: start_about(argv);
}
