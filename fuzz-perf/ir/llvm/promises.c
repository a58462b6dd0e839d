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

static LLVMValueRef promises_metadata(
	LLVMValueRef instruction, const char *name)
{
	return LLVMGetMetadata(instruction,
		LLVMGetMDKindIDInContext(
			LLVMGetTypeContext(LLVMTypeOf(instruction)), name,
			(unsigned)strlen(name)));
}

#if LLVM_VERSION_MAJOR >= 19
/* "range(i32 1, 33)" in TEXT, before END, as the C API gives no range. */
static void promises_parse_range(const char *text, const char *end,
	LLVMTypeRef type, struct promises *promises)
{
	const char *at = strstr(text, "range(");

	if (!at || at >= end || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return;
	for (at = strchr(at, ' '); at && promises->count < 2;) {
		size_t length;
		at += strspn(at, " ");
		length = strspn(at, "-0123456789");
		promises->bound[promises->count++] =
			LLVMConstIntOfStringAndSize(
				type, at, (unsigned)length, 10);
		at = at[length] == ',' ? at + length + 1 : NULL;
	}
	promises->count &= ~1u;
}

/* Where the operand ends that begins at TEXT, in a list that is in parentheses. */
static const char *promises_operand_end(const char *text)
{
	unsigned depth = 0;

	for (; *text && (depth || !strchr(",)", *text)); text++)
		if (strchr("([{<", *text))
			depth++;
		else if (strchr(")]}>", *text))
			depth--;
	return text;
}

/* Of operand AT of VALUE, a function or a call of one, the name of which comes before the
 * list. */
static void promises_parse_operand(LLVMValueRef value, unsigned at,
	LLVMTypeRef type, struct promises *promises)
{
	char *text = LLVMPrintValueToString(value);
	const char *name = strchr(text, '@'), *end;

	if (name && name[1] == '"')
		name = strchr(name + 2, '"');
	name = name ? strchr(name, '(') : NULL;
	while (name && at-- > 0) {
		end = promises_operand_end(name + 1);
		name = *end == ',' ? end : NULL;
	}
	if (name)
		promises_parse_range(name + 1, promises_operand_end(name + 1),
			type, promises);
	LLVMDisposeMessage(text);
}

static void promises_read_call_range(
	LLVMValueRef call, struct promises *promises)
{
	char *text;

	if (!LLVMGetCallSiteEnumAttribute(
		    call, LLVMAttributeReturnIndex, promises_kind("range")))
		return;
	text = LLVMPrintValueToString(call);
	promises_parse_range(
		text, strchr(text, '\0'), LLVMTypeOf(call), promises);
	LLVMDisposeMessage(text);
}
#else
static void promises_parse_operand(LLVMValueRef value, unsigned at,
	LLVMTypeRef type, struct promises *promises)
{
	(void)value;
	(void)at;
	(void)type;
	(void)promises;
}

static void promises_read_call_range(
	LLVMValueRef call, struct promises *promises)
{
	(void)call;
	(void)promises;
}
#endif

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
static void promises_set_null(LLVMTypeRef type, struct promises *promises)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(type));

	promises->bound[0] = LLVMConstInt(wide, 1, false);
	promises->bound[1] = LLVMConstNull(wide);
	promises->count = 2;
}

static void promises_read_null(
	LLVMValueRef instruction, struct promises *promises)
{
	LLVMTypeRef type = LLVMTypeOf(instruction);

	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind ||
		!(LLVMIsACallInst(instruction)
				? promises_has_call(instruction,
					  LLVMAttributeReturnIndex, "nonnull")
				: promises_metadata(instruction, "nonnull") !=
					  NULL))
		return;
	promises_set_null(type, promises);
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

struct promises promises_read_parameter(LLVMValueRef function, unsigned at)
{
	struct promises promises = {0};
	LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, at));

	promises.is_defined = LLVMGetEnumAttributeAtIndex(
		function, at + 1, promises_kind("noundef"));
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
		LLVMGetEnumAttributeAtIndex(
			function, at + 1, promises_kind("nonnull")))
		promises_set_null(type, &promises);
	else if (promises_kind("range") &&
		 LLVMGetEnumAttributeAtIndex(
			 function, at + 1, promises_kind("range")))
		promises_parse_operand(function, at, type, &promises);
	return promises;
}

bool promises_is_defined(LLVMValueRef call, unsigned at)
{
	return promises_has_call(call, at + 1, "noundef");
}

struct promises promises_read_argument(LLVMValueRef call, unsigned at)
{
	struct promises promises = {0};
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, at));

	promises.is_defined = promises_is_defined(call, at);
	promises_parse_operand(call, at, type, &promises);
	if (!promises.count && LLVMIsAFunction(callee))
		promises_parse_operand(callee, at, type, &promises);
	return promises;
}
