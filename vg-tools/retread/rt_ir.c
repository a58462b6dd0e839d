/* SPDX-License-Identifier: GPL-2.0-or-later
 * Builds IR: the pieces that every kind of instrumentation is made of. */
#include "vg-tools/retread/rt_ir.h"

void rt_ir_forget_stream(struct rt_block *block)
{
	block->ptr = IRTemp_INVALID;
	rt_ir_forget_stack(block);
}

void rt_ir_forget_stack(struct rt_block *block)
{
	block->floor = IRTemp_INVALID;
	block->extent = IRTemp_INVALID;
}

IRExpr *rt_ir_constant(ULong value)
{
	return IRExpr_Const(IRConst_U64(value));
}

IRExpr *rt_ir_assign(struct rt_block *block, IRType type, IRExpr *value)
{
	IRTemp temporary = newIRTemp(block->out->tyenv, type);

	addStmtToIRSB(block->out, IRStmt_WrTmp(temporary, value));
	return IRExpr_RdTmp(temporary);
}

IRExpr *rt_ir_unop(struct rt_block *block, IRType type, IROp op, IRExpr *x)
{
	return rt_ir_assign(block, type, IRExpr_Unop(op, x));
}

IRExpr *rt_ir_binop(
	struct rt_block *block, IRType type, IROp op, IRExpr *x, IRExpr *y)
{
	return rt_ir_assign(block, type, IRExpr_Binop(op, x, y));
}

IRExpr *rt_ir_load(struct rt_block *block, IRType type, IRExpr *address)
{
	return rt_ir_assign(block, type, IRExpr_Load(Iend_LE, type, address));
}

void rt_ir_store(struct rt_block *block, IRExpr *address, IRExpr *value)
{
	addStmtToIRSB(block->out, IRStmt_Store(Iend_LE, address, value));
}

void rt_ir_translate_again(struct rt_block *block, IRExpr *guard)
{
	IRSB *out = block->out;

	addStmtToIRSB(
		out, IRStmt_Put(offsetof(VexGuestAMD64State, guest_CMSTART),
			     rt_ir_constant(block->start)));
	addStmtToIRSB(out, IRStmt_Put(offsetof(VexGuestAMD64State, guest_CMLEN),
				   rt_ir_constant(1)));
	addStmtToIRSB(out, IRStmt_Exit(guard, Ijk_InvalICache,
				   IRConst_U64(block->start), out->offsIP));
}

/* VEX takes two instructions for an address that it knows, one for a distance from a
 * register; so it must not know this one. */
static struct rt_hot *const hot = &rt_hot;

IRExpr *rt_ir_hot(struct rt_block *block, UInt offset)
{
	if (block->hot == IRTemp_INVALID)
		block->hot =
			rt_ir_load(block, Ity_I64, rt_ir_constant((Addr)&hot))
				->Iex.RdTmp.tmp;
	return rt_ir_binop(block, Ity_I64, Iop_Add64, IRExpr_RdTmp(block->hot),
		rt_ir_constant(offset));
}

IRExpr *rt_ir_ptr(struct rt_block *block)
{
	if (block->ptr == IRTemp_INVALID)
		block->ptr = rt_ir_load(block, Ity_I64, RT_HOT(block, ptr))
				     ->Iex.RdTmp.tmp;
	return IRExpr_RdTmp(block->ptr);
}

IRExpr *rt_ir_is_own(struct rt_block *block, IRExpr *address)
{
	IRExpr *sp, *is_below_end;

	if (block->floor == IRTemp_INVALID) {
		sp = rt_ir_assign(block, Ity_I64,
			IRExpr_Get(offsetof(VexGuestAMD64State, guest_RSP),
				Ity_I64));
		block->floor = rt_ir_binop(block, Ity_I64, Iop_Sub64, sp,
			rt_ir_constant(RT_RED_ZONE_BYTES))
				       ->Iex.RdTmp.tmp;
		block->extent = rt_ir_binop(block, Ity_I64, Iop_Sub64,
			rt_ir_load(block, Ity_I64, RT_HOT(block, frame_sp)),
			IRExpr_RdTmp(block->floor))
					->Iex.RdTmp.tmp;
	}
	is_below_end = rt_ir_binop(block, Ity_I1, Iop_CmpLT64U,
		rt_ir_binop(block, Ity_I64, Iop_Sub64, address,
			IRExpr_RdTmp(block->floor)),
		IRExpr_RdTmp(block->extent));
	return rt_ir_unop(block, Ity_I64, Iop_1Uto64, is_below_end);
}
