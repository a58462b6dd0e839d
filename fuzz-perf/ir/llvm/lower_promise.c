/* SPDX-License-Identifier: MIT
 * Functions of the portable IR become functions of LLVM IR: RANGE and DEFINED. LLVM has
 * them as metadata of loads and calls, and as attributes of calls and parameters. */
#include "config.h"

#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/lower.h"
#include "lib/memory.h"

void lower_count_uses(const struct irf_region *region, uint32_t *uses)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];

		for (uint32_t k = 0; k < node->operand_count; k++)
			uses[node->operand[k]->id]++;
		for (int k = 0; k < IRF_REGIONS_MAX && node->region[k]; k++)
			lower_count_uses(node->region[k], uses);
	}
	uses[region->result->id]++;
}

static bool is_alone(
	const struct lowering *lowering, const struct irf_node *node)
{
	return lowering->uses[node->id] == 1;
}

/* Whether the value of NODE is one of its own, not an operand's. */
static bool is_made_by(const struct irf_node *node)
{
	return node->op == IRF_LOAD || node->op == IRF_CALL ||
	       node->op == IRF_PARAM ||
	       (node->op >= IRF_ROTL && node->op <= IRF_CTTZ &&
		       node->op != IRF_BSWAP);
}

/* Whether what NODE, a RANGE or DEFINED, says can be said where its operand is made: nothing
 * else uses that. What is in a range comes before what is defined. */
static bool promise_is_about(
	const struct lowering *lowering, const struct irf_node *node)
{
	const struct irf_node *about = node->operand[0];

	if (node->op == IRF_DEFINED && about->op == IRF_RANGE &&
		is_alone(lowering, about))
		about = about->operand[0];
	return is_alone(lowering, about) && is_made_by(about);
}

/* VALUE, if it is a load or call of this block that NODE is about; NULL. */
static LLVMValueRef promise_instruction(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef value)
{
	return promise_is_about(lowering, node) &&
			       (LLVMIsALoadInst(value) ||
				       LLVMIsACallInst(value)) &&
			       LLVMGetInstructionParent(value) ==
				       LLVMGetInsertBlock(lowering->builder)
		       ? value
		       : NULL;
}

/* Whether VALUE is a parameter that NODE, which is always run, is about. */
static bool promise_is_parameter(struct lowering *lowering,
	const struct irf_node *node, LLVMValueRef value)
{
	return promise_is_about(lowering, node) && LLVMIsAArgument(value) &&
	       LLVMGetParamParent(value) == lowering->function &&
	       LLVMGetInsertBlock(lowering->builder) ==
		       LLVMGetEntryBasicBlock(lowering->function);
}

static unsigned parameter_index(LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	unsigned at = 0;

	while (LLVMGetParam(function, at) != parameter)
		at++;
	return at + 1;
}

/* What is loaded from where VALUE is stored. */
static LLVMValueRef promise_reload(
	struct lowering *lowering, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef memory = lower_alloca(lowering, type);

	LLVMBuildStore(lowering->builder, value, memory);
	return LLVMBuildLoad2(lowering->builder, type, memory, "");
}

static void add_metadata(struct lowering *lowering, LLVMValueRef instruction,
	const char *name, const LLVMValueRef *value, unsigned count)
{
	LLVMMetadataRef part[2] = {NULL};

	for (unsigned i = 0; i < count; i++)
		part[i] = LLVMValueAsMetadata(value[i]);
	LLVMSetMetadata(instruction,
		LLVMGetMDKindIDInContext(
			lowering->context, name, (unsigned)strlen(name)),
		LLVMMetadataAsValue(lowering->context,
			LLVMMDNodeInContext2(lowering->context, part, count)));
}

#if LLVM_VERSION_MAJOR >= 19

/* The C API makes no ranges: LLVM reads a text that has one. */
static LLVMAttributeRef range_attribute(
	struct lowering *lowering, const LLVMValueRef *bound)
{
	char *from = LLVMPrintValueToString(bound[0]);
	char *to = LLVMPrintValueToString(bound[1]), *why = NULL;
	char *text = memory_format("declare range(%s, %s) %.*s @t()\n", from,
		strchr(to, ' ') + 1, (int)strcspn(from, " "), from);
	LLVMAttributeRef attribute = NULL;
	LLVMModuleRef module;

	if (LLVMParseIRInContext(lowering->context,
		    LLVMCreateMemoryBufferWithMemoryRangeCopy(
			    text, strlen(text), "t"),
		    &module, &why)) {
		LLVMDisposeMessage(why);
	} else {
		attribute = LLVMGetEnumAttributeAtIndex(
			LLVMGetNamedFunction(module, "t"),
			LLVMAttributeReturnIndex,
			LLVMGetEnumAttributeKindForName("range", 5));
		LLVMDisposeModule(module);
	}
	LLVMDisposeMessage(from);
	LLVMDisposeMessage(to);
	free(text);
	return attribute;
}

#else

static LLVMAttributeRef range_attribute(
	struct lowering *lowering, const LLVMValueRef *bound)
{
	(void)lowering;
	(void)bound;
	return NULL;
}

#endif

/* VALUE, or poison where it is not in the range. */
static LLVMValueRef lower_range_select(struct lowering *lowering,
	LLVMValueRef value, const LLVMValueRef *bound)
{
	LLVMBuilderRef builder = lowering->builder;
	LLVMValueRef at = LLVMBuildSub(builder, value, bound[0], "");
	LLVMValueRef size = LLVMBuildSub(builder, bound[1], bound[0], "");
	LLVMValueRef all =
		LLVMBuildICmp(builder, LLVMIntEQ, bound[0], bound[1], "");

	return LLVMBuildSelect(builder,
		LLVMBuildOr(builder, all,
			LLVMBuildICmp(builder, LLVMIntULT, at, size, ""), ""),
		value, LLVMGetPoison(LLVMTypeOf(value)), "");
}

LLVMValueRef lower_range(struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef value = lower_operand(lowering, node, 0), instruction;
	LLVMValueRef bound[2] = {lower_operand(lowering, node, 1),
		lower_operand(lowering, node, 2)};
	LLVMAttributeRef attribute;

	/* Constants are unique. */
	if (!LLVMIsAConstantInt(bound[0]) || !LLVMIsAConstantInt(bound[1]) ||
		bound[0] == bound[1] || LLVMIsConstant(value))
		return lower_range_select(lowering, value, bound);
	instruction = promise_instruction(lowering, node, value);
	attribute = (instruction && LLVMIsACallInst(instruction)) ||
				    promise_is_parameter(lowering, node, value)
			    ? range_attribute(lowering, bound)
			    : NULL;
	if (attribute && instruction) {
		LLVMAddCallSiteAttribute(
			instruction, LLVMAttributeReturnIndex, attribute);
	} else if (attribute) {
		LLVMAddAttributeAtIndex(
			lowering->function, parameter_index(value), attribute);
	} else {
		if (!instruction)
			value = promise_reload(lowering, value);
		add_metadata(lowering, value, "range", bound, 2);
	}
	return value;
}

LLVMValueRef lower_defined(
	struct lowering *lowering, const struct irf_node *node)
{
	LLVMValueRef value = lower_operand(lowering, node, 0);
	LLVMValueRef instruction = promise_instruction(lowering, node, value);
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(lowering->context,
		LLVMGetEnumAttributeKindForName("noundef", 7), 0);

	if (instruction && LLVMIsACallInst(instruction)) {
		LLVMAddCallSiteAttribute(
			instruction, LLVMAttributeReturnIndex, attribute);
	} else if (promise_is_parameter(lowering, node, value)) {
		LLVMAddAttributeAtIndex(
			lowering->function, parameter_index(value), attribute);
	} else {
		if (!instruction)
			value = promise_reload(lowering, value);
		add_metadata(lowering, value, "noundef", NULL, 0);
	}
	return value;
}
