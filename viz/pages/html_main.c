/* SPDX-License-Identifier: MIT
 * retread-html: a report -> a directory of pages. */
#include "config.h"

#include <stdlib.h>

#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/report/compare.h"
#include "lib/report/report.h"

#include "viz/site.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph/graph.h"
#endif

struct html_run {
	const char *report;
	const char *out;
	const char *baseline; /* NULL: none */
	const char *results;  /* NULL: none */
	bool is_one_file;
	bool is_spectra, is_found, is_history;
};

/* BEFORE may be NULL. */
static int html_main_write_pages(const struct html_run *run,
	const struct report *report, const struct comparison *before,
	struct error *err)
{
	struct site_options options = {.report = report,
		.before = before,
		.out = run->out,
		.results = run->results,
		.is_one_file = run->is_one_file};
	struct website site;
	int status;

#ifdef HAVE_GRAPHVIZ
	options.renderer = graph_renderer_new();
#endif
	site_init(&site, &options);
	status = site_write(&site, err);
	site_release(&site);
#ifdef HAVE_GRAPHVIZ
	graph_renderer_free(options.renderer);
#endif
	return status;
}

static int read_and_write(const struct html_run *run, struct error *err)
{
	struct report report, old;
	struct comparison before;
	int status;

	report_init(&report);
	report_init(&old);
	status = report_read_json(&report, run->report, err);
	if (status == 0 && run->baseline)
		status = report_read_json(&old, run->baseline, err);
	if (status == 0) {
		comparison_init(&before, &old, &report);
		status = html_main_write_pages(
			run, &report, run->baseline ? &before : NULL, err);
		comparison_release(&before);
	}
	report_release(&report);
	report_release(&old);
	return status;
}

static int write_kind(const struct html_run *run, struct error *err)
{
	if (run->is_spectra)
		return site_write_spectra(run->report, run->out, err);
	if (run->is_found)
		return site_write_found(run->report, run->out, err);
	if (run->is_history)
		return site_write_history(run->report, run->out, err);
	return read_and_write(run, err);
}

static int html_main_write_all(void *chosen, const struct operands *operands)
{
	struct html_run *run = chosen;
	struct error err = {0};

	run->report = operands->operand[0];
	if (write_kind(run, &err) == 0)
		return EXIT_SUCCESS;
	return program_fail(EXIT_FAILURE, "retread report", err.text, NULL);
}

int main(int argc, char **argv)
{
	struct html_run run = {0};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &run.out, .argument = "DIR",
			.help = "write pages into DIR",
			.missing = "give -o DIR; see --help"},
		{"baseline", 'b', OPTION_TEXT, &run.baseline,
			.argument = "REPORT",
			.help = "list what changed since REPORT"},
		{"results", 'r', OPTION_TEXT, &run.results, .argument = "DIR",
			.help = "show what was proved and fuzzed in DIR"},
		{"self-contained", 's', OPTION_FLAG, &run.is_one_file,
			.help = "write one file, DIR being its name"},
		{"spectra", 0, OPTION_FLAG, &run.is_spectra,
			.help = "write DIR, a file, of what retread spectra "
				"report --json printed"},
		{"found", 0, OPTION_FLAG, &run.is_found,
			.help = "the same of retread found --json"},
		{"history", 0, OPTION_FLAG, &run.is_history,
			.help = "the same of retread history --json"},
	};
	const struct options options = {.program = "retread-html",
		.synopsis = "[OPTION]... -o DIR REPORT",
		.summary = "Turns a report into pages.",
		OPTION_ROWS(rows),
		.least = 1,
		.most = 1,
		.few = "give a report; see --help",
		.many = "one report at a time"};

	return options_run(&options, argc, argv, html_main_write_all, &run);
}
