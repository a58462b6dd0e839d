/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adds statements to a superblock. Each function that returns an expression returns an
 * atom: a constant or a temporary. */
#ifndef RETREAD_VG_TOOLS_COMMON_EMIT_H
#define RETREAD_VG_TOOLS_COMMON_EMIT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

IRExpr *emit_constant(ULong value);
IRExpr *emit_assign(IRSB *out, IRType type, IRExpr *value);
IRExpr *emit_unop(IRSB *out, IRType type, IROp op, IRExpr *x);
IRExpr *emit_binop(IRSB *out, IRType type, IROp op, IRExpr *x, IRExpr *y);
IRExpr *emit_load(IRSB *out, IRType type, IRExpr *address);
void emit_store(IRSB *out, IRExpr *address, IRExpr *value);

/* Calls HELPER if GUARD (I1; NULL: always); REGISTERS of its arguments are in registers. */
#define EMIT_CALL(out, registers, helper, arguments, guard)                    \
	emit_dirty_call((out), (registers), #helper, (void *)&(helper),        \
		(arguments), (guard))
void emit_dirty_call(IRSB *out, Int registers, const HChar *name, void *helper,
	IRExpr **arguments, IRExpr *guard);

#endif
