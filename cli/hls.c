/* SPDX-License-Identifier: MIT
 * `retread hls`: where hardware and the CPU differ; retread-hls does the work. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/options.h"

#define PART_FILE "retread-hls"
#define OUR_PARTS "check, run, fuzz, report, agree, synth"

struct hls_request {
	bool json, fails;
	const char *page; /* NULL: none */
};

static int hls_print_report(void *chosen, const struct operands *operands)
{
	const struct hls_request *request = chosen;
	struct arguments command = {0};

	arguments_add(&command, PART_FILE);
	arguments_add(&command, "report");
	if (request->json)
		arguments_add(&command, "--json");
	if (request->fails)
		arguments_add(&command, "--fail-on-divergence");
	return programs_report(&(struct programs_report){"hls report",
				       "--hardware", request->page},
		&command, operands->operand);
}

static int hls_run_report(int argc, char **argv)
{
	struct hls_request request = {0};
	const struct option_row rows[] = {
		{"json", 0, OPTION_FLAG, &request.json,
			.help = "print JSON instead of text"},
		{"html", 0, OPTION_TEXT, &request.page, .argument = "FILE",
			.help = "also write a page for each divergence"},
		{"fail-on-divergence", 0, OPTION_FLAG, &request.fails,
			.help = "exit with 1 if there is one"},
	};
	const struct options options = {"retread hls report",
		"[OPTION]... DIR...",
		"Prints what campaigns found: each class of difference once, "
		"with its causes and the smallest input.",
		OPTION_ROWS(rows), .least = 1,
		.few = "which campaign? Name its directory"};

	return options_run(&options, argc, argv, hls_print_report, &request);
}

int verb_hls(int argc, char **argv)
{
	static const char *const names[] = {
		"check", "run", "fuzz", "report", "agree", "synth"};
	const size_t count = sizeof names / sizeof names[0];
	struct error err = {{0}};
	const char *nearest;

	if (argc > 1 && strcmp(argv[1], "report") == 0)
		return hls_run_report(argc - 1, argv + 1);
	for (size_t i = 0; argc > 1 && i < count; i++)
		if (strcmp(argv[1], names[i]) == 0)
			return cli_start_part(PART_FILE, "hls", argv + 1);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 ||
				strcmp(argv[1], "-h") == 0)) {
		fputs("Usage: retread hls PART [OPTION]...\n"
		      "Finds inputs on which the hardware built from a "
		      "kernel and its CPU build differ.\n\n"
		      "  check     compile a kernel and list where they may "
		      "differ\n"
		      "  run       compare both on one input\n"
		      "  fuzz      search inputs on which they differ\n"
		      "  report    print what was found\n"
		      "  agree     compare the model with the kernel's "
		      "Verilog\n"
		      "  synth     have Vitis HLS make Verilog of a kernel\n\n"
		      "`retread hls PART --help` has the options.\n",
			stdout);
		return CLI_DONE;
	}
	nearest = argc > 1 ? options_nearest(argv[1], names, count) : NULL;
	error_set(&err,
		argc > 1 ? "there is no part \"%.40s\"%s%s%s"
			 : "which part?%s%s%s%s",
		argc > 1 ? argv[1] : "", nearest ? "; did you mean \"" : "",
		nearest ? nearest : "", nearest ? "\"?" : "");
	return cli_fail(CLI_USAGE, "hls", &err, "Parts: " OUR_PARTS);
}
