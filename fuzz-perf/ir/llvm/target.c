/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: the table by which it joins. */
#include "config.h"

#include "fuzz-perf/ir/llvm/target.h"

#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/ExecutionEngine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define BLOCKS_MOST (1u << 20) /* of one run of passes */

/* Lack of memory, an assertion, an operation without code: the process ends, as
 * LLVM would end it, and whoever watches it keeps the input. */
static void fail(const char *reason)
{
	fprintf(stderr, "LLVM ERROR: %s\n", reason);
	abort();
}

/*--- the compiler ---*/

/* Breakpoints on the blocks of the LLVM in this process. */
static void watch(struct llvm *llvm)
{
	Dl_info library, module;
	const char *path[1];
	char why[512], *lister;

	if (!dladdr((void *)(uintptr_t)LLVMContextCreate, &library) ||
		!dladdr((void *)(uintptr_t)watch, &module))
		return;
	path[0] = library.dli_fname;
	lister = memory_format("%.*sretread-watch",
		(int)(strrchr(module.dli_fname, '/') + 1 - module.dli_fname),
		module.dli_fname);
	llvm->coverage = bpcov_new(path, 1, lister, why, sizeof why);
	free(lister);
	if (!llvm->coverage) {
		fprintf(stderr, "LLVM is not watched: %s\n", why);
		return;
	}
	llvm->block = memory_alloc(BLOCKS_MOST * sizeof *llvm->block);
}

static void close_llvm(void *t)
{
	struct llvm *llvm = t;

	bpcov_free(llvm->coverage);
	free(llvm->block);
	free(llvm->pass);
	LLVMDisposeTargetData(llvm->layout);
	LLVMDisposeTargetMachine(llvm->machine);
	LLVMContextDispose(llvm->context);
	free(llvm);
}

/* OPTIONS: "" or "coverage". */
static void *open_llvm(const char *options)
{
	struct llvm *llvm;
	char *triple = LLVMGetDefaultTargetTriple(), *why = NULL;
	LLVMTargetRef target;

	if (*options && strcmp(options, "coverage")) {
		fprintf(stderr, "LLVM has no option %s; there is: coverage\n",
			options);
		return NULL;
	}
	LLVMInstallFatalErrorHandler(fail);
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMLinkInMCJIT();
	if (LLVMGetTargetFromTriple(triple, &target, &why)) {
		fprintf(stderr, "%s: %s\n", triple, why);
		LLVMDisposeMessage(why);
		LLVMDisposeMessage(triple);
		return NULL;
	}
	llvm = memory_alloc_zero(1, sizeof *llvm);
	llvm->context = LLVMContextCreate();
	llvm->machine = LLVMCreateTargetMachine(target, triple, "", "",
		LLVMCodeGenLevelDefault, LLVMRelocDefault,
		LLVMCodeModelDefault);
	llvm->layout = LLVMCreateTargetDataLayout(llvm->machine);
	LLVMDisposeMessage(triple);
	llvm_find_passes(llvm);
	if (*options)
		watch(llvm);
	return llvm;
}

static const struct irf_pass *find_passes(void *t, size_t *count)
{
	*count = ((struct llvm *)t)->passes;
	return ((struct llvm *)t)->pass;
}

/*--- modules ---*/

static void drop(void *t, void *m)
{
	struct llvm_module *module = m;

	(void)t;
	program_free(module->program);
	LLVMDisposeModule(module->module);
	free(module);
}

static void *lower(void *t, const struct irf_fn *fn)
{
	struct llvm *llvm = t;
	struct llvm_module *module = memory_alloc_zero(1, sizeof *module);
	char *triple = LLVMGetTargetMachineTriple(llvm->machine);

	module->module =
		LLVMModuleCreateWithNameInContext("retread", llvm->context);
	LLVMSetModuleDataLayout(module->module, llvm->layout);
	LLVMSetTarget(module->module, triple);
	LLVMDisposeMessage(triple);
	if (!lower_function(module->module, fn)) {
		drop(t, module);
		return NULL;
	}
	module->buffers = fn->buffer_count;
	for (unsigned i = 0; i < module->buffers; i++)
		module->buffer[i] = fn->buffer[i];
	return module;
}

static void *clone(void *t, void *m)
{
	struct llvm_module *copy = memory_alloc(sizeof *copy);

	(void)t;
	*copy = *(struct llvm_module *)m;
	copy->module = LLVMCloneModule(copy->module);
	copy->program = NULL;
	return copy;
}

static enum irf_status verify(void *t, void *m, char *why, size_t size)
{
	char *message = NULL;
	bool is_broken = LLVMVerifyModule(((struct llvm_module *)m)->module,
		LLVMReturnStatusAction, &message);

	(void)t;
	if (is_broken)
		snprintf(why, size, "%.*s", (int)strcspn(message, "\n"),
			message);
	LLVMDisposeMessage(message);
	return is_broken ? IRF_ERROR : IRF_OK;
}

static char *print(void *t, void *m)
{
	char *text = LLVMPrintModuleToString(((struct llvm_module *)m)->module);
	char *copy = memory_string_dup(text);

	(void)t;
	LLVMDisposeMessage(text);
	return copy;
}

/*--- passes ---*/

/* Where it stops, so that blocks are those of passes and not of other work. */
static void take_blocks(struct llvm *llvm)
{
	llvm->blocks = bpcov_take_new(llvm->coverage, llvm->block, BLOCKS_MOST);
	if (llvm->blocks > BLOCKS_MOST)
		llvm->blocks = BLOCKS_MOST;
}

static enum irf_status run(void *t, void *m, const unsigned *pass, size_t count,
	struct irf_log *log)
{
	struct llvm *llvm = t;
	struct llvm_module *module = m;
	char *list = llvm_pass_list(llvm, pass, count), *why, *before, *after;

	program_free(module->program);
	module->program = NULL;
	module->is_refused = false;
	/* One pass alone is compared exactly; it is not what most runs are. */
	before = count == 1 ? print(t, m) : NULL;
	if (llvm->coverage)
		bpcov_take_new(llvm->coverage, NULL, 0);
	why = count ? llvm_run_list(llvm, module->module, list) : NULL;
	if (llvm->coverage)
		take_blocks(llvm);
	after = before ? print(t, m) : NULL;
	log->changed = !before || strcmp(before, after);
	if (why)
		snprintf(log->why, sizeof log->why, "%s", why);
	free(before);
	free(after);
	free(list);
	free(why);
	return why ? IRF_ERROR : IRF_OK;
}

static char *command(
	void *t, const unsigned *pass, size_t count, const char *file)
{
	char *list = llvm_pass_list(t, pass, count);
	char *line = memory_format(
		"opt-%d -S -passes='%s' %s", LLVM_VERSION_MAJOR, list, file);

	free(list);
	return line;
}

static const struct irf_target target = {
	.abi = IRF_ABI,
	.name = "llvm",
	.version = LLVM_VERSION_STRING,
	.max_width = IRF_WIDTH_MAX,
	.features = IRF_F_ALL,
	.find_passes = find_passes,
	.open = open_llvm,
	.lower = lower,
	.verify = verify,
	.clone = clone,
	.run = run,
	.eval = llvm_eval,
	.exec = llvm_exec,
	.features_of = llvm_features,
	.print = print,
	.command = command,
	.drop = drop,
	.close = close_llvm,
};

const struct irf_target *irf_module(void)
{
	return &target;
}
