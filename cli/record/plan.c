/* SPDX-License-Identifier: MIT
 * `retread plan`: divides a test suite into shards that take about as long. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/record/steps.h"
#include "cli/results.h"
#include "cli/suite/plan.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/command/known_errors.h"
#include "lib/folders.h"
#include "lib/memory.h"

/* Recorded over native time while nothing tells it: it matters only where some tests
 * were recorded and others were not. */
#define SLOW_DOWN 20
#define GUESS_MS  1000

struct plan_options {
	const char *out, *tests;
	uint64_t shards, seconds, timeout_s;
	bool no_run, quiet;
};

/* What is known before anything is run. */
struct plan_known {
	struct report recorded; /* tests of earlier recordings, by name */
	struct plan before;	/* that this one replaces */
	double slow_down;
	int interrupted_by;
};

static double find_slow_down(const struct report *recorded)
{
	double seconds = 0, native = 0;

	for (size_t i = 0; i < recorded->test_count; i++) {
		const struct report_test *test = &recorded->test[i];
		if (test->native_seconds <= 0)
			continue;
		seconds += test->seconds;
		native += test->native_seconds;
	}
	return native > 0 ? seconds / native : SLOW_DOWN;
}

static void find_known(
	struct plan_known *known, struct arena *arena, const char *out)
{
	char *record = memory_format("%s/record", out);
	char *plan = memory_format("%s/plan.json", out);
	struct error ignored = {{0}};

	report_init(&known->recorded);
	if (access(record, F_OK) == 0)
		results_load(&known->recorded, out, &ignored);
	if (plan_read(&known->before, arena, plan, &ignored) != 0)
		known->before = (struct plan){.test_count = 0};
	known->slow_down = find_slow_down(&known->recorded);
	free(plan);
	free(record);
}

/* The mean of what was recorded by the name of TEST. */
static bool find_recorded(const struct report *recorded,
	const struct test *test, struct plan_cost *cost)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < recorded->test_count; i++) {
		const struct report_test *each = &recorded->test[i];
		if (each->seconds <= 0 ||
			strcmp(each->name, tests_name(test)) != 0)
			continue;
		sum += each->seconds;
		count++;
	}
	if (count == 0)
		return false;
	*cost = (struct plan_cost){
		(uint64_t)(1e3 * sum / (double)count), PLAN_RECORDED};
	return true;
}

/* Runs TEST without the recorder. */
static struct plan_cost plan_measure(
	struct plan_known *known, const struct test *test, uint64_t timeout_s)
{
	int exit_code;
	double seconds = recording_time(
		test, timeout_s, &exit_code, &known->interrupted_by);

	if (seconds <= 0)
		return (struct plan_cost){0, PLAN_GUESS};
	return (struct plan_cost){
		(uint64_t)(1e3 * seconds * known->slow_down), PLAN_NATIVE};
}

/* Those of which nothing is known cost what the others cost. */
static void fill_guesses(struct plan_cost *cost, size_t count)
{
	uint64_t sum = 0, known = 0;

	for (size_t i = 0; i < count; i++) {
		known += cost[i].from != PLAN_GUESS;
		sum += cost[i].from != PLAN_GUESS ? cost[i].ms : 0;
	}
	for (size_t i = 0; i < count; i++)
		if (cost[i].from == PLAN_GUESS)
			cost[i].ms = known > 0 ? sum / known : GUESS_MS;
}

static struct plan_cost *find_costs(struct arena *arena,
	struct plan_known *known, const struct tests *tests,
	const struct plan_options *options)
{
	struct plan_cost *cost =
		arena_alloc_zero(arena, tests->count, sizeof *cost);
	const char **name = plan_names(arena, tests);

	for (size_t i = 0; i < tests->count && known->interrupted_by == 0;
		i++) {
		const struct plan_test *before =
			plan_find(&known->before, name[i]);
		if (find_recorded(&known->recorded, &tests->test[i], &cost[i]))
			continue;
		if (before && before->cost.from != PLAN_GUESS)
			cost[i] = before->cost;
		else if (options->no_run)
			cost[i].from = PLAN_GUESS;
		else
			cost[i] = plan_measure(
				known, &tests->test[i], options->timeout_s);
	}
	fill_guesses(cost, tests->count);
	return cost;
}

static uint64_t count_shards(const struct plan_options *options,
	const struct plan_cost *cost, size_t count)
{
	uint64_t sum_ms = 0, shards = options->shards;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	for (size_t i = 0; i < count; i++)
		sum_ms += cost[i].ms;
	if (options->seconds > 0)
		shards = (sum_ms + 1000 * options->seconds - 1) /
			 (1000 * options->seconds);
	else if (shards == 0)
		shards = processors > 0 ? (uint64_t)processors : 1;
	if (shards > count) /* none is to be empty */
		shards = count;
	return shards == 0		  ? 1
	       : shards > PLAN_SHARDS_MAX ? PLAN_SHARDS_MAX
					  : shards;
}

static void print_plan(
	const struct plan *plan, struct arena *arena, const char *file)
{
	const uint64_t *load = plan_loads(plan, arena);
	uint64_t from[3] = {0}, sum = 0, most = 0;

	for (size_t i = 0; i < plan->test_count; i++)
		from[plan->test[i].cost.from]++;
	for (uint64_t i = 0; i < plan->shards; i++) {
		sum += load[i];
		most = load[i] > most ? load[i] : most;
	}
	printf("retread: %zu test%s in %" PRIu64 " shard%s (%s): %.1f s at "
	       "most, %.1f s on average\n",
		plan->test_count, cli_plural(plan->test_count), plan->shards,
		cli_plural(plan->shards), file, 1e-3 * (double)most,
		1e-3 * (double)sum / (double)plan->shards);
	printf("retread: costs: %" PRIu64 " recorded, %" PRIu64
	       " estimated from a run without the recorder, %" PRIu64
	       " guessed\n",
		from[PLAN_RECORDED], from[PLAN_NATIVE], from[PLAN_GUESS]);
	printf("retread: each K by itself: retread record --plan %s --shard "
	       "K/%" PRIu64 "\nnext: retread submit --plan %s\n",
		file, plan->shards, file);
}

static int make_plan(const struct plan_options *options,
	const struct tests *tests, const char *file)
{
	struct arena arena = {0};
	struct plan_known known = {.interrupted_by = 0};
	struct error err = {{0}};
	struct plan plan;
	const struct plan_cost *cost;
	int status = CLI_DONE;

	find_known(&known, &arena, options->out);
	cost = find_costs(&arena, &known, tests, options);
	plan_make(&plan, &arena, tests, cost,
		count_shards(options, cost, tests->count));
	if (known.interrupted_by != 0)
		status = CLI_SIGNAL + known.interrupted_by;
	else if (folders_make_all(options->out, &err) != 0 ||
		 plan_write(&plan, file, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "plan", &err, HINT_OUT);
	else if (!options->quiet)
		print_plan(&plan, &arena, file);
	report_release(&known.recorded);
	arena_release(&arena);
	return status;
}

static int plan(void *chosen, const struct operands *operands)
{
	struct plan_options *options = chosen;
	struct error err = {{0}};
	struct tests tests;
	char *list, *file;
	int status;

	if (operands->count > 0)
		return cli_misuse("plan", "it takes no argument",
			"Tests are those that retread discover found, or "
			"--tests FILE");
	if (options->shards > 0 && options->seconds > 0)
		return cli_misuse(
			"plan", "give --shards or --seconds, not both", NULL);
	options->out = cli_out_directory(options->out);
	list = options->tests ? memory_string_dup(options->tests)
			      : memory_format("%s/tests.json", options->out);
	file = memory_format("%s/plan.json", options->out);
	tests_init(&tests);
	if (tests_read(&tests, list, &err) != 0)
		status = cli_fail(CLI_USAGE, "plan", &err,
			"Find tests first: retread discover; or name a list: "
			"--tests FILE");
	else
		status = make_plan(options, &tests, file);
	tests_release(&tests);
	free(file);
	free(list);
	return status;
}

int verb_plan(int argc, char **argv)
{
	struct plan_options chosen = {.timeout_s = 60};
	const struct option_row rows[] = {
		{"shards", 'n', OPTION_NUMBER, &chosen.shards, .argument = "N",
			.help = "how many; by default one a processor",
			.min = 1, .max = PLAN_SHARDS_MAX},
		{"seconds", 's', OPTION_TIME, &chosen.seconds,
			.argument = "TIME",
			.help = "as many shards as take TIME each"},
		{"tests", 't', OPTION_TEXT, &chosen.tests, .argument = "FILE",
			.help = "the tests in FILE instead of those that "
				"retread discover found"},
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "costs are those of the results in DIR, and "
				"the plan is DIR/plan.json (retread-out)"},
		{"timeout", 0, OPTION_NUMBER, &chosen.timeout_s,
			.argument = "S",
			.help = "stop a test that is measured after S seconds "
				"(60)"},
		{"no-run", 0, OPTION_FLAG, &chosen.no_run,
			.help = "do not run tests of unknown cost to measure "
				"them"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
	};
	const struct options options = {"retread plan",
		"[--shards N | --seconds TIME] [OPTION]...",
		"Divides the tests of a suite into shards, for machines that "
		"each record one.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, plan, &chosen);
}
