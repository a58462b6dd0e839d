/* SPDX-License-Identifier: MIT
 * Functions of LLVM's own, as they were written: what passes do to a function depends on its
 * form, of which the portable IR keeps the meaning only. Its parameters come in another
 * order, and promises that the interpreter does not know are taken out. */
#include "config.h"

#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/ir/llvm/written.h"
#include "lib/memory.h"

#define WRITTEN_BYTES_MAX (64u << 10)
#define WRITTEN_HEAD	  "; function: " /* begins a text, before its name */

/* LLVM 14 has "ptr" only in a context that was told so before it has any pointer, and some
 * of its passes fail then: so only what needs that is read there. */
static LLVMContextRef written_context(struct llvm *llvm)
{
#if LLVM_VERSION_MAJOR < 15
	static const char *const words[] = {"retread", "-opaque-pointers"};

	LLVMPointerType(LLVMInt8TypeInContext(llvm->context), 0);
	if (!llvm->written)
		LLVMParseCommandLineOptions(2, words, "");
#endif
	if (!llvm->written)
		llvm->written = LLVMContextCreate();
	return llvm->written;
}

LLVMModuleRef llvm_parse(
	LLVMContextRef context, LLVMMemoryBufferRef file, char **why)
{
	int shown = dup(STDERR_FILENO);
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	LLVMModuleRef module = NULL;

	if (shown >= 0 && nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	if (LLVMParseIRInContext(context, file, &module, why))
		module = NULL;
	if (shown >= 0 && nowhere >= 0)
		dup2(shown, STDERR_FILENO);
	close(nowhere);
	close(shown);
	return module;
}

/* BUFFER is taken. */
static LLVMModuleRef written_parse_in(
	LLVMContextRef context, LLVMMemoryBufferRef buffer)
{
	char *why = NULL;
	LLVMModuleRef module = llvm_parse(context, buffer, &why);

	LLVMDisposeMessage(why);
	return module;
}

static LLVMMemoryBufferRef written_buffer_of(const char *text)
{
	return LLVMCreateMemoryBufferWithMemoryRangeCopy(
		text, strlen(text), "retread");
}

static LLVMModuleRef written_parse(struct llvm *llvm, const char *text)
{
	LLVMModuleRef module =
		written_parse_in(llvm->context, written_buffer_of(text));

	return module || LLVM_VERSION_MAJOR >= 15
		       ? module
		       : written_parse_in(written_context(llvm),
				 written_buffer_of(text));
}

/* The one that the first line of TEXT names. */
static LLVMValueRef written_find(LLVMModuleRef module, const char *text)
{
	const char *name = text + strlen(WRITTEN_HEAD);
	char *copy;
	LLVMValueRef function;

	if (strncmp(text, WRITTEN_HEAD, strlen(WRITTEN_HEAD)) != 0)
		return NULL;
	copy = memory_format("%.*s", (int)strcspn(name, "\n"), name);
	function = LLVMGetNamedFunction(module, copy);
	free(copy);
	return function && !LLVMIsDeclaration(function) ? function : NULL;
}

/*--- what is taken out ---*/

/* Leaves the metadata that the interpreter heeds, and hints that promise nothing. */
static void strip_instruction(LLVMContextRef context, LLVMValueRef instruction)
{
	static const char *const kept[] = {
		"range", "noundef", "nonnull", "llvm.loop", "prof"};
	size_t count;
	LLVMValueMetadataEntry *entry =
		LLVMInstructionGetAllMetadataOtherThanDebugLoc(
			instruction, &count);

	for (unsigned i = 0; i < count; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entry, i);
		bool is_kept = false;

		for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
			is_kept |= kind == LLVMGetMDKindIDInContext(context,
						   kept[k],
						   (unsigned)strlen(kept[k]));
		if (!is_kept)
			LLVMSetMetadata(instruction, kind, NULL);
	}
	LLVMDisposeValueMetadataEntries(entry);
}

static void strip_module(LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);

	LLVMStripModuleDebugInfo(module);
	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
		function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
			block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block);
				at; at = LLVMGetNextInstruction(at))
				strip_instruction(context, at);
}

/* Drops what FUNCTION does not need. */
static void keep_needed(LLVMModuleRef module, LLVMValueRef function)
{
	bool any = true;

	while (any) {
		any = false;
		for (LLVMValueRef at = LLVMGetFirstFunction(module), next; at;
			at = next) {
			next = LLVMGetNextFunction(at);
			if (at == function || LLVMGetFirstUse(at))
				continue;
			LLVMDeleteFunction(at);
			any = true;
		}
		for (LLVMValueRef at = LLVMGetFirstGlobal(module), next; at;
			at = next) {
			next = LLVMGetNextGlobal(at);
			if (LLVMGetFirstUse(at))
				continue;
			LLVMDeleteGlobal(at);
			any = true;
		}
	}
}

/* Numbers in memory, and addresses, are those of the interpreter. */
static bool has_known_layout(LLVMModuleRef module)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);

	return LLVMByteOrder(layout) == LLVMLittleEndian &&
	       LLVMPointerSize(layout) == 8;
}

/*--- f, with its parameters in the order of an entry ---*/

static void copy_attributes(LLVMValueRef from, LLVMAttributeIndex at,
	LLVMValueRef to, LLVMAttributeIndex place)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, at);
	LLVMAttributeRef *all =
		memory_alloc((count + 1) * sizeof(LLVMAttributeRef));

	LLVMGetAttributesAtIndex(from, at, all);
	for (unsigned i = 0; i < count; i++)
		LLVMAddAttributeAtIndex(to, place, all[i]);
	free(all);
}

static void written_leave_out(LLVMValueRef function, const char *attribute)
{
	LLVMRemoveEnumAttributeAtIndex(function,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName(attribute, strlen(attribute)));
}

/* FROM returns nothing: TO a bit. */
static void return_bits(LLVMValueRef to)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(to));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(to); block;
		block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

		if (!LLVMIsAReturnInst(end))
			continue;
		LLVMPositionBuilderBefore(builder, end);
		LLVMBuildRet(
			builder, LLVMConstNull(LLVMInt1TypeInContext(context)));
		LLVMInstructionEraseFromParent(end);
	}
	LLVMDisposeBuilder(builder);
}

/* Nothing else has the entry's name. */
static void free_name(LLVMModuleRef module)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, LOWER_NAME);
	LLVMValueRef variable = LLVMGetNamedGlobal(module, LOWER_NAME);

	if (function)
		LLVMSetValueName2(function, "other", 5);
	if (variable)
		LLVMSetValueName2(variable, "other", 5);
}

/* A function like FROM whose numbers come before its addresses, with all of its blocks. */
static LLVMValueRef make_entry(LLVMModuleRef module, LLVMValueRef from)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(from));
	bool is_void = LLVMGetTypeKind(returned) == LLVMVoidTypeKind;
	unsigned count = LLVMCountParams(from), at = 0;
	LLVMTypeRef *type = memory_alloc((count + 1) * sizeof(LLVMTypeRef));
	unsigned *place = memory_alloc((count + 1) * sizeof *place);
	LLVMValueRef to;
	LLVMBasicBlockRef block;

	for (int pointers = 0; pointers < 2; pointers++)
		for (unsigned i = 0; i < count; i++) {
			LLVMTypeRef one = LLVMTypeOf(LLVMGetParam(from, i));

			if (written_is_address(one) != pointers)
				continue;
			place[i] = at;
			type[at++] = one;
		}
	free_name(module);
	to = LLVMAddFunction(module, LOWER_NAME,
		LLVMFunctionType(
			is_void ? LLVMInt1TypeInContext(context) : returned,
			type, count, false));
	copy_attributes(from, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	written_leave_out(to, "optnone");
	for (unsigned i = 0; i < count; i++) {
		LLVMReplaceAllUsesWith(
			LLVMGetParam(from, i), LLVMGetParam(to, place[i]));
		copy_attributes(from, i + 1, to, place[i] + 1);
	}
	while ((block = LLVMGetFirstBasicBlock(from))) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(to, block);
	}
	if (is_void)
		return_bits(to);
	free(type);
	free(place);
	return to;
}

/* TEXT as a module with an entry; NULL: it is not one, or says what cannot be judged. */
static LLVMModuleRef written_make(
	struct llvm *llvm, const char *text, struct written *written)
{
	LLVMModuleRef module = written_parse(llvm, text);
	LLVMValueRef from = module ? written_find(module, text) : NULL, to;

	if (from && has_known_layout(module) &&
		written_is_known(module, from)) {
		strip_module(module);
		to = make_entry(module, from);
		/* It may call itself. */
		if (!LLVMGetFirstUse(from)) {
			LLVMDeleteFunction(from);
			if (!LLVMVerifyModule(
				    module, LLVMReturnStatusAction, NULL) &&
				written_find_places(llvm, module, to, written))
				return module;
		}
	}
	if (module)
		LLVMDisposeModule(module);
	return NULL;
}

/*--- members of irf_target ---*/

void *llvm_lower_text(void *t, const char *text)
{
	struct llvm *llvm = t;
	struct llvm_module *module = memory_alloc_zero(1, sizeof *module);
	struct written written;

	llvm->blocks = llvm->remarks = 0;
	module->module = written_make(llvm, text, &written);
	if (!module->module) {
		free(module);
		return NULL;
	}
	module->is_written = true;
	module->buffers = written.places;
	for (unsigned i = 0; i < written.places; i++) {
		module->buffer[i] = written.buffer[i];
		module->place[i] = written.place[i];
	}
	return module;
}

struct irf_fn *llvm_read_function(void *t, const char *text)
{
	struct written written;
	LLVMModuleRef module = written_make(t, text, &written);
	struct irf_fn *fn = NULL;

	if (module) {
		fn = written_signature(
			LLVMGetNamedFunction(module, LOWER_NAME), &written);
		written_release(&written);
		LLVMDisposeModule(module);
	}
	return fn;
}

char *llvm_write_function(void *t, const char *path, const char *name)
{
	struct llvm *llvm = t;
	char *message = NULL, *text = NULL, *printed;
	LLVMMemoryBufferRef file;
	LLVMModuleRef module;
	LLVMValueRef function;
	struct irf_fn *fn;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &file, &message)) {
		LLVMDisposeMessage(message);
		return NULL;
	}
	text = memory_format(
		"%.*s", (int)LLVMGetBufferSize(file), LLVMGetBufferStart(file));
	LLVMDisposeMemoryBuffer(file);
	module = written_parse(llvm, text);
	free(text);
	text = NULL;
	if (!module)
		return NULL;
	function = LLVMGetNamedFunction(module, name);
	if (function && !strchr(name, '\n')) {
		keep_needed(module, function);
		strip_module(module);
		printed = LLVMPrintModuleToString(module);
		text = memory_format("%s%s\n%s", WRITTEN_HEAD, name, printed);
		LLVMDisposeMessage(printed);
	}
	LLVMDisposeModule(module);
	fn = text && strlen(text) < WRITTEN_BYTES_MAX
		     ? llvm_read_function(t, text)
		     : NULL;
	if (fn)
		irf_free(fn);
	else
		free(text);
	return fn ? text : NULL;
}
