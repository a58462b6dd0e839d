// SPDX-License-Identifier: MIT
// Promises of pragmas, which the runtime checks (fuzz-perf/hls/promises.c): what trips of a loop
// do not do to each other, that a variable is stable, that loops are one, that banks have ports
// enough, that members are apart.

#include "fuzz-perf/instrument/promises.h"
#include "fuzz-perf/instrument/intent.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace retread
{

// What EACH reads and writes.
static std::vector<Access> accesses_of(Instruction *each)
{
	std::vector<Access> found;
	auto *load = dyn_cast<LoadInst>(each);
	auto *store = dyn_cast<StoreInst>(each);
	auto *call = dyn_cast<CallBase>(each);
	if (load != nullptr && !load->getType()->isPointerTy())
		found.push_back({each, load->getPointerOperand(), false});
	if (store != nullptr &&
		!store->getValueOperand()->getType()->isPointerTy() &&
		!isa<Argument>(store->getValueOperand()))
		found.push_back({each, store->getPointerOperand(), true});
	if (call == nullptr || isa<DbgInfoIntrinsic>(call) ||
		is_lifetime(*call) || call->getCalledFunction() == nullptr ||
		begins_with(
			call->getCalledFunction()->getName(), "retread_hls_") ||
		(is_kernel(*call->getCalledFunction()) && !is_number(*call)))
		return found;
	bool writes_first = isa<MemIntrinsic>(call) || Intent::assigns(*call);
	bool reads_too = !isa<MemIntrinsic>(call) && Intent::changes(*call);
	for (unsigned i = 0; i < call->arg_size(); i++) {
		Value *pointer = call->getArgOperand(i);
		bool writes = writes_first && i == 0;
		if (!pointer->getType()->isPointerTy())
			continue;
		if (!writes || reads_too)
			found.push_back({each, pointer, false});
		if (writes)
			found.push_back({each, pointer, true});
	}
	return found;
}

std::vector<Access> accesses_in(
	Function &function, const Loop *loop, StringRef name)
{
	std::vector<Access> found;
	for (Instruction &each : instructions(function)) {
		if (loop != nullptr && !loop->contains(&each))
			continue;
		for (const Access &access : accesses_of(&each))
			if (each.getDebugLoc() &&
				name_of(access.pointer) == name)
				found.push_back(access);
	}
	return found;
}

Value *line_of(Sites &sites, const Access &access)
{
	return ConstantInt::get(sites.word, access.at->getDebugLoc().getLine());
}

GlobalVariable *promise_site(Sites &sites, const Function &function,
	const Boundary &promise, StringRef name, retread_hls_promised kind)
{
	return sites.site(RETREAD_HLS_PROMISE, promise.file, promise.line,
		function.getName(), name, 0, kind);
}

static void call_with(Sites &sites, FunctionCallee callee, Instruction *before,
	Value *its, int what)
{
	IRBuilder<>(before).CreateCall(
		callee, {its, ConstantInt::get(sites.half, what)});
}

static std::vector<Instruction *> exits_of(const Loop *loop)
{
	SmallVector<BasicBlock *, 4> blocks;
	std::vector<Instruction *> exits;
	loop->getUniqueExitBlocks(blocks);
	for (BasicBlock *block : blocks)
		exits.push_back(&*block->getFirstInsertionPt());
	return exits;
}

bool count_trips(Sites &sites, Loop *loop, Value *its)
{
	BasicBlock *before = loop->getLoopPredecessor();
	if (before == nullptr)
		return false;
	call_with(sites, sites.trip, before->getTerminator(), its, 1);
	call_with(sites, sites.trip, &*loop->getHeader()->getFirstInsertionPt(),
		its, 0);
	for (Instruction *exit : exits_of(loop))
		call_with(sites, sites.trip, exit, its, 2);
	return true;
}

// A call of FUNCTION is one trip.
static void count_call(Sites &sites, Function &function, Value *its)
{
	call_with(sites, sites.trip, after_locals(function), its, 1);
	for (BasicBlock &block : function)
		if (isa<ReturnInst>(block.getTerminator()))
			call_with(sites, sites.trip, block.getTerminator(), its,
				2);
}

/*--- what functions are given ---*/

// The name that the parameter NUMBER of FUNCTION has there; "": nobody says it.
static std::string parameter_name(Function &function, unsigned number)
{
	const Argument *argument = function.getArg(number);
	for (const User *user : argument->users())
		if (const auto *store = dyn_cast<StoreInst>(user))
			if (const auto *local = dyn_cast<AllocaInst>(
				    store->getPointerOperand()))
				if (const auto *variable = declared(local))
					return variable->getName().str();
	return "";
}

// Adds functions that FUNCTION gives its variable NAME, and those that they do.
static void add_given(Function &function, const std::string &name,
	std::vector<Sites::Given> &given)
{
	given.push_back({&function, name});
	for (Instruction &each : instructions(function)) {
		auto *call = dyn_cast<CallBase>(&each);
		Function *callee =
			call != nullptr ? call->getCalledFunction() : nullptr;
		if (callee == nullptr || !is_kernel(*callee) ||
			is_number(*call))
			continue;
		for (unsigned i = 0; i < call->arg_size(); i++) {
			Value *argument = call->getArgOperand(i);
			if (i >= callee->arg_size() ||
				!argument->getType()->isPointerTy() ||
				name_of(argument) != name)
				continue;
			std::string its = parameter_name(*callee, i);
			bool is_known = any_of(given, [&](const auto &each) {
				return each.function == callee &&
				       each.name == its;
			});
			if (!its.empty() && !is_known)
				add_given(*callee, its, given);
		}
	}
}

void plan_promises(Sites &sites)
{
	for (const Boundary &each : sites.boundaries)
		for (Function &function : sites.module)
			if ((each.what == "distance" ||
				    each.what == "stable") &&
				is_kernel(function) &&
				is_in_function(each, function))
				add_given(function, each.name,
					sites.given[{&each, &function}]);
}

/*--- dependence, stable ---*/

// In FUNCTION those in LOOP alone, if there is one.
static void note_accesses(Sites &sites, Function &function, const Loop *loop,
	const Boundary &promise, Value *its)
{
	for (const Sites::Given &each : sites.given[{&promise, &function}]) {
		bool is_here = each.function == &function;
		for (const Access &access : accesses_in(*each.function,
			     is_here ? loop : nullptr, each.name)) {
			IRBuilder<> build(access.at);
			build.CreateCall(sites.access,
				{its,
					build.CreateBitCast(
						access.pointer, sites.bytes),
					ConstantInt::get(
						sites.half, access.writes),
					line_of(sites, access),
					ConstantInt::get(
						sites.word, promise.number)});
		}
	}
}

static void check_dependence(
	Sites &sites, Function &function, Loop *loop, const Boundary &promise)
{
	Value *its = promise_site(
		sites, function, promise, promise.name, RETREAD_HLS_DEPENDENCE);
	if (count_trips(sites, loop, its))
		note_accesses(sites, function, loop, promise, its);
}

// A function that is a pipeline begins a call before the last ones have written: each is a
// trip.
static void check_calls(
	Sites &sites, Function &function, const Boundary &promise)
{
	Value *its = promise_site(
		sites, function, promise, promise.name, RETREAD_HLS_DEPENDENCE);
	call_with(sites, sites.trip, after_locals(function), its, 0);
	note_accesses(sites, function, nullptr, promise, its);
}

static bool is_pipeline(
	const Sites &sites, const Function &function, const LoopInfo &loops)
{
	return any_of(sites.boundaries, [&](const Boundary &each) {
		return each.what == "interval" &&
		       is_in_function(each, function) &&
		       loop_around(loops, each.line) == nullptr;
	});
}

static void check_stable(
	Sites &sites, Function &function, const Boundary &promise)
{
	Value *its = promise_site(
		sites, function, promise, promise.name, RETREAD_HLS_STABLE);
	note_accesses(sites, function, nullptr, promise, its);
	count_call(sites, function, its);
}

/*--- loop_flatten ---*/

static void check_flat(
	Sites &sites, Function &function, Loop *inner, const Boundary &promise)
{
	Loop *outer = inner->getParentLoop();
	BasicBlock *before = inner->getLoopPredecessor();
	if (before == nullptr || outer->getLoopPredecessor() == nullptr)
		return;
	DebugLoc start = inner->getStartLoc();
	Value *its = promise_site(sites, function, promise,
		start ? (Twine("line ") + Twine(start.getLine())).str()
		      : "a line",
		RETREAD_HLS_FLAT);
	call_with(sites, sites.flat, before->getTerminator(), its, 1);
	call_with(sites, sites.flat,
		&*inner->getHeader()->getFirstInsertionPt(), its, 0);
	call_with(sites, sites.flat,
		outer->getLoopPredecessor()->getTerminator(), its, 2);
	for (Instruction *exit : exits_of(outer))
		call_with(sites, sites.flat, exit, its, 2);
}

// The loops around the pragma, and those that are alone in them.
static void check_flattened(Sites &sites, Function &function,
	const LoopInfo &loops, const Boundary &promise)
{
	Loop *inner = loop_around(loops, promise.line);
	while (inner != nullptr && inner->getSubLoops().size() == 1)
		inner = inner->getSubLoops()[0];
	for (; inner != nullptr && inner->getParentLoop() != nullptr;
		inner = inner->getParentLoop())
		check_flat(sites, function, inner, promise);
}

/*--- disaggregate ---*/

// The member of the struct NAME that POINTER was made from, and its bytes; nullptr: none.
static Value *member_at(const Sites &sites, Value *pointer, uint64_t &size)
{
	Value *member = nullptr;
	for (;;) {
		auto *part = dyn_cast<GetElementPtrInst>(pointer);
		auto *call = dyn_cast<CallBase>(pointer);
		auto *cast = dyn_cast<BitCastInst>(pointer);
		if (part != nullptr && part->getNumOperands() == 3 &&
			part->getSourceElementType()->isStructTy()) {
			member = part;
			size = sites.module.getDataLayout().getTypeAllocSize(
				part->getResultElementType());
		}
		if (part != nullptr)
			pointer = part->getPointerOperand();
		else if (cast != nullptr)
			pointer = cast->getOperand(0);
		else if (call != nullptr && is_address(*call))
			pointer = call->getArgOperand(1);
		else
			return member;
	}
}

static void check_members(
	Sites &sites, Function &function, const Boundary &promise)
{
	for (const Access &access :
		accesses_in(function, nullptr, promise.name)) {
		uint64_t size = 0;
		Value *member = member_at(sites, access.pointer, size);
		if (member == nullptr || member == access.pointer)
			continue;
		IRBuilder<> build(access.at);
		build.CreateCall(sites.member,
			{promise_site(sites, function, promise, promise.name,
				 RETREAD_HLS_MEMBER),
				build.CreateBitCast(member, sites.bytes),
				ConstantInt::get(sites.word, size),
				build.CreateBitCast(
					access.pointer, sites.bytes),
				line_of(sites, access)});
	}
}

// A promise of dependence outside of loops is one of the calls of a pipeline, or else of
// each innermost loop.
static void check_promise(Sites &sites, Function &function,
	const LoopInfo &loops, const Boundary &promise)
{
	Loop *around = loop_around(loops, promise.line);
	if (promise.what == "stable")
		check_stable(sites, function, promise);
	if (promise.what == "member")
		check_members(sites, function, promise);
	if (promise.what == "flatten")
		check_flattened(sites, function, loops, promise);
	if (promise.what != "distance")
		return;
	if (around != nullptr) {
		check_dependence(sites, function, around, promise);
		return;
	}
	if (is_pipeline(sites, function, loops)) {
		check_calls(sites, function, promise);
		return;
	}
	for (Loop *loop : loops.getLoopsInPreorder())
		if (loop->isInnermost())
			check_dependence(sites, function, loop, promise);
}

void check_promises(Sites &sites, Function &function)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);
	check_storage(sites, function, loops);
	for (const Boundary &each : sites.boundaries)
		if (is_in_function(each, function))
			check_promise(sites, function, loops, each);
}

} // namespace retread
