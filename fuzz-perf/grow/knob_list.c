/* SPDX-License-Identifier: MIT
 * Kinds of knobs, and the list of those that are found. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <string.h>

#include "lib/words.h"

const char *const grow_kind_names[GROW_KINDS] = {
	"SIZE", "LOOP", "INT", "CALLS", "TEXT", "ARG", "FILE", "ARRAY"};
const char *const grow_kind_units[GROW_KINDS] = {
	"size", "rounds", "value", "calls", "units", "value", "units", "units"};

bool grow_knobs_look_into(const struct grow_knobs *knobs, size_t index)
{
	return knobs->code.function[index].is_test_code &&
	       !(knobs->idle && knobs->idle[index]);
}

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
	unsigned line;
	const char *file = grow_code_file(&knobs->code, address, &line);

	return file && function->file &&
	       strcmp(words_base_name(file), words_base_name(function->file)) ==
		       0;
}

/* Inlined code of another file is not the test's, but its text may be: the place of that
 * is the last one of the test before, or the function. */
static bool find_own_place(const struct grow_knobs *knobs, enum grow_kind kind,
	const struct grow_function *function, uint64_t address,
	struct grow_place *place)
{
	bool is_own = grow_knobs_is_own(knobs, function, address);

	if (!is_own && kind != GROW_TEXT)
		return false;
	while (!is_own && address > function->start)
		is_own = grow_knobs_is_own(knobs, function, --address);
	if (is_own)
		return grow_code_place(&knobs->code, address, place);
	*place = (struct grow_place){
		function->name, function->file, function->line};
	return function->file != NULL;
}

char *grow_knobs_id(struct grow_knobs *knobs, const char *kind,
	const char *function, unsigned line, size_t number)
{
	char *id = arena_format(
		&knobs->arena, "%s:%s:%u:%zu", kind, function, line, number);

	for (char *at = id; *at; at++)
		*at = isspace((unsigned char)*at) ? '_' : *at;
	for (char *at = id; *at != ':'; at++)
		*at = (char)tolower((unsigned char)*at);
	return id;
}

struct grow_knob *grow_knobs_add(struct grow_knobs *knobs, enum grow_kind kind,
	const struct grow_function *function, uint64_t address)
{
	struct grow_knob *knob;
	struct grow_place place = {0};
	char *id;

	if (function && !find_own_place(knobs, kind, function, address, &place))
		return NULL;
	knobs->knob = memory_grow(knobs->knob, &knobs->capacity,
		knobs->count + 1, sizeof *knobs->knob);
	id = grow_knobs_id(knobs, grow_kind_names[kind],
		function ? function->name : "main", place.line,
		knobs_count_alike(knobs, kind, function, place.line));
	knob = &knobs->knob[knobs->count++];
	*knob = (struct grow_knob){.kind = kind,
		.id = id,
		.function = function,
		.at = address,
		.file = place.file,
		.line = place.line,
		.step = 1};
	return knob;
}
