/* SPDX-License-Identifier: MIT
 * Where blocks of a program compiled by gcc are in its source. */
#include "config.h"

#include "fuzz-perf/target/execute.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdwfl.h>

#include "lib/code/demangle.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/target/source.h"

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

static uint32_t places_add_function(
	struct places_text *text, const char *linkage, uint32_t previous)
{
	char *written = demangle_name_dup(linkage, false);
	uint32_t name =
		places_add_name(text, written ? written : linkage, previous);

	free(written);
	return name;
}

/* ---- functions that precede code without a name ---- */

struct function_start {
	GElf_Addr address;
	GElf_Word section;
	const char *name;
};

/* The functions of an object that have a symbol, by address. */
struct function_starts {
	struct function_start *start;
	size_t count, capacity;
};

static int compare_function_starts(const void *left, const void *right)
{
	const struct function_start *a = left, *b = right;

	return a->address < b->address ? -1 : a->address > b->address;
}

static void list_starts(Dwfl_Module *module, struct function_starts *starts)
{
	int count = dwfl_module_getsymtab(module);

	for (int i = 0; i < count; i++) {
		GElf_Sym symbol;
		struct function_start start;
		start.name = dwfl_module_getsym_info(module, i, &symbol,
			&start.address, &start.section, NULL, NULL);
		if (!start.name || start.section == SHN_UNDEF ||
			GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
			continue;
		starts->start = memory_grow(starts->start, &starts->capacity,
			starts->count + 1, sizeof *starts->start);
		starts->start[starts->count++] = start;
	}
	if (starts->count)
		qsort(starts->start, starts->count, sizeof *starts->start,
			compare_function_starts);
}

/* NAME+0xOFFSET of the last function before ADDRESS, in its section; NULL: there is none.
 * Free it. What a stripped object keeps are the functions that others call. */
static char *name_after_start(Dwfl_Module *module,
	const struct function_starts *starts, GElf_Addr address)
{
	size_t low = 0, high = starts->count;
	GElf_Addr within = address, bias;
	Elf_Scn *section = dwfl_module_address_section(module, &within, &bias);

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (starts->start[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !section ||
		elf_ndxscn(section) != starts->start[low - 1].section)
		return NULL;
	const struct function_start *start = &starts->start[low - 1];
	char *written = demangle_name_dup(start->name, false);
	char *name = memory_format("%s+0x%" PRIx64,
		written ? written : start->name, address - start->address);
	free(written);
	return name;
}

static void resolve_place(Dwfl_Module *module, GElf_Addr bias,
	struct perf_mapped_place *place,
	const struct perf_mapped_place *previous,
	const struct function_starts *starts, struct places_text *text)
{
	GElf_Addr address = bias + place->column;
	Dwfl_Line *line = module ? dwfl_module_getsrc(module, address) : NULL;
	const char *name =
		module ? dwfl_module_addrname(module, address) : NULL;
	int number = 0, column = 0;
	const char *file =
		line ? dwfl_lineinfo(line, NULL, &number, &column, NULL, NULL)
		     : NULL;

	place->address = place->column;
	place->column = (uint32_t)column;
	place->line = (uint32_t)number;
	place->from_line = place->line;
	char *after = module && !name
			      ? name_after_start(module, starts, address)
			      : NULL;
	if (after)
		place->function =
			places_add_name(text, after, previous->function);
	else
		place->function = places_add_function(
			text, name ? name : "", previous->function);
	free(after);
	place->file = places_add_name(text, file ? file : "", previous->file);
}

static void resolve_object(const char *object,
	const struct debug_search *search, struct perf_mapped_place *place,
	uint32_t count, struct places_text *text)
{
	struct debug_source source;
	Dwfl_Module *module = debug_source_open_object(&source, object, search);
	const struct perf_mapped_place none = {0};
	uint32_t name =
		places_add_name(text, words_base_name(object), UINT32_MAX);
	struct function_starts starts = {0};
	GElf_Addr bias = 0;

	if (module && !dwfl_module_getelf(module, &bias))
		module = NULL;
	if (module)
		list_starts(module, &starts);
	for (uint32_t i = 0; i < count; i++) {
		resolve_place(module, bias, &place[i],
			i ? &place[i - 1] : &none, &starts, text);
		place[i].object = name;
	}
	free(starts.start);
	debug_source_close(&source);
}

void places_resolve(const char *program, const char *names,
	const struct debug_search *search, struct perf_mapped_place *place,
	uint32_t count, struct places_text *text)
{
	uint32_t end;

	for (uint32_t from = 0; from < count; from = end) {
		const char *object = names + place[from].file;
		for (end = from + 1;
			end < count && place[end].file == place[from].file;)
			end++;
		resolve_object(*object ? object : program, search, place + from,
			end - from, text);
	}
}
