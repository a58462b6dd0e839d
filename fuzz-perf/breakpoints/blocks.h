/* SPDX-License-Identifier: MIT
 * Finds where the basic blocks of an object file begin, by disassembly. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_BLOCKS_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* An object file in memory. */
struct blocks_object {
	const char *path;
	const uint8_t *bytes;
	size_t size;
	bool is_program; /* has a dynamic linker, or needs none */
	bool is_static;
};

/* Returns 0, or -1 with ERR filled if PATH is not an x86-64 ELF file. Close it in
 * any case. */
int blocks_open(
	struct blocks_object *object, const char *path, struct error *err);
void blocks_close(struct blocks_object *object);

/* Addresses, ascending, of which a breakpoint may stand on each. Linear: all code is
 * disassembled from its start on, and a block begins where a direct branch
 * leads, after a branch, and where a function does. With ONLY_REACHED: only what
 * direct branches lead to from a function's start, so that data among code is
 * never taken for code, and nothing is found that only a table leads to. */
struct blocks {
	uint32_t *address;
	uint8_t *byte; /* that stands there */
	size_t count;
};

/* Returns 0, or -1 with ERR filled. Release BLOCKS in any case. */
int blocks_find(struct blocks *blocks, const struct blocks_object *object,
	bool only_reached, struct error *err);
void blocks_release(struct blocks *blocks);

/* The file with the list (lib/format/block_list.h) of OBJECT, from an earlier
 * run of the same build or made now. NULL with ERR filled. Free it. */
char *blocks_list_dup(const struct blocks_object *object, bool only_reached,
	struct error *err);

#endif
