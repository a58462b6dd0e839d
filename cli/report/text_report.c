/* SPDX-License-Identifier: MIT
 * A report as text: its causes, those that cost most first. */
#include "config.h"

#include "cli/report/forms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/outcomes.h"
#include "cli/recorded.h"
#include "lib/code/source.h"
#include "lib/code/test_names.h"
#include "lib/memory.h"
#include "lib/report/cause.h"

#define CAUSES_MAX  20 /* that are printed without --all */
#define MEMBERS_MAX 4  /* of a cause, that are named */
#define NAMES_MAX   3 /* tests of one outcome; with --all as many as there are */
#define LINES_MAX   280 /* of causes, so that the whole has 300 */

static size_t text_count_shown(
	const struct text_style *style, const struct report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		count += text_shows(style, &report->finding[i]);
	return count;
}

static void print_left_out(const struct text_style *style,
	const char **separator, size_t count, const char *words)
{
	if (count == 0)
		return;
	fprintf(style->out, "%s%zu %s", *separator, count, words);
	*separator = ", ";
}

/* "retread: 3 findings in 2 processes of 1 program (not shown: 4 of severity
 * info, 2 suppressed)"; ", 1 proved to grow" if there are any. */
static void text_print_summary(
	const struct text_style *style, const struct report *report)
{
	size_t programs = 0, info = 0, suppressed = 0, proved = 0;
	size_t decided = 0, shown = text_count_shown(style, report);

	for (size_t i = 0; i < report->process_count; i++)
		programs +=
			i == 0 || strcmp(report->process[i].program,
					  report->process[i - 1].program) != 0;
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		bool is_proved = report_finding_state(finding) == REPORT_PROVED;
		decided += finding->triage.state != NULL;
		suppressed += finding->suppressed && !finding->triage.state;
		proved += is_proved;
		info += !finding->suppressed && !is_proved &&
			finding->severity == REPORT_INFO;
	}
	fprintf(style->out,
		"retread: " FOLD
		"%zu finding%s in %zu process%s of %zu program%s",
		shown, cli_plural(shown), report->process_count,
		report->process_count == 1 ? "" : "es", programs,
		cli_plural(programs));
	if (proved > 0)
		fprintf(style->out, ", %zu proved to grow", proved);
	if (!style->all && info + suppressed + decided > 0) {
		const char *separator = " (not shown: ";
		print_left_out(style, &separator, info, "of severity info");
		print_left_out(style, &separator, decided, "by triage");
		print_left_out(style, &separator, suppressed, "suppressed");
		putc(')', style->out);
	}
	putc('\n', style->out);
}

#define INEXACT_MAX 5 /* that are named one by one */

static void print_exactness(
	const struct text_style *style, const struct report *report)
{
	const char *separator = " except ";
	size_t shown = text_count_shown(style, report), inexact = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		inexact += text_shows(style, &report->finding[i]) &&
			   report->finding[i].exactness != REPORT_EXACT;
	if (shown == 0)
		return;
	if (inexact == shown) {
		fputs(" " FOLD "no number is exact, see each finding\n",
			style->out);
		return;
	}
	fputs(" " FOLD "numbers are exact", style->out);
	if (inexact > INEXACT_MAX) {
		fprintf(style->out, " except in %zu findings, which say so\n",
			inexact);
		return;
	}
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (!text_shows(style, finding) ||
			finding->exactness == REPORT_EXACT)
			continue;
		fprintf(style->out, "%s%s (%s)", separator, finding->id,
			report_exactness_name(finding->exactness));
		separator = ", ";
	}
	putc('\n', style->out);
}

/*--- causes ---*/

/* " and 3 more of this cause: g at a.c:3 (RT-1f3c9a), ..." */
static void print_cause_members(const struct text_style *style,
	const struct report *report, const struct report_cause *cause,
	size_t lead)
{
	const char *separator = "";

	if (cause[lead].count == 1)
		return;
	fprintf(style->out, TEXT_MARGIN "as well    " CLIP "%zu more: ",
		cause[lead].count - 1);
	for (size_t i = cause[lead].next, left = MEMBERS_MAX;
		i != SIZE_MAX && left > 0; i = cause[i].next, left--) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_place *loop = report_finding_loop(finding);
		fprintf(style->out, "%s%s", separator, finding->id);
		if (loop) {
			fputs(" ", style->out);
			text_print_place(style, loop);
		}
		separator = ", ";
	}
	putc('\n', style->out);
}

static void text_print_cause(const struct text_style *style,
	const struct report *report, const struct report_cause *cause,
	size_t lead)
{
	const struct report_finding *finding = &report->finding[lead];

	text_print_block(style, finding);
	print_cause_members(style, report, cause, lead);
	if (style->results && finding->severity == REPORT_HIGH &&
		report_finding_state(finding) < REPORT_PROVED) {
		fputs(TEXT_MARGIN "prove      ", style->out);
		recorded_print_proof(
			style->results, report, finding, style->out);
	}
	putc('\n', style->out);
}

/* The same, unless it has more lines than are *LEFT. */
static bool print_cause_that_fits(const struct text_style *style,
	const struct report *report, const struct report_cause *cause,
	size_t lead, size_t *left)
{
	struct text_style folded = *style;
	struct fold fold;
	char *text = NULL;
	size_t bytes, lines = 0;
	FILE *out = open_memstream(&text, &bytes);
	bool fits;

	if (!out)
		memory_fail(0);
	folded.out = fold_begin(&fold, out, style->width);
	text_print_cause(&folded, report, cause, lead);
	fold_end(&fold);
	fclose(out);
	for (const char *at = text; (at = strchr(at, '\n')); at++)
		lines++;
	fits = lines <= *left;
	if (fits)
		fputs(text, style->out);
	*left = fits ? *left - lines : 0;
	free(text);
	return fits;
}

/* " and 12 more causes, 40 of severity low: --all" */
static void print_causes_left(
	const struct text_style *style, size_t more, size_t low)
{
	if (more + low == 0)
		return;
	fputs(" " FOLD "and", style->out);
	if (more > 0)
		fprintf(style->out, " %zu more cause%s%s", more,
			cli_plural(more), low > 0 ? "," : "");
	if (low > 0)
		fprintf(style->out, " %zu of severity low", low);
	fputs(": --all\n\n", style->out);
}

static void text_print_causes(
	const struct text_style *style, const struct report *report)
{
	struct report_cause *cause = report_join_causes(report);
	size_t printed = 0, more = 0, low = 0, left = LINES_MAX;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (cause[i].lead != i || !text_shows(style, finding))
			continue;
		if (style->all) {
			text_print_cause(style, report, cause, i);
		} else if (finding->severity <= REPORT_LOW) {
			low++;
		} else if (printed < CAUSES_MAX &&
			   print_cause_that_fits(
				   style, report, cause, i, &left)) {
			printed++;
		} else {
			more++;
		}
	}
	print_causes_left(style, more, low);
	free(cause);
}

/* " 3 causes: 1 high, 1 medium, 1 low" */
static void print_cause_counts(
	const struct text_style *style, const struct report *report)
{
	struct report_cause *cause = report_join_causes(report);
	size_t count[REPORT_HIGH + 1] = {0}, total = 0;
	const char *separator = ": ";

	for (size_t i = 0; i < report->finding_count; i++)
		if (cause[i].lead == i &&
			text_shows(style, &report->finding[i])) {
			count[report->finding[i].severity]++;
			total++;
		}
	free(cause);
	if (total == 0)
		return;
	fprintf(style->out, " " FOLD "%zu cause%s", total, cli_plural(total));
	for (size_t i = REPORT_HIGH + 1; i-- > 0;)
		if (count[i] > 0) {
			fprintf(style->out, "%s%zu %s", separator, count[i],
				report_severity_name((enum report_severity)i));
			separator = ", ";
		}
	putc('\n', style->out);
}

/* " not grown yet: retread prove" */
static void print_waiting(
	const struct text_style *style, const struct report *report)
{
	char *argument;

	if (!report_waits_for_growth(report))
		return;
	fputs(" " FOLD "not grown yet", style->out);
	if (style->results) {
		argument = cli_directory_argument(style->results);
		fprintf(style->out, ": retread prove%s", argument);
		free(argument);
	}
	putc('\n', style->out);
}

static void print_framework(
	const struct text_style *style, const struct report_coverage *coverage)
{
	const char *pattern = coverage->framework
				      ? test_names_include(coverage->framework)
				      : NULL;

	/* Another name is of another version, or of a damaged report. */
	if (coverage->left_out == 0 || !pattern)
		return;
	fprintf(style->out,
		" " FOLD "%" PRIu64 " function%s of %s left out, as a test "
		"framework's: retread record --include='%s' analyses %s\n",
		coverage->left_out, cli_plural(coverage->left_out),
		coverage->framework, pattern,
		coverage->left_out == 1 ? "it" : "them");
}

static void report_text_print_report(
	const struct text_style *style, const struct report *report)
{
	text_print_summary(style, report);
	print_cause_counts(style, report);
	print_waiting(style, report);
	if (report->test_count > 1 || outcomes_count_bad(report) > 0) {
		fprintf(style->out, " " FOLD "%zu test%s: ", report->test_count,
			cli_plural(report->test_count));
		outcomes_print(
			style->out, report, style->all ? SIZE_MAX : NAMES_MAX);
		putc('\n', style->out);
	}
	if (report->finding_count == 0 && report->coverage.functions == 0 &&
		report->coverage.left_out == 0 && report->process_count > 0)
		fputs(" " FOLD
		      "No function with debug information read anything: was "
		      "it compiled with -g?\n",
			style->out);
	print_framework(style, &report->coverage);
	putc('\n', style->out);
	text_print_causes(style, report);
	print_exactness(style, report);
	text_print_warnings(style, report);
}

void text_print_report(
	const struct text_style *style, const struct report *report)
{
	struct text_style unfolded = *style;
	struct fold fold;

	unfolded.out = fold_begin(&fold, style->out, style->width);
	report_text_print_report(&unfolded, report);
	fold_end(&fold);
}

/*--- lines as compilers print them ---*/

static void print_change(
	const struct text_style *style, const struct report_finding *finding)
{
	enum comparison_state state;

	if (!style->before)
		return;
	state = style->before
			->after_state[finding - style->before->after->finding];
	if (state != COMPARISON_SAME)
		fprintf(style->out, "%s: ", comparison_state_name(state));
}

static void print_gcc_line(
	const struct text_style *style, const struct report_finding *finding)
{
	const struct report_place own = {.file = finding->file,
		.line = finding->line,
		.function = finding->function};
	const struct report_place *place = report_finding_loop(finding);
	const char *kind =
		finding->severity >= REPORT_MEDIUM ? "warning" : "note";

	if (!place || (!place->file && own.file))
		place = &own;
	text_print_position(style, place, source_open_name);
	fprintf(style->out, ": %s: ", kind);
	print_change(style, finding);
	text_print_sentence(style, finding, names_claim_dup);
	if (report_finding_state(finding) == REPORT_PROVED) {
		fputs("; proved: ", style->out);
		cli_print_clean(style->out, finding->proof->sentence);
		text_print_second(style, finding->proof);
	}
	fprintf(style->out, " [retread-%s] (%s)\n",
		report_rule_name(finding->rule), finding->id);
}

void text_print_gcc(const struct text_style *style, const struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		if (text_shows(style, &report->finding[i]))
			print_gcc_line(style, &report->finding[i]);
	}
}
