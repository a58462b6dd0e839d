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
	IRExpr *shifted = rt_ir_binop(block, Ity_I64, Iop_Shr64, address,
		IRExpr_Const(IRConst_U8(RT_SHADOW_BITS - 3)));
	IRExpr *offset = rt_ir_binop(block, Ity_I64, Iop_And64, shifted,
		rt_ir_constant((RT_SHADOW_ENTRIES - 1) * 8ull));

	return rt_ir_load(block, Ity_I64,
		rt_ir_binop(block, Ity_I64, Iop_Add64, offset,
			rt_ir_constant((Addr)rt_shadow_primary)));
}

/* ADDRESS's granule in a table of stamps. */
static IRExpr *granule(struct rt_block *block, IRExpr *address)
{
	IRExpr *shifted = rt_ir_binop(block, Ity_I64, Iop_Shr64, address,
		IRExpr_Const(IRConst_U8(2)));

	return rt_ir_binop(block, Ity_I64, Iop_And64, shifted,
		rt_ir_constant(RT_SHADOW_CLIENT / 4 - 1));
}

/* Address of stamp INDEX of TABLE (RT_SHADOW_...) in SECONDARY: one amode. */
static IRExpr *stamp_address(
	struct rt_block *block, IRExpr *secondary, IRExpr *index, UInt table)
{
	IRExpr *scaled = rt_ir_binop(
		block, Ity_I64, Iop_Shl64, index, IRExpr_Const(IRConst_U8(2)));
	IRExpr *sum = rt_ir_binop(block, Ity_I64, Iop_Add64, secondary, scaled);

	return rt_ir_binop(block, Ity_I64, Iop_Add64, sum,
		rt_ir_constant((Addr)rt_shadow_dummy + table));
}

static IRExpr *newer(struct rt_block *block, IRExpr *x, IRExpr *y)
{
	IRExpr *is_less = rt_ir_binop(block, Ity_I1, Iop_CmpLT32U, x, y);

	return rt_ir_assign(block, Ity_I32, IRExpr_ITE(is_less, y, x));
}

/* The newer of two stamps that are next to each other. */
static IRExpr *newer_of_two(struct rt_block *block, IRExpr *address)
{
	IRExpr *both = rt_ir_load(block, Ity_I64, address);

	return newer(block, rt_ir_unop(block, Ity_I32, Iop_64to32, both),
		rt_ir_unop(block, Ity_I32, Iop_64HIto32, both));
}

/* Whether ADDRESS is no multiple of BYTES (I1): such an access may touch parts
 * of granules, or two secondaries. */
static IRExpr *is_unaligned(struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *low = rt_ir_binop(
		block, Ity_I64, Iop_And64, address, rt_ir_constant(bytes - 1));

	return rt_ir_binop(block, Ity_I1, Iop_CmpNE64, low, rt_ir_constant(0));
}

static IRExpr *read_by_helper(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard)
{
	IRTemp newest = newIRTemp(block->out->tyenv, Ity_I32);
	IRDirty *helper = unsafeIRDirty_1_N(newest, 0, "rt_shadow_read",
		&rt_shadow_read, mkIRExprVec_2(address, rt_ir_constant(bytes)));

	if (guard)
		helper->guard = guard;
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
	return IRExpr_RdTmp(newest);
}

static IRExpr *read_small(struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *base = secondary(block, address);
	IRExpr *index = rt_ir_binop(block, Ity_I64, Iop_And64, address,
		rt_ir_constant(RT_SHADOW_CLIENT - 1));
	IRExpr *at_byte = stamp_address(block, base, index, RT_SHADOW_BYTE);
	IRExpr *whole = rt_ir_load(block, Ity_I32,
		stamp_address(
			block, base, granule(block, address), RT_SHADOW_WHOLE));

	return newer(block, whole,
		bytes == 1 ? rt_ir_load(block, Ity_I32, at_byte)
			   : newer_of_two(block, at_byte));
}

static IRExpr *read_granules(
	struct rt_block *block, IRExpr *address, UInt bytes)
{
	IRExpr *at = stamp_address(block, secondary(block, address),
		granule(block, address), RT_SHADOW_ANY);
	IRExpr *newest;

	if (bytes == 4)
		return rt_ir_load(block, Ity_I32, at);
	newest = newer_of_two(block, at);
	if (bytes == 8)
		return newest;
	at = rt_ir_binop(block, Ity_I64, Iop_Add64, at, rt_ir_constant(8));
	return newer(block, newest, newer_of_two(block, at));
}

IRExpr *rt_ir_shadow_read(
	struct rt_block *block, IRExpr *address, UInt bytes, Bool aligned)
{
	IRExpr *unaligned, *newest, *exact;

	if (bytes > 16 || (bytes & (bytes - 1)) != 0)
		return read_by_helper(block, address, bytes, NULL);
	newest = bytes <= 2 ? read_small(block, address, bytes)
			    : read_granules(block, address, bytes);
	if (aligned || bytes == 1)
		return newest;
	unaligned = is_unaligned(block, address, bytes);
	exact = read_by_helper(block, address, bytes, unaligned);
	return rt_ir_assign(
		block, Ity_I32, IRExpr_ITE(unaligned, exact, newest));
}

/* The stamp (I32) of a write to ADDRESS now. */
static IRExpr *stamp_of_write(struct rt_block *block, IRExpr *address)
{
	IRExpr *clock = rt_ir_unop(block, Ity_I32, Iop_64to32,
		rt_ir_binop(block, Ity_I64, Iop_Shr64, rt_ir_ptr(block),
			IRExpr_Const(IRConst_U8(1))));
	IRExpr *own = rt_ir_unop(
		block, Ity_I32, Iop_64to32, rt_ir_is_own(block, address));

	if (block->stamp_bias == IRTemp_INVALID)
		block->stamp_bias =
			rt_ir_load(block, Ity_I32, RT_HOT(stamp_bias))
				->Iex.RdTmp.tmp;
	clock = rt_ir_binop(block, Ity_I32, Iop_Add32, clock,
		IRExpr_RdTmp(block->stamp_bias));
	return rt_ir_binop(block, Ity_I32, Iop_Or32, clock, own);
}

static IRExpr *twice(struct rt_block *block, IRExpr *stamp)
{
	return rt_ir_binop(block, Ity_I64, Iop_32HLto64, stamp, stamp);
}

/* SECONDARY if GUARD, else the place whose stamps nobody reads. */
static IRExpr *or_sink(struct rt_block *block, IRExpr *secondary, IRExpr *guard)
{
	Long sink = rt_shadow_sink - rt_shadow_dummy;

	return rt_ir_assign(block, Ity_I64,
		IRExpr_ITE(guard, secondary, rt_ir_constant(sink)));
}

static void write_by_helper(struct rt_block *block, IRExpr *address, UInt bytes,
	IRExpr *stamp, IRExpr *guard)
{
	IRDirty *helper = unsafeIRDirty_0_N(0, "rt_shadow_store",
		&rt_shadow_store,
		mkIRExprVec_3(address, rt_ir_constant(bytes),
			rt_ir_unop(block, Ity_I64, Iop_32Uto64, stamp)));

	if (guard)
		helper->guard = guard;
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

static void write_small(struct rt_block *block, IRExpr *base, IRExpr *address,
	UInt bytes, IRExpr *stamp)
{
	IRExpr *index = rt_ir_binop(block, Ity_I64, Iop_And64, address,
		rt_ir_constant(RT_SHADOW_CLIENT - 1));
	IRExpr *at_byte = stamp_address(block, base, index, RT_SHADOW_BYTE);

	rt_ir_store(block,
		stamp_address(
			block, base, granule(block, address), RT_SHADOW_ANY),
		stamp);
	rt_ir_store(block, at_byte, bytes == 1 ? stamp : twice(block, stamp));
}

static void write_granules(struct rt_block *block, IRExpr *base,
	IRExpr *address, UInt bytes, IRExpr *stamp)
{
	IRExpr *index = granule(block, address);
	IRExpr *any = stamp_address(block, base, index, RT_SHADOW_ANY);
	IRExpr *whole = stamp_address(block, base, index, RT_SHADOW_WHOLE);
	IRExpr *data = bytes == 4 ? stamp : twice(block, stamp);

	rt_ir_store(block, any, data);
	rt_ir_store(block, whole, data);
	if (bytes == 16) {
		IRExpr *eight = rt_ir_constant(8);
		rt_ir_store(block,
			rt_ir_binop(block, Ity_I64, Iop_Add64, any, eight),
			data);
		rt_ir_store(block,
			rt_ir_binop(block, Ity_I64, Iop_Add64, whole, eight),
			data);
	}
}

void rt_ir_shadow_write(struct rt_block *block, IRExpr *address, UInt bytes,
	Bool aligned, IRExpr *guard)
{
	IRExpr *stamp = stamp_of_write(block, address);
	IRExpr *base, *unaligned;

	if (bytes > 16 || (bytes & (bytes - 1)) != 0) {
		write_by_helper(block, address, bytes, stamp, guard);
		return;
	}
	base = secondary(block, address);
	if (guard)
		base = or_sink(block, base, guard);
	if (!aligned && bytes > 1) {
		unaligned = is_unaligned(block, address, bytes);
		base = or_sink(block, base,
			rt_ir_unop(block, Ity_I1, Iop_Not1, unaligned));
		if (guard)
			unaligned = rt_ir_binop(
				block, Ity_I1, Iop_And1, unaligned, guard);
		write_by_helper(block, address, bytes, stamp, unaligned);
	}
	if (bytes <= 2)
		write_small(block, base, address, bytes, stamp);
	else
		write_granules(block, base, address, bytes, stamp);
}
