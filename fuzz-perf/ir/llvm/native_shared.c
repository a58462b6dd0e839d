/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: what native code shares with others, its variables and
 * functions that are not known. */
#include "config.h"

#include "fuzz-perf/ir/llvm/native.h"

#include <llvm-c/ExecutionEngine.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/limbs.h"
#include "lib/memory.h"

/*--- functions that are not known ---*/

/* Of the run that is under way; only one is. */
static struct {
	const uint64_t *returned;
	uint64_t *given;
	size_t count, size, taken;
} native_told;

static void native_give(const uint64_t *word, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (native_told.count < native_told.size)
			native_told.given[native_told.count++] = word[i];
}

static void native_return(uint64_t *word, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		word[i] = native_told.returned[native_told.taken++ %
					       native_told.size];
}

/* Words that a value of TYPE takes; 0: it has none, or an address. */
static uint64_t native_count_words(LLVMTypeRef type)
{
	uint64_t count = 0, one;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return limbs_of(LLVMGetIntTypeWidth(type));
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return 1;
	case LLVMVectorTypeKind:
		return LLVMGetVectorSize(type) *
		       native_count_words(LLVMGetElementType(type));
	case LLVMArrayTypeKind:
		return LLVMGetArrayLength(type) *
		       native_count_words(LLVMGetElementType(type));
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type);
			i++) {
			one = native_count_words(
				LLVMStructGetTypeAtIndex(type, i));
			if (!one)
				return 0;
			count += one;
		}
		return count;
	default:
		return 0;
	}
}

/* Is each number of TYPE one word? */
static bool native_is_narrow(LLVMTypeRef type)
{
	LLVMTypeRef number = LLVMGetTypeKind(type) == LLVMVectorTypeKind
				     ? LLVMGetElementType(type)
				     : type;

	return LLVMGetTypeKind(number) != LLVMArrayTypeKind &&
	       LLVMGetTypeKind(number) != LLVMStructTypeKind &&
	       native_count_words(number) == 1;
}

/* COUNT words of memory. */
static LLVMValueRef make_words(struct native_entry *entry, uint64_t count)
{
	LLVMValueRef size = LLVMConstInt(entry->word, count, false);

	return LLVMBuildArrayAlloca(entry->builder, entry->word, size, "");
}

/* A call of a function of this process, with COUNT words at ENTRY's memory. */
static void call_here(
	struct native_entry *entry, uintptr_t function, uint64_t count)
{
	LLVMTypeRef parameter[] = {
		LLVMPointerType(entry->word, 0), entry->word};
	LLVMTypeRef type = LLVMFunctionType(
		LLVMVoidTypeInContext(entry->context), parameter, 2, false);
	LLVMValueRef argument[] = {
		entry->memory, LLVMConstInt(entry->word, count, false)};

	LLVMBuildCall2(entry->builder, type,
		LLVMConstIntToPtr(LLVMConstInt(entry->word, function, false),
			LLVMPointerType(type, 0)),
		argument, 2, "");
}

static bool can_have_body(LLVMValueRef function, uint64_t *words)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMTypeRef returned = LLVMGetReturnType(type);

	*words = 1;
	if (LLVMIsFunctionVarArg(type) ||
		(LLVMGetTypeKind(returned) != LLVMVoidTypeKind &&
			!native_is_narrow(returned)))
		return false;
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		uint64_t one = native_count_words(
			LLVMTypeOf(LLVMGetParam(function, i)));
		if (!one)
			return false;
		*words += one;
	}
	return true;
}

/* Its name and what it is given are told, as by the interpreter. */
static bool add_body(LLVMModuleRef copy, LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetModuleContext(copy);
	LLVMTypeRef returned =
		LLVMGetReturnType(LLVMGlobalGetValueType(function));
	struct native_entry entry = {
		.context = context, .word = LLVMInt64TypeInContext(context)};
	uint64_t words;
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	if (!can_have_body(function, &words))
		return false;
	entry.builder = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderAtEnd(entry.builder,
		LLVMAppendBasicBlockInContext(context, function, ""));
	entry.memory = make_words(&entry, words);
	native_write_value(
		&entry, LLVMConstInt(entry.word,
				parameters_hash(0, name, length), false));
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		native_write_value(&entry, LLVMGetParam(function, i));
	call_here(&entry, (uintptr_t)native_give, words);
	if (LLVMGetTypeKind(returned) == LLVMVoidTypeKind) {
		LLVMBuildRetVoid(entry.builder);
	} else {
		words = native_count_words(returned);
		entry.memory = make_words(&entry, words);
		entry.at = 0;
		call_here(&entry, (uintptr_t)native_return, words);
		LLVMBuildRet(
			entry.builder, native_read_value(&entry, returned));
	}
	LLVMDisposeBuilder(entry.builder);
	return true;
}

/*--- variables ---*/

/* The buffer of MODULE that the variable NAME is; -1: it is its own. */
static int native_find_buffer(
	const struct llvm_module *module, const char *name)
{
	for (unsigned i = 0; i < module->buffers; i++)
		if (module->place[i].kind == PLACE_GLOBAL &&
			!strcmp(module->place[i].name, name))
			return (int)i;
	return -1;
}

static bool share_variable(
	const struct llvm_module *module, LLVMValueRef global)
{
	size_t length;
	const char *name = LLVMGetValueName2(global, &length);

	if (LLVMIsGlobalConstant(global))
		return true;
	if (!length || LLVMIsThreadLocal(global))
		return false;
	if (LLVMIsDeclaration(global)) {
		if (native_find_buffer(module, name) < 0)
			return false;
		LLVMSetInitializer(
			global, LLVMConstNull(LLVMGlobalGetValueType(global)));
	}
	LLVMSetLinkage(global, LLVMExternalLinkage);
	LLVMSetVisibility(global, LLVMDefaultVisibility);
	return true;
}

bool native_share(const struct llvm_module *module, LLVMModuleRef copy)
{
	for (LLVMValueRef at = LLVMGetFirstGlobal(copy); at;
		at = LLVMGetNextGlobal(at))
		if (!share_variable(module, at))
			return false;
	for (LLVMValueRef at = LLVMGetFirstFunction(copy); at;
		at = LLVMGetNextFunction(at))
		if (LLVMIsDeclaration(at) && !LLVMGetIntrinsicID(at) &&
			LLVMGetFirstUse(at) && !add_body(copy, at))
			return false;
	return true;
}

bool native_find_variables(struct llvm_native *native, LLVMModuleRef copy)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(copy);
	size_t length;

	for (LLVMValueRef at = LLVMGetFirstGlobal(copy); at;
		at = LLVMGetNextGlobal(at)) {
		struct native_variable *variable;

		if (LLVMIsGlobalConstant(at))
			continue;
		native->variable = memory_grow(native->variable,
			&native->capacity, native->variables + 1,
			sizeof *native->variable);
		variable = &native->variable[native->variables];
		variable->name =
			memory_string_dup(LLVMGetValueName2(at, &length));
		variable->bytes =
			LLVMABISizeOfType(layout, LLVMGlobalGetValueType(at));
		variable->memory =
			(uint8_t *)(uintptr_t)LLVMGetGlobalValueAddress(
				native->engine, variable->name);
		variable->initial = memory_alloc(variable->bytes + 1);
		native->variables++;
		if (!variable->memory)
			return false;
		memcpy(variable->initial, variable->memory, variable->bytes);
	}
	return true;
}

void native_forget_variables(struct llvm_native *native)
{
	for (size_t i = 0; i < native->variables; i++) {
		free(native->variable[i].name);
		free(native->variable[i].initial);
	}
	free(native->variable);
}

/*--- around a run ---*/

/* Does the variable begin as the module says? */
static bool has_initial(const struct llvm_module *module,
	const struct native_variable *variable)
{
	LLVMValueRef global =
		LLVMGetNamedGlobal(module->module, variable->name);

	return global && constants_initial(global);
}

void native_give_shared(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_native *native,
	const struct irf_args *args, const struct irf_vals *vals)
{
	for (size_t i = 0; i < native->variables; i++) {
		const struct native_variable *variable = &native->variable[i];
		int buffer = native_find_buffer(module, variable->name);

		memcpy(variable->memory, variable->initial, variable->bytes);
		if (buffer >= 0 && !has_initial(module, variable))
			native_put_buffer(llvm, &module->buffer[buffer],
				args->buffer[buffer], variable->memory);
	}
	for (unsigned i = 0; i < module->buffers; i++)
		if (module->place[i].kind == PLACE_CALLS) {
			native_told.returned = args->buffer[i];
			native_told.given = vals->buffer[i];
			native_told.size = module->buffer[i].size;
			native_told.count = native_told.taken = 0;
			memset(native_told.given, 0,
				native_told.size * sizeof(uint64_t));
		}
}

void native_take_shared(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_native *native,
	const struct irf_vals *vals)
{
	for (size_t i = 0; i < native->variables; i++) {
		const struct native_variable *variable = &native->variable[i];
		int buffer = native_find_buffer(module, variable->name);

		if (buffer >= 0)
			native_take_buffer(llvm, &module->buffer[buffer],
				variable->memory, vals->buffer[buffer]);
	}
}
