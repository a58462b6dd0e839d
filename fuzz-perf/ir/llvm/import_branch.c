/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: branches become IF and SWITCH, up
 * to the block where their ways meet again. A block that two of them share is there twice. */
#include "config.h"

#include <llvm-c/Core.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/import.h"

#define BRANCH_VALUES_MAX 32 /* phis of a block */

/* What the phis of a block are if one way leads there; at the end, what is returned. */
struct import_way {
	node_t *value[BRANCH_VALUES_MAX];
	unsigned count;
};

/* A function's end is one block more. */
static unsigned branch_successor(
	struct importer *importer, LLVMValueRef end, unsigned at)
{
	return import_find_block(importer, LLVMGetSuccessor(end, at));
}

/* All ways from a block lead to a later one, its join. */
static void find_joins(struct importer *importer)
{
	for (unsigned i = importer->block_count; i-- > 0;) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[i]);
		unsigned count = LLVMGetNumSuccessors(end);
		unsigned join = count ? branch_successor(importer, end, 0)
				      : importer->block_count;
		for (unsigned k = 1; k < count; k++) {
			unsigned other = branch_successor(importer, end, k);
			while (join != other)
				if (join < other)
					join = importer->join[join];
				else
					other = importer->join[other];
		}
		importer->join[i] = join;
	}
}

/* WAY from block FROM to block TO. */
static void take_way(struct importer *importer, unsigned from, unsigned to,
	struct import_way *way)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(importer->block[to]);

	way->count = 0;
	for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned i = 0;
		while (LLVMGetIncomingBlock(phi, i) != importer->block[from])
			i++;
		if (way->count == BRANCH_VALUES_MAX)
			import_refuse(importer, "a block has more than %d phis",
				BRANCH_VALUES_MAX);
		way->value[way->count++] =
			import_value(importer, LLVMGetIncomingValue(phi, i));
	}
}

static void remember_way(
	struct importer *importer, unsigned to, const struct import_way *way)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(importer->block[to]);

	for (unsigned i = 0; i < way->count; i++) {
		import_remember(importer, phi, way->value[i]);
		phi = LLVMGetNextInstruction(phi);
	}
}

/* What a choice between ways to block JOIN gives: one value, a tuple, or a bit for none. */
static type_t *branch_type(struct importer *importer, unsigned join)
{
	type_t *type[BRANCH_VALUES_MAX] = {ir_bits(importer->to, 1)}, *all;
	LLVMTypeRef result =
		LLVMGetReturnType(LLVMGlobalGetValueType(importer->function));
	unsigned count = 0;

	if (join == importer->block_count)
		return LLVMGetTypeKind(result) == LLVMVoidTypeKind
			       ? type[0]
			       : import_type(importer, result);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(importer->block[join]);
		LLVMIsAPHINode(phi) && count < BRANCH_VALUES_MAX;
		phi = LLVMGetNextInstruction(phi))
		type[count++] = import_type(importer, LLVMTypeOf(phi));
	if (count < 2)
		return type[0];
	all = ir_composed(importer->to, IRF_TUPLE, type, count);
	if (!all)
		import_refuse(importer, "its phis are too large");
	return all;
}

static node_t *pack_way(
	struct importer *importer, type_t *type, const struct import_way *way)
{
	if (!way->count)
		return import_number(importer, type, 0);
	return way->count == 1 ? way->value[0]
			       : ir_add(importer->to, IRF_MAKE, type,
					 way->value, way->count);
}

static void unpack_way(
	struct importer *importer, node_t *all, struct import_way *way)
{
	if (way->count == 1)
		way->value[0] = all;
	for (unsigned i = 0; way->count > 1 && i < way->count; i++) {
		struct irf_node *field = ir_add(importer->to, IRF_FIELD,
			all->type->element[i], &all, 1);
		field->index = i;
		way->value[i] = field;
	}
}

static void import_sequence(struct importer *importer, unsigned at,
	unsigned stop, struct import_way *way);

/* Way number WHICH of the branch at the end of block AT, up to block JOIN. */
static const struct irf_region *import_side(struct importer *importer,
	unsigned at, unsigned which, type_t *type, struct import_way *way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[at]);
	unsigned to = branch_successor(importer, end, which);
	unsigned join = importer->join[at];
	size_t known = importer->known_count;
	struct ir_block block;

	ir_open(importer->to, &block);
	take_way(importer, at, to, way);
	if (to != join) {
		remember_way(importer, to, way);
		import_sequence(importer, to, join, way);
	}
	importer->known_count = known;
	return ir_close(importer->to, &block, pack_way(importer, type, way));
}

static const uint64_t *branch_cases(
	struct importer *importer, LLVMValueRef end, uint32_t width)
{
	uint32_t each = ir_words(width);
	unsigned count = LLVMGetNumSuccessors(end) - 1;
	uint64_t *words =
		ir_alloc(importer->to, sizeof *words * count * each + 1);

	/* Operands of a switch: value, default, then pairs of case and block. */
	for (unsigned i = 0; i < count; i++)
		memcpy(words + i * each,
			import_operand(importer, end, 2 * (i + 1))->words,
			each * sizeof *words);
	return words;
}

/* The branch at the end of block AT: *WAY leads to its join then. */
static void import_choice(
	struct importer *importer, unsigned at, struct import_way *way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[at]);
	bool is_switch = LLVMGetInstructionOpcode(end) == LLVMSwitch;
	unsigned count = LLVMGetNumSuccessors(end);

	if (!is_switch && LLVMGetInstructionOpcode(end) != LLVMBr)
		import_refuse(importer, "it ends a block in an uncommon way");
	if (count < 2 || count > IRF_REGIONS_MAX || importer->depth == IR_DEPTH)
		import_refuse(importer, "it has too many branches at once");
	node_t *by = import_operand(importer, end, 0);
	type_t *type = branch_type(importer, importer->join[at]);
	const uint64_t *words =
		is_switch ? branch_cases(importer, end, by->type->width) : NULL;
	struct irf_node *node = ir_add(
		importer->to, is_switch ? IRF_SWITCH : IRF_IF, type, &by, 1);
	node->words = words;
	importer->depth++;
	for (unsigned i = 0; i < count; i++)
		node->region[i] = import_side(importer, at, i, type, way);
	importer->depth--;
	unpack_way(importer, node, way);
}

/* What the end of block AT, which leads nowhere, returns. */
static void import_end(
	struct importer *importer, unsigned at, struct import_way *way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[at]);
	type_t *type = branch_type(importer, importer->block_count);

	way->count = 1;
	if (LLVMIsAUnreachableInst(end)) {
		import_assume(importer, NULL);
		way->value[0] = ir_add(importer->to, IRF_POISON, type, NULL, 0);
	} else if (!LLVMIsAReturnInst(end)) {
		import_refuse(importer, "it ends a block in an uncommon way");
	} else if (LLVMGetNumOperands(end)) {
		way->value[0] = import_operand(importer, end, 0);
	} else if (!importer->to->fn.buffer_count) {
		import_refuse(importer, "it has no effect");
	} else {
		way->value[0] = import_number(importer, type, 0);
	}
}

/* Blocks from AT on, up to STOP. */
static void import_sequence(struct importer *importer, unsigned at,
	unsigned stop, struct import_way *way)
{
	for (; at != stop; at = importer->join[at]) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[at]);
		unsigned count = LLVMGetNumSuccessors(end);

		if (importer->copies++ > 2 * importer->block_count)
			import_refuse(importer, "its branches share blocks");
		importer->at = at;
		import_instructions(importer);
		if (count == 1)
			take_way(importer, at, importer->join[at], way);
		else if (count)
			import_choice(importer, at, way);
		else
			import_end(importer, at, way);
		if (importer->join[at] != stop)
			remember_way(importer, importer->join[at], way);
	}
}

void import_branches(struct importer *importer)
{
	struct import_way way = {.count = 0};

	find_joins(importer);
	import_sequence(importer, 0, importer->block_count, &way);
	importer->result = way.value[0];
}
