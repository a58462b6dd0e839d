/* SPDX-License-Identifier: MIT
 * retread-graph: a report -> the access graph of a finding or function. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/report/report.h"

#include "viz/graph/graph.h"
#include "viz/graph/selection.h"

#define NAME "retread graph"

/* More is not a picture that helps. */
#define NODES_DEFAULT 40

static const char *const formats[] = {"dot", "svg", "png", "pdf", NULL};

struct graph_run {
	const char *what; /* id or function */
	const char *out;
	int format; /* of formats */
	uint64_t nodes_max;
};

/* The format that the name of the output ends in, or the end of formats. */
static int format_of(const char *path)
{
	const char *dot = strrchr(path, '.');
	int i = 0;

	while (formats[i] && (!dot || strcmp(dot + 1, formats[i]) != 0))
		i++;
	return i;
}

/* The finding that ID is the beginning of; NULL: none. */
static const struct report_finding *graph_main_find(
	const struct report *report, const char *id)
{
	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_matches(&report->finding[i], id))
			return &report->finding[i];
	return NULL;
}

/* A file is opened by its path; only an absolute one leads anywhere. */
static char *graph_main_link_file(
	const void *data, const struct report_place *place)
{
	char *url = NULL;
	size_t bytes;
	FILE *out;

	(void)data;
	if (!place->file || place->file[0] != '/')
		return NULL;
	out = open_memstream(&url, &bytes);
	fputs("file://", out);
	markup_print_url(out, place->file, "-._~/+");
	fclose(out);
	return url;
}

/* Says what has no graph, why, and what may have one. */
static int tell_none(const struct report_finding *finding, struct error *err)
{
	char *why = selection_why_none_dup(finding);
	const char *other = selection_other_function(finding);

	error_set(err, "the report has no access graph for %s: %s%s%s%s",
		finding->id, why,
		other ? ". What it calls may have one: retread record "
			"--all-rules, then retread graph -o "
		      : "",
		other ? "FILE " : "", other ? other : "");
	free(why);
	return -1;
}

static int graph_main_draw(const struct graph_run *run,
	const struct report *report, struct error *err)
{
	const struct report_finding *finding =
		graph_main_find(report, run->what);
	const struct report_graph *found =
		finding ? selection_graph_of(report, finding)
			: selection_graph_named(report, run->what, err);
	struct graph_renderer *renderer;
	struct selection selection;
	struct graph *graph;
	int result;

	if (!found)
		return finding ? tell_none(finding, err) : -1;
	selection_init(&selection, found, finding, run->nodes_max);
	renderer = graph_renderer_new();
	graph = graph_new(&selection, graph_main_link_file, NULL);
	result = graph_write(
		renderer, graph, formats[run->format], run->out, err);
	graph_free(graph);
	graph_renderer_free(renderer);
	selection_release(&selection);
	return result;
}

static int read_and_draw(void *chosen, const struct operands *operands)
{
	struct graph_run *run = chosen;
	struct report report;
	struct error err = {0};
	int result;

	run->what = operands->operand[1];
	if (run->format < 0)
		run->format = format_of(run->out);
	if (!formats[run->format]) {
		error_set(&err,
			"\"%s\" does not end in .dot, .svg, .png or .pdf: name "
			"the format with --format",
			run->out);
		return program_fail(PROGRAM_USAGE, NAME, err.text, NULL);
	}
	report_init(&report);
	result = report_read_json(&report, operands->operand[0], &err);
	if (result == 0)
		result = graph_main_draw(run, &report, &err);
	report_release(&report);
	return result == 0 ? EXIT_SUCCESS
			   : program_fail(EXIT_FAILURE, NAME, err.text, NULL);
}

/* `retread doctor` asks by --check whether graphs can be drawn. */
static int print_check(void)
{
	struct graph_renderer *renderer = graph_renderer_new();
	struct error err = {0};
	const char *version = graph_renderer_check(renderer, &err);

	puts(version ? version : err.text);
	graph_renderer_free(renderer);
	return version ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

int main(int argc, char **argv)
{
	struct graph_run run = {.nodes_max = NODES_DEFAULT, .format = -1};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &run.out, .argument = "FILE",
			.help = "write FILE, in the format its name ends in",
			.missing = "give -o FILE; see --help"},
		{"format", 'f', OPTION_CHOICE, &run.format,
			.argument = "FORMAT", .help = "dot, svg, png or pdf",
			.choices = formats},
		{"nodes", 'n', OPTION_NUMBER, &run.nodes_max,
			.argument = "NUMBER",
			.help = "show at most NUMBER nodes (40)", .min = 2,
			.max = 1000000},
	};
	const struct options options = {.program = "retread-graph",
		.synopsis = "[OPTION]... -o FILE REPORT ID|FUNCTION",
		.summary = "Draws the access graph of a finding or function.",
		OPTION_ROWS(rows),
		.least = 2,
		.most = 2,
		.few = "give a report and an id or a function; see --help",
		.many = "one graph at a time"};

	if (argc == 2 && strcmp(argv[1], "--check") == 0)
		return print_check();
	return options_run(&options, argc, argv, read_and_draw, &run);
}
