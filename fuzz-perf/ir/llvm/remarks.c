/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: what its passes say that they did, or could not do. */
#include "config.h"

#include <llvm-c/Support.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/target.h"

/* Of a remark, as "<unknown>:0:0: vectorized loop (vectorization width: 4)", without names,
 * numbers, types and places. */
static uint64_t hash_words(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325;

	while (*text) {
		size_t letters = strspn(text,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		size_t word = strcspn(text, " ");
		for (size_t i = 0; letters == word && i < word; i++)
			hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
		text += word + (text[word] == ' ');
	}
	return hash;
}

static void take_remark(LLVMDiagnosticInfoRef info, void *argument)
{
	struct llvm *llvm = argument;
	char *text = LLVMGetDiagInfoDescription(info);

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
		llvm_fail(text);
	if (llvm->is_running && llvm->remarks < LLVM_REMARKS)
		llvm->remark[llvm->remarks++] = hash_words(text);
	LLVMDisposeMessage(text);
}

void llvm_listen(struct llvm *llvm)
{
	static const char *const words[] = {"retread", "-pass-remarks=.*",
		"-pass-remarks-missed=.*", "-pass-remarks-analysis=.*"};
	static bool is_asked;

	if (!is_asked)
		LLVMParseCommandLineOptions(4, words, NULL);
	is_asked = true;
	LLVMContextSetDiagnosticHandler(llvm->context, take_remark, llvm);
}
