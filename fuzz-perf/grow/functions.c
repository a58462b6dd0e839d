/* SPDX-License-Identifier: MIT
 * Reads functions, what they take and their arrays from debug information. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "fuzz-perf/grow/elements.h"
#include "lib/code/demangle.h"
#include "lib/code/test_names.h"
#include "lib/error.h"
#include "lib/table.h"

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

bool grow_functions_address(
	Dwarf_Attribute *location, const Dwarf_Op *operation, uint64_t *address)
{
	Dwarf_Attribute number;

	if (operation->atom == DW_OP_addr) {
		*address = operation->number;
		return true;
	}
	return operation->atom == DW_OP_addrx &&
	       dwarf_getlocation_attr(location, operation, &number) == 0 &&
	       dwarf_formaddr(&number, address) == 0;
}

static bool static_address(Dwarf_Die *variable, uint64_t *address)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *operation;
	size_t count;

	return dwarf_attr_integrate(variable, DW_AT_location, &attribute) &&
	       dwarf_getlocation(&attribute, &operation, &count) == 0 &&
	       count == 1 &&
	       grow_functions_address(&attribute, &operation[0], address);
}

/* Where VARIABLE of FUNCTION, which keeps the stack pointer in rbp, is from there; 0: elsewhere, or
 * not known. */
static int64_t functions_frame_place(
	struct grow_function *function, Dwarf_Die *variable)
{
	Dwarf_Attribute attribute, base;
	Dwarf_Op *operation, *from;
	size_t count, from_count;

	if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
		dwarf_getlocation(&attribute, &operation, &count) ||
		count != 1 || operation->atom != DW_OP_fbreg ||
		!dwarf_attr_integrate(
			&function->die, DW_AT_frame_base, &base) ||
		dwarf_getlocation(&base, &from, &from_count) || from_count != 1)
		return 0;
	/* The return address and the old rbp are below the canonical address. */
	if (from->atom == DW_OP_call_frame_cfa)
		return (int64_t)operation->number + 2 * (int64_t)sizeof(void *);
	return from->atom == DW_OP_reg6 ? (int64_t)operation->number : 0;
}

static void add_array(struct grow_code *code, struct grow_function *function,
	Dwarf_Die *variable)
{
	struct grow_array array = {0};

	if (!read_array(variable, &array)) {
		array.frame =
			function ? functions_frame_place(function, variable)
				 : 0;
		if (array.frame) {
			function->object = memory_resize(function->object,
				function->object_count + 1,
				sizeof *function->object);
			function->object[function->object_count++] =
				array.frame;
		}
		return;
	}
	if (static_address(variable, &array.address)) {
		array.layout = elements_describe_array(&code->arena, variable);
		code->array = memory_grow(code->array, &code->array_capacity,
			code->array_count + 1, sizeof *code->array);
		code->array[code->array_count++] = array;
	} else if (function) {
		array.frame = functions_frame_place(function, variable);
		function->array = memory_resize(function->array,
			function->array_count + 1, sizeof *function->array);
		function->array[function->array_count++] = array;
	}
}

/* Whether PARAMETER is a char *, and a const one if it IS_CONST. */
static bool functions_is_text(Dwarf_Die *parameter, bool is_const)
{
	Dwarf_Attribute attribute;
	Dwarf_Die type, to;
	Dwarf_Word bytes;

	if (!code_type_of(parameter, &type) ||
		dwarf_tag(&type) != DW_TAG_pointer_type ||
		!dwarf_attr_integrate(&type, DW_AT_type, &attribute) ||
		!dwarf_formref_die(&attribute, &to) ||
		(dwarf_tag(&to) == DW_TAG_const_type) != is_const ||
		!code_type_of(&type, &to))
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

/* Whether NAME has one of WORDS, which end in NULL. */
static bool functions_have_word(const char *name, const char *const *words)
{
	for (; name && *words; words++)
		if (strcasestr(name, *words))
			return true;
	return false;
}

/* Whether PARAMETER is called as numbers of elements are: "n", "count", "length". */
static bool code_names_count(Dwarf_Die *parameter)
{
	static const char *const words[] = {
		"count", "len", "size", "num", "max", "total", NULL};
	const char *name = dwarf_diename(parameter);

	return name &&
	       (!name[0] || !name[1] || functions_have_word(name, words));
}

/* Whether PARAMETER of FUNCTION is called as what a failed check says, or a heading does. */
static bool functions_name_message(
	const struct grow_function *function, Dwarf_Die *parameter)
{
	static const char *const words[] = {"msg", "message", "fmt", "format",
		"desc", "reason", "heading", "title", "comment", "caption",
		NULL};
	static const char *const verbs[] = {"fail", "assert", "heading",
		"printf", "print_", "puts", "skip_", "todo", NULL};

	return functions_have_word(dwarf_diename(parameter), words) ||
	       functions_have_word(function->name, verbs);
}

/* What PARAMETER, in the next register of FUNCTION, is, if it is a number or a text. */
static void read_parameter_kind(
	struct grow_function *function, Dwarf_Die *parameter)
{
	Dwarf_Die type;
	uint64_t encoding;
	bool is_length =
		function->follows_array &&
		(!function->follows_pointers || code_names_count(parameter));
	unsigned at = function->registers, bit = 1u << at;

	if (at >= GROW_ARGUMENTS || !code_type_of(parameter, &type))
		return;
	if (functions_is_text(parameter, false))
		function->buffers |= bit;
	if (functions_is_text(parameter, true)) {
		function->texts |= bit;
		if (functions_name_message(function, parameter))
			function->messages |= bit;
	}
	if (dwarf_tag(&type) != DW_TAG_base_type)
		return;
	encoding = unsigned_attribute(&type, DW_AT_encoding, 0);
	if (encoding != DW_ATE_signed && encoding != DW_ATE_unsigned &&
		encoding != DW_ATE_signed_char &&
		encoding != DW_ATE_unsigned_char)
		return;
	*(is_length ? &function->lengths : &function->integers) |= bit;
	if (at > 0 && function->elements[at - 1] &&
		(is_length || code_names_count(parameter)))
		function->counts |= bit;
}

/* Whether an object of TYPE is handed over, and returned, by its address. */
static bool code_is_in_memory(Dwarf_Die *type)
{
	return unsigned_attribute(type, DW_AT_calling_convention, 0) ==
	       DW_CC_pass_by_reference;
}

static bool is_in_register(int tag)
{
	return tag == DW_TAG_base_type || tag == DW_TAG_pointer_type ||
	       tag == DW_TAG_reference_type || tag == DW_TAG_enumeration_type;
}

/* MIXED with the names of TYPE, and of what it points to. */
static uint64_t functions_mix_type(uint64_t mixed, const Dwarf_Die *type)
{
	Dwarf_Die at = *type;

	do {
		const char *name = dwarf_diename(&at);
		mixed = table_mix(mixed, (unsigned)dwarf_tag(&at));
		for (; name && *name; name++)
			mixed = table_mix(mixed, (unsigned char)*name);
	} while (dwarf_tag(&at) == DW_TAG_pointer_type &&
		 code_type_of(&at, &at));
	return mixed;
}

/* What PARAMETER of FUNCTION holds, if it is an address. */
static void read_parameter_contents(struct grow_code *code,
	struct grow_function *function, Dwarf_Die *parameter)
{
	size_t at = function->registers;
	bool is_vector;

	if (at >= GROW_ARGUMENTS)
		return;
	if (elements_are_of_string(parameter))
		function->strings |= 1u << at;
	if (elements_are_of_view(parameter))
		function->views |= 1u << at;
	function->elements[at] =
		elements_describe(&code->arena, parameter, &is_vector);
	if (is_vector && function->elements[at])
		function->vectors |= 1u << at;
}

/* How many registers of those for integers a parameter of TYPE is in; all that are left, if
 * that is not known. */
static unsigned code_registers_of(Dwarf_Die *type)
{
	if (is_in_register(dwarf_tag(type)) ||
		dwarf_tag(type) == DW_TAG_rvalue_reference_type)
		return unsigned_attribute(type, DW_AT_encoding, 0) !=
		       DW_ATE_float;
	return code_is_in_memory(type) ? 1 : GROW_ARGUMENTS;
}

static void read_parameter(struct grow_code *code,
	struct grow_function *function, Dwarf_Die *parameter)
{
	Dwarf_Die type, to;
	int tag = code_type_of(parameter, &type) ? dwarf_tag(&type) : 0;
	Dwarf_Word bytes;

	if (function->parameters < sizeof function->width &&
		is_in_register(tag) &&
		dwarf_aggregate_size(&type, &bytes) == 0 && bytes <= 8)
		function->width[function->parameters] = (uint8_t)bytes;
	read_parameter_kind(function, parameter);
	read_parameter_contents(code, function, parameter);
	function->follows_array = is_array(parameter);
	function->follows_pointers = is_pointer_to_pointer(parameter);
	if (tag)
		function->takes = functions_mix_type(function->takes, &type);
	function->parameters++;
	if (tag)
		function->registers += elements_are_of_view(parameter)
					       ? 2
					       : code_registers_of(&type);
	function->returns_large |=
		tag &&
		unsigned_attribute(&type, DW_AT_encoding, 0) == DW_ATE_float;
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
	const char *name;

	if (dwarf_child(die, &child))
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_formal_parameter:
			if (dwarf_tag(die) != DW_TAG_subprogram)
				break;
			read_parameter(code, function, &child);
			if (!function->replaced &&
				function->registers <= GROW_ARGUMENTS &&
				elements_are_replaced(die, &child))
				function->replaced = function->registers;
			break;
		case DW_TAG_unspecified_parameters:
			/* A number may say how many more follow. */
			function->integers = 0;
			break;
		case DW_TAG_variable:
			add_array(code, function, &child);
			break;
		case DW_TAG_lexical_block:
			read_inside(code, function, &child);
			break;
		case DW_TAG_inlined_subroutine:
			name = dwarf_diename(&child);
			function->inlines_tests |=
				name && test_names_have_word(name);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&child, &child));
}

static const char *functions_linkage(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name =
		dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute)
			? dwarf_formstring(&attribute)
			: NULL;

	return name ? name : dwarf_diename(die);
}

const char *grow_functions_written(struct arena *arena, const char *linkage)
{
	char *name = demangle_name_dup(linkage, false);
	const char *kept = name ? arena_string(arena, name) : linkage;

	free(name);
	return kept;
}

const char *grow_functions_name(struct grow_code *code, Dwarf_Die *die)
{
	const char *linkage = functions_linkage(die);

	return linkage && demangle_is_mangled(linkage)
		       ? grow_functions_written(&code->arena, linkage)
		       : dwarf_diename(die);
}

/* libdw's dwarf_decl_file takes file 0 for none: in DWARF 5, of clang, it is the one that was
 * compiled. */
const char *grow_functions_file(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die unit;
	Dwarf_Word index;
	Dwarf_Files *files;
	size_t count;

	return dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) &&
			       dwarf_formudata(&attribute, &index) == 0 &&
			       dwarf_cu_die(attribute.cu, &unit, NULL, NULL,
				       NULL, NULL, NULL, NULL) &&
			       dwarf_getsrcfiles(&unit, &files, &count) == 0 &&
			       index < count
		       ? dwarf_filesrc(files, index, NULL, NULL)
		       : NULL;
}

const char *grow_functions_plain_path(struct arena *arena, const char *file)
{
	char *path = file ? arena_string(arena, file) : NULL, *up;

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

static bool code_is_object(Dwarf_Die *type)
{
	Dwarf_Die target;

	switch (dwarf_tag(type)) {
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return true;
	case DW_TAG_pointer_type:
		return code_type_of(type, &target) &&
		       (dwarf_tag(&target) == DW_TAG_structure_type ||
			       dwarf_tag(&target) == DW_TAG_class_type);
	default:
		return false;
	}
}

/* OUTER is the file of what it is in: a lambda has none of its own. */
static void add_function(struct grow_code *code, Dwarf_Die *unit,
	Dwarf_Die *die, const char *outer)
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
	const char *file = grow_functions_file(die);
	dwarf_decl_line(die, &line);
	*function = (struct grow_function){
		.linkage = functions_linkage(die),
		.name = grow_functions_name(code, die) ?: "?",
		.file = grow_functions_plain_path(
			&code->arena, file ? file : outer),
		.line = (unsigned)line,
		.start = start,
		.end = high,
		.die = *die,
		.unit = unit,
		.returns_nothing = !code_type_of(die, &type),
	};
	function->returns_object =
		!function->returns_nothing && code_is_object(&type);
	if (!function->returns_nothing &&
		dwarf_aggregate_size(&type, &base) == 0 && base > 16)
		function->returns_large = true;
	if (!function->returns_nothing &&
		(function->returns_large || code_is_in_memory(&type)))
		function->registers = 1;
	read_inside(code, function, die);
}

/* Functions in PARENT, and those of types in functions, as lambdas are. */
static void add_functions_below(struct grow_code *code, Dwarf_Die *unit,
	Dwarf_Die *parent, const char *outer)
{
	bool is_inside = dwarf_tag(parent) == DW_TAG_subprogram ||
			 dwarf_tag(parent) == DW_TAG_lexical_block;
	Dwarf_Die die;

	if (dwarf_child(parent, &die))
		return;
	do {
		const char *file;
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			file = grow_functions_file(&die);
			add_function(code, unit, &die, outer);
			add_functions_below(
				code, unit, &die, file ? file : outer);
			break;
		case DW_TAG_variable:
			if (!is_inside)
				add_array(code, NULL, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_lexical_block:
			add_functions_below(code, unit, &die, outer);
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

/* Compilers give what an unnamed namespace holds no linkage name: the symbol has it. */
static void name_by_symbols(struct grow_code *code)
{
	int count = dwfl_module_getsymtab(code->module);

	for (int i = 0; i < count; i++) {
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(
			code->module, i, &symbol, &address, NULL, NULL, NULL);
		struct grow_function *function, wanted;
		if (!name || !demangle_is_mangled(name) || code->count == 0)
			continue;
		wanted.start = address - code->bias;
		function = bsearch(&wanted, code->function, code->count,
			sizeof wanted, compare_functions);
		if (!function || !function->linkage ||
			demangle_is_mangled(function->linkage))
			continue;
		function->linkage = arena_string(&code->arena, name);
		function->name =
			grow_functions_written(&code->arena, function->linkage);
	}
}

int grow_functions_read(struct grow_code *code, struct error *err)
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
		add_functions_below(code, unit, unit, NULL);
	if (code->count > 1)
		qsort(code->function, code->count, sizeof *code->function,
			compare_functions);
	name_by_symbols(code);
	return 0;
}
