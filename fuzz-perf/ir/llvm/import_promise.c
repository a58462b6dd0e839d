/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: what loads, calls, arguments and
 * parameters promise. */
#include "config.h"

#include "fuzz-perf/ir/llvm/import.h"
#include "fuzz-perf/ir/llvm/promises.h"

/* In a block that may not be run, or a function that may not be called, nothing is
 * undefined. */
static bool is_always_run(const struct importer *importer)
{
	return !importer->taken[importer->at] && !importer->is_called;
}

static node_t *import_defined_value(struct importer *importer, node_t *node)
{
	return is_always_run(importer) && ir_is_number(node->type)
		       ? import_add(importer, IRF_DEFINED, node->type, 1, node,
				 NULL, NULL)
		       : node;
}

node_t *import_promises(
	struct importer *importer, LLVMValueRef instruction, node_t *node)
{
	struct promises promises = promises_read(instruction);

	/* Several ranges at once would be a choice between them. */
	if (promises.count == 2)
		node = import_add(importer, IRF_RANGE, node->type, 3, node,
			import_value(importer, promises.bound[0]),
			import_value(importer, promises.bound[1]));
	return promises.is_defined ? import_defined_value(importer, node)
				   : node;
}

node_t *import_argument(
	struct importer *importer, LLVMValueRef call, unsigned at)
{
	node_t *node = import_operand(importer, call, at);

	return promises_has_argument(call, at, "noundef")
		       ? import_defined_value(importer, node)
		       : node;
}

node_t *import_parameter_promises(
	struct importer *importer, node_t *param, unsigned at)
{
	LLVMValueRef function = importer->function;
	node_t *node = param;

	if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, at))) ==
			LLVMPointerTypeKind &&
		promises_has_parameter(function, at, "nonnull"))
		node = import_add(importer, IRF_RANGE, node->type, 3, node,
			import_number(importer, node->type, 1),
			import_number(importer, node->type, 0));
	return promises_has_parameter(function, at, "noundef")
		       ? import_defined_value(importer, node)
		       : node;
}
