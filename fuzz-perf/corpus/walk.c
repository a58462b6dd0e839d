/* SPDX-License-Identifier: MIT
 * Sums that are stuck. */
#include "config.h"

#include "fuzz-perf/corpus/walk.h"

#include "lib/random.h"

#define LEAST_CHILDREN 1000000 /* before anything is called stuck */
#define CLOSE_PART     64      /* a child this part below a sum is close */
#define STUCK_PART     32      /* the same of a sum that is stuck */
#define CLOSE_CHANCE   16      /* one in so many of them is taken */

void walk_note_raise(
	struct walk *walk, uint64_t children, uint64_t before, uint64_t value)
{
	/* No walk leads that far up: it is another hill, to be climbed first. */
	if (walk->is_on && value - before > before / STUCK_PART)
		walk->is_on = false;
	if (!walk->is_on)
		walk->raised = children;
}

bool walk_is_on(struct walk *walk, uint64_t children)
{
	/* The last raise lies further back than all the work before it. */
	if (children >= LEAST_CHILDREN && children / 2 > walk->raised)
		walk->is_on = true;
	return walk->is_on;
}

bool walk_takes(const struct walk *walk, struct random *random, uint64_t value,
	uint64_t best, bool is_shorter)
{
	if (value < best - best / (walk->is_on ? STUCK_PART : CLOSE_PART))
		return false;
	return (walk->is_on && is_shorter) ||
	       !random_below(random, CLOSE_CHANCE);
}
