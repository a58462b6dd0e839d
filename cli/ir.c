/* SPDX-License-Identifier: MIT
 * `retread ir`: functions that a compiler gets wrong; retread-ir does the work. */
#include "config.h"

#include <string.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/options.h"

#define PART_FILE "retread-ir"

struct ir_verb_request {
	int form;
	bool fails;
	const char *page; /* NULL: none */
};

static const char *const forms[] = {"text", "json", "sarif", NULL};

static int ir_print_report(void *chosen, const struct operands *operands)
{
	const struct ir_verb_request *request = chosen;
	struct arguments command = {0};

	arguments_add(&command, PART_FILE);
	arguments_add(&command, "report");
	arguments_add_option(&command, "format", forms[request->form]);
	if (request->fails)
		arguments_add(&command, "--fail-on-finding");
	return programs_report(
		&(struct programs_report){"ir report", "--ir", request->page},
		&command, operands->operand);
}

static int ir_run_report(int argc, char **argv)
{
	struct ir_verb_request request = {0};
	const struct option_row rows[] = {
		{"format", 0, OPTION_CHOICE, &request.form, .argument = "FORM",
			.choices = forms, .help = "text, json or sarif (text)"},
		{"html", 0, OPTION_TEXT, &request.page, .argument = "FILE",
			.help = "also write a page of all findings"},
		{"fail-on-finding", 0, OPTION_FLAG, &request.fails,
			.help = "exit with 1 if there is one"},
	};
	const struct options options = {"retread ir report",
		"[OPTION]... DIR...", "Prints what searches found, each once.",
		OPTION_ROWS(rows), .least = 1,
		.few = "which search? Name its folder"};

	return options_run(&options, argc, argv, ir_print_report, &request);
}

int verb_ir(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "report") == 0)
		return ir_run_report(argc - 1, argv + 1);
	return cli_start_part(PART_FILE, "ir", argv + 1);
}
