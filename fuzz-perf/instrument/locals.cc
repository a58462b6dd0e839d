// SPDX-License-Identifier: MIT
// What local variables hold before they are given a value.

#include "fuzz-perf/instrument/sites.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

namespace retread
{

// Whether CALL leads to the constructor of a number.
static bool is_constructor(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();
	const DISubprogram *named =
		callee != nullptr ? callee->getSubprogram() : nullptr;
	return named != nullptr && is_number(call) &&
	       begins_with(named->getName(), "ap_");
}

// Whether EACH is about a local's place only, not about what it holds.
static bool is_about_place(const Instruction &each)
{
	if (const auto *call = dyn_cast<CallBase>(&each))
		return is_lifetime(each) ||
		       (call->arg_size() == 1 && is_constructor(*call));
	return isa<BitCastInst>(each) &&
	       all_of(each.users(), [](const User *user) {
		       return is_lifetime(*cast<Instruction>(user));
	       });
}

// Whether CALL constructs LOCAL out of something, or assigns to it.
static bool gives_value(const CallBase &call, const AllocaInst *local)
{
	const Function *callee = call.getCalledFunction();
	if (callee == nullptr || call.arg_size() == 0 ||
		call.getArgOperand(0) != local)
		return false;
	const DISubprogram *named = callee->getSubprogram();
	bool assigns = named != nullptr && is_number(call) &&
		       (named->getName() == "operator=" ||
			       begins_with(named->getName(), "operator=<"));
	return call.paramHasAttr(0, Attribute::StructRet) ||
	       (call.arg_size() > 1 && (assigns || is_constructor(call)));
}

// Whether EACH, which uses LOCAL, gives all of it a value and does no more.
static bool sets(Sites &sites, const Instruction &each, const AllocaInst *local)
{
	const DataLayout &layout = sites.module.getDataLayout();
	uint64_t size = layout.getTypeAllocSize(local->getAllocatedType());
	if (count(each.operands(), local) != 1)
		return false;
	if (const auto *store = dyn_cast<StoreInst>(&each))
		return store->getPointerOperand() == local &&
		       layout.getTypeAllocSize(
			       store->getValueOperand()->getType()) >= size;
	if (const auto *memory = dyn_cast<MemIntrinsic>(&each)) {
		const auto *length = dyn_cast<ConstantInt>(memory->getLength());
		return memory->getRawDest() == local && length != nullptr &&
		       length->getZExtValue() >= size;
	}
	const auto *call = dyn_cast<CallBase>(&each);
	return call != nullptr && gives_value(*call, local);
}

// Whether LOCAL has a value wherever something uses it.
static bool is_set_first(
	Sites &sites, const DominatorTree &tree, const AllocaInst *local)
{
	std::vector<const Instruction *> setting, using_it;
	for (const User *user : local->users()) {
		const auto *each = cast<Instruction>(user);
		if (is_about_place(*each))
			continue;
		(sets(sites, *each, local) ? setting : using_it)
			.push_back(each);
	}
	return all_of(using_it, [&](const Instruction *use) {
		return any_of(setting, [&](const Instruction *set) {
			return tree.dominates(set, use);
		});
	});
}

static bool is_plain(const Type *type)
{
	if (type->isArrayTy())
		return is_plain(type->getArrayElementType());
	if (const auto *members = dyn_cast<StructType>(type))
		return all_of(members->elements(), is_plain);
	return type->isIntegerTy() || type->isFloatingPointTy();
}

// A pointer that is filled would not be a value that hardware has.
static bool can_be_filled(const AllocaInst *local)
{
	return is_plain(local->getAllocatedType());
}

// Where the life of LOCAL begins and ends.
static std::vector<Instruction *> markers_of(AllocaInst *local)
{
	std::vector<Value *> places = {local};
	std::vector<Instruction *> found;
	for (size_t i = 0; i < places.size(); i++)
		for (User *user : places[i]->users()) {
			auto *each = cast<Instruction>(user);
			if (isa<BitCastInst>(each))
				places.push_back(each);
			else if (is_lifetime(*each))
				found.push_back(each);
		}
	return found;
}

static void fill_at(Sites &sites, Function &function, AllocaInst *local,
	const DILocalVariable *variable, Instruction *before, bool again)
{
	IRBuilder<> build(before);
	build.CreateCall(sites.fill,
		{sites.site(RETREAD_HLS_FILL, variable->getFilename(),
			 variable->getLine(), function.getName(),
			 variable->getName()),
			build.CreateBitCast(local, sites.bytes),
			ConstantInt::get(sites.word,
				sites.module.getDataLayout().getTypeAllocSize(
					local->getAllocatedType())),
			ConstantInt::get(sites.half, again)});
}

void fill_local(Sites &sites, Function &function, const DominatorTree &tree,
	AllocaInst *local)
{
	const DILocalVariable *variable = declared(local);
	if (variable == nullptr || variable->isParameter() ||
		!local->isStaticAlloca() || !can_be_filled(local) ||
		is_set_first(sites, tree, local))
		return;
	Instruction *after = local->getNextNode();
	while (isa<AllocaInst>(after))
		after = after->getNextNode();
	fill_at(sites, function, local, variable, after, false);
	// The CPU keeps what the last trip of a loop left.
	for (Instruction *marker : markers_of(local)) {
		if (cast<IntrinsicInst>(marker)->getIntrinsicID() ==
			Intrinsic::lifetime_start)
			fill_at(sites, function, local, variable, marker, true);
		marker->eraseFromParent();
	}
}

} // namespace retread
