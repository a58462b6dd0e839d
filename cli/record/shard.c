/* SPDX-License-Identifier: MIT
 * Records one shard of a test suite. */
#include "config.h"

#include "cli/record/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/suite/plan.h"
#include "cli/suite/shard.h"
#include "cli/suite/tests.h"
#include "lib/folders.h"
#include "lib/memory.h"

/* Reads the plan that OPTIONS name, and sees that it is of TESTS and of COUNT shards. */
static int read_plan(struct plan *plan, struct arena *arena,
	const struct record_options *options, const struct tests *tests,
	uint64_t count, struct error *err)
{
	if (plan_read(plan, arena, options->plan, err) != 0)
		return -1;
	if (plan_check(plan, tests, err) != 0)
		return error_add_context(err, "%s", options->plan);
	if (plan->shards != count)
		return error_set(err,
			"%s has %" PRIu64 " shards, --shard says %" PRIu64,
			options->plan, plan->shards, count);
	return 0;
}

/* Gives the results of SHARD their name. */
static int record_shard_publish(
	const struct record_options *options, struct shard *shard, int status)
{
	struct error err = {{0}};

	if (shard_publish(shard, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err,
			"The shard is to be recorded again.");
	if (shard->is_done)
		fprintf(stderr,
			"retread: shard %" PRIu64 " ran twice; the results "
			"that were there first stay in %s\n",
			shard->number, shard->folder);
	else if (!options->quiet)
		fprintf(stderr,
			"retread: shard %" PRIu64 " of %" PRIu64
			" is in %s\nnext, when all are: retread merge "
			"--plan %s\n",
			shard->number, shard->count, shard->folder,
			options->plan);
	return status;
}

/* Records TESTS, which are those of SHARD, where nobody looks yet, and gives the
 * results their name. Those of tests that an attempt before recorded are taken. */
static int record_attempt(const struct record_options *options,
	const struct tests *tests, struct shard *shard)
{
	const char *out = cli_out_directory(options->out);
	struct record_options inner = *options;
	char *symbols = memory_format("%s/symbols", out);
	char *resumed = memory_format("%s.part", shard->folder);
	char *spent = memory_format("%s.part", shard->attempt);
	int status;

	inner.out = shard->attempt;
	inner.resumed = resumed;
	if (!inner.recording.settings.symbol_cache)
		inner.recording.settings.symbol_cache = symbols;
	status = record_tests(&inner, tests, true);
	if (status == CLI_DONE || status == CLI_TESTS_FAILED)
		status = record_shard_publish(options, shard, status);
	/* Nobody goes on with a shard that is there. Of two attempts that see that, one gets
	 * the folder and removes it undisturbed. */
	if (access(shard->folder, F_OK) == 0 && rename(resumed, spent) == 0)
		folders_remove(spent);
	free(spent);
	free(resumed);
	free(symbols);
	return status;
}

/* The part of a plan. */
static int record_planned(const struct record_options *options,
	const struct tests *tests, uint64_t number, uint64_t count)
{
	struct shard shard = {
		.number = number, .count = count, .tests = tests->count};
	struct error err = {{0}};
	int status = CLI_DONE;

	if (plan_identify(shard.plan, options->plan, &err) != 0 ||
		shard_begin(&shard, cli_out_directory(options->out), &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, options->verb, &err,
			"Choose another directory: -o DIR");
	else if (!shard.is_done)
		status = record_attempt(options, tests, &shard);
	else if (!options->quiet)
		fprintf(stderr,
			"retread: shard %" PRIu64 " is there already: %s\n",
			number, shard.folder);
	shard_release(&shard);
	return status;
}

int record_shard(const struct record_options *options, struct tests *tests)
{
	struct arena arena = {0};
	struct error err = {{0}};
	struct plan plan;
	uint64_t number, count;
	int status;

	if (!options->shard)
		return cli_misuse(options->verb, "--plan wants --shard K/N",
			"retread submit records all shards of a plan.");
	if (options->plan && options->append)
		return cli_misuse(options->verb,
			"--append does not go with --plan", NULL);
	if (shard_parse(options->shard, &number, &count, &err) != 0)
		return cli_fail(CLI_USAGE, options->verb, &err,
			"As in: --shard 3/8, the third of eight");
	if (!options->plan)
		plan_make_even(&plan, &arena, tests, count);
	else if (read_plan(&plan, &arena, options, tests, count, &err) != 0) {
		arena_release(&arena);
		return cli_fail(CLI_USAGE, options->verb, &err,
			"Make another: retread plan");
	}
	plan_select(&plan, tests, number);
	arena_release(&arena);
	if (options->plan)
		return record_planned(options, tests, number, count);
	if (tests->count > 0)
		status = record_tests(options, tests, true);
	else
		status = CLI_DONE;
	if (tests->count == 0 && !options->quiet)
		fprintf(stderr, "retread: shard %s has no test\n",
			options->shard);
	return status;
}
