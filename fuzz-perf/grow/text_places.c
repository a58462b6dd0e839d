/* SPDX-License-Identifier: MIT
 * Where test code has texts: literals, bytes with a length beside them, and tables. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <elf.h>
#include <string.h>

#include "lib/search.h"

#define TEXT_LENGTH_MIN 6
#define TEXT_SIGNS_MIN                                                         \
	3 /* the same, of a text that is more than a name: "1,2" */
#define TEXT_LENGTH_MAX 4096
#define TEXT_ROW_BYTES	24 /* to each side of a text in a row of a table */

/* Whether the LENGTH bytes at TEXT are enough to be data: short names are keys, and many. */
static bool text_is_long_enough(const uint8_t *text, size_t length)
{
	bool has_signs = false;

	for (size_t i = 0; i < length; i++)
		has_signs |= !isalpha(text[i]) && text[i] != '_';
	return length >= (has_signs ? TEXT_SIGNS_MIN : TEXT_LENGTH_MIN);
}

/* The C text at ADDRESS; false: there is none, or it is not for reading. */
static bool read_c_text(
	const struct grow_knobs *knobs, uint64_t address, struct bytes *text)
{
	size_t left;
	const uint8_t *bytes = grow_code_bytes(&knobs->code, address, &left);
	size_t length = bytes ? strnlen((const char *)bytes, left) : 0;

	if (length == left || length > TEXT_LENGTH_MAX ||
		!text_is_long_enough(bytes, length) ||
		grow_code_find(&knobs->code, address))
		return false;
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' && !strchr("\n\t\r", bytes[i]))
			return false;
	*text = (struct bytes){(uint8_t *)bytes, length};
	return true;
}

static const struct grow_array *text_array_at(
	const struct grow_knobs *knobs, uint64_t address)
{
	for (size_t i = 0; i < knobs->code.array_count; i++)
		if (address - knobs->code.array[i].address <
			knobs->code.array[i].bytes)
			return &knobs->code.array[i];
	return NULL;
}

/* Numbers are addresses only in programs that are loaded where they were linked. */
uint64_t grow_text_address(
	const struct grow_knobs *knobs, const struct grow_step *step)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)knobs->code.object.bytes;

	if (step->is.is_relative_memory &&
		(step->is.kind == DECODE_MOVE ||
			step->is.kind == DECODE_ADDRESS))
		return step->at + step->is.length +
		       (uint64_t)(int64_t)step->is.displacement;
	return header->e_type == ET_EXEC && step->is.kind == DECODE_MOVE &&
			       step->is.has_constant &&
			       step->is.constant_bytes == 4
		       ? (uint64_t)step->is.constant
		       : 0;
}

/* The argument that STEP loads; GROW_ARGUMENTS: none. */
static size_t argument_of(const struct grow_step *step)
{
	size_t argument = 0;

	while (argument < GROW_ARGUMENTS &&
		grow_argument_registers[argument] != step->is.destination)
		argument++;
	return argument;
}

/* The argument that the address of step I becomes, perhaps by another register. */
static size_t loaded_argument(const struct grow_steps *steps, size_t i)
{
	const struct grow_step *next = &steps->step[i + 1];
	size_t argument = argument_of(&steps->step[i]);

	return argument == GROW_ARGUMENTS && i + 1 < steps->count &&
			       next->is.kind == DECODE_MOVE &&
			       !next->is.is_memory && !next->is.has_constant
		       ? argument_of(next)
		       : argument;
}

/* The constant that the next call gets in the argument after the one that step I
 * loads, or before it; 0: there is none. */
static size_t length_beside(const struct grow_steps *steps, size_t i, int side)
{
	size_t call = i + 1, argument = loaded_argument(steps, i);
	const struct grow_step *writer;

	while (call < steps->count &&
		steps->step[call].is.kind != DECODE_CALL &&
		!steps->step[call].is_target)
		call++;
	if (call >= steps->count || steps->step[call].is_target ||
		argument + (size_t)side >= GROW_ARGUMENTS)
		return 0;
	writer = grow_steps_writer(
		steps, call, grow_argument_registers[argument + (size_t)side]);
	return writer && writer->is.kind == DECODE_MOVE &&
			       writer->is.has_constant
		       ? (size_t)writer->is.constant
		       : 0;
}

/* Whether one of LENGTH bytes from ADDRESS is of an address: they are a structure. */
static bool text_has_addresses(
	const struct grow_knobs *knobs, uint64_t address, size_t length)
{
	const struct grow_code *code = &knobs->code;
	size_t at;

	SEARCH_FIRST(at, code->relocation_count,
		code->relocation[at].slot < address);
	return at < code->relocation_count &&
	       code->relocation[at].slot - address < length;
}

/* Whether LENGTH bytes, of which one is zero, are a C text and the beginning of what comes
 * after it among the literals: then LENGTH is a number that means something else. */
static bool binary_is_of_literals(const uint8_t *bytes, size_t length)
{
	size_t text = strnlen((const char *)bytes, length);

	for (size_t i = 0; i < length; i++)
		if (bytes[i] != 0 && !isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	return text > 1 && text + 1 < length && bytes[length - 1] != 0 &&
	       bytes[length] != 0;
}

/* Bytes that are not a C text: an array of the test, or as many as the call is given. */
static bool binary_at(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i, uint64_t address,
	struct bytes *text)
{
	const struct grow_array *array = text_array_at(knobs, address);
	size_t left, length = 0;
	const uint8_t *bytes = grow_code_bytes(&knobs->code, address, &left);

	if (!bytes || grow_code_find(&knobs->code, address))
		return false;
	if (array && array->address == address &&
		array->bytes == array->elements)
		length = array->bytes;
	for (int side = -1; !length && side <= 1; side += 2) {
		length = length_beside(steps, i, side);
		/* What a text is longer than is another number, as flags are. */
		if (length < left &&
			(strnlen((const char *)bytes, length + 1) > length ||
				binary_is_of_literals(bytes, length)))
			length = 0;
	}
	if (length < TEXT_LENGTH_MIN || length > TEXT_LENGTH_MAX ||
		length > left || text_has_addresses(knobs, address, length))
		return false;
	/* What is zero to the end was not filled yet. */
	if (length == strnlen((const char *)bytes, length) + 1 ||
		!memcmp(bytes, bytes + 1, length - 1))
		return false;
	*text = (struct bytes){(uint8_t *)bytes, length};
	return true;
}

static void text_place_add(struct grow_text_places *places,
	const struct bytes *text, uint64_t address, uint64_t slot)
{
	if (places->count < GROW_TEXT_PLACES_MAX)
		places->place[places->count++] =
			(struct grow_text_place){address, slot, *text};
}

/* Whether a word beside SLOT, of a table from FROM to END, leads to a test: then the text there is
 * its name. */
static bool table_has_test_beside(const struct grow_knobs *knobs, uint64_t slot,
	uint64_t from, uint64_t end)
{
	uint64_t first =
		slot - from < TEXT_ROW_BYTES ? from : slot - TEXT_ROW_BYTES;

	for (uint64_t at = (first + 7) & ~UINT64_C(7);
		at + 8 <= end && at <= slot + TEXT_ROW_BYTES; at += 8) {
		uint64_t address = grow_code_word(&knobs->code, at);
		const struct grow_function *to =
			address ? grow_code_find(&knobs->code, address) : NULL;
		if (to && to->start == address && to->is_test)
			return true;
	}
	return false;
}

/* Texts of which the words from FROM up to END are the addresses. */
static void add_table(const struct grow_knobs *knobs, uint64_t from,
	uint64_t end, struct grow_text_places *places)
{
	for (uint64_t slot = (from + 7) & ~UINT64_C(7); slot + 8 <= end;
		slot += 8) {
		uint64_t address = grow_code_word(&knobs->code, slot);
		struct bytes text;
		if (address && read_c_text(knobs, address, &text) &&
			!table_has_test_beside(knobs, slot, from, end))
			text_place_add(places, &text, address, slot);
	}
}

void grow_text_places_find(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i,
	struct grow_text_places *places)
{
	uint64_t address = grow_text_address(knobs, &steps->step[i]);
	const struct grow_array *array = text_array_at(knobs, address);
	struct bytes text;
	bool is_loaded;

	places->count = 0;
	if (!address)
		return;
	is_loaded = !steps->step[i].is.is_relative_memory ||
		    steps->step[i].is.kind == DECODE_ADDRESS;
	if (is_loaded && (binary_at(knobs, steps, i, address, &text) ||
				 read_c_text(knobs, address, &text)))
		text_place_add(places, &text, address, 0);
	else if (array)
		add_table(knobs, array->address, array->address + array->bytes,
			places);
	else if (!is_loaded)
		add_table(knobs, address, address + 8, places);
}
