/* SPDX-License-Identifier: MIT
 * Room that a test has for its data, as large as a setting wants it. */
#include "config.h"

#include "fuzz-perf/grow/rooms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ROOMS_START	0x30000000 /* within 31 bits, so that code can have it */
#define ROOMS_END	0x50000000
#define ROOM_BYTES_MAX	(32 << 20) /* of one array */
#define ROOM_ALIGNMENT	64
#define ROOM_ASKED_MAX	(64 << 10) /* bytes of malloc: more is large already */
#define ROOM_JUMP_BYTES 5
#define ROOM_CODE_BYTES 64
#define ROOM_MOVES	0xc7 /* opcodes, of mov $WORD,%reg */
#define ROOM_ADDS	0x81 /* and of add $WORD,%reg */

/* Where arrays are in one setting. */
struct rooms_places {
	const struct grow_rooms *rooms;
	uint64_t *place; /* by index of the function's arrays */
	uint64_t times;
	const struct grow_choice *choice;
	size_t count;
};

/* How many elements ARRAY has by now: as a loop over it says, or a number that is passed. */
static uint64_t rooms_elements(
	const struct rooms_places *places, const struct grow_array *array)
{
	for (size_t i = 0; i < places->count; i++) {
		const struct grow_knob *knob = places->choice[i].knob;
		if ((knob->kind == GROW_LOOP || knob->kind == GROW_INT) &&
			knob->function == places->rooms->function &&
			knob->first + knob->base == array->elements)
			return knob->first + places->choice[i].value;
	}
	return array->elements;
}

static uint64_t rooms_place_of(
	const struct rooms_places *places, const struct decoded *is)
{
	const struct grow_function *function = places->rooms->function;
	const struct grow_array *array = rooms_find_end(function, is);
	uint64_t each, from;

	if (!array)
		array = rooms_find_array(function, is);
	if (!array)
		return 0;
	each = array->bytes / array->elements;
	from = (uint64_t)(is->displacement - array->frame);
	/* The last element, and the end, are farther away. */
	if (is->kind == DECODE_ADDRESS && !is->has_index &&
		(from == array->bytes || (array->elements >= ROOM_LAST_MIN &&
						 from == array->bytes - each)))
		from += each *
			(rooms_elements(places, array) - array->elements);
	return places->place[array - function->array] + from;
}

/* The instruction of OPCODE with WORD and the register that IS changes. Returns its length. */
static size_t rooms_encode_word(
	uint8_t opcode, const struct decoded *is, uint64_t word, uint8_t *to)
{
	uint32_t bytes = (uint32_t)word;

	to[0] = is->destination > 7 ? 0x49 : 0x48;
	to[1] = opcode;
	to[2] = (uint8_t)(0xc0 | (is->destination & 7));
	memcpy(to + 3, &bytes, sizeof bytes);
	return 3 + sizeof bytes;
}

/* The instruction IS at OLD with its memory at PLACE, which an index may be added to. Returns
 * its length. */
static size_t rooms_encode(const uint8_t *old, const struct decoded *is,
	uint64_t place, uint8_t *to)
{
	size_t length = is->memory_at, rest;
	uint8_t memory = old[length];
	uint32_t word = (uint32_t)place;

	if (!is->memory_at)
		return rooms_encode_word(ROOM_MOVES, is, place, to);
	rest = is->displacement_bytes
		       ? (size_t)is->displacement_at + is->displacement_bytes
		       : length + ((memory & 7) == 4 ? 2 : 1);
	memcpy(to, old, length);
	to[length++] = (memory & 0x38) | 4;
	to[length++] =
		(memory & 7) == 4 ? (old[is->memory_at + 1] & 0xf8) | 5 : 0x25;
	memcpy(to + length, &word, sizeof word);
	length += sizeof word;
	memcpy(to + length, old + rest, is->length - rest);
	return length + is->length - rest;
}

/* The place of what the instruction IS at BYTES and the one after it take the address of; 0: they
 * do not. Else IS is as long as both. */
static uint64_t rooms_place_of_element(const struct rooms_places *places,
	const uint8_t *bytes, size_t left, struct decoded *is)
{
	struct grow_step step = {.is = *is}, next = {0};
	struct decoded found;

	if (left <= is->length ||
		!decode_instruction(
			bytes + is->length, left - is->length, &next.is) ||
		!rooms_find_element(
			places->rooms->function, &step, &next, &found))
		return 0;
	is->length += next.is.length;
	return rooms_place_of(places, &found);
}

/* "lea PLACE(%reg),%reg" of the register that IS changes. */
static size_t rooms_encode_element(
	const struct decoded *is, uint64_t place, uint8_t *to)
{
	unsigned number = (unsigned)is->destination & 7;
	bool is_extended = is->destination > 7, has_index = number == 4;
	uint32_t word = (uint32_t)place;
	size_t length = 3;

	to[0] = is_extended ? 0x4d : 0x48;
	to[1] = 0x8d;
	to[2] = (uint8_t)(0x80 | number << 3 | number);
	if (has_index)
		to[length++] = 0x24;
	memcpy(to + length, &word, sizeof word);
	return length + sizeof word;
}

/* Whether IS leads from the start of an array, which FIRST takes the address of, to the last
 * element: *MORE is how far that is by now. */
static bool rooms_is_last_of(const struct rooms_places *places,
	const struct decoded *first, const struct decoded *is, uint64_t *more)
{
	const struct grow_array *array =
		rooms_find_array(places->rooms->function, first);
	uint64_t each = array ? array->bytes / array->elements : 0;

	if (!array || !rooms_is_last(array, first, is))
		return false;
	*more = (uint64_t)is->constant +
		each * (rooms_elements(places, array) - array->elements);
	return true;
}

static void rooms_carry(const struct grow_knobs *knobs,
	const struct rooms_places *places, const struct grow_room *space,
	FILE *out)
{
	uint8_t code[ROOM_CODE_BYTES];
	char kept[ROOM_CODE_BYTES * 4] = "";
	size_t left, length = 0, used = 0;
	const uint8_t *old = grow_code_bytes(&knobs->code, space->at, &left);
	struct decoded is, first = {.is_memory = false};
	uint64_t more;

	for (uint64_t at = space->at; at < space->end; at += is.length) {
		const uint8_t *bytes = old + (at - space->at);
		uint64_t place;
		if (!decode_instruction(bytes, space->end - at, &is) ||
			length + 2 * is.length > sizeof code)
			return;
		rooms_see_frame(&knobs->code, places->rooms->function, at, &is);
		place = rooms_place_of_element(
			places, bytes, space->end - at, &is);
		if (place) {
			length +=
				rooms_encode_element(&is, place, code + length);
			continue;
		}
		place = rooms_place_of(places, &is);
		if (place) {
			first = is;
			length +=
				rooms_encode(bytes, &is, place, code + length);
			continue;
		}
		if (rooms_is_last_of(places, &first, &is, &more)) {
			length += rooms_encode_word(
				ROOM_ADDS, &is, more, code + length);
			continue;
		}
		memcpy(code + length, bytes, is.length);
		used += (size_t)snprintf(kept + used, sizeof kept - used,
			"%s%zu:%" PRIu64 ":%u", used ? "," : "", length,
			at - space->at, is.length);
		length += is.length;
	}
	fprintf(out, "carry room %" PRIx64 " ", space->at);
	grow_write_hex(out, old, (size_t)(space->end - space->at));
	putc(' ', out);
	grow_write_hex(out, code, length);
	fprintf(out, " %s\n", kept);
}

/* "cmp $most,%reg; ja over; imul $times,%reg,%reg; over:", and the call. */
static void rooms_ask(const struct grow_knobs *knobs,
	const struct grow_room *space, uint64_t times, FILE *out)
{
	size_t left, call, length = (size_t)(space->end - space->at);
	const uint8_t *old = grow_code_bytes(&knobs->code, space->at, &left);
	uint32_t most = ROOM_ASKED_MAX, factor = (uint32_t)times;
	unsigned number = (unsigned)space->asked;
	uint8_t code[ROOM_CODE_BYTES] = {0x48, 0x81, 0xf8 | (uint8_t)number, 0,
		0, 0, 0, 0x77, 7, 0x48, 0x69,
		(uint8_t)(0xc0 | number << 3 | number)};
	struct decoded is;
	uint64_t to;

	if (!decode_instruction(old, length, &is) || length < ROOM_JUMP_BYTES)
		return;
	memcpy(code + 3, &most, sizeof most);
	memcpy(code + 12, &factor, sizeof factor);
	call = 16;
	memcpy(code + call, old, length);
	to = is.is_direct ? space->at + (uint64_t)is.target
			  : space->end + (uint64_t)(int64_t)is.displacement;
	code[call + length] = 0xe9;
	fprintf(out, "detour room %" PRIx64 " ", space->at);
	grow_write_hex(out, old, length);
	putc(' ', out);
	grow_write_hex(out, code, call + length + ROOM_JUMP_BYTES);
	fprintf(out, " %zu:%" PRIx64 ",%zu:%" PRIx64 "\n", call + length - 4,
		to, call + length + 1, space->end);
}

/* How many times as large as the test's the largest of the COUNT choices is. */
static uint64_t rooms_times(const struct grow_choice *choice, size_t count)
{
	uint64_t most = 1;

	for (size_t i = 0; i < count; i++) {
		uint64_t base = choice[i].knob->base ? choice[i].knob->base : 1;
		uint64_t times = (choice[i].value + base - 1) / base;
		most = times > most ? times : most;
	}
	return most;
}

static bool rooms_have_choice(const struct grow_function *function,
	const struct grow_choice *choice, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (choice[i].knob->function == function)
			return true;
	return false;
}

static bool rooms_are_used(const struct grow_knobs *knobs,
	const struct grow_function *function, const struct grow_choice *choice,
	size_t count, const struct grow_function *only)
{
	return !only || grow_code_reaches(&knobs->code, only, function) ||
	       rooms_have_choice(function, choice, count);
}

/* Finds places from *NEXT on for the arrays that move. */
static void rooms_find_places(
	const struct rooms_places *places, uint64_t *next, FILE *out)
{
	const struct grow_function *function = places->rooms->function;
	uint64_t start = *next;

	for (size_t i = 0; i < function->array_count; i++) {
		const struct grow_array *array = &function->array[i];
		uint64_t bytes = array->bytes * places->times;
		if (!array->can_move)
			continue;
		/* What is aligned stays so. */
		places->place[i] =
			*next + ((uint64_t)array->frame & (ROOM_ALIGNMENT - 1));
		bytes = bytes < ROOM_BYTES_MAX ? bytes : ROOM_BYTES_MAX;
		bytes = bytes < array->bytes ? array->bytes : bytes;
		*next += (bytes + 3 * ROOM_ALIGNMENT) &
			 ~(uint64_t)(ROOM_ALIGNMENT - 1);
	}
	*next = (*next + 0xfff) & ~UINT64_C(0xfff);
	if (*next > start)
		fprintf(out, "room %" PRIx64 " %" PRIu64 "\n", start,
			*next - start);
}

/* More fits. Of calls that are repeated each one has all of it. */
static void rooms_raise(const struct grow_knobs *knobs,
	const struct rooms_places *places, const struct grow_room *space,
	FILE *out)
{
	size_t left;
	const uint8_t *old = grow_code_bytes(&knobs->code, space->at, &left);
	uint8_t code[ROOM_CODE_BYTES];
	struct decoded is;
	uint32_t limit;

	for (size_t i = 0; space->kind == ROOM_LIMIT && i < places->count; i++)
		if (places->choice[i].knob->kind == GROW_CALLS)
			return;
	if (!decode_instruction(old, space->end - space->at, &is))
		return;
	memcpy(code, old, is.length);
	limit = (uint32_t)((uint64_t)is.constant * places->times);
	memcpy(code + is.constant_at, &limit, sizeof limit);
	grow_write_patch(knobs, "room", space->at, code, is.length, out);
}

static void rooms_set_one(const struct grow_knobs *knobs,
	const struct rooms_places *places, const struct grow_room *space,
	const struct grow_function *only, FILE *out)
{
	const struct grow_function *function = places->rooms->function;

	switch (space->kind) {
	case ROOM_ARRAYS:
		rooms_carry(knobs, places, space, out);
		break;
	case ROOM_ASKED:
		if (function == only || rooms_have_choice(function,
						places->choice, places->count))
			rooms_ask(knobs, space, places->times, out);
		break;
	case ROOM_KEPT:
	case ROOM_LIMIT:
		rooms_raise(knobs, places, space, out);
		break;
	}
}

void grow_rooms_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, size_t count,
	const struct grow_function *only, FILE *out)
{
	uint64_t next = ROOMS_START;
	struct rooms_places places = {.times = rooms_times(choice, count),
		.choice = choice,
		.count = count};

	bool ends_room = false;

	for (size_t i = 0; i < count; i++)
		ends_room |= choice[i].knob->ends_room;
	for (const struct grow_rooms *rooms = knobs->rooms;
		rooms && (places.times > 1 || ends_room); rooms = rooms->next) {
		const struct grow_function *function = rooms->function;
		if (next > ROOMS_END ||
			!rooms_are_used(knobs, function, choice, count, only))
			continue;
		places.rooms = rooms;
		places.place = memory_alloc_zero(
			function->array_count + 1, sizeof *places.place);
		rooms_find_places(&places, &next, out);
		for (const struct grow_room *space = rooms->space; space;
			space = space->next)
			rooms_set_one(knobs, &places, space, only, out);
		free(places.place);
	}
}
