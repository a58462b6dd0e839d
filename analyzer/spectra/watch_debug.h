/* SPDX-License-Identifier: MIT
 * Shared by the parts that read debug information. */
#ifndef RETREAD_ANALYZER_SPECTRA_WATCH_DEBUG_H
#define RETREAD_ANALYZER_SPECTRA_WATCH_DEBUG_H

#include "analyzer/spectra/watch.h"
#include "analyzer/symbols/die.h"
#include "lib/error.h"
#include "lib/kernel/sites.h"

void watch_warn(struct watch *watch, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The index in sites->file of PATH, a file as debug information names it;
 * false: it is none of the kernel's. */
bool watch_find_file(
	const struct kernel_sites *sites, const char *path, unsigned *file);

/*--- watch_type.c ---*/

/* TYPE's name, width and size. Release NAME. */
void watch_describe(const struct kernel_sites *sites, Dwarf_Die *type,
	struct watch_type *described);
/* The elements in all dimensions of an array type, and their type. 0: not
 * known. */
uint64_t watch_elements(Dwarf_Die *array, Dwarf_Die *element);
/* Bytes before MEMBER, or before a base, in its structure. */
uint64_t watch_place_in_class(Dwarf_Die *member);

/*--- watch_variable.c ---*/

/* A block of a function. */
struct watch_scope {
	size_t function;
	int64_t frame_base; /* DW_OP_fbreg counts from it; offset from the CFA */
	uint64_t low, high; /* 0: all of the function */
	bool is_empty;	    /* it has no code */
};

/* Adds DIE, a variable or parameter that lives in SCOPE; warns of what cannot be
 * watched. */
void watch_add_variable(
	struct watch *watch, Dwarf_Die *die, const struct watch_scope *scope);

/*--- watch_loop.c ---*/

/* Finds the code of the loops of FUNCTION, which is in UNIT and in the file
 * called FILE there. */
void watch_add_loops(struct watch *watch, Dwarf_Die *unit, const char *file,
	size_t function);

#endif
