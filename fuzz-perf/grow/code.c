/* SPDX-License-Identifier: MIT
 * Reads functions, their arrays and their calls from debug information and code. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <elf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "lib/code/code_pattern.h"
#include "lib/code/demangle.h"
#include "lib/code/interpreters.h"
#include "lib/code/test_names.h"
#include "lib/error.h"
#include "lib/search.h"

/*--- the file ---*/

static const Elf64_Phdr *code_segment(const struct grow_code *code, unsigned i)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)code->object.bytes;
	uint64_t at = header->e_phoff + i * sizeof(Elf64_Phdr);

	return i < header->e_phnum &&
			       header->e_phentsize == sizeof(Elf64_Phdr) &&
			       at + sizeof(Elf64_Phdr) <= code->object.size
		       ? (const Elf64_Phdr *)(code->object.bytes + at)
		       : NULL;
}

const uint8_t *grow_code_bytes(
	const struct grow_code *code, uint64_t address, size_t *left)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = code_segment(code, i)); i++) {
		uint64_t into = address - each->p_vaddr;
		if (each->p_type != PT_LOAD || into >= each->p_filesz ||
			each->p_offset + each->p_filesz > code->object.size)
			continue;
		*left = each->p_filesz - into;
		return code->object.bytes + each->p_offset + into;
	}
	return NULL;
}

uint64_t grow_code_address(const struct grow_code *code, uint64_t offset)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = code_segment(code, i)); i++)
		if (each->p_type == PT_LOAD &&
			offset - each->p_offset < each->p_filesz)
			return offset - each->p_offset + each->p_vaddr;
	return 0;
}

uint64_t grow_code_offset(const struct grow_code *code, uint64_t address)
{
	const Elf64_Phdr *each;

	for (unsigned i = 0; (each = code_segment(code, i)); i++)
		if (each->p_type == PT_LOAD &&
			address - each->p_vaddr < each->p_filesz)
			return address - each->p_vaddr + each->p_offset;
	return 0;
}

/*--- debug information ---*/

static uint64_t unsigned_attribute(Dwarf_Die *die, unsigned name, uint64_t none)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	return dwarf_attr_integrate(die, name, &attribute) &&
			       !dwarf_formudata(&attribute, &value)
		       ? value
		       : none;
}

static bool code_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, type) &&
	       dwarf_peel_type(type, type) == 0;
}

/* Returns false if VARIABLE is not an array of known size. */
static bool read_array(Dwarf_Die *variable, struct grow_array *array)
{
	Dwarf_Die type, range;
	Dwarf_Word bytes;
	uint64_t last;

	if (!code_type_of(variable, &type) ||
		dwarf_tag(&type) != DW_TAG_array_type ||
		dwarf_aggregate_size(&type, &bytes) ||
		dwarf_child(&type, &range))
		return false;
	last = unsigned_attribute(&range, DW_AT_upper_bound, UINT64_MAX);
	array->elements = last != UINT64_MAX
				  ? last + 1
				  : unsigned_attribute(&range, DW_AT_count, 0);
	array->bytes = bytes;
	return array->elements > 0;
}

static bool static_address(Dwarf_Die *variable, uint64_t *address)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *operation;
	size_t count;

	if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
		dwarf_getlocation(&attribute, &operation, &count) ||
		count != 1 || operation[0].atom != DW_OP_addr)
		return false;
	*address = operation[0].number;
	return true;
}

static void add_array(struct grow_code *code, struct grow_function *function,
	Dwarf_Die *variable)
{
	struct grow_array array = {0};

	if (!read_array(variable, &array))
		return;
	if (static_address(variable, &array.address)) {
		code->array = memory_grow(code->array, &code->array_capacity,
			code->array_count + 1, sizeof *code->array);
		code->array[code->array_count++] = array;
	} else if (function) {
		function->array = memory_resize(function->array,
			function->array_count + 1, sizeof *function->array);
		function->array[function->array_count++] = array;
	}
}

/* Whether PARAMETER is a const char *. */
static bool is_const_text(Dwarf_Die *parameter)
{
	Dwarf_Attribute attribute;
	Dwarf_Die type, to;
	Dwarf_Word bytes;

	if (!code_type_of(parameter, &type) ||
		dwarf_tag(&type) != DW_TAG_pointer_type ||
		!dwarf_attr_integrate(&type, DW_AT_type, &attribute) ||
		!dwarf_formref_die(&attribute, &to) ||
		dwarf_tag(&to) != DW_TAG_const_type || !code_type_of(&to, &to))
		return false;
	return dwarf_tag(&to) == DW_TAG_base_type &&
	       dwarf_aggregate_size(&to, &bytes) == 0 && bytes == 1;
}

/* Whether PARAMETER points to numbers, texts or pointers, and not to one structure. */
static bool is_array(Dwarf_Die *parameter)
{
	Dwarf_Die type, to;
	int tag;

	if (!code_type_of(parameter, &type) ||
		dwarf_tag(&type) != DW_TAG_pointer_type ||
		!code_type_of(&type, &to))
		return false;
	tag = dwarf_tag(&to);
	return tag == DW_TAG_base_type || tag == DW_TAG_pointer_type;
}

/* Whether PARAMETER points to a pointer to a structure: an array of them, or what the
 * function puts one into. */
static bool is_pointer_to_pointer(Dwarf_Die *parameter)
{
	Dwarf_Die type, to;
	int tag;

	if (!code_type_of(parameter, &type) || !code_type_of(&type, &to) ||
		dwarf_tag(&to) != DW_TAG_pointer_type ||
		!code_type_of(&to, &to))
		return false;
	tag = dwarf_tag(&to);
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* Whether PARAMETER is called as numbers of elements are: "n", "count", "length". */
static bool code_names_count(Dwarf_Die *parameter)
{
	static const char *const words[] = {
		"count", "len", "size", "num", "max", "total"};
	const char *name = dwarf_diename(parameter);

	if (!name || !name[0] || !name[1])
		return name != NULL;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcasestr(name, words[i]))
			return true;
	return false;
}

/* Registers are counted as if there were integers and pointers only, so a function with
 * others is not varied. */
static void read_parameter_kind(
	struct grow_function *function, Dwarf_Die *parameter)
{
	Dwarf_Die type;
	uint64_t encoding;
	bool is_length =
		function->follows_array &&
		(!function->follows_pointers || code_names_count(parameter));

	if (function->parameters >= 6 || !code_type_of(parameter, &type))
		return;
	if (is_const_text(parameter))
		function->texts |= 1u << function->parameters;
	if (dwarf_tag(&type) != DW_TAG_base_type)
		return;
	encoding = unsigned_attribute(&type, DW_AT_encoding, 0);
	if (encoding == DW_ATE_signed || encoding == DW_ATE_unsigned ||
		encoding == DW_ATE_signed_char ||
		encoding == DW_ATE_unsigned_char)
		*(is_length ? &function->lengths : &function->integers) |=
			1u << function->parameters;
	else if (encoding == DW_ATE_float)
		function->returns_large = true;
}

static bool is_in_register(int tag)
{
	return tag == DW_TAG_base_type || tag == DW_TAG_pointer_type ||
	       tag == DW_TAG_reference_type || tag == DW_TAG_enumeration_type;
}

static void read_parameter(struct grow_function *function, Dwarf_Die *parameter)
{
	Dwarf_Die type, to;
	int tag = code_type_of(parameter, &type) ? dwarf_tag(&type) : 0;
	Dwarf_Word bytes;

	if (function->parameters < sizeof function->width &&
		is_in_register(tag) &&
		dwarf_aggregate_size(&type, &bytes) == 0 && bytes <= 8)
		function->width[function->parameters] = (uint8_t)bytes;
	read_parameter_kind(function, parameter);
	function->follows_array = is_array(parameter);
	function->follows_pointers = is_pointer_to_pointer(parameter);
	function->parameters++;
	function->takes_test_state =
		function->parameters == 1 &&
		(tag == DW_TAG_base_type ||
			(tag == DW_TAG_pointer_type &&
				code_type_of(&type, &to) &&
				dwarf_tag(&to) == DW_TAG_pointer_type));
	function->takes_list =
		function->takes_test_state && tag == DW_TAG_pointer_type;
	function->takes_fixture =
		tag == DW_TAG_pointer_type &&
		(function->parameters == 1 ||
			(function->parameters == 2 && function->takes_fixture));
	function->takes_object = function->parameters == 1 &&
				 tag == DW_TAG_pointer_type &&
				 !function->takes_test_state;
}

/* Parameters and arrays of FUNCTION, in all its blocks. */
static void read_inside(
	struct grow_code *code, struct grow_function *function, Dwarf_Die *die)
{
	Dwarf_Die child;

	if (dwarf_child(die, &child))
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_formal_parameter:
			if (dwarf_tag(die) == DW_TAG_subprogram)
				read_parameter(function, &child);
			break;
		case DW_TAG_variable:
			add_array(code, function, &child);
			break;
		case DW_TAG_lexical_block:
			read_inside(code, function, &child);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&child, &child));
}

static const char *people_name(
	struct grow_code *code, const char *linkage, const char *plain)
{
	char *name = linkage && demangle_is_mangled(linkage)
			     ? demangle_name_dup(linkage, false)
			     : NULL;
	const char *kept = name	   ? arena_string(&code->arena, name)
			   : plain ? plain
				   : "?";

	free(name);
	return kept;
}

static const char *code_linkage_of(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name =
		dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute)
			? dwarf_formstring(&attribute)
			: NULL;

	return name ? name : dwarf_diename(die);
}

/* FILE without "folder/..": "tests/../list.c" is not in tests. */
static const char *plain_path(struct grow_code *code, const char *file)
{
	char *path = file ? arena_string(&code->arena, file) : NULL, *up;

	while (path && (up = strstr(path, "/../"))) {
		char *before = up;
		while (before > path && before[-1] != '/')
			before--;
		if (before == up)
			break;
		memmove(before, up + 4, strlen(up + 4) + 1);
	}
	return path;
}

/* The part of a function where it begins: compilers put what is hardly ever done into
 * another one, with a symbol of its own. */
static bool find_main_part(const struct grow_code *code, Dwarf_Die *die,
	Dwarf_Addr *start, Dwarf_Addr *end)
{
	Dwarf_Addr entry, base;
	bool has_entry = dwarf_entrypc(die, &entry) == 0;

	for (ptrdiff_t at = 0;
		(at = dwarf_ranges(die, at, &base, start, end)) > 0;) {
		/* It is looked for among all symbols: only if it says something. */
		const char *name = has_entry
					   ? NULL
					   : dwfl_module_addrname(code->module,
						     *start + code->bias);
		if (*start < *end &&
			(has_entry ? *start <= entry && entry < *end
				   : !name || !strstr(name, ".cold"))) {
			*start = has_entry ? entry : *start;
			return true;
		}
	}
	return false;
}

static void add_function(struct grow_code *code, Dwarf_Die *die)
{
	struct grow_function *function;
	Dwarf_Addr start, high, base;
	Dwarf_Die type;
	int line = 0;

	if (!find_main_part(code, die, &start, &high))
		return;
	code->function = memory_grow(code->function, &code->capacity,
		code->count + 1, sizeof *code->function);
	function = &code->function[code->count++];
	dwarf_decl_line(die, &line);
	*function = (struct grow_function){
		.linkage = code_linkage_of(die),
		.name = people_name(
			code, code_linkage_of(die), dwarf_diename(die)),
		.file = plain_path(code, dwarf_decl_file(die)),
		.line = (unsigned)line,
		.start = start,
		.end = high,
		.returns_nothing = !code_type_of(die, &type),
	};
	if (!function->returns_nothing &&
		dwarf_aggregate_size(&type, &base) == 0 && base > 16)
		function->returns_large = true;
	read_inside(code, function, die);
}

static void add_functions_below(struct grow_code *code, Dwarf_Die *parent)
{
	Dwarf_Die die;

	if (dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			add_function(code, &die);
			break;
		case DW_TAG_variable:
			add_array(code, NULL, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			add_functions_below(code, &die);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&die, &die));
}

static int compare_functions(const void *left, const void *right)
{
	const struct grow_function *a = left, *b = right;

	return a->start < b->start ? -1 : a->start > b->start;
}

static int read_debug(struct grow_code *code, struct error *err)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	GElf_Addr elf_bias;

	code->debug = dwfl_begin(&callbacks);
	code->module = code->debug ? dwfl_report_offline(
					     code->debug, "", code->path, -1)
				   : NULL;
	if (!code->module)
		return error_set(err, "%s: %s", code->path, dwfl_errmsg(-1));
	dwfl_report_end(code->debug, NULL, NULL);
	dwfl_module_getelf(code->module, &elf_bias);
	code->bias = elf_bias;
	while ((unit = dwfl_module_nextcu(code->module, unit, &bias)))
		add_functions_below(code, unit);
	if (code->count > 1)
		qsort(code->function, code->count, sizeof *code->function,
			compare_functions);
	return 0;
}

/*--- which code is the test's ---*/

static bool is_named_test(const struct grow_function *function)
{
	return function->file &&
	       (test_names_are_of_file(function->file) ||
		       test_names_are_in_folder(function->file));
}

/* Whether OTHER's code is in the file of MAIN, or is called a test's if IS_ALONE: then
 * that file has the code under test, too. */
static bool is_of_main(const struct grow_function *other,
	const struct grow_function *main_function, bool is_alone)
{
	return other == main_function ||
	       (main_function && main_function->file && other->file &&
		       !strcmp(other->file, main_function->file) &&
		       (!is_alone || test_names_have_word(other->name)));
}

/* Files of tests are known by their names. If all that is the user's is in one file, so
 * is the code under test: this is returned. */
static bool mark_test_code(struct grow_code *code)
{
	const struct grow_function *main_function = NULL;
	bool is_alone = true;

	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *function = &code->function[i];
		const struct code_names names = {function->name,
			function->linkage, function->file, code->path};
		function->is_framework = test_names_framework(&names);
		if (!strcmp(function->name, "main"))
			main_function = function;
	}
	for (size_t i = 0; main_function && i < code->count; i++) {
		const struct grow_function *other = &code->function[i];
		is_alone &= other->is_framework || !other->file ||
			    !main_function->file ||
			    !strcmp(other->file, main_function->file) ||
			    !strncmp(other->file, "/usr/", 5);
	}
	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *function = &code->function[i];
		function->is_test_code =
			!function->is_framework &&
			(is_named_test(function) ||
				is_of_main(function, main_function, is_alone));
	}
	return main_function && is_alone;
}

static void code_add_callee(
	struct grow_code *code, struct grow_function *from, uint64_t address)
{
	const struct grow_function *to = grow_code_find(code, address);

	if (!to || to->start != address || to == from)
		return;
	code->function[grow_code_index(code, to)].is_called = true;
	from->callee = memory_grow(from->callee, &from->callee_capacity,
		from->callee_count + 1, sizeof *from->callee);
	from->callee[from->callee_count++] = grow_code_index(code, to);
}

/* Whether test code calls the function at INDEX, and no other code does. */
static bool is_called_by_tests(const struct grow_code *code, size_t index)
{
	bool is_called = false;

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *from = &code->function[i];
		for (size_t k = 0; k < from->callee_count; k++) {
			if (from->callee[k] != index)
				continue;
			if (!from->is_test_code)
				return false;
			is_called = true;
		}
	}
	return is_called;
}

/* In a file that has the code under test, too, any name with "test" in it is one if only
 * tests call it: "copytest". */
static void mark_helpers(struct grow_code *code)
{
	for (bool is_new = true; is_new;) {
		is_new = false;
		for (size_t i = 0; i < code->count; i++) {
			struct grow_function *each = &code->function[i];
			if (each->is_test_code || each->is_framework ||
				!each->file ||
				!strcasestr(each->name, "test") ||
				!is_called_by_tests(code, i))
				continue;
			each->is_test_code = is_new = true;
		}
	}
}

static void mark_taken(struct grow_code *code, uint64_t address)
{
	const struct grow_function *to = grow_code_find(code, address);

	if (to && to->start == address)
		code->function[grow_code_index(code, to)].is_address_taken =
			true;
}

static void code_read_calls(
	struct grow_code *code, struct grow_function *function)
{
	struct decoded decoded;
	size_t left;
	uint64_t at = function->start;

	for (const uint8_t *bytes; at < function->end &&
				   (bytes = grow_code_bytes(code, at, &left)) &&
				   decode_instruction(bytes, left, &decoded);
		at += decoded.length) {
		uint64_t to = 0;
		if (decoded.kind == DECODE_CALL ||
			decoded.kind == DECODE_JUMP) {
			if (decoded.is_direct)
				code_add_callee(code, function,
					at + (uint64_t)decoded.target);
			continue;
		}
		if (decoded.is_relative_memory)
			to = at + decoded.length +
			     (uint64_t)(int64_t)decoded.displacement;
		else if (decoded.has_constant && decoded.constant_bytes >= 4)
			to = (uint64_t)decoded.constant;
		code_add_callee(code, function, to);
		mark_taken(code, to);
	}
}

/* Tables of tests are data: words of the file, or what relocations add. */
static void read_tables(struct grow_code *code)
{
	const Elf64_Phdr *each;

	for (size_t i = 0; i < code->relocation_count; i++)
		mark_taken(code, code->relocation[i].address);
	for (unsigned i = 0; (each = code_segment(code, i)); i++) {
		uint64_t word;
		if (each->p_type != PT_LOAD || each->p_flags & PF_X ||
			each->p_offset + each->p_filesz > code->object.size)
			continue;
		for (uint64_t at = 0; at + sizeof word <= each->p_filesz;
			at += sizeof word) {
			memcpy(&word, code->object.bytes + each->p_offset + at,
				sizeof word);
			mark_taken(code, word);
		}
	}
}

static bool is_fixture(const char *name)
{
	return strcasestr(name, "setup") || strcasestr(name, "teardown") ||
	       strcasestr(name, "set_up") || strcasestr(name, "tear_down");
}

/* A test that a framework calls by its address, with what it knows of it (CuTest), or with
 * parameters and a fixture, for a result (munit). */
static bool is_handed_over(const struct grow_function *function)
{
	bool is_munit = function->takes_fixture && function->parameters == 2 &&
			!function->returns_nothing;

	return (is_munit ||
		       (function->takes_object && function->returns_nothing)) &&
	       function->is_address_taken &&
	       test_names_have_word(function->name);
}

static bool code_ends_in(const struct grow_function *function, const char *end)
{
	size_t length = strlen(function->name), last = strlen(end);

	return function->is_test_code && length > last &&
	       strcmp(function->name + length - last, end) == 0;
}

/* Criterion makes two functions of each test, TEST_jmp and TEST_impl: then no others are
 * tests, though their addresses are taken as those of fixtures. */
static bool code_has_criterion(const struct grow_code *code)
{
	bool has_jump = false, has_body = false;

	for (size_t i = 0; i < code->count; i++) {
		has_jump |= code_ends_in(&code->function[i], "_jmp");
		has_body |= code_ends_in(&code->function[i], "_impl");
	}
	return has_jump && has_body;
}

/* What only the code under test calls is not a test, whatever its name, nor is what takes a
 * list of tests to run: a framework has those that take a state by their addresses. */
static bool is_run(const struct grow_function *function)
{
	return function->is_address_taken ||
	       (function->is_called && !function->takes_list);
}

/* What tests of a table call by their names are their helpers. */
static void mark_helpers_of_tests(struct grow_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *test = &code->function[i];
		for (size_t j = 0; test->is_test && test->is_address_taken &&
				   j < test->callee_count;
			j++) {
			struct grow_function *callee =
				&code->function[test->callee[j]];
			callee->is_test &= callee->is_address_taken;
		}
	}
}

/* A test of its own is called by main or by a runner, and takes at most what a
 * framework hands over. */
static void mark_tests(struct grow_code *code)
{
	bool has_criterion = code_has_criterion(code);

	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *each = &code->function[i];
		bool fits = each->parameters == 0 || is_handed_over(each) ||
			    (each->takes_test_state && each->returns_nothing);
		bool is_body = strstr(each->name, "::TestBody") != NULL;
		each->is_test =
			each->is_test_code && !strchr(each->name, '~') &&
			strcmp(each->name, "main") && !is_fixture(each->name) &&
			((fits && is_run(each)) || is_body) &&
			(test_names_have_word(each->name) ||
				(each->is_address_taken &&
					each->returns_nothing));
		if (has_criterion)
			each->is_test = code_ends_in(each, "_impl");
	}
	mark_helpers_of_tests(code);
}

/*--- the whole ---*/

int grow_code_open(struct grow_code *code, const char *path, struct error *err)
{
	memset(code, 0, sizeof *code);
	code->path = realpath(path, NULL);
	if (!code->path)
		return error_set_errno(err, "%s", path);
	if (blocks_open(&code->object, code->path, err))
		return -1;
	if (!decode_is_available())
		return error_set(err,
			"this retread was built without Zydis, so no test can "
			"be changed (Debian, Ubuntu: libzydis-dev)");
	if (read_debug(code, err))
		return -1;
	grow_code_read_imports(code);
	bool has_all = mark_test_code(code);
	for (size_t i = 0; i < code->count; i++)
		/* What runs before main, and hands tests to a framework, has no file. */
		if (has_all || code->function[i].is_test_code ||
			code->function[i].is_framework ||
			!code->function[i].file)
			code_read_calls(code, &code->function[i]);
	if (has_all)
		mark_helpers(code);
	read_tables(code);
	mark_tests(code);
	return 0;
}

void grow_code_release(struct grow_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		free(code->function[i].array);
		free(code->function[i].callee);
	}
	free(code->function);
	free(code->array);
	free(code->import);
	free(code->relocation);
	if (code->debug)
		dwfl_end(code->debug);
	blocks_close(&code->object);
	arena_release(&code->arena);
	free(code->path);
	memset(code, 0, sizeof *code);
}

const struct grow_function *grow_code_find(
	const struct grow_code *code, uint64_t address)
{
	size_t at;

	SEARCH_FIRST(at, code->count, code->function[at].start <= address);
	return at > 0 && at <= code->count &&
			       address < code->function[at - 1].end
		       ? &code->function[at - 1]
		       : NULL;
}

size_t grow_code_index(
	const struct grow_code *code, const struct grow_function *function)
{
	return (size_t)(function - code->function);
}

/* The innermost function that has a name around ADDRESS, inlined ones included. */
static const char *innermost_name(
	const struct grow_code *code, Dwarf_Die *unit, uint64_t address)
{
	Dwarf_Die *scope = NULL;
	int count = dwarf_getscopes(unit, address, &scope);
	const char *name = NULL;

	for (int i = 0; !name && i < count; i++)
		if (dwarf_tag(&scope[i]) == DW_TAG_inlined_subroutine ||
			dwarf_tag(&scope[i]) == DW_TAG_subprogram) {
			const char *linkage = code_linkage_of(&scope[i]);
			char *people =
				linkage && demangle_is_mangled(linkage)
					? demangle_name_dup(linkage, false)
					: NULL;
			name = people ? arena_string(
						(struct arena *)&code->arena,
						people)
				      : dwarf_diename(&scope[i]);
			free(people);
		}
	free(scope);
	return name;
}

bool grow_code_place(const struct grow_code *code, uint64_t address,
	struct grow_place *place)
{
	Dwfl_Line *line;
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit =
		dwfl_module_addrdie(code->module, address + code->bias, &bias);
	int number = 0;

	*place = (struct grow_place){0};
	line = dwfl_module_getsrc(code->module, address + code->bias);
	if (!line)
		return false;
	place->file = dwfl_lineinfo(line, NULL, &number, NULL, NULL, NULL);
	place->line = (unsigned)number;
	place->function =
		unit ? innermost_name(code, unit, address + code->bias - bias)
		     : NULL;
	return place->file != NULL && place->function != NULL;
}

static void code_reach(const struct grow_code *code, size_t from, bool *reached)
{
	const struct grow_function *function = &code->function[from];

	if (reached[from])
		return;
	reached[from] = true;
	for (size_t i = 0; (function->is_test_code || function->is_framework) &&
			   i < function->callee_count;
		i++)
		code_reach(code, function->callee[i], reached);
}

bool *grow_code_reached_dup(
	const struct grow_code *code, const struct grow_function *from)
{
	bool *reached = memory_alloc_zero(code->count + 1, sizeof *reached);

	code_reach(code, grow_code_index(code, from), reached);
	return reached;
}

bool grow_code_reaches(const struct grow_code *code,
	const struct grow_function *from, const struct grow_function *to)
{
	bool *reached = grow_code_reached_dup(code, from);
	bool found = reached[grow_code_index(code, to)];

	free(reached);
	return found;
}

bool *grow_code_idle_dup(
	const struct grow_code *code, const struct grow_function *only)
{
	bool *from_only = grow_code_reached_dup(code, only);
	bool *idle = memory_alloc_zero(code->count + 1, sizeof *idle);
	bool *busy = memory_alloc_zero(code->count + 1, sizeof *busy);
	bool *skipped = memory_alloc_zero(code->count + 1, sizeof *skipped);

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *each = &code->function[i];
		busy[i] = each->is_test && !from_only[i] &&
			  !grow_code_reaches(code, each, only);
		if (busy[i])
			code_reach(code, i, idle);
	}
	/* The tests that are skipped seem to be reached: what leads to them ends there. */
	memcpy(skipped, busy, code->count);
	for (size_t i = 0; i < code->count; i++)
		if (!idle[i] || from_only[i])
			code_reach(code, i, busy);
	for (size_t i = 0; i < code->count; i++)
		idle[i] = skipped[i] || (idle[i] && !busy[i]);
	free(skipped);
	free(busy);
	free(from_only);
	return idle;
}
