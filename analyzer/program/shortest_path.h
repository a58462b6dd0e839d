/* SPDX-License-Identifier: MIT
 * The acyclic execution context of an execution context by the definition
 * itself (dissertation, definition 6): the shortest weighted path through the
 * graph of its calls, where the i-th call weighs i. */
#ifndef RETREAD_ANALYZER_PROGRAM_SHORTEST_PATH_H
#define RETREAD_ANALYZER_PROGRAM_SHORTEST_PATH_H

#include <stddef.h>
#include <stdint.h>

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
