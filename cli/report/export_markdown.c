/* SPDX-License-Identifier: MIT
 * Markdown: the causes as a table, for the summary of a check on a forge. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/report/forms.h"
#include "lib/report/cause.h"

#define ROWS_MAX 20 /* causes; a summary is read at a glance */

/* TEXT so that nothing in it is markup, in one line. */
static void markdown_print(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;
		if (strchr("\\`*_[]<>|~&#", c))
			putc('\\', out);
		putc(c < 0x20 || c == 0x7f ? ' ' : c, out);
	}
}

static void markdown_print_place(FILE *out, const struct report_place *place,
	const struct export_options *options)
{
	bool is_relative;
	char *file;

	if (!place || !place->file) {
		putc('?', out);
		return;
	}
	file = export_path_dup(place->file, options, &is_relative);
	markdown_print(out, file);
	if (place->line > 0)
		fprintf(out, ":%u", place->line);
	free(file);
}

/* "new, " where that is known. */
static void markdown_print_change(
	FILE *out, const struct export_options *options, size_t index)
{
	if (options->before &&
		options->before->after_state[index] != COMPARISON_SAME)
		fprintf(out, "%s, ",
			comparison_state_name(
				options->before->after_state[index]));
}

static void markdown_print_cause(FILE *out, const struct report *report,
	size_t index, size_t findings, const struct export_options *options)
{
	const struct report_finding *finding = &report->finding[index];
	char *title = names_title_dup(export_names(options), finding);

	fputs("| ", out);
	markdown_print_change(out, options, index);
	fprintf(out, "%s | ", report_severity_name(finding->severity));
	markdown_print_place(out, report_finding_loop(finding), options);
	fputs(" | ", out);
	markdown_print(out, title);
	if (report_finding_is_proved(finding)) {
		fputs("; ", out);
		markdown_print(out, finding->proof->sentence);
	}
	if (findings > 1)
		fprintf(out, " (and %zu more)", findings - 1);
	if (options->pages)
		fprintf(out, " | [%s](<%s/finding/%s.html>) |\n", finding->id,
			options->pages, finding->id);
	else
		fprintf(out, " | %s |\n", finding->id);
	free(title);
}

/* "### retread: 3 causes: 1 high, 2 low" */
static void markdown_print_heading(FILE *out, const struct report *report,
	const struct report_cause *cause)
{
	size_t count[REPORT_HIGH + 1] = {0}, total = 0;
	const char *separator = ": ";

	for (size_t i = 0; i < report->finding_count; i++)
		if (cause[i].lead == i &&
			report_finding_is_shown(&report->finding[i])) {
			count[report->finding[i].severity]++;
			total++;
		}
	fprintf(out, "### retread: %zu cause%s", total, cli_plural(total));
	for (size_t i = REPORT_HIGH + 1; i-- > 0;)
		if (count[i] > 0) {
			fprintf(out, "%s%zu %s", separator, count[i],
				report_severity_name((enum report_severity)i));
			separator = ", ";
		}
	fputs("\n\n", out);
}

/* The causes above low, as many as fit. Returns how many are left out. */
static size_t markdown_print_causes(FILE *out, const struct report *report,
	const struct report_cause *cause, const struct export_options *options)
{
	size_t printed = 0, more = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (cause[i].lead != i || !report_finding_is_shown(finding))
			continue;
		if (finding->severity <= REPORT_LOW || printed == ROWS_MAX) {
			more++;
			continue;
		}
		if (printed++ == 0)
			fputs("| severity | loop | what repeats | finding |\n"
			      "|---|---|---|---|\n",
				out);
		markdown_print_cause(out, report, i, cause[i].count, options);
	}
	if (printed > 0)
		putc('\n', out);
	return more;
}

int export_markdown(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	struct report_cause *cause = report_join_causes(report);
	size_t more, decided = 0;

	(void)err;
	for (size_t i = 0; i < report->finding_count; i++)
		decided += report->finding[i].triage.state != NULL;
	markdown_print_heading(out, report, cause);
	more = markdown_print_causes(out, report, cause, options);
	if (more > 0)
		fprintf(out, "%zu more cause%s: `retread report --all`\n\n",
			more, cli_plural(more));
	if (decided > 0)
		fprintf(out, "%zu finding%s left out by `retread triage`\n\n",
			decided, decided == 1 ? " is" : "s are");
	fprintf(out, "Recorded: %zu process%s, %zu test%s.\n",
		report->process_count, report->process_count == 1 ? "" : "es",
		report->test_count, cli_plural(report->test_count));
	free(cause);
	return 0;
}
