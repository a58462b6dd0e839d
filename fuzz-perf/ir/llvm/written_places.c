/* SPDX-License-Identifier: MIT
 * Functions of LLVM's own, as they were written: what can be judged of them, and the memory
 * that they share with others. */
#include "config.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/grammar.h"
#include "fuzz-perf/ir/llvm/written.h"
#include "lib/memory.h"

#define PLACE_NUMBERS	  64  /* where an address leads to, of one width */
#define PLACE_BYTES	  512 /* the same, of several */
#define PLACE_NUMBERS_MAX 4096

void written_release(struct written *written)
{
	for (unsigned i = 0; i < written->places; i++)
		free(written->place[i].name);
}

/*--- what is known ---*/

bool written_is_address(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Is one of the words of LIST, NULL after the last, a word of TEXT? */
static bool has_word(const char *text, const char *const *list)
{
	for (; *list; list++) {
		size_t length = strlen(*list);

		for (const char *at = text; (at = strstr(at, *list)); at++)
			if ((at == text || strchr(" (,<[{", at[-1])) &&
				strchr(" (),>]}*\n", at[length]))
				return true;
	}
	return false;
}

/* Does LINE promise by flags of fast mathematics what a function returns that may be any? */
static bool has_unknown_flags(const char *line)
{
	static const char *const flags[] = {"fast", "nnan", "ninf", "nsz",
		"arcp", "contract", "afn", "reassoc", NULL};

	return strstr(line, "call ") && !strstr(line, "@llvm.") &&
	       has_word(line, flags);
}

/* Such flags; copies that only the callee has; the numbers that addresses are, which
 * differ wherever variables are. */
static bool has_unknown_words(LLVMValueRef function)
{
	static const char *const words[] = {"nofpclass", "byval", "inalloca",
		"preallocated", "ptrtoint", "inttoptr", "addrspacecast",
		"addrspace", "personality", "gc", "asm", "bfloat", "fp128",
		"x86_fp80", NULL};
	char *text = LLVMPrintValueToString(function), *rest = text, *line;
	bool has = has_word(text, words);

	while (!has && (line = strsep(&rest, "\n")))
		has = has_unknown_flags(line);
	LLVMDisposeMessage(text);
	return has;
}

/* Numbers of IEEE 754 are not what they are, or 0 is an address. */
static bool has_unknown_attributes(LLVMValueRef function)
{
	static const char *const names[] = {"approx-func-fp-math",
		"denormal-fp-math", "denormal-fp-math-f32", "no-infs-fp-math",
		"no-nans-fp-math", "no-signed-zeros-fp-math", "strictfp",
		"unsafe-fp-math"};
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	const char null_name[] = "null_pointer_is_valid";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned length = 0;
		LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(
			function, at, names[i], (unsigned)strlen(names[i]));
		const char *value =
			found ? LLVMGetStringAttributeValue(found, &length)
			      : "false";

		if (strncmp(value, "false", 5) != 0)
			return true;
	}
	return LLVMGetEnumAttributeAtIndex(function, at,
		LLVMGetEnumAttributeKindForName(
			null_name, sizeof null_name - 1));
}

/* The kinds of attributes by which a call of a function may be left out, or done otherwise. */
static bool written_has_promise(LLVMValueRef call, LLVMValueRef callee)
{
	static const char *const names[] = {"readnone", "readonly", "writeonly",
		"argmemonly", "inaccessiblememonly",
		"inaccessiblemem_or_argmemonly", "memory", "speculatable",
		"returned", "noreturn", "returns_twice", "convergent",
		"allockind", "allocsize", "builtin", "noalias"};
	LLVMAttributeIndex function =
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned count = LLVMGetNumArgOperands(call);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(
			names[i], strlen(names[i]));

		if (!kind)
			continue;
		/* Of the function, what it returns, and each argument. */
		for (unsigned k = 0; k < count + 2; k++) {
			LLVMAttributeIndex at = k > count ? function : k;

			if (LLVMGetEnumAttributeAtIndex(callee, at, kind) ||
				LLVMGetCallSiteEnumAttribute(call, at, kind))
				return true;
		}
	}
	return false;
}

/* Is a CALL of what is only declared seen by others, in order and once? So it is unless it
 * promises something, or LLVM may know what it does, as of what a library has. Where an
 * address leads to may be other memory that nobody can tell from it. */
static bool written_is_seen(LLVMValueRef call, LLVMValueRef callee)
{
	size_t length;
	const char *name = LLVMGetValueName2(callee, &length);

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (written_is_address(LLVMTypeOf(LLVMGetOperand(call, i))))
			return false;
	return *name && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) &&
	       !dlsym(RTLD_DEFAULT, name) &&
	       !written_is_address(LLVMTypeOf(call)) &&
	       !written_has_promise(call, callee);
}

/* INSTRUCTION calls a function that is declared, and no intrinsic one; else NULL. */
static LLVMValueRef written_declared(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction)
				      ? LLVMGetCalledValue(instruction)
				      : NULL;

	return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
			       !LLVMGetIntrinsicID(callee)
		       ? callee
		       : NULL;
}

/* Which address is stored depends on how many variables there are. */
static bool stores_address(LLVMValueRef instruction)
{
	LLVMValueRef value = LLVMIsAStoreInst(instruction)
				     ? LLVMGetOperand(instruction, 0)
				     : NULL;

	return value && written_is_address(LLVMTypeOf(value)) &&
	       !LLVMIsNull(value);
}

bool written_is_known(LLVMModuleRef module, LLVMValueRef function)
{
	if (written_is_address(
		    LLVMGetReturnType(LLVMGlobalGetValueType(function))) ||
		LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		return false;
	for (LLVMValueRef one = LLVMGetFirstFunction(module); one;
		one = LLVMGetNextFunction(one)) {
		if (LLVMGetIntrinsicID(one))
			continue;
		if (has_unknown_words(one) || has_unknown_attributes(one))
			return false;
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(one);
			block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block);
				at; at = LLVMGetNextInstruction(at)) {
				LLVMValueRef callee = written_declared(at);

				if ((callee && !written_is_seen(at, callee)) ||
					stores_address(at))
					return false;
			}
	}
	return true;
}

/*--- places ---*/

/* As rank 1. */
static struct irf_buffer written_buffer(uint32_t width, uint64_t numbers)
{
	return (struct irf_buffer){.width = width,
		.rank = 1,
		.shape = {(uint32_t)numbers},
		.size = (uint32_t)numbers};
}

static void written_add_place(struct written *written,
	enum llvm_place_kind kind, const char *name, struct irf_buffer buffer)
{
	written->buffer[written->places] = buffer;
	written->place[written->places].kind = kind;
	written->place[written->places].name =
		name ? memory_string_dup(name) : NULL;
	written->places++;
}

/* How wide the numbers are of which TYPE has any count; 0: they differ, or are none. */
static uint32_t number_width(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type);
	case LLVMHalfTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		return number_width(LLVMGetElementType(type));
	default:
		return 0;
	}
}

/* How wide the numbers are that are loaded by ADDRESS, or by what is computed of it; 0: none
 * are, 8: they differ. */
static uint32_t access_width(LLVMValueRef address, unsigned depth)
{
	uint32_t width = 0, other;

	for (LLVMUseRef use = LLVMGetFirstUse(address); use && depth;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAGetElementPtrInst(user) ||
			LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) ||
			LLVMIsASelectInst(user))
			other = access_width(user, depth - 1);
		else if (LLVMIsALoadInst(user))
			other = number_width(LLVMTypeOf(user));
		else if (LLVMIsAStoreInst(user))
			other = number_width(
				LLVMTypeOf(LLVMGetOperand(user, 0)));
		else
			continue;
		if (width && other && other != width)
			return 8;
		width = other ? other : width;
	}
	return width;
}

static uint64_t dereferenceable(LLVMValueRef entry, unsigned parameter)
{
	static const char *const names[] = {
		"dereferenceable", "dereferenceable_or_null"};
	uint64_t bytes = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		LLVMAttributeRef attribute =
			LLVMGetEnumAttributeAtIndex(entry, parameter + 1,
				LLVMGetEnumAttributeKindForName(
					names[i], strlen(names[i])));

		if (attribute && LLVMGetEnumAttributeValue(attribute) > bytes)
			bytes = LLVMGetEnumAttributeValue(attribute);
	}
	return bytes;
}

static bool add_argument(
	LLVMValueRef entry, unsigned parameter, struct written *written)
{
	uint32_t width = access_width(LLVMGetParam(entry, parameter), 4);
	uint64_t numbers;

	if (width % 8)
		width = width == 1 ? 1 : 8;
	if (!width)
		width = 8;
	numbers = width == 8 ? PLACE_BYTES : PLACE_NUMBERS;
	if (dereferenceable(entry, parameter) > numbers) {
		width = 8;
		numbers = dereferenceable(entry, parameter);
	}
	if (written->places == IR_BUFFERS || numbers > PLACE_NUMBERS_MAX)
		return false;
	written_add_place(
		written, PLACE_ARGUMENT, NULL, written_buffer(width, numbers));
	return true;
}

/* Others see what is in it when the function is over. */
static bool written_is_shared(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	return !LLVMIsGlobalConstant(global) &&
	       linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool add_global(
	const struct llvm *llvm, LLVMValueRef global, struct written *written)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	uint64_t bytes = LLVMTypeIsSized(type)
				 ? LLVMABISizeOfType(llvm->layout, type)
				 : 0;
	uint32_t width = number_width(type);
	size_t length;

	if (width % 8 || !width)
		width = 8;
	if (!bytes || bytes % (width / 8) || written->places == IR_BUFFERS ||
		bytes / (width / 8) > PLACE_NUMBERS_MAX ||
		LLVMIsThreadLocal(global))
		return false;
	written_add_place(written, PLACE_GLOBAL,
		LLVMGetValueName2(global, &length),
		written_buffer(width, bytes / (width / 8)));
	return true;
}

static bool has_seen_calls(LLVMModuleRef module)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(module); at;
		at = LLVMGetNextFunction(at))
		if (LLVMIsDeclaration(at) && !LLVMGetIntrinsicID(at))
			return true;
	return false;
}

bool written_find_places(const struct llvm *llvm, LLVMModuleRef module,
	LLVMValueRef entry, struct written *written)
{
	bool is_known = true;
	struct error err;
	struct llvm_program *program;

	written->places = 0;
	for (unsigned i = 0; is_known && i < LLVMCountParams(entry); i++)
		if (written_is_address(LLVMTypeOf(LLVMGetParam(entry, i))))
			is_known = add_argument(entry, i, written);
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); is_known && at;
		at = LLVMGetNextGlobal(at))
		if (written_is_shared(at))
			is_known = add_global(llvm, at, written);
	if (is_known && has_seen_calls(module)) {
		is_known = written->places < IR_BUFFERS;
		if (is_known)
			written_add_place(written, PLACE_CALLS, NULL,
				written_buffer(64, PLACE_CALLS_NUMBERS));
	}
	program = is_known ? program_new_seen(entry, &err) : NULL;
	if (!program)
		written_release(written);
	program_free(program);
	return program;
}

/*--- the signature ---*/

/* NULL: there is none. */
static const struct irf_type *written_type(struct ir_fn *fn, LLVMTypeRef type)
{
	const struct irf_type *element[IR_PARAMS];
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	uint32_t width = kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind
				 ? 0
				 : number_width(type);
	unsigned count;

	switch (kind) {
	case LLVMStructTypeKind:
		count = LLVMCountStructElementTypes(type);
		if (count > IR_PARAMS)
			return NULL;
		for (unsigned i = 0; i < count; i++) {
			element[i] = written_type(
				fn, LLVMStructGetTypeAtIndex(type, i));
			if (!element[i])
				return NULL;
		}
		return ir_composed(fn, IRF_TUPLE, element, count);
	case LLVMArrayTypeKind:
		element[0] = written_type(fn, LLVMGetElementType(type));
		return element[0] ? ir_composed(fn, IRF_ARRAY, element,
					    LLVMGetArrayLength(type))
				  : NULL;
	case LLVMVectorTypeKind:
		return width && width <= IRF_WIDTH_MAX
			       ? ir_vector(fn, width, LLVMGetVectorSize(type))
			       : NULL;
	default:
		return width && width <= IRF_WIDTH_MAX ? ir_bits(fn, width)
						       : NULL;
	}
}

struct irf_fn *written_signature(
	LLVMValueRef entry, const struct written *written)
{
	struct ir_fn *fn = ir_new();
	struct ir_block body;
	const struct irf_type *type = written_type(
		fn, LLVMGetReturnType(LLVMGlobalGetValueType(entry)));
	unsigned count = LLVMCountParams(entry);

	ir_open(fn, &body);
	for (unsigned i = 0; type && i < count; i++) {
		LLVMTypeRef one = LLVMTypeOf(LLVMGetParam(entry, i));

		if (written_is_address(one))
			break;
		type = fn->fn.param_count < IR_PARAMS ? written_type(fn, one)
						      : NULL;
		if (!type)
			break;
		struct irf_node *node = ir_add(fn, IRF_PARAM, type, NULL, 0);
		node->index = fn->fn.param_count;
		fn->params[fn->fn.param_count++] = node;
	}
	for (unsigned i = 0; i < written->places; i++)
		fn->buffers[fn->fn.buffer_count++] = written->buffer[i];
	if (type)
		type = written_type(
			fn, LLVMGetReturnType(LLVMGlobalGetValueType(entry)));
	if (!type) {
		irf_free(&fn->fn);
		return NULL;
	}
	return ir_finish(fn, &body, ir_constant(fn, type, NULL));
}
