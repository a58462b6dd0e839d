/* SPDX-License-Identifier: MIT
 * TEXT: a text of the test's code that it hands over to other code, made longer by the
 * families of lib/families. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/code_pattern.h"
#include "lib/code/test_names.h"
#include "lib/families/families.h"
#include "lib/families/layout.h"
#include "lib/families/units.h"
#include "lib/words.h"

#define TEXT_FAMILIES_MAX 3 /* of one text that are tried */
#define TEXT_LINES_MIN	  3 /* of a text whose lines may be of several kinds, */
#define TEXT_LINES_MAX	  9 /* of which each is tried */
#define TEXT_MANY_MAX	  40 /* of a long text, if many are looked at, */
#define TEXT_MANY_BYTES	  4  /* one for so many bytes */
#define TEXT_UNITS_MAX	  (1 << 16)
#define TEXT_STORE_STEPS  5 /* of code between a text and its length */

/* Whether the text that step I has in a register that calls change may come to the code under
 * test: not if the next call gets it, and is one of a check, or prints. */
static bool text_is_handed_over(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	for (size_t j = i + 1; j < steps->count; j++) {
		const struct decoded *is = &steps->step[j].is;
		bool is_stored =
			is->is_memory && !is->has_constant &&
			is->kind == DECODE_MOVE &&
			is->operand_bytes >= sizeof(uint64_t) &&
			(is->source < 0 ||
				is->source == steps->step[i].is.destination);
		if (is_stored || is->kind == DECODE_RETURN)
			return true;
		if (is->kind == DECODE_CALL || is->kind == DECODE_JUMP)
			return grow_calls_pass_text(knobs, &steps->step[j]);
	}
	return true;
}

/* The same of one in a register that calls keep, as it is taken from there several times: not
 * if that is only for such calls. */
static bool text_is_taken(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i, int kept)
{
	bool is_used = false;

	for (size_t j = i + 1; j < steps->count; j++) {
		const struct decoded *is = &steps->step[j].is;
		bool is_move = is->kind == DECODE_MOVE && !is->has_constant;
		if (is->source == kept) {
			if (!is_move || is->is_memory ||
				text_is_handed_over(knobs, steps, j))
				return true;
			is_used = true;
		} else if (is->destination == kept && !is->is_memory) {
			break;
		}
	}
	return !is_used;
}

/* Whether the text that step I takes may come to the code under test. */
static bool text_is_passed(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	static const bool is_kept[16] = {[3] = true,
		[5] = true,
		[12] = true,
		[13] = true,
		[14] = true,
		[15] = true}; /* registers that calls keep */
	int destination = steps->step[i].is.destination;

	return destination >= 0 && destination < 16 && is_kept[destination]
		       ? text_is_taken(knobs, steps, i, destination)
		       : text_is_handed_over(knobs, steps, i);
}

/* Whether the function NAME ends a test, or throws for a library: "_ZSt20__throw_length_errorPKc". */
static bool text_says_why(const char *name)
{
	return grow_isolate_ends(name) ||
	       (strncmp(name, "_ZSt", 4) == 0 && strstr(name, "__throw_"));
}

/* Whether step I is on the way to the end of a test, of which the text says why. */
static bool text_is_reason(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	for (size_t j = i + 1; j < steps->count && !steps->step[j].is_target;
		j++) {
		const struct grow_step *step = &steps->step[j];
		const char *name;
		if (step->is.kind == DECODE_CALL) {
			name = grow_code_callee(
				&knobs->code, step->at, &step->is);
			return name && text_says_why(name);
		}
		if (step->is.kind == DECODE_BRANCH ||
			step->is.kind == DECODE_JUMP ||
			step->is.kind == DECODE_RETURN)
			return false;
	}
	return false;
}

/* Whether TEXT is the name of a function, as of a test that is registered. */
static bool text_is_function(
	const struct grow_knobs *knobs, const struct bytes *text)
{
	for (size_t i = 0; i < knobs->code.count; i++) {
		const char *name = knobs->code.function[i].name;
		if (strlen(name) == text->length &&
			memcmp(name, text->at, text->length) == 0)
			return true;
	}
	return false;
}

/* Whether TEXT has the name of FUNCTION's file, as what a failed check says. */
static bool text_names_file(
	const struct bytes *text, const struct grow_function *function)
{
	const char *name =
		function->file ? words_base_name(function->file) : NULL;

	return name && memmem(text->at, text->length, name, strlen(name));
}

/* Whether the sign at I of TEXT begins a conversion of printf: "%s", "%-5.2f", "%llu"; "%20" and
 * "%c3" are letters of an address. */
static bool text_is_conversion(const struct bytes *text, size_t i)
{
	size_t end = i + 1;

	while (end < text->length && text->at[end] &&
		strchr("-+#.*0123456789hlqjzt", text->at[end]))
		end++;
	return end < text->length && text->at[end] &&
	       strchr("diouxXeEfgGcsp", text->at[end]) &&
	       !(isxdigit(text->at[i + 1]) && i + 2 < text->length &&
		       isxdigit(text->at[i + 2]));
}

/* Whether TEXT says how something is printed: more of it would print what nobody gave. */
static bool text_is_format(const struct bytes *text)
{
	for (size_t i = 0; i + 1 < text->length; i++) {
		if (text->at[i] != '%')
			continue;
		if (text->at[i + 1] == '%')
			i++;
		else if (text_is_conversion(text, i))
			return true;
	}
	return false;
}

/* Whether TEXT of FUNCTION is none of the data of its test. */
static bool text_is_no_data(const struct grow_knobs *knobs,
	const struct grow_function *function, const struct bytes *text)
{
	return text_names_file(text, function) ||
	       text_is_function(knobs, text) || text_is_format(text);
}

/* Whether the text at ADDRESS has knobs for FUNCTION, but no further ones. */
static bool is_listed(const struct grow_knobs *knobs, uint64_t address,
	const struct grow_function *function)
{
	bool is_there = false;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		if (knob->kind != GROW_TEXT || knob->text != address ||
			knob->function != function)
			continue;
		if (knob->is_further)
			return false;
		is_there = true;
	}
	return is_there;
}

static void add_family(struct families *families, struct family family)
{
	families->family = memory_grow(families->family, &families->capacity,
		families->count + 1, sizeof *families->family);
	families->family[families->count++] = family;
}

/* Words with blanks between them: the second one again and again, with numbers at its end,
 * whatever signs it has, as names with dots do. */
static void add_blank_words(struct families *families, const struct bytes *text)
{
	const uint8_t *end = text->at + text->length,
		      *first = memchr(text->at, ' ', text->length),
		      *last = first ? memchr(first + 1, ' ',
					      (size_t)(end - first - 1))
				    : NULL;
	struct family family = {.kind = FAMILY_PUMP};
	struct span word[FAMILY_MARKS];
	struct unit unit;
	size_t words;

	for (const uint8_t *at = text->at; at < end; at++)
		if (strchr("{}[]<>()\"',;=\n%", *at))
			return;
	if (!first || !last || last == first + 1)
		return;
	unit = (struct unit){.at = (size_t)(first + 1 - text->at),
		.text = bytes_part(text, (size_t)(first + 1 - text->at),
			(size_t)(last + 1 - text->at))};
	words = layout_find_words(&unit.text, word, FAMILY_MARKS);
	if (words > 0) {
		family.first =
			unit_number(&unit, words - 1, &family.first_marks);
		family.prefix = bytes_part(text, 0, unit.at);
		family.suffix = bytes_part(text, unit.at, text->length);
		family.middle = bytes_part(text, 0, 0);
		family.second = bytes_part(text, 0, 0);
		add_family(families, family);
	}
	bytes_release(&unit.text);
}

/* A variable of a template, as "${name}", with its sign. */
static void add_variable(struct families *families, const struct bytes *text)
{
	for (size_t i = 0; i + 2 < text->length; i++) {
		const uint8_t *open = text->at + i + 1, *close;
		if (!strchr("$%#@", text->at[i]) || !text->at[i] ||
			(*open != '{' && *open != '('))
			continue;
		close = memchr(
			open, *open == '{' ? '}' : ')', text->length - i - 1);
		if (close)
			add_family(families,
				family_pump(text, i,
					(size_t)(close + 1 - text->at)));
		return;
	}
}

/* Where the quote that begins at FIRST of TEXT ends; FIRST: none begins there. */
static size_t text_find_quote_end(const struct bytes *text, size_t first)
{
	uint8_t quote = text->at[first];

	if ((quote != '"' && quote != '\'') ||
		(first > 0 && layout_is_word(text->at[first - 1])))
		return first;
	for (size_t i = first + 1; i < text->length && text->at[i] != '\n'; i++)
		if (text->at[i] == '\\')
			i++;
		else if (text->at[i] == quote)
			return i;
	return first;
}

/* A string in the text: the longest that there is, made longer. */
static void add_quoted(struct families *families, const struct bytes *text)
{
	struct span longest = {0, 0};

	for (size_t i = 0; i < text->length; i++) {
		size_t end = text_find_quote_end(text, i);
		if (end > i + 1 && end - i - 1 > longest.end - longest.first)
			longest = (struct span){i + 1, end};
		i = end;
	}
	if (longest.end > longest.first)
		add_family(families,
			family_pump(text, longest.first, longest.end));
}

/* A text without parts, as one letter again and again, is repeated as a whole. */
static void add_whole(struct families *families, const struct bytes *text)
{
	add_family(families, family_pump(text, 0, text->length));
}

static bool text_has_lines(const struct bytes *text)
{
	size_t lines = 0;

	for (size_t i = 0; i < text->length; i++)
		lines += text->at[i] == '\n';
	return lines >= TEXT_LINES_MIN;
}

/* Whether family I repeats whole lines, and others than those before it. */
static bool text_is_other_line(const struct families *families, size_t i)
{
	const struct family *family = &families->family[i];
	size_t length = family->first.length;

	if (family->kind != FAMILY_PUMP || family->second.length > 0 ||
		length == 0 || family->first.at[length - 1] != '\n')
		return false;
	for (size_t j = 0; j < i; j++)
		if (families->family[j].second.length == 0 &&
			families->family[j].prefix.length ==
				family->prefix.length)
			return false;
	return true;
}

/* Makes the text at PLACE, which the instruction at AT leads to, longer by FAMILY. */
static void add_text_of_family(struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t at,
	const struct grow_text_place *place, const struct family *family,
	bool is_further)
{
	struct grow_knob *knob = grow_knobs_add(knobs, GROW_TEXT, function, at);
	char *pattern;

	if (!knob)
		return;
	knob->is_further = is_further;
	knob->text = place->address;
	knob->slot = place->slot;
	knob->bytes = place->text;
	knob->family = arena_alloc(&knobs->arena, sizeof *knob->family);
	*knob->family = family_dup(family);
	pattern = family_pattern_dup(knob->family);
	knob->base = knob->min = 1;
	knob->max = TEXT_UNITS_MAX;
	knob->what = arena_format(
		&knobs->arena, "text at line %u, %s: 1", knob->line, pattern);
	free(pattern);
}

/* The families of TEXT, the likeliest first. */
static void text_list_families(
	struct families *families, const struct bytes *text)
{
	add_blank_words(families, text);
	add_variable(families, text);
	families_list(families, text);
	if (families->count == 0)
		add_whole(families, text);
}

/* Adds those of FAMILIES that are tried in any case, or the others if IS_FURTHER. */
static void add_families(struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t at,
	const struct grow_text_place *place, const struct families *families,
	bool is_further)
{
	size_t used = 0, further = 0,
	       many = place->text.length / TEXT_MANY_BYTES,
	       max = text_has_lines(&place->text) ? TEXT_LINES_MAX
						  : TEXT_FAMILIES_MAX;

	for (size_t j = 0; j < families->count; j++) {
		bool is_tried =
			used < max && (used < TEXT_FAMILIES_MAX ||
					      text_is_other_line(families, j));
		used += is_tried;
		if (is_tried == is_further ||
			(is_further &&
				(further >= many || further >= TEXT_MANY_MAX)))
			continue;
		further += is_further;
		add_text_of_family(knobs, function, at, place,
			&families->family[j], is_further);
	}
}

static void add_text(struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t at,
	const struct grow_text_place *place, bool is_further)
{
	struct families families = {0};

	if (is_listed(knobs, place->address, function) != is_further ||
		text_is_no_data(knobs, function, &place->text))
		return;
	text_list_families(&families, &place->text);
	add_families(knobs, function, at, place, &families, is_further);
	families_release(&families);
	if (is_further)
		return;
	add_quoted(&families, &place->text);
	for (size_t j = 0; j < families.count; j++)
		add_text_of_family(
			knobs, function, at, place, &families.family[j], false);
	families_release(&families);
}

void grow_texts_add_made(struct grow_knobs *knobs,
	const struct grow_function *function, uint64_t at,
	const struct grow_text_place *place, bool has_many_texts)
{
	struct families families = {0};
	size_t first = knobs->count, alike = 0;

	if (text_is_no_data(knobs, function, &place->text))
		return;
	text_list_families(&families, &place->text);
	add_families(knobs, function, at, place, &families, false);
	if (has_many_texts)
		add_families(knobs, function, at, place, &families, true);
	families_release(&families);
	for (size_t i = 0; i < first; i++)
		alike += knobs->knob[i].is_made;
	for (size_t i = first; i < knobs->count; i++) {
		struct grow_knob *knob = &knobs->knob[i];
		knob->is_made = true;
		knob->what = arena_format(&knobs->arena, "text handed over %s",
			strstr(knob->what, "at line"));
		knob->id = grow_knobs_id(
			knobs, "made", function->name, knob->line, ++alike);
	}
}

static void add_load(struct grow_knobs *knobs, const struct grow_step *step,
	uint64_t text, bool is_length)
{
	knobs->load = memory_grow(knobs->load, &knobs->load_capacity,
		knobs->load_count + 1, sizeof *knobs->load);
	knobs->load[knobs->load_count++] =
		(struct grow_load){text, step->at, step->is, is_length};
}

/* Whether step I hands a number to a function of the system that is how many bytes there
 * are: strlen of a literal is a constant. */
static bool text_is_length_passed(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i)
{
	static const char *const names[] = {"malloc", "calloc", "realloc",
		"memcpy", "mempcpy", "memmove", "memchr", "strncpy"};
	const struct grow_step *call = &steps->step[i] + 1,
			       *end = steps->step + steps->count;
	const char *name;

	while (call < end && !call->is_target && call->is.kind != DECODE_CALL)
		call++;
	name = call < end && !call->is_target
		       ? grow_code_callee(&knobs->code, call->at, &call->is)
		       : NULL;
	for (size_t j = 0; name && j < sizeof names / sizeof names[0]; j++)
		if (!strcmp(name, names[j]))
			return true;
	return false;
}

/* Where step I takes the address of the text at PLACE, and where its length is stored
 * beside it, as in a structure, or is asked for as memory, perhaps with its end. */
static void add_loads(struct grow_knobs *knobs, const struct grow_steps *steps,
	size_t i, const struct grow_text_place *place)
{
	add_load(knobs, &steps->step[i], place->address, false);
	for (size_t j = 0; j < steps->count; j++) {
		const struct decoded *is = &steps->step[j].is;
		size_t more = (size_t)is->constant - place->text.length;
		bool is_beside = j + TEXT_STORE_STEPS >= i &&
				 j < i + TEXT_STORE_STEPS && more == 0;
		if (is->kind == DECODE_MOVE && is->has_constant &&
			is->constant_bytes == 4 && more <= 1 &&
			(is->is_memory ? is_beside
				       : text_is_length_passed(
						 knobs, steps, j)))
			add_load(knobs, &steps->step[j], place->address, true);
	}
}

/* Whether the code at ADDRESS is a framework's, as of a check that says how it was
 * written. */
static bool text_is_of_framework(
	const struct grow_knobs *knobs, uint64_t address)
{
	struct grow_place place;

	if (!grow_code_place(&knobs->code, address, &place))
		return false;
	const struct code_names names = {
		place.function, NULL, place.file, knobs->code.path};
	return test_names_framework(&names) != NULL;
}

static void texts_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t i, bool is_further)
{
	struct grow_text_places places;

	grow_text_places_find(knobs, steps, i, &places);
	if (places.count == 0 || text_is_reason(knobs, steps, i) ||
		text_is_of_framework(knobs, steps->step[i].at) ||
		!(grow_knobs_is_own(knobs, function, steps->step[i].at)
				? text_is_passed(knobs, steps, i)
				: grow_code_hands_over(function,
					  places.place[0].address,
					  steps->step[i].is.destination)))
		return;
	if (places.place[0].slot == 0 && !is_further)
		add_loads(knobs, steps, i, &places.place[0]);
	for (size_t j = 0; j < places.count; j++)
		add_text(knobs, function, steps->step[i].at, &places.place[j],
			is_further);
}

void grow_texts_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t i)
{
	texts_look_at(knobs, function, steps, i, false);
}

void grow_texts_look_further(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t i)
{
	texts_look_at(knobs, function, steps, i, true);
}

void grow_texts_release(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].family)
			family_release(knobs->knob[i].family);
}
