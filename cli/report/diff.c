/* SPDX-License-Identifier: MIT
 * `retread diff`: what is new, gone, worse and better. */
#include "config.h"

#include "cli/report/decisions.h"
#include "cli/report/forms.h"

#include <stdlib.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/code/source.h"
#include "lib/json.h"
#include "lib/output/stacks.h"
#include "lib/report/claim.h"
#include "lib/words.h"

#define DIFF_SCHEMA "retread-diff-1"

void diff_print_counts(const struct comparison *comparison, FILE *out)
{
	for (int i = 0; i < COMPARISON_STATES; i++)
		fprintf(out, "%s%zu %s", i > 0 ? ", " : "",
			comparison->count[i],
			comparison_state_name((enum comparison_state)i));
}

struct printing {
	const struct comparison *comparison;
	struct source *source;
	FILE *out;
};

static void diff_print_finding(const struct printing *printing,
	const struct report_finding *finding, enum comparison_state state)
{
	FILE *out = printing->out;
	const struct report_finding *before =
		state == COMPARISON_NEW || state == COMPARISON_GONE
			? NULL
			: comparison_before(printing->comparison, finding);
	char now[WORDS_NUMBER_BYTES], old[WORDS_NUMBER_BYTES];
	char *title = names_title_dup(NAMES_QUALIFIED, finding);

	fprintf(out, " %-7s %s  %s\n         " FOLD,
		comparison_state_name(state), finding->id,
		report_severity_name(finding->severity));
	cli_print_clean(out, title);
	free(title);
	fputs("\n         " FOLD, out);
	if (finding->file) {
		cli_print_clean(out,
			source_short_name(printing->source, finding->file));
		fprintf(out, ":%u   ", finding->line);
	}
	words_number(now, report_finding_repeated(finding));
	if (before)
		fprintf(out, "%s -> %s repeated reads, %s -> %s\n",
			words_number(old, report_finding_repeated(before)), now,
			report_severity_name(before->severity),
			report_severity_name(finding->severity));
	else
		fprintf(out, "%s repeated reads\n", now);
}

void diff_print_text(const struct comparison *comparison, FILE *out)
{
	const struct report *after = comparison->after;
	const struct report *before = comparison->before;
	struct fold fold;
	struct printing printing = {comparison, source_new(),
		fold_begin(&fold, out, cli_width(CLI_WIDTH_OF_TERMINAL, out))};

	for (int state = 0; state < COMPARISON_SAME; state++)
		for (size_t i = 0; i < after->finding_count; i++)
			if ((int)comparison->after_state[i] == state &&
				report_finding_is_shown(&after->finding[i]))
				diff_print_finding(&printing,
					&after->finding[i],
					(enum comparison_state)state);
	for (size_t i = 0; i < before->finding_count; i++)
		if (comparison->is_gone[i] &&
			report_finding_is_shown(&before->finding[i]))
			diff_print_finding(&printing, &before->finding[i],
				COMPARISON_GONE);
	source_free(printing.source);
	fold_end(&fold);
}

static struct json_value *diff_make_finding(
	const struct report_finding *finding, enum comparison_state state,
	const struct report_finding *before)
{
	char *claim = claim_dup(finding);
	struct json_value *object = JSON_OBJECT(
		JSON("state", comparison_state_name(state)),
		JSON("id", finding->id),
		JSON("rule", report_rule_name(finding->rule)),
		JSON("severity", report_severity_name(finding->severity)),
		JSON("sentence", claim), JSON("file", finding->file),
		JSON("line", finding->line),
		JSON("repeated", report_finding_repeated(finding)),
		JSON_IF(before, "severity_before",
			report_severity_name(before->severity)),
		JSON_IF(before, "repeated_before",
			report_finding_repeated(before)));

	free(claim);
	return object;
}

struct json_value *diff_make_json(const struct comparison *comparison)
{
	const struct report *after = comparison->after;
	const struct report *before = comparison->before;
	struct json_value *counts = json_make_object();
	struct json_value *findings = json_make_array();

	for (int i = 0; i < COMPARISON_STATES; i++)
		json_put_count(counts,
			comparison_state_name((enum comparison_state)i),
			comparison->count[i]);
	for (size_t i = 0; i < after->finding_count; i++)
		if (report_finding_is_shown(&after->finding[i]))
			json_append(
				findings, diff_make_finding(&after->finding[i],
						  comparison->after_state[i],
						  comparison_before(comparison,
							  &after->finding[i])));
	for (size_t i = 0; i < before->finding_count; i++)
		if (comparison->is_gone[i] &&
			report_finding_is_shown(&before->finding[i]))
			json_append(
				findings, diff_make_finding(&before->finding[i],
						  COMPARISON_GONE, NULL));
	return JSON_OBJECT(JSON("schema", DIFF_SCHEMA), JSON("counts", counts),
		JSON("findings", findings));
}

static int diff_print_json(
	const struct comparison *comparison, FILE *out, struct error *err)
{
	struct json_value *object = diff_make_json(comparison);
	int result = json_print(object, out, err);

	json_free(object);
	return result;
}

/* As difffolded.pl writes them. */
static void diff_print_folded(const struct comparison *comparison, FILE *out)
{
	const struct export_options options = {.names = EXPORT_NAMES};
	struct stacks before, after, both;

	stacks_init(&before);
	stacks_init(&after);
	stacks_init(&both);
	export_add_stacks(comparison->before, &options, &before);
	export_add_stacks(comparison->after, &options, &after);
	stacks_compare(&both, &before, &after);
	stacks_print_difference(&both, out);
	stacks_release(&before);
	stacks_release(&after);
	stacks_release(&both);
}

struct diff_options {
	bool json, folded;
	struct gate gate;
	const char *gate_text;
	const char *html; /* directory, or file; NULL: no pages */
	bool is_one_file;
	const char *sarif; /* file; NULL: none is written */
	bool quiet;
};

/* Returns an exit code. */
static int diff_write_files(struct report *before, struct report *after,
	const struct comparison *comparison, const struct diff_options *options)
{
	struct error err = {{0}};
	struct programs_pages pages = {.report = after,
		.before = before,
		.out = options->html,
		.is_one_file = options->is_one_file};

	if (options->html && programs_write_pages(&pages, &err) != 0)
		return cli_fail(
			pages.has_crashed ? CLI_INTERNAL : CLI_ENVIRONMENT,
			"diff", &err, NULL);
	if (options->sarif && export_write_sarif(after, comparison,
				      options->sarif, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, "diff", &err, NULL);
	return CLI_DONE;
}

static int diff_print(const struct comparison *comparison,
	const struct diff_options *options, struct error *err)
{
	if (options->json)
		return diff_print_json(comparison, stdout, err);
	if (options->folded) {
		diff_print_folded(comparison, stdout);
	} else {
		fputs("retread: ", stdout);
		diff_print_counts(comparison, stdout);
		fputs("\n", stdout);
		diff_print_text(comparison, stdout);
		if (options->html)
			printf(" pages: %s%s\n", options->html,
				options->is_one_file ? "" : "/changes.html");
	}
	if (fflush(stdout) != 0 || ferror(stdout))
		return error_set_errno(err, "cannot write to stdout");
	return 0;
}

/* The finding that wants to be looked at first: a new one, else a worse one; NULL:
 * none. */
static const struct report_finding *find_worst(
	const struct comparison *comparison, const struct report *after)
{
	static const enum comparison_state states[] = {
		COMPARISON_NEW, COMPARISON_WORSE};

	for (size_t k = 0; k < sizeof states / sizeof states[0]; k++)
		for (size_t i = 0; i < after->finding_count; i++)
			if (comparison->after_state[i] == states[k] &&
				report_finding_is_shown(&after->finding[i]))
				return &after->finding[i];
	return NULL;
}

static void diff_print_next(const struct comparison *comparison,
	const struct report *after, const char *now)
{
	const struct report_finding *worst = find_worst(comparison, after);
	char *argument = cli_directory_argument(now);

	if (worst)
		fprintf(stderr, "next: retread show %s%s\n", worst->id,
			argument);
	else
		fprintf(stderr, "next: retread report%s\n", argument);
	free(argument);
}

static int diff(
	const char *old, const char *now, const struct diff_options *options)
{
	struct report before, after;
	struct comparison comparison;
	struct error err = {{0}};
	size_t count;
	int status;

	report_init(&before);
	report_init(&after);
	if (results_load(&before, old, &err) != 0 ||
		results_load(&after, now, &err) != 0) {
		status = cli_fail(CLI_USAGE, "diff", &err,
			"Give two results: directories, or files report.json");
		goto out;
	}
	decisions_apply(&before, NULL);
	decisions_apply(&after, stderr);
	comparison_init(&comparison, &before, &after);
	count = gate_count(&options->gate, &after, &comparison);
	status = diff_write_files(&before, &after, &comparison, options);
	if (status == CLI_DONE && diff_print(&comparison, options, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "diff", &err, NULL);
	if (status == CLI_DONE && count > 0) {
		fprintf(stderr,
			"retread diff: failing because of --fail-on %s: %zu "
			"finding%s\n",
			options->gate_text, count, cli_plural(count));
		status = CLI_GATE;
	}
	if (status <= CLI_GATE && !options->json && !options->folded &&
		!options->quiet)
		diff_print_next(&comparison, &after, now);
	comparison_release(&comparison);
out:
	report_release(&before);
	report_release(&after);
	return status;
}

static int check_and_diff(void *chosen, const struct operands *operands)
{
	struct diff_options *options = chosen;
	struct error err = {{0}};

	if (options->is_one_file && !options->html)
		return cli_misuse("diff", "--self-contained needs a name",
			"As in: retread diff --html changes.html "
			"--self-contained BEFORE AFTER");
	if (gate_parse(&options->gate, options->gate_text, &err) != 0)
		return cli_fail(CLI_USAGE, "diff", &err, NULL);
	return diff(operands->operand[0], operands->operand[1], options);
}

int verb_diff(int argc, char **argv)
{
	struct diff_options chosen = {0};
	const struct option_row rows[] = {
		{"json", 0, OPTION_FLAG, &chosen.json, .help = "print JSON"},
		{"folded", 0, OPTION_FLAG, &chosen.folded,
			.help = "print what repeats in both, as stacks for a "
				"flame graph of the difference"},
		{"fail-on", 0, OPTION_TEXT, &chosen.gate_text,
			.argument = "SEVERITY", .help = GATE_HELP},
		{"html", 0, OPTION_TEXT, &chosen.html, .argument = "DIR",
			.help = "write pages of AFTER into DIR, with one of "
				"what changed"},
		{"self-contained", 0, OPTION_FLAG, &chosen.is_one_file,
			.help = "write the pages as one file, which --html "
				"names"},
		{"sarif", 0, OPTION_TEXT, &chosen.sarif, .argument = "FILE",
			.help = "write AFTER to FILE for a forge or an editor, "
				"with what changed"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "do not suggest the next command"},
	};
	const struct options options = {"retread diff",
		"[OPTION]... BEFORE AFTER",
		"Prints what is new, worse, better and gone in the results "
		"AFTER "
		"when compared with BEFORE.",
		OPTION_ROWS(rows), .least = 2, .most = 2,
		.few = "diff compares two results",
		.many = "two results at a time",
		.hint = "As in: retread diff before/report.json retread-out"};

	return options_run(&options, argc, argv, check_and_diff, &chosen);
}
