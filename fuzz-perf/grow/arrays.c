/* SPDX-License-Identifier: MIT
 * ARRAY: an array with the number of its elements, or a std::vector, that test code hands to
 * the code under test, whatever has made it. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>

#include "lib/words.h"

#define ARRAYS_MAX	2 /* with one count: more may be rows and columns */
#define ARRAY_UNITS_MAX (1 << 16)

/* The argument that is how many elements array I of FUNCTION has; GROW_ARGUMENTS: none. */
static unsigned array_count_of(const struct grow_function *function, unsigned i)
{
	unsigned count = i + 1;

	while (count < GROW_ARGUMENTS && function->elements[count] &&
		!(function->vectors >> count & 1))
		count++;
	return count < GROW_ARGUMENTS && function->counts >> count & 1
		       ? count
		       : GROW_ARGUMENTS;
}

/* "ARGUMENT COUNT ELEMENTS;..." of all that grows in calls of FUNCTION; a vector has itself
 * as its COUNT. NULL: nothing does. */
static const char *arrays_describe(
	struct arena *arena, const struct grow_function *function)
{
	const char *all = "";
	unsigned arrays = 0;

	for (unsigned i = 0; i < GROW_ARGUMENTS; i++) {
		bool is_vector = function->vectors >> i & 1;
		unsigned count = is_vector ? i : array_count_of(function, i);
		if (!function->elements[i] || count == GROW_ARGUMENTS)
			continue;
		all = arena_format(arena, "%s%u %u %s;", all, i, count,
			function->elements[i]);
		arrays += !is_vector;
	}
	return *all && arrays <= ARRAYS_MAX ? all : NULL;
}

void grow_arrays_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t index)
{
	const struct grow_step *step = &steps->step[index];
	const struct grow_function *to =
		grow_calls_subject(knobs, function, step);
	const char *arrays = to ? arrays_describe(&knobs->arena, to) : NULL;
	struct grow_knob *knob;

	if (!arrays ||
		!(knob = grow_knobs_add(knobs, GROW_ARRAY, function, step->at)))
		return;
	knob->is = step->is;
	knob->arrays = arrays;
	knob->base = knob->min = 1;
	knob->max = ARRAY_UNITS_MAX;
	knob->what =
		arena_format(&knobs->arena, "array passed to %s at %s:%u: 1",
			to->name, words_base_name(knob->file), knob->line);
}

void grow_arrays_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	size_t left;

	fprintf(out, "array %s %" PRIx64 " ", knob->id, knob->at);
	grow_write_hex(out, grow_code_bytes(&knobs->code, knob->at, &left),
		knob->is.length);
	fprintf(out, " %" PRIu64 " %s\n", choice->value, knob->arrays);
}
