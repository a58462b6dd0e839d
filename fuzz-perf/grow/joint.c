/* SPDX-License-Identifier: MIT
 * Loops, numbers and arrays of a test at once: of what is the product of two of them no part
 * grows faster than the data while the other stays as it is. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

/* Whether KNOB decides how much there is, and can be larger. */
static bool joint_has(const struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob *knob)
{
	return (knob->kind == GROW_LOOP || knob->kind == GROW_INT ||
		       knob->kind == GROW_ARRAY) &&
	       knob->max / 4 >= knob->base &&
	       experiments_can_use(experiments, knob) &&
	       experiments_reach(experiments, test, knob);
}

/* Whether A and B were set together before: loops with the same bound are. */
static bool joint_is_alike(const struct grow_knob *a, const struct grow_knob *b)
{
	return a->kind == b->kind && a->kind == GROW_LOOP &&
	       a->base <= b->base + 1 && b->base <= a->base + 1;
}

void experiment_add_together(
	struct experiment *experiment, const struct grow_knob *knob)
{
	for (size_t i = 0; knob->is_one_of && i < experiment->choice_count; i++)
		if (experiment->choice[i].knob->kind == GROW_INT &&
			experiment->choice[i].knob->back == knob->back)
			return;
	experiment->choice[experiment->choice_count++].knob = knob;
}

int experiments_join(struct experiments *experiments,
	const struct grow_function *test, struct error *err)
{
	const struct grow_knobs *knobs = experiments->knobs;
	struct experiment all = {.test = test, .is_product = true};
	bool differ = false;

	for (size_t i = 0;
		i < knobs->count && all.choice_count < EXPERIMENT_KNOBS_MAX;
		i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		if (!joint_has(experiments, test, knob))
			continue;
		differ |= all.choice_count > 0 &&
			  !joint_is_alike(all.choice[0].knob, knob);
		experiment_add_together(&all, knob);
	}
	return differ && all.choice_count > 1 &&
			       !experiments_are_over(experiments)
		       ? experiment_do(experiments, &all, err)
		       : 0;
}
