/* SPDX-License-Identifier: MIT
 * Where a variable is at one instruction, by its DWARF location. */
#include "config.h"

#include "analyzer/symbols/label_parts.h"

#include <dwarf.h>
#include <stdlib.h>

#define INSTRUCTION_BYTES_MAX 15

/* Reads `register` (of an operation DW_OP_reg*). */
static bool read_register(const Dwarf_Op *operation, unsigned *dwarf_register)
{
	if (operation->atom >= DW_OP_reg0 && operation->atom <= DW_OP_reg31)
		*dwarf_register = operation->atom - DW_OP_reg0;
	else if (operation->atom == DW_OP_regx)
		*dwarf_register = (unsigned)operation->number;
	else
		return false;
	return true;
}

/* Reads `register + offset` (DW_OP_breg*). */
static bool read_sum(
	const Dwarf_Op *operation, unsigned *dwarf_register, int64_t *offset)
{
	if (operation->atom >= DW_OP_breg0 && operation->atom <= DW_OP_breg31) {
		*dwarf_register = operation->atom - DW_OP_breg0;
		*offset = (int64_t)operation->number;
	} else if (operation->atom == DW_OP_bregx) {
		*dwarf_register = (unsigned)operation->number;
		*offset = (int64_t)operation->number2;
	} else {
		return false;
	}
	return true;
}

/* A value in the register, or in several: `reg; piece 8; reg; piece 8`. */
static bool labels_location_find_value(const Dwarf_Op *list, size_t count,
	unsigned expected, struct label_place *place)
{
	uint64_t piece = 0;

	for (size_t i = 0; i < count; i++) {
		unsigned dwarf_register;

		if (list[i].atom == DW_OP_piece) {
			piece += list[i].number;
			continue;
		}
		if (!read_register(&list[i], &dwarf_register))
			continue;
		if (dwarf_register == expected &&
			(i + 1 == count || list[i + 1].atom == DW_OP_piece)) {
			*place = (struct label_place){LABEL_VALUE, 0, piece};
			return true;
		}
	}
	return false;
}

static bool labels_location_read_address(const Dwarf_Op *operation,
	const struct label_frame *frame, unsigned *dwarf_register,
	int64_t *offset)
{
	if (operation->atom == DW_OP_fbreg && frame->is_known) {
		*dwarf_register = frame->dwarf_register;
		*offset =
			(int64_t)((uint64_t)frame->offset + operation->number);
		return true;
	}
	return read_sum(operation, dwarf_register, offset);
}

static bool locate_at(Dwarf_Die *variable, uint64_t pc, unsigned expected,
	const struct label_frame *frame, struct label_place *place)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;
	unsigned dwarf_register;
	int64_t offset;

	if (!symbols_die_attribute(variable, DW_AT_location, &attribute) ||
		dwarf_getlocation_addr(&attribute, pc, &list, &count, 1) != 1 ||
		count == 0)
		return false;
	if (labels_location_find_value(list, count, expected, place))
		return true;
	if (!labels_location_read_address(
		    &list[0], frame, &dwarf_register, &offset) ||
		dwarf_register != expected)
		return false;
	*place = (struct label_place){LABEL_SLOT, offset, 0};
	if (count == 1)
		return true;
	if (count == 2 && list[1].atom == DW_OP_stack_value) {
		place->kind = LABEL_VALUE;
		return true;
	}
	place->kind = LABEL_BEHIND;
	return count == 2 && list[1].atom == DW_OP_deref;
}

bool labels_locate(Dwarf_Die *variable, uint64_t pc, unsigned expected,
	const struct label_frame *frame, struct label_place *place)
{
	struct label_place after;

	if (locate_at(variable, pc, expected, frame, place))
		return true;
	/* For `n = n->next` in one register clang lets the old n end before
	 * the load and the new one begin after it. */
	if (!locate_at(variable, pc - 1, expected, frame, place) ||
		place->kind != LABEL_VALUE)
		return false;
	for (uint64_t i = 1; i <= INSTRUCTION_BYTES_MAX; i++) {
		if (locate_at(variable, pc + i, expected, frame, &after))
			return after.kind == LABEL_VALUE;
	}
	return false;
}

bool labels_read_implicit(
	Dwarf_Die *pointer, uint64_t pc, Dwarf_Die *variable, int64_t *offset)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;

	if (!symbols_die_attribute(pointer, DW_AT_location, &attribute) ||
		dwarf_getlocation_addr(&attribute, pc, &list, &count, 1) != 1 ||
		count != 1 ||
		(list[0].atom != DW_OP_implicit_pointer &&
			list[0].atom != DW_OP_GNU_implicit_pointer))
		return false;
	*offset = (int64_t)list[0].number2;
	return dwarf_getlocation_die(&attribute, &list[0], variable) == 0;
}

/* The canonical frame address, by .eh_frame or else .debug_frame. */
static bool read_cfa(
	struct symbols_object *object, uint64_t pc, struct label_frame *frame)
{
	Dwarf_CFI *tables[2];
	bool is_known = false;

	if (!object->has_cfi) {
		object->has_cfi = true;
		object->cfi_eh = dwarf_getcfi_elf(object->elf);
	}
	tables[0] = object->cfi_eh;
	tables[1] = object->dwarf ? dwarf_getcfi(object->dwarf) : NULL;
	for (int i = 0; i < 2 && !is_known; i++) {
		Dwarf_Frame *state;
		Dwarf_Op *list;
		size_t count;

		if (!tables[i] ||
			dwarf_cfi_addrframe(tables[i], pc, &state) != 0)
			continue;
		is_known = dwarf_frame_cfa(state, &list, &count) == 0 &&
			   count == 1 &&
			   read_sum(&list[0], &frame->dwarf_register,
				   &frame->offset);
		free(state);
	}
	return is_known;
}

void labels_read_frame(struct symbols_object *object, Dwarf_Die *function,
	uint64_t pc, struct label_frame *frame)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;

	frame->is_read = true;
	if (!symbols_die_attribute(function, DW_AT_frame_base, &attribute) ||
		dwarf_getlocation_addr(&attribute, pc, &list, &count, 1) != 1 ||
		count != 1)
		return;
	frame->offset = 0;
	frame->is_known =
		list[0].atom == DW_OP_call_frame_cfa
			? read_cfa(object, pc, frame)
			: read_register(&list[0], &frame->dwarf_register) ||
				  read_sum(&list[0], &frame->dwarf_register,
					  &frame->offset);
}

/* Where the frame base of FUNCTION is, from the canonical frame address on. */
static bool labels_location_find_base(struct symbols_object *object,
	Dwarf_Die *function, uint64_t pc, int64_t *offset)
{
	struct label_frame base = {.is_read = false}, cfa = {.is_read = false};

	labels_read_frame(object, function, pc, &base);
	if (!base.is_known || !read_cfa(object, pc, &cfa) ||
		base.dwarf_register != cfa.dwarf_register)
		return false;
	*offset = base.offset - cfa.offset;
	return true;
}

bool labels_find_in_frame(struct symbols_object *object, Dwarf_Die *function,
	Dwarf_Die *variable, uint64_t pc, int64_t *offset)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *list;
	size_t count;
	int64_t base;

	if (!symbols_die_attribute(variable, DW_AT_location, &attribute) ||
		dwarf_getlocation_addr(&attribute, pc, &list, &count, 1) != 1 ||
		count != 1 || list[0].atom != DW_OP_fbreg ||
		!labels_location_find_base(object, function, pc, &base))
		return false;
	*offset = (int64_t)((uint64_t)base + list[0].number);
	return true;
}
