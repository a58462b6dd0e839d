/* SPDX-License-Identifier: MIT
 * Tzer's mutators: one node of a function is replaced by others that fit its hole. */
#ifndef RETREAD_FUZZ_PERF_IR_REWRITE_H
#define RETREAD_FUZZ_PERF_IR_REWRITE_H

#include "fuzz-perf/generate/gen.h"
#include "fuzz-perf/ir/functions.h"

/* A hole's constraints are the node's type and the values and buffers that are
 * known there, all of which have their values. */
enum ir_rewrite {
	/* general */
	IR_INSERT,  /* a new expression, in which the node may be used */
	IR_DELETE,  /* an operand of the same type in its place */
	IR_REPLACE, /* another operation on the operands, or another constant */
	/* of loops, memory, threads */
	IR_NEST_LOOPS,
	IR_TOUCH_MEMORY,
	IR_BIND_THREADS,
	IR_BRANCH, /* the node is one of several values that a switch chooses, or a loop
		    * goes on until a value is met */
	IR_COMPUTE_FLOAT, /* the node as a number of IEEE 754 */
	/* of poison */
	IR_PROMISE, /* the node has other flags, or is poison here and there, or frozen */
	IR_PROMISE_EACH, /* any nodes have other flags */
	IR_CALL, /* a function computes the node, or takes it, or one is no more called */
	IR_REWRITES
};

/* Copies FN with one node changed, as RANDOM (state; any number) says. Returns NULL
 * if that node cannot be changed in this way. To be freed. */
struct irf_fn *ir_rewrite(const struct irf_fn *fn,
	const struct irf_profile *profile, enum ir_rewrite how,
	uint64_t *random);
/* Copies FN without node ID, whose uses mean operand OPERAND of it, or 0 if that is
 * -1. Returns NULL if that has another type, or nothing would change. */
struct irf_fn *ir_without(const struct irf_fn *fn, uint32_t id, int operand);

/* Copies FN in which node ID has no FLAG. Returns NULL if it has none. */
struct irf_fn *ir_without_flag(
	const struct irf_fn *fn, uint32_t id, unsigned flag);

/* Copies FN in which node ID has no region AT. Returns NULL if it needs that. */
struct irf_fn *ir_without_region(
	const struct irf_fn *fn, uint32_t id, uint32_t at);
/* Copies FN with region AT of node ID in its place: of a loop the first iteration. Returns
 * NULL if it has no such region. */
struct irf_fn *ir_with_region(
	const struct irf_fn *fn, uint32_t id, uint32_t at);

/* Copies FN in which call ID is what its function computes. Returns NULL if it is not
 * a call. */
struct irf_fn *ir_inline(const struct irf_fn *fn, uint32_t id);

/* Copies FN in which function ID has no parameter AT: it is 0. Returns NULL if there is
 * none. */
struct irf_fn *ir_without_param(
	const struct irf_fn *fn, uint32_t id, uint32_t at);

/* Copies FN with vectors of COUNT elements, of which only the first half is left. Returns
 * NULL if there are none, or a value has them inside. */
struct irf_fn *ir_halve_vectors(const struct irf_fn *fn, uint32_t count);

/* What is made of a parameter. */
enum ir_form { IR_FORM_PLAIN, IR_FORM_NOT, IR_FORM_SUM };
/* Copies FN in which node ID, a number that is computed, is one more parameter, or the NOT of
 * one, or one added to itself. Returns NULL if it is none, or that already, or there are
 * IR_PARAMS. */
struct irf_fn *ir_with_param(
	const struct irf_fn *fn, uint32_t id, enum ir_form form);

/* Copies FN in which node ID, which computes a number of parameters and constants of its type,
 * is the sum of the first and the last one; or the NOT of the one computed number that it is made
 * of. Returns NULL if it is none, or that already. */
struct irf_fn *ir_with_sum(const struct irf_fn *fn, uint32_t id);

/* Copies FN in which node ID, a number that is computed, is 0, or ONES. Returns NULL if it is
 * none. */
struct irf_fn *ir_with_constant(
	const struct irf_fn *fn, uint32_t id, bool ones);

/* Copies FN without what nothing needs; parameters stay if KEEPS_PARAMS. */
struct irf_fn *ir_sweep(const struct irf_fn *fn, bool keeps_params);

#endif
