/* SPDX-License-Identifier: MIT
 * The domain of contexts: how long they are, and which inputs are kept for them. */
#include "config.h"

#include "fuzz-perf/corpus/context.h"

#include <string.h>

#define LENGTH_LEAST 4
#define LENGTH_MAX   32			  /* the queue of the paper */
#define SPARSE	     (PERF_CONTEXTS / 10) /* entries */
#define CROWDED	     (PERF_CONTEXTS / 2)
#define STILL_RUNS   8192 /* without a new entry */
#define HELD_MAX     64	  /* by inputs that come to the same edges */

void context_init(struct branch_context *context, unsigned length)
{
	memset(context, 0, sizeof *context);
	context->is_fixed = length > 0;
	context->length = length ? length : LENGTH_LEAST;
	context->crowded = LENGTH_MAX + 1;
}

bool context_takes(
	struct branch_context *context, uint64_t edge_set, uint64_t runs)
{
	uint8_t *held = &context->held[(edge_set ^ edge_set >> 32) *
				       0x9e3779b97f4a7c15ull % CONTEXT_SETS];

	context->used++;
	context->news = runs;
	if (*held == HELD_MAX)
		return false;
	++*held;
	return true;
}

static void set_length(
	struct branch_context *context, unsigned length, uint64_t runs)
{
	context->length = length;
	context->used = 0;
	context->news = runs;
	memset(context->held, 0, sizeof context->held);
}

/* Twice as long; near a length that was too long, half of the way to it. */
static unsigned longer(const struct branch_context *context)
{
	unsigned twice = 2 * context->length;

	return twice < context->crowded
		       ? twice
		       : (context->length + context->crowded) / 2;
}

enum context_change context_adapt(struct branch_context *context, uint64_t runs)
{
	if (context->is_fixed)
		return CONTEXT_STAYS;
	if (context->used > CROWDED && context->length > LENGTH_LEAST) {
		context->crowded = context->length;
		set_length(context, context->length / 2, runs);
		return CONTEXT_STARTS_ANEW;
	}
	if (context->used < SPARSE && longer(context) > context->length &&
		runs - context->news > STILL_RUNS) {
		set_length(context, longer(context), runs);
		return CONTEXT_GROWS;
	}
	return CONTEXT_STAYS;
}
