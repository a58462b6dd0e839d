/* SPDX-License-Identifier: MIT
 * A campaign: how it starts, its loop, how it ends. */
#include "config.h"

#include "fuzz-perf/campaign/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/campaign/persist.h"
#include "fuzz-perf/campaign/status.h"
#include "fuzz-perf/campaign/sync.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/generated.h"
#include "fuzz-perf/search/tiers.h"
#include "fuzz-perf/target/aim.h"

#define LINE_WEIGHT  4	/* of counters at --line */
#define LOOK_BATCHES 64 /* batches between looks at the clock */

static void open_cases(struct fuzz *fuzz, const struct perf_token *token)
{
	uint32_t cases = token->length - PERF_TOKEN_CASES;

	if (cases > sizeof token->byte || fuzz->map->has_generator)
		return;
	dictionary_add_cases(&fuzz->dictionary, token->byte, cases);
	mutate_choice_know(&fuzz->mutators, MUTATE_CASES);
}

static int open_dictionary(struct fuzz *fuzz, struct error *err)
{
	const struct perf_token *token = execute_tokens(fuzz->execute);

	for (size_t i = 0; i < fuzz->options.dictionary_count; i++)
		if (dictionary_read(&fuzz->dictionary,
			    fuzz->options.dictionaries[i], err))
			return -1;
	for (uint32_t i = 0; i < fuzz->map->token_count; i++)
		if (token[i].length <= sizeof token[i].byte)
			dictionary_add(&fuzz->dictionary, token[i].byte,
				token[i].length);
		else
			open_cases(fuzz, &token[i]);
	return 0;
}

static bool has_comparisons(const struct fuzz *fuzz)
{
	const struct perf_mapped_place *place = execute_places(fuzz->execute);

	for (uint32_t key = 0; key < fuzz->map->key_count; key++)
		if (place[key].kind == PERF_COMPARISON)
			return !fuzz->options.no_matching;
	return false;
}

/* Picks one of the wanted at random: those at --line several times as often. */
static void list_wanted(struct fuzz *fuzz, const struct aim *aim)
{
	struct schedule *schedule = &fuzz->schedule;
	uint32_t keys = fuzz->map->key_count;

	schedule->wanted = memory_alloc_zero(
		(size_t)keys * LINE_WEIGHT + 1, sizeof *schedule->wanted);
	for (uint32_t key = 0; key < keys; key++) {
		int weight = aim->at_line[key] ? LINE_WEIGHT : 1;
		for (int i = 0; aim->at_place[key] && i < weight; i++)
			schedule->wanted[schedule->wanted_count++] = key;
	}
}

static int fuzz_choose_wanted(struct fuzz *fuzz, struct error *err)
{
	const struct fuzz_options *options = &fuzz->options;
	const struct aim_names names = {options->wanted, options->lines,
		options->wanted_count, options->line_count};
	struct aim aim;
	int result = aim_take(&aim, fuzz->execute, &names, fuzz->log, err);

	if (!result)
		list_wanted(fuzz, &aim);
	aim_release(&aim);
	return result;
}

static unsigned known_to_mutators(const struct fuzz *fuzz)
{
	unsigned known = fuzz->map->has_predictions ? MUTATE_INFLUENCE : 0;

	if (!fuzz->map->has_generator)
		known |= MUTATE_BYTES;
	else if (!fuzz->options.no_spans)
		known |= MUTATE_SPANS;
	return known;
}

static void open_search(struct fuzz *fuzz)
{
	const struct fuzz_options *options = &fuzz->options;

	random_init(&fuzz->random, options->seed);
	feedback_init(&fuzz->feedback, fuzz->map->index_count);
	mutate_choice_init(&fuzz->mutators, !options->no_learning,
		!options->no_structure, known_to_mutators(fuzz));
	context_init(&fuzz->context, options->context_length);
	fuzz->map->context_length = fuzz->context.length;
	if (fuzz->map->has_context && fuzz->map->custom_count)
		fuzz->feedback.context_first =
			fuzz->map
				->view[fuzz->map->view_count -
					fuzz->map->custom_count]
				.first;
	schedule_init(
		&fuzz->schedule, &fuzz->random, &fuzz->feedback, &fuzz->corpus);
	fuzz->schedule.totals_first = fuzz->map->key_count;
	fuzz->schedule.totals_end = fuzz->map->key_count + PERF_TOTALS;
	fuzz->schedule.only_total = options->only_total;
	fuzz->schedule.learns = !options->no_learning;
	if (!options->guidance)
		fuzz->options.guidance = guidance_default();
	fuzz->schedule.weighs_cost = fuzz->options.guidance->weighs_cost;
	if (!fuzz->options.guidance->prefers_valid)
		return;
	for (uint32_t i = 0; i < fuzz->map->view_count; i++)
		if (fuzz->map->view[i].source == PERF_VALID_RUNS) {
			fuzz->schedule.valid_first = fuzz->map->view[i].first;
			fuzz->schedule.valid_end = fuzz->map->view[i].first +
						   fuzz->map->view[i].count;
		}
}

int campaign_open_target(struct fuzz *fuzz, const struct fuzz_options *options,
	const struct log *log, struct error *err)
{
	memset(fuzz, 0, sizeof *fuzz);
	fuzz->options = *options;
	fuzz->log = log;
	fuzz->started_ms = clock_ms();
	if (options->time_seconds)
		fuzz->options.execute.end_ms =
			fuzz->started_ms + options->time_seconds * 1000;
	if (tiers_open(fuzz, err))
		return -1;
	fuzz->map = execute_map(fuzz->execute);
	open_search(fuzz);
	if (!fuzz->map->has_generator)
		return 0;
	fuzz->generated = generated_new(options->execute.max_length,
		options->stream_rates, options->stream_rate_count, err);
	return fuzz->generated ? 0 : -1;
}

/* Their counts make champions all the same. */
static void warn_of_endless_seeds(const struct fuzz *fuzz)
{
	const struct fuzz_counts *counts = &fuzz->counts;

	if (counts->execs && counts->over_limit == counts->execs)
		log_warning(fuzz->log,
			"each seed was stopped after %" PRIu64
			" edges: does the target end at all? Counts are those "
			"until then; to allow more: --limit EDGES",
			fuzz->options.execute.edge_limit);
}

int campaign_open(struct fuzz *fuzz, const struct fuzz_options *options,
	volatile int *is_stopped, const struct log *log, struct error *err)
{
	if (campaign_open_target(fuzz, options, log, err))
		return -1;
	fuzz->is_stopped = is_stopped;
	tiers_set_end(fuzz, fuzz->options.execute.end_ms, is_stopped);
	fuzz->has_comparisons = has_comparisons(fuzz);
	if (domains_apply(&options->domains, fuzz->execute, err) ||
		(fuzz->sieve &&
			domains_apply(&options->domains, fuzz->sieve, err)) ||
		fuzz_choose_wanted(fuzz, err) || open_dictionary(fuzz, err) ||
		persist_open(fuzz, err))
		return -1;
	if (!fuzz->corpus.count && !fuzz->counts.execs &&
		!execute_is_over(fuzz->execute))
		return error_set(err,
			"%s has no input; put one there to begin with, or name "
			"a directory that has: -i SEEDS",
			options->seeds ? options->seeds : options->out);
	if (!fuzz->feedback.live_count && options->time_seconds &&
		execute_is_over(fuzz->execute) &&
		!(fuzz->is_stopped && *fuzz->is_stopped))
		return error_set(err,
			"no seed ended before the time was over; give more by "
			"--time, or less to each input by --timeout MS");
	if (!fuzz->feedback.live_count && fuzz->counts.crashes)
		return error_set(err,
			"the target crashes on each of the seeds; run one "
			"without the fuzzer to see why");
	if (!fuzz->feedback.live_count && fuzz->counts.hangs)
		return error_set(err,
			"no seed ended within %u ms; to allow more: "
			"--timeout MS",
			options->execute.timeout_ms);
	if (!fuzz->feedback.live_count && !execute_is_over(fuzz->execute))
		return error_set(err,
			"no seed reaches code that is watched, or was "
			"compiled with retread-cc, and then ends by exit() or "
			"_exit(), as programs under strict seccomp cannot");
	warn_of_endless_seeds(fuzz);
	return 0;
}

void campaign_release(struct fuzz *fuzz)
{
	execute_free(fuzz->execute);
	execute_free(fuzz->sieve);
	corpus_release(&fuzz->corpus);
	feedback_release(&fuzz->feedback);
	mutate_choice_release(&fuzz->mutators);
	dictionary_release(&fuzz->dictionary);
	generated_free(fuzz->generated);
	output_release(&fuzz->output);
	crashes_release(&fuzz->crashes);
	sync_release(fuzz->peers);
	free(fuzz->schedule.wanted);
	free(fuzz->seed_value);
	guidance_close(fuzz->options.guidance);
}

static bool gives_up(struct fuzz *fuzz)
{
	uint64_t patience_ms = fuzz->options.patience_seconds * 1000;
	uint64_t now = fuzz_elapsed_ms(fuzz);

	if (patience_ms && now - fuzz->earlier_ms >= patience_ms &&
		now - fuzz->counts.last_find_ms >= patience_ms)
		fuzz->gave_up = true;
	return fuzz->gave_up;
}

static bool fuzz_is_over(struct fuzz *fuzz)
{
	return gives_up(fuzz) || fuzz->has_ended || fuzz->is_superseded ||
	       execute_is_over(fuzz->execute) || fuzz_has_hung(fuzz) ||
	       (fuzz->options.execs &&
		       fuzz->counts.execs >= fuzz->options.execs);
}

int campaign_run(struct fuzz *fuzz, struct error *err)
{
	uint64_t edges = 0;
	unsigned batches = 0;

	/* Files in OUT may not have been run again: they must not be forgotten. */
	if (execute_is_over(fuzz->execute) && !fuzz->counts.batches)
		return 0;
	while (!fuzz_is_over(fuzz)) {
		if (batch_run(fuzz, err))
			return -1;
		if (++batches < LOOK_BATCHES &&
			fuzz->counts.edges - edges < 20000000)
			continue;
		batches = 0;
		edges = fuzz->counts.edges;
		if (persist_now_and_then(fuzz, err))
			return -1;
		status_show(fuzz);
	}
	fuzz->is_over = true;
	persist_all(fuzz);
	return 0;
}
