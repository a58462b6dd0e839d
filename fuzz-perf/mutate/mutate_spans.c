/* SPDX-License-Identifier: MIT
 * Mutators that work on the spans of what a generator drew. */
#include "config.h"

#include "fuzz-perf/mutate/mutate_spans.h"

#include "fuzz-perf/generate/spans.h"
#include "fuzz-perf/mutate/mutation.h"

static bool mutate_spans_change(
	struct mutation *mutation, enum span_change which)
{
	struct span_edit *edit = mutation->spans;

	if (!edit)
		return false;
	edit->bytes = mutation->bytes;
	edit->length = mutation->length;
	edit->limit = mutation->limit;
	edit->random = random_next(mutation->random);
	bool is_changed = spans_change(edit, which);
	mutation->length = edit->length;
	return is_changed;
}

bool mutate_delete_span(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_DELETE);
}

bool mutate_repeat_span(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_REPEAT);
}

bool mutate_swap_spans(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_SWAP);
}

bool mutate_splice_span(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_SPLICE);
}

bool mutate_regenerate_span(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_REGENERATE);
}

/* No byte is left: random ones come instead. */
bool mutate_draw_anew(struct mutation *mutation)
{
	if (!mutation->spans || !mutation->length)
		return false;
	mutation->length = 0;
	return true;
}

bool mutate_hoist_span(struct mutation *mutation)
{
	return mutate_spans_change(mutation, SPAN_HOIST);
}
