/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: ways from block to block, shared
 * by branches and loops. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_IMPORT_BRANCH_H
#define RETREAD_FUZZ_PERF_IR_LLVM_IMPORT_BRANCH_H

#include "fuzz-perf/ir/llvm/import.h"

#define IMPORT_WAY_MAX 32 /* phis of a block, and what a loop carries */

/* What the phis of a block are if one way leads there; at the end, what is returned, or
 * carried. */
struct import_way {
	node_t *value[IMPORT_WAY_MAX];
	unsigned count;
};

/*--- import_branch.c ---*/

/* Blocks from AT on, up to STOP. */
void import_sequence(struct importer *importer, unsigned at, unsigned stop,
	struct import_way *way);
/* WAY as one value of TYPE, and the reverse for as many as WAY has. */
node_t *import_pack(
	struct importer *importer, type_t *type, const struct import_way *way);
void import_unpack(
	struct importer *importer, node_t *all, struct import_way *way);

/*--- import_loop.c ---*/

/* Fills what the importer knows of loops. */
void import_find_loops(struct importer *importer);
/* Is BLOCK the first one of a loop? */
bool import_is_loop(const struct importer *importer, unsigned block);
/* The first block of the loop that is open; none: the number of blocks. */
unsigned import_loop_header(const struct importer *importer);
/* What that carries; NULL: none is open. */
type_t *import_loop_type(const struct importer *importer);
/* Where a way to block TO ends in the loop of this header: an iteration is over where the
 * loop is left, or begins again, which is block number block_count. */
unsigned import_arrival(
	const struct importer *importer, unsigned loop, unsigned to);
/* The same in the loop that is open: WAY, the phis of TO, becomes what is carried on. */
unsigned import_arrive(
	struct importer *importer, unsigned to, struct import_way *way);
/* The loop of HEADER, the phis of which are known. Returns where WAY leads then. */
unsigned import_loop(
	struct importer *importer, unsigned header, struct import_way *way);

#endif
