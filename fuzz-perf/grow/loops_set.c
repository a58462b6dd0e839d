/* SPDX-License-Identifier: MIT
 * LOOP: another bound, in the test's code. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <string.h>

#define LOOP_DETOUR_BYTES 40

static bool constant_fits(uint64_t value, unsigned bytes)
{
	uint64_t half = UINT64_C(1) << (8 * bytes - 1);

	return bytes >= 8 || value + half < 2 * half;
}

/* The comparison with a constant of 32 bits, and the branch, at another place: "cmp
 * $100, x; jle top" has no room for more than 127. */
static void detour_loop(const struct grow_knobs *knobs,
	const struct grow_knob *knob, int32_t constant, FILE *out)
{
	size_t left, length = knob->is.constant_at, opcode = 0;
	const uint8_t *old = grow_code_bytes(&knobs->code, knob->at, &left);
	uint64_t branch = knob->at + knob->is.length;
	uint64_t after = branch + knob->branch.length;
	uint8_t code[LOOP_DETOUR_BYTES];

	memcpy(code, old, length);
	while (code[opcode] != 0x83)
		opcode++;
	code[opcode] = 0x81;
	memcpy(code + length, &constant, sizeof constant);
	length += sizeof constant;
	code[length++] = 0x0f;
	code[length++] =
		0x80 |
		(old[knob->is.length + (knob->branch.length != 2)] & 0xf);
	fprintf(out, "detour %s %" PRIx64 " ", knob->id, knob->at);
	grow_write_hex(out, old, (size_t)(after - knob->at));
	putc(' ', out);
	memset(code + length, 0, 9);
	code[length + 4] = 0xe9;
	grow_write_hex(out, code, length + 9);
	fprintf(out, " %zu:%" PRIx64 ",%zu:%" PRIx64 "\n", length,
		branch + (uint64_t)knob->branch.target, length + 5, after);
}

void grow_loops_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;
	uint64_t constant = choice->value * knob->step - knob->less;
	size_t left;
	const uint8_t *old = grow_code_bytes(&knobs->code, knob->at, &left);
	uint8_t changed[16];

	if (knob->table && choice->value > knob->base) {
		grow_tables_set(knobs, choice, out);
		/* The end of the copy is set there. */
		if (knob->is.is_relative_memory)
			return;
	}
	grow_along_set(knobs, choice, out);
	if (knob->ends_room)
		return;
	if (!constant_fits(constant, knob->is.constant_bytes)) {
		const struct grow_along along = {
			.at = knob->at, .is = knob->is};
		if (knob->is.kind == DECODE_ADDRESS) {
			grow_along_move(
				knobs, knob, &along, (int32_t)constant, out);
			return;
		}
		detour_loop(knobs, knob, (int32_t)constant, out);
		return;
	}
	memcpy(changed, old, knob->is.length);
	memcpy(changed + knob->is.constant_at, &constant,
		knob->is.constant_bytes);
	grow_write_patch(
		knobs, knob->id, knob->at, changed, knob->is.length, out);
}
