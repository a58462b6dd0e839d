/* SPDX-License-Identifier: MIT
 * retread-html: a report -> a directory of pages. */
#include "config.h"

#include <stdlib.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/options.h"
#include "lib/report.h"

#include "viz/site.h"

#define EXIT_FAILED 1
#define EXIT_USAGE  2

struct run {
	const char *report;
	const char *out;
	struct log log;
};

static int parse(struct run *run, int argc, char **argv)
{
	struct error err = {0};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &run->out, .argument = "DIR",
			.help = "write pages into DIR"},
	};
	const struct options options = {.program = "retread-html",
		.synopsis = "-o DIR REPORT",
		.summary = "Turns a report into pages.",
		.row = rows,
		.row_count = sizeof rows / sizeof rows[0]};
	struct operands operands;

	switch (options_parse(&options, argc, argv, &operands, &err)) {
	case OPTIONS_HELP:
		options_print_help(&options, stdout);
		exit(EXIT_SUCCESS);
	case OPTIONS_ERROR:
		log_error(&run->log, "%s", err.text);
		return -1;
	case OPTIONS_RUN:
		break;
	}
	if (operands.count != 1 || run->out == NULL) {
		log_error(&run->log, "give -o DIR and a report; see --help");
		return -1;
	}
	run->report = operands.operand[0];
	return 0;
}

int main(int argc, char **argv)
{
	struct run run = {0};
	struct report report;
	struct site site;
	struct error err = {0};
	int status;

	log_init(&run.log, "retread-html", NULL, 0);
	if (parse(&run, argc, argv) != 0)
		return EXIT_USAGE;
	report_init(&report);
	status = report_read_json(&report, run.report, &err);
	if (status == 0) {
		site_init(&site, &report, run.out);
		status = site_write(&site, &err);
		site_release(&site);
	}
	if (status != 0)
		log_error(&run.log, "%s", err.text);
	report_release(&report);
	return status == 0 ? EXIT_SUCCESS : EXIT_FAILED;
}
