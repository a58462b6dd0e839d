/* SPDX-License-Identifier: MIT
 * `retread graph`: draws the access graph of a finding or function, by
 * retread-graph. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/programs.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"

#define GRAPH_FILE "retread-graph"

/* The merged results of DIRECTORY as a temporary file. NULL with ERR filled:
 * there are none. */
static char *merge(const char *directory, struct error *err)
{
	struct report report;
	char *path = NULL;

	report_init(&report);
	if (results_load(&report, directory, err) == 0)
		path = programs_write_report(&report, err);
	report_release(&report);
	return path;
}

static int draw(const char *what, const char *directory, const char *out,
	const char *format, const char *nodes)
{
	struct arguments command = {0};
	struct error err = {{0}};
	char *report;
	int status;

	report = merge(directory, &err);
	if (report == NULL)
		return cli_fail(CLI_USAGE, "graph", &err, HINT_RECORD);
	arguments_add(&command, GRAPH_FILE);
	arguments_add_option(&command, "out", out);
	arguments_add_option(&command, "format", format);
	arguments_add_option(&command, "nodes", nodes);
	arguments_add(&command, "--");
	arguments_add(&command, report);
	arguments_add(&command, what);
	status = programs_run(GRAPH_FILE, command.word, &err);
	arguments_release(&command);
	if (status == PROGRAMS_CRASHED) {
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
	const char *out = NULL, *format = NULL, *nodes = NULL;
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &out, .argument = "FILE",
			.help = "write FILE, in the format its name ends in: "
				".dot, .svg, .png or .pdf"},
		{"format", 'f', OPTION_TEXT, &format, .argument = "FORMAT",
			.help = "write FORMAT, whatever the name"},
		{"nodes", 'n', OPTION_TEXT, &nodes, .argument = "NUMBER",
			.help = "show at most NUMBER nodes (40)"},
	};
	const struct options options = {"retread graph",
		"[OPTION]... -o FILE ID|FUNCTION [DIR]",
		"Draws the access graph of a finding or function of the "
		"results in DIR (retread-out).",
		rows, sizeof(rows) / sizeof(rows[0]), false};
	struct operands operands;
	int status;

	if (!options_start(&options, argc, argv, &operands, &status))
		return status;
	if (operands.count < 1 || operands.count > 2 || out == NULL)
		return cli_misuse("graph",
			out == NULL	      ? "where to? -o FILE is missing"
			: operands.count == 0 ? "of which finding or function?"
					      : "one graph at a time",
			"As in: retread graph -o graph.svg RT-1f3c9a");
	return draw(operands.operand[0],
		cli_out_directory(
			operands.count > 1 ? operands.operand[1] : NULL),
		out, format, nodes);
}
