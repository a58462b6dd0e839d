/* SPDX-License-Identifier: GPL-2.0-or-later
 * Builds IR: the pieces that every kind of instrumentation is made of. */
#include "vg-tools/retread/rt_ir.h"

void rt_ir_forget_stream(struct rt_block *block)
{
	block->ptr = IRTemp_INVALID;
	block->stamp_bias = IRTemp_INVALID;
	block->start_stamp = IRTemp_INVALID;
	block->keep_read = IRTemp_INVALID;
	block->keep_value = IRTemp_INVALID;
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

/* *KEPT, made by loading FIELD if it is not known. */
static IRExpr *keep_load(
	struct rt_block *block, IRTemp *kept, IRType type, IRExpr *field)
{
	if (*kept == IRTemp_INVALID)
		*kept = rt_ir_load(block, type, field)->Iex.RdTmp.tmp;
	return IRExpr_RdTmp(*kept);
}

IRExpr *rt_ir_ptr(struct rt_block *block)
{
	return keep_load(block, &block->ptr, Ity_I64, RT_HOT(ptr));
}

IRExpr *rt_ir_keep(struct rt_block *block, Bool has_value)
{
	return has_value ? keep_load(block, &block->keep_value, Ity_I64,
				   RT_HOT(keep_value))
			 : keep_load(block, &block->keep_read, Ity_I64,
				   RT_HOT(keep_read));
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
			rt_ir_load(block, Ity_I64, RT_HOT(frame_sp)),
			IRExpr_RdTmp(block->floor))
					->Iex.RdTmp.tmp;
	}
	is_below_end = rt_ir_binop(block, Ity_I1, Iop_CmpLT64U,
		rt_ir_binop(block, Ity_I64, Iop_Sub64, address,
			IRExpr_RdTmp(block->floor)),
		IRExpr_RdTmp(block->extent));
	return rt_ir_unop(block, Ity_I64, Iop_1Uto64, is_below_end);
}
