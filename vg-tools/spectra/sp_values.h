/* SPDX-License-Identifier: GPL-2.0-or-later
 * Knows the addresses in a superblock, as far as that can be before it runs.
 *
 * Code that is not optimised forms addresses in few ways: from the frame
 * pointer, from a constant, from a pointer variable; with an index or without.
 * So an access can be attributed to the variable it was written for even when
 * its index leads outside of it. */
#ifndef RETREAD_VG_TOOLS_SPECTRA_SP_VALUES_H
#define RETREAD_VG_TOOLS_SPECTRA_SP_VALUES_H

#include "vg-tools/spectra/sp_watched.h"

enum sp_value_kind {
	SP_UNKNOWN,
	SP_CONSTANT,	   /* NUMBER */
	SP_FRAME,	   /* the CFA of this activation + NUMBER */
	SP_FRAME_INDEX,	   /* ... + something */
	SP_CONSTANT_INDEX, /* NUMBER + something; in a static object */
	SP_OF_POINTER, /* the value of pointer variable OBJECT + something */
	SP_OWN,	       /* in the frame of a function that is not watched */
};

struct sp_value {
	enum sp_value_kind kind;
	Long number;
	const struct sp_object *object;
};

#define SP_REGISTERS 16
#define SP_SPILLS    16

/* A place in the frame where the compiler keeps a value for a while. */
struct sp_spill {
	Long offset;
	struct sp_value value; /* SP_UNKNOWN: free */
};

/* Of one superblock, as far as it was read. */
struct sp_values {
	const struct sp_function *function; /* NULL: not watched */
	struct sp_value reg[SP_REGISTERS];
	struct sp_spill spill[SP_SPILLS];
	struct sp_value *temporary; /* by IRTemp */
	UInt temporary_count;
	Addr pc;
};

/* The block begins at PC, in FUNCTION. */
void sp_values_init(struct sp_values *values, const IRSB *block,
	const struct sp_function *function, Addr pc);
/* The block ends in a call that returns to PC: what survives a call is known
 * there. */
void sp_values_keep(const struct sp_values *values, Addr pc);
void sp_values_release(struct sp_values *values);
/* Takes the effect of STATEMENT into account. */
void sp_values_see(struct sp_values *values, const IRStmt *statement);
struct sp_value sp_values_of(
	const struct sp_values *values, const IRExpr *atom);

/* The object that ADDRESS, not indexed or indexed, was formed for; NULL: none
 * that is watched. *OFFSET is where ADDRESS without index is in it. */
const struct sp_object *sp_values_object(const struct sp_values *values,
	const struct sp_value *address, Long *offset);

#endif
