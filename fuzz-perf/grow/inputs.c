/* SPDX-License-Identifier: MIT
 * What a run executed and read: object files, source files, and data. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/tree.h"
#include "lib/arguments.h"
#include "lib/code/elf.h"
#include "lib/command/options.h"
#include "lib/report/inputs.h"
#include "lib/words.h"

/* The source files of the compilation unit around ADDRESS of the file, and what it
 * includes, unless it is the unit *LAST, which it is then. */
static void inputs_add_unit(struct arguments *sources,
	const struct grow_code *code, uint64_t address, Dwarf_Off *last)
{
	Dwarf_Die *unit = grow_code_unit(code, address);
	Dwarf_Files *files;
	size_t count;

	if (!unit || dwarf_dieoffset(unit) == *last ||
		dwarf_getsrcfiles(unit, &files, &count))
		return;
	*last = dwarf_dieoffset(unit);
	for (size_t i = 0; i < count; i++) {
		const char *path = dwarf_filesrc(files, i, NULL, NULL);
		if (path && strchr(path, '/') && strncmp(path, "/usr/", 5) != 0)
			arguments_add(sources, path);
	}
}

/* Sources of the functions of object NUMBER that were executed in the first run. */
static void inputs_add_sources(struct experiments *experiments, uint32_t number,
	struct arguments *sources)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = experiments_code(experiments, number);
	Dwarf_Off last = (Dwarf_Off)-1;
	bool *is_executed;

	if (!code)
		return;
	is_executed = memory_alloc_zero(code->count + 1, sizeof *is_executed);
	for (size_t i = 0; i < counts->edge_count; i++) {
		const struct count_edge *edge = counts->edge[i];
		const struct grow_function *function =
			edge->to_object == number && edge->count[0] > 0
				? grow_code_find(code,
					  grow_code_address(code, edge->to))
				: NULL;
		if (function)
			is_executed[grow_code_index(code, function)] = true;
	}
	for (size_t i = 0; i < code->count; i++)
		if (is_executed[i])
			inputs_add_unit(
				sources, code, code->function[i].start, &last);
	free(is_executed);
}

static const char **inputs_list(
	struct arena *arena, struct arguments *paths, size_t *count)
{
	const char **list;

	list = arena_alloc_zero(arena, paths->count + 1, sizeof *list);
	for (size_t i = 0; i < paths->count; i++)
		list[i] = arena_string(arena, paths->word[i]);
	*count = words_sort_once(list, paths->count);
	arguments_release(paths);
	return list;
}

void experiments_find_inputs(struct experiments *experiments,
	struct arena *arena, struct report_inputs *inputs)
{
	const struct counts *counts = &experiments->counts;
	struct arguments objects = {0}, sources = {0}, files = {0};

	for (uint32_t i = 1; i < counts->object_count; i++) {
		const char *path = counts_path_outside(
			experiments->directory, counts->object[i]);
		struct elf_facts facts = {0};
		if (!path || !strcmp(words_base_name(path),
				     words_base_name(GROW_AGENT)))
			continue;
		if (elf_read_facts(path, &facts, NULL) == 0 && facts.is_elf)
			arguments_add(&objects, path);
		else
			arguments_add(&files, path);
		inputs_add_sources(experiments, i, &sources);
	}
	*inputs = (struct report_inputs){.test = "", .is_complete = true};
	inputs->object = inputs_list(arena, &objects, &inputs->object_count);
	inputs->source = inputs_list(arena, &sources, &inputs->source_count);
	inputs->file = inputs_list(arena, &files, &inputs->file_count);
}

bool experiments_are_touched(
	struct experiments *experiments, const struct option_texts *changed)
{
	struct arena arena = {0};
	struct report_inputs inputs;
	bool result = changed->count == 0;

	if (result)
		return true;
	experiments_find_inputs(experiments, &arena, &inputs);
	for (size_t i = 0; !result && i < changed->count; i++)
		result = report_inputs_have(&inputs, changed->text[i]);
	arena_release(&arena);
	return result;
}
