/* SPDX-License-Identifier: MIT
 * The verb `prove`: options in, exit code out. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/prove/prove.h"

#define NAME		 "retread prove"
#define TIMEOUT_MS	 10000
#define TIMEOUT_SHARE	 40   /* of the budget, at most */
#define TIMEOUT_EDGES_MS 1000 /* where the budget is not a time */
#define LEAST_EDGES	 1000000
#define RESERVE_MS	 150 /* of the budget, for the target's start and files */

struct prove_arguments {
	const char *seeds, *more, *out, *id, *budget;
	struct option_texts places, lines, dictionaries;
	uint64_t seconds, max_length, edges, search, seed, memory_bytes,
		timeout_ms;
	bool json, no_pieces, print_output;
	int quiet, verbose;
	struct choice choice;
	struct arguments command;
};

/* A time, or executed edges. */
static int parse_budget(const struct prove_arguments *arguments,
	struct prove_options *options, struct error *err)
{
	const char *text = arguments->budget;
	uint64_t seconds = arguments->seconds;

	if (text && options_parse_budget(text, &seconds, &options->work, err)) {
		error_add_context(err, "--budget");
		return -1;
	}
	if (seconds) {
		options->budget_ms = seconds * 1000;
		options->budget_ms -= options->budget_ms / 50 + RESERVE_MS;
		return 0;
	}
	options->budget_ms = UINT64_MAX / 4;
	if (options->work < LEAST_EDGES)
		return error_set(err,
			"--budget: %s is too little for a search; give at "
			"least 1M",
			text);
	return 0;
}

/* A few inputs that hang must not be all that there is time for. */
static unsigned choose_timeout(const struct prove_arguments *arguments,
	const struct prove_options *options)
{
	uint64_t share = options->budget_ms / TIMEOUT_SHARE;

	if (arguments->timeout_ms)
		return (unsigned)arguments->timeout_ms;
	if (options->work)
		return TIMEOUT_EDGES_MS;
	return share < TIMEOUT_MS ? (unsigned)share + 1 : TIMEOUT_MS;
}

static int prove_take_arguments(struct prove_options *options,
	struct prove_arguments *arguments, const struct operands *operands,
	struct error *err)
{
	if (parse_budget(arguments, options, err))
		return -1;
	/* Laws are about counts. */
	arguments->choice.counts |= arguments->choice.is_watched;
	if (choice_make_command(&arguments->choice, operands->operand,
		    &arguments->command, err))
		return -1;
	options->fuzz.execute.command = arguments->command.word;
	options->fuzz.execute.timeout_ms = choose_timeout(arguments, options);
	options->fuzz.execute.memory_bytes = arguments->memory_bytes;
	options->fuzz.execute.keep_output = arguments->print_output;
	options->fuzz.seeds = arguments->seeds;
	options->fuzz.dictionaries = arguments->dictionaries.text;
	options->fuzz.dictionary_count = arguments->dictionaries.count;
	options->fuzz.wanted = arguments->places.text;
	options->fuzz.wanted_count = arguments->places.count;
	options->fuzz.seed = arguments->seed;
	options->fuzz.lines = arguments->lines.text;
	options->fuzz.line_count = arguments->lines.count;
	options->place = arguments->places.text;
	options->place_count = arguments->places.count;
	options->out = arguments->out;
	options->more = arguments->more;
	options->id = arguments->id;
	options->search_execs = arguments->search;
	options->limits.length = arguments->max_length;
	options->limits.edges = arguments->edges;
	options->no_pieces = arguments->no_pieces;
	return domains_parse(&options->fuzz.domains, "perf", err);
}

static int prove_exit_code(const struct proof *proof)
{
	if (proof->verdict == PROOF_NOT_SHOWN)
		return PROGRAM_NOTHING;
	return law_is_steep(&proof->result.law) ? PROGRAM_GATE : PROGRAM_DONE;
}

static int prove_command_run(const struct prove_options *options,
	const struct prove_arguments *arguments, struct error *err)
{
	struct proof *proof = memory_alloc_zero(1, sizeof *proof);
	volatile int *is_stopped = program_catch_signals();
	struct log log;
	int status = PROGRAM_ENVIRONMENT;

	log_init(&log, NAME);
	log_set_verbosity(&log, arguments->verbose - arguments->quiet);
	if (!folders_make(options->out, err) &&
		!prove_run(proof, options, is_stopped, &log, err) &&
		!prove_write(proof, stdout, arguments->json, err))
		status = *is_stopped ? PROGRAM_SIGNAL + *is_stopped
				     : prove_exit_code(proof);
	else if (*is_stopped)
		status = program_fail(
			PROGRAM_SIGNAL + *is_stopped, NAME, err->text, NULL);
	else if (proof->is_only_harness)
		status =
			program_fail(PROGRAM_INCOMPLETE, NAME, err->text, NULL);
	prove_release(proof);
	free(proof);
	return status;
}

static int prove_prove(void *chosen, const struct operands *operands)
{
	struct prove_arguments *arguments = chosen;
	struct prove_options options = {0};
	struct error err = {{0}};
	int status;

	if (prove_take_arguments(&options, arguments, operands, &err))
		return program_fail(PROGRAM_USAGE, NAME, err.text, NULL);
	status = prove_command_run(&options, arguments, &err);
	arguments_release(&arguments->command);
	return status == PROGRAM_ENVIRONMENT
		       ? program_fail(status, NAME, err.text, NULL)
		       : status;
}

int command_prove(int argc, char **argv)
{
	struct prove_arguments arguments = {
		.seconds = 60,
		.max_length = 64 << 10,
		.edges = 20000000,
		.search = 20000,
		.seed = 1,
	};
	const struct option_row rows[] = {
		{"input", 'i', OPTION_TEXT, &arguments.seeds, "DIR",
			"seeds: small inputs, at least one",
			.missing = "-i SEEDS is missing: a folder with at "
				   "least one small input"},
		{"more", 0, OPTION_TEXT, &arguments.more, "DIR",
			"more inputs for the search, as a campaign's queue"},
		{"out", 'o', OPTION_TEXT, &arguments.out, "DIR",
			"where the proof is kept; if it is there, go on",
			.missing = "-o OUT is missing"},
		{"time-budget", 0, OPTION_TIME, &arguments.seconds, "TIME",
			"for all of it (60s)", .min = 1},
		{"budget", 0, OPTION_TEXT, &arguments.budget, "EDGES",
			"in place of a time: executed edges (500M, 2G)"},
		{"json", 0, OPTION_FLAG, &arguments.json, NULL, "print JSON"},
		{"target", 0, OPTION_TEXTS, &arguments.places,
			"FUNCTION|FILE:LINE", "only counters of this place"},
		{"line", 0, OPTION_TEXTS, &arguments.lines, "FILE:LINE",
			"of the counters of --target, only those of this line"},
		{"max-len", 0, OPTION_SIZE, &arguments.max_length, "BYTES",
			"longest input (64K)", .min = 256, .max = 1 << 24},
		{"limit", 0, OPTION_NUMBER, &arguments.edges, "EDGES",
			"most that one input may execute (20000000)",
			.min = 1000},
		{"search", 0, OPTION_NUMBER, &arguments.search, "N",
			"inputs tried by the search at each of two small sizes "
			"(20000)"},
		{"seed", 0, OPTION_NUMBER, &arguments.seed, "N",
			"random numbers (1)"},
		{"dictionary", 'x', OPTION_TEXTS, &arguments.dictionaries,
			"FILE", "words to put into inputs"},
		{"finding", 0, OPTION_TEXT, &arguments.id, "ID",
			"the finding that this is about"},
		{"no-pieces", 0, OPTION_FLAG, &arguments.no_pieces, NULL,
			"repeat copies only; do not look for different pieces "
			"that collide"},
		{"timeout", 0, OPTION_NUMBER, &arguments.timeout_ms, "MS",
			"stop an input that takes longer (10000, but at most "
			"a 40th of a budget in time; 1000 if it is in edges)",
			.min = 1, .max = 86400000},
		CHOICE_RUN_ROWS(&arguments.choice, &arguments.memory_bytes,
			&arguments.print_output, &arguments.quiet,
			&arguments.verbose),
	};
	const struct options options = {NAME,
		"[OPTION]... -i SEEDS -o OUT -- TARGET [ARGUMENT]...",
		"Finds how the work of TARGET, compiled by retread-cc, grows "
		"with its input, and inputs that show it. @@ in the arguments "
		"stands for the input's file. Without a target, a test does: "
		"retread prove FINDING --vary N=100,200,400,800,1600 -- TEST "
		"{}",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "no target; write: retread prove -i SEEDS -o OUT -- "
		       "TARGET"};

	return options_run(&options, argc, argv, prove_prove, &arguments);
}
