/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adds statements to a superblock. */
#include "vg-tools/common/emit.h"

IRExpr *emit_constant(ULong value)
{
	return IRExpr_Const(IRConst_U64(value));
}

IRExpr *emit_assign(IRSB *out, IRType type, IRExpr *value)
{
	IRTemp temporary = newIRTemp(out->tyenv, type);

	addStmtToIRSB(out, IRStmt_WrTmp(temporary, value));
	return IRExpr_RdTmp(temporary);
}

IRExpr *emit_unop(IRSB *out, IRType type, IROp op, IRExpr *x)
{
	return emit_assign(out, type, IRExpr_Unop(op, x));
}

IRExpr *emit_binop(IRSB *out, IRType type, IROp op, IRExpr *x, IRExpr *y)
{
	return emit_assign(out, type, IRExpr_Binop(op, x, y));
}

IRExpr *emit_load(IRSB *out, IRType type, IRExpr *address)
{
	return emit_assign(out, type, IRExpr_Load(Iend_LE, type, address));
}

void emit_store(IRSB *out, IRExpr *address, IRExpr *value)
{
	addStmtToIRSB(out, IRStmt_Store(Iend_LE, address, value));
}

void emit_dirty_call(IRSB *out, Int registers, const HChar *name, void *helper,
	IRExpr **arguments, IRExpr *guard)
{
	IRDirty *dirty = unsafeIRDirty_0_N(registers, name, helper, arguments);

	if (guard)
		dirty->guard = guard;
	addStmtToIRSB(out, IRStmt_Dirty(dirty));
}
