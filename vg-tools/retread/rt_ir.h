/* SPDX-License-Identifier: GPL-2.0-or-later
 * Builds IR: the block under construction, and the pieces that every kind of
 * instrumentation is made of. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_IR_H
#define RETREAD_VG_TOOLS_RETREAD_RT_IR_H

#include "vg-tools/retread/rt_internal.h"
#include "vg-tools/retread/rt_recipe.h"

/* A superblock being instrumented. The temporaries below hold values that do
 * not change for a while, so that code need not compute them for every access;
 * IRTemp_INVALID: not known, or not any more. */
struct rt_block {
	IRSB *out;
	struct rt_recipe recipe;
	Addr pc;      /* of the instruction at work */
	UInt ordinal; /* of the next read in it */

	IRTemp ptr;	    /* rt_hot.ptr */
	IRTemp stamp_bias;  /* rt_hot.stamp_bias */
	IRTemp start_stamp; /* rt_hot.frame_start_stamp */
	IRTemp keep_read;   /* rt_hot.keep_read */
	IRTemp keep_value;  /* rt_hot.keep_value */
	IRTemp floor;	    /* lowest address of the newest frame's own stack */
	IRTemp extent;	    /* bytes of it */

	/* What the address register RBP had when the block was translated lets
	 * us take it for a frame pointer. */
	Bool rbp_is_frame;
	/* The loader's accesses are calls of rt_access_*; what Valgrind's own
	 * code reads concerns nobody. */
	enum rt_code code;
	Bool is_bare; /* records no reads: rt_bare.c */
};

/* Everything that a helper which appends may have changed. */
void rt_ir_forget_stream(struct rt_block *block);
/* Changes with the stack pointer. */
void rt_ir_forget_stack(struct rt_block *block);

/* Each adds statements that compute something; the result is an atom. */
IRExpr *rt_ir_assign(struct rt_block *block, IRType type, IRExpr *value);
IRExpr *rt_ir_unop(struct rt_block *block, IRType type, IROp op, IRExpr *x);
IRExpr *rt_ir_binop(
	struct rt_block *block, IRType type, IROp op, IRExpr *x, IRExpr *y);
IRExpr *rt_ir_load(struct rt_block *block, IRType type, IRExpr *address);
void rt_ir_store(struct rt_block *block, IRExpr *address, IRExpr *value);
IRExpr *rt_ir_constant(ULong value);
/* Bit (0 or 1, of type I64): ADDRESS lies in the newest frame's own stack. */
IRExpr *rt_ir_is_own(struct rt_block *block, IRExpr *address);

#define RT_HOT(field) rt_ir_constant((Addr)&rt_hot.field)
IRExpr *rt_ir_ptr(struct rt_block *block);
/* By how much the stream advances for a read that is kept. */
IRExpr *rt_ir_keep(struct rt_block *block, Bool has_value);

/*--- rt_ir_shadow.c ---*/

/* The newest stamp (I32) of BYTES at ADDRESS. ALIGNED: known to be a multiple
 * of BYTES. */
IRExpr *rt_ir_shadow_read(
	struct rt_block *block, IRExpr *address, UInt bytes, Bool aligned);
/* Stamps BYTES at ADDRESS, if GUARD (I1; NULL: always). */
void rt_ir_shadow_write(struct rt_block *block, IRExpr *address, UInt bytes,
	Bool aligned, IRExpr *guard);

/*--- rt_ir_read.c ---*/

/* A read by a load whose result is VALUE, under GUARD (I1; NULL: always). */
void rt_ir_read(struct rt_block *block, IRExpr *address, IRType type,
	IRExpr *value, IRExpr *guard);
/* A write under GUARD. */
void rt_ir_write(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard);
/* The memory effect of a call of one of VEX's helpers. */
void rt_ir_helper_effect(struct rt_block *block, const IRDirty *helper);

#endif
