/* SPDX-License-Identifier: MIT
 * Parameters of a function, and the integer registers they arrive in by the
 * System V calling convention. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <string.h>

#define INTEGER_REGISTERS 6
#define VECTOR_REGISTERS  8
#define PARAMETERS_MAX	  256
#define NESTING_MAX	  8
#define MEMBERS_MAX	  64

/* Classes of an eightbyte; the larger wins where two meet. */
enum class { CLASS_NONE, CLASS_VECTOR, CLASS_INTEGER, CLASS_MEMORY };

/* How a value travels. */
struct passing {
	unsigned integers;
	unsigned vectors;
	bool is_in_memory;
};

static void parameter_merge(enum class *eightbytes, uint64_t offset,
	uint64_t size_bytes, enum class class)
{
	uint64_t last =
		size_bytes > 0 ? (offset + size_bytes - 1) / 8 : offset / 8;

	for (uint64_t i = offset / 8; i <= last && i < 2; i++) {
		if (class > eightbytes[i])
			eightbytes[i] = class;
	}
	if (last > 1)
		eightbytes[0] = CLASS_MEMORY;
}

static enum class classify_base(Dwarf_Die *type, uint64_t size_bytes) {
	uint64_t encoding = 0; const char *name = symbols_die_name(type);

	symbols_die_own_number(type, DW_AT_encoding, &encoding);
	if (encoding != DW_ATE_float &&
		encoding != DW_ATE_complex_float) return CLASS_INTEGER;
	/* long double goes through memory, __float128 does not. */
	if (size_bytes >= 16 && name &&
		strstr(name, "long double")) return CLASS_MEMORY;
	return CLASS_VECTOR;
}

static void classify(
	Dwarf_Die *type, uint64_t offset, enum class *eightbytes, int depth);

static void classify_members(
	Dwarf_Die *type, uint64_t offset, enum class *eightbytes, int depth)
{
	Dwarf_Die member, member_type;
	int left = MEMBERS_MAX;

	if (!symbols_die_child(type, &member))
		return;
	do {
		int tag = dwarf_tag(&member);
		uint64_t at = 0;

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
			dwarf_hasattr(&member, DW_AT_external) ||
			!symbols_die_type(&member, &member_type))
			continue;
		if (symbols_die_own_number(&member, DW_AT_data_bit_offset, &at))
			at /= 8;
		else
			symbols_die_own_number(
				&member, DW_AT_data_member_location, &at);
		if (at >= 16) {
			eightbytes[0] = CLASS_MEMORY;
			return;
		}
		classify(&member_type, offset + at, eightbytes, depth + 1);
	} while (--left > 0 && symbols_die_next(&member));
}

static void classify_array(
	Dwarf_Die *type, uint64_t offset, enum class *eightbytes, int depth)
{
	uint64_t size_bytes, element_bytes;
	Dwarf_Die element;

	if (!symbols_type_size(type, &size_bytes) || size_bytes > 16 ||
		!symbols_die_type(type, &element) ||
		!symbols_type_size(&element, &element_bytes) ||
		element_bytes == 0)
		return;
	for (uint64_t at = 0; at < size_bytes; at += element_bytes)
		classify(&element, offset + at, eightbytes, depth + 1);
}

/* Merges the classes of a value of TYPE at OFFSET into EIGHTBYTES. */
static void classify(
	Dwarf_Die *type, uint64_t offset, enum class *eightbytes, int depth)
{
	uint64_t size_bytes = 8;
	Dwarf_Die at;

	if (depth > NESTING_MAX || !symbols_type_strip(type, &at))
		return;
	symbols_type_size(&at, &size_bytes);
	switch (dwarf_tag(&at)) {
	case DW_TAG_base_type:
		parameter_merge(eightbytes, offset, size_bytes,
			classify_base(&at, size_bytes));
		break;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		if (size_bytes > 16)
			eightbytes[0] = CLASS_MEMORY;
		else
			classify_members(&at, offset, eightbytes, depth);
		break;
	case DW_TAG_array_type:
		if (dwarf_hasattr(&at, DW_AT_GNU_vector))
			parameter_merge(eightbytes, offset, 8, CLASS_VECTOR);
		else
			classify_array(&at, offset, eightbytes, depth);
		break;
	case DW_TAG_ptr_to_member_type:
		if (symbols_die_type(&at, &at) &&
			dwarf_tag(&at) == DW_TAG_subroutine_type)
			size_bytes = 16;
		parameter_merge(eightbytes, offset, size_bytes, CLASS_INTEGER);
		break;
	default: /* pointers, references, enums, nullptr_t */
		parameter_merge(eightbytes, offset,
			size_bytes > 8 ? 8 : size_bytes, CLASS_INTEGER);
	}
}

/* A C++ class with a destructor or copy constructor of its own travels as a
 * pointer. */
static bool is_by_reference(Dwarf_Die *type)
{
	uint64_t convention;
	Dwarf_Die at;

	return symbols_type_strip(type, &at) &&
	       symbols_die_own_number(
		       &at, DW_AT_calling_convention, &convention) &&
	       convention == DW_CC_pass_by_reference;
}

static struct passing find_passing(Dwarf_Die *type)
{
	enum class eightbytes[2] = {CLASS_NONE, CLASS_NONE};
	struct passing passing = {0, 0, false};

	classify(type, 0, eightbytes, 0);
	for (int i = 0; i < 2; i++) {
		passing.integers += eightbytes[i] == CLASS_INTEGER;
		passing.vectors += eightbytes[i] == CLASS_VECTOR;
		passing.is_in_memory |= eightbytes[i] == CLASS_MEMORY;
	}
	return passing;
}

/* Argument number of a DWARF register, or -1. */
static int find_argument(unsigned dwarf_register)
{
	static const unsigned char registers[INTEGER_REGISTERS] = {
		5, 4, 1, 2, 8, 9}; /* rdi rsi rdx rcx r8 r9 */

	for (int i = 0; i < INTEGER_REGISTERS; i++) {
		if (registers[i] == dwarf_register)
			return i;
	}
	return -1;
}

/* Hands out argument registers in order. */
struct registers {
	unsigned integers;
	unsigned vectors;
};

static int take_registers(struct registers *used, Dwarf_Die *type)
{
	struct passing passing = find_passing(type);
	int first = (int)used->integers;

	if (is_by_reference(type))
		passing = (struct passing){1, 0, false};
	/* A value that does not fit as a whole goes to the stack. */
	if (passing.is_in_memory ||
		used->integers + passing.integers > INTEGER_REGISTERS ||
		used->vectors + passing.vectors > VECTOR_REGISTERS)
		return -1;
	used->integers += passing.integers;
	used->vectors += passing.vectors;
	return passing.integers > 0 ? first : -1;
}

/* The copy of PARAMETER (of the abstract function) in the concrete one. */
static bool find_copy(
	Dwarf_Die *function, Dwarf_Die *parameter, Dwarf_Die *copy)
{
	if (!symbols_die_child(function, copy))
		return false;
	do {
		Dwarf_Die origin;

		if (dwarf_tag(copy) != DW_TAG_formal_parameter)
			continue;
		if (copy->addr == parameter->addr ||
			(symbols_die_origin(copy, &origin) &&
				origin.addr == parameter->addr))
			return true;
	} while (symbols_die_next(copy));
	return false;
}

/* The code of a function whose parameters are read. */
struct parameter_instance {
	Dwarf_Die die;
	uint64_t entry_pc; /* of an out-of-line copy, 0: none is known */
};

/* False: its debug information cannot be read. */
static bool find_instance(struct symbols *symbols,
	const struct symbols_function *function,
	struct parameter_instance *instance)
{
	const struct symbols_node *node =
		&function->unit->nodes[function->node];
	Dwarf_Addr entry;

	if (!symbols_unit_open(symbols, function->object, function->unit))
		return false;
	instance->die = symbols_die_at(function->unit, node->die);
	instance->entry_pc = 0;
	if (node->depth == 0 && dwarf_entrypc(&instance->die, &entry) == 0)
		instance->entry_pc = entry;
	return true;
}

/* The only operation of the location that DIE has at PC, or false. */
static bool locate_at_entry(Dwarf_Die *die, uint64_t pc, Dwarf_Op *operation)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;

	if (!symbols_die_attribute(die, DW_AT_location, &attribute) ||
		dwarf_getlocation_addr(&attribute, pc, &list, &count, 1) != 1 ||
		count != 1)
		return false;
	*operation = list[0];
	return true;
}

/* Clones of the optimiser leave parameters out. Where the parameter is at the
 * entry says it all. */
static bool find_at_entry(struct parameter_instance *instance,
	Dwarf_Die *parameter, int *argument_register)
{
	Dwarf_Die copy;
	Dwarf_Op operation;

	if (instance->entry_pc == 0 ||
		!find_copy(&instance->die, parameter, &copy) ||
		!locate_at_entry(&copy, instance->entry_pc, &operation) ||
		operation.atom < DW_OP_reg0 || operation.atom > DW_OP_reg31)
		return false;
	*argument_register = find_argument(operation.atom - DW_OP_reg0);
	return *argument_register >= 0;
}

static bool is_clone(struct symbols *symbols, struct symbols_object *object,
	const struct parameter_instance *instance)
{
	const char *name =
		instance->entry_pc
			? symbols_elf_name(symbols, object, instance->entry_pc)
			: NULL;

	return name && (strstr(name, ".isra") || strstr(name, ".constprop") ||
			       strstr(name, ".part"));
}

/* How large the structure TYPE is, 0: it is none. */
static uint32_t structure_bytes(Dwarf_Die *type)
{
	uint64_t size_bytes;
	Dwarf_Die at;

	return symbols_type_strip(type, &at) &&
			       (dwarf_tag(&at) == DW_TAG_structure_type ||
				       dwarf_tag(&at) == DW_TAG_class_type) &&
			       symbols_type_size(&at, &size_bytes) &&
			       size_bytes <= UINT32_MAX
		       ? (uint32_t)size_bytes
		       : 0;
}

static void parameter_describe_target(struct symbols *symbols, Dwarf_Die *type,
	bool has_tags, struct symbol_parameter *parameter)
{
	Dwarf_Die target;

	parameter->pointee = NULL;
	parameter->pointee_bytes = 0;
	if (symbols_type_pointee(type, &target)) {
		parameter->pointee =
			symbols_type_object_name(symbols, &target, has_tags);
		parameter->pointee_bytes = structure_bytes(&target);
	} else if (symbols_type_strip(type, &target) &&
		   symbols_type_is_pointer(&target)) {
		parameter->pointee = "void";
	}
}

void symbols_parameters_read(
	struct symbols *symbols, struct symbols_function *function)
{
	Dwarf_Die lister, die, type;
	struct symbol_parameter list[PARAMETERS_MAX];
	struct registers used = {0, 0};
	struct parameter_instance instance;
	bool clone;
	size_t count = 0;

	if (!find_instance(symbols, function, &instance))
		return;
	lister = symbols_die_abstract(instance.die);
	clone = is_clone(symbols, function->object, &instance);
	if (symbols_die_type(&lister, &type) &&
		(find_passing(&type).is_in_memory || is_by_reference(&type)))
		used.integers = 1; /* where to put the result */
	if (!symbols_die_child(&lister, &die))
		return;
	do {
		struct symbol_parameter *parameter = &list[count];
		bool has_tags = function->unit->has_tags;
		int by_rule, at_entry;
		const char *name;

		if (dwarf_tag(&die) != DW_TAG_formal_parameter ||
			!symbols_die_type(&die, &type))
			continue;
		name = symbols_die_name(&die);
		by_rule = take_registers(&used, &type);
		parameter->name =
			name ? symbols_intern_text(symbols, name) : "";
		parameter->type = symbols_type_name(symbols, &type, has_tags);
		parameter_describe_target(symbols, &type, has_tags, parameter);
		if (find_at_entry(&instance, &die, &at_entry))
			parameter->argument_register = at_entry;
		else
			parameter->argument_register = clone ? -1 : by_rule;
		count++;
	} while (count < PARAMETERS_MAX && symbols_die_next(&die));
	function->parameters =
		arena_copy(&symbols->arena, list, count * sizeof *list);
	function->parameter_count = count;
}
