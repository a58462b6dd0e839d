// SPDX-License-Identifier: MIT
// Clang plug-in of retread-cc: plants one exact 64-bit counter per edge and
// site (lib/format/perf_map.h), the table of their source positions, a limit
// on executed edges, and the constants that the code compares with.
//
// It runs after the first clean-up of a module and before the optimiser's main
// work, so counts are those of the source's control flow: loops are not yet
// unrolled or vectorised. Counters carry type-based alias information of their
// own, which lets the optimiser keep them in registers while a loop runs.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include "fuzz-perf/instrument/calls.h"
#include "fuzz-perf/instrument/find.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;
using namespace retread;

namespace
{

class Instrumenter
{
      public:
	Instrumenter(Module &module, FunctionAnalysisManager &analyses,
		const Settings &settings)
	    : module(module), context(module.getContext()), analyses(analyses),
	      settings(settings), finder(module, analyses),
	      calls(module, settings.comparisons),
	      word(Type::getInt64Ty(context)), half(Type::getInt32Ty(context)),
	      pointer(pointer_to(Type::getInt8Ty(context)))
	{
		place_type = StructType::get(
			context, {pointer, pointer, pointer, pointer, half,
					 half, half, half});
		function_type = StructType::get(
			context, {pointer_to(word), pointer_to(place_type),
					 pointer, half, half, half, half});
	}

	bool run()
	{
		std::vector<Function *> work;
		for (Function &function : module)
			if (is_wanted(function))
				work.push_back(&function);
		if (work.empty())
			return false;
		make_tag(work);
		calls.tag = counter_tag;
		declare_runtime();
		find_recursive();
		for (Function *function : work)
			instrument(*function);
		finish();
		return true;
	}

      private:
	Module &module;
	LLVMContext &context;
	FunctionAnalysisManager &analyses;
	const Settings &settings;
	Type *word, *half, *pointer;
	StructType *place_type, *function_type;
	MDNode *counter_tag = nullptr, *fuel_tag = nullptr;
	GlobalVariable *fuel = nullptr;
	FunctionCallee touch, out_of_fuel, raise_bytes, hit_diff;
	StringMap<Constant *> text;
	std::vector<GlobalValue *> used;
	Finder finder;
	Calls calls;

	static bool is_wanted(const Function &function)
	{
		StringRef name = function.getName();
		return !function.isDeclaration() &&
		       !function.hasAvailableExternallyLinkage() &&
		       !function.hasFnAttribute(Attribute::Naked) &&
		       !function.hasFnAttribute(
			       Attribute::DisableSanitizerInstrumentation) &&
		       !begins_with(name, "__retread_") &&
		       !begins_with(name, "llvm.") &&
		       !isa<UnreachableInst>(
			       function.getEntryBlock().getTerminator());
	}

	// Counters get a type that no other access has: a child of the same
	// root as the module's own types, so that they cannot alias.
	void make_tag(const std::vector<Function *> &work)
	{
		for (Function *function : work)
			for (BasicBlock &block : *function)
				for (Instruction &instruction : block)
					if (MDNode *tag =
							instruction.getMetadata(
								LLVMContext::
									MD_tbaa))
						if (set_tag(tag))
							return;
	}

	bool set_tag(const MDNode *tag)
	{
		if (tag->getNumOperands() < 3)
			return false;
		auto *type = dyn_cast<MDNode>(tag->getOperand(1));
		while (type && type->getNumOperands() > 1) {
			auto *parent = dyn_cast<MDNode>(type->getOperand(1));
			if (!parent)
				return false;
			type = parent;
		}
		if (!type)
			return false;
		MDBuilder builder(context);
		MDNode *counter = builder.createTBAAScalarTypeNode(
			"retread counter", type);
		counter_tag =
			builder.createTBAAStructTagNode(counter, counter, 0);
		MDNode *steps =
			builder.createTBAAScalarTypeNode("retread fuel", type);
		fuel_tag = builder.createTBAAStructTagNode(steps, steps, 0);
		return true;
	}

	void declare_runtime()
	{
		Type *nothing = Type::getVoidTy(context);
		touch = module.getOrInsertFunction("__retread_touch",
			FunctionType::get(
				nothing, {pointer_to(function_type)}, false));
		// Entering a function must not keep the counters of a loop
		// around it from staying in registers.
		if (auto *function = dyn_cast<Function>(touch.getCallee())) {
			function->setOnlyAccessesInaccessibleMemory();
			function->addFnAttr(Attribute::NoUnwind);
			function->addFnAttr(Attribute::WillReturn);
			function->addFnAttr(Attribute::Cold);
			function->setCallingConv(CallingConv::PreserveMost);
		}
		out_of_fuel =
			module.getOrInsertFunction("__retread_out_of_fuel",
				FunctionType::get(nothing, false));
		if (auto *function =
				dyn_cast<Function>(out_of_fuel.getCallee())) {
			function->addFnAttr(Attribute::NoReturn);
			function->addFnAttr(Attribute::NoUnwind);
			function->addFnAttr(Attribute::Cold);
		}
		raise_bytes =
			module.getOrInsertFunction("__retread_raise_bytes",
				FunctionType::get(nothing,
					{pointer_to(word), pointer, pointer,
						word, half},
					false));
		hit_diff = module.getOrInsertFunction("__retread_hit_diff",
			FunctionType::get(nothing, false));
		fuel = cast<GlobalVariable>(
			module.getOrInsertGlobal("__retread_fuel", word));
	}

	Constant *text_constant(const std::string &value)
	{
		Constant *&slot = text[value];
		if (!slot) {
			Constant *data =
				ConstantDataArray::getString(context, value);
			auto *global =
				new GlobalVariable(module, data->getType(),
					true, GlobalValue::PrivateLinkage, data,
					"retread.text");
			global->setUnnamedAddr(
				GlobalValue::UnnamedAddr::Global);
			slot = ConstantExpr::getBitCast(global, pointer);
		}
		return slot;
	}

	// ---- limit ----

	struct Limit {
		BasicBlock *latch;
		BasicBlock *header;
		unsigned weight; // edges in the loop's own blocks
	};

	static bool calls_code(const Loop &loop)
	{
		for (const BasicBlock *block : loop.blocks())
			for (const Instruction &instruction : *block)
				if (isa<CallBase>(instruction) &&
					!isa<IntrinsicInst>(instruction))
					return true;
		return false;
	}

	// Every loop is limited, except tight ones whose number of turns is
	// known when they start: they end by themselves, and the check would
	// keep them from being vectorised. Their turns are charged on the way
	// out, to what is around them.
	void find_limits(Function &function, std::vector<Limit> &limits)
	{
		auto &loops = analyses.getResult<LoopAnalysis>(function);
		auto &evolution =
			analyses.getResult<ScalarEvolutionAnalysis>(function);
		for (Loop *loop : loops.getLoopsInPreorder()) {
			if (tight.count(loop->getHeader()) &&
				evolution.hasLoopInvariantBackedgeTakenCount(
					loop))
				continue;
			unsigned weight = 1;
			for (BasicBlock *block : loop->blocks())
				if (loops.getLoopFor(block) == loop &&
					block->getTerminator()
							->getNumSuccessors() >
						1)
					weight++;
			SmallVector<BasicBlock *, 4> latches;
			loop->getLoopLatches(latches);
			for (BasicBlock *latch : latches)
				limits.push_back(
					{latch, loop->getHeader(), weight});
		}
	}

	// Functions that may call themselves, as far as this module tells: each
	// call is a turn.
	SmallPtrSet<const Function *, 16> recursive;

	void find_recursive()
	{
		CallGraph graph(module);
		for (auto group = scc_begin(&graph); !group.isAtEnd(); ++group)
			if (group.hasCycle())
				for (const CallGraphNode *node : *group)
					recursive.insert(node->getFunction());
	}

	// Ends at BEFORE, which comes after the entry was counted.
	void plant_recursion_limit(Instruction *before)
	{
		Function &function = *before->getFunction();
		auto &loops = analyses.getResult<LoopAnalysis>(function);
		unsigned weight = 1;
		for (BasicBlock &block : function)
			if (!loops.getLoopFor(&block) &&
				block.getTerminator()->getNumSuccessors() > 1)
				weight++;
		IRBuilder<> build(before);
		set_location(build, *before);
		MDNode *rarely =
			MDBuilder(context).createBranchWeights(1, 1u << 30);
		Instruction *spent = SplitBlockAndInsertIfThen(
			charge(build, weight), before, true, rarely);
		IRBuilder<> report(spent);
		set_location(report, *before);
		report.CreateCall(out_of_fuel)->setDoesNotReturn();
	}

	// ---- innermost loops ----

	// While an innermost loop without calls runs, its counters live in
	// variables that the optimiser keeps in registers; they are added to
	// the real ones on every way out. It could not do so by itself: a
	// store to memory that other threads may see must not be moved.
	struct Tight {
		SmallPtrSet<BasicBlock *, 8> blocks;
		SmallVector<BasicBlock *, 4> exits;
		AllocaInst *spent = nullptr; // of the limit
		SmallVector<std::pair<AllocaInst *, unsigned>, 8> counters;
	};

	static constexpr unsigned most_counters = 8, most_exits = 4;
	unsigned edge_count = 0; // of the function: its first updates
	std::map<BasicBlock *, Tight> tight; // by header
	DenseMap<BasicBlock *, Tight *> tight_of;

	void find_tight_loops(
		Function &function, const std::vector<Update> &updates)
	{
		auto &loops = analyses.getResult<LoopAnalysis>(function);
		tight.clear();
		tight_of.clear();
		for (Loop *loop : loops.getLoopsInPreorder()) {
			SmallVector<BasicBlock *, 4> exits;
			if (!loop->isInnermost() || calls_code(*loop))
				continue;
			loop->getUniqueExitBlocks(exits);
			unsigned count = 0;
			for (const Update &update : updates)
				count += loop->contains(
					update.before->getParent());
			if (!count || count > most_counters ||
				exits.size() > most_exits ||
				any_of(exits, [](BasicBlock *exit) {
					return exit->getFirstInsertionPt() ==
					       exit->end();
				}))
				continue;
			Tight &found = tight[loop->getHeader()];
			found.exits = exits;
			for (BasicBlock *block : loop->blocks()) {
				found.blocks.insert(block);
				tight_of[block] = &found;
			}
		}
	}

	AllocaInst *make_local(Function &function)
	{
		IRBuilder<> build(
			&*function.getEntryBlock().getFirstInsertionPt());
		AllocaInst *local = build.CreateAlloca(word);
		build.CreateStore(ConstantInt::get(word, 0), local);
		return local;
	}

	// Adds the loop's own counts to the real counters.
	void flush(IRBuilder<> &build, Tight &loop, GlobalVariable *counters)
	{
		Constant *zero = ConstantInt::get(word, 0);
		Value *spent = zero;
		for (auto &entry : loop.counters) {
			Value *count = build.CreateLoad(word, entry.first);
			add_amount(build,
				counter_address(build, counters, entry.second),
				count);
			build.CreateStore(zero, entry.first);
			if (entry.second < edge_count)
				spent = build.CreateAdd(spent, count);
		}
		if (loop.spent) {
			spent = build.CreateLoad(word, loop.spent);
			build.CreateStore(zero, loop.spent);
		}
		LoadInst *left = build.CreateLoad(word, fuel);
		StoreInst *stored =
			build.CreateStore(build.CreateSub(left, spent), fuel);
		mark(left, fuel_tag);
		mark(stored, fuel_tag);
	}

	void flush_exits(GlobalVariable *counters)
	{
		for (auto &entry : tight)
			for (BasicBlock *exit : entry.second.exits) {
				IRBuilder<> build(
					&*exit->getFirstInsertionPt());
				flush(build, entry.second, counters);
			}
	}

	// What is left after this turn is below zero.
	Value *charge_tight(IRBuilder<> &build, Tight &loop, unsigned weight)
	{
		if (!loop.spent)
			loop.spent = make_local(
				*build.GetInsertBlock()->getParent());
		Value *more =
			build.CreateAdd(build.CreateLoad(word, loop.spent),
				ConstantInt::get(word, weight));
		build.CreateStore(more, loop.spent);
		LoadInst *left = build.CreateLoad(word, fuel);
		mark(left, fuel_tag);
		return build.CreateICmpSGT(more, left);
	}

	Value *charge(IRBuilder<> &build, unsigned weight)
	{
		LoadInst *left = build.CreateLoad(word, fuel);
		Value *less =
			build.CreateSub(left, ConstantInt::get(word, weight));
		StoreInst *stored = build.CreateStore(less, fuel);
		mark(left, fuel_tag);
		mark(stored, fuel_tag);
		return build.CreateICmpSLT(less, ConstantInt::get(word, 0));
	}

	void plant_limit(const Limit &limit, GlobalVariable *counters)
	{
		Instruction *end = limit.latch->getTerminator();
		IRBuilder<> build(end);
		auto found = tight.find(limit.header);
		Tight *loop = found == tight.end() ? nullptr : &found->second;
		Value *is_spent =
			loop ? charge_tight(build, *loop, limit.weight)
			     : charge(build, limit.weight);
		MDNode *rarely =
			MDBuilder(context).createBranchWeights(1, 1u << 30);
		Instruction *spent =
			SplitBlockAndInsertIfThen(is_spent, end, true, rarely);
		IRBuilder<> report(spent);
		set_location(report, *end);
		if (loop)
			flush(report, *loop, counters);
		report.CreateCall(out_of_fuel)->setDoesNotReturn();
	}

	// ---- planting ----

	static void mark(Instruction *instruction, MDNode *tag)
	{
		if (tag)
			instruction->setMetadata(LLVMContext::MD_tbaa, tag);
		instruction->setMetadata(
			instruction->getModule()->getMDKindID("nosanitize"),
			MDNode::get(instruction->getContext(), {}));
	}

	Value *counter_address(
		IRBuilder<> &build, GlobalVariable *counters, unsigned number)
	{
		return build.CreateConstInBoundsGEP2_32(
			counters->getValueType(), counters, 0, number);
	}

	void add_amount(IRBuilder<> &build, Value *address, Value *amount)
	{
		LoadInst *old = build.CreateLoad(word, address);
		mark(old, counter_tag);
		mark(build.CreateStore(build.CreateAdd(old, amount), address),
			counter_tag);
	}

	void raise_to_equal_bits(
		IRBuilder<> &build, Value *address, const Update &update)
	{
		unsigned bits = update.left->getType()->getIntegerBitWidth();
		Value *differ = build.CreateXor(
			build.CreateZExtOrTrunc(update.left, word),
			build.CreateZExtOrTrunc(update.right, word));
		Value *wrong =
			build.CreateUnaryIntrinsic(Intrinsic::ctpop, differ);
		Value *equal = build.CreateSub(
			ConstantInt::get(word, bits + 1), wrong);
		LoadInst *old = build.CreateLoad(word, address);
		mark(old, counter_tag);
		Value *larger = build.CreateSelect(
			build.CreateICmpUGT(equal, old), equal, old);
		mark(build.CreateStore(larger, address), counter_tag);
	}

	void raise_to_equal_bytes(
		IRBuilder<> &build, Value *address, const Update &update)
	{
		auto *call = cast<CallBase>(update.before);
		build.CreateCall(raise_bytes,
			{address, build.CreatePointerCast(update.left, pointer),
				build.CreatePointerCast(update.right, pointer),
				compared_length(build, *call),
				ConstantInt::get(
					half, compares_strings(*call))});
	}

	void plant_entry(
		IRBuilder<> &build, Value *address, GlobalVariable *descriptor)
	{
		LoadInst *old = build.CreateLoad(word, address);
		mark(old, counter_tag);
		mark(build.CreateStore(
			     build.CreateAdd(old, ConstantInt::get(word, 1)),
			     address),
			counter_tag);
		Value *is_first =
			build.CreateICmpEQ(old, ConstantInt::get(word, 0));
		Instruction *next = &*build.GetInsertPoint();
		MDNode *rarely =
			MDBuilder(context).createBranchWeights(1, 1000);
		Instruction *listed = SplitBlockAndInsertIfThen(
			is_first, next, false, rarely);
		IRBuilder<> list(listed);
		set_location(list, *listed);
		CallInst *call = list.CreateCall(touch, {descriptor});
		call->setCallingConv(CallingConv::PreserveMost);
	}

	void plant(const Update &update, GlobalVariable *counters,
		unsigned number, GlobalVariable *descriptor)
	{
		IRBuilder<> build(update.before);
		set_location(build, *update.before);
		Value *address = counter_address(build, counters, number);
		auto loop = tight_of.find(update.before->getParent());
		if (number != 0 && loop != tight_of.end() &&
			update.place.kind != Comparison) {
			AllocaInst *local =
				make_local(*update.before->getFunction());
			loop->second->counters.push_back({local, number});
			address = local;
		}
		if (number == 0)
			plant_entry(build, address, descriptor);
		else if (update.place.kind != Comparison)
			add_amount(build, address,
				update.amount ? update.amount
					      : ConstantInt::get(word, 1));
		else if (update.left->getType()->isIntegerTy())
			raise_to_equal_bits(build, address, update);
		else
			raise_to_equal_bytes(build, address, update);
	}

	void plant_diff(const std::vector<Update> &updates)
	{
		if (!settings.diff)
			return;
		for (const Update &update : updates) {
			if (update.place.kind != Edge ||
				!settings.diff->covers(
					update.before->getParent()))
				continue;
			IRBuilder<> build(update.before);
			set_location(build, *update.before);
			build.CreateCall(hit_diff);
		}
	}

	void instrument(Function &function)
	{
		CriticalEdgeSplittingOptions splitting;
		SplitAllCriticalEdges(
			function, splitting.setIgnoreUnreachableDests());
		analyses.invalidate(function, PreservedAnalyses::none());
		std::vector<Update> updates;
		std::vector<Limit> limits;
		finder.find_tokens(function);
		finder.find_edges(function, updates);
		edge_count = updates.size();
		finder.find_sites(function, updates);
		if (settings.comparisons)
			finder.find_comparisons(function, updates);
		find_tight_loops(function, updates);
		find_limits(function, limits);
		plant_diff(updates);
		for (const HeapCall &heap : finder.heap_calls)
			calls.weigh(heap);

		auto *counters = make_counters(function, updates.size());
		auto *descriptor = make_descriptor(function, counters, updates);
		// The limit splits latches, so counters come first.
		for (unsigned i = updates.size(); i-- > 1;)
			plant(updates[i], counters, i, descriptor);
		for (const Limit &limit : limits)
			plant_limit(limit, counters);
		flush_exits(counters);
		if (settings.comparisons)
			for (const Logged &logged : finder.logged)
				calls.log(logged);
		plant(updates[0], counters, 0, descriptor);
		analyses.invalidate(function, PreservedAnalyses::none());
		if (recursive.count(&function))
			plant_recursion_limit(updates[0].before);
		analyses.invalidate(function, PreservedAnalyses::none());
	}

	// Copies of an inline function in several files share one set of COUNT
	// counters. It has names and a group of its own: a copy may have been
	// inlined where the function itself is gone.
	void share(
		GlobalVariable *global, const Function &function, size_t count)
	{
		if (function.getComdat() == nullptr ||
			function.hasLocalLinkage())
			return;
		std::string name =
			("." + function.getName() + "." + Twine(count)).str();
		StringRef kind = global->getName().take_while(
			[](char character) { return character != '.'; });
		global->setComdat(
			module.getOrInsertComdat("__retread_function" + name));
		global->setName(kind.str() + name);
		global->setLinkage(GlobalValue::WeakODRLinkage);
		global->setVisibility(GlobalValue::HiddenVisibility);
	}

	GlobalVariable *make_counters(Function &function, unsigned count)
	{
		auto *type = ArrayType::get(word, count);
		auto *global = new GlobalVariable(module, type, false,
			GlobalValue::PrivateLinkage,
			Constant::getNullValue(type), "__retread_counter");
		global->setAlignment(Align(8));
		share(global, function, count);
		return global;
	}

	GlobalVariable *make_descriptor(Function &function,
		GlobalVariable *counters, const std::vector<Update> &updates)
	{
		std::vector<Constant *> rows;
		for (const Update &update : updates)
			rows.push_back(place_constant(update.place));
		auto *type = ArrayType::get(place_type, rows.size());
		auto *places = new GlobalVariable(module, type, true,
			GlobalValue::PrivateLinkage,
			ConstantArray::get(type, rows), "__retread_place");
		share(places, function, rows.size());
		Constant *fields[] = {
			ConstantExpr::getBitCast(counters, pointer_to(word)),
			ConstantExpr::getBitCast(
				places, pointer_to(place_type)),
			Constant::getNullValue(pointer),
			ConstantInt::get(half, updates.size()),
			ConstantInt::get(half, edge_count),
			ConstantInt::get(half, 0),
			ConstantInt::get(half, 0),
		};
		auto *descriptor = new GlobalVariable(module, function_type,
			false, GlobalValue::PrivateLinkage,
			ConstantStruct::get(function_type, fields),
			"__retread_function");
		descriptor->setSection("retread_functions");
		descriptor->setAlignment(Align(8));
		share(descriptor, function, rows.size());
		used.push_back(descriptor);
		return descriptor;
	}

	Constant *place_constant(const Place &place)
	{
		return ConstantStruct::get(place_type,
			{text_constant(place.function),
				text_constant(place.linkage),
				text_constant(place.file),
				text_constant(place.lines),
				ConstantInt::get(half, place.line),
				ConstantInt::get(half, place.column),
				ConstantInt::get(half, place.from_line),
				ConstantInt::get(half, place.kind)});
	}

	// ---- tables of the module ----

	void make_tokens(std::vector<std::string> &tokens, unsigned kind)
	{
		std::sort(tokens.begin(), tokens.end());
		tokens.erase(std::unique(tokens.begin(), tokens.end()),
			tokens.end());
		for (const std::string &token : tokens) {
			std::string bytes = token;
			bytes.resize(TokenBytes);
			Constant *value = ConstantStruct::getAnon(
				{ConstantInt::get(half, token.size() + kind),
					ConstantDataArray::getString(
						context, bytes, false)});
			auto *global =
				new GlobalVariable(module, value->getType(),
					true, GlobalValue::PrivateLinkage,
					value, "__retread_token");
			global->setSection("retread_tokens");
			global->setAlignment(Align(4));
			used.push_back(global);
		}
	}

	GlobalVariable *section_edge(const Twine &name)
	{
		auto *global = new GlobalVariable(module, pointer, false,
			GlobalValue::ExternalWeakLinkage, nullptr, name);
		global->setVisibility(GlobalValue::HiddenVisibility);
		return global;
	}

	Constant *edge_pointer(const Twine &name)
	{
		return ConstantExpr::getBitCast(section_edge(name), pointer);
	}

	// Each object registers its module's tables; all but the first call
	// for a module do nothing.
	void finish()
	{
		make_tokens(finder.tokens, 0);
		make_tokens(finder.cases, TokenCases);
		Type *nothing = Type::getVoidTy(context);
		auto *register_type = FunctionType::get(
			nothing, {pointer, pointer, pointer, pointer}, false);
		FunctionCallee enter = module.getOrInsertFunction(
			"__retread_register", register_type);
		auto *constructor =
			Function::Create(FunctionType::get(nothing, false),
				GlobalValue::InternalLinkage,
				"__retread_constructor", module);
		constructor->addFnAttr(Attribute::NoUnwind);
		IRBuilder<> build(BasicBlock::Create(context, "", constructor));
		build.CreateCall(
			enter, {edge_pointer("__start_retread_functions"),
				       edge_pointer("__stop_retread_functions"),
				       edge_pointer("__start_retread_tokens"),
				       edge_pointer("__stop_retread_tokens")});
		build.CreateRetVoid();
		appendToGlobalCtors(module, constructor, 1);
		appendToCompilerUsed(module, used);
	}
};

struct CountPass : PassInfoMixin<CountPass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses)
	{
		Settings settings;
		auto &functions =
			analyses.getResult<FunctionAnalysisManagerModuleProxy>(
					module)
				.getManager();
		bool changed = Instrumenter(module, functions, settings).run();
		return changed ? PreservedAnalyses::none()
			       : PreservedAnalyses::all();
	}

	static bool isRequired()
	{
		return true;
	}
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "retread-count", "1",
		[](PassBuilder &builder) {
			builder.registerPipelineEarlySimplificationEPCallback(
				[](ModulePassManager &passes, auto...) {
					passes.addPass(CountPass());
				});
		}};
}
