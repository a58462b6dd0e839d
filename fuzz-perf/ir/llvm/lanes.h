/* SPDX-License-Identifier: MIT
 * LLVM's operations on single numbers, by the Language Reference: results, and when
 * there is none. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_LANES_H
#define RETREAD_FUZZ_PERF_IR_LLVM_LANES_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>
#include <stdint.h>

/* Of an operation. */
enum lane_result {
	LANE_OK,
	LANE_POISON,
	LANE_UB,
};

/* Promises of an instruction; poison if one is broken. */
enum lane_flags {
	LANE_NUW = 1,
	LANE_NSW = 2,
	LANE_EXACT = 4,
	LANE_NNEG = 8,
	LANE_DISJOINT = 16,
	LANE_INBOUNDS = 32,
	LANE_SAME_SIGN = 64,
	/* Of numbers of IEEE 754, which have none of the first ones. */
	LANE_NO_NAN = 1,
	LANE_NO_INF = 2,
	LANE_NO_ZERO_SIGN = 4,
	LANE_FREE =
		16, /* to be rounded otherwise: reassoc, arcp, contract, afn */
};

/* The intrinsic functions of up to three numbers. */
enum lane_intrinsic {
	LANE_NO_INTRINSIC,
	LANE_ABS,
	LANE_BITREVERSE,
	LANE_BSWAP,
	LANE_CTLZ,
	LANE_CTPOP,
	LANE_CTTZ,
	LANE_FSHL,
	LANE_FSHR,
	LANE_SADD_OVERFLOW,
	LANE_SADD_SAT,
	LANE_SCMP,
	LANE_SMAX,
	LANE_SMIN,
	LANE_SMUL_OVERFLOW,
	LANE_SSHL_SAT,
	LANE_SSUB_OVERFLOW,
	LANE_SSUB_SAT,
	LANE_UADD_OVERFLOW,
	LANE_UADD_SAT,
	LANE_UCMP,
	LANE_UMAX,
	LANE_UMIN,
	LANE_UMUL_OVERFLOW,
	LANE_USHL_SAT,
	LANE_USUB_OVERFLOW,
	LANE_USUB_SAT,
};

/* By its name: "llvm.fshl.i36". */
enum lane_intrinsic lane_intrinsic_of(const char *name);
bool lane_has_overflow(enum lane_intrinsic intrinsic);

/* R = A op B, numbers of BITS bits. R is neither. */
enum lane_result lane_binary(LLVMOpcode opcode, unsigned flags, unsigned bits,
	const uint64_t *a, const uint64_t *b, uint64_t *r);
enum lane_result lane_cast(LLVMOpcode opcode, unsigned flags, unsigned from,
	unsigned to, const uint64_t *a, uint64_t *r);
bool lane_compare(LLVMIntPredicate predicate, unsigned bits, const uint64_t *a,
	const uint64_t *b);

/* Operands and results of an intrinsic: numbers of BITS bits, and a flag. */
struct lane_call {
	enum lane_intrinsic intrinsic;
	unsigned bits;
	unsigned result_bits; /* of scmp and ucmp; else BITS */
	const uint64_t *a, *b, *c;
	uint64_t *r; /* none of them */
	bool overflow;
};

enum lane_result lane_call(struct lane_call *call);

#endif
