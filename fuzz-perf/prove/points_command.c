/* SPDX-License-Identifier: MIT
 * The part of `prove` that works on points: options in, exit code out. */
#include "config.h"

#include "fuzz-perf/prove/points_command.h"

#include <stdio.h>

#include "lib/error.h"
#include "lib/options.h"

#include "fuzz-perf/command.h"
#include "fuzz-perf/prove/points.h"
#include "fuzz-perf/prove/points_write.h"

#define STEEP 1

static int fail(int status, const struct error *err)
{
	fprintf(stderr, "retread prove: %s\n", err->text);
	return status;
}

static int exit_code(const struct law *law)
{
	if (law->verdict == LAW_NOT_SHOWN)
		return COMMAND_NOTHING;
	return law_is_steep(law) ? STEEP : COMMAND_DONE;
}

static int run(const char *path, const char *folder, bool is_json)
{
	struct points points;
	struct points_result result;
	struct error err = {{0}};
	int status = points_read(&points, path, &err);

	if (!status) {
		points_judge(&points, &result);
		status = points_write(
			&points, &result, folder, is_json, stdout, &err);
	}
	status = status ? fail(COMMAND_FAILED, &err)
			: exit_code(points_law(&result));
	points_release(&points);
	return status;
}

int command_points(int argc, char **argv)
{
	const char *folder = ".";
	bool is_json = false;
	const struct option_row rows[] = {
		{"output", 'o', OPTION_TEXT, &folder, "DIR",
			"where the proof is kept"},
		{"json", 0, OPTION_FLAG, &is_json, NULL, "print JSON"},
	};
	const struct options options = {"retread-prove points",
		"[OPTION]... POINTS.JSON",
		"Finds how the reads of a finding grow, from what tests alone "
		"tell.",
		rows, sizeof rows / sizeof rows[0], false};
	struct operands operands;
	struct error err = {{0}};

	switch (options_parse(&options, argc, argv, &operands, &err)) {
	case OPTIONS_HELP:
		options_print_help(&options, stdout);
		return COMMAND_DONE;
	case OPTIONS_ERROR:
		return fail(COMMAND_USAGE, &err);
	default:
		break;
	}
	if (operands.count != 1) {
		error_set(&err, "which points?");
		return fail(COMMAND_USAGE, &err);
	}
	return run(operands.operand[0], folder, is_json);
}
