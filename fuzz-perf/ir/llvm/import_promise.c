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
	return !importer->taken[importer->at] && import_is_exact(importer);
}

/* NODE, as far as it keeps PROMISES. */
static node_t *import_kept(struct importer *importer, node_t *node,
	const struct promises *promises)
{
	/* Several ranges at once would be a choice between them. */
	if (promises->count == 2)
		node = import_add(importer, IRF_RANGE, node->type, 3, node,
			import_value(importer, promises->bound[0]),
			import_value(importer, promises->bound[1]));
	return promises->is_defined && is_always_run(importer) &&
			       ir_is_number(node->type)
		       ? import_add(importer, IRF_DEFINED, node->type, 1, node,
				 NULL, NULL)
		       : node;
}

node_t *import_promises(
	struct importer *importer, LLVMValueRef instruction, node_t *node)
{
	struct promises promises = promises_read(instruction);

	return import_kept(importer, node, &promises);
}

node_t *import_argument(
	struct importer *importer, LLVMValueRef call, unsigned at)
{
	struct promises promises = promises_read_argument(call, at);

	return import_kept(
		importer, import_operand(importer, call, at), &promises);
}

node_t *import_parameter_promises(
	struct importer *importer, node_t *param, unsigned at)
{
	struct promises promises =
		promises_read_parameter(importer->function, at);

	return import_kept(importer, param, &promises);
}
