/* SPDX-License-Identifier: MIT
 * The passes of LLVM that are tested. Which of them a release has is found out by
 * running each on an empty function. */
#include "config.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"

/* As `opt -passes` has them, for functions if their names say nothing else. Weights follow how much
 * there is to a pass: instcombine has as many rules as all others of functions together. */
static const struct passes_row {
	const char *name;
	enum level { FUNCTION, CGSCC, MODULE } level;
	unsigned flags;
	unsigned weight;
} rows[] = {
	{"adce", FUNCTION, 0, 4},
	{"aggressive-instcombine", FUNCTION, 0, 4},
	{"bdce", FUNCTION, 0, 4},
	{"break-crit-edges", FUNCTION, IRF_PASS_LOWERING, 2},
	{"consthoist", FUNCTION, IRF_PASS_LOWERING, 2},
	{"constraint-elimination", FUNCTION, 0, 4},
	{"correlated-propagation", FUNCTION, 0, 8},
	{"dce", FUNCTION, 0, 1},
	{"div-rem-pairs", FUNCTION, IRF_PASS_LOWERING, 4},
	{"dse", FUNCTION, 0, 4},
	{"early-cse", FUNCTION, 0, 4},
	{"early-cse<memssa>", FUNCTION, 0, 4},
	{"fix-irreducible", FUNCTION, IRF_PASS_LOWERING, 1},
	{"flattencfg", FUNCTION, IRF_PASS_LOWERING, 2},
	{"float2int", FUNCTION, 0, 1},
	{"guard-widening", FUNCTION, 0, 1},
	{"gvn", FUNCTION, 0, 8},
	{"gvn-hoist", FUNCTION, IRF_PASS_LOWERING, 2},
	{"gvn-sink", FUNCTION, IRF_PASS_LOWERING, 2},
/* From LLVM 18 on the plain one ends the process if it needs another round. */
#if LLVM_VERSION_MAJOR >= 18
	{"instcombine<no-verify-fixpoint>", FUNCTION, 0, 80},
#else
	{"instcombine", FUNCTION, 0, 80},
#endif
	{"instsimplify", FUNCTION, 0, 8},
	{"irce", FUNCTION, IRF_PASS_LOWERING, 2},
	{"jump-threading", FUNCTION, IRF_PASS_LOWERING, 6},
	{"lcssa", FUNCTION, 0, 1},
	{"load-store-vectorizer", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop(canon-freeze)", FUNCTION, 0, 1},
	{"loop(indvars)", FUNCTION, 0, 6},
	{"loop(loop-bound-split)", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop(loop-deletion)", FUNCTION, 0, 4},
	{"loop(loop-flatten)", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop(loop-idiom)", FUNCTION, 0, 4},
	{"loop(loop-instsimplify)", FUNCTION, 0, 2},
	{"loop(loop-interchange)", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop(loop-predication)", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop(loop-reduce)", FUNCTION, IRF_PASS_LOWERING, 4},
	{"loop(loop-reroll)", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop(loop-rotate)", FUNCTION, 0, 6},
	{"loop(loop-simplifycfg)", FUNCTION, 0, 2},
	{"loop(loop-unroll-full)", FUNCTION, 0, 4},
	{"loop(loop-versioning-licm)", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop-data-prefetch", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop-distribute", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop-fusion", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop-load-elim", FUNCTION, IRF_PASS_LOWERING, 2},
	{"loop-mssa(licm)", FUNCTION, IRF_PASS_LOWERING, 6},
	{"loop-mssa(lnicm)", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop-mssa(loop-rotate)", FUNCTION, 0, 1},
	{"loop-mssa(simple-loop-unswitch)", FUNCTION, 0, 2},
	{"loop-mssa(simple-loop-unswitch<nontrivial>)", FUNCTION,
		IRF_PASS_LOWERING, 4},
	{"loop-simplify", FUNCTION, 0, 1},
	{"loop-sink", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop-unroll", FUNCTION, IRF_PASS_LOWERING, 4},
	{"loop-unroll-and-jam", FUNCTION, IRF_PASS_LOWERING, 1},
	{"loop-vectorize", FUNCTION, IRF_PASS_LOWERING, 6},
	{"loop-versioning", FUNCTION, IRF_PASS_LOWERING, 1},
	{"lower-switch", FUNCTION, IRF_PASS_LOWERING, 1},
	{"lowerswitch", FUNCTION, IRF_PASS_LOWERING, 1},
	{"mem2reg", FUNCTION, 0, 4},
	{"memcpyopt", FUNCTION, 0, 4},
	{"mergeicmps", FUNCTION, 0, 2},
	{"mergereturn", FUNCTION, IRF_PASS_LOWERING, 1},
	{"mldst-motion", FUNCTION, IRF_PASS_LOWERING, 2},
	{"nary-reassociate", FUNCTION, 0, 4},
	{"newgvn", FUNCTION, 0, 6},
	{"reassociate", FUNCTION, IRF_PASS_LOWERING, 8},
	{"reg2mem", FUNCTION, IRF_PASS_LOWERING, 2},
	{"scalarizer", FUNCTION, IRF_PASS_LOWERING, 2},
	{"sccp", FUNCTION, 0, 4},
	{"separate-const-offset-from-gep", FUNCTION, IRF_PASS_LOWERING, 1},
	{"simplifycfg", FUNCTION, IRF_PASS_LOWERING, 8},
	{"simplifycfg<switch-to-lookup;hoist-common-insts;sink-common-insts>",
		FUNCTION, IRF_PASS_LOWERING, 4},
	{"sink", FUNCTION, 0, 2},
	{"slp-vectorizer", FUNCTION, IRF_PASS_LOWERING, 4},
	{"slsr", FUNCTION, 0, 4},
	{"speculative-execution", FUNCTION, IRF_PASS_LOWERING, 2},
	{"sroa", FUNCTION, IRF_PASS_LOWERING, 6},
	{"tailcallelim", FUNCTION, 0, 1},
	{"unify-loop-exits", FUNCTION, IRF_PASS_LOWERING, 1},
	{"vector-combine", FUNCTION, 0, 4},
	{"attributor", MODULE, 0, 1},
	{"called-value-propagation", MODULE, 0, 1},
	{"module(cgscc(argpromotion))", MODULE, IRF_PASS_LOWERING, 1},
	{"module(cgscc(function-attrs))", MODULE, 0, 1},
	{"constmerge", MODULE, 0, 1},
	{"deadargelim", MODULE, 0, 1},
	{"globaldce", MODULE, 0, 1},
	{"globalopt", MODULE, 0, 1},
	{"hotcoldsplit", MODULE, IRF_PASS_LOWERING, 1},
	{"inline", CGSCC, IRF_PASS_LOWERING, 2},
	{"iroutliner", MODULE, IRF_PASS_LOWERING, 1},
	{"ipsccp", MODULE, 0, 4},
	{"mergefunc", MODULE, IRF_PASS_LOWERING, 1},
	{"partial-inliner", MODULE, IRF_PASS_LOWERING, 1},
	{"default<O1>", MODULE, IRF_PASS_LOWERING | IRF_PASS_LIST, 1},
	{"default<O2>", MODULE, IRF_PASS_LOWERING | IRF_PASS_LIST, 2},
	{"default<O3>", MODULE, IRF_PASS_LOWERING | IRF_PASS_LIST, 1},
};

#define ROWS (sizeof rows / sizeof *rows)

static const struct passes_row *passes_find_row(const char *name)
{
	const struct passes_row *row = rows;

	while (strcmp(row->name, name))
		row++;
	return row;
}

/* "function(NAME)" for a pass of functions: the first name of a list says what the others
 * are. */
static void passes_append(char **list, const struct passes_row *row)
{
	static const char *const open[] = {"function(", "cgscc(", ""};
	char *longer = memory_format("%s%s%s%s%s", *list, **list ? "," : "",
		open[row->level], row->name, row->level == MODULE ? "" : ")");

	free(*list);
	*list = longer;
}

char *llvm_pass_list(
	const struct llvm *llvm, const unsigned *pass, size_t count)
{
	char *list = memory_string_dup("");

	for (size_t i = 0; i < count; i++)
		passes_append(&list, passes_find_row(llvm->pass[pass[i]].name));
	return list;
}

char *llvm_run_list(
	const struct llvm *llvm, LLVMModuleRef module, const char *list)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	/* As opt has it: without a target there are no costs of one. */
	LLVMErrorRef error = LLVMRunPasses(module, list,
		*LLVMGetTarget(module) ? llvm->machine : NULL, options);
	char *message, *why;

	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return NULL;
	message = LLVMGetErrorMessage(error);
	why = memory_string_dup(message);
	LLVMDisposeErrorMessage(message);
	return why;
}

/* Whether a function that does nothing can be given to the pass. */
static bool passes_is_there(
	const struct llvm *llvm, const struct passes_row *row)
{
	LLVMModuleRef module =
		LLVMModuleCreateWithNameInContext("probe", llvm->context);
	LLVMTypeRef none = LLVMVoidTypeInContext(llvm->context);
	LLVMValueRef function = LLVMAddFunction(
		module, "f", LLVMFunctionType(none, NULL, 0, false));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(llvm->context);
	char *list = memory_string_dup(""), *why;
	char *triple = LLVMGetTargetMachineTriple(llvm->machine);

	LLVMPositionBuilderAtEnd(builder,
		LLVMAppendBasicBlockInContext(llvm->context, function, ""));
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	LLVMSetModuleDataLayout(module, llvm->layout);
	LLVMSetTarget(module, triple);
	LLVMDisposeMessage(triple);
	passes_append(&list, row);
	why = llvm_run_list(llvm, module, list);
	LLVMDisposeModule(module);
	free(list);
	free(why);
	return !why;
}

void llvm_find_passes(struct llvm *llvm)
{
	llvm->pass = memory_alloc_zero(ROWS, sizeof *llvm->pass);
	for (size_t i = 0; i < ROWS; i++)
		if (passes_is_there(llvm, &rows[i]))
			llvm->pass[llvm->passes++] =
				(struct irf_pass){.name = rows[i].name,
					.flags = rows[i].flags,
					.weight = rows[i].weight};
}
