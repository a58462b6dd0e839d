// SPDX-License-Identifier: MIT
// Accesses through pointers that say nothing of an array's size: those that walk, and
// those that a function is given an array by.

#include "fuzz-perf/instrument/sites.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace retread
{

// Whether VARIABLE, a pointer, is assigned what was computed from a pointer.
static bool is_moved(const AllocaInst *variable)
{
	return any_of(variable->users(), [&](const User *user) {
		const auto *store = dyn_cast<StoreInst>(user);
		return store != nullptr &&
		       store->getPointerOperand() == variable &&
		       isa<GetElementPtrInst>(
			       store->getValueOperand()->stripPointerCasts());
	});
}

// Whether POINTER is computed, and kept: *++p.
static bool is_kept(const GetElementPtrInst *pointer)
{
	return any_of(pointer->users(), [&](const User *user) {
		const auto *store = dyn_cast<StoreInst>(user);
		return store != nullptr && store->getValueOperand() == pointer;
	});
}

// Whether POINTER, or the struct whose member it is, is what a walk has come to.
static bool is_walk(const Value *pointer)
{
	pointer = pointer->stripPointerCasts();
	const auto *part = dyn_cast<GetElementPtrInst>(pointer);
	while (part != nullptr && part->hasAllConstantIndices() &&
		part->getSourceElementType()->isStructTy()) {
		pointer = part->getPointerOperand()->stripPointerCasts();
		part = dyn_cast<GetElementPtrInst>(pointer);
	}
	if (part != nullptr)
		return is_kept(part);
	const auto *load = dyn_cast<LoadInst>(pointer);
	const auto *variable =
		load == nullptr
			? nullptr
			: dyn_cast<AllocaInst>(load->getPointerOperand());
	return variable != nullptr && is_moved(variable);
}

static void check_walk(Sites &sites, Function &function, Instruction *access)
{
	const DILocation *location = access->getDebugLoc().get();
	unsigned operand = isa<LoadInst>(access) ? 0 : 1;
	Value *pointer = access->getOperand(operand);
	Type *type = getLoadStoreType(access);
	IRBuilder<> build(access);
	Value *at = build.CreateCall(sites.walk,
		{sites.site(RETREAD_HLS_INDEX, location->getFilename(),
			 location->getLine(), function.getName(),
			 name_of(pointer)),
			build.CreateBitCast(pointer, sites.bytes),
			ConstantInt::get(sites.word,
				sites.module.getDataLayout().getTypeStoreSize(
					type))});
	access->setOperand(
		operand, build.CreateBitCast(at, pointer->getType()));
}

void check_walks(Sites &sites, Function &function)
{
	std::vector<Instruction *> found;
	for (Instruction &each : instructions(function)) {
		const Value *pointer = getLoadStorePointerOperand(&each);
		const DILocation *location = each.getDebugLoc().get();
		if (pointer != nullptr && location != nullptr &&
			!is_header(location->getFilename()) && is_walk(pointer))
			found.push_back(&each);
	}
	for (Instruction *each : found)
		check_walk(sites, function, each);
}

// The array that ARGUMENT points into; nullptr: not known.
static Value *array_behind(Value *argument)
{
	Value *object = getUnderlyingObject(argument);
	auto *local = dyn_cast<AllocaInst>(object);
	auto *global = dyn_cast<GlobalVariable>(object);
	if (!argument->getType()->isPointerTy())
		return nullptr;
	Type *type = local != nullptr	 ? local->getAllocatedType()
		     : global != nullptr ? global->getValueType()
					 : nullptr;
	return type != nullptr && type->isArrayTy() ? object : nullptr;
}

static void hand_array(Sites &sites, CallInst *call, Value *array)
{
	auto *local = dyn_cast<AllocaInst>(array);
	Type *type = local != nullptr
			     ? local->getAllocatedType()
			     : cast<GlobalVariable>(array)->getValueType();
	IRBuilder<> before(call), after(call->getNextNode());
	before.CreateCall(sites.hand,
		{before.CreateBitCast(array, sites.bytes),
			ConstantInt::get(sites.word,
				sites.module.getDataLayout().getTypeAllocSize(
					type))});
	after.CreateCall(
		sites.take_back, {after.CreateBitCast(array, sites.bytes)});
}

void hand_arrays(Sites &sites, Function &function)
{
	std::vector<CallInst *> calls;
	for (Instruction &each : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&each);
		const Function *callee =
			call == nullptr ? nullptr : call->getCalledFunction();
		if (callee != nullptr && is_kernel(*callee) &&
			!call->isMustTailCall())
			calls.push_back(call);
	}
	for (CallInst *call : calls)
		for (Value *argument : call->args())
			if (Value *array = array_behind(argument))
				hand_array(sites, call, array);
}

} // namespace retread
