/* SPDX-License-Identifier: MIT
 * Shared by the files of labels. */
#ifndef RETREAD_ANALYZER_SYMBOLS_LABEL_PARTS_H
#define RETREAD_ANALYZER_SYMBOLS_LABEL_PARTS_H

#include "analyzer/symbols/debug_info.h"

#define LABEL_PATH_BYTES 256

/* The member that a read at some offset of a type reads. */
struct label_member {
	char path
		[LABEL_PATH_BYTES]; /* `next`, `a.b`, `items[*]`; "": all of it */
	Dwarf_Die type;		    /* of what is read */
	/* Of the innermost array that is entered, 0: none; ROW: of its last dimension. */
	uint64_t elements, array_bytes, row;
};

/* A read of SIZE_BYTES at OFFSET of an object of the stripped TYPE. */
struct label_access {
	int64_t offset;
	uint64_t size_bytes;
	bool is_indexed; /* an index that is not known was added */
	bool is_strict;	 /* unless indexed, nothing lies before the object */
	unsigned index_scale;
};

/* labels_member.c: finds the member that ACCESS reads. IS_WHOLE: TYPE is that
 * of a variable; else a pointer led here, so that there may be neighbours of
 * the same type. */
bool labels_find_member(Dwarf_Die *type, bool is_whole,
	const struct label_access *access, struct label_member *member);

/* Fills ELEMENTS and ARRAY_BYTES of MEMBER with the smallest array at OFFSET of a variable of
 * the stripped TYPE that has more than SPAN_BYTES, and its path with the name of the member
 * that it is, "" if it is none. False: there is no such array. */
bool labels_find_array(Dwarf_Die *type, uint64_t offset, uint64_t span_bytes,
	struct label_member *member);

/* Where a variable is, in terms of one register. */
enum label_place_kind {
	LABEL_VALUE, /* its value is register + offset */
	LABEL_SLOT,  /* it is in memory at register + offset */
	LABEL_BEHIND /* its address is in memory at register + offset */
};

struct label_place {
	enum label_place_kind kind;
	int64_t offset;
	uint64_t piece; /* LABEL_VALUE: offset of that value in the variable */
};

/* The frame base of a function at some PC: register + offset. */
struct label_frame {
	bool is_read;
	bool is_known;
	unsigned dwarf_register;
	int64_t offset;
};

/* labels_location.c: does the place of VARIABLE at PC involve the register? */
bool labels_locate(Dwarf_Die *variable, uint64_t pc, unsigned dwarf_register,
	const struct label_frame *frame, struct label_place *place);
/* POINTER exists only in the source: it points OFFSET bytes into VARIABLE, which
 * need not be in memory either. */
bool labels_read_implicit(
	Dwarf_Die *pointer, uint64_t pc, Dwarf_Die *variable, int64_t *offset);
/* The frame base of the subprogram FUNCTION of OBJECT. */
void labels_read_frame(struct symbols_object *object, Dwarf_Die *function,
	uint64_t pc, struct label_frame *frame);

/* labels_location.c: *OFFSET is where VARIABLE lies at PC in the frame of FUNCTION, from the
 * canonical frame address on. False: elsewhere, or nowhere. */
bool labels_find_in_frame(struct symbols_object *object, Dwarf_Die *function,
	Dwarf_Die *variable, uint64_t pc, int64_t *offset);

/* labels_operand.c: fills base, step and index of SITE with the memory operand
 * of the instruction at PC, and INDEX, if SITE is indexed now, with the register
 * of that. False: the instruction has no operand that names a register. */
struct trace_site;
bool labels_read_operand(struct symbols_object *object, uint64_t pc,
	struct trace_site *site, unsigned *index);
/* The TARGET of the direct call that seems to end right before PC. */
bool labels_read_call(
	struct symbols_object *object, uint64_t pc, uint64_t *target);

#endif
