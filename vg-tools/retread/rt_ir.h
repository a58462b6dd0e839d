/* SPDX-License-Identifier: GPL-2.0-or-later
 * Builds IR: the block under construction, and the pieces that every kind of
 * instrumentation is made of. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_IR_H
#define RETREAD_VG_TOOLS_RETREAD_RT_IR_H

#include "vg-tools/common/emit.h"
#include "vg-tools/retread/rt_parts.h"
#include "vg-tools/retread/rt_recipe.h"

/* A superblock being instrumented. The temporaries below hold values that do
 * not change for a while, so that code need not compute them for every access;
 * IRTemp_INVALID: not known, or not any more. */
#define RT_LOADS_KEPT 8u
struct rt_block {
	IRSB *out;
	struct rt_recipe recipe;
	Addr start;   /* where it begins, for the client */
	Addr pc;      /* of the instruction at work */
	UInt ordinal; /* of the next read in it */

	IRTemp hot;    /* &rt_hot */
	IRTemp ptr;    /* rt_hot.ptr */
	IRTemp floor;  /* lowest address of the newest frame's own stack */
	IRTemp extent; /* bytes of it */

	/* rt_ir_aligned.c: the general registers when the block was translated,
	 * and of each the low bits that the block assumes not to change. */
	Addr value[RT_REGISTERS];
	UChar assumed[RT_REGISTERS];
	Bool may_assume;
	Bool rbp_is_frame; /* as far as its value tells */
	/* The loader's accesses are calls of rt_access_*; what Valgrind's own
	 * code reads concerns nobody. */
	enum rt_code code;
	struct trace_site stored; /* the last that rt_ir_run saw, and its run */
	struct rt_run *run;
	/* The last loads: their results, and the stamps of what they read. */
	struct {
		IRTemp result;
		IRExpr *stamp;
	} loaded[RT_LOADS_KEPT];
	UInt loads;
	/* Of what is at work: where it was loaded, NULL if that is not known; the
	 * register (else -1) that it comes from. */
	IRExpr *source, *source_stamp;
	Int source_register;
	Bool asks;	  /* for that, of rt_carried.c */
	Bool carries;	  /* rt_carried.c */
	Bool is_bare;	  /* records no reads: rt_bare.c */
	Bool can_be_left; /* for another translation: rt_ir_translate_again */
};

/* Everything that a helper which appends may have changed. */
void rt_ir_forget_stream(struct rt_block *block);
/* Changes with the stack pointer. */
void rt_ir_forget_stack(struct rt_block *block);

/* Bit (0 or 1, of type I64): ADDRESS lies in the newest frame's own stack. */
IRExpr *rt_ir_is_own(struct rt_block *block, IRExpr *address);

/* The address of a field of rt_hot. */
#define RT_HOT(block, field) rt_ir_hot(block, offsetof(struct rt_hot, field))
IRExpr *rt_ir_hot(struct rt_block *block, UInt offset);
IRExpr *rt_ir_ptr(struct rt_block *block);

/* Throws the translation of BLOCK away, and does it again, if GUARD (I1): only where
 * it begins. */
void rt_ir_translate_again(struct rt_block *block, IRExpr *guard);

/*--- rt_ir_aligned.c ---*/

/* Before the first statement of BLOCK, of which start, is_bare and can_be_left are
 * known: THREAD is about to run it. */
void rt_ir_aligned_start(struct rt_block *block, ThreadId thread);
/* An access of BYTES, 16 at most, is aligned if its address is a multiple of this: it
 * goes eight bytes at a time. */
static inline UInt rt_ir_alignment(UInt bytes)
{
	return bytes < 8 ? bytes : 8;
}
/* Whether an access of BYTES at ADDRESS is aligned for sure: that is a constant, a
 * distance from the stack pointer, or one from another register whose low bits are
 * assumed. */
Bool rt_ir_is_aligned(struct rt_block *block, IRExpr *address, UInt bytes);
/* After the last statement: has what was assumed checked at PLACE among them. */
void rt_ir_aligned_end(struct rt_block *block, Int place);

/*--- rt_ir_shadow.c ---*/

/* The newest stamp (I32) of BYTES at ADDRESS. ALIGNED: known to be a multiple
 * of BYTES. */
IRExpr *rt_ir_shadow_read(
	struct rt_block *block, IRExpr *address, UInt bytes, Bool aligned);
/* Stamps BYTES at ADDRESS, if GUARD (I1; NULL: always). Returns the stamp (I32). */
IRExpr *rt_ir_shadow_write(struct rt_block *block, IRExpr *address, UInt bytes,
	Bool aligned, IRExpr *guard);

/*--- rt_runs.c ---*/

/* Notes in BLOCK what DATA, if it is as it was, comes from: a load in it, or where it
 * begins, a register. Until what is noted is forgotten. */
void rt_ir_source(struct rt_block *block, const IRExpr *data);
void rt_ir_forget_source(struct rt_block *block);
/* Whether it was loaded from a local, which SITE then describes. */
Bool rt_ir_source_is_local(
	const struct rt_block *block, struct trace_site *site);
/* Whether the address that SITE describes may be another one when its instruction runs
 * again in the same activation. */
Bool rt_ir_may_move(
	const struct rt_block *block, const struct trace_site *site);
/* A write of BYTES to ADDRESS, which has STAMP (I32), goes on with a run of its
 * instruction, or ends it. */
void rt_ir_run(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *stamp);

/*--- rt_carried.c, for blocks that carry ---*/

/* PUT was added. */
void rt_ir_carried_put(struct rt_block *block, const IRStmt *put);
/* DATA is about to be stored at ADDRESS: its source is what carried it here. */
void rt_ir_carried_store(struct rt_block *block, IRExpr *address, IRExpr *data);

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
