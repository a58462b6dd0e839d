/* SPDX-License-Identifier: MIT
 * What a test hands to code that is inlined into it, by debug information: there is no
 * call. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

/* What is looked for: an address, perhaps in a register. */
struct handed_value {
	uint64_t address;
	unsigned in_register; /* the operation that says so */
};

/* Whether PARAMETER is WANTED anywhere. */
static bool handed_is_value(
	Dwarf_Die *parameter, const struct handed_value *wanted)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr base, start, end;
	Dwarf_Op *operation;
	uint64_t address;
	size_t count;

	if (!dwarf_attr(parameter, DW_AT_location, &attribute))
		return false;
	for (ptrdiff_t at = 0; (at = dwarf_getlocations(&attribute, at, &base,
					&start, &end, &operation, &count)) > 0;)
		if (count > 0 && (operation[0].atom == wanted->in_register ||
					 (grow_functions_address(&attribute,
						  &operation[0], &address) &&
						 address == wanted->address)))
			return true;
	return false;
}

static bool handed_is_parameter(
	Dwarf_Die *parent, const struct handed_value *wanted)
{
	Dwarf_Die child;

	if (dwarf_child(parent, &child))
		return false;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_formal_parameter:
			if (handed_is_value(&child, wanted))
				return true;
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
			if (handed_is_parameter(&child, wanted))
				return true;
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

bool grow_code_hands_over(
	const struct grow_function *function, uint64_t data, int destination)
{
	/* rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi: debug information counts otherwise. */
	static const unsigned numbers[] = {0, 2, 1, 3, 7, 6, 4, 5};
	const struct handed_value wanted = {data,
		destination < 0
			? 0
			: DW_OP_reg0 +
				  (destination < 8 ? numbers[destination]
						   : (unsigned)destination)};
	Dwarf_Die die = function->die;

	return handed_is_parameter(&die, &wanted);
}
