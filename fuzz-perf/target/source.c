/* SPDX-License-Identifier: MIT
 * Where addresses of a running target are in its source. */
#include "config.h"

#include "fuzz-perf/target/source.h"

#include <stdlib.h>

#include <dwarf.h>

#include "lib/code/demangle.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/target/debug_search.h"

#define SYSTEM_PATH ".debug:/usr/lib/debug" /* libdwfl's own */

static void debug_source_begin(
	struct debug_source *source, const struct debug_search *search)
{
	*source = (struct debug_source){
		.callbacks = {.find_elf = dwfl_linux_proc_find_elf,
			.find_debuginfo = dwfl_standard_find_debuginfo,
			.section_address = dwfl_offline_section_address}};
	/* To libdwfl a relative path is beside each object. */
	char *directory =
		search->directory ? realpath(search->directory, NULL) : NULL;
	if (directory) {
		source->path = memory_format("%s:" SYSTEM_PATH, directory);
		source->callbacks.debuginfo_path = &source->path;
		free(directory);
	}
	if (!search->is_fetched)
		unsetenv(
			"DEBUGINFOD_URLS"); /* libdwfl would fetch from there */
	source->dwfl = dwfl_begin(&source->callbacks);
}

void debug_source_close(struct debug_source *source)
{
	if (source->dwfl)
		dwfl_end(source->dwfl);
	free(source->path);
	free(source->demangled);
}

void debug_source_open_process(
	struct debug_source *source, int pid, const struct debug_search *search)
{
	debug_source_begin(source, search);
	if (source->dwfl &&
		(dwfl_linux_proc_report(source->dwfl, pid) ||
			dwfl_report_end(source->dwfl, NULL, NULL))) {
		dwfl_end(source->dwfl);
		source->dwfl = NULL;
	}
}

Dwfl_Module *debug_source_open_object(struct debug_source *source,
	const char *object, const struct debug_search *search)
{
	debug_source_begin(source, search);
	if (!source->dwfl)
		return NULL;
	Dwfl_Module *module = dwfl_report_offline(source->dwfl, "", object, -1);
	dwfl_report_end(source->dwfl, NULL, NULL);
	return module;
}

static const char *source_name(struct debug_source *source, const char *linkage)
{
	free(source->demangled);
	source->demangled = demangle_name_dup(linkage, false);
	return source->demangled ? source->demangled : linkage;
}

/* The unit that AT is in. Not every compiler writes .debug_aranges, and libdwfl looks
 * nowhere else if any unit of the object has them: what it finds may be another one. */
static Dwarf_Die *find_unit(
	Dwfl_Module *module, Dwarf_Addr at, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(module, at, bias);

	if (unit && dwarf_haspc(unit, at - *bias) > 0)
		return unit;
	unit = NULL;
	while ((unit = dwfl_module_nextcu(module, unit, bias)))
		if (dwarf_haspc(unit, at - *bias) > 0)
			break;
	return unit;
}

/* The innermost function, inlined ones included. */
static const char *innermost_function(Dwarf_Die *unit, Dwarf_Addr at)
{
	Dwarf_Die *scope = NULL;
	int count = dwarf_getscopes(unit, at, &scope);
	const char *name = NULL;

	for (int i = 0; i < count && !name; i++) {
		int tag = dwarf_tag(&scope[i]);
		if (tag == DW_TAG_inlined_subroutine ||
			tag == DW_TAG_subprogram)
			name = dwarf_diename(&scope[i]);
	}
	free(scope);
	return name;
}

static void code_place_fill(
	Dwfl_Module *module, Dwarf_Addr at, struct code_place *place)
{
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit = find_unit(module, at, &bias);
	Dwarf_Line *row = unit ? dwarf_getsrc_die(unit, at - bias) : NULL;
	const char *name = unit ? innermost_function(unit, at - bias) : NULL;
	const char *file = row ? dwarf_linesrc(row, NULL, NULL) : NULL;
	int line = 0;

	if (name)
		place->function = name;
	if (file && !dwarf_lineno(row, &line) && line > 0) {
		place->file = file;
		place->line = (unsigned)line;
	}
}

/* A return address follows the call, which may be the last thing in its line. */
struct code_place debug_source_find(
	struct debug_source *source, uint64_t address)
{
	struct code_place place = {"", "", "", 0, 0};
	Dwarf_Addr at = address - 1;
	Dwfl_Module *module =
		source->dwfl ? dwfl_addrmodule(source->dwfl, at) : NULL;

	if (!module)
		return place;
	const char *object = dwfl_module_info(
		module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
	const char *name = dwfl_module_addrname(module, at);
	place.object = object ? words_base_name(object) : "";
	if (name)
		place.function = source_name(source, name);
	code_place_fill(module, at, &place);
	dwfl_module_relocate_address(module, &at);
	place.offset = at;
	return place;
}
