/* SPDX-License-Identifier: MIT
 * Makes a failing input small: the shortest one, and of those the one whose
 * bytes come first, as far as local changes lead (Hypothesis's order, shortlex).
 * Parts with labels go before bytes, since they leave the rest as it was. */
#include "fuzz-perf/generate/shrink_inside.h"

/* Each of PASSES, up to NULL. */
static bool pass_each(
	struct shrink *shrink, bool (*const *passes)(struct shrink *))
{
	bool any = false;

	for (; *passes; passes++)
		any |= (*passes)(shrink);
	return any;
}

/* Rounds of all, since one alone may go down in many small steps where another
 * needs a large one; what reaches most with fewest runs comes first, as long as it
 * deletes something. */
static void pass_all(struct shrink *shrink)
{
	static bool (*const deletions[])(struct shrink *) = {
		shrink_drop_streams, shrink_delete_parts, shrink_hoist_parts,
		shrink_zero_parts, shrink_delete_bytes, NULL};
	static bool (*const changes[])(struct shrink *) = {shrink_lower_draws,
		shrink_lower_equals, shrink_shorten_lengths, shrink_swap_parts,
		shrink_move_pairs, shrink_replace_parts,
		shrink_delete_each_size, NULL};
	bool has_shrunk = true;

	while (has_shrunk && !shrink_is_over(shrink)) {
		uint32_t size;
		has_shrunk = false;
		do {
			size = shrink->best.size;
			has_shrunk |= pass_each(shrink, deletions);
		} while (shrink->best.size < size && !shrink_is_over(shrink));
		has_shrunk |= pass_each(shrink, changes);
	}
}

unsigned gen_shrink(struct isolate *isolate, const struct parameters *input,
	uint64_t identity, const struct shrink_limits *limits, uint8_t **to,
	size_t *length)
{
	struct shrink shrink = {.isolate = isolate,
		.identity = identity,
		.limits = *limits,
		.started_ms = gen_clock_ms(CLOCK_MONOTONIC)};
	struct parameters best;
	struct gen_record *record = isolate_run(isolate, input, UINT32_MAX);

	shrink_begin(&shrink, record);
	if (record->verdict == GEN_FAIL && record->identity == identity)
		pass_all(&shrink);
	shrink_describe(&shrink, &shrink.best, &best);
	*length = parameters_write(&best, NULL, 0);
	*to = gen_memory(NULL, *length);
	parameters_write(&best, *to, *length);
	shrink_end(&shrink);
	return shrink.runs;
}
