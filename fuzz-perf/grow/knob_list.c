/* SPDX-License-Identifier: MIT
 * Kinds of knobs, and the list of those that are found. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <string.h>

#include "lib/words.h"

const char *const grow_kind_names[GROW_KINDS] = {
	"SIZE", "LOOP", "INT", "CALLS", "TEXT", "ARG"};
const char *const grow_kind_units[GROW_KINDS] = {
	"size", "rounds", "value", "calls", "units", "value"};

/* Of knobs of one kind on one line, in the order of their addresses. */
static unsigned knobs_count_alike(const struct grow_knobs *knobs,
	enum grow_kind kind, const struct grow_function *function,
	unsigned line)
{
	unsigned count = 1;

	for (size_t i = 0; i < knobs->count; i++)
		count += knobs->knob[i].kind == kind &&
			 knobs->knob[i].function == function &&
			 knobs->knob[i].line == line;
	return count;
}

bool grow_knobs_is_own(const struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t address)
{
	struct grow_place place;

	return grow_code_place(&knobs->code, address, &place) &&
	       function->file &&
	       strcmp(words_base_name(place.file),
		       words_base_name(function->file)) == 0;
}

struct grow_knob *grow_knobs_add(struct grow_knobs *knobs, enum grow_kind kind,
	const struct grow_function *function, uint64_t address)
{
	struct grow_knob *knob;
	struct grow_place place = {0};
	char *name;

	/* Inlined code of another file is not the test's, but the texts may be. */
	if (function && kind != GROW_TEXT &&
		!grow_knobs_is_own(knobs, function, address))
		return NULL;
	if (function && !grow_code_place(&knobs->code, address, &place))
		return NULL;
	knobs->knob = memory_grow(knobs->knob, &knobs->capacity,
		knobs->count + 1, sizeof *knobs->knob);
	name = arena_format(&knobs->arena, "%s:%s:%u:%u", grow_kind_names[kind],
		function ? function->name : "main", place.line,
		knobs_count_alike(knobs, kind, function, place.line));
	for (char *at = name; *at; at++)
		*at = isspace((unsigned char)*at) ? '_' : *at;
	for (char *at = name; *at != ':'; at++)
		*at = (char)tolower((unsigned char)*at);
	knob = &knobs->knob[knobs->count++];
	*knob = (struct grow_knob){.kind = kind,
		.id = name,
		.function = function,
		.at = address,
		.file = place.file,
		.line = place.line,
		.step = 1};
	return knob;
}
