/* SPDX-License-Identifier: MIT
 * Symbols without object files. */
#include "config.h"

#include "testsuite/unit/fake_symbols.h"

#include <string.h>

#include "analyzer/symbols/symbols.h"
#include "lib/format/trace_format.h"

static struct symbol_function function_of[64];
static char name_of[64][2];

static const struct symbol_function *function_numbered(unsigned number)
{
	struct symbol_function *function = &function_of[number];

	name_of[number][0] =
		(char)(number < 32 ? 'a' + number : 'A' + number - 32);
	function->name = function->linkage = name_of[number];
	function->object =
		name_of[number][0] == 'Y' || name_of[number][0] == 'Z'
			? "/usr/lib/libc.so.6"
			: "/fake/object";
	function->has_debug = number < 32;
	function->file = !function->has_debug	     ? NULL
			 : name_of[number][0] >= 'y' ? "/fake/test-file.c"
						     : "/fake/file.c";
	function->index = number;
	return function;
}

struct symbols *symbols_new(void)
{
	return (struct symbols *)function_of;
}

void symbols_keep(struct symbols *symbols, const char *directory,
	uint64_t total_bytes_max)
{
	(void)symbols, (void)directory, (void)total_bytes_max;
}

void symbols_choose(struct symbols *symbols, const struct code_choice *chosen)
{
	(void)symbols, (void)chosen;
}

void symbols_free(struct symbols *symbols)
{
	(void)symbols;
}

void symbols_add_module(struct symbols *symbols, uint64_t start, uint64_t end,
	uint64_t file_offset, const char *path)
{
	(void)symbols, (void)start, (void)end, (void)file_offset, (void)path;
}

void symbols_remove_range(struct symbols *symbols, uint64_t start, uint64_t end)
{
	(void)symbols, (void)start, (void)end;
}

const struct symbol_function *symbols_function_at(
	struct symbols *symbols, uint64_t address)
{
	(void)symbols;
	return function_numbered(
		(unsigned)(address / FAKE_FUNCTION_SIZE - 1) % 64);
}

static struct symbol_position position_of(uint64_t address)
{
	const struct symbol_function *function =
		symbols_function_at(NULL, address);

	return (struct symbol_position){
		.function = function,
		.file = function->file,
		.line = function->has_debug ? address % FAKE_FUNCTION_SIZE : 0,
		.offset = address,
	};
}

size_t symbols_resolve(struct symbols *symbols, uint64_t address,
	struct symbol_position *chain, size_t max)
{
	(void)symbols, (void)max;
	if (address >> 40 == 0) {
		chain[0] = position_of(address);
		return 1;
	}
	chain[0] = position_of(address >> 20 & 0xfffff);
	chain[1] = position_of(address & 0xfffff);
	return 2;
}

void symbols_label_read(struct symbols *symbols, const struct trace_site *site,
	struct symbol_label *label)
{
	(void)symbols;
	memset(label, 0, sizeof *label);
	label->is_indexed = (site->flags & TRACE_SITE_INDEXED) != 0;
}

void symbols_label_array(struct symbols *symbols,
	const struct symbol_place *place, uint64_t span_bytes,
	struct symbol_label *label)
{
	(void)symbols;
	(void)place;
	(void)span_bytes;
	memset(label, 0, sizeof *label);
}

size_t symbols_parameters(struct symbols *symbols,
	const struct symbol_function *function,
	const struct symbol_parameter **parameters)
{
	static const struct symbol_parameter list = {
		.name = "list", .argument_register = 0};

	(void)symbols, (void)function;
	*parameters = &list;
	return 1;
}

bool symbols_has_module(struct symbols *symbols, uint64_t address)
{
	(void)symbols, (void)address;
	return false;
}

bool symbols_find_variable(struct symbols *symbols, uint64_t address,
	struct symbol_variable *variable)
{
	(void)symbols, (void)address, (void)variable;
	return false;
}

const char *symbols_warning(const struct symbols *symbols, size_t index)
{
	(void)symbols, (void)index;
	return NULL;
}
