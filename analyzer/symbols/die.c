/* SPDX-License-Identifier: MIT
 * Careful steps from DIE to DIE: every walk built on them ends, whatever the
 * bytes say. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <stdlib.h>

Dwarf_Die symbols_die_at(const struct symbols_unit *unit, uint32_t distance)
{
	Dwarf_Die die = unit->die;

	if (distance == 0 || distance >= unit->size_bytes)
		return die;
	die.addr = (char *)die.addr + distance;
	die.abbrev = NULL;
	return die;
}

bool symbols_die_child(Dwarf_Die *die, Dwarf_Die *child)
{
	return dwarf_child(die, child) == 0 &&
	       (char *)child->addr > (char *)die->addr;
}

bool symbols_die_next(Dwarf_Die *die)
{
	Dwarf_Die next;

	/* A damaged DW_AT_sibling may point back. */
	if (dwarf_siblingof(die, &next) != 0 ||
		(char *)next.addr <= (char *)die->addr)
		return false;
	*die = next;
	return true;
}

bool symbols_die_origin(Dwarf_Die *die, Dwarf_Die *origin)
{
	static const unsigned names[] = {
		DW_AT_abstract_origin, DW_AT_specification, DW_AT_signature};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		Dwarf_Attribute attribute;

		if (dwarf_attr(die, names[i], &attribute))
			return dwarf_formref_die(&attribute, origin);
	}
	return false;
}

bool symbols_die_attribute(
	Dwarf_Die *die, unsigned name, Dwarf_Attribute *attribute)
{
	Dwarf_Die at = *die;

	for (int i = 0; i < SYMBOLS_CHAIN_MAX; i++) {
		Dwarf_Die origin;

		if (dwarf_attr(&at, name, attribute))
			return true;
		if (!symbols_die_origin(&at, &origin))
			return false;
		at = origin;
	}
	return false;
}

bool symbols_die_number(Dwarf_Die *die, unsigned name, uint64_t *number)
{
	Dwarf_Attribute attribute;

	return symbols_die_attribute(die, name, &attribute) &&
	       dwarf_formudata(&attribute, number) == 0;
}

bool symbols_die_own_number(Dwarf_Die *die, unsigned name, uint64_t *number)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) &&
	       dwarf_formudata(&attribute, number) == 0;
}

const char *symbols_die_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	return symbols_die_attribute(die, DW_AT_name, &attribute)
		       ? dwarf_formstring(&attribute)
		       : NULL;
}

bool symbols_die_type(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return symbols_die_attribute(die, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, type);
}

bool symbols_die_has_code(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_ranges) ||
	       (dwarf_hasattr(die, DW_AT_low_pc) &&
		       dwarf_hasattr(die, DW_AT_high_pc));
}

bool symbols_die_covers(Dwarf_Die *die, uint64_t pc)
{
	Dwarf_Addr base, start, end;

	if (!symbols_die_has_code(die))
		return false;
	/* GCC leaves blocks with an empty list; what is in them counts. */
	return dwarf_haspc(die, pc) == 1 ||
	       dwarf_ranges(die, 0, &base, &start, &end) == 0;
}

bool symbols_die_location(Dwarf_Die *die, uint64_t pc, Dwarf_Op *operation)
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

const char *symbols_die_path(struct symbols *symbols, Dwarf_Die *unit,
	Dwarf_Files *files, size_t file)
{
	const char *path = dwarf_filesrc(files, file, NULL, NULL);
	const char *directory;
	Dwarf_Attribute attribute;
	char *text;

	if (!path || *path == '/' ||
		!dwarf_attr_integrate(unit, DW_AT_comp_dir, &attribute) ||
		!(directory = dwarf_formstring(&attribute)))
		return symbols_intern_path(symbols, path);
	text = memory_format("%s/%s", directory, path);
	path = symbols_intern_path(symbols, text);
	free(text);
	return path;
}
