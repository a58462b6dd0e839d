/* SPDX-License-Identifier: MIT
 * Where code without a frame pointer has its arrays. */
#include "config.h"

#include "fuzz-perf/grow/rooms.h"

#include <stdlib.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#define FRAME_BYTES 16 /* return address and old rbp, below the canonical one */

/* How far the stack pointer is from the canonical address of the frame when the code AT runs;
 * 0: not known. */
static int64_t frame_distance(const struct grow_code *code, uint64_t at)
{
	Dwarf_Addr bias = 0;
	Dwarf_CFI *unwind = dwfl_module_eh_cfi(code->module, &bias);
	Dwarf_Frame *frame = NULL;
	Dwarf_Op *operation;
	size_t count;
	int64_t distance = 0;

	if (!unwind ||
		dwarf_cfi_addrframe(unwind, at + code->bias - bias, &frame))
		return 0;
	if (dwarf_frame_cfa(frame, &operation, &count) == 0 && count == 1) {
		if (operation->atom == DW_OP_bregx && operation->number == 7)
			distance = (int64_t)operation->number2;
		if (operation->atom == DW_OP_breg7)
			distance = (int64_t)operation->number;
	}
	free(frame);
	return distance;
}

void rooms_see_frame(const struct grow_code *code,
	const struct grow_function *function, uint64_t at, struct decoded *is)
{
	bool is_copy = is->kind == DECODE_MOVE && !is->is_memory &&
		       is->source == DECODE_STACK;
	int64_t distance;

	if (function->keeps_frame || function->array_count == 0)
		return;
	if (is->source == DECODE_FRAME)
		is->source = DECODE_NO_REGISTER;
	if (is->base == DECODE_FRAME)
		is->base = DECODE_NO_REGISTER;
	if (!is_copy && is->base != DECODE_STACK)
		return;
	distance = frame_distance(code, at);
	if (distance == 0)
		return;
	/* Nothing is below the stack: an address there is what a loop adds to. */
	is->has_index |= is->kind == DECODE_ADDRESS && is->displacement < 0;
	if (is_copy)
		is->kind = DECODE_ADDRESS;
	is->is_memory = true;
	is->base = DECODE_FRAME;
	is->displacement += (int32_t)(FRAME_BYTES - distance);
}
