/* SPDX-License-Identifier: MIT
 * LLVM's intrinsic functions as operations. */
#include "config.h"

#include "fuzz-perf/ir/llvm/calls.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/lanes_float.h"

const struct reduction calls_reductions[] = {
	{"llvm.vector.reduce.add.", LLVMAdd, LANE_NO_INTRINSIC},
	{"llvm.vector.reduce.and.", LLVMAnd, LANE_NO_INTRINSIC},
	{"llvm.vector.reduce.mul.", LLVMMul, LANE_NO_INTRINSIC},
	{"llvm.vector.reduce.or.", LLVMOr, LANE_NO_INTRINSIC},
	{"llvm.vector.reduce.smax.", 0, LANE_SMAX},
	{"llvm.vector.reduce.smin.", 0, LANE_SMIN},
	{"llvm.vector.reduce.umax.", 0, LANE_UMAX},
	{"llvm.vector.reduce.umin.", 0, LANE_UMIN},
	{"llvm.vector.reduce.xor.", LLVMXor, LANE_NO_INTRINSIC},
	{NULL, 0, LANE_NO_INTRINSIC},
};

static const struct {
	const char *prefix;
	uint8_t kind; /* enum float_intrinsic */
} floats[] = {
	{"llvm.canonicalize.", FLOAT_CANONICALIZE},
	{"llvm.ceil.", FLOAT_CEIL},
	{"llvm.copysign.", FLOAT_COPY_SIGN},
	{"llvm.fabs.", FLOAT_ABS},
	{"llvm.floor.", FLOAT_FLOOR},
	{"llvm.fma.", FLOAT_FMA},
	{"llvm.fmuladd.", FLOAT_MULADD},
	{"llvm.is.fpclass.", FLOAT_CLASS},
	{"llvm.maximum.", FLOAT_MAXIMUM},
	{"llvm.maxnum.", FLOAT_MAXNUM},
	{"llvm.minimum.", FLOAT_MINIMUM},
	{"llvm.minnum.", FLOAT_MINNUM},
	{"llvm.nearbyint.", FLOAT_NEAREST},
	{"llvm.rint.", FLOAT_NEAREST},
	{"llvm.round.", FLOAT_ROUND},
	{"llvm.roundeven.", FLOAT_NEAREST},
	{"llvm.sqrt.", FLOAT_SQRT},
	{"llvm.trunc.", FLOAT_TRUNC},
};

static const struct {
	const char *prefix;
	enum call_kind kind;
	enum op_code code;
} rows[] = {
	{"llvm.arithmetic.fence.", CALL_OP, OP_BITCAST},
	{"llvm.assume", CALL_OP, OP_ASSUME},
	{"llvm.dbg.", CALL_NOTHING, 0},
	{"llvm.donothing", CALL_NOTHING, 0},
	{"llvm.experimental.noalias.scope.decl", CALL_NOTHING, 0},
	{"llvm.expect.", CALL_OP, OP_BITCAST},
	{"llvm.lifetime.", CALL_OP, OP_FORGET},
	{"llvm.memcpy.", CALL_OP, OP_MEMCPY},
	{"llvm.memmove.", CALL_OP, OP_MEMCPY},
	{"llvm.memset.", CALL_OP, OP_MEMSET},
	{"llvm.sideeffect", CALL_NOTHING, 0},
};

static bool calls_begins(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

enum call_kind calls_find(const char *name, unsigned count, struct op *op)
{
	enum lane_intrinsic intrinsic = lane_intrinsic_of(name);

	if (intrinsic) {
		op->code = OP_INTRINSIC;
		op->kind = (uint8_t)intrinsic;
		op->b = op->c = NO_SLOT;
		return CALL_OP;
	}
	for (uint8_t i = 0; calls_reductions[i].name; i++)
		if (calls_begins(name, calls_reductions[i].name) &&
			count == 1) {
			op->code = OP_REDUCE;
			op->kind = i;
			return CALL_OP;
		}
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
		if (calls_begins(name, floats[i].prefix)) {
			op->code = OP_FLOAT;
			op->kind = floats[i].kind;
			op->b = op->c = NO_SLOT;
			return CALL_OP;
		}
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (calls_begins(name, rows[i].prefix)) {
			op->code = rows[i].code;
			return rows[i].kind;
		}
	return CALL_UNKNOWN;
}
