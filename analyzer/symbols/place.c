/* SPDX-License-Identifier: MIT
 * Where variables are that stay in one place: addresses, and slots of a frame. */
#include "config.h"

#include "analyzer/symbols/die.h"

/* The CFA is so far above what RBP points to. */
#define FRAME_POINTER_TO_CFA 16
/* DWARF's number of RBP on x86-64. */
#define REGISTER_RBP 6

/* DWARF 5 may keep addresses in a table. */
bool symbols_place_address(
	Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *address)
{
	Dwarf_Attribute indexed;

	if (op->atom == DW_OP_addr) {
		*address = op->number;
		return true;
	}
	return (op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index) &&
	       dwarf_getlocation_attr(location, op, &indexed) == 0 &&
	       dwarf_formaddr(&indexed, address) == 0;
}

struct symbols_place symbols_die_place(Dwarf_Die *variable)
{
	struct symbols_place place = {0};
	Dwarf_Attribute attribute;
	Dwarf_Op *op;
	size_t count;
	uint64_t address;

	if (!symbols_die_attribute(variable, DW_AT_location, &attribute)) {
		/* At -O0 only a declaration or a constant has none. */
		place.is_placeless =
			!symbols_die_inherits(variable, DW_AT_declaration) &&
			!symbols_die_inherits(variable, DW_AT_const_value);
		return place;
	}
	if (dwarf_whatform(&attribute) == DW_FORM_sec_offset ||
		dwarf_whatform(&attribute) == DW_FORM_loclistx ||
		dwarf_getlocation(&attribute, &op, &count) != 0 || count == 0) {
		place.is_placeless = true;
		return place;
	}
	place.is_indirect = count == 2 && op[1].atom == DW_OP_deref;
	/* Of more operations one of a thread is made, for example. */
	place.is_known = count == 1 || place.is_indirect;
	if (op[0].atom == DW_OP_fbreg) {
		place.offset = (int64_t)op[0].number;
	} else if (symbols_place_address(&attribute, &op[0], &address)) {
		place.is_static = true;
		place.offset = (int64_t)address;
	} else {
		place.is_placeless = true;
	}
	return place;
}

bool symbols_die_frame_base(Dwarf_Die *function, int64_t *offset)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *op;
	size_t count;

	if (!symbols_die_attribute(function, DW_AT_frame_base, &attribute) ||
		dwarf_getlocation(&attribute, &op, &count) != 0 || count != 1)
		return false;
	*offset =
		op[0].atom == DW_OP_call_frame_cfa ? 0 : -FRAME_POINTER_TO_CFA;
	return op[0].atom == DW_OP_call_frame_cfa ||
	       op[0].atom == DW_OP_reg0 + REGISTER_RBP;
}
