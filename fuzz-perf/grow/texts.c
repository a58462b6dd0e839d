/* SPDX-License-Identifier: MIT
 * TEXT: a text of the test's code that it hands over to other code, made longer by the
 * families of lib/families. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/families/families.h"

#define TEXT_LENGTH_MIN	  6
#define TEXT_LENGTH_MAX	  4096
#define TEXT_FAMILIES_MAX 3 /* of one text that are tried */
#define TEXT_UNITS_MAX	  (1 << 16)
#define TEXT_ANCHOR_MAX	  12 /* bytes that say that a text has the same unit */

/* The text at ADDRESS of the file; false: there is none, or it is not for reading. */
static bool knob_text_at(
	const struct grow_knobs *knobs, uint64_t address, struct bytes *text)
{
	size_t left;
	const uint8_t *bytes = grow_code_bytes(&knobs->code, address, &left);
	size_t length = bytes ? strnlen((const char *)bytes, left) : 0;

	if (length < TEXT_LENGTH_MIN || length == left ||
		length > TEXT_LENGTH_MAX ||
		grow_code_find(&knobs->code, address))
		return false;
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' && !strchr("\n\t\r", bytes[i]))
			return false;
	*text = (struct bytes){(uint8_t *)bytes, length};
	return true;
}

/* Where STEP takes the address of data; 0: it does not. Numbers are addresses only in
 * programs that are loaded where they were linked. */
static uint64_t text_address(
	const struct grow_knobs *knobs, const struct grow_step *step)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)knobs->code.object.bytes;

	if (step->is.is_relative_memory)
		return step->at + step->is.length +
		       (uint64_t)(int64_t)step->is.displacement;
	return header->e_type == ET_EXEC && step->is.kind == DECODE_MOVE &&
			       step->is.has_constant &&
			       step->is.constant_bytes == 4
		       ? (uint64_t)step->is.constant
		       : 0;
}

/* Whether the text that step I takes may come to the code under test: not if the next call
 * gets it, and is one of a check, or prints. */
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

	if (destination >= 0 && destination < 16 && is_kept[destination])
		return true;
	for (size_t j = i + 1; j < steps->count; j++) {
		const struct decoded *is = &steps->step[j].is;
		bool is_stored = is->is_memory && !is->has_constant &&
				 is->kind == DECODE_MOVE;
		if (is_stored || is->kind == DECODE_RETURN)
			return true;
		if (is->kind == DECODE_CALL || is->kind == DECODE_JUMP)
			return grow_calls_pass_text(knobs, &steps->step[j]);
	}
	return true;
}

static bool is_listed(const struct grow_knobs *knobs, uint64_t address,
	const struct grow_function *function)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind == GROW_TEXT &&
			knobs->knob[i].text == address &&
			knobs->knob[i].function == function)
			return true;
	return false;
}

static void add_load(struct grow_knobs *knobs, const struct grow_step *step,
	uint64_t address)
{
	knobs->load = memory_grow(knobs->load, &knobs->load_capacity,
		knobs->load_count + 1, sizeof *knobs->load);
	knobs->load[knobs->load_count++] =
		(struct grow_load){step->at, address, step->is};
}

/* A text without parts, as one letter again and again, is repeated as a whole. */
static void add_whole(struct families *families, const struct bytes *text)
{
	families->family = memory_grow(families->family, &families->capacity,
		families->count + 1, sizeof *families->family);
	families->family[families->count++] =
		family_pump(text, 0, text->length);
}

void grow_texts_look_at(struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_steps *steps,
	size_t i)
{
	const struct grow_step *step = &steps->step[i];
	struct families families = {0};
	struct bytes text;
	uint64_t address = text_address(knobs, step);

	if (!address || !knob_text_at(knobs, address, &text) ||
		!(grow_knobs_is_own(knobs, function, step->at)
				? text_is_passed(knobs, steps, i)
				: grow_code_hands_over(
					  &knobs->code, function, address)))
		return;
	add_load(knobs, step, address);
	if (is_listed(knobs, address, function))
		return;
	families_list(&families, &text);
	if (families.count == 0)
		add_whole(&families, &text);
	for (size_t j = 0; j < families.count && j < TEXT_FAMILIES_MAX; j++) {
		struct grow_knob *knob =
			grow_knobs_add(knobs, GROW_TEXT, function, step->at);
		char *pattern;
		if (!knob)
			break;
		knob->text = address;
		knob->family = arena_alloc(&knobs->arena, sizeof *knob->family);
		*knob->family = family_dup(&families.family[j]);
		pattern = family_pattern_dup(knob->family);
		knob->base = knob->min = 1;
		knob->max = TEXT_UNITS_MAX;
		knob->what = arena_format(&knobs->arena,
			"text at line %u, %s: 1", knob->line, pattern);
		free(pattern);
	}
	families_release(&families);
}

void grow_texts_release(struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].family)
			family_release(knobs->knob[i].family);
}

/*--- setting one ---*/

/* Where the text at ADDRESS is taken the other one is. */
static void write_loads(const struct grow_knobs *knobs, const char *id,
	uint64_t address, FILE *out)
{
	for (size_t i = 0; i < knobs->load_count; i++) {
		const struct grow_load *load = &knobs->load[i];
		bool is_relative = load->is.is_relative_memory;
		size_t left;
		const uint8_t *old =
			grow_code_bytes(&knobs->code, load->at, &left);
		if (load->text != address)
			continue;
		fprintf(out, "load %s %" PRIx64 " ", id, load->at);
		grow_write_hex(out, old, load->is.length);
		fprintf(out, " %u %d %" PRIx64 "\n",
			is_relative ? load->is.displacement_at
				    : load->is.constant_at,
			is_relative, address);
	}
}

static void write_text(const struct grow_knobs *knobs,
	const struct grow_knob *knob, uint64_t address,
	const struct bytes *text, const struct family *family, uint64_t value,
	FILE *out)
{
	size_t length = family_length(family, value);
	uint8_t *bytes = memory_alloc(length + 1);

	family_build(family, value, bytes);
	fprintf(out, "text %s %" PRIx64 " %zu ", knob->id, address,
		text->length);
	grow_write_hex(out, bytes, length);
	putc('\n', out);
	free(bytes);
	write_loads(knobs, knob->id, address, out);
}

/* Another text that has what follows the units of FAMILY gets the same units there. */
static void write_other(const struct grow_knobs *knobs,
	const struct grow_knob *knob, uint64_t address, uint64_t value,
	FILE *out)
{
	struct family family = *knob->family;
	struct bytes text;
	const uint8_t *at;
	size_t anchor = family.suffix.length < TEXT_ANCHOR_MAX
				? family.suffix.length
				: TEXT_ANCHOR_MAX;

	if (family.kind != FAMILY_PUMP || family.second.length ||
		anchor < TEXT_LENGTH_MIN ||
		!knob_text_at(knobs, address, &text) ||
		!(at = memmem(text.at, text.length, family.suffix.at, anchor)))
		return;
	family.prefix = (struct bytes){text.at, (size_t)(at - text.at)};
	family.suffix = (struct bytes){
		(uint8_t *)at, text.length - family.prefix.length};
	write_text(knobs, knob, address, &text, &family, value, out);
}

/* All calls of code that is not the test's look for texts to replace. */
static void write_calls(const struct grow_knobs *knobs, FILE *out)
{
	for (size_t i = 0; i < knobs->call_count; i++)
		grow_calls_set(knobs,
			&(struct grow_choice){
				.knob = &knobs->call[i], .value = 1},
			out);
}

void grow_texts_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	struct bytes text;
	uint64_t last = knob->text;

	if (!knob_text_at(knobs, knob->text, &text))
		return;
	write_text(knobs, knob, knob->text, &text, knob->family, choice->value,
		out);
	for (size_t i = 0; i < knobs->count; i++) {
		uint64_t other = knobs->knob[i].text;
		if (other && other != knob->text && other != last)
			write_other(knobs, knob, other, choice->value, out);
		last = other;
	}
	write_calls(knobs, out);
}
