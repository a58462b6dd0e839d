/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: tuples of which only elements are
 * used, which branches choose or loops carry, are their elements, as phis are in code of people. */
#include "config.h"

#include <stdlib.h>

#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

static bool is_branch(const struct irf_node *node)
{
	return node->op == IRF_IF || node->op == IRF_SWITCH;
}

/* Whether REGION has independent iterations, which are functions of their own. */
static bool has_iterations(const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		if (node->op == IRF_LOOP && node->loop >= IRF_PARALLEL)
			return true;
		for (int k = 0; k < IRF_REGIONS_MAX && node->region[k]; k++)
			if (has_iterations(node->region[k]))
				return true;
	}
	return false;
}

static void split_all(const struct irf_region *region, bool *is_split)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		is_split[node->id] =
			node->type->kind == IRF_TUPLE &&
			(node->op == IRF_MAKE || node->op == IRF_LOOP ||
				node->op == IRF_CARRY || is_branch(node));
		for (int k = 0; k < IRF_REGIONS_MAX && node->region[k]; k++)
			split_all(node->region[k], is_split);
	}
}

/* Puts together what LOOP begins with, carries and results in, unless all of it is split.
 * Returns whether there was any. */
static bool join_carried(const struct irf_node *loop, bool *is_split)
{
	const struct irf_region *const *region = loop->region;
	bool *part[] = {&is_split[loop->id], &is_split[loop->operand[0]->id],
		&is_split[region[0]->result->id],
		&is_split[region[0]->node[1]->id],
		&is_split[region[!!region[1]]->node[1]->id]};
	unsigned count = sizeof part / sizeof *part, split = 0;

	for (unsigned i = 0; i < count; i++)
		split += *part[i];
	for (unsigned i = 0; i < count && split < count; i++)
		*part[i] = false;
	return split && split < count;
}

/* Puts together what is used as a whole. Returns whether there was any. */
static bool join_used(const struct irf_region *region, bool *is_split)
{
	bool any = false;

	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		bool *is = &is_split[node->id];

		for (uint32_t k = 0; k < node->operand_count; k++) {
			bool *part = &is_split[node->operand[k]->id];
			if (node->op == IRF_LOOP && k == 0)
				continue;
			any |= *part && node->op != IRF_FIELD;
			*part &= node->op == IRF_FIELD;
		}
		for (int k = 0; k < IRF_REGIONS_MAX && node->region[k]; k++) {
			bool *part = &is_split[node->region[k]->result->id];
			any |= join_used(node->region[k], is_split);
			if (node->op == IRF_LOOP)
				continue;
			bool both = *part && *is && is_branch(node);
			any |= (*part && !both) || (*is && !both);
			*part = both;
			*is = both;
		}
		if (node->op == IRF_LOOP)
			any |= join_carried(node, is_split);
	}
	return any;
}

void lower_mark_split(const struct irf_fn *fn, bool *is_split)
{
	if (has_iterations(&fn->body))
		return;
	split_all(&fn->body, is_split);
	is_split[fn->body.result->id] = false;
	while (join_used(&fn->body, is_split))
		;
}

LLVMValueRef *lower_tuple_new(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef **part = &lowering->part[node->id];

	free(*part);
	*part = memory_alloc((node->type->count + 1) * sizeof **part);
	return *part;
}

void lower_tuple(struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef *part = lower_tuple_new(lowering, node);

	for (uint32_t i = 0; i < node->operand_count; i++)
		part[i] = lower_operand(lowering, node, i);
}

void lower_tuple_phis(struct lowering *lowering, const struct irf_node *node,
	LLVMBasicBlockRef *from, unsigned count)
{
	LLVMValueRef *part = lower_tuple_new(lowering, node);

	for (uint32_t i = 0; i < node->type->count; i++) {
		LLVMValueRef value[IRF_REGIONS_MAX] = {NULL};

		for (unsigned k = 0; k < count; k++)
			value[k] =
				lowering->part[node->region[k]->result->id][i];
		part[i] = LLVMBuildPhi(
			lowering->builder, LLVMTypeOf(value[0]), "");
		LLVMAddIncoming(part[i], value, from, count);
	}
}
