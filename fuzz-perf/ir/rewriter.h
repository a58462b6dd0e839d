/* SPDX-License-Identifier: MIT
 * A function that is copied with one node changed: what rewrite*.c share. */
#ifndef RETREAD_FUZZ_PERF_IR_REWRITER_H
#define RETREAD_FUZZ_PERF_IR_REWRITER_H

#include "fuzz-perf/ir/grammar.h"
#include "fuzz-perf/ir/rewrite.h"

typedef const struct irf_node node_t;

struct rewriter {
	const struct irf_fn *from;
	struct ir_fn *to;
	struct irf_profile profile;
	unsigned statement_weight[IR_STATEMENTS];
	enum ir_rewrite how;
	uint64_t *random;
	uint32_t target; /* the node's id */
	int operand;	 /* of ir_without(); -2: this is another rewrite */
	unsigned lost;	 /* flags that the node has no more */
	int left_out;	 /* a region that it has no more; -1: none */
	int spliced;	 /* one that takes its place; -1: none */
	bool inlines;	 /* the call's function takes its place */
	int param;	 /* of the function, which it has no more; -1: none */
	const struct irf_node
		*given; /* a new parameter takes the node's place */
	bool gives;
	enum ir_form makes; /* of what is given */
	bool sums;	    /* what the node computes with, in its place */
	int constant;	    /* of bits 0 or 1 in its place; -1: none */
	uint32_t
		halved; /* vectors of so many elements have half of them; 0: none */
	bool is_done;
	bool *needs;   /* by the old node's id; NULL: all are copied */
	node_t **copy; /* by the old node's id */
	struct ir_context known;
};

/* ---- rewrite_copy.c ---- */

/* The copy that REWRITER describes, which is freed. NULL: nothing has changed. */
struct irf_fn *rewriter_run(struct rewriter *rewriter);

/* ---- rewrite_node.c ---- */

/* A number below LIMIT. */
uint32_t rewrite_below(struct rewriter *rewriter, uint32_t limit);
/* What stands in place of OLD, the last node of the copy, as REWRITER says; NULL: it cannot
 * be changed. */
node_t *rewrite_node(struct rewriter *rewriter, node_t *old);

#endif
