/* SPDX-License-Identifier: MIT
 * Breakpoints on the blocks of this process, which remove themselves: code in the
 * files of lists (lib/format/block_list.h), by no more than libc. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_TRAPS_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_TRAPS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRAPS_OBJECTS 64
#define TRAPS_NONE    UINT32_MAX

struct traps_object {
	const uint32_t *address; /* in the file's terms, ascending */
	const uint8_t *byte;
	const char *path;
	uintptr_t bias;
	uint32_t count;
	uint32_t first; /* number of its first block */
};

/* All zeros has no blocks. */
struct traps {
	struct traps_object object[TRAPS_OBJECTS];
	uint32_t objects;
	uint32_t blocks;
};

/* Adds the blocks of the list in the file PATH, whose object is loaded if it is not
 * yet, and makes their code writable. Returns NULL, or why not; *ABOUT is the file
 * that this is about. The list stays mapped. */
const char *traps_add(
	struct traps *traps, const char *path, const char **about);

/* Leaves the blocks from START up to END, which have no breakpoints now, and numbers
 * them anew. */
void traps_keep(struct traps *traps, uintptr_t start, uintptr_t end);

/* Code that is not as in the file is left alone: somebody else changed it. */
void traps_arm(const struct traps_object *object);
void traps_disarm(const struct traps *traps, uint32_t block);

/* For a handler of SIGTRAP: removes the breakpoint that was run into, has CONTEXT go on
 * with what stands there, and returns the block. TRAPS_NONE: it is none of these. */
uint32_t traps_take_signal(
	const struct traps *traps, const siginfo_t *info, void *context);

/* Do blocks begin in the BYTES at START? */
bool traps_cover(const struct traps *traps, uintptr_t start, size_t bytes);

const struct traps_object *traps_object_of(
	const struct traps *traps, uint32_t block);
/* The block that the code at ADDRESS is in; TRAPS_NONE: none. */
uint32_t traps_block_around(const struct traps *traps, uintptr_t address);

#endif
