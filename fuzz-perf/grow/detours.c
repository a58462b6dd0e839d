/* SPDX-License-Identifier: MIT
 * Where code can be counted without a breakpoint: instructions that a jump may stand on, and
 * what does the same elsewhere. */
#include "config.h"

#include "fuzz-perf/grow/detours.h"

#include <inttypes.h>
#include <string.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "fuzz-perf/grow/knobs.h"
#include "lib/error.h"

#define JUMP_BYTES	  5
#define INSTRUCTIONS	  64 /* of one block that are looked at */
#define INSTRUCTION_BYTES 15
/* Instructions that a jump covers, the last one as long as it can be, and the jump back. */
#define WINDOW_BYTES (JUMP_BYTES - 1 + INSTRUCTION_BYTES)
#define CALL_BYTES   19 /* of what does the same */
#define COPY_BYTES   (WINDOW_BYTES + CALL_BYTES)

void grow_detours_open(
	struct grow_detours *detours, const struct grow_code *code)
{
	struct error ignored = {{0}};

	*detours = (struct grow_detours){.code = code};
	if (!code->object.bytes || blocks_find(&detours->blocks, &code->object,
					   false, &ignored) != 0)
		blocks_release(&detours->blocks);
}

void grow_detours_close(struct grow_detours *detours)
{
	blocks_release(&detours->blocks);
}

/* Code that is put together elsewhere. */
struct detour_copy {
	uint8_t code[COPY_BYTES];
	size_t length;
	/* Words of it that say how far ADDRESS is from their end, or what it is. */
	struct {
		size_t place;
		uint64_t address;
		bool is_whole;
	} word[2 * JUMP_BYTES];
	size_t words;
	bool goes_on; /* after its last instruction */
};

/* Instructions one after the other, without calls between them: all of them run as often. */
struct detour_run {
	uint64_t address[INSTRUCTIONS];
	struct decoded decoded[INSTRUCTIONS];
	size_t count;
	size_t first; /* the one that is asked for */
};

/* Adds LENGTH bytes of which the last four lead to ADDRESS. */
static void copy_add_jump(struct detour_copy *copy, const uint8_t *bytes,
	size_t length, uint64_t address)
{
	memcpy(copy->code + copy->length, bytes, length);
	copy->length += length + 4;
	copy->word[copy->words].place = copy->length - 4;
	copy->word[copy->words++].address = address;
}

/* Adds the branch or jump at BYTES. False: it has no long form. */
static bool copy_add_branch(struct detour_copy *copy, uint64_t address,
	const uint8_t *bytes, const struct decoded *is)
{
	const uint8_t near[] = {0x0f, (uint8_t)(0x80 | (bytes[0] & 0xf))};
	uint64_t target = address + (uint64_t)is->target;

	if (!is->is_direct)
		return false;
	if (is->kind == DECODE_JUMP && (bytes[0] == 0xeb || bytes[0] == 0xe9))
		copy_add_jump(copy, (const uint8_t *)"\xe9", 1, target);
	else if (is->kind == DECODE_BRANCH && bytes[0] >> 4 == 7)
		copy_add_jump(copy, near, sizeof near, target);
	else if (is->kind == DECODE_BRANCH && bytes[0] == 0x0f &&
		 bytes[1] >> 4 == 8)
		copy_add_jump(copy, bytes, 2, target);
	else
		return false;
	copy->goes_on = is->kind == DECODE_BRANCH;
	return true;
}

/* Adds what calls as the LENGTH bytes at BYTES do: it returns to what is after them. False: that is not
 * known. */
static bool copy_add_call(struct detour_copy *copy, uint64_t address,
	const uint8_t *bytes, const struct decoded *is)
{
	/* push 5(%rip); jmp TARGET; where it returns to */
	static const uint8_t push[] = {0xff, 0x35, 5, 0, 0, 0};

	if (bytes[0] != 0xe8)
		return false;
	memcpy(copy->code + copy->length, push, sizeof push);
	copy->length += sizeof push;
	copy_add_jump(copy, (const uint8_t *)"\xe9", 1,
		address + (uint64_t)is->target);
	copy->word[copy->words].place = copy->length;
	copy->word[copy->words].is_whole = true;
	copy->word[copy->words++].address = address + is->length;
	copy->length += sizeof(uint64_t);
	return true;
}

/* Adds the instruction at ADDRESS. False: it cannot be done elsewhere. */
static bool copy_add(struct detour_copy *copy, uint64_t address,
	const uint8_t *bytes, const struct decoded *is)
{
	size_t place = copy->length + is->displacement_at;

	copy->goes_on = is->kind != DECODE_RETURN && is->kind != DECODE_CALL;
	if (is->kind == DECODE_TRAP)
		return false;
	if (is->kind == DECODE_CALL)
		return copy_add_call(copy, address, bytes, is);
	if (is->kind == DECODE_BRANCH || is->kind == DECODE_JUMP)
		return copy_add_branch(copy, address, bytes, is);
	memcpy(copy->code + copy->length, bytes, is->length);
	copy->length += is->length;
	if (!is->is_relative_memory)
		return true;
	if (is->displacement_bytes != 4)
		return false;
	/* It is relative to the instruction's end, where the word may end before. */
	copy->word[copy->words].place = place;
	copy->word[copy->words++].address =
		address + is->length + (uint64_t)(int64_t)is->displacement -
		(copy->length - (place + 4));
	return true;
}

/* The block that ADDRESS is in: from *START up to *END. */
static void detours_find_block(const struct grow_detours *detours,
	uint64_t address, uint64_t *start, uint64_t *end)
{
	const struct blocks *blocks = &detours->blocks;
	size_t low = 0, high = blocks->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (blocks->address[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	*start = low > 0 ? blocks->address[low - 1] : address;
	*end = low < blocks->count ? blocks->address[low] : UINT64_MAX;
}

static bool detour_decode(const struct grow_code *code, uint64_t address,
	struct decoded *is, const uint8_t **bytes)
{
	size_t left;

	*bytes = grow_code_bytes(code, address, &left);
	return *bytes && decode_instruction(*bytes, left, is);
}

/* Reads the instructions from START to END that run as often as the one at ADDRESS does. False: none
 * of them is there. */
static bool detour_read_run(const struct grow_code *code, uint64_t start,
	uint64_t end, uint64_t address, struct detour_run *run)
{
	bool is_there = false;
	const uint8_t *bytes;

	run->count = 0;
	while (start < end && run->count < INSTRUCTIONS) {
		struct decoded *is = &run->decoded[run->count];
		if (!detour_decode(code, start, is, &bytes) ||
			start + is->length > end)
			break;
		if (start == address) {
			is_there = true;
			run->first = run->count;
		}
		run->address[run->count++] = start;
		start += is->length;
		if (is->kind == DECODE_CALL && !is_there && start <= address)
			run->count = 0;
		else if (is->kind == DECODE_CALL || is->kind == DECODE_RETURN ||
			 is->kind == DECODE_JUMP)
			break;
	}
	return is_there;
}

/* Whether the function around ADDRESS has jumps of which it is not known where they lead. */
static bool detour_has_tables(const struct grow_code *code, uint64_t address)
{
	const struct grow_function *function = grow_code_find(code, address);
	const uint8_t *bytes;
	struct decoded is;

	if (!function)
		return true;
	for (uint64_t at = function->start; at < function->end; at += is.length)
		if (!detour_decode(code, at, &is, &bytes) ||
			(is.kind == DECODE_JUMP && !is.is_direct))
			return true;
	return false;
}

/* Copies instructions of RUN from FROM on that a jump can stand on, no more than MOST of them.
 * Returns their bytes; 0: there are none. */
static size_t detour_copy(const struct grow_code *code,
	const struct detour_run *run, size_t from, size_t most,
	struct detour_copy *copy)
{
	size_t covered = 0;

	*copy = (struct detour_copy){.goes_on = true};
	for (size_t i = from; i < run->count && i < from + most; i++) {
		const struct decoded *is = &run->decoded[i];
		size_t left;
		const uint8_t *bytes =
			grow_code_bytes(code, run->address[i], &left);
		if (!copy_add(copy, run->address[i], bytes, is))
			return 0;
		covered += is->length;
		if (covered >= JUMP_BYTES)
			break;
	}
	if (covered < JUMP_BYTES)
		return 0;
	if (copy->goes_on)
		copy_add_jump(copy, (const uint8_t *)"\xe9", 1,
			run->address[from] + covered);
	return covered;
}

/* "ADDRESS OLD CODE WORDS" */
static void detour_write(const struct grow_code *code, uint64_t address,
	size_t length, const struct detour_copy *copy, FILE *out)
{
	size_t left;

	fprintf(out, "%" PRIx64 " ", address);
	grow_write_hex(out, grow_code_bytes(code, address, &left), length);
	putc(' ', out);
	grow_write_hex(out, copy->code, copy->length);
	for (size_t i = 0; i < copy->words; i++)
		fprintf(out, "%c%zu%c%" PRIx64, i > 0 ? ',' : ' ',
			copy->word[i].place, copy->word[i].is_whole ? '=' : ':',
			copy->word[i].address);
	if (copy->words == 0)
		fputs(" -", out);
}

bool grow_detour_write(
	const struct grow_detours *detours, uint64_t address, FILE *out)
{
	const struct grow_code *code = detours->code;
	bool has_tables = detour_has_tables(code, address);
	uint64_t start = address, end;
	struct detour_run run;
	struct detour_copy copy;

	if (detours->blocks.count == 0)
		return false;
	detours_find_block(detours, address, &start, &end);
	/* What a table leads to may be after the start, and between instructions. */
	if ((has_tables || !detour_read_run(code, start, end, address, &run)) &&
		!detour_read_run(code, address, end, address, &run))
		return false;
	for (size_t i = 0; i < (has_tables ? 1 : run.count); i++) {
		size_t from = (run.first + i) % run.count;
		size_t length = detour_copy(
			code, &run, from, has_tables ? 1 : INSTRUCTIONS, &copy);
		if (length == 0)
			continue;
		detour_write(code, run.address[from], length, &copy, out);
		return true;
	}
	return false;
}
