/* SPDX-License-Identifier: MIT
 * Careful steps from DIE to DIE: every walk built on them ends, whatever the
 * bytes say. */
#include "config.h"

#include "analyzer/symbols/die.h"

#include <stdlib.h>

int symbols_die_tag(Dwarf_Die *die)
{
	return dwarf_tag(die);
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

Dwarf_Die symbols_die_abstract(Dwarf_Die function)
{
	Dwarf_Attribute attribute;

	for (int i = 0; i < SYMBOLS_CHAIN_MAX; i++)
		if (!dwarf_attr(&function, DW_AT_abstract_origin, &attribute) ||
			!dwarf_formref_die(&attribute, &function))
			break;
	return function;
}

bool symbols_die_declaration(Dwarf_Die *die, Dwarf_Die *declaration)
{
	Dwarf_Attribute attribute;

	*declaration = symbols_die_abstract(*die);
	return dwarf_attr(declaration, DW_AT_specification, &attribute) &&
	       dwarf_formref_die(&attribute, declaration);
}

const char *symbols_die_scope(Dwarf_Die *die)
{
	Dwarf_Die *scope = NULL;
	int count = dwarf_getscopes_die(die, &scope);
	const char *name = count > 1 ? symbols_die_name(&scope[1]) : NULL;

	free(scope);
	return name;
}

bool symbols_die_has(Dwarf_Die *die, unsigned name)
{
	return dwarf_hasattr(die, name);
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

bool symbols_die_inherits(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return symbols_die_attribute(die, name, &attribute);
}

bool symbols_die_flag(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	bool flag = false;

	return symbols_die_attribute(die, name, &attribute) &&
	       dwarf_formflag(&attribute, &flag) == 0 && flag;
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

const char *symbols_die_text(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return symbols_die_attribute(die, name, &attribute)
		       ? dwarf_formstring(&attribute)
		       : NULL;
}

const char *symbols_die_name(Dwarf_Die *die)
{
	return symbols_die_text(die, DW_AT_name);
}

/* Unlike dwarf_decl_file this takes file 0 for a file: in DWARF 5 it is the one
 * that was compiled. */
const char *symbols_die_file(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die unit;
	Dwarf_Word index;
	Dwarf_Files *files;
	size_t count;

	if (!symbols_die_attribute(die, DW_AT_decl_file, &attribute) ||
		dwarf_formudata(&attribute, &index) != 0 ||
		!dwarf_cu_die(attribute.cu, &unit, NULL, NULL, NULL, NULL, NULL,
			NULL) ||
		dwarf_getsrcfiles(&unit, &files, &count) != 0 || index >= count)
		return NULL;
	return dwarf_filesrc(files, index, NULL, NULL);
}

unsigned symbols_die_line(Dwarf_Die *die)
{
	uint64_t line = 0;

	symbols_die_number(die, DW_AT_decl_line, &line);
	return (unsigned)line;
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

bool symbols_die_range(Dwarf_Die *die, uint64_t *low, uint64_t *high)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;

	*low = UINT64_MAX;
	*high = 0;
	while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
		if (start < *low)
			*low = start;
		if (end > *high)
			*high = end;
	}
	return *low < *high;
}
