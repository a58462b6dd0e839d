/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: loops, with what
 * LLVM's passes are asked to do to them. */
#include "config.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

#define THREADS_MAX 16
#define UNROLL_MAX  512 /* iterations that may be asked to be unrolled wholly */

/* A loop in LLVM IR that is open: a counter, and COUNT values that are carried. */
struct round {
	LLVMValueRef counter, *carried;
	unsigned count;
	LLVMBasicBlockRef header, exit;
};

static LLVMBasicBlockRef lower_loop_add_block(struct lowering *lowering)
{
	return LLVMAppendBasicBlockInContext(
		lowering->context, lowering->function, "");
}

/* FROM is the counter's first value, and LIMIT the first that it has no more. CARRIED, which
 * has COUNT values, begins as what is at FIRST. */
static struct round open_round(struct lowering *lowering, LLVMValueRef from,
	LLVMValueRef limit, const LLVMValueRef *first, LLVMValueRef *carried,
	unsigned count)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(builder);
	LLVMBasicBlockRef body = lower_loop_add_block(lowering);
	struct round round = {.carried = carried,
		.count = count,
		.header = lower_loop_add_block(lowering),
		.exit = lower_loop_add_block(lowering)};

	LLVMBuildBr(builder, round.header);
	LLVMPositionBuilderAtEnd(builder, round.header);
	round.counter = LLVMBuildPhi(builder, LLVMTypeOf(from), "");
	LLVMAddIncoming(round.counter, &from, &before, 1);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef value = first[i];
		carried[i] = LLVMBuildPhi(builder, LLVMTypeOf(value), "");
		LLVMAddIncoming(carried[i], &value, &before, 1);
	}
	LLVMBuildCondBr(builder,
		LLVMBuildICmp(builder, LLVMIntULT, round.counter, limit, ""),
		body, round.exit);
	LLVMPositionBuilderAtEnd(builder, body);
	return round;
}

/* Returns the branch that goes back. */
static LLVMValueRef close_round(struct lowering *lowering,
	const struct round *round, uint64_t step, const LLVMValueRef *carried)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMBasicBlockRef end = LLVMGetInsertBlock(builder);
	LLVMValueRef next = LLVMBuildAdd(builder, round->counter,
		lower_number(LLVMTypeOf(round->counter), step), "");
	LLVMValueRef back = LLVMBuildBr(builder, round->header);

	LLVMAddIncoming(round->counter, &next, &end, 1);
	for (unsigned i = 0; i < round->count; i++) {
		LLVMValueRef value = carried[i];
		LLVMAddIncoming(round->carried[i], &value, &end, 1);
	}
	LLVMPositionBuilderAtEnd(builder, round->exit);
	return back;
}

/*--- what passes are asked to do ---*/

/* !{!"NAME", i32 NUMBER}; without the number if it is 0. */
static LLVMMetadataRef make_hint(
	LLVMContextRef context, const char *name, unsigned number, bool is_flag)
{
	LLVMTypeRef type = is_flag ? LLVMInt1TypeInContext(context)
				   : LLVMInt32TypeInContext(context);
	LLVMMetadataRef part[] = {
		LLVMMDStringInContext2(context, name, strlen(name)),
		LLVMValueAsMetadata(LLVMConstInt(type, number, false))};

	return LLVMMDNodeInContext2(context, part, number ? 2 : 1);
}

static void hint(struct lowering *lowering, const struct irf_node *node,
	LLVMValueRef back)
{
	LLVMContextRef context = lowering->context;
	/* The node's first operand is the node itself. */
	LLVMMetadataRef self = LLVMTemporaryMDNode(context, NULL, 0);
	LLVMMetadataRef part[3] = {self}, all;
	unsigned factor = node->factor, count = 1;

	switch (node->loop) {
	case IRF_UNROLLED:
		if (!factor && node->trips > UNROLL_MAX)
			break;
		part[count++] = make_hint(context,
			factor ? "llvm.loop.unroll.count"
			       : "llvm.loop.unroll.full",
			factor, false);
		break;
	case IRF_VECTORISED:
		part[count++] = make_hint(
			context, "llvm.loop.vectorize.enable", 1, true);
		if (factor > 1)
			part[count++] = make_hint(context,
				"llvm.loop.vectorize.width", factor, false);
		break;
	case IRF_PARALLEL:
		part[count++] = make_hint(
			context, "llvm.loop.distribute.enable", 1, true);
		if (factor > 1)
			part[count++] = make_hint(context,
				"llvm.loop.interleave.count", factor, false);
		break;
	default:
		break;
	}
	all = LLVMMDNodeInContext2(context, part, count);
	LLVMMetadataReplaceAllUsesWith(self, all);
	LLVMSetMetadata(back, LLVMGetMDKindIDInContext(context, "llvm.loop", 9),
		LLVMMetadataAsValue(context, all));
}

/*--- the body as a function: what a thread runs ---*/

/* Nodes of outer regions that a body uses. */
struct captures {
	const struct irf_node **node;
	unsigned count;
	bool *is_known; /* by id: captured, or of the body */
};

static void capture(struct captures *captures, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		captures->is_known[node->id] = true;
		for (uint32_t k = 0; k < node->operand_count; k++) {
			const struct irf_node *from = node->operand[k];

			/* A function is found wherever it is called. */
			if (captures->is_known[from->id] ||
				from->op == IRF_FUNCTION)
				continue;
			captures->is_known[from->id] = true;
			captures->node[captures->count++] = from;
		}
		for (unsigned k = 0; k < IRF_REGIONS_MAX && node->region[k];
			k++)
			capture(captures, node->region[k]);
	}
	if (!captures->is_known[region->result->id])
		captures->node[captures->count++] = region->result;
	captures->is_known[region->result->id] = true;
}

/* Everything a body may use, in the order in which it is passed: the counter, what
 * is carried, buffers, where their windows start, captured values. */
static unsigned list_values(const struct lowering *lowering,
	const struct captures *captures, LLVMValueRef *value)
{
	unsigned count = 0;

	value[count++] = lowering->index;
	value[count++] = lowering->carry;
	for (uint32_t i = 0; i < lowering->fn->buffer_count; i++) {
		value[count++] = lowering->buffer[i];
		value[count++] = lowering->window.start[i];
	}
	for (unsigned i = 0; i < captures->count; i++)
		value[count++] = lowering->value[captures->node[i]->id];
	return count;
}

/* As list_values, the other way: the parameters of INNER's function are what it uses. */
static void take_parameters(struct lowering *inner, const void *arg)
{
	const struct captures *captures = arg;
	LLVMValueRef function = inner->function;
	unsigned at = 2;

	inner->index = LLVMGetParam(function, 0);
	inner->carry = LLVMGetParam(function, 1);
	for (uint32_t i = 0; i < inner->fn->buffer_count; i++) {
		inner->buffer[i] = LLVMGetParam(function, at++);
		inner->window.start[i] = LLVMGetParam(function, at++);
	}
	for (unsigned i = 0; i < captures->count; i++)
		inner->value[captures->node[i]->id] =
			LLVMGetParam(function, at++);
}

static LLVMValueRef call_body(
	struct lowering *lowering, const struct irf_region *region)
{
	const struct irf_fn *fn = lowering->fn;
	struct captures captures = {
		.node = memory_alloc(
			(fn->node_count + 1) * sizeof(struct irf_node *)),
		.is_known = memory_alloc_zero(fn->node_count + 1, 1)};
	size_t most = 2 + 2 * (size_t)fn->buffer_count + fn->node_count;
	LLVMValueRef *value = memory_alloc(most * sizeof(LLVMValueRef));
	LLVMValueRef result;
	LLVMTypeRef type;
	unsigned count;

	capture(&captures, region);
	count = list_values(lowering, &captures, value);
	type = lower_call_type(lowering, region->result->type, value, count);
	result = LLVMBuildCall2(lowering->builder, type,
		lower_define(lowering, "body", type, region, take_parameters,
			&captures),
		value, count, "");
	free(captures.node);
	free(captures.is_known);
	free(value);
	return result;
}

/*--- loops ---*/

static void lower_loop_set_window(struct lowering *lowering,
	const struct lower_window *outer, const struct irf_node *node)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(lowering->context);
	LLVMValueRef at = LLVMBuildIntCast2(
		lowering->builder, lowering->index, wide, false, "");

	for (uint32_t i = 0; node->trips && i < lowering->fn->buffer_count;
		i++) {
		uint64_t length = outer->length[i] / node->trips;

		lowering->window.length[i] = length;
		lowering->window.start[i] =
			LLVMBuildAdd(lowering->builder, outer->start[i],
				LLVMBuildMul(lowering->builder, at,
					LLVMConstInt(wide, length, false), ""),
				"");
	}
}

/* Virtual threads take turns: thread T of COUNT runs iterations T, T + COUNT... */
static LLVMValueRef lower_threads(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef trips)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMTypeRef type = LLVMTypeOf(trips);
	LLVMValueRef first = lower_operand(lowering, node, 0), is_last, result;
	unsigned count = node->factor % THREADS_MAX + 1;
	struct lower_window outer = lowering->window;
	LLVMValueRef by_threads, by_turns;
	struct round thread = open_round(lowering, LLVMConstNull(type),
		lower_number(type, count), &first, &by_threads, 1);
	struct round turn = open_round(
		lowering, thread.counter, trips, &by_threads, &by_turns, 1);

	lowering->index = turn.counter;
	lowering->carry = first;
	lower_loop_set_window(lowering, &outer, node);
	result = call_body(lowering, node->region[0]);
	is_last = LLVMBuildICmp(builder, LLVMIntEQ, turn.counter,
		LLVMBuildSub(builder, trips, lower_number(type, 1), ""), "");
	result = LLVMBuildSelect(builder, is_last, result, by_turns, "");
	close_round(lowering, &turn, count, &result);
	close_round(lowering, &thread, 1, &by_turns);
	lowering->window = outer;
	return by_threads;
}

/* A, of block FROM, or B. */
static LLVMValueRef lower_join(struct lowering *lowering, LLVMValueRef a,
	LLVMBasicBlockRef from, LLVMValueRef b, LLVMBasicBlockRef other)
{
	LLVMValueRef phi = LLVMBuildPhi(lowering->builder, LLVMTypeOf(a), "");

	LLVMAddIncoming(phi, &a, &from, 1);
	LLVMAddIncoming(phi, &b, &other, 1);
	return phi;
}

/* What region AT of NODE, a loop that is split or not, has as what is carried. */
static void set_carry(struct lowering *lowering, const struct irf_node *node,
	unsigned at, const LLVMValueRef *carried)
{
	bool is_split = lowering->is_split[node->id];

	lowering->carry = is_split ? NULL : *carried;
	if (is_split)
		memcpy(lower_tuple_new(lowering, node->region[at]->node[1]),
			carried, node->type->count * sizeof *carried);
}

/* Region 1 of NODE, after an iteration with the result NEXT, and the end of ROUND. RESULT
 * becomes what the loop results in. */
static void lower_exit(struct lowering *lowering, const struct irf_node *node,
	const struct round *round, const LLVMValueRef *next,
	LLVMValueRef *result)
{
	LLVMBasicBlockRef more = lower_loop_add_block(lowering), end;

	set_carry(lowering, node, 1, next);
	LLVMValueRef is_over = lower_region(lowering, node->region[1]);
	end = LLVMGetInsertBlock(lowering->builder);
	LLVMBuildCondBr(lowering->builder, is_over, round->exit, more);
	LLVMPositionBuilderAtEnd(lowering->builder, more);
	hint(lowering, node, close_round(lowering, round, 1, next));
	for (unsigned i = 0; i < round->count; i++)
		result[i] = lower_join(lowering, round->carried[i],
			round->header, next[i], end);
}

static LLVMValueRef lower_rounds(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef trips)
{
	LLVMValueRef first = lower_operand(lowering, node, 0), value, whole;
	bool is_split = lowering->is_split[node->id];
	unsigned count = is_split ? node->type->count : 1;
	LLVMValueRef *carried = memory_alloc((2 * count + 1) * sizeof *carried);
	LLVMValueRef *result = carried + count;
	const struct irf_region *body = node->region[0];
	struct lower_window outer = lowering->window;
	struct round round = open_round(lowering,
		LLVMConstNull(LLVMTypeOf(trips)), trips,
		is_split ? lowering->part[node->operand[0]->id] : &first,
		carried, count);

	lowering->index = round.counter;
	set_carry(lowering, node, 0, carried);
	if (node->loop == IRF_PARALLEL) {
		lowering->carry = first;
		lower_loop_set_window(lowering, &outer, node);
	}
	value = lower_region(lowering, body);
	const LLVMValueRef *next =
		is_split ? lowering->part[body->result->id] : &value;
	if (node->region[1]) {
		lower_exit(lowering, node, &round, next, result);
	} else {
		hint(lowering, node, close_round(lowering, &round, 1, next));
		memcpy(result, carried, count * sizeof *result);
	}
	lowering->window = outer;
	if (is_split)
		memcpy(lower_tuple_new(lowering, node), result,
			count * sizeof *result);
	whole = is_split ? NULL : *result;
	free(carried);
	return whole;
}

LLVMValueRef lower_loop(struct lowering *lowering, const struct irf_node *node)
{
	uint32_t width = node->region[0]->node[0]->type->width;
	bool is_counter = width < 32 && node->trips < UINT32_C(1) << width;
	/* As narrow as the index, if it counts that far. */
	LLVMTypeRef type = LLVMIntTypeInContext(lowering->context,
		is_counter && node->loop != IRF_THREADS ? width : 32);
	LLVMValueRef index = lowering->index, carry = lowering->carry;
	LLVMValueRef trips = lower_number(type, node->trips), result;

	if (node->operand_count > 1)
		trips = lower_modulo(lowering, lower_operand(lowering, node, 1),
			node->trips + 1, type);
	result = (node->loop == IRF_THREADS ? lower_threads : lower_rounds)(
		lowering, node, trips);
	lowering->index = index;
	lowering->carry = carry;
	return result;
}
