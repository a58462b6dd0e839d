/* SPDX-License-Identifier: MIT
 * `retread fuzz`: starts retread-fuzz; findings become places to aim at. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/memory.h"
#include "lib/words.h"

#define FUZZER_FILE   "retread-fuzz"
#define TARGET_OPTION "--target"
#define LINE_OPTION   "--line"
#define LINES_MOST    8 /* of one finding */
#define WORDS_EACH    (2 + 2 * LINES_MOST)

int verb_start_fuzzer(int argc, char **argv)
{
	return cli_start_part(FUZZER_FILE, argv[0], argc, argv);
}

/* The function that walks: the last of the way from the analysed function to
 * the read. */
static const char *walking_function(const struct report_finding *finding)
{
	if (finding->aec.count > 0)
		return finding->aec.place[finding->aec.count - 1].function;
	return finding->function;
}

/* What a finding is about: a function and lines in it, "list.c:88". */
struct place {
	char *function;
	char *line[LINES_MOST];
	size_t lines;
};

static void add_line(struct place *place, const struct report_place *at)
{
	char *line;

	if (at->file == NULL || at->function == NULL || at->line == 0 ||
		strcmp(at->function, place->function) != 0 ||
		place->lines == LINES_MOST)
		return;
	line = memory_format("%s:%u", words_base_name(at->file), at->line);
	for (size_t i = 0; i < place->lines; i++)
		if (strcmp(place->line[i], line) == 0) {
			free(line);
			return;
		}
	place->line[place->lines++] = line;
}

static void take_place(
	struct place *place, const struct report_finding *finding)
{
	const char *name = walking_function(finding);

	if (name == NULL)
		return;
	place->function = memory_string_dup(name);
	for (size_t i = finding->aec.count; i > 0; i--)
		add_line(place, &finding->aec.place[i - 1]);
	for (size_t i = 0; i < finding->sites.count; i++)
		add_line(place, &finding->sites.place[i]);
}

/* Fills PLACE, whose texts are the caller's, with what finding ID is about.
 * Returns 0, or -1 with ERR filled and *CURE set. */
static int find_place(const char *id, struct place *place, const char **cure,
	struct error *err)
{
	const char *directory = cli_out_directory(NULL);
	bool is_known = false;
	struct report report;

	*place = (struct place){.lines = 0};
	report_init(&report);
	*cure = "Findings are listed by: retread report";
	if (results_load(&report, directory, err) < 0) {
		*cure = CURE_RECORD;
		report_release(&report);
		return -1;
	}
	for (size_t i = 0; i < report.finding_count && place->function == NULL;
		i++) {
		if (!report_finding_matches(&report.finding[i], id))
			continue;
		is_known = true;
		take_place(place, &report.finding[i]);
	}
	report_release(&report);
	if (place->function != NULL)
		return 0;
	return is_known ? error_set(err,
				  "finding %s is in code without debug "
				  "information",
				  id)
			: error_set(err, "no finding \"%s\" in %s", id,
				  directory);
}

/* Writes into COMMAND (room for WORDS_EACH times ARGC) what ARGV says, with
 * functions and their lines in place of findings: `fuzz RT-1f3c9a`, `fuzz --target RT-1f3c9a`. Returns the
 * number of words, -1 with ERR filled. */
static int name_findings(int argc, char **argv, char **command,
	const char **cure, struct error *err)
{
	int count = 0;

	for (int i = 0; i < argc; i++) {
		bool is_first = i == 1 && cli_is_finding(argv[i]);
		bool is_value =
			i > 0 && strcmp(argv[i - 1], TARGET_OPTION) == 0;

		if (strcmp(argv[i], "--") == 0) {
			while (i < argc)
				command[count++] = argv[i++];
			break;
		}
		if (is_first)
			command[count++] = (char *)TARGET_OPTION;
		if (!is_first && !(is_value && cli_is_finding(argv[i]))) {
			command[count++] = argv[i];
			continue;
		}
		struct place place;
		if (find_place(argv[i], &place, cure, err) < 0)
			return -1;
		command[count++] = place.function;
		for (size_t j = 0; j < place.lines; j++) {
			command[count++] = (char *)LINE_OPTION;
			command[count++] = place.line[j];
		}
	}
	return count;
}

int verb_start_about(const char *file, int argc, char **argv)
{
	char **command = memory_alloc_zero(
		WORDS_EACH * (size_t)argc + 1, sizeof *command);
	const char *cure = NULL;
	struct error err = {{0}};
	int count = name_findings(argc, argv, command, &cure, &err);
	int status = count < 0 ? cli_fail(CLI_USAGE, argv[0], &err, "%s", cure)
			       : cli_start_part(file, argv[0], count, command);

	free(command);
	return status;
}

/* `fuzz RT-1f3c9a ...`: without -o the campaign goes to OUT/fuzz/RT-1f3c9a, where
 * the report looks for it. */
static int fuzz_finding(int argc, char **argv)
{
	char **command = memory_alloc_zero((size_t)argc + 3, sizeof *command);
	char *out =
		memory_format("%s/fuzz/%s", cli_out_directory(NULL), argv[1]);
	struct error err = {{0}};
	int count = 2, status;

	command[0] = argv[0];
	command[1] = argv[1];
	command[count++] = (char *)"-o";
	command[count++] = out;
	for (int i = 2; i < argc; i++)
		command[count++] = argv[i];
	if (cli_make_directories(out, &err) < 0)
		status = cli_fail(CLI_ENVIRONMENT, argv[0], &err,
			"Choose another folder: -o DIR");
	else
		status = verb_start_about(FUZZER_FILE, count, command);
	free(command);
	free(out);
	return status;
}

int verb_fuzz(int argc, char **argv)
{
	cli_put_finding_first(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]) &&
		!cli_names_output(argc, argv))
		return fuzz_finding(argc, argv);
	return verb_start_about(FUZZER_FILE, argc, argv);
}
