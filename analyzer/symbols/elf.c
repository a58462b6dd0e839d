/* SPDX-License-Identifier: MIT
 * ELF symbols: names where there is no DWARF. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* A symbol that may name its address; of several the best is kept. */
struct elf_candidate {
	uint64_t start;
	uint64_t size_bytes;
	const char *name;
	unsigned preference; /* lower is better */
};

struct candidates {
	struct elf_candidate *list;
	size_t count;
	size_t capacity;
};

static void add_candidate(
	struct candidates *candidates, const GElf_Sym *symbol, const char *name)
{
	static const unsigned binding_order[] = {
		[STB_LOCAL] = 2, [STB_GLOBAL] = 0, [STB_WEAK] = 1};
	unsigned binding = GELF_ST_BIND(symbol->st_info);

	candidates->list = memory_grow(candidates->list, &candidates->capacity,
		candidates->count + 1, sizeof *candidates->list);
	candidates->list[candidates->count++] = (struct elf_candidate){
		.start = symbol->st_value,
		.size_bytes = symbol->st_size,
		.name = name,
		.preference =
			(binding <= STB_WEAK ? binding_order[binding] : 0) +
			4 * (unsigned)strspn(name, "_") +
			1000 * (symbol->st_size == 0)};
}

static int elf_compare_candidates(const void *a, const void *b)
{
	const struct elf_candidate *left = a, *right = b;
	size_t left_length, right_length;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	if (left->preference != right->preference)
		return left->preference < right->preference ? -1 : 1;
	left_length = strlen(left->name);
	right_length = strlen(right->name);
	if (left_length != right_length)
		return left_length < right_length ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* Sorts; keeps the best name of each address. */
static void sort_candidates(struct candidates *candidates)
{
	size_t kept = 0;

	if (candidates->count == 0)
		return;
	qsort(candidates->list, candidates->count, sizeof *candidates->list,
		elf_compare_candidates);
	for (size_t i = 1; i < candidates->count; i++) {
		if (candidates->list[i].start != candidates->list[kept].start)
			candidates->list[++kept] = candidates->list[i];
	}
	candidates->count = kept + 1;
}

/* Reads the symbols of SECTION into FUNCTIONS and DATA. */
static void elf_read_section(const struct symbols_object *object, Elf *elf,
	Elf_Scn *section, const GElf_Shdr *header, struct candidates *functions,
	struct candidates *data)
{
	Elf_Data *bytes = elf_getdata(section, NULL);
	size_t count = bytes && header->sh_entsize
			       ? bytes->d_size / gelf_fsize(elf, ELF_T_SYM, 1,
							 EV_CURRENT)
			       : 0;

	for (size_t i = 1; i < count; i++) {
		const struct symbols_segment *segment;
		GElf_Sym symbol;
		const char *name;
		int type;

		if (!gelf_getsym(bytes, (int)i, &symbol) ||
			symbol.st_shndx == SHN_UNDEF ||
			symbol.st_shndx == SHN_ABS)
			continue;
		name = elf_strptr(elf, header->sh_link, symbol.st_name);
		segment = symbols_object_segment(object, symbol.st_value);
		if (!name || !*name || !segment)
			continue;
		type = GELF_ST_TYPE(symbol.st_info);
		if (symbol.st_size > segment->end - symbol.st_value)
			symbol.st_size = segment->end - symbol.st_value;
		if (type == STT_OBJECT && symbol.st_size > 0)
			add_candidate(data, &symbol, name);
		else if (segment->executable &&
			 (type == STT_FUNC || type == STT_GNU_IFUNC ||
				 (type == STT_NOTYPE &&
					 GELF_ST_BIND(symbol.st_info) !=
						 STB_LOCAL)))
			add_candidate(functions, &symbol, name);
	}
}

/* Reads the first symbol table of TYPE in ELF. */
static bool elf_read_table(const struct symbols_object *object, Elf *elf,
	unsigned type, struct candidates *functions, struct candidates *data)
{
	Elf_Scn *section = NULL;

	while (elf && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) && header.sh_type == type) {
			elf_read_section(
				object, elf, section, &header, functions, data);
			return functions->count > 0 || data->count > 0;
		}
	}
	return false;
}

static void keep_functions(
	struct symbols_object *object, const struct candidates *functions)
{
	struct symbols_intervals intervals = {NULL, 0, 0};

	object->symbol_names =
		memory_alloc_zero(functions->count + 1, sizeof(char *));
	object->symbol_count = functions->count;
	object->symbol_functions =
		memory_alloc_zero(functions->count + 1, sizeof(void *));
	for (size_t i = 0; i < functions->count; i++) {
		const struct elf_candidate *symbol = &functions->list[i];
		const struct symbols_segment *segment =
			symbols_object_segment(object, symbol->start);
		uint64_t end = symbol->start + symbol->size_bytes;

		/* Written in assembly without .size: up to the next symbol. */
		if (symbol->size_bytes == 0)
			end = segment->end;
		if (symbol->size_bytes == 0 && i + 1 < functions->count &&
			functions->list[i + 1].start < end)
			end = functions->list[i + 1].start;
		object->symbol_names[i] = symbol->name;
		symbols_intervals_add(&intervals, symbol->start, end,
			(uint32_t)i, (uint32_t)i);
	}
	symbols_table_build(&object->symbol_table, &intervals);
}

static void keep_data(
	struct symbols_object *object, const struct candidates *data)
{
	object->data_symbols =
		memory_alloc_zero(data->count + 1, sizeof(struct symbols_item));
	object->data_symbol_count = data->count;
	for (size_t i = 0; i < data->count; i++) {
		object->data_symbols[i].name = data->list[i].name;
		object->data_symbols[i].start = data->list[i].start;
		object->data_symbols[i].size_bytes = data->list[i].size_bytes;
		object->data_symbols[i].unit = SYMBOLS_NONE;
		object->data_symbols[i].is_typed = true;
	}
}

void symbols_elf_read(struct symbols *symbols, struct symbols_object *object)
{
	struct candidates functions = {NULL, 0, 0}, data = {NULL, 0, 0};

	if (object->has_symbols)
		return;
	object->has_symbols = true;
	if (symbols_cache_elf(symbols, object))
		return;
	object->has_news = true;
	symbols_object_open_dwarf(symbols, object);
	if (!elf_read_table(
		    object, object->debug_elf, SHT_SYMTAB, &functions, &data) &&
		!elf_read_table(
			object, object->elf, SHT_SYMTAB, &functions, &data))
		elf_read_table(
			object, object->elf, SHT_DYNSYM, &functions, &data);
	sort_candidates(&functions);
	sort_candidates(&data);
	keep_functions(object, &functions);
	keep_data(object, &data);
	free(functions.list);
	free(data.list);
}

const char *symbols_elf_name(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc)
{
	uint32_t index;

	symbols_elf_read(symbols, object);
	index = symbols_table_find(&object->symbol_table, pc);
	return index == SYMBOLS_NONE ? NULL : object->symbol_names[index];
}

struct symbols_function *symbols_elf_function(
	struct symbols *symbols, struct symbols_object *object, uint64_t pc)
{
	struct symbols_function **function;
	uint32_t index;

	symbols_elf_read(symbols, object);
	index = symbols_table_find(&object->symbol_table, pc);
	if (index == SYMBOLS_NONE) {
		symbols_warn_unreadable(symbols, object);
		return symbols_function_of_object(symbols, object);
	}
	function = &object->symbol_functions[index];
	if (!*function)
		*function = symbols_function_of_symbol(
			symbols, object, object->symbol_names[index]);
	return *function;
}
