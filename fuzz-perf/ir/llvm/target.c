/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: the table by which it joins. */
#include "config.h"

#include "fuzz-perf/ir/llvm/target.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/ExecutionEngine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* Lack of memory, an assertion, an operation without code: the process ends, as
 * LLVM would end it, and whoever watches it keeps the input. */
void llvm_fail(const char *reason)
{
	fprintf(stderr, "LLVM ERROR: %s\n", reason);
	abort();
}

/*--- the compiler ---*/

static void close_llvm(void *t)
{
	struct llvm *llvm = t;

	llvm_watch_no_more(llvm);
	free(llvm->pass);
	lower_templates_release(&llvm->templates);
	LLVMDisposeTargetData(llvm->layout);
	LLVMDisposeTargetMachine(llvm->machine);
	LLVMContextDispose(llvm->context);
	if (llvm->written)
		LLVMContextDispose(llvm->written);
	free(llvm);
}

enum {
	OPTION_COVERAGE = 1, /* of what transforms */
	OPTION_ALL = 2,	     /* of all blocks */
	OPTION_OPTIMISE = 4, /* native code */
};

/* OPTIONS, with commas between them; -1: one is not known. */
static int read_options(const char *options)
{
	static const char *const names[] = {
		"coverage", "coverage=all", "optimise"};
	int all = 0;

	for (size_t length; *options; options += length + !!options[length]) {
		int found = 0;

		length = strcspn(options, ",");
		for (int i = 0; i < 3; i++)
			if (strlen(names[i]) == length &&
				!memcmp(names[i], options, length))
				found = 1 << i;
		if (!found)
			return -1;
		all |= found;
	}
	return all;
}

static void *open_llvm(const char *options)
{
	struct llvm *llvm;
	char *triple = LLVMGetDefaultTargetTriple(), *why = NULL;
	LLVMTargetRef target;

	int wanted = read_options(options);

	if (wanted < 0) {
		fprintf(stderr,
			"LLVM has no option %s; there are: coverage, "
			"coverage=all, optimise\n",
			options);
		return NULL;
	}
	LLVMInstallFatalErrorHandler(llvm_fail);
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
	llvm_listen(llvm);
	llvm->optimises = wanted & OPTION_OPTIMISE;
	if (wanted & (OPTION_COVERAGE | OPTION_ALL))
		llvm_watch(llvm, wanted & OPTION_ALL);
	return llvm;
}

static const struct irf_pass *find_passes(void *t, size_t *count)
{
	*count = ((struct llvm *)t)->passes;
	return ((struct llvm *)t)->pass;
}

/*--- modules ---*/

static void llvm_drop(void *t, void *m)
{
	struct llvm_module *module = m;

	(void)t;
	program_free(module->program);
	llvm_forget_native(module);
	free(module->printed);
	for (unsigned i = 0; i < module->buffers; i++)
		free(module->place[i].name);
	LLVMDisposeModule(module->module);
	free(module);
}

static void *llvm_lower(void *t, const struct irf_fn *fn)
{
	struct llvm *llvm = t;
	struct llvm_module *module = memory_alloc_zero(1, sizeof *module);
	char *triple = LLVMGetTargetMachineTriple(llvm->machine);

	llvm->blocks = llvm->remarks = 0;
	module->module =
		LLVMModuleCreateWithNameInContext("retread", llvm->context);
	LLVMSetModuleDataLayout(module->module, llvm->layout);
	LLVMSetTarget(module->module, triple);
	LLVMDisposeMessage(triple);
	if (!lower_function(module->module, fn, &llvm->templates)) {
		llvm_drop(t, module);
		return NULL;
	}
	module->buffers = fn->buffer_count;
	for (unsigned i = 0; i < module->buffers; i++)
		module->buffer[i] = fn->buffer[i];
	return module;
}

static void *clone(void *t, void *m)
{
	const struct llvm_module *from = m;
	struct llvm_module *copy = memory_alloc_zero(1, sizeof *copy);

	(void)t;
	copy->module = LLVMCloneModule(from->module);
	copy->buffers = from->buffers;
	copy->is_written = from->is_written;
	memcpy(copy->buffer, from->buffer, sizeof copy->buffer);
	for (unsigned i = 0; i < from->buffers; i++) {
		copy->place[i].kind = from->place[i].kind;
		if (from->place[i].name)
			copy->place[i].name =
				memory_string_dup(from->place[i].name);
	}
	return copy;
}

static enum irf_status llvm_verify(void *t, void *m, char *why, size_t size)
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

static char *llvm_print(void *t, void *m)
{
	char *text = LLVMPrintModuleToString(((struct llvm_module *)m)->module);
	char *copy = memory_string_dup(text);

	(void)t;
	LLVMDisposeMessage(text);
	return copy;
}

/*--- passes ---*/

/* What there is of functions and variables in MODULE, to be freed. Its types and groups of
 * attributes, which take as long to print, differ if this does, or mean nothing. */
static char *target_print_values(LLVMModuleRef module)
{
	char *all = NULL, *text;
	size_t size;
	FILE *out = open_memstream(&all, &size);

	for (LLVMValueRef value = LLVMGetFirstFunction(module); value;
		value = LLVMGetNextFunction(value)) {
		text = LLVMPrintValueToString(value);
		fputs(text, out);
		LLVMDisposeMessage(text);
	}
	for (LLVMValueRef value = LLVMGetFirstGlobal(module); value;
		value = LLVMGetNextGlobal(value)) {
		text = LLVMPrintValueToString(value);
		fputs(text, out);
		LLVMDisposeMessage(text);
	}
	fclose(out);
	return all;
}

static size_t count_instructions(LLVMModuleRef module)
{
	size_t count = 0;

	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
		function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
			block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block);
				at; at = LLVMGetNextInstruction(at))
				count++;
	return count;
}

static enum irf_status llvm_run(void *t, void *m, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	struct llvm *llvm = t;
	struct llvm_module *module = m;
	char *list = llvm_pass_list(llvm, pass, count), *why, *before;
	size_t instructions = count_instructions(module->module);

	program_free(module->program);
	module->program = NULL;
	module->is_refused = false;
	llvm_forget_native(module);
	/* One pass alone is compared exactly; it is not what most runs are, and most often
	 * the number of instructions says it. A list is run as one, in which passes keep what
	 * they know of the code. */
	before = module->printed;
	if (!before && count == 1)
		before = target_print_values(module->module);
	module->printed = NULL;
	llvm_start_run(llvm);
	why = count ? llvm_run_list(llvm, module->module, list) : NULL;
	llvm_end_run(llvm);
	if (count == 1 && count_instructions(module->module) == instructions)
		module->printed = target_print_values(module->module);
	log->is_same = module->printed && !strcmp(before, module->printed);
	log->changed = count == 1 ? !log->is_same : UINT64_MAX;
	if (why)
		snprintf(log->why, sizeof log->why, "%s", why);
	free(before);
	free(list);
	free(why);
	return why ? IRF_ERROR : IRF_OK;
}

static char *command(void *t, const unsigned *pass, size_t count,
	bool optimises, const char *file)
{
	const struct llvm *llvm = t;
	char *list = llvm_pass_list(t, pass, count);
	char *line =
		count ? memory_format("opt-%d -S -passes='%s' %s",
				LLVM_VERSION_MAJOR, list, file)
		      : memory_format("llc-%d -O%d -o - %s", LLVM_VERSION_MAJOR,
				optimises || llvm->optimises ? 2 : 0, file);

	free(list);
	return line;
}

static const struct irf_target target = {
	.abi = IRF_ABI,
	.name = "llvm",
	.version = LLVM_VERSION_STRING,
	.max_width = IRF_WIDTH_MAX,
	.features = IRF_F_ALL & ~IRF_F_SAMESIGN, /* no release here has that */
	.find_passes = find_passes,
	.open = open_llvm,
	.lower = llvm_lower,
	.verify = llvm_verify,
	.clone = clone,
	.run = llvm_run,
	.eval = llvm_eval,
	.exec = llvm_exec,
	.exec_optimised = llvm_exec_optimised,
	.renew = llvm_renew,
	.features_of = llvm_features,
	.print = llvm_print,
	.command = command,
	.import_file = llvm_import,
	.write_function = llvm_write_function,
	.read_function = llvm_read_function,
	.lower_text = llvm_lower_text,
	.drop = llvm_drop,
	.close = close_llvm,
};

const struct irf_target *irf_module(void)
{
	return &target;
}
