/* SPDX-License-Identifier: MIT
 * What loads, calls and parameters promise: !range, !noundef, !nonnull, and the attributes
 * of these names. */
#include "config.h"

#include "fuzz-perf/ir/llvm/promises.h"

#include <llvm/Config/llvm-config.h>
#include <string.h>

static unsigned promises_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

bool promises_has_parameter(
	LLVMValueRef function, unsigned at, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(
		function, at + 1, promises_kind(name));
}

/* Index 0 is the result. */
static bool promises_has_call(
	LLVMValueRef call, unsigned index, const char *name)
{
	unsigned kind = promises_kind(name);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMGetCallSiteEnumAttribute(call, index, kind) ||
	       (LLVMIsAFunction(callee) &&
		       LLVMGetEnumAttributeAtIndex(callee, index, kind));
}

bool promises_has_argument(LLVMValueRef call, unsigned at, const char *name)
{
	return promises_has_call(call, at + 1, name);
}

static LLVMValueRef promises_metadata(
	LLVMValueRef instruction, const char *name)
{
	return LLVMGetMetadata(instruction,
		LLVMGetMDKindIDInContext(
			LLVMGetTypeContext(LLVMTypeOf(instruction)), name,
			(unsigned)strlen(name)));
}

/* "range(i32 1, 33)" before the name of what CALL calls, as the C API gives no range. */
static void promises_read_call_range(
	LLVMValueRef call, struct promises *promises)
{
#if LLVM_VERSION_MAJOR >= 19
	LLVMTypeRef type = LLVMTypeOf(call);
	char *text, *at, *end;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
		!LLVMGetCallSiteEnumAttribute(
			call, LLVMAttributeReturnIndex, promises_kind("range")))
		return;
	text = LLVMPrintValueToString(call);
	at = strstr(text, "range(");
	at = at ? strchr(at, ' ') : NULL;
	for (; at && promises->count < 2; at = *end == ',' ? end + 1 : NULL) {
		at += strspn(at, " ");
		end = at + strspn(at, "-0123456789");
		promises->bound[promises->count++] =
			LLVMConstIntOfStringAndSize(
				type, at, (unsigned)(end - at), 10);
	}
	promises->count &= ~1u;
	LLVMDisposeMessage(text);
#else
	(void)call;
	(void)promises;
#endif
}

static void promises_read_range(
	LLVMValueRef instruction, struct promises *promises)
{
	LLVMValueRef range = promises_metadata(instruction, "range");
	unsigned count = range ? LLVMGetMDNodeNumOperands(range) : 0;

	if (count > PROMISES_BOUNDS_MAX)
		return;
	if (count)
		LLVMGetMDNodeOperands(range, promises->bound);
	promises->count = count;
}

/* Null is not among the addresses from 1 on, up to the last one. */
static void promises_read_null(
	LLVMValueRef instruction, struct promises *promises)
{
	LLVMTypeRef type = LLVMTypeOf(instruction), wide;

	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind ||
		!(LLVMIsACallInst(instruction)
				? promises_has_call(instruction,
					  LLVMAttributeReturnIndex, "nonnull")
				: promises_metadata(instruction, "nonnull") !=
					  NULL))
		return;
	wide = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
	promises->bound[0] = LLVMConstInt(wide, 1, false);
	promises->bound[1] = LLVMConstNull(wide);
	promises->count = 2;
}

struct promises promises_read(LLVMValueRef instruction)
{
	struct promises promises = {0};
	bool is_call = LLVMIsACallInst(instruction);

	if (!is_call && !LLVMIsALoadInst(instruction))
		return promises;
	if (is_call)
		promises.is_defined = promises_has_call(
			instruction, LLVMAttributeReturnIndex, "noundef");
	if (LLVMHasMetadata(instruction)) {
		promises.is_defined |=
			promises_metadata(instruction, "noundef") != NULL;
		promises_read_range(instruction, &promises);
	}
	if (!promises.count && is_call)
		promises_read_call_range(instruction, &promises);
	if (!promises.count)
		promises_read_null(instruction, &promises);
	return promises;
}
