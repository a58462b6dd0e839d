/* SPDX-License-Identifier: MIT
 * Which variable an address is in, remembered: the same tables are walked again
 * and again, and asking the debug information costs microseconds. */
#ifndef RETREAD_ANALYZER_PROGRAM_VARIABLES_H
#define RETREAD_ANALYZER_PROGRAM_VARIABLES_H

#include <stdint.h>

#include "analyzer/symbols/symbols.h"

struct variables;

struct variables *variables_new(struct symbols *symbols);
void variables_free(struct variables *variables);

/* As symbols_find_variable; NULL when none is known. Good until the next call. */
const struct symbol_variable *variables_find(
	struct variables *variables, uint64_t address);

/* Other objects may be mapped from now on. */
void variables_forget(struct variables *variables);

#endif
