/* SPDX-License-Identifier: MIT
 * Folded stacks and CSV: a line for each finding, or for each point. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/forms.h"
#include "lib/memory.h"
#include "lib/output/stacks.h"

static char *show_frame(const struct export_options *options,
	const char *function, const char *linkage)
{
	return names_show(export_names(options),
		function && *function != '\0' ? function : "???", linkage);
}

/* The functions of FINDING's path, joined. Free it. */
static char *join_frames_dup(const struct report_finding *finding,
	const struct export_options *options)
{
	size_t count = finding->aec.count;
	char **frame = memory_alloc_zero(count + 1, sizeof *frame);
	char *text;

	for (size_t i = 0; i < count; i++)
		frame[count - 1 - i] =
			show_frame(options, finding->aec.place[i].function,
				finding->aec.place[i].linkage);
	if (count == 0)
		frame[count++] = show_frame(options, finding->function, NULL);
	text = stacks_join_dup((const char *const *)frame, count);
	while (count > 0)
		free(frame[--count]);
	free(frame);
	return text;
}

void export_add_stacks(const struct report *report,
	const struct export_options *options, struct stacks *stacks)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		char *frames;
		if (!report_finding_is_shown(finding))
			continue;
		frames = join_frames_dup(finding, options);
		stacks_add(stacks, frames, 0, report_finding_repeated(finding));
		free(frames);
	}
}

int export_folded(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	struct stacks stacks;

	(void)err;
	stacks_init(&stacks);
	export_add_stacks(report, options, &stacks);
	stacks_print(&stacks, out);
	stacks_release(&stacks);
	return 0;
}

/* RFC 4180. What a spreadsheet would take for a formula gets a quote. */
static void export_table_print_cell(FILE *out, const char *text)
{
	if (!text)
		text = "";
	putc('"', out);
	if (*text != '\0' && strchr("=+-@\t\r", *text))
		putc('\'', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}

static void export_table_print_row(
	FILE *out, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	fprintf(out, "%s,%s,%s,", finding->id, report_rule_name(finding->rule),
		report_severity_name(finding->severity));
	export_table_print_cell(out, finding->function);
	putc(',', out);
	export_table_print_cell(out, finding->file);
	fprintf(out, ",%u,", finding->line);
	export_table_print_cell(out, finding->root);
	putc(',', out);
	export_table_print_cell(out, finding->structure_type);
	fprintf(out,
		",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
		evidence->activations, evidence->walks.min, evidence->walks.max,
		evidence->walk_length.min, evidence->walk_length.max,
		evidence->reads, evidence->distinct,
		report_finding_repeated(finding));
	if (evidence->points > 0)
		fprintf(out, ",%.9g,%.9g,%.9g,%" PRIu64, evidence->degree,
			evidence->degree_low, evidence->degree_high,
			evidence->points);
	else
		fputs(",,,,0", out);
	fprintf(out, ",%s,%zu,%s,", report_exactness_name(finding->exactness),
		finding->test_count,
		report_state_name(report_finding_state(finding)));
	export_table_print_cell(
		out, finding->proof ? finding->proof->sentence : "");
	putc(',', out);
	if (finding->proof && report_finding_is_proved(finding) &&
		finding->proof->one_second > 0)
		fprintf(out, "%" PRIu64, finding->proof->one_second);
	fputs("\r\n", out);
}

int export_csv(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	(void)options;
	(void)err;
	fputs("id,rule,severity,function,file,line,root,type,activations,"
	      "walks_min,walks_max,walk_length_min,walk_length_max,reads,"
	      "distinct,repeated,degree,degree_low,degree_high,points,"
	      "exactness,tests,state,proof,one_second\r\n",
		out);
	/* A column says which are suppressed. */
	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_is_notable(&report->finding[i]))
			export_table_print_row(out, &report->finding[i]);
	return 0;
}

/* RFC 4180, a row for each call that was kept. */
int export_points(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	(void)options;
	(void)err;
	fputs("id,function,size,cost\r\n", out);
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_evidence *evidence = &finding->evidence;
		if (!report_finding_is_shown(finding))
			continue;
		for (size_t k = 0; k < evidence->point_count; k++) {
			fprintf(out, "%s,", finding->id);
			export_table_print_cell(out, finding->function);
			fprintf(out, ",%.9g,%.9g\r\n", evidence->point[k].size,
				evidence->point[k].cost);
		}
	}
	return 0;
}
