/* SPDX-License-Identifier: MIT
 * `retread graph`: draws the access graph of a finding or function, by
 * retread-graph. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/part.h"

/* The merged results of DIRECTORY as a temporary file. NULL with ERR filled:
 * there are none. */
static char *report_graph_merge(const char *directory, struct error *err)
{
	struct report report;
	char *path = NULL;

	report_init(&report);
	if (results_load(&report, directory, err) == 0)
		path = programs_write_report(&report, err);
	report_release(&report);
	return path;
}

struct graph_options {
	const char *out, *format, *nodes;
};

static int report_draw(void *chosen, const struct operands *operands)
{
	const struct graph_options *options = chosen;
	struct arguments command = {0};
	struct error err = {{0}};
	char *report;
	int status;

	report = report_graph_merge(
		cli_out_directory(operands->operand[1]), &err);
	if (!report)
		return cli_fail(CLI_USAGE, "graph", &err, HINT_RECORD);
	arguments_add(&command, PART_GRAPH);
	arguments_add_option(&command, "out", options->out);
	arguments_add_option(&command, "format", options->format);
	arguments_add_option(&command, "nodes", options->nodes);
	arguments_add(&command, "--");
	arguments_add(&command, report);
	arguments_add(&command, operands->operand[0]);
	status = part_run(PART_GRAPH, command.word, &err);
	arguments_release(&command);
	if (status == PART_CRASHED) {
		status =
			cli_fail(CLI_INTERNAL, "graph", &err, HINT_BUG, report);
		free(report);
		return status;
	}
	unlink(report);
	free(report);
	if (status == -1)
		return cli_fail(CLI_ENVIRONMENT, "graph", &err, HINT_GRAPHVIZ);
	if (status == 0)
		return CLI_DONE;
	fputs("  Findings are listed by: retread report --all\n", stderr);
	return CLI_USAGE;
}

int verb_graph(int argc, char **argv)
{
	struct graph_options chosen = {0};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "FILE",
			.help = "write FILE, in the format its name ends in: "
				".dot, .svg, .png or .pdf",
			.missing = "where to? -o FILE is missing"},
		{"format", 'f', OPTION_TEXT, &chosen.format,
			.argument = "FORMAT",
			.help = "write FORMAT, whatever the name"},
		{"nodes", 'n', OPTION_TEXT, &chosen.nodes, .argument = "NUMBER",
			.help = "show at most NUMBER nodes (40)"},
	};
	const struct options options = {"retread graph",
		"[OPTION]... -o FILE ID|FUNCTION [DIR]",
		"Draws the access graph of a finding or function of the "
		"results in DIR (retread-out).",
		OPTION_ROWS(rows), .least = 1, .most = 2,
		.few = "of which finding or function?",
		.many = "one graph at a time",
		.hint = "As in: retread graph -o graph.svg RT-1f3c9a"};

	return options_run(&options, results_choose(argc, argv), argv,
		report_draw, &chosen);
}
