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

void rt_ir_translate_again(struct rt_block *block, IRExpr *guard)
{
	IRSB *out = block->out;

	addStmtToIRSB(
		out, IRStmt_Put(offsetof(VexGuestAMD64State, guest_CMSTART),
			     emit_constant(block->start)));
	addStmtToIRSB(out, IRStmt_Put(offsetof(VexGuestAMD64State, guest_CMLEN),
				   emit_constant(1)));
	addStmtToIRSB(out, IRStmt_Exit(guard, Ijk_InvalICache,
				   IRConst_U64(block->start), out->offsIP));
}

/* VEX takes two instructions for an address that it knows, one for a distance from a
 * register; so it must not know this one. */
static struct rt_hot *const hot = &rt_hot;

IRExpr *rt_ir_hot(struct rt_block *block, UInt offset)
{
	if (block->hot == IRTemp_INVALID)
		block->hot = emit_load(
			block->out, Ity_I64, emit_constant((Addr)&hot))
				     ->Iex.RdTmp.tmp;
	return emit_binop(block->out, Ity_I64, Iop_Add64,
		IRExpr_RdTmp(block->hot), emit_constant(offset));
}

IRExpr *rt_ir_ptr(struct rt_block *block)
{
	if (block->ptr == IRTemp_INVALID)
		block->ptr = emit_load(block->out, Ity_I64, RT_HOT(block, ptr))
				     ->Iex.RdTmp.tmp;
	return IRExpr_RdTmp(block->ptr);
}

IRExpr *rt_ir_is_own(struct rt_block *block, IRExpr *address)
{
	IRExpr *sp, *is_below_end;

	if (block->floor == IRTemp_INVALID) {
		sp = emit_assign(block->out, Ity_I64,
			IRExpr_Get(offsetof(VexGuestAMD64State, guest_RSP),
				Ity_I64));
		block->floor = emit_binop(block->out, Ity_I64, Iop_Sub64, sp,
			emit_constant(RT_RED_ZONE_BYTES))
				       ->Iex.RdTmp.tmp;
		block->extent = emit_binop(block->out, Ity_I64, Iop_Sub64,
			emit_load(block->out, Ity_I64, RT_HOT(block, frame_sp)),
			IRExpr_RdTmp(block->floor))
					->Iex.RdTmp.tmp;
	}
	is_below_end = emit_binop(block->out, Ity_I1, Iop_CmpLT64U,
		emit_binop(block->out, Ity_I64, Iop_Sub64, address,
			IRExpr_RdTmp(block->floor)),
		IRExpr_RdTmp(block->extent));
	return emit_unop(block->out, Ity_I64, Iop_1Uto64, is_below_end);
}
