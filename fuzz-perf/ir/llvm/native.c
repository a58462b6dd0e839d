/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: native code of its functions, with optimisation and
 * without. */
#include "config.h"

#include "fuzz-perf/ir/llvm/native.h"

#include <llvm-c/ExecutionEngine.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/limbs.h"
#include "lib/memory.h"

#define ENTRY	  "enter"
#define ALIGNMENT 4096 /* of memory: what any promise of alignment asks for */

/* BITS bits as an integer of whole words at the next place. */
static LLVMValueRef native_find_words(
	struct native_entry *entry, unsigned bits, LLVMTypeRef *type)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(entry->context);
	LLVMValueRef at = LLVMConstInt(wide, entry->at, false);

	*type = LLVMIntTypeInContext(entry->context, 64 * limbs_of(bits));
	entry->at += limbs_of(bits);
	return LLVMBuildBitCast(entry->builder,
		LLVMBuildGEP2(
			entry->builder, entry->word, entry->memory, &at, 1, ""),
		LLVMPointerType(*type, 0), "");
}

/* Bits of a number, or of one of IEEE 754. */
static unsigned native_bits_of(LLVMTypeRef number)
{
	switch (LLVMGetTypeKind(number)) {
	case LLVMHalfTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	default:
		return LLVMGetIntTypeWidth(number);
	}
}

static LLVMTypeRef native_integer(
	const struct native_entry *entry, LLVMTypeRef number)
{
	return LLVMIntTypeInContext(entry->context, native_bits_of(number));
}

static LLVMValueRef native_read_number(
	struct native_entry *entry, LLVMTypeRef number)
{
	LLVMTypeRef type;
	LLVMValueRef from =
		native_find_words(entry, native_bits_of(number), &type);
	LLVMValueRef value = LLVMBuildLoad2(entry->builder, type, from, "");

	LLVMSetAlignment(value, 8);
	return LLVMBuildBitCast(entry->builder,
		LLVMBuildIntCast2(entry->builder, value,
			native_integer(entry, number), false, ""),
		number, "");
}

static void write_number(struct native_entry *entry, LLVMValueRef value)
{
	LLVMTypeRef type, number = LLVMTypeOf(value);
	LLVMValueRef to =
		native_find_words(entry, native_bits_of(number), &type);

	value = LLVMBuildBitCast(
		entry->builder, value, native_integer(entry, number), "");
	value = LLVMBuildIntCast2(entry->builder, value, type, false, "");
	LLVMSetAlignment(LLVMBuildStore(entry->builder, value, to), 8);
}

static LLVMValueRef lane(const struct native_entry *entry, unsigned index)
{
	return LLVMConstInt(
		LLVMInt32TypeInContext(entry->context), index, false);
}

static unsigned count_elements(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind
		       ? LLVMCountStructElementTypes(type)
		       : LLVMGetArrayLength(type);
}

static LLVMTypeRef element_type(LLVMTypeRef type, unsigned index)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind
		       ? LLVMStructGetTypeAtIndex(type, index)
		       : LLVMGetElementType(type);
}

LLVMValueRef native_read_value(struct native_entry *entry, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	LLVMValueRef value = LLVMGetUndef(type);

	if (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
		kind == LLVMDoubleTypeKind)
		return native_read_number(entry, type);
	if (kind == LLVMVectorTypeKind)
		for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
			value = LLVMBuildInsertElement(entry->builder, value,
				native_read_number(
					entry, LLVMGetElementType(type)),
				lane(entry, i), "");
	else
		for (unsigned i = 0; i < count_elements(type); i++)
			value = LLVMBuildInsertValue(entry->builder, value,
				native_read_value(entry, element_type(type, i)),
				i, "");
	return value;
}

void native_write_value(struct native_entry *entry, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
		kind == LLVMDoubleTypeKind)
		write_number(entry, value);
	else if (kind == LLVMVectorTypeKind)
		for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
			write_number(
				entry, LLVMBuildExtractElement(entry->builder,
					       value, lane(entry, i), ""));
	else
		for (unsigned i = 0; i < count_elements(type); i++)
			native_write_value(
				entry, LLVMBuildExtractValue(
					       entry->builder, value, i, ""));
}

/* Reads arguments of FUNCTION, whose last POINTERS are buffers, and calls it. */
static LLVMValueRef call_function(struct native_entry *entry,
	LLVMValueRef function, LLVMValueRef buffers, unsigned pointers)
{
	unsigned count = LLVMCountParams(function);
	LLVMTypeRef address =
		LLVMPointerType(LLVMInt8TypeInContext(entry->context), 0);
	LLVMTypeRef wide = LLVMInt64TypeInContext(entry->context);
	LLVMValueRef *argument =
		memory_alloc((count + 1) * sizeof(LLVMValueRef));
	LLVMValueRef result;

	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
		LLVMValueRef at;

		if (i < count - pointers) {
			argument[i] = native_read_value(entry, type);
			continue;
		}
		at = LLVMConstInt(wide, i - (count - pointers), false);
		argument[i] = LLVMBuildBitCast(entry->builder,
			LLVMBuildLoad2(entry->builder, address,
				LLVMBuildGEP2(entry->builder, address, buffers,
					&at, 1, ""),
				""),
			type, "");
	}
	result =
		LLVMBuildCall2(entry->builder, LLVMGlobalGetValueType(function),
			function, argument, count, "");
	free(argument);
	return result;
}

static void add_entry(LLVMModuleRef module, unsigned pointers)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef word = LLVMInt64TypeInContext(context);
	LLVMTypeRef byte = LLVMInt8TypeInContext(context);
	LLVMTypeRef parameter[] = {LLVMPointerType(word, 0),
		LLVMPointerType(LLVMPointerType(byte, 0), 0),
		LLVMPointerType(word, 0)};
	LLVMValueRef function = LLVMAddFunction(module, ENTRY,
		LLVMFunctionType(
			LLVMVoidTypeInContext(context), parameter, 3, false));
	struct native_entry entry = {.context = context,
		.builder = LLVMCreateBuilderInContext(context),
		.word = word,
		.memory = LLVMGetParam(function, 0)};
	LLVMValueRef result;

	LLVMPositionBuilderAtEnd(entry.builder,
		LLVMAppendBasicBlockInContext(context, function, ""));
	result = call_function(&entry, LLVMGetNamedFunction(module, LOWER_NAME),
		LLVMGetParam(function, 1), pointers);
	entry.memory = LLVMGetParam(function, 2);
	entry.at = 0;
	native_write_value(&entry, result);
	LLVMBuildRetVoid(entry.builder);
	LLVMDisposeBuilder(entry.builder);
}

/*--- running it ---*/

static bool divides(LLVMValueRef instruction)
{
	LLVMValueRef callee;
	const char *name;
	size_t length;

	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return true;
	case LLVMCall:
		/* fshl, fshr: the amount is modulo the width. */
		callee = LLVMGetCalledValue(instruction);
		name = LLVMGetValueName2(callee, &length);
		return !strncmp(name, "llvm.fsh", 8);
	default:
		return false;
	}
}

/* A division of more than 128 bits has no native code before LLVM 16, and later not
 * in all forms; the process would end. */
static bool is_too_wide(LLVMValueRef instruction)
{
	LLVMTypeRef type = LLVMTypeOf(instruction);

	if (!divides(instruction))
		return false;
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return native_bits_of(type) > 128;
}

/* Vectors of lanes that no register has. Code for a function that takes or returns
 * them differs from the Language Reference in each release so far, whether by LLVM or
 * by ENTRY, so it is not a second opinion. */
static bool has_odd_lanes(LLVMTypeRef type)
{
	unsigned width;

	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return true;
	case LLVMVectorTypeKind:
		if (has_odd_lanes(LLVMGetElementType(type)))
			return true;
		width = native_bits_of(LLVMGetElementType(type));
		return width < 8 || width > 64 || (width & (width - 1)) != 0;
	case LLVMArrayTypeKind:
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < count_elements(type); i++)
			if (has_odd_lanes(element_type(type, i)))
				return true;
		return false;
	default:
		return false;
	}
}

static bool passes_odd_lanes(LLVMValueRef function)
{
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (has_odd_lanes(LLVMTypeOf(LLVMGetParam(function, i))))
			return true;
	return has_odd_lanes(
		LLVMGetReturnType(LLVMGlobalGetValueType(function)));
}

static bool is_half(LLVMTypeRef type)
{
	return LLVMGetTypeKind(LLVMGetTypeKind(type) == LLVMVectorTypeKind
				       ? LLVMGetElementType(type)
				       : type) == LLVMHalfTypeKind;
}

/* Numbers of 16 bits of IEEE 754 are computed with more, or by functions that are not there;
 * of x86-64 releases before LLVM 17 end the process at llvm.minimum. */
static bool has_odd_numbers(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction)
				      ? LLVMGetCalledValue(instruction)
				      : NULL;
	size_t length;
	const char *name = callee ? LLVMGetValueName2(callee, &length) : "";

	for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
		if (is_half(LLVMTypeOf(
			    LLVMGetOperand(instruction, (unsigned)i))))
			return true;
	return is_half(LLVMTypeOf(instruction)) ||
	       (LLVM_VERSION_MAJOR < 17 &&
		       (!strncmp(name, "llvm.minimum.", 13) ||
			       !strncmp(name, "llvm.maximum.", 13)));
}

static bool has_fields(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMStructTypeKind ||
	       (kind == LLVMArrayTypeKind &&
		       has_fields(LLVMGetElementType(type)));
}

/* Where fields are in memory differs from layout to layout, and which of two addresses is the
 * lower one from run to run. */
static bool depends_on_places(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMICmp:
		return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(
			       instruction, 0))) == LLVMPointerTypeKind;
	case LLVMAlloca:
		return has_fields(LLVMGetAllocatedType(instruction));
	case LLVMGetElementPtr:
		return has_fields(LLVMGetGEPSourceElementType(instruction));
	case LLVMLoad:
		return has_fields(LLVMTypeOf(instruction));
	case LLVMStore:
		return has_fields(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
	default:
		return false;
	}
}

/* The text of ATTRIBUTE of FUNCTION; "": it has none. */
static const char *native_attribute(
	LLVMValueRef function, const char *attribute, unsigned *length)
{
	LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(function,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute,
		(unsigned)strlen(attribute));

	*length = 0;
	return found ? LLVMGetStringAttributeValue(found, length) : "";
}

/* Is "+NAME", of LENGTH bytes, among FEATURES? */
static bool native_has_feature(
	const char *features, const char *name, size_t length)
{
	for (const char *at = features; (at = strstr(at, "+")); at++)
		if (!strncmp(at + 1, name, length) &&
			(at[length + 1] == ',' || !at[length + 1]))
			return true;
	return false;
}

/* Can this machine run what FUNCTION is compiled for? */
static bool is_for_host(LLVMValueRef function)
{
	static const char *const processors[][2] = {{"", ""}, {"generic", ""},
		{"x86-64", ""}, {"core2", "ssse3"}, {"penryn", "sse4.1"},
		{"x86-64-v2", "sse4.2"}, {"nehalem", "sse4.2"},
		{"corei7", "sse4.2"}, {"westmere", "sse4.2"},
		{"sandybridge", "avx"}, {"corei7-avx", "avx"},
		{"ivybridge", "f16c"}, {"haswell", "bmi2"},
		{"core-avx2", "bmi2"}, {"broadwell", "adx"},
		{"x86-64-v3", "bmi2"}, {"skylake", "clflushopt"}};
	unsigned length;
	const char *name = native_attribute(function, "target-cpu", &length);
	char *host = LLVMGetHostCPUFeatures();
	bool is_for = false;

	for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
		if (strlen(processors[i][0]) == length &&
			!memcmp(processors[i][0], name, length))
			is_for = !*processors[i][1] ||
				 native_has_feature(host, processors[i][1],
					 strlen(processors[i][1]));
	name = native_attribute(function, "target-features", &length);
	for (const char *at = name, *end; is_for && at < name + length;
		at = end + 1) {
		end = memchr(at, ',', (size_t)(name + length - at));
		if (!end)
			end = name + length;
		if (*at == '+')
			is_for = native_has_feature(
				host, at + 1, (size_t)(end - at - 1));
	}
	LLVMDisposeMessage(host);
	return is_for;
}

static bool is_codable(LLVMModuleRef module, bool is_own_layout)
{
	if (passes_odd_lanes(LLVMGetNamedFunction(module, LOWER_NAME)))
		return false;
	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
		function = LLVMGetNextFunction(function)) {
		if (!is_own_layout && !is_for_host(function))
			return false;
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
			block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block);
				at; at = LLVMGetNextInstruction(at))
				if (is_too_wide(at) || has_odd_numbers(at) ||
					(!is_own_layout &&
						depends_on_places(at)))
					return false;
	}
	return true;
}

void native_put_buffer(const struct llvm *llvm, const struct irf_buffer *buffer,
	const uint64_t *word, uint8_t *memory)
{
	uint64_t stride = llvm_stride(llvm, buffer);

	for (uint32_t i = 0; i < buffer->size; i++) {
		limbs_put(memory, 8 * i * stride, word, buffer->width);
		word += limbs_of(buffer->width);
	}
}

/* The contents of buffers in LLVM's layout. */
static void *native_make_memory(const struct llvm *llvm,
	const struct irf_buffer *buffer, const uint64_t *word)
{
	uint64_t stride = llvm_stride(llvm, buffer);
	size_t bytes = buffer->size * stride + LIMBS_BEHIND;
	uint8_t *memory;

	bytes += ALIGNMENT - bytes % ALIGNMENT;
	memory = aligned_alloc(ALIGNMENT, bytes);
	if (!memory)
		memory_fail(bytes);
	memset(memory, 0, bytes);

	native_put_buffer(llvm, buffer, word, memory);
	return memory;
}

void native_take_buffer(const struct llvm *llvm,
	const struct irf_buffer *buffer, const uint8_t *memory, uint64_t *word)
{
	uint64_t stride = llvm_stride(llvm, buffer);

	for (uint32_t i = 0; i < buffer->size; i++) {
		limbs_get(word, memory, 8 * i * stride, buffer->width);
		word += limbs_of(buffer->width);
	}
}

/* Parameters one after another, as ENTRY takes them. */
static uint64_t *join_parameters(
	LLVMValueRef function, const struct irf_args *args, unsigned count)
{
	struct arena arena = {0};
	struct shapes shapes = {.arena = &arena,
		.layout =
			LLVMGetModuleDataLayout(LLVMGetGlobalParent(function))};
	uint64_t *joined = NULL;
	size_t words = 0, capacity = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct shape *shape = shapes_find(
			&shapes, LLVMTypeOf(LLVMGetParam(function, i)));
		size_t more = 0;

		for (unsigned k = 0; k < shape->lanes; k++)
			more += limbs_of(shape->leaf[k].bits);
		joined = memory_grow(
			joined, &capacity, words + more + 1, sizeof *joined);
		memcpy(joined + words, args->param[i], more * sizeof *joined);
		words += more;
	}
	shapes_release(&shapes);
	arena_release(&arena);
	return joined;
}

static void call_native(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_native *native,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *instructions)
{
	LLVMValueRef function =
		LLVMGetNamedFunction(module->module, LOWER_NAME);
	void *memory[LOWER_BUFFERS_MAX];
	unsigned pointers = 0;
	uint64_t *parameters;

	for (unsigned i = 0; i < module->buffers; i++)
		if (llvm_is_argument(module, i))
			memory[pointers++] = native_make_memory(
				llvm, &module->buffer[i], args->buffer[i]);
	parameters = join_parameters(
		function, args, LLVMCountParams(function) - pointers);
	native_give_shared(llvm, module, native, args, vals);
	if (instructions)
		*instructions = llvm_count_steps(
			native->entry, parameters, memory, vals->result);
	else
		native->entry(parameters, memory, vals->result);
	native_take_shared(llvm, module, native, vals);
	pointers = 0;
	for (unsigned i = 0; i < module->buffers; i++)
		if (llvm_is_argument(module, i)) {
			native_take_buffer(llvm, &module->buffer[i],
				memory[pointers], vals->buffer[i]);
			free(memory[pointers++]);
		}
	free(parameters);
}

/* MODULE, which may say another target, or none, is for this machine. */
static void native_set_target(const struct llvm *llvm, LLVMModuleRef module)
{
	char *triple = LLVMGetTargetMachineTriple(llvm->machine);

	LLVMSetModuleDataLayout(module, llvm->layout);
	LLVMSetTarget(module, triple);
	LLVMDisposeMessage(triple);
}

/* Makes NATIVE code of MODULE; it has no ENTRY if there is none. */
static void native_compile(const struct llvm *llvm,
	const struct llvm_module *module, bool optimises,
	struct llvm_native *native)
{
	struct LLVMMCJITCompilerOptions options;
	unsigned pointers = 0;
	LLVMModuleRef copy;
	char *why = NULL;

	native->is_compiled = true;
	if (!is_codable(module->module, !module->is_written))
		return;
	for (unsigned i = 0; i < module->buffers; i++)
		pointers += llvm_is_argument(module, i);
	copy = LLVMCloneModule(module->module);
	if (module->is_written) {
		native_set_target(llvm, copy);
		if (!native_share(module, copy)) {
			LLVMDisposeModule(copy);
			return;
		}
	}
	add_entry(copy, pointers);
	LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
	options.OptLevel = optimises ? 2 : 0;
	if (LLVMCreateMCJITCompilerForModule(
		    &native->engine, copy, &options, sizeof options, &why)) {
		LLVMDisposeMessage(why);
		LLVMDisposeModule(copy);
		native->engine = NULL;
		return;
	}
	if (!llvm_resolve_externals(
		    LLVMGetExecutionEngineTargetMachine(native->engine), copy))
		return;
	native->entry = (llvm_entry *)(uintptr_t)LLVMGetFunctionAddress(
		native->engine, ENTRY);
	if (module->is_written && !native_find_variables(native, copy))
		native->entry = NULL;
}

static enum irf_status native_call(const struct llvm *llvm,
	struct llvm_module *module, bool optimises, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *instructions)
{
	struct llvm_native *native = &module->native[optimises];

	if (!native->is_compiled)
		native_compile(
			llvm, module, optimises || llvm->optimises, native);
	/* There is no poison in a register, and one number for each use. */
	if (!native->entry || args->poison || args->undef)
		return IRF_UNSUPPORTED;
	call_native(llvm, module, native, args, vals, instructions);
	return IRF_OK;
}

enum irf_status llvm_exec(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *instructions)
{
	return native_call(t, m, false, args, vals, instructions);
}

enum irf_status llvm_exec_optimised(void *t, void *m,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *instructions)
{
	return native_call(t, m, true, args, vals, instructions);
}

void llvm_forget_native(struct llvm_module *module)
{
	for (int i = 0; i < 2; i++) {
		struct llvm_native *native = &module->native[i];
		if (native->engine)
			LLVMDisposeExecutionEngine(native->engine);
		native_forget_variables(native);
		*native = (struct llvm_native){.is_compiled = false};
	}
}
