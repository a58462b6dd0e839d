/* SPDX-License-Identifier: MIT
 * `retread show`: one finding with all that is known about it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/report/decisions.h"
#include "cli/report/forms.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/code/source.h"
#include "lib/command/known_errors.h"

struct show_options {
	const char *results; /* directory; NULL: the usual one */
	bool json;
	int names, colour;
	uint64_t width;
};

static int show_print_json(const struct report *report, const char *id)
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

static int show_print_text(const struct report *report, const char *id,
	const char *argument, const struct show_options *options)
{
	struct text_style style = {.out = stdout,
		.source = source_new(),
		.all = true,
		.full = true,
		.names = options->names,
		.colour = cli_wants_colour(options->colour, stdout),
		.width = cli_width(options->width, stdout)};

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
static int show_show(void *chosen, const struct operands *operands)
{
	const struct show_options *options = chosen;
	const char *id = operands->operand[0];
	const char *directory = cli_out_directory(
		operands->count > 1 ? operands->operand[1] : options->results);
	char *argument = cli_directory_argument(directory);
	const char *first = NULL;
	struct report report;
	struct error err = {{0}};
	int status;

	report_init(&report);
	status = results_load(&report, directory, &err);
	if (status == 0)
		decisions_apply(&report, stderr);
	for (size_t i = 0; status == 0 && i < report.finding_count; i++) {
		const char *other = report.finding[i].id;
		if (!report_finding_matches(&report.finding[i], id))
			continue;
		if (first && strcmp(first, other) != 0) {
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
	} else if (!first) {
		error_set(&err, "no finding \"%s\" in %s", id, directory);
		status = cli_fail(CLI_USAGE, "show", &err,
			"See what there is: retread report --all%s", argument);
	} else {
		status = options->json ? show_print_json(&report, id)
				       : show_print_text(&report, id, argument,
						 options);
	}
out:
	report_release(&report);
	free(argument);
	return status;
}

int verb_show(int argc, char **argv)
{
	struct show_options chosen = {
		.names = NAMES_FULL, .width = CLI_WIDTH_OF_TERMINAL};
	const struct option_row rows[] = {
		CLI_RESULTS_ROW(&chosen.results),
		{"json", 0, OPTION_FLAG, &chosen.json,
			.help = "print it as a report in JSON"},
		NAMES_ROW(&chosen.names),
		CLI_COLOUR_ROW(&chosen.colour),
		CLI_WIDTH_ROW(&chosen.width),
	};
	const struct options options = {"retread show",
		"[OPTION]... ID [DIR | --out DIR]",
		"Shows one finding of the results in DIR (retread-out) in "
		"full, with more of its source.",
		OPTION_ROWS(rows), .least = 1, .most = 2,
		.few = "which finding?", .many = "one finding at a time",
		.hint = "Ids stand in `retread report`: retread show "
			"RT-1f3c9a"};

	return options_run(&options, argc, argv, show_show, &chosen);
}
