/* SPDX-License-Identifier: MIT
 * What objects.c and stack.c are made of. */
#ifndef RETREAD_ANALYZER_PROGRAM_INTERNAL_H
#define RETREAD_ANALYZER_PROGRAM_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"

/* --- homes ----------------------------------------------------------------- */

/* * Where blocks began that have moved since.
 *
 * A block that moves keeps the cells of the place where it began, its home, as long
 * as it lives; what is allocated there meanwhile needs others. Each page of memory
 * therefore has a level: a block that is placed there takes cells of that level,
 * and no block that is away has any of them. */

#define HOMES_PAGE_SHIFT 12
#define HOMES_PAGES	 65536 /* those of 256 MiB; farther ones share theirs */
#define HOMES_LEVELS	 (1u << 14)

struct home {
	uint32_t level;
	uint32_t away; /* blocks that began there and live elsewhere */
};

struct homes {
	struct home page[HOMES_PAGES];
};

/* The level of a block that is placed at START; HOMES_LEVELS: none is left. */
uint32_t homes_level(
	const struct homes *homes, uint64_t start, uint64_t size_bytes);

/* A block with cells of LEVEL moves away from where it began. */
void homes_leave(struct homes *homes, uint64_t start, uint64_t size_bytes,
	uint32_t level);

/* It is freed. The levels of pages from which no other is away begin anew. */
void homes_end(struct homes *homes, uint64_t start, uint64_t size_bytes);

/* --- variables ------------------------------------------------------------- */

/* * Which variable an address is in, remembered: the same tables are walked again
 * and again, and asking the debug information costs microseconds. */

struct variables;

struct variables *variables_new(struct symbols *symbols);
void variables_free(struct variables *variables);

/* As symbols_find_variable; NULL when none is known. Good until the next call. */
const struct symbol_variable *variables_find(
	struct variables *variables, uint64_t address);

/* Other objects may be mapped from now on. */
void variables_forget(struct variables *variables);

/* --- shortest paths -------------------------------------------------------- */

/* * The acyclic execution context of an execution context by the definition
 * itself (dissertation, definition 6): the shortest weighted path through the
 * graph of its calls, where the i-th call weighs i. */

struct symbol_function;

/* One function of the context, and the position of its call in the function
 * before; that of the first means nothing. */
struct call_step {
	const struct symbol_function *function;
	uint32_t place;
};

/* Longer contexts, and such with more functions, are refused. */
#define SHORTEST_PATH_STEPS	4096
#define SHORTEST_PATH_FUNCTIONS 192

/* Reduces the COUNT steps in STEP, at least one, in place. Returns how many are
 * left, and their weight in *WEIGHT; or 0 if there are too many. */
size_t shortest_path_reduce(
	struct call_step *step, size_t count, uint32_t *weight);

#endif
