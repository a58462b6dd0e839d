/* SPDX-License-Identifier: MIT
 * retread-growth: grows the tests of a program and counts. */
#include "config.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/grow/experiment.h"
#include "fuzz-perf/grow/tree.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/report/inputs.h"

#define NAME	     "retread-growth"
#define MEMORY_BYTES (UINT64_C(2) << 30)
/* Of a program of a suite, for tests of which nothing grows: so many times what it costs to count
 * its tests once, and to start it. */
#define SUITE_TIMES 5
#define SUITE_START 6 /* runs */

struct growth_request {
	struct option_texts only, changed;
	const char *inputs;    /* a file; NULL: nobody asks */
	const char *known;     /* the same */
	const char *directory; /* for what runs leave; NULL: a new one */
	bool is_look;	       /* run it once only */
	bool is_screened;      /* many tests at once come first */
	uint64_t seconds, run_seconds;
};

/* Whether TEST was executed in the run as it is. */
static bool is_executed(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *test)
{
	uint32_t program = counts_object(counts, code->path);

	for (const struct count_edge *edge = counts_to(
		     counts, program, grow_code_offset(code, test->start));
		edge; edge = edge->next_to)
		if (edge->kind == SNAP_CALL ||
			edge->kind == SNAP_INDIRECT_CALL ||
			edge->kind == SNAP_JUMP ||
			edge->kind == SNAP_INDIRECT_JUMP)
			return true;
	return false;
}

/* Whether TEST hands data to other code itself, and does not only call other tests. */
static bool has_calls(
	const struct grow_knobs *knobs, const struct grow_function *test)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind == GROW_CALLS &&
			knobs->knob[i].function == test)
			return true;
	return false;
}

static bool is_wanted(const struct growth_request *request, const char *name)
{
	for (size_t i = 0; i < request->only.count; i++)
		if (!strcmp(request->only.text[i], name))
			return true;
	return request->only.count == 0;
}

/* The tests that are executed, by index, in CHOSEN. */
static size_t choose_tests(const struct experiments *experiments,
	const struct growth_request *request, size_t *chosen)
{
	const struct grow_code *code = &experiments->knobs->code;
	size_t count = 0;

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *each = &code->function[i];
		if (each->is_test && is_wanted(request, each->name) &&
			is_executed(&experiments->counts, code, each) &&
			(!experiments_is_runner(experiments, each) ||
				has_calls(experiments->knobs, each)))
			chosen[count++] = i;
	}
	return count;
}

/* Most of the COUNT tests at TEST have nothing that grows, which is found out at once. Of
 * few files that changed, each is looked at. */
static int growth_grow_some(struct experiments *experiments,
	const struct growth_request *request,
	const struct grow_function *const *test, size_t count,
	struct error *err)
{
	int result = 0;

	if (request->is_screened && count > 0 && request->changed.count == 0)
		return experiments_screen(experiments, test, count, err);
	for (size_t i = 0; !result && i < count; i++)
		result = experiments_do(
			experiments, test[i], EXPERIMENT_RANKS, err);
	return result;
}

static int growth_grow_chosen(struct experiments *experiments,
	const struct growth_request *request, struct error *err)
{
	const struct grow_code *code = &experiments->knobs->code;
	size_t *chosen = memory_alloc_zero(code->count + 1, sizeof *chosen);
	size_t count = choose_tests(experiments, request, chosen);
	const struct grow_function **test =
		memory_alloc_zero(count + 1, sizeof(void *));
	int result;

	for (size_t i = 0; i < count; i++)
		test[i] = &code->function[chosen[i]];
	/* Without tests the whole program is one. */
	result = growth_grow_some(
		experiments, request, test, count ? count : 1, err);
	/* Files are of the whole program. */
	if (!result && (count > 0 || request->is_screened) &&
		experiments_have_files(experiments))
		result = experiments_do(
			experiments, NULL, 1u << EXPERIMENT_RANK_FILE, err);
	free(test);
	free(chosen);
	return result;
}

/* What was read by tests that there was no time for is not known. */
static int growth_grow_tests(struct experiments *experiments,
	const struct growth_request *request, struct error *err)
{
	struct arena arena = {0};
	struct report_inputs inputs;
	struct experiment all = {.test = NULL};
	int result;

	counts_init(&experiments->counts);
	result = experiment_run(experiments, &all, err);
	if (result)
		return result;
	if (request->is_screened && request->seconds == 0)
		experiments->screen_work =
			SUITE_TIMES *
			(experiments->work + SUITE_START * EXPERIMENT_RUN_WORK);
	experiments_find_inputs(experiments, &arena, &inputs);
	if (!request->is_look &&
		experiments_are_touched(experiments, &request->changed))
		result = growth_grow_chosen(experiments, request, err);
	inputs.is_complete = !experiments_are_over(experiments);
	if (!result && request->inputs)
		result = report_write_inputs(&inputs, request->inputs, err);
	arena_release(&arena);
	return result;
}

static int growth_run(void *chosen, const struct operands *operands)
{
	const struct growth_request *request = chosen;
	char *directory = NULL;
	struct grow_knobs knobs;
	struct experiments experiments = {.knobs = &knobs,
		.limits = {.seconds = (double)request->run_seconds,
			.memory_bytes = MEMORY_BYTES},
		.end = request->seconds > 0 ? (double)request->seconds
					    : DBL_MAX,
		.screen_work = EXPERIMENT_ENDLESS,
		.out = stdout,
		.changed = &request->changed,
		.is_screened = request->is_screened,
		.known_file = request->known};
	struct error err = {{0}};
	int result =
		grow_knobs_find(&knobs, operands->operand, NULL, false, &err);

	if (!result &&
		!(directory = request->directory
				      ? memory_string_dup(request->directory)
				      : folders_make_temporary(&err)))
		result = -1;
	if (!result)
		result = counts_make_tree(directory, &err);
	if (!result) {
		experiments.directory = directory;
		experiments.servers.command = knobs.command;
		experiments.limits.servers = &experiments.servers;
		experiments_read_known(&experiments);
		grow_made_find(
			&knobs, NULL, false, directory, &experiments.limits);
		result = growth_grow_tests(&experiments, request, &err);
	}
	if (directory && !request->directory)
		folders_remove(directory);
	experiments_release(&experiments);
	grow_knobs_release(&knobs);
	free(directory);
	return result ? program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL)
		      : PROGRAM_DONE;
}

int main(int argc, char **argv)
{
	struct growth_request request = {.run_seconds = 10};
	const struct option_row rows[] = {
		{"only", 0, OPTION_TEXTS, &request.only, "TEST",
			"grow this test function (all)"},
		{"changed", 0, OPTION_TEXTS, &request.changed, "FILE",
			"grow only tests that execute or read FILE"},
		{"inputs", 0, OPTION_TEXT, &request.inputs, "FILE",
			"write what the tests depend on to FILE"},
		{"directory", 0, OPTION_TEXT, &request.directory, "DIR",
			"keep what runs leave in DIR, for the next program "
			"that runs here"},
		{"look", 0, OPTION_FLAG, &request.is_look, NULL,
			"grow nothing"},
		{"known", 0, OPTION_TEXT, &request.known, "FILE",
			"with --screen: do not show again what FILE has, and "
			"add to it"},
		{"screen", 0, OPTION_FLAG, &request.is_screened, NULL,
			"grow all tests at once, and those alone of which "
			"something new grows"},
		{"time", 0, OPTION_TIME, &request.seconds, "TIME",
			"CPU time for all runs (no limit)"},
		{"run-time", 0, OPTION_TIME, &request.run_seconds, "TIME",
			"CPU time for one run (10s)"},
	};
	const struct options options = {NAME,
		"[OPTION]... -- PROGRAM [ARGUMENT]...",
		"Makes the tests of PROGRAM larger in place and counts which "
		"lines grow faster than their data.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which test program?"};

	return options_run(&options, argc, argv, growth_run, &request);
}
