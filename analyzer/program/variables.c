/* SPDX-License-Identifier: MIT
 * Which variable an address is in, remembered. */
#include "config.h"

#include "analyzer/program/variables.h"

#include <stdlib.h>

#include "lib/memory.h"

#include "lib/table.h"

/* Addresses remembered; then all are forgotten and it begins anew. */
#define ADDRESSES_MAX (1u << 18)

struct variables {
	struct symbols *symbols;
	struct table known; /* address -> variable, or NONE */
	struct arena arena;
	struct symbol_variable none; /* stands for "no variable is there" */
};

struct variables *variables_new(struct symbols *symbols)
{
	struct variables *variables = memory_alloc_zero(1, sizeof *variables);

	variables->symbols = symbols;
	return variables;
}

void variables_free(struct variables *variables)
{
	if (!variables)
		return;
	variables_forget(variables);
	free(variables);
}

void variables_forget(struct variables *variables)
{
	table_release(&variables->known);
	arena_release(&variables->arena);
}

const struct symbol_variable *variables_find(
	struct variables *variables, uint64_t address)
{
	struct symbol_variable found;
	void **slot;

	/* Most of what is asked for is another value, or an address of a heap. */
	if (!symbols_has_module(variables->symbols, address))
		return NULL;
	if (variables->known.count >= ADDRESSES_MAX)
		variables_forget(variables);
	slot = table_place(&variables->known, 0, address);
	if (!*slot)
		*slot = symbols_find_variable(
				variables->symbols, address, &found)
				? arena_copy(&variables->arena, &found,
					  sizeof found)
				: &variables->none;
	return *slot != &variables->none ? *slot : NULL;
}
