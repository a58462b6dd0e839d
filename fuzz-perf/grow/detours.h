/* SPDX-License-Identifier: MIT
 * Where code can be counted without a breakpoint. */
#ifndef RETREAD_FUZZ_PERF_GROW_DETOURS_H
#define RETREAD_FUZZ_PERF_GROW_DETOURS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fuzz-perf/breakpoints/blocks.h"
#include "fuzz-perf/grow/code.h"

struct grow_detours {
	const struct grow_code *code; /* borrowed */
	struct blocks blocks;	      /* none: CODE cannot be decoded */
};

void grow_detours_open(
	struct grow_detours *detours, const struct grow_code *code);
void grow_detours_close(struct grow_detours *detours);

/* Writes "ADDRESS OLD CODE WORDS": a jump to CODE may stand on OLD at ADDRESS, which runs as
 * often as the instruction at AT does. CODE does what OLD did, and goes on where that did;
 * WORDS are "PLACE:ADDRESS,...", where four bytes of it say how far ADDRESS is from their end,
 * "PLACE=ADDRESS" where eight say what it is, or "-". False, and nothing is written: there is no such place. */
bool grow_detour_write(
	const struct grow_detours *detours, uint64_t at, FILE *out);

#endif
