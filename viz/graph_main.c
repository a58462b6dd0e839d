/* SPDX-License-Identifier: MIT
 * retread-graph: a report -> the access graph of a finding or function. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/options.h"
#include "lib/report/report.h"

#include "viz/graph.h"
#include "viz/selection.h"

#define EXIT_FAILED 1
#define EXIT_USAGE  2

/* More is no picture that helps. */
#define NODES_DEFAULT 40

static const char *const formats[] = {"dot", "svg", "png", "pdf", NULL};

struct run {
	const char *report;
	const char *what; /* id or function */
	const char *out;
	const char *format;
	uint64_t nodes_max;
	struct log log;
};

/* The format that the name of the output ends in. */
static const char *format_of(const char *path)
{
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot != NULL && formats[i] != NULL; i++)
		if (strcmp(dot + 1, formats[i]) == 0)
			return formats[i];
	return NULL;
}

/* Returns -1 to go on, or an exit code. */
static int parse(struct run *run, int argc, char **argv)
{
	int format = -1;
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &run->out, .argument = "FILE",
			.help = "write FILE, in the format its name ends in"},
		{"format", 'f', OPTION_CHOICE, &format, .argument = "FORMAT",
			.help = "dot, svg, png or pdf", .choices = formats},
		{"nodes", 'n', OPTION_NUMBER, &run->nodes_max,
			.argument = "NUMBER",
			.help = "show at most NUMBER nodes (40)", .min = 2,
			.max = 1000000},
	};
	const struct options options = {.program = "retread-graph",
		.synopsis = "[OPTION]... -o FILE REPORT ID|FUNCTION",
		.summary = "Draws the access graph of a finding or function.",
		.row = rows,
		.row_count = sizeof rows / sizeof rows[0]};
	struct operands operands;
	int status;

	if (!options_start(&options, argc, argv, &operands, &status))
		return status;
	if (operands.count != 2 || run->out == NULL) {
		log_error(&run->log,
			"give -o FILE, a report and an id or a function; see "
			"--help");
		return EXIT_USAGE;
	}
	run->report = operands.operand[0];
	run->what = operands.operand[1];
	run->format = format >= 0 ? formats[format] : format_of(run->out);
	if (run->format != NULL)
		return -1;
	log_error(&run->log,
		"\"%s\" does not end in .dot, .svg, .png or .pdf: name "
		"the format with --format",
		run->out);
	return EXIT_USAGE;
}

/* The finding that ID is the beginning of; NULL: none. */
static const struct report_finding *find(
	const struct report *report, const char *id)
{
	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_matches(&report->finding[i], id))
			return &report->finding[i];
	return NULL;
}

/* A file is opened by its path; only an absolute one leads anywhere. */
static char *link_file(const void *data, const struct report_place *place)
{
	char *url, *to;

	(void)data;
	if (place->file == NULL || place->file[0] != '/')
		return NULL;
	url = memory_alloc(3 * strlen(place->file) + 8);
	to = stpcpy(url, "file://");
	for (const unsigned char *c = (const unsigned char *)place->file; *c;
		c++) {
		static const char safe[] =
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			"0123456789-._~/+";
		if (strchr(safe, *c) != NULL)
			*to++ = (char)*c;
		else
			to += sprintf(to, "%%%02X", *c);
	}
	*to = '\0';
	return url;
}

static int draw(
	const struct run *run, const struct report *report, struct error *err)
{
	const struct report_finding *finding = find(report, run->what);
	const struct report_graph *found =
		finding != NULL ? selection_graph_of(report, finding)
				: selection_graph_named(report, run->what, err);
	struct graph_renderer *renderer;
	struct selection selection;
	struct graph *graph;
	int result;

	if (found == NULL && finding != NULL)
		error_set(err, "the report has no access graph for %s",
			finding->id);
	if (found == NULL)
		return -1;
	selection_init(&selection, found, finding, run->nodes_max);
	renderer = graph_renderer_new();
	graph = graph_new(&selection, link_file, NULL);
	result = graph_write(renderer, graph, run->format, run->out, err);
	graph_free(graph);
	graph_renderer_free(renderer);
	selection_release(&selection);
	return result;
}

int main(int argc, char **argv)
{
	struct run run = {.nodes_max = NODES_DEFAULT};
	struct report report;
	struct error err = {0};
	int status;

	log_init(&run.log, "retread graph");
	status = parse(&run, argc, argv);
	if (status >= 0)
		return status;
	report_init(&report);
	status = report_read_json(&report, run.report, &err);
	if (status == 0)
		status = draw(&run, &report, &err);
	if (status != 0)
		log_error(&run.log, "%s", err.text);
	report_release(&report);
	return status == 0 ? EXIT_SUCCESS : EXIT_FAILED;
}
