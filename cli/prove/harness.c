/* SPDX-License-Identifier: MIT
 * `retread harness`: names the object files to look into, and for a finding its
 * functions, the one that walks first, before its part is started. */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/part.h"

#define VERB "harness"

/* What the part is told besides the user's options. */
struct harness_told {
	struct arguments objects, functions;
};

static bool harness_is_option(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 &&
	       (word[length] == '\0' || word[length] == '=');
}

static void add_once(struct arguments *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->word[i], text) == 0)
			return;
	arguments_add(list, text);
}

/* Where code of the user's was recorded; the system's libraries are not. */
static void harness_add_object(struct harness_told *told, const char *path)
{
	if (path && access(path, R_OK) == 0)
		add_once(&told->objects, path);
}

static void harness_add_function(
	struct harness_told *told, const struct report_place *place)
{
	if (!place->function || !place->file)
		return;
	add_once(&told->functions, place->function);
	harness_add_object(told, place->object);
}

/* The walking function first, then who called it. */
static void harness_add_finding(
	struct harness_told *told, const struct report_finding *finding)
{
	for (size_t i = finding->aec.count; i-- > 0;)
		harness_add_function(told, &finding->aec.place[i]);
	for (size_t i = 0; i < finding->callers.count; i++)
		harness_add_function(told, &finding->callers.place[i]);
}

static void harness_add_places(
	struct harness_told *told, const struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_places *aec = &report->finding[i].aec;
		for (size_t k = 0; k < aec->count; k++)
			if (aec->place[k].file)
				harness_add_object(told, aec->place[k].object);
	}
	for (size_t i = 0; i < report->process_count; i++)
		harness_add_object(told, report->process[i].program);
}

static int look_for_finding(
	struct harness_told *told, const struct report *report, const char *id)
{
	struct error err = {{0}};

	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_matches(&report->finding[i], id)) {
			harness_add_finding(told, &report->finding[i]);
			if (told->functions.count > 0)
				return CLI_DONE;
			error_set(&err,
				"finding %s is in code without debug "
				"information",
				id);
			return cli_fail(CLI_USAGE, VERB, &err,
				"Name a function and its object file: "
				"retread harness FUNCTION --object FILE");
		}
	error_set(&err, "no finding \"%s\" in %s", id, cli_out_directory(NULL));
	return cli_fail(
		CLI_USAGE, VERB, &err, "List the findings: retread report");
}

static int harness_start(
	const struct harness_told *told, char **argv, int id_at)
{
	struct arguments command = {0};
	int status;

	for (int i = 0; argv[i]; i++)
		if (i != id_at)
			arguments_add(&command, argv[i]);
	for (size_t i = 0; i < told->objects.count; i++)
		arguments_add_option(&command, "object", told->objects.word[i]);
	if (told->functions.count > 0)
		arguments_add_all(&command, told->functions.word);
	status = programs_start(PART_HARNESS, command.word);
	arguments_release(&command);
	return status;
}

int verb_harness(int argc, char **argv)
{
	bool has_object = false, has_help = false;
	struct harness_told told = {{0}, {0}};
	struct error err = {{0}};
	struct report report;
	int id_at = -1, status = CLI_DONE;

	argc = results_choose(argc, argv);
	for (int i = 1; i < argc; i++) {
		has_object |= harness_is_option(argv[i], "--object") ||
			      harness_is_option(argv[i], "--program");
		has_help |= harness_is_option(argv[i], "--help") ||
			    strcmp(argv[i], "-h") == 0;
		if (id_at < 0 && strncmp(argv[i], "RT-", 3) == 0)
			id_at = i;
	}
	report_init(&report);
	if (has_help || argc == 1 || (has_object && id_at < 0))
		status = CLI_DONE;
	else if (results_load(&report, cli_out_directory(NULL), &err) != 0)
		status = cli_fail(CLI_USAGE, VERB, &err,
			"Name the object file that has the function: --object "
			"FILE");
	else if (id_at > 0)
		status = look_for_finding(&told, &report, argv[id_at]);
	else
		harness_add_places(&told, &report);
	if (has_object)
		arguments_release(&told.objects);
	if (status == CLI_DONE)
		status = harness_start(&told, argv, id_at);
	arguments_release(&told.objects);
	arguments_release(&told.functions);
	report_release(&report);
	return status;
}
