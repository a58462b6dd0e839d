/* SPDX-License-Identifier: MIT
 * Debug information entries and types: careful steps from one to the next, which end
 * whatever the bytes say, and need no `struct symbols`. Only this room calls libdw. */
#ifndef RETREAD_ANALYZER_SYMBOLS_DIE_H
#define RETREAD_ANALYZER_SYMBOLS_DIE_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

#define SYMBOLS_CHAIN_MAX 16 /* references followed from DIE to DIE */
#define SYMBOLS_DEPTH_MAX 128

/*--- units ---*/

enum symbols_language { SYMBOLS_C, SYMBOLS_CXX, SYMBOLS_OTHER };

enum symbols_language symbols_die_language(Dwarf_Die *unit);

typedef int symbols_unit_visit(void *data, Dwarf_Die *unit, struct error *err);

/* Calls VISIT for each unit of the file at PATH, an archive or a relocatable file, too,
 * or of its separate debug file, until VISIT returns -1; of a split unit, for the part
 * that has the DIEs. *COUNT: how many there were. Returns -1 if VISIT did or the file
 * cannot be read. DIEs last until then. */
int symbols_visit_units(const char *path, symbols_unit_visit *visit, void *data,
	size_t *count, struct error *err);

/*--- die.c ---*/

int symbols_die_tag(Dwarf_Die *die);
bool symbols_die_child(Dwarf_Die *die, Dwarf_Die *child);
/* Moves DIE to its next sibling. */
bool symbols_die_next(Dwarf_Die *die);
/* DIE's abstract origin or specification; false: it has none. */
bool symbols_die_origin(Dwarf_Die *die, Dwarf_Die *origin);
/* Of a function, maybe a copy: the entry that lists all its parameters. */
Dwarf_Die symbols_die_abstract(Dwarf_Die function);
/* The declaration of what is defined outside of its class or namespace. */
bool symbols_die_declaration(Dwarf_Die *die, Dwarf_Die *declaration);
/* The name of what DIE is written in, or NULL. */
const char *symbols_die_scope(Dwarf_Die *die);

/* Has DIE itself this attribute? */
bool symbols_die_has(Dwarf_Die *die, unsigned name);
/* An attribute of DIE or of what it stems from. */
bool symbols_die_attribute(
	Dwarf_Die *die, unsigned name, Dwarf_Attribute *attribute);
bool symbols_die_inherits(Dwarf_Die *die, unsigned name);
bool symbols_die_flag(Dwarf_Die *die, unsigned name);
bool symbols_die_number(Dwarf_Die *die, unsigned name, uint64_t *number);
const char *symbols_die_text(Dwarf_Die *die, unsigned name);
/* An attribute of DIE alone. */
bool symbols_die_own_number(Dwarf_Die *die, unsigned name, uint64_t *number);

const char *symbols_die_name(Dwarf_Die *die);
bool symbols_die_type(Dwarf_Die *die, Dwarf_Die *type);
/* Where DIE was declared, as its unit names the file. NULL and 0: not known. */
const char *symbols_die_file(Dwarf_Die *die);
unsigned symbols_die_line(Dwarf_Die *die);

bool symbols_die_has_code(Dwarf_Die *die);
bool symbols_die_covers(Dwarf_Die *die, uint64_t pc);
/* From LOW to HIGH is all code that DIE covers. False: it has none. */
bool symbols_die_range(Dwarf_Die *die, uint64_t *low, uint64_t *high);

/*--- place.c ---*/

/* Where a variable is all the time. */
struct symbols_place {
	bool is_known;	   /* else: there is no such variable in the program */
	bool is_placeless; /* it has no fixed place */
	bool is_static;
	bool is_indirect; /* a pointer to it is there */
	int64_t offset;	  /* an address, or from the base of the frame */
};

struct symbols_place symbols_die_place(Dwarf_Die *variable);
/* The fixed address that LOCATION, an attribute, begins with at OP. */
bool symbols_place_address(
	Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *address);
/* The base of FUNCTION's frames, as an offset from the CFA; false: it moves, since
 * FUNCTION has no frame pointer. */
bool symbols_die_frame_base(Dwarf_Die *function, int64_t *offset);

/*--- lines.c ---*/

/* A row of a line table. FILE NULL: not known. */
struct symbols_line {
	uint64_t address;
	const char *file;
	unsigned line, column;
};

/* The rows of UNIT from LOW to before HIGH, by address. Free *ROWS. */
size_t symbols_die_lines(Dwarf_Die *unit, uint64_t low, uint64_t high,
	struct symbols_line **rows);

/*--- type.c ---*/

/* Follows typedef, const, volatile, restrict, atomic. */
bool symbols_type_strip(Dwarf_Die *type, Dwarf_Die *stripped);
bool symbols_type_is_transparent(int tag);
bool symbols_type_size(Dwarf_Die *type, uint64_t *size_bytes);
/* Number of elements in all dimensions of ARRAY, and unless ROW is NULL in the last one; false: not
 * said. */
bool symbols_type_count(Dwarf_Die *array, uint64_t *count, uint64_t *row);
/* The target of a pointer or reference; false: TYPE is neither, or void. */
bool symbols_type_pointee(Dwarf_Die *type, Dwarf_Die *target);
bool symbols_type_is_pointer(Dwarf_Die *type);
bool symbols_type_is_aggregate(int tag);

#endif
