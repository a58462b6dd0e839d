/* SPDX-License-Identifier: MIT
 * Children of a seed's function. */
#include "config.h"

#include "fuzz-perf/ir/campaign.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/spans.h"
#include "fuzz-perf/ir/rewrite.h"
#include "lib/random.h"

#define MUTATED_SPANS 4096
#define TRIES	      8 /* changes that may not fit what there is */
#define AGAIN	      3 /* one of so many neighbours has one change more */

struct ir_mutation {
	struct ir_campaign *campaign;
	struct irf_fn *fn; /* what there is so far */
	struct span_edit edit;
	struct parameters_span span[MUTATED_SPANS];
};

/* Parts are deleted, repeated, swapped, drawn anew, replaced by what is in them. */
static bool mutate_change_spans(struct ir_mutation *mutation)
{
	uint64_t *random = &mutation->campaign->random;

	mutation->edit.random = random_mix_below(random, UINT32_MAX);
	return spans_change(&mutation->edit,
		(enum span_change)random_mix_below(random, SPAN_CHANGES));
}

static bool change_byte(struct ir_mutation *mutation)
{
	uint64_t *random = &mutation->campaign->random;
	struct span_edit *edit = &mutation->edit;

	if (!edit->length)
		return false;
	edit->bytes[random_mix_below(random, (uint32_t)edit->length)] =
		(uint8_t)random_mix_below(random, 256);
	return true;
}

static bool mutate_rewrite(struct ir_mutation *mutation, enum ir_rewrite how)
{
	const struct irf_profile *profile = &mutation->campaign->setup->profile;
	struct span_edit *edit = &mutation->edit;
	uint8_t *bytes;
	struct irf_fn *fn = ir_rewrite(
		mutation->fn, profile, how, &mutation->campaign->random);

	if (!fn)
		return false;
	size_t length = irf_encode(fn, profile, &bytes);
	bool fits = length && length <= edit->limit;
	if (fits) {
		memcpy(edit->bytes, bytes, length);
		edit->length = length;
		irf_free(mutation->fn);
		mutation->fn = fn;
	} else {
		irf_free(fn);
	}
	if (length)
		free(bytes);
	return fits;
}

static bool mutate_insert(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_INSERT);
}

static bool delete (struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_DELETE);
}

static bool ir_mutate_replace(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_REPLACE);
}

static bool mutate_nest_loops(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_NEST_LOOPS);
}

static bool mutate_touch_memory(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_TOUCH_MEMORY);
}

static bool mutate_bind_threads(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_BIND_THREADS);
}

static bool mutate_branch(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_BRANCH);
}

static bool mutate_float(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_COMPUTE_FLOAT);
}

static bool mutate_promise(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_PROMISE);
}

static bool mutate_promise_each(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_PROMISE_EACH);
}

static bool mutate_call(struct ir_mutation *mutation)
{
	return mutate_rewrite(mutation, IR_CALL);
}

/* Tzer's six, two that know bytes only, and those of poison, numbers of IEEE 754, branches and
 * calls; how often each of them, and how often near a seed that was given: a compiler's own
 * test has what a rule needs, and its neighbours are those that differ in a condition. */
static const struct mutator {
	bool (*change)(struct ir_mutation *mutation);
	bool is_domain;
	unsigned weight[2];
} mutators[] = {
	{mutate_insert, false, {3, 3}},
	{delete, false, {2, 2}},
	{ir_mutate_replace, false, {4, 6}},
	{mutate_change_spans, false, {2, 0}},
	{change_byte, false, {2, 0}},
	{mutate_nest_loops, true, {1, 0}},
	{mutate_touch_memory, true, {1, 0}},
	{mutate_bind_threads, true, {1, 0}},
	{mutate_promise, false, {4, 3}},
	{mutate_promise_each, false, {1, 5}},
	{mutate_float, false, {1, 0}},
	{mutate_branch, true, {1, 1}},
	{mutate_call, true, {1, 0}},
};
#define MUTATORS (sizeof mutators / sizeof mutators[0])

static const struct mutator *mutate_draw(uint64_t *random, bool is_near)
{
	unsigned weight[MUTATORS];

	for (size_t i = 0; i < MUTATORS; i++)
		weight[i] = mutators[i].weight[is_near];
	return &mutators[random_mix_weighted(random, weight, MUTATORS)];
}

/* One change, as far as that fits what there is. */
static void mutate_once(struct ir_mutation *mutation, bool is_near)
{
	struct ir_campaign *campaign = mutation->campaign;

	for (int i = 0; i < TRIES; i++) {
		const struct mutator *mutator =
			mutate_draw(&campaign->random, is_near);
		if (mutator->is_domain && !campaign->guidance->has_domain)
			continue;
		if (mutator->change(mutation))
			break;
	}
}

size_t ir_mutate(struct ir_campaign *campaign, const struct parameters *seed,
	bool is_near, uint8_t *to, size_t capacity)
{
	static struct ir_mutation mutation; /* large */
	static struct gen_run run;
	static struct ir_case case_;
	const struct parameters_stream *main = &seed->stream[0];

	run.limit = IR_INPUT_BYTES;
	run.record = campaign->scratch;
	mutation.fn = ir_redraw(campaign->setup, &run, seed, &case_);
	mutation.campaign = campaign;
	mutation.edit = (struct span_edit){.bytes = to,
		.length = main->length < capacity ? main->length : capacity,
		.limit = capacity,
		.span = mutation.span};
	if (mutation.edit.length)
		memcpy(to, main->bytes, mutation.edit.length);
	mutation.edit.count = spans_of_stream(campaign->scratch->span,
		campaign->scratch->span_count, 0, mutation.edit.length,
		mutation.span, MUTATED_SPANS);
	mutate_once(&mutation, is_near);
	while (is_near && !random_mix_below(&campaign->random, AGAIN))
		mutate_once(&mutation, is_near);
	irf_free(mutation.fn);
	return mutation.edit.length;
}
