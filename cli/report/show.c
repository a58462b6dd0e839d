/* SPDX-License-Identifier: MIT
 * `retread show`: one finding with all that is known about it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/report/internal.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/source.h"

static int print_json(const struct report *report, const char *id)
{
	struct report chosen;
	struct error err = {{0}};
	int result;

	report_init(&chosen);
	for (size_t i = 0; i < report->process_count; i++)
		report_add_process(&chosen, &report->process[i]);
	for (size_t i = 0; i < report->finding_count; i++) {
		if (report_finding_matches(&report->finding[i], id))
			report_add_finding(&chosen, &report->finding[i]);
	}
	result = report_print_json(&chosen, stdout, &err);
	report_release(&chosen);
	return result != 0 ? cli_fail(CLI_ENVIRONMENT, "show", &err, NULL)
			   : CLI_DONE;
}

static int print_text(const struct report *report, const char *id,
	const char *argument, int names, int colour)
{
	struct text_style style = {.out = stdout,
		.source = source_new(),
		.all = true,
		.full = true,
		.names = names,
		.colour = cli_wants_colour(colour, stdout)};

	for (size_t i = 0; i < report->finding_count; i++) {
		if (report_finding_matches(&report->finding[i], id))
			text_print_finding(&style, report, &report->finding[i]);
	}
	printf("\nnext: retread report%s\n", argument);
	source_free(style.source);
	return CLI_DONE;
}

/* More than one finding may have the id; only a beginning of an id must be
 * without doubt. */
static int show(
	const char *id, const char *directory, bool json, int names, int colour)
{
	char *argument = cli_directory_argument(directory);
	const char *first = NULL;
	struct report report;
	struct error err = {{0}};
	int status;

	report_init(&report);
	status = results_load(&report, directory, &err);
	for (size_t i = 0; status == 0 && i < report.finding_count; i++) {
		const char *other = report.finding[i].id;
		if (!report_finding_matches(&report.finding[i], id))
			continue;
		if (first != NULL && strcmp(first, other) != 0) {
			error_set(&err, "\"%s\" is the beginning of %s and %s",
				id, first, other);
			status = cli_fail(CLI_USAGE, "show", &err,
				"Give more of the id.");
			goto out;
		}
		first = other;
	}
	if (status != 0) {
		status = cli_fail(CLI_USAGE, "show", &err, HINT_RECORD);
	} else if (first == NULL) {
		error_set(&err, "no finding \"%s\" in %s", id, directory);
		status = cli_fail(CLI_USAGE, "show", &err,
			"See what there is: retread report --all%s", argument);
	} else {
		status =
			json ? print_json(&report, id)
			     : print_text(&report, id, argument, names, colour);
	}
out:
	report_release(&report);
	free(argument);
	return status;
}

int verb_show(int argc, char **argv)
{
	bool json = false;
	int names = NAMES_FULL, colour = CLI_COLOUR_AUTO;
	const struct option_row rows[] = {
		{"json", 0, OPTION_FLAG, &json,
			.help = "print it as a report in JSON"},
		NAMES_ROW(&names),
		CLI_COLOUR_ROW(&colour),
	};
	const struct options options = {"retread show", "[OPTION]... ID [DIR]",
		"Shows one finding of the results in DIR (retread-out) in "
		"full, with more of its source.",
		rows, sizeof(rows) / sizeof(rows[0]), false};
	struct operands operands;
	int status;

	if (!options_start(&options, argc, argv, &operands, &status))
		return status;
	if (operands.count < 1 || operands.count > 2)
		return cli_misuse("show",
			operands.count == 0 ? "which finding?"
					    : "one finding at a time",
			"Ids stand in `retread report`: retread show "
			"RT-1f3c9a");
	return show(operands.operand[0],
		cli_out_directory(
			operands.count > 1 ? operands.operand[1] : NULL),
		json, names, colour);
}
