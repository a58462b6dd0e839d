/* SPDX-License-Identifier: MIT
 * Where blocks of a program compiled by gcc are in its source. */
#include "config.h"

#include "fuzz-perf/target/execute.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdwfl.h>

#include "lib/memory.h"

void places_text_release(struct places_text *text)
{
	free(text->bytes);
	memset(text, 0, sizeof *text);
}

/* Neighbours are of the same function and file: only the last name is looked
 * at again. */
static uint32_t places_add_name(
	struct places_text *text, const char *name, uint32_t previous)
{
	size_t size = strlen(name) + 1;

	if (previous >= text->first && previous - text->first < text->length &&
		!strcmp(text->bytes + (previous - text->first), name))
		return previous;
	text->bytes = memory_grow(
		text->bytes, &text->capacity, text->length + size, 1);
	memcpy(text->bytes + text->length, name, size);
	text->length += size;
	return text->first + (uint32_t)(text->length - size);
}

static void resolve_place(Dwfl_Module *module, GElf_Addr address,
	struct perf_mapped_place *place,
	const struct perf_mapped_place *previous, struct places_text *text)
{
	Dwfl_Line *line = dwfl_module_getsrc(module, address);
	const char *name = dwfl_module_addrname(module, address);
	int number = 0, column = 0;
	const char *file =
		line ? dwfl_lineinfo(line, NULL, &number, &column, NULL, NULL)
		     : NULL;

	place->column = (uint32_t)column;
	place->line = (uint32_t)number;
	place->from_line = place->line;
	place->function =
		places_add_name(text, name ? name : "", previous->function);
	place->file = places_add_name(text, file ? file : "", previous->file);
}

static void resolve_object(const char *object, struct perf_mapped_place *place,
	uint32_t count, struct places_text *text)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	const struct perf_mapped_place none = {0};
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module;
	GElf_Addr bias = 0;

	if (!dwfl)
		return;
	module = dwfl_report_offline(dwfl, "", object, -1);
	dwfl_report_end(dwfl, NULL, NULL);
	if (module && dwfl_module_getelf(module, &bias))
		for (uint32_t i = 0; i < count; i++)
			resolve_place(module, bias + place[i].column, &place[i],
				i ? &place[i - 1] : &none, text);
	dwfl_end(dwfl);
}

void places_resolve(const char *program, const char *names,
	struct perf_mapped_place *place, uint32_t count,
	struct places_text *text)
{
	uint32_t end;

	for (uint32_t from = 0; from < count; from = end) {
		const char *object = names + place[from].file;
		for (end = from + 1;
			end < count && place[end].file == place[from].file;)
			end++;
		resolve_object(*object ? object : program, place + from,
			end - from, text);
	}
}
