// SPDX-License-Identifier: MIT
// What pragmas say of loops: exit tests that are left out, and promises of dependence.

#include "fuzz-perf/instrument/intent.h"
#include "fuzz-perf/instrument/sites.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace retread
{

// Of NUMBER copies of the body only the first has the exit test.
static void skip_exit(
	Sites &sites, Function &function, Loop *loop, const Boundary &boundary)
{
	auto *test = dyn_cast<BranchInst>(loop->getHeader()->getTerminator());
	BasicBlock *before = loop->getLoopPredecessor();
	if (test == nullptr || !test->isConditional() || before == nullptr)
		return;
	bool stays = loop->contains(test->getSuccessor(0));
	IRBuilder<> entry(&*function.getEntryBlock().begin());
	AllocaInst *trips = entry.CreateAlloca(sites.word);
	IRBuilder<>(before->getTerminator())
		.CreateStore(ConstantInt::get(sites.word, 0), trips);
	IRBuilder<> build(test);
	Value *trip = build.CreateLoad(sites.word, trips);
	build.CreateStore(
		build.CreateAdd(trip, ConstantInt::get(sites.word, 1)), trips);
	Value *more = stays ? test->getCondition()
			    : build.CreateNot(test->getCondition());
	Value *goes = build.CreateCall(sites.exit,
		{sites.site(RETREAD_HLS_EXIT, boundary.file, boundary.line,
			 function.getName(), "", boundary.number),
			build.CreateZExt(more, sites.half),
			ConstantInt::get(sites.half, boundary.number), trip});
	goes = build.CreateICmpNE(goes, ConstantInt::get(sites.half, 0));
	test->setCondition(stays ? goes : build.CreateNot(goes));
}

void unroll_loops(Sites &sites, Function &function)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);
	for (const Boundary &each : sites.boundaries)
		if (each.what == "residue" && is_in_function(each, function))
			if (Loop *loop = loop_around(loops, each.line))
				skip_exit(sites, function, loop, each);
}

static void add_access(Sites &sites, Instruction *before, Value *pointer,
	bool writes, const Boundary &promise, Value *its)
{
	if (name_of(pointer) != promise.name || !before->getDebugLoc())
		return;
	IRBuilder<> build(before);
	build.CreateCall(sites.access,
		{its, build.CreateBitCast(pointer, sites.bytes),
			ConstantInt::get(sites.half, writes),
			ConstantInt::get(
				sites.word, before->getDebugLoc().getLine()),
			ConstantInt::get(sites.word, promise.number)});
}

// If EACH reads or writes elements of the variable that PROMISE is about.
static void note_access(
	Sites &sites, Instruction *each, const Boundary &promise, Value *its)
{
	auto *load = dyn_cast<LoadInst>(each);
	auto *store = dyn_cast<StoreInst>(each);
	auto *call = dyn_cast<CallBase>(each);
	if (load != nullptr && !load->getType()->isPointerTy())
		add_access(sites, each, load->getPointerOperand(), false,
			promise, its);
	if (store != nullptr &&
		!store->getValueOperand()->getType()->isPointerTy())
		add_access(sites, each, store->getPointerOperand(), true,
			promise, its);
	if (call == nullptr || isa<DbgInfoIntrinsic>(call) ||
		is_lifetime(*call) || call->getCalledFunction() == nullptr ||
		begins_with(
			call->getCalledFunction()->getName(), "retread_hls_"))
		return;
	bool writes_first = isa<MemIntrinsic>(call) || Intent::assigns(*call);
	bool reads_too = !isa<MemIntrinsic>(call) && Intent::changes(*call);
	for (unsigned i = 0; i < call->arg_size(); i++) {
		Value *pointer = call->getArgOperand(i);
		if (!pointer->getType()->isPointerTy())
			continue;
		bool writes = writes_first && i == 0;
		if (!writes || reads_too)
			add_access(sites, each, pointer, false, promise, its);
		if (writes)
			add_access(sites, each, pointer, true, promise, its);
	}
}

static void check_promise(
	Sites &sites, Function &function, Loop *loop, const Boundary &promise)
{
	std::vector<Instruction *> found;
	Value *its = sites.site(RETREAD_HLS_PROMISE, promise.file, promise.line,
		function.getName(), promise.name);
	BasicBlock *before = loop->getLoopPredecessor();
	if (before == nullptr)
		return;
	for (BasicBlock *block : loop->blocks())
		for (Instruction &each : *block)
			found.push_back(&each);
	IRBuilder<>(before->getTerminator())
		.CreateCall(sites.trip, {its, ConstantInt::get(sites.half, 1)});
	IRBuilder<>(&*loop->getHeader()->getFirstInsertionPt())
		.CreateCall(sites.trip, {its, ConstantInt::get(sites.half, 0)});
	for (Instruction *each : found)
		note_access(sites, each, promise, its);
}

// A promise outside of loops is one of each innermost loop.
void check_promises(Sites &sites, Function &function)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);
	for (const Boundary &each : sites.boundaries) {
		if (each.what != "distance" || !is_in_function(each, function))
			continue;
		Loop *around = loop_around(loops, each.line);
		if (around != nullptr)
			check_promise(sites, function, around, each);
		for (Loop *loop : loops.getLoopsInPreorder())
			if (around == nullptr && loop->isInnermost())
				check_promise(sites, function, loop, each);
	}
}

} // namespace retread
