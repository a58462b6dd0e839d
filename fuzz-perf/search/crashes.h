/* SPDX-License-Identifier: MIT
 * Crashes of a campaign: one for each stack, however many inputs end there. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_CRASHES_H
#define RETREAD_FUZZ_PERF_SEARCH_CRASHES_H

#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

struct error;
struct output;

struct crash {
	uint32_t signal;
	uint32_t frame_count; /* 0: not known, so that it is like no other */
	uint64_t frame[PERF_FRAMES]; /* as in struct perf_map */
	uint64_t inputs;
	char *name; /* of the first one, in crashes */
};

struct crashes {
	struct crash *crash;
	size_t count, capacity;
};

void crashes_release(struct crashes *crashes);

/* The crash that ended as CRASH did: by the same signal, with the same innermost frames.
 * NULL: none yet. */
struct crash *crashes_find(
	const struct crashes *crashes, const struct crash *crash);
/* Takes a copy of CRASH, with NAME. */
void crashes_add(
	struct crashes *crashes, const struct crash *crash, const char *name);

/* OUT/INSTANCE/crash_stacks: a line for each crash, of its signal, the number of its inputs,
 * its frames, and its first input's name. A line that cannot be read is left out. */
int crashes_write(const struct crashes *crashes, const struct output *output,
	struct error *err);
void crashes_read(struct crashes *crashes, const struct output *output);

#endif
