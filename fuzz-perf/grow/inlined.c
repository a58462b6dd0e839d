/* SPDX-License-Identifier: MIT
 * Callbacks of a test that a compiler has put into the code that calls them. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <dwarf.h>
#include <string.h>

#define INLINED_DEPTH_MAX 32

struct inlined_search {
	const struct experiments *experiments;
	const struct grow_code *code;
	const struct grow_function *function;
	size_t run;
	uint64_t calls;
};

/* Whether FILE has test code. */
static bool inlined_is_of_test(const struct grow_code *code, const char *file)
{
	struct arena arena = {0};
	const char *plain = grow_functions_plain_path(&arena, file);
	bool is_one = false;

	for (size_t i = 0; plain && !is_one && i < code->count; i++)
		is_one = code->function[i].is_test_code &&
			 code->function[i].file &&
			 !strcmp(code->function[i].file, plain);
	arena_release(&arena);
	return is_one;
}

/* How often the instruction at ADDRESS is executed: as often as something leads to the
 * last place before it that anything does. */
static uint64_t inlined_count_executions(
	const struct inlined_search *search, uint64_t address)
{
	const struct counts *counts = &search->experiments->counts;
	uint32_t object = counts_object(counts, search->code->path);
	uint64_t leader = 0, executions = 0;

	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		uint64_t to =
			edge->to_object == object
				? grow_code_address(search->code, edge->to)
				: 0;
		if (edge->kind == SNAP_KINDS || to < search->function->start ||
			to > address || to < leader)
			continue;
		if (to > leader)
			executions = 0;
		leader = to;
		executions += edge->count[search->run];
	}
	return executions;
}

/* Adds calls of what is inside DIE, which is the test's if it IS_OF_TEST. */
static void inlined_look_into(struct inlined_search *search, Dwarf_Die *die,
	bool is_of_test, unsigned depth)
{
	Dwarf_Die child;
	bool has = depth < INLINED_DEPTH_MAX && dwarf_child(die, &child) == 0;

	for (; has; has = dwarf_siblingof(&child, &child) == 0) {
		int tag = dwarf_tag(&child);
		Dwarf_Attribute type;
		Dwarf_Addr entry;
		bool is_callback;
		if (tag == DW_TAG_lexical_block)
			inlined_look_into(
				search, &child, is_of_test, depth + 1);
		if (tag != DW_TAG_inlined_subroutine)
			continue;
		is_callback = inlined_is_of_test(
			search->code, grow_functions_file(&child));
		inlined_look_into(search, &child, is_callback, depth + 1);
		if (is_callback && !is_of_test &&
			!dwarf_attr_integrate(&child, DW_AT_type, &type) &&
			dwarf_entrypc(&child, &entry) == 0)
			search->calls +=
				inlined_count_executions(search, entry);
	}
}

uint64_t experiment_count_inlined(const struct experiments *experiments,
	const struct grow_code *code, uint64_t address, size_t run)
{
	struct inlined_search search = {.experiments = experiments,
		.code = code,
		.function = grow_code_find(code, address),
		.run = run};
	Dwarf_Die die;

	if (!search.function)
		return 0;
	die = search.function->die;
	inlined_look_into(&search, &die,
		inlined_is_of_test(code, search.function->file), 0);
	return search.calls;
}
