/* SPDX-License-Identifier: MIT
 * retread-edges, behind `retread branches`: what the tool snap left, for people and
 * for other tools. */
#include "config.h"

#include <stdio.h>

#include "analyzer/edges/edges.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/program.h"
#include "lib/whole_file.h"

#define NAME "retread branches"

enum form { FORM_TEXT, FORM_JSON, FORM_CALLGRIND, FORM_FOLDED };

struct edges_request {
	int form; /* enum form */
	uint64_t top;
	const char *output; /* NULL: standard output */
	const char *command;
};

static int edges_print(const struct edges *edges,
	const struct edges_request *request, FILE *out, struct error *err)
{
	switch ((enum form)request->form) {
	case FORM_JSON:
		return edges_print_json(edges, out, err);
	case FORM_CALLGRIND:
		edges_print_callgrind(edges, request->command, out);
		return 0;
	case FORM_FOLDED:
		edges_print_folded(edges, out);
		return 0;
	case FORM_TEXT:
		break;
	}
	edges_print_text(edges, request->top, out);
	return 0;
}

static int edges_print_to_file(const struct edges *edges,
	const struct edges_request *request, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, request->output, err);

	if (result == 0)
		result = edges_print(edges, request, file.out, err);
	return whole_file_close(&file, result, err);
}

static int edges_run(void *chosen, const struct operands *files)
{
	const struct edges_request *request = chosen;
	struct edges edges;
	struct error err = {{0}};
	int result = 0;

	edges_init(&edges);
	for (size_t i = 0; i < files->count && result == 0; i++)
		result = edges_read(&edges, files->operand[i], &err);
	if (result == 0) {
		edges_resolve(&edges);
		result = request->output
				 ? edges_print_to_file(&edges, request, &err)
				 : edges_print(&edges, request, stdout, &err);
	}
	edges_release(&edges);
	if (result == 0 && fflush(stdout) != 0)
		result = error_set_errno(&err, "cannot write");
	return result == 0 ? PROGRAM_DONE
			   : program_fail(
				     PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
}

int main(int argc, char **argv)
{
	static const char *const forms[] = {
		"text", "json", "callgrind", "folded", NULL};
	struct edges_request request = {.top = 20, .command = "?"};
	const struct option_row rows[] = {
		{"format", 0, OPTION_CHOICE, &request.form, .argument = "FORM",
			.help = "text, json, callgrind or folded (text)",
			.choices = forms},
		{"top", 0, OPTION_NUMBER, &request.top, .argument = "N",
			.help = "edges in the text (20)"},
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "FILE",
			.help = "write to FILE"},
		{"command", 0, OPTION_TEXT, &request.command,
			.argument = "TEXT", .help = "what was run"},
	};
	const struct options options = {"retread-edges", "[OPTION]... FILE...",
		"Prints what the Valgrind tool snap wrote to FILEs, together.",
		OPTION_ROWS(rows), .least = 1, .few = "which file?"};

	return options_run(&options, argc, argv, edges_run, &request);
}
