/* SPDX-License-Identifier: MIT
 * Makes texts longer: what the agent is told of them, and of calls that hand them over. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_ANCHOR_MIN 6 /* bytes that say that a text has the same unit */
#define TEXT_ANCHOR_MAX 12

/* The code that leads to the text of KNOB, which becomes LENGTH bytes. */
static void write_loads(const struct grow_knobs *knobs,
	const struct grow_knob *knob, size_t length, FILE *out)
{
	for (size_t i = 0; i < knobs->load_count; i++) {
		const struct grow_load *load = &knobs->load[i];
		const struct decoded *is = &load->is;
		size_t left;
		const uint8_t *old =
			grow_code_bytes(&knobs->code, load->at, &left);
		uint8_t changed[16];
		size_t bytes =
			length + (size_t)is->constant - knob->bytes.length;
		if (load->text != knob->text)
			continue;
		if (!load->is_length) {
			fprintf(out, "load %s %" PRIx64 " ", knob->id,
				load->at);
			grow_write_hex(out, old, is->length);
			fprintf(out, " %u %d %" PRIx64 "\n",
				is->is_relative_memory ? is->displacement_at
						       : is->constant_at,
				is->is_relative_memory, load->text);
			continue;
		}
		memcpy(changed, old, is->length);
		memcpy(changed + is->constant_at, &bytes, 4);
		grow_write_patch(
			knobs, knob->id, load->at, changed, is->length, out);
	}
}

/* The text of KNOB becomes one of VALUE units of FAMILY. */
static void write_text(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const struct family *family,
	uint64_t value, FILE *out)
{
	size_t length = family_length(family, value);
	uint8_t *bytes = memory_alloc(length + 1);

	family_build(family, value, bytes);
	if (knob->is_made || knob->is_copied) {
		fputs("made ", out);
		grow_write_hex(out, knob->bytes.at, knob->bytes.length);
		putc(' ', out);
		grow_write_hex(out, bytes, length);
		putc('\n', out);
	}
	if (!knob->is_made) {
		fprintf(out, "text %s %" PRIx64 " %zu ", knob->id, knob->text,
			knob->bytes.length);
		grow_write_hex(out, bytes, length);
		fprintf(out, " %" PRIx64 "\n", knob->slot);
		write_loads(knobs, knob, length, out);
	}
	free(bytes);
}

/* Whether OTHER begins as the text of KNOB does, up to its first unit and with that: where FAMILY,
 * the one of KNOB, becomes OTHER's. */
static bool text_begins_alike(const struct grow_knob *knob,
	const struct grow_knob *other, struct family *family)
{
	const struct bytes *text = &knob->bytes, *to = &other->bytes;
	size_t before = family->prefix.length, same = 0,
	       after = text->length - family->suffix.length;
	size_t least = before + family->first.length;

	if (family->middle.length > 0 || family->suffix.length > text->length)
		return false;
	while (same < text->length && same < to->length &&
		text->at[same] == to->at[same])
		same++;
	if (same < TEXT_ANCHOR_MIN || same < after || same < least)
		return false;
	family->prefix = (struct bytes){to->at, before};
	family->suffix = (struct bytes){to->at + after, to->length - after};
	return true;
}

/* Whether OTHER has what follows the units of KNOB's text: then FAMILY, the one of KNOB, becomes
 * OTHER's. */
static bool text_ends_alike(
	const struct grow_knob *other, struct family *family)
{
	const struct bytes *text = &other->bytes;
	size_t anchor = family->suffix.length < TEXT_ANCHOR_MAX
				? family->suffix.length
				: TEXT_ANCHOR_MAX;
	const uint8_t *at = anchor < TEXT_ANCHOR_MIN
				    ? NULL
				    : memmem(text->at, text->length,
					      family->suffix.at, anchor);

	if (!at)
		return false;
	family->prefix = (struct bytes){text->at, (size_t)(at - text->at)};
	family->suffix = (struct bytes){
		(uint8_t *)at, text->length - family->prefix.length};
	return true;
}

/* The text of OTHER gets the units of KNOB's if it has what is around them there. */
static void write_other(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const struct grow_knob *other,
	uint64_t value, FILE *out)
{
	struct family family = *knob->family;

	if (family.suffix.length == 0) {
		family.suffix = family.middle;
		family.middle = (struct bytes){NULL, 0};
	}
	if (family.kind == FAMILY_PUMP && family.second.length == 0 &&
		(text_ends_alike(other, &family) ||
			text_begins_alike(knob, other, &family)))
		write_text(knobs, other, &family, value, out);
}

/* Adds to REACHED, by index of functions, those that may hand over the text of KNOB: a test keeps
 * it to itself. */
static void add_reached(const struct grow_knobs *knobs,
	const struct grow_knob *knob, bool *reached)
{
	const struct grow_code *code = &knobs->code;
	bool is_own = knob->function->is_test;
	bool *own = is_own ? grow_code_reached_dup(code, knob->function) : NULL;

	for (size_t i = 0; i < code->count; i++)
		reached[i] |= !is_own || own[i];
	free(own);
}

/* Call CALL leads to code that looks for texts, and reads them if it HAS_MADE. */
static void write_passing_call(const struct grow_knobs *knobs,
	const struct grow_knob *call, bool has_made, FILE *out)
{
	struct grow_knob through = *call;

	if (!has_made)
		through.texts = through.strings = through.views = 0;
	grow_calls_set(knobs,
		&(struct grow_choice){.knob = &through, .value = 1}, out);
}

void grow_texts_set_calls(const struct grow_knobs *knobs,
	const struct grow_choice *choice, size_t count, bool is_look, FILE *out)
{
	bool *reached =
		memory_alloc_zero(knobs->code.count + 1, sizeof *reached);
	const struct grow_function *last = NULL;
	bool has_texts = is_look, has_made = is_look;

	for (size_t i = 0; i < count; i++) {
		const struct grow_knob *knob = choice[i].knob;
		if (knob->kind != GROW_TEXT)
			continue;
		has_texts = true;
		has_made |= knob->is_made || knob->is_copied;
		if (knob->function != last)
			add_reached(knobs, knob, reached);
		last = knob->function;
	}
	for (size_t i = 0; has_texts && i < knobs->call_count; i++)
		if (is_look || reached[grow_code_index(
				       &knobs->code, knobs->call[i].function)])
			write_passing_call(
				knobs, &knobs->call[i], has_made, out);
	free(reached);
}

void grow_texts_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	uint64_t last = knob->text;

	write_text(knobs, knob, knob->family, choice->value, out);
	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (other->text && other->text != knob->text &&
			other->text != last && !other->is_further)
			write_other(knobs, knob, other, choice->value, out);
		last = other->text;
	}
}
