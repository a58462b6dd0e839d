// SPDX-License-Identifier: MIT
// Calls of the runtime: sides of comparisons, memory taken and given back.

#include "fuzz-perf/instrument/calls.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace retread
{

void set_location(IRBuilder<> &build, Instruction &near)
{
	if (DISubprogram *program = near.getFunction()->getSubprogram())
		if (!build.getCurrentDebugLocation())
			build.SetCurrentDebugLocation(
				DILocation::get(near.getContext(),
					program->getLine(), 0, program));
}

bool compares_strings(const CallBase &call)
{
	return begins_with(call.getCalledFunction()->getName(), "str");
}

Value *compared_length(IRBuilder<> &build, CallBase &call)
{
	if (call.arg_size() > 2)
		return build.CreateZExtOrTrunc(
			call.getArgOperand(2), build.getInt64Ty());
	return build.getInt64(64);
}

Calls::Calls(Module &module, bool logs_comparisons)
    : module(module), word(Type::getInt64Ty(module.getContext())),
      half(Type::getInt32Ty(module.getContext())),
      pointer(pointer_to(Type::getInt8Ty(module.getContext())))
{
	allocated = declare("__retread_allocated", {pointer, word});
	freed = declare("__retread_freed", {pointer});
	reallocated =
		declare("__retread_reallocated", {pointer, pointer, word});
	if (!logs_comparisons)
		return;
	logs = cast<GlobalVariable>(
		module.getOrInsertGlobal("__retread_logs", half));
	log_numbers =
		declare("__retread_log_numbers", {word, word, half, half});
	log_switch = declare(
		"__retread_log_switch", {word, pointer_to(word), half, half});
	log_bytes =
		declare("__retread_log_bytes", {pointer, pointer, word, half});
}

FunctionCallee Calls::declare(StringRef name, ArrayRef<Type *> arguments)
{
	FunctionCallee found = module.getOrInsertFunction(
		name, FunctionType::get(Type::getVoidTy(module.getContext()),
			      arguments, false));
	if (auto *function = dyn_cast<Function>(found.getCallee())) {
		function->addFnAttr(Attribute::NoUnwind);
		function->addFnAttr(Attribute::WillReturn);
	}
	return found;
}

// ---- sides of comparisons ----

void Calls::log_ways(IRBuilder<> &build, SwitchInst &choice, Value *bytes)
{
	std::vector<Constant *> ways;
	for (auto &way : choice.cases())
		ways.push_back(ConstantInt::get(
			word, way.getCaseValue()->getZExtValue()));
	auto *type = ArrayType::get(word, ways.size());
	auto *table = new GlobalVariable(module, type, true,
		GlobalValue::PrivateLinkage, ConstantArray::get(type, ways),
		"retread.ways");
	build.CreateCall(log_switch,
		{build.CreateZExtOrTrunc(choice.getCondition(), word),
			ConstantExpr::getBitCast(table, pointer_to(word)),
			ConstantInt::get(half, ways.size()), bytes});
}

void Calls::log_sides(IRBuilder<> &build, const Logged &logged)
{
	if (auto *call = dyn_cast<CallBase>(logged.before)) {
		build.CreateCall(log_bytes,
			{build.CreatePointerCast(logged.left, pointer),
				build.CreatePointerCast(logged.right, pointer),
				compared_length(build, *call),
				ConstantInt::get(
					half, compares_strings(*call))});
		return;
	}
	unsigned bits = logged.left->getType()->getIntegerBitWidth();
	Value *bytes = ConstantInt::get(half, (bits + 7) / 8);
	if (auto *choice = dyn_cast<SwitchInst>(logged.before)) {
		if (choice->getNumCases())
			log_ways(build, *choice, bytes);
		return;
	}
	build.CreateCall(log_numbers,
		{build.CreateZExtOrTrunc(logged.left, word),
			build.CreateZExtOrTrunc(logged.right, word), bytes,
			ConstantInt::get(half, logged.is_order)});
}

// One test of a flag, and a call that is rarely made.
void Calls::log(const Logged &logged)
{
	IRBuilder<> build(logged.before);
	LoadInst *flag = build.CreateLoad(half, logs);
	if (tag)
		flag->setMetadata(LLVMContext::MD_tbaa, tag);
	Value *is_on = build.CreateICmpNE(flag, ConstantInt::get(half, 0));
	MDNode *rarely =
		MDBuilder(module.getContext()).createBranchWeights(1, 1u << 20);
	Instruction *asked =
		SplitBlockAndInsertIfThen(is_on, logged.before, false, rarely);
	IRBuilder<> inside(asked);
	set_location(inside, *logged.before);
	log_sides(inside, logged);
}

// ---- memory held ----

void Calls::weigh(const HeapCall &heap)
{
	CallBase *call = heap.call;
	Instruction *at = call;
	if (heap.job != HeapCall::Give) {
		auto *invoke = dyn_cast<InvokeInst>(call);
		at = invoke ? &*invoke->getNormalDest()->getFirstInsertionPt()
			    : call->getNextNode();
	}
	IRBuilder<> build(at);
	set_location(build, *call);
	auto address = [&](Value *value) {
		return build.CreatePointerCast(value, pointer);
	};
	if (heap.job == HeapCall::Give)
		build.CreateCall(freed, {address(call->getArgOperand(0))});
	else if (heap.job == HeapCall::Take)
		build.CreateCall(allocated, {address(call), heap.size});
	else
		build.CreateCall(
			reallocated, {address(call->getArgOperand(0)),
					     address(call), heap.size});
}

} // namespace retread
