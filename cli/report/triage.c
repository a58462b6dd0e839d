/* SPDX-License-Identifier: MIT
 * `retread triage`: what the project decides about the cause of a finding. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/report/decisions.h"
#include "cli/report/forms.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/command/known_errors.h"

#define TRIAGE_HINT                                                            \
	"As in: retread triage RT-1f3c9a accepted --until 2030-01-31 --note "  \
	"\"a table is planned\""

struct triage_options {
	const char *until, *note;
};

/* The finding of REPORT that ID names; SIZE_MAX with ERR filled: none, or several. */
static size_t triage_find(
	const struct report *report, const char *id, struct error *err)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < report->finding_count; i++) {
		if (!report_finding_matches(&report->finding[i], id))
			continue;
		if (found != SIZE_MAX && strcmp(report->finding[found].id,
						 report->finding[i].id) != 0) {
			error_set(err, "\"%s\" is the beginning of %s and %s",
				id, report->finding[found].id,
				report->finding[i].id);
			return SIZE_MAX;
		}
		found = i;
	}
	if (found == SIZE_MAX)
		error_set(err, "no finding \"%s\"", id);
	return found;
}

/* Adds the decision about FINDING: without a note, what it claims is the note. */
static void triage_decide(struct decisions *decisions,
	const struct report_finding *finding, const char *state,
	const struct triage_options *options)
{
	char *title = names_title_dup(NAMES_SHORT, finding);
	const struct decision decision = {.id = finding->id,
		.triage = {state, options->until, options->note ?: title}};

	decisions_add(decisions, &decision);
	free(title);
}

static int triage_change(
	const char *id, const char *state, const struct triage_options *options)
{
	const char *kept = decision_state(state);
	struct decisions decisions;
	struct report report;
	struct error err = {{0}};
	size_t index = SIZE_MAX;
	int status = CLI_USAGE;

	report_init(&report);
	decisions_read(&decisions, stderr);
	if (results_load(&report, cli_out_directory(NULL), &err) == 0)
		index = triage_find(&report, id, &err);
	if (index != SIZE_MAX) {
		decisions_remove(&decisions, &report, index);
		if (kept)
			triage_decide(&decisions, &report.finding[index], kept,
				options);
		status = decisions_write(&decisions, &err) == 0
				 ? CLI_DONE
				 : CLI_ENVIRONMENT;
	}
	if (status == CLI_DONE)
		printf("%s is %s now, see %s\nnext: retread report\n",
			report.finding[index].id, kept ?: "open",
			decisions.path);
	else
		cli_fail(status, "triage", &err,
			status != CLI_USAGE ? NULL
			: report.finding_count > 0
				? "See what there is: retread report --all"
				: HINT_RECORD);
	decisions_release(&decisions);
	report_release(&report);
	return status;
}

/* The lines of the project's file. */
static int triage_list(void)
{
	struct decisions decisions;

	decisions_read(&decisions, stderr);
	for (size_t i = 0; i < decisions.count; i++) {
		char *line = decision_line_dup(&decisions.decision[i]);
		cli_print_clean(stdout, line);
		puts(decision_has_ended(&decisions.decision[i]) ? " (ended)"
								: "");
		free(line);
	}
	decisions_release(&decisions);
	return CLI_DONE;
}

/* A note is one line. */
static bool triage_is_line(const char *text)
{
	return !text || !strpbrk(text, "\r\n");
}

static int triage_run(void *chosen, const struct operands *operands)
{
	const struct triage_options *options = chosen;
	const char *state = operands->count == 2 ? operands->operand[1] : NULL;

	if (operands->count == 0)
		return triage_list();
	if (!state || (!decision_state(state) && strcmp(state, "open") != 0))
		return cli_misuse("triage", "accepted, wontfix or open again?",
			TRIAGE_HINT);
	if (options->until && !decision_is_day(options->until))
		return cli_misuse("triage",
			"--until is a day such as 2030-01-31", TRIAGE_HINT);
	if (!triage_is_line(options->note))
		return cli_misuse("triage", "--note is one line", TRIAGE_HINT);
	return triage_change(operands->operand[0], state, options);
}

int verb_triage(int argc, char **argv)
{
	struct triage_options chosen = {0};
	const struct option_row rows[] = {
		{"note", 'n', OPTION_TEXT, &chosen.note, .argument = "TEXT",
			.help = "say why (else what the finding claims is "
				"kept)"},
		{"until", 'u', OPTION_TEXT, &chosen.until, .argument = "DAY",
			.help = "let it end after DAY, as 2030-01-31"},
	};
	const struct options options = {"retread triage",
		"[OPTION]... [ID accepted|wontfix|open] [DIR]",
		"Keeps in .retread-triage what the project decides about the "
		"cause of the finding ID in DIR (retread-out), so that reports "
		"and gates leave it out; or lists the decisions.",
		OPTION_ROWS(rows), .most = 2, .many = "one finding at a time",
		.hint = TRIAGE_HINT};

	return options_run(&options, results_choose(argc, argv), argv,
		triage_run, &chosen);
}
