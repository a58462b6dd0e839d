/* SPDX-License-Identifier: GPL-2.0-or-later
 * Translated code's way into shadow memory.
 *
 * Aligned accesses of up to 16 bytes go without a branch. The others take a
 * helper, under a guard. */
#include "vg-tools/retread/rt_ir.h"

/* Where ADDRESS's secondary is, relative to the dummy. */
static IRExpr *secondary(struct rt_block *block, IRExpr *address)
{
	/* Shifted so that the entry's number comes out as its offset. */
	IRExpr *shifted = emit_binop(block->out, Ity_I64, Iop_Shr64, address,
		IRExpr_Const(IRConst_U8(RT_SHADOW_BITS - 3)));
	IRExpr *offset = emit_binop(block->out, Ity_I64, Iop_And64, shifted,
		emit_constant((RT_SHADOW_ENTRIES - 1) * 8ull));

	return emit_load(block->out, Ity_I64,
		emit_binop(block->out, Ity_I64, Iop_Add64, offset,
			emit_constant((Addr)rt_shadow_primary)));
}

/* Where ADDRESS's granule has its stamp in RT_SHADOW_ANY and _WHOLE, which have a
 * byte for each of the client's. */
static IRExpr *granule(struct rt_block *block, IRExpr *address)
{
	return emit_binop(block->out, Ity_I64, Iop_And64, address,
		emit_constant(RT_SHADOW_CLIENT - 4));
}

/* The address OFFSET bytes into TABLE (RT_SHADOW_...) of SECONDARY: one amode. */
static IRExpr *in_table(
	struct rt_block *block, IRExpr *secondary, IRExpr *offset, UInt table)
{
	IRExpr *sum =
		emit_binop(block->out, Ity_I64, Iop_Add64, secondary, offset);

	return emit_binop(block->out, Ity_I64, Iop_Add64, sum,
		emit_constant((Addr)rt_shadow_dummy + table));
}

/* The address of ADDRESS's stamp in RT_SHADOW_BYTE. */
static IRExpr *byte_stamp(
	struct rt_block *block, IRExpr *secondary, IRExpr *address)
{
	IRExpr *index = emit_binop(block->out, Ity_I64, Iop_And64, address,
		emit_constant(RT_SHADOW_CLIENT - 1));
	IRExpr *scaled = emit_binop(block->out, Ity_I64, Iop_Shl64, index,
		IRExpr_Const(IRConst_U8(2)));

	return in_table(block, secondary, scaled, RT_SHADOW_BYTE);
}

static IRExpr *rt_ir_shadow_newer(struct rt_block *block, IRExpr *x, IRExpr *y)
{
	IRExpr *is_less = emit_binop(block->out, Ity_I1, Iop_CmpLT32U, x, y);

	return emit_assign(block->out, Ity_I32, IRExpr_ITE(is_less, y, x));
}

/* The newer of two stamps that are next to each other. */
static IRExpr *newer_of_two(struct rt_block *block, IRExpr *address)
{
	IRExpr *both = emit_load(block->out, Ity_I64, address);

	return rt_ir_shadow_newer(block,
		emit_unop(block->out, Ity_I32, Iop_64to32, both),
		emit_unop(block->out, Ity_I32, Iop_64HIto32, both));
}

/* Whether an access of BYTES is not aligned (I1): it may touch parts of granules,
 * or two secondaries. */
static IRExpr *is_unaligned(struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *low = emit_binop(block->out, Ity_I64, Iop_And64, address,
		emit_constant(rt_ir_alignment(bytes) - 1));

	return emit_binop(
		block->out, Ity_I1, Iop_CmpNE64, low, emit_constant(0));
}

static IRExpr *read_by_helper(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard)
{
	IRTemp newest = newIRTemp(block->out->tyenv, Ity_I32);
	IRDirty *helper = unsafeIRDirty_1_N(newest, 0, "rt_shadow_read",
		&rt_shadow_read, mkIRExprVec_2(address, emit_constant(bytes)));

	if (guard)
		helper->guard = guard;
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
	return IRExpr_RdTmp(newest);
}

static IRExpr *read_small(struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *base = secondary(block, address);
	IRExpr *at_byte = byte_stamp(block, base, address);
	IRExpr *whole = emit_load(block->out, Ity_I32,
		in_table(
			block, base, granule(block, address), RT_SHADOW_WHOLE));

	return rt_ir_shadow_newer(block, whole,
		bytes == 1 ? emit_load(block->out, Ity_I32, at_byte)
			   : newer_of_two(block, at_byte));
}

static IRExpr *read_granules(
	struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *at = in_table(block, secondary(block, address),
		granule(block, address), RT_SHADOW_ANY);

	return bytes == 4 ? emit_load(block->out, Ity_I32, at)
			  : newer_of_two(block, at);
}

static IRExpr *eight_on(struct rt_block *block, IRExpr *address)
{
	return emit_binop(
		block->out, Ity_I64, Iop_Add64, address, emit_constant(8));
}

static IRExpr *read_aligned(struct rt_block *block, IRExpr *address, UInt bytes)
{
	if (bytes <= 2)
		return read_small(block, address, bytes);
	if (bytes <= 8)
		return read_granules(block, address, bytes);
	return rt_ir_shadow_newer(block, read_granules(block, address, 8),
		read_granules(block, eight_on(block, address), 8));
}

IRExpr *rt_ir_shadow_read(
	struct rt_block *block, IRExpr *address, UInt bytes, Bool aligned)
{
	IRExpr *newest, *exact = NULL;

	if (bytes > 16 || (bytes & (bytes - 1)) != 0)
		return read_by_helper(block, address, bytes, NULL);
	if (!aligned && bytes > 1)
		exact = read_by_helper(block, address, bytes,
			is_unaligned(block, address, bytes));
	newest = read_aligned(block, address, bytes);
	return exact ? emit_assign(block->out, Ity_I32,
			       IRExpr_ITE(is_unaligned(block, address, bytes),
				       exact, newest))
		     : newest;
}

/* The stamp (I32) of a write to ADDRESS now. */
static IRExpr *stamp_of_write(struct rt_block *block, IRExpr *address)
{
	IRExpr *clock = emit_unop(block->out, Ity_I32, Iop_64to32,
		emit_binop(block->out, Ity_I64, Iop_Shr64, rt_ir_ptr(block),
			IRExpr_Const(IRConst_U8(1))));
	IRExpr *own = emit_unop(
		block->out, Ity_I32, Iop_64to32, rt_ir_is_own(block, address));

	clock = emit_binop(block->out, Ity_I32, Iop_Add32, clock,
		emit_load(block->out, Ity_I32, RT_HOT(block, stamp_bias)));
	return emit_binop(block->out, Ity_I32, Iop_Or32, clock, own);
}

static IRExpr *twice(struct rt_block *block, IRExpr *stamp)
{
	return emit_binop(block->out, Ity_I64, Iop_32HLto64, stamp, stamp);
}

/* SECONDARY if GUARD, else the place whose stamps nobody reads. */
static IRExpr *or_sink(struct rt_block *block, IRExpr *secondary, IRExpr *guard)
{
	Long sink = rt_shadow_sink - rt_shadow_dummy;

	return emit_assign(block->out, Ity_I64,
		IRExpr_ITE(guard, secondary, emit_constant(sink)));
}

static void write_by_helper(struct rt_block *block, IRExpr *address, UInt bytes,
	IRExpr *stamp, IRExpr *guard)
{
	IRDirty *helper = unsafeIRDirty_0_N(0, "rt_shadow_store",
		&rt_shadow_store,
		mkIRExprVec_3(address, emit_constant(bytes),
			emit_unop(block->out, Ity_I64, Iop_32Uto64, stamp)));

	if (guard)
		helper->guard = guard;
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

static void write_small(struct rt_block *block, IRExpr *base, IRExpr *address,
	UInt bytes, IRExpr *stamp)
{
	IRExpr *at_byte = byte_stamp(block, base, address);

	emit_store(block->out,
		in_table(block, base, granule(block, address), RT_SHADOW_ANY),
		stamp);
	emit_store(
		block->out, at_byte, bytes == 1 ? stamp : twice(block, stamp));
}

/* STAMPS, one or two. */
static void write_granules(
	struct rt_block *block, IRExpr *base, IRExpr *address, IRExpr *stamps)
{
	IRExpr *offset = granule(block, address);

	emit_store(block->out, in_table(block, base, offset, RT_SHADOW_ANY),
		stamps);
	emit_store(block->out, in_table(block, base, offset, RT_SHADOW_WHOLE),
		stamps);
}

/* ADDRESS's secondary, or the sink unless ALIGNED (I1; NULL: it is) and GUARD (I1;
 * NULL: always). */
static IRExpr *secondary_to_write(
	struct rt_block *block, IRExpr *address, IRExpr *aligned, IRExpr *guard)
{
	IRExpr *base = secondary(block, address);

	if (guard)
		base = or_sink(block, base, guard);
	return aligned ? or_sink(block, base, aligned) : base;
}

IRExpr *rt_ir_shadow_write(struct rt_block *block, IRExpr *address, UInt bytes,
	Bool aligned, IRExpr *guard)
{
	IRExpr *stamp = stamp_of_write(block, address);
	IRExpr *base, *is_aligned = NULL, *stamps;

	if (bytes > 16 || (bytes & (bytes - 1)) != 0) {
		write_by_helper(block, address, bytes, stamp, guard);
		return stamp;
	}
	if (!aligned && bytes > 1) {
		IRExpr *unaligned = is_unaligned(block, address, bytes);
		is_aligned = emit_unop(block->out, Ity_I1, Iop_Not1, unaligned);
		write_by_helper(block, address, bytes, stamp,
			guard ? emit_binop(block->out, Ity_I1, Iop_And1,
					unaligned, guard)
			      : unaligned);
	}
	base = secondary_to_write(block, address, is_aligned, guard);
	if (bytes <= 2) {
		write_small(block, base, address, bytes, stamp);
		return stamp;
	}
	stamps = bytes == 4 ? stamp : twice(block, stamp);
	write_granules(block, base, address, stamps);
	if (bytes == 16) {
		address = eight_on(block, address);
		base = secondary_to_write(block, address, is_aligned, guard);
		write_granules(block, base, address, stamps);
	}
	return stamp;
}
