/* SPDX-License-Identifier: MIT
 * The part of `prove` that works on points: options in, exit code out. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <stdio.h>

#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/points.h"

static int points_command_exit_code(const struct law *law)
{
	if (law->verdict == PROOF_NOT_SHOWN)
		return PROGRAM_NOTHING;
	return law_is_steep(law) ? PROGRAM_GATE : PROGRAM_DONE;
}

struct points_choice {
	const char *folder;
	bool is_json;
};

static int points_command_run(void *chosen, const struct operands *operands)
{
	const struct points_choice *choice = chosen;
	struct arena arena = {0};
	struct points points;
	struct points_result result;
	struct error err = {{0}};
	int status = points_read(&points, &arena, operands->operand[0], &err);

	if (!status) {
		points_judge(&points, &result);
		status = points_write(&points, &result, choice->folder,
			choice->is_json, stdout, &err);
	}
	status = status ? program_fail(PROGRAM_ENVIRONMENT, "retread prove",
				  err.text, NULL)
			: points_command_exit_code(points_law(&result));
	arena_release(&arena);
	return status;
}

int command_points(int argc, char **argv)
{
	struct points_choice choice = {.folder = "."};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &choice.folder, "DIR",
			"where the proof is kept"},
		{"json", 0, OPTION_FLAG, &choice.is_json, NULL, "print JSON"},
	};
	const struct options options = {"retread-prove points",
		"[OPTION]... POINTS.JSON",
		"Finds how the reads of a finding grow, from what tests alone "
		"tell.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which points?", .many = "one file at a time"};

	return options_run(&options, argc, argv, points_command_run, &choice);
}
