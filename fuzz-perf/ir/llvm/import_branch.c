/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: branches become IF and SWITCH, up
 * to the block where their ways meet again. A block that two of them share is there twice. */
#include "config.h"

#include <llvm-c/Core.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/import_branch.h"

/* A function's end is one block more. */
static unsigned branch_successor(
	struct importer *importer, LLVMValueRef end, unsigned at)
{
	return import_find_block(importer, LLVMGetSuccessor(end, at));
}

/* Where all ways from BLOCK meet, in the loop of header LOOP: after the whole of a loop that
 * is inside. */
static unsigned next_join(
	const struct importer *importer, unsigned block, unsigned loop)
{
	return block != loop && import_is_loop(importer, block)
		       ? import_arrival(importer, loop, importer->leaves[block])
		       : importer->join[block];
}

/* All ways from a block lead to a later one, its join. */
static void find_joins(struct importer *importer)
{
	for (unsigned i = importer->block_count; i-- > 0;) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(importer->block[i]);
		unsigned count = LLVMGetNumSuccessors(end);
		unsigned loop = importer->loop_of[i];
		unsigned join = importer->block_count;
		for (unsigned k = 0; k < count; k++) {
			unsigned other = import_arrival(importer, loop,
				branch_successor(importer, end, k));
			join = k ? join : other;
			while (join != other)
				if (join < other)
					join = next_join(importer, join, loop);
				else
					other = next_join(
						importer, other, loop);
		}
		importer->join[i] = join;
	}
}

/* Way number WHICH from the end of block FROM. Returns the block that it leads to. */
static unsigned take_way(struct importer *importer, unsigned from,
	unsigned which, struct import_way *way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[from]);
	unsigned to = branch_successor(importer, end, which);
	LLVMValueRef phi = LLVMGetFirstInstruction(importer->block[to]);

	way->count = 0;
	for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned i = 0;
		while (LLVMGetIncomingBlock(phi, i) != importer->block[from])
			i++;
		if (way->count == IMPORT_WAY_MAX)
			import_refuse(importer, "a block has more than %d phis",
				IMPORT_WAY_MAX);
		way->value[way->count++] =
			import_value(importer, LLVMGetIncomingValue(phi, i));
	}
	return import_arrive(importer, to, way);
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
	type_t *type[IMPORT_WAY_MAX] = {ir_bits(importer->to, 1)}, *all;
	LLVMTypeRef result =
		LLVMGetReturnType(LLVMGlobalGetValueType(importer->function));
	unsigned count = 0;

	if (join == importer->block_count && import_loop_type(importer))
		return import_loop_type(importer);
	if (join == importer->block_count)
		return LLVMGetTypeKind(result) == LLVMVoidTypeKind
			       ? type[0]
			       : import_type(importer, result);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(importer->block[join]);
		LLVMIsAPHINode(phi) && count < IMPORT_WAY_MAX;
		phi = LLVMGetNextInstruction(phi))
		type[count++] = import_type(importer, LLVMTypeOf(phi));
	if (count < 2)
		return type[0];
	all = ir_composed(importer->to, IRF_TUPLE, type, count);
	if (!all)
		import_refuse(importer, "its phis are too large");
	return all;
}

node_t *import_pack(
	struct importer *importer, type_t *type, const struct import_way *way)
{
	if (!way->count)
		return import_number(importer, type, 0);
	return way->count == 1 ? way->value[0]
			       : ir_add(importer->to, IRF_MAKE, type,
					 way->value, way->count);
}

void import_unpack(
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

/* Way number WHICH of the branch at the end of block AT, up to block JOIN. */
static const struct irf_region *import_side(struct importer *importer,
	unsigned at, unsigned which, type_t *type, struct import_way *way)
{
	unsigned join = importer->join[at], to;
	size_t known = importer->known_count;
	struct ir_block block;

	ir_open(importer->to, &block);
	to = take_way(importer, at, which, way);
	if (to != join) {
		remember_way(importer, to, way);
		import_sequence(importer, to, join, way);
	}
	importer->known_count = known;
	return ir_close(importer->to, &block, import_pack(importer, type, way));
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
	import_unpack(importer, node, way);
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

/* Block AT. Returns where WAY leads from there. */
static unsigned import_one_block(
	struct importer *importer, unsigned at, struct import_way *way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(importer->block[at]);
	unsigned count = LLVMGetNumSuccessors(end);

	if (importer->copies++ > 2 * importer->block_count)
		import_refuse(importer, "its branches share blocks");
	importer->at = at;
	import_instructions(importer);
	if (count == 1)
		return take_way(importer, at, 0, way);
	if (count)
		import_choice(importer, at, way);
	else
		import_end(importer, at, way);
	return importer->join[at];
}

void import_sequence(struct importer *importer, unsigned at, unsigned stop,
	struct import_way *way)
{
	while (at != stop) {
		bool is_loop = import_is_loop(importer, at) &&
			       at != import_loop_header(importer);
		at = is_loop ? import_loop(importer, at, way)
			     : import_one_block(importer, at, way);
		if (at != stop)
			remember_way(importer, at, way);
	}
}

void import_branches(struct importer *importer)
{
	struct import_way way = {.count = 0};

	import_find_loops(importer);
	find_joins(importer);
	import_sequence(importer, 0, importer->block_count, &way);
	importer->result = way.value[0];
}
