// SPDX-License-Identifier: MIT
// Clang plug-in of `retread hls`: makes sites of what hardware does otherwise in
// a kernel: the index of an array of constant size, what a local variable holds
// before it is assigned, the place of an assignment to an integer of some width,
// the exit test of a loop that is unrolled without it, operations that C leaves undefined,
// calls of a dataflow region.
//
// No pragma reaches LLVM: `retread hls` hands over those that matter, as boundaries
// of retread-spectra(5).
//
// It runs first, when a function's variables are still in memory and templates
// have been instantiated. lib/hls/hls_sim.h is what its calls lead to.

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#include "fuzz-perf/instrument/intent.h"
#include "fuzz-perf/instrument/sites.h"

namespace retread
{

static bool divides(const Instruction &each)
{
	unsigned code = each.getOpcode();
	return (code == Instruction::SDiv || code == Instruction::UDiv ||
		       code == Instruction::SRem ||
		       code == Instruction::URem) &&
	       each.getType()->isIntegerTy() &&
	       !isa<ConstantInt>(each.getOperand(1));
}

// Whether EACH may end the program.
static bool may_fail(const Instruction &each)
{
	const auto *call = dyn_cast<CallBase>(&each);
	const Value *pointer = getLoadStorePointerOperand(&each);
	if (call != nullptr)
		return call->getCalledFunction() == nullptr ||
		       (call->getCalledFunction()->isDeclaration() &&
			       !isa<IntrinsicInst>(call));
	if (pointer != nullptr)
		return !isa<AllocaInst>(pointer) &&
		       !isa<GlobalVariable>(pointer);
	return divides(each);
}

static void note_line(Sites &sites, Instruction *each)
{
	const DILocation *location = each->getDebugLoc().get();
	std::string file = location->getFilename().str();
	GlobalVariable *&made = sites.lines[{file, location->getLine()}];
	StructType *type =
		StructType::get(sites.context, {sites.bytes, sites.half});
	if (made == nullptr)
		made = new GlobalVariable(sites.module, type, true,
			GlobalValue::PrivateLinkage,
			ConstantStruct::get(
				type, {sites.text(file),
					      ConstantInt::get(sites.half,
						      location->getLine())}),
			"retread_hls_line");
	IRBuilder<> build(each);
	build.CreateStore(
		ConstantExpr::getBitCast(made, sites.bytes), sites.at, true);
	// A division may be moved past it.
	if (divides(*each))
		build.CreateCall(
			sites.divide, build.CreateZExtOrTrunc(
					      each->getOperand(1), sites.word));
}

// Has the runtime know the line before what may fail, and where paths meet.
static void note_lines(Sites &sites, Function &function)
{
	for (BasicBlock &block : function) {
		unsigned known = 0;
		bool is_first = !block.isEHPad();
		std::vector<Instruction *> found;
		for (Instruction &each : block) {
			const DILocation *location = each.getDebugLoc().get();
			if (location == nullptr || isa<PHINode>(each) ||
				location->getLine() == 0 ||
				(location->getLine() == known &&
					!divides(each)) ||
				location->getInlinedAt() != nullptr ||
				!(is_first || may_fail(each)))
				continue;
			is_first = false;
			known = location->getLine();
			found.push_back(&each);
		}
		for (Instruction *each : found)
			note_line(sites, each);
	}
}

// At a line marked `retread: wraps` the CPU wraps, too: no site.
static void mark_place(
	Sites &sites, Function &function, CallBase *call, const Intent &intent)
{
	const DILocation *location = call->getDebugLoc().get();
	if (is_header(location->getFilename()))
		return;
	if (sites.is_marked(location, "wraps")) {
		IRBuilder<>(call).CreateStore(
			Constant::getNullValue(pointer_to(sites.site_type)),
			sites.place);
		return;
	}
	IRBuilder<>(call).CreateStore(
		sites.site(RETREAD_HLS_WIDTH, location->getFilename(),
			location->getLine(), function.getName(), "", 0,
			intent.wraps_on_purpose(call) ? RETREAD_HLS_MEANT : 0),
		sites.place);
}

static bool is_accessed(const Value *pointer);

// Whether USE of POINTER reads or writes what it points to: the end of an
// array, say, may be compared with, and a pointer be handed on. A reference
// is of what is there.
static bool is_access(const Value *pointer, const User *user)
{
	const auto *store = dyn_cast<StoreInst>(user);
	const auto *call = dyn_cast<CallBase>(user);
	if (isa<LoadInst>(user) || isa<MemIntrinsic>(user) ||
		is_lifetime(*cast<Instruction>(user)))
		return true;
	if (store != nullptr)
		return store->getPointerOperand() == pointer;
	if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user))
		return is_accessed(user);
	for (unsigned i = 0; call != nullptr && i < call->arg_size(); i++)
		if (call->getArgOperand(i) == pointer &&
			call->getParamDereferenceableBytes(i) == 0 &&
			!call->isByValArgument(i))
			return false;
	return call != nullptr;
}

static bool is_accessed(const Value *pointer)
{
	return all_of(pointer->users(),
		[&](const User *user) { return is_access(pointer, user); });
}

// An index into an array of N elements that is not known to fit; or, with
// N being 0, behind a pointer.
static void replace_index(
	Sites &sites, Function &function, GetElementPtrInst *index)
{
	auto *array = dyn_cast<ArrayType>(index->getSourceElementType());
	const DILocation *location = index->getDebugLoc().get();
	unsigned last = index->getNumOperands() - 1;
	auto *fixed = dyn_cast<ConstantInt>(index->getOperand(last));
	uint64_t n = array != nullptr ? array->getNumElements() : 0;
	if (last != (array != nullptr ? 2u : 1u) || location == nullptr ||
		is_header(location->getFilename()) ||
		(fixed != nullptr &&
			(fixed->isZero() || fixed->getValue().ult(n))))
		return;
	if (array == nullptr && !is_accessed(index))
		return;
	IRBuilder<> build(index);
	uint64_t size = sites.module.getDataLayout().getTypeAllocSize(
		array != nullptr ? array->getElementType()
				 : index->getSourceElementType());
	Value *at = build.CreateCall(sites.address,
		{sites.site(RETREAD_HLS_INDEX, location->getFilename(),
			 location->getLine(), function.getName(),
			 name_of(index->getPointerOperand()), n),
			build.CreateBitCast(
				index->getPointerOperand(), sites.bytes),
			build.CreateSExtOrTrunc(
				index->getOperand(last), sites.word),
			ConstantInt::get(sites.word, n),
			ConstantInt::get(sites.word, size)});
	index->replaceAllUsesWith(build.CreateBitCast(at, index->getType()));
	index->eraseFromParent();
}

// Of a variable that the kernel's source names; NULL: of another.
static Constant *state_site(Sites &sites, const GlobalVariable &variable)
{
	SmallVector<DIGlobalVariableExpression *, 1> known;
	variable.getDebugInfo(known);
	for (DIGlobalVariableExpression *each : known) {
		const DIGlobalVariable *named = each->getVariable();
		if (is_header(named->getFilename()))
			continue;
		bool resets =
			any_of(sites.boundaries, [&](const Boundary &each) {
				return each.what == "reset" &&
				       each.name == named->getName();
			});
		return ConstantExpr::getBitCast(
			sites.site(RETREAD_HLS_STATE, named->getFilename(),
				named->getLine(), "", named->getName(), 0,
				resets ? RETREAD_HLS_RESETS : 0),
			sites.bytes);
	}
	return ConstantPointerNull::get(sites.bytes);
}

// Variables that outlive a call, to be put back before the next test.
static void note_state(Sites &sites)
{
	std::vector<GlobalVariable *> found;
	if (!sites.state.empty())
		return;
	for (GlobalVariable &variable : sites.module.globals())
		if (!variable.isConstant() && !variable.isDeclaration() &&
			!begins_with(variable.getName(), "retread_hls") &&
			!begins_with(variable.getName(), "__") &&
			!begins_with(variable.getName(), "llvm.") &&
			variable.getValueType()->isSized())
			found.push_back(&variable);
	for (GlobalVariable *variable : found) {
		sites.state.push_back(
			ConstantExpr::getBitCast(variable, sites.bytes));
		sites.state.push_back(ConstantExpr::getIntToPtr(
			ConstantInt::get(sites.word,
				sites.module.getDataLayout().getTypeAllocSize(
					variable->getValueType())),
			sites.bytes));
		sites.state.push_back(state_site(sites, *variable));
	}
}

static void instrument(Sites &sites, Function &function)
{
	std::vector<GetElementPtrInst *> indices;
	std::vector<AllocaInst *> locals;
	std::vector<CallBase *> numbers;
	std::vector<BasicBlock *> meetings;
	for (BasicBlock &block : function)
		if (block.hasNPredecessorsOrMore(2) && !block.isEHPad())
			meetings.push_back(&block);
	for (Instruction &each : instructions(function)) {
		if (auto *index = dyn_cast<GetElementPtrInst>(&each))
			indices.push_back(index);
		else if (auto *local = dyn_cast<AllocaInst>(&each))
			locals.push_back(local);
		else if (auto *call = dyn_cast<CallBase>(&each))
			if (is_number(*call) && call->getDebugLoc())
				numbers.push_back(call);
	}
	Intent intent(function, is_number);
	note_lines(sites, function);
	for (CallBase *call : numbers)
		mark_place(sites, function, call, intent);
	for (GetElementPtrInst *index : indices)
		replace_index(sites, function, index);
	DominatorTree tree(function);
	for (AllocaInst *local : locals)
		fill_local(sites, function, tree, local);
	check_walks(sites, function);
	hand_arrays(sites, function);
	unroll_loops(sites, function);
	replace_undefined(sites, function);
	set_depths(sites, function);
	name_streams(sites, function);
	if (sites.boundary_in(function, "empty") != nullptr) {
		spawn_calls(sites, function);
		begin_region(sites, function);
	}
	for (BasicBlock *meeting : meetings)
		IRBuilder<>(meeting, meeting->getFirstInsertionPt())
			.CreateCall(sites.tick);
	note_state(sites);
}

static bool instrument_module(Module &module)
{
	Sites sites(module);
	plan_promises(sites);
	for (Function &function : module)
		if (is_kernel(function))
			instrument(sites, function);
	for (Function &function : module)
		if (is_kernel(function))
			check_promises(sites, function);
	if (sites.all.empty() && sites.state.empty())
		return false;
	sites.register_all();
	return true;
}

struct HardwarePass : PassInfoMixin<HardwarePass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		return instrument_module(module) ? PreservedAnalyses::none()
						 : PreservedAnalyses::all();
	}

	static bool isRequired()
	{
		return true;
	}
};

} // namespace retread

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "retread-hardware", "1",
		[](llvm::PassBuilder &builder) {
			builder.registerPipelineStartEPCallback(
				[](llvm::ModulePassManager &passes,
					llvm::OptimizationLevel) {
					passes.addPass(retread::HardwarePass());
				});
		}};
}
