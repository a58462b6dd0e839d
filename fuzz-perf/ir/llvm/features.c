/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: what passes reached, made, and said. */
#include "config.h"

#include "fuzz-perf/ir/llvm/target.h"

#define OPCODES 72 /* of LLVM's C API */

/* How often each opcode stands in a module, and which ones follow each other. */
struct features_census {
	unsigned count[OPCODES];
	uint64_t next[OPCODES][2]; /* bits */
};

static void features_take(LLVMModuleRef module, struct features_census *census)
{
	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
		function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
			block; block = LLVMGetNextBasicBlock(block)) {
			unsigned last = 0;

			for (LLVMValueRef at = LLVMGetFirstInstruction(block);
				at; at = LLVMGetNextInstruction(at)) {
				unsigned opcode =
					LLVMGetInstructionOpcode(at) % OPCODES;

				census->count[opcode]++;
				census->next[last][opcode / 64] |=
					UINT64_C(1) << opcode % 64;
				last = opcode;
			}
		}
}

/* 0, 1, 2, 3 for up to 3, and then one for each doubling. */
static unsigned rough(unsigned count)
{
	return count < 4 ? count : 34 - (unsigned)__builtin_clz(count);
}

void llvm_features(
	void *t, void *before, void *after, irf_feature_fn *emit, void *arg)
{
	struct llvm *llvm = t;
	struct features_census old = {0}, new = {0};

	features_take(((struct llvm_module *)before)->module, &old);
	features_take(((struct llvm_module *)after)->module, &new);
	for (unsigned i = 0; i < OPCODES; i++) {
		if (old.count[i] != new.count[i])
			emit(arg, IRF_D_SHAPE,
				UINT64_C(1) << 40 | i << 16 |
					rough(old.count[i]) << 8 |
					rough(new.count[i]));
		for (unsigned half = 0; half < 2; half++)
			for (uint64_t bits =
					new.next[i][half] & ~old.next[i][half];
				bits; bits &= bits - 1)
				emit(arg, IRF_D_SHAPE,
					UINT64_C(2) << 40 | i << 8 |
						(64 * half +
							(unsigned)
								__builtin_ctzll(
									bits)));
	}
	for (size_t i = 0; i < llvm->blocks; i++)
		emit(arg, IRF_D_BLOCK, llvm->block[i]);
	for (size_t i = 0; i < llvm->remarks; i++)
		emit(arg, IRF_D_REMARK, llvm->remark[i]);
}
