// SPDX-License-Identifier: MIT
// Exit tests that unrolled loops leave out.

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

} // namespace retread
