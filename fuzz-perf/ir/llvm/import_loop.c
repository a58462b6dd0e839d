/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: loops, which carry the phis of
 * their first block, whether they are over, the phis of the block that they lead to, and what
 * else is used after them. */
#include "config.h"

#include <llvm-c/Core.h>

#include "fuzz-perf/ir/llvm/import_branch.h"

#define LOOP_TRIPS 65535 /* more than a set of arguments has fuel for */

struct import_loop {
	unsigned header, leaves; /* blocks */
	unsigned phis, leave_phis, lives;
	LLVMValueRef live[IMPORT_WAY_MAX]; /* is used after the loop */
	type_t *bit, *type;
	unsigned
		count; /* of what is carried: whether it is over, and the above */
	struct import_loop *outer;
};

/*--- which blocks are loops ---*/

static unsigned loop_successor(
	const struct importer *importer, unsigned block, unsigned at)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[block]);

	return import_find_block(importer, LLVMGetSuccessor(end, at));
}

static unsigned loop_count_successors(
	const struct importer *importer, unsigned block)
{
	return LLVMGetNumSuccessors(
		LLVMGetBasicBlockTerminator(importer->block[block]));
}

/* Does BLOCK lead to a block that IS_INSIDE, other than HEADER? */
static bool leads_inside(const struct importer *importer, unsigned block,
	unsigned header, const bool *is_inside)
{
	for (unsigned i = loop_count_successors(importer, block); i-- > 0;) {
		unsigned to = loop_successor(importer, block, i);
		if (to != header && is_inside[to])
			return true;
	}
	return false;
}

/* Marks the blocks from which HEADER is come back to. Returns whether there are any. */
static bool mark_loop(
	struct importer *importer, unsigned header, bool *is_inside)
{
	unsigned count = importer->block_count;
	bool any = false, more = true;

	for (unsigned i = header; i < count; i++)
		for (unsigned k = loop_count_successors(importer, i); k-- > 0;)
			if (loop_successor(importer, i, k) == header)
				is_inside[i] = any = true;
	is_inside[header] |= any;
	while (any && more) {
		more = false;
		for (unsigned i = 0; i < count; i++) {
			if (is_inside[i] ||
				!leads_inside(importer, i, header, is_inside))
				continue;
			if (i < header)
				import_refuse(
					importer, "a loop has several entries");
			is_inside[i] = more = true;
		}
	}
	return any;
}

/* Notes the loop of HEADER, the blocks of which are inside. */
static void note_loop(
	struct importer *importer, unsigned header, const bool *is_inside)
{
	unsigned leaves = importer->block_count;

	for (unsigned i = header; i < importer->block_count; i++) {
		for (unsigned k = loop_count_successors(importer, i);
			is_inside[i] && k-- > 0;) {
			unsigned to = loop_successor(importer, i, k);
			if (is_inside[to] || to == leaves)
				continue;
			if (leaves != importer->block_count)
				import_refuse(importer, IMPORT_SEVERAL_EXITS);
			leaves = to;
		}
	}
	if (leaves == importer->block_count)
		import_refuse(importer, "a loop never ends");
	importer->outer[header] = importer->loop_of[header];
	importer->leaves[header] = leaves;
	for (unsigned i = header; i < importer->block_count; i++)
		if (is_inside[i])
			importer->loop_of[i] = header;
}

void import_find_loops(struct importer *importer)
{
	for (unsigned i = 0; i < importer->block_count; i++)
		importer->loop_of[i] = importer->block_count;
	for (unsigned i = 0; i < importer->block_count; i++) {
		bool is_inside[IMPORT_BLOCKS_MAX] = {false};
		if (mark_loop(importer, i, is_inside))
			note_loop(importer, i, is_inside);
	}
}

bool import_is_loop(const struct importer *importer, unsigned block)
{
	return importer->loop_of[block] == block;
}

/* Is BLOCK in the loop of HEADER? */
static bool is_in_loop(
	const struct importer *importer, unsigned block, unsigned header)
{
	unsigned loop = importer->loop_of[block];

	while (loop != importer->block_count && loop != header)
		loop = importer->outer[loop];
	return loop == header;
}

unsigned import_arrival(
	const struct importer *importer, unsigned loop, unsigned to)
{
	return loop == importer->block_count ||
			       (to != loop && is_in_loop(importer, to, loop))
		       ? to
		       : importer->block_count;
}

/*--- what is carried ---*/

unsigned import_loop_header(const struct importer *importer)
{
	return importer->loop ? importer->loop->header : importer->block_count;
}

type_t *import_loop_type(const struct importer *importer)
{
	return importer->loop ? importer->loop->type : NULL;
}

static type_t *carried_type(const struct import_loop *loop, unsigned at)
{
	return loop->count == 1 ? loop->type : loop->type->element[at];
}

unsigned import_arrive(
	struct importer *importer, unsigned to, struct import_way *way)
{
	const struct import_loop *loop = importer->loop;
	unsigned arrival =
		import_arrival(importer, import_loop_header(importer), to);
	struct import_way all = {.count = loop ? loop->count : 0};

	if (!loop || arrival == to)
		return to;
	bool is_over = to != loop->header;
	unsigned first = is_over ? 1 + loop->phis : 1;
	all.value[0] = import_number(importer, loop->bit, is_over);
	for (unsigned i = 1; i < loop->count; i++) {
		unsigned live = i - (loop->count - loop->lives);
		all.value[i] = i >= first && i < first + way->count
				       ? way->value[i - first]
			       : is_over && i >= loop->count - loop->lives
				       ? import_find(importer, loop->live[live])
				       : NULL;
		if (!all.value[i])
			all.value[i] = import_number(
				importer, carried_type(loop, i), 0);
	}
	*way = all;
	return arrival;
}

/* Is VALUE, of block AT, used after LOOP, except by a phi that a way out leads to? */
static bool loop_is_live(const struct importer *importer,
	const struct import_loop *loop, LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		unsigned at = import_find_block(
			importer, LLVMGetInstructionParent(user));
		bool is_way = LLVMIsAPHINode(user) && at == loop->leaves;
		if (at < importer->block_count && !is_way &&
			!is_in_loop(importer, at, loop->header))
			return true;
	}
	return false;
}

static unsigned add_phis(struct importer *importer, unsigned block,
	type_t **type, unsigned count)
{
	LLVMValueRef next = LLVMGetFirstInstruction(importer->block[block]);
	unsigned phis = 0;

	for (; LLVMIsAPHINode(next); next = LLVMGetNextInstruction(next)) {
		if (count + phis == IMPORT_WAY_MAX)
			import_refuse(importer, "a loop carries too much");
		type[count + phis++] = import_type(importer, LLVMTypeOf(next));
	}
	return phis;
}

static void add_lives(
	struct importer *importer, struct import_loop *loop, type_t **type)
{
	for (unsigned i = loop->header; i < importer->block_count; i++) {
		LLVMValueRef next =
			is_in_loop(importer, i, loop->header)
				? LLVMGetFirstInstruction(importer->block[i])
				: NULL;
		for (; next; next = LLVMGetNextInstruction(next)) {
			if (!loop_is_live(importer, loop, next) ||
				import_is_address(next))
				continue;
			if (loop->count == IMPORT_WAY_MAX)
				import_refuse(
					importer, "a loop carries too much");
			type[loop->count++] =
				import_type(importer, LLVMTypeOf(next));
			loop->live[loop->lives++] = next;
		}
	}
}

static void import_open_loop(
	struct importer *importer, struct import_loop *loop, unsigned header)
{
	type_t *type[IMPORT_WAY_MAX];

	*loop = (struct import_loop){.header = header,
		.leaves = importer->leaves[header],
		.bit = ir_bits(importer->to, 1),
		.count = 1,
		.outer = importer->loop};
	type[0] = loop->bit;
	loop->phis = add_phis(importer, header, type, 1);
	loop->leave_phis =
		add_phis(importer, loop->leaves, type, 1 + loop->phis);
	loop->count += loop->phis + loop->leave_phis;
	add_lives(importer, loop, type);
	loop->type = loop->count == 1 ? loop->bit
				      : ir_composed(importer->to, IRF_TUPLE,
						type, loop->count);
	if (!loop->type || importer->depth == IR_DEPTH)
		import_refuse(
			importer, "loops carry too much, or are too deep");
}

/*--- loops ---*/

/* What LOOP carries into its first iteration. */
static node_t *import_begin(
	struct importer *importer, const struct import_loop *loop)
{
	LLVMValueRef phi =
		LLVMGetFirstInstruction(importer->block[loop->header]);
	struct import_way way = {.count = loop->count};

	for (unsigned i = 0; i < loop->count; i++) {
		if (i == 0 || i > loop->phis) {
			way.value[i] = import_number(
				importer, carried_type(loop, i), 0);
			continue;
		}
		way.value[i] = import_value(importer, phi);
		phi = LLVMGetNextInstruction(phi);
	}
	return import_pack(importer, loop->type, &way);
}

/* The nodes that a region of a loop begins with; WAY is what is carried. */
static void import_carry(struct importer *importer,
	const struct import_loop *loop, struct import_way *way)
{
	ir_add(importer->to, IRF_INDEX, ir_bits(importer->to, 32), NULL, 0);
	way->count = loop->count;
	import_unpack(importer,
		ir_add(importer->to, IRF_CARRY, loop->type, NULL, 0), way);
}

/* One iteration. */
static const struct irf_region *import_iteration(
	struct importer *importer, struct import_loop *loop)
{
	LLVMValueRef phi =
		LLVMGetFirstInstruction(importer->block[loop->header]);
	struct import_way way;
	struct ir_block block;

	ir_open(importer->to, &block);
	import_carry(importer, loop, &way);
	for (unsigned i = 1; i <= loop->phis; i++) {
		import_remember(importer, phi, way.value[i]);
		phi = LLVMGetNextInstruction(phi);
	}
	importer->loop = loop;
	importer->depth++;
	import_sequence(importer, loop->header, importer->block_count, &way);
	importer->depth--;
	importer->loop = loop->outer;
	return ir_close(
		importer->to, &block, import_pack(importer, loop->type, &way));
}

unsigned import_loop(
	struct importer *importer, unsigned header, struct import_way *way)
{
	size_t known = importer->known_count;
	struct import_loop loop;
	struct import_way all;
	struct ir_block block;
	node_t *begin;

	import_open_loop(importer, &loop, header);
	begin = import_begin(importer, &loop);
	struct irf_node *node =
		ir_add(importer->to, IRF_LOOP, loop.type, &begin, 1);
	node->trips = LOOP_TRIPS;
	node->region[0] = import_iteration(importer, &loop);
	ir_open(importer->to, &block);
	import_carry(importer, &loop, &all);
	node->region[1] = ir_close(importer->to, &block, all.value[0]);
	importer->known_count = known;
	import_unpack(importer, node, &all);
	way->count = loop.leave_phis;
	for (unsigned i = 0; i < way->count; i++)
		way->value[i] = all.value[1 + loop.phis + i];
	for (unsigned i = 0; i < loop.lives; i++)
		import_remember(importer, loop.live[i],
			all.value[loop.count - loop.lives + i]);
	return import_arrive(importer, loop.leaves, way);
}
