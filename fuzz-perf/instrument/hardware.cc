// SPDX-License-Identifier: MIT
// Clang plug-in of `retread hls`: makes sites of what hardware does otherwise in
// a kernel: the index of an array of constant size, what a local variable holds
// before it is assigned, the place of an assignment to an integer of some width,
// the exit test of a loop that is unrolled without it, calls of a dataflow region.
//
// No pragma reaches LLVM: `retread hls` hands over those that matter, as boundaries
// of retread-spectra(5).
//
// It runs first, when a function's variables are still in memory and templates
// have been instantiated. lib/hls/hls_sim.h is what its calls lead to.

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz-perf/instrument/find.h"
#include "fuzz-perf/instrument/intent.h"
#include "lib/hls/hls_sim.h"

using namespace llvm;
using namespace retread;

namespace
{

// A boundary in RETREAD_HLS_SITES.
struct Boundary {
	std::string what, name;
	unsigned number, line;
	std::string file;
};

// boundary WHAT SPECTRUM:NAME@FUNCTION A B LINE TEXT
void read_boundary(std::istringstream &words, Boundary &boundary)
{
	std::string target, second;
	words >> boundary.what >> target >> boundary.number >> second >>
		boundary.line;
	StringRef name = StringRef(target).split(':').second;
	boundary.name = name.split('@').first.str();
}

std::vector<Boundary> read_boundaries()
{
	const char *text = std::getenv("RETREAD_HLS_SITES");
	std::istringstream lines(text != nullptr ? text : "");
	std::vector<Boundary> boundaries;
	Boundary next;
	std::string line, kind;
	while (std::getline(lines, line)) {
		std::istringstream words(line);
		words >> kind;
		if (kind == "source" || kind == "file")
			std::getline(words >> std::ws, next.file);
		if (kind != "boundary")
			continue;
		read_boundary(words, next);
		boundaries.push_back(next);
	}
	return boundaries;
}

class Sites
{
      public:
	explicit Sites(Module &module)
	    : boundaries(read_boundaries()), module(module),
	      context(module.getContext()), word(Type::getInt64Ty(context)),
	      half(Type::getInt32Ty(context)),
	      bytes(pointer_to(Type::getInt8Ty(context))),
	      // struct retread_hls_site
	      site_type(StructType::get(
		      context, {bytes, bytes, bytes, half, half, word, word,
				       word, word, word, word, word}))
	{
		Type *nothing = Type::getVoidTy(context);
		Type *site = pointer_to(site_type);
		address = module.getOrInsertFunction("retread_hls_address",
			bytes, site, bytes, word, word, word);
		fill = module.getOrInsertFunction(
			"retread_hls_fill", nothing, site, bytes, word, half);
		trip = module.getOrInsertFunction(
			"retread_hls_trip", nothing, site, half);
		access = module.getOrInsertFunction("retread_hls_access",
			nothing, site, bytes, half, word, word);
		divide = module.getOrInsertFunction(
			"retread_hls_divide", nothing, word);
		stream = module.getOrInsertFunction(
			"retread_hls_stream", nothing, site, bytes, word);
		tick = module.getOrInsertFunction("retread_hls_tick", nothing);
		exit = module.getOrInsertFunction(
			"retread_hls_exit", half, site, half, half, word);
		spawn = module.getOrInsertFunction(
			"retread_hls_spawn", nothing, site, bytes, bytes, word);
		join = module.getOrInsertFunction("retread_hls_join", nothing);
		depth = module.getOrInsertFunction(
			"retread_hls_depth", nothing, bytes, word);
		region = module.getOrInsertFunction(
			"retread_hls_region", nothing, bytes);
		place = module.getOrInsertGlobal("retread_hls_place", site);
		at = module.getOrInsertGlobal("retread_hls_at", bytes);
	}

	bool run()
	{
		for (Function &function : module)
			if (is_kernel(function))
				instrument(function);
		if (sites.empty() && state.empty())
			return false;
		register_all();
		return true;
	}

      private:
	std::vector<Boundary> boundaries;
	Module &module;
	LLVMContext &context;
	Type *word, *half;
	PointerType *bytes;
	StructType *site_type;
	FunctionCallee address, fill, trip, access, stream, divide, tick, exit,
		spawn, join, depth, region;
	Constant *place, *at;
	std::map<std::pair<std::string, unsigned>, GlobalVariable *> lines;
	std::vector<Constant *> sites, state;
	std::map<std::string, GlobalVariable *> known;

	// Code of headers, ours and the system's, is not the kernel's.
	static bool is_header(StringRef path)
	{
		return path.contains("retread/hls/") ||
		       begins_with(path, "/usr/");
	}

	static bool is_kernel(const Function &function)
	{
		const DISubprogram *subprogram = function.getSubprogram();
		return !function.isDeclaration() && subprogram != nullptr &&
		       !is_header(subprogram->getFilename());
	}

	static bool is_number(const CallBase &call)
	{
		const Function *callee = call.getCalledFunction();
		return callee != nullptr &&
		       (callee->getName().contains("ap_int") ||
			       callee->getName().contains("ap_uint") ||
			       callee->getName().contains("ap_fixed") ||
			       callee->getName().contains("ap_ufixed"));
	}

	Constant *text(StringRef characters)
	{
		IRBuilder<> build(context);
		Constant *data =
			ConstantDataArray::getString(context, characters);
		auto *variable = new GlobalVariable(module, data->getType(),
			true, GlobalValue::PrivateLinkage, data);
		return ConstantExpr::getBitCast(variable, bytes);
	}

	// One site for each kind, line and name; of its flags those that all have.
	GlobalVariable *site(unsigned kind, StringRef file, unsigned line,
		StringRef function, StringRef name, uint64_t size = 0,
		uint64_t flags = 0)
	{
		std::string key = (Twine(kind) + ":" + file + ":" +
				   Twine(line) + ":" + name)
					  .str();
		GlobalVariable *&made = known[key];
		if (made != nullptr && flags == 0)
			clear_flags(made);
		if (made != nullptr)
			return made;
		Constant *zero = ConstantInt::get(word, 0);
		Constant *initial = ConstantStruct::get(site_type,
			{text(file), text(function), text(name),
				ConstantInt::get(half, kind),
				ConstantInt::get(half, line),
				ConstantInt::get(word, size), zero, zero, zero,
				zero, zero, ConstantInt::get(word, flags)});
		made = new GlobalVariable(module, site_type, false,
			GlobalValue::InternalLinkage, initial,
			"retread_hls_site");
		sites.push_back(ConstantExpr::getBitCast(made, bytes));
		return made;
	}

	void clear_flags(GlobalVariable *site)
	{
		auto *old = cast<ConstantStruct>(site->getInitializer());
		std::vector<Constant *> members;
		for (unsigned i = 0; i < old->getNumOperands(); i++)
			members.push_back(old->getOperand(i));
		members.back() = ConstantInt::get(word, 0);
		site->setInitializer(ConstantStruct::get(site_type, members));
	}

	// What the source declares there; nullptr: nothing. LLVM's releases keep
	// that in different places.
	static const DILocalVariable *declared(const AllocaInst *local)
	{
		const DILocalVariable *variable = nullptr;
		auto take = [&](const auto *each) {
			variable = each->getVariable();
		};
		auto *place = const_cast<AllocaInst *>(local);
#if LLVM_VERSION_MAJOR >= 19
		for (const auto *each : findDVRDeclares(place))
			take(each);
		for (const auto *each : at::getDVRAssignmentMarkers(place))
			take(each);
#endif
#if LLVM_VERSION_MAJOR >= 17
		for (const auto *each : at::getAssignmentMarkers(place))
			take(each);
#endif
#if LLVM_VERSION_MAJOR >= 18
		for (const auto *each : findDbgDeclares(place))
			take(each);
#else
		for (const auto *each : FindDbgAddrUses(place))
			take(each);
#endif
		return variable;
	}

	static std::string name_of(const Value *value)
	{
		value = value->stripPointerCasts();
		for (;;) {
			const auto *call = dyn_cast<CallBase>(value);
			if (const auto *part =
					dyn_cast<GetElementPtrInst>(value))
				value = part->getPointerOperand();
			else if (call != nullptr &&
				 call->getCalledFunction() != nullptr &&
				 call->getCalledFunction()->getName() ==
					 "retread_hls_address")
				value = call->getArgOperand(1);
			else
				break;
			value = value->stripPointerCasts();
		}
		if (const auto *load = dyn_cast<LoadInst>(value))
			value = load->getPointerOperand()->stripPointerCasts();
		if (const auto *local = dyn_cast<AllocaInst>(value))
			if (const auto *variable = declared(local))
				return variable->getName().str();
		if (const auto *global = dyn_cast<GlobalVariable>(value)) {
			SmallVector<DIGlobalVariableExpression *, 1> known;
			global->getDebugInfo(known);
			for (DIGlobalVariableExpression *each : known)
				return each->getVariable()->getName().str();
		}
		return "an array";
	}

	void instrument(Function &function)
	{
		std::vector<GetElementPtrInst *> indices;
		std::vector<AllocaInst *> locals;
		std::vector<CallBase *> numbers;
		std::vector<Instruction *> meetings;

		for (BasicBlock &block : function) {
			if (!block.hasNPredecessorsOrMore(2) || block.isEHPad())
				continue;
			meetings.push_back(&*block.getFirstInsertionPt());
		}
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
		note_lines(function);
		for (CallBase *call : numbers)
			mark_place(function, call, intent);
		for (GetElementPtrInst *index : indices)
			replace_index(function, index);
		DominatorTree tree(function);
		for (AllocaInst *local : locals)
			fill_local(function, tree, local);
		unroll_loops(function);
		check_promises(function);
		set_depths(function);
		name_streams(function);
		if (boundary_in(function, "empty") != nullptr) {
			spawn_calls(function);
			begin_region(function);
		}
		for (Instruction *meeting : meetings)
			IRBuilder<>(meeting).CreateCall(tick);
		note_state();
	}

	/*--- lines ---*/

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

	static bool divides(const Instruction &each)
	{
		unsigned code = each.getOpcode();
		return (code == Instruction::SDiv ||
			       code == Instruction::UDiv ||
			       code == Instruction::SRem ||
			       code == Instruction::URem) &&
		       each.getType()->isIntegerTy() &&
		       !isa<ConstantInt>(each.getOperand(1));
	}

	// Has the runtime know the line before what may fail, and where paths meet.
	void note_lines(Function &function)
	{
		for (BasicBlock &block : function) {
			unsigned known = 0;
			bool is_first = !block.isEHPad();
			std::vector<Instruction *> found;
			for (Instruction &each : block) {
				const DILocation *location =
					each.getDebugLoc().get();
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
				note_line(each);
		}
	}

	void note_line(Instruction *each)
	{
		const DILocation *location = each->getDebugLoc().get();
		std::string file = location->getFilename().str();
		GlobalVariable *&made = lines[{file, location->getLine()}];
		StructType *type = StructType::get(context, {bytes, half});
		if (made == nullptr)
			made = new GlobalVariable(module, type, true,
				GlobalValue::PrivateLinkage,
				ConstantStruct::get(type,
					{text(file),
						ConstantInt::get(half,
							location->getLine())}),
				"retread_hls_line");
		IRBuilder<> build(each);
		build.CreateStore(
			ConstantExpr::getBitCast(made, bytes), at, true);
		// A division may be moved past it.
		if (divides(*each))
			build.CreateCall(
				divide, build.CreateZExtOrTrunc(
						each->getOperand(1), word));
	}

	/*--- pragmas ---*/

	static std::string whole_path(StringRef directory, StringRef name)
	{
		SmallString<256> path(name);
		sys::fs::make_absolute(directory, path);
		sys::path::remove_dots(path, true);
		return path.str().str();
	}

	// Debug information splits paths where it likes.
	static bool is_in_file(const Boundary &boundary, const DIFile *file)
	{
		SmallString<256> here;
		if (file == nullptr || sys::fs::current_path(here))
			return false;
		return whole_path(here, boundary.file) ==
		       whole_path(file->getDirectory(), file->getFilename());
	}

	static bool is_in_function(
		const Boundary &boundary, const Function &function)
	{
		const DISubprogram *subprogram = function.getSubprogram();
		unsigned last = 0;
		for (const Instruction &each : instructions(function))
			if (const DILocation *at = each.getDebugLoc().get())
				if (at->getInlinedAt() == nullptr)
					last = std::max(last, at->getLine());
		return boundary.line >= subprogram->getLine() &&
		       boundary.line <= last &&
		       is_in_file(boundary, subprogram->getFile());
	}

	// The first of this KIND in the lines of FUNCTION; nullptr: none.
	const Boundary *boundary_in(
		const Function &function, StringRef what) const
	{
		for (const Boundary &each : boundaries)
			if (each.what == what && is_in_function(each, function))
				return &each;
		return nullptr;
	}

	bool is_marked(const DILocation *location, StringRef what) const
	{
		return any_of(boundaries, [&](const Boundary &each) {
			return each.what == what &&
			       each.line == location->getLine() &&
			       is_in_file(each, location->getFile());
		});
	}

	// The innermost loop around LINE: its code begins before and ends after.
	static Loop *loop_around(const LoopInfo &loops, unsigned line)
	{
		Loop *found = nullptr;
		for (Loop *loop : loops.getLoopsInPreorder()) {
			unsigned first = ~0u, last = 0;
			for (BasicBlock *block : loop->blocks())
				for (const Instruction &each : *block)
					if (const DILocation *at =
							each.getDebugLoc()
								.get())
						if (at->getLine() != 0) {
							first = std::min(first,
								at->getLine());
							last = std::max(last,
								at->getLine());
						}
			if (first <= line && line <= last)
				found = loop;
		}
		return found;
	}

	void unroll_loops(Function &function)
	{
		DominatorTree tree(function);
		LoopInfo loops(tree);
		for (const Boundary &each : boundaries)
			if (each.what == "residue" &&
				is_in_function(each, function))
				if (Loop *loop = loop_around(loops, each.line))
					skip_exit(function, loop, each);
	}

	// Of NUMBER copies of the body only the first has the exit test.
	void skip_exit(Function &function, Loop *loop, const Boundary &boundary)
	{
		auto *test = dyn_cast<BranchInst>(
			loop->getHeader()->getTerminator());
		BasicBlock *before = loop->getLoopPredecessor();
		if (test == nullptr || !test->isConditional() ||
			before == nullptr)
			return;
		bool stays = loop->contains(test->getSuccessor(0));
		IRBuilder<> entry(&*function.getEntryBlock().begin());
		AllocaInst *trips = entry.CreateAlloca(word);
		IRBuilder<>(before->getTerminator())
			.CreateStore(ConstantInt::get(word, 0), trips);
		IRBuilder<> build(test);
		Value *trip = build.CreateLoad(word, trips);
		build.CreateStore(
			build.CreateAdd(trip, ConstantInt::get(word, 1)),
			trips);
		Value *more = stays ? test->getCondition()
				    : build.CreateNot(test->getCondition());
		Value *goes = build.CreateCall(exit,
			{site(RETREAD_HLS_EXIT, boundary.file, boundary.line,
				 function.getName(), "", boundary.number),
				build.CreateZExt(more, half),
				ConstantInt::get(half, boundary.number), trip});
		goes = build.CreateICmpNE(goes, ConstantInt::get(half, 0));
		test->setCondition(stays ? goes : build.CreateNot(goes));
	}

	// Where all locals of FUNCTION are there.
	static Instruction *after_locals(Function &function)
	{
		BasicBlock &entry = function.getEntryBlock();

		for (Instruction &each : entry)
			if (!isa<AllocaInst>(each) &&
				!isa<DbgInfoIntrinsic>(each))
				return &each;
		return entry.getTerminator();
	}

	// The bytes of LOCAL, if it is a stream or an array of them; else 0.
	uint64_t stream_bytes(Type *type) const
	{
		Type *each = type;
		while (each->isArrayTy())
			each = each->getArrayElementType();
		return each->isStructTy() &&
				       cast<StructType>(each)->hasName() &&
				       begins_with(each->getStructName(),
					       "class.hls::stream")
			       ? module.getDataLayout().getTypeAllocSize(type)
			       : 0;
	}

	// Names streams of FUNCTION and of the file for the runtime.
	void name_streams(Function &function)
	{
		IRBuilder<> build(after_locals(function));
		for (Instruction &each : instructions(function)) {
			auto *local = dyn_cast<AllocaInst>(&each);
			const DILocalVariable *variable =
				local != nullptr ? declared(local) : nullptr;
			if (variable != nullptr &&
				stream_bytes(local->getAllocatedType()) > 0)
				name_stream(build, local,
					stream_bytes(local->getAllocatedType()),
					*variable, ends_of(function, local));
		}
		for (GlobalVariable &each : module.globals()) {
			SmallVector<DIGlobalVariableExpression *, 1> known;
			each.getDebugInfo(known);
			if (!known.empty() &&
				stream_bytes(each.getValueType()) > 0)
				name_stream(build, &each,
					stream_bytes(each.getValueType()),
					*known[0]->getVariable(),
					ends_of(function, &each));
		}
	}

	// Tasks of FUNCTION that are given PLACE: "split and join".
	static std::string ends_of(Function &function, const Value *place)
	{
		std::string ends;
		for (Instruction &each : instructions(function)) {
			auto *call = dyn_cast<CallInst>(&each);
			if (call == nullptr || !is_task(call) ||
				none_of(call->args(), [&](const Value *given) {
					return getUnderlyingObject(given) ==
					       place;
				}))
				continue;
			ends += ends.empty() ? "" : " and ";
			ends += call->getCalledFunction()
					->getSubprogram()
					->getName();
		}
		return ends;
	}

	void name_stream(IRBuilder<> &build, Value *place, uint64_t size,
		const DIVariable &variable, StringRef ends)
	{
		build.CreateCall(stream,
			{site(RETREAD_HLS_STREAM, variable.getFilename(),
				 variable.getLine(), ends, variable.getName()),
				build.CreateBitCast(place, bytes),
				ConstantInt::get(word, size)});
	}

	/*--- promises ---*/

	// A promise outside of loops is one of each innermost loop.
	void check_promises(Function &function)
	{
		DominatorTree tree(function);
		LoopInfo loops(tree);
		for (const Boundary &each : boundaries) {
			if (each.what != "distance" ||
				!is_in_function(each, function))
				continue;
			Loop *around = loop_around(loops, each.line);
			if (around != nullptr)
				check_promise(function, around, each);
			for (Loop *loop : loops.getLoopsInPreorder())
				if (around == nullptr && loop->isInnermost())
					check_promise(function, loop, each);
		}
	}

	void check_promise(
		Function &function, Loop *loop, const Boundary &promise)
	{
		std::vector<Instruction *> found;
		Value *its = site(RETREAD_HLS_PROMISE, promise.file,
			promise.line, function.getName(), promise.name);
		BasicBlock *before = loop->getLoopPredecessor();
		if (before == nullptr)
			return;
		for (BasicBlock *block : loop->blocks())
			for (Instruction &each : *block)
				found.push_back(&each);
		IRBuilder<>(before->getTerminator())
			.CreateCall(trip, {its, ConstantInt::get(half, 1)});
		IRBuilder<>(&*loop->getHeader()->getFirstInsertionPt())
			.CreateCall(trip, {its, ConstantInt::get(half, 0)});
		for (Instruction *each : found)
			note_access(each, promise, its);
	}

	// If EACH reads or writes elements of the variable that PROMISE is about.
	void note_access(Instruction *each, const Boundary &promise, Value *its)
	{
		auto *load = dyn_cast<LoadInst>(each);
		auto *store = dyn_cast<StoreInst>(each);
		auto *call = dyn_cast<CallBase>(each);
		if (load != nullptr && !load->getType()->isPointerTy())
			add_access(each, load->getPointerOperand(), false,
				promise, its);
		if (store != nullptr &&
			!store->getValueOperand()->getType()->isPointerTy())
			add_access(each, store->getPointerOperand(), true,
				promise, its);
		if (call == nullptr || isa<DbgInfoIntrinsic>(call) ||
			is_lifetime(*call) ||
			call->getCalledFunction() == nullptr ||
			begins_with(call->getCalledFunction()->getName(),
				"retread_hls_"))
			return;
		bool writes_first =
			isa<MemIntrinsic>(call) || Intent::assigns(*call);
		bool reads_too =
			!isa<MemIntrinsic>(call) && Intent::changes(*call);
		for (unsigned i = 0; i < call->arg_size(); i++) {
			Value *pointer = call->getArgOperand(i);
			if (!pointer->getType()->isPointerTy())
				continue;
			bool writes = writes_first && i == 0;
			if (!writes || reads_too)
				add_access(each, pointer, false, promise, its);
			if (writes)
				add_access(each, pointer, true, promise, its);
		}
	}

	void add_access(Instruction *before, Value *pointer, bool writes,
		const Boundary &promise, Value *its)
	{
		if (name_of(pointer) != promise.name || !before->getDebugLoc())
			return;
		IRBuilder<> build(before);
		build.CreateCall(access,
			{its, build.CreateBitCast(pointer, bytes),
				ConstantInt::get(half, writes),
				ConstantInt::get(
					word, before->getDebugLoc().getLine()),
				ConstantInt::get(word, promise.number)});
	}

	// Streams whose depth a pragma says.
	void set_depths(Function &function)
	{
		IRBuilder<> build(after_locals(function));
		for (const Boundary &each : boundaries) {
			if (each.what != "full")
				continue;
			bool is_here = is_in_function(each, function);
			for (Instruction &local : instructions(function))
				if (is_here && isa<AllocaInst>(local) &&
					name_of(&local) == each.name)
					set_depth(build, &local, each.number);
			for (GlobalVariable &variable : module.globals())
				if (name_of(&variable) == each.name)
					set_depth(
						build, &variable, each.number);
		}
	}

	void set_depth(IRBuilder<> &build, Value *stream, unsigned number)
	{
		build.CreateCall(
			depth, {build.CreateBitCast(stream, bytes),
				       ConstantInt::get(word, number)});
	}

	/*--- dataflow ---*/

	static bool is_task(const CallInst *call)
	{
		const Function *callee = call->getCalledFunction();
		if (callee == nullptr || callee->isDeclaration() ||
			!is_kernel(*callee))
			return false;
		for (unsigned i = 0; i < call->arg_size(); i++)
			if (call->isByValArgument(i) ||
				call->paramHasAttr(i, Attribute::StructRet))
				return false;
		return true;
	}

	// Streams above its frame are its ports.
	void begin_region(Function &function)
	{
		IRBuilder<> build(after_locals(function));
		Value *frame = build.CreateIntrinsic(
			Intrinsic::frameaddress, {bytes}, {build.getInt32(0)});
		build.CreateCall(region, {frame});
	}

	// The local array that ARGUMENT is of; nullptr: none. A stream is a class.
	static const Value *array_of(const Value *argument)
	{
		const auto *local =
			dyn_cast<AllocaInst>(getUnderlyingObject(argument));
		if (local == nullptr || !local->getAllocatedType()->isArrayTy())
			return nullptr;
		const Type *type = local->getAllocatedType();
		while (type->isArrayTy())
			type = type->getArrayElementType();
		return type->isStructTy() &&
				       type->getStructName().contains("stream")
			       ? nullptr
			       : local;
	}

	static bool takes(const CallInst *call, const Value *array)
	{
		return any_of(call->args(), [&](const Value *argument) {
			return array_of(argument) == array;
		});
	}

	// Which tasks CALLS[INDEX] waits for, the one before it being bit 0: an array
	// that two tasks alone have is a buffer between them.
	static uint64_t waits_for(
		const std::vector<CallInst *> &calls, unsigned index)
	{
		uint64_t found = 0;
		for (const Value *argument : calls[index]->args()) {
			const Value *array = array_of(argument);
			auto has = [&](const CallInst *each) {
				return takes(each, array);
			};
			if (array == nullptr || count_if(calls, has) != 2)
				continue;
			for (unsigned i = 1; i <= index && i <= 64; i++)
				if (has(calls[index - i]))
					found |= UINT64_C(1) << (i - 1);
		}
		return found;
	}

	// Calls of kernel functions become tasks; after the last one of a block
	// they run until all have returned.
	void spawn_calls(Function &function)
	{
		for (BasicBlock &block : function) {
			std::vector<CallInst *> calls;
			for (Instruction &each : block)
				if (auto *call = dyn_cast<CallInst>(&each))
					if (is_task(call))
						calls.push_back(call);
			std::vector<uint64_t> after;
			for (unsigned i = 0; i < calls.size(); i++)
				after.push_back(waits_for(calls, i));
			for (unsigned i = 0; i < calls.size(); i++)
				spawn_call(function, calls[i], after[i],
					i + 1 == calls.size());
		}
	}

	void spawn_call(Function &function, CallInst *call, uint64_t after,
		bool is_last)
	{
		std::vector<Type *> types;
		bool returns = !call->getType()->isVoidTy();
		for (Value *argument : call->args())
			types.push_back(argument->getType());
		if (returns)
			types.push_back(call->getType());
		StructType *type = StructType::get(context, types);
		IRBuilder<> entry(&*function.getEntryBlock().begin());
		AllocaInst *frame = entry.CreateAlloca(type);
		IRBuilder<> build(call);
		for (unsigned i = 0; i < call->arg_size(); i++)
			build.CreateStore(call->getArgOperand(i),
				build.CreateStructGEP(type, frame, i));
		unsigned line =
			call->getDebugLoc() ? call->getDebugLoc().getLine() : 0;
		build.CreateCall(
			spawn, {site(RETREAD_HLS_TASK,
					function.getSubprogram()->getFilename(),
					line, function.getName(),
					call->getCalledFunction()
						->getSubprogram()
						->getName()),
				       build.CreateBitCast(
					       make_thunk(call, type), bytes),
				       build.CreateBitCast(frame, bytes),
				       ConstantInt::get(word, after)});
		if (is_last || returns)
			build.CreateCall(join);
		if (returns)
			call->replaceAllUsesWith(
				build.CreateLoad(call->getType(),
					build.CreateStructGEP(type, frame,
						types.size() - 1)));
		call->eraseFromParent();
	}

	// A function that makes CALL with what the struct of TYPE holds.
	Function *make_thunk(CallInst *call, StructType *type)
	{
		Function *thunk = Function::Create(
			FunctionType::get(
				Type::getVoidTy(context), {bytes}, false),
			GlobalValue::InternalLinkage, "retread_hls_task",
			module);
		IRBuilder<> build(BasicBlock::Create(context, "entry", thunk));
		Value *frame =
			build.CreateBitCast(thunk->getArg(0), pointer_to(type));
		std::vector<Value *> arguments;
		for (unsigned i = 0; i < call->arg_size(); i++)
			arguments.push_back(
				build.CreateLoad(type->getElementType(i),
					build.CreateStructGEP(type, frame, i)));
		CallInst *made =
			build.CreateCall(call->getCalledFunction(), arguments);
		made->setCallingConv(call->getCallingConv());
		made->setAttributes(call->getAttributes());
		if (!call->getType()->isVoidTy())
			build.CreateStore(
				made, build.CreateStructGEP(
					      type, frame, call->arg_size()));
		build.CreateRetVoid();
		return thunk;
	}

	/*--- widths ---*/

	// At a line marked `retread: wraps` the CPU wraps, too: no site.
	void mark_place(
		Function &function, CallBase *call, const Intent &intent)
	{
		const DILocation *location = call->getDebugLoc().get();
		if (is_header(location->getFilename()))
			return;
		if (is_marked(location, "wraps")) {
			IRBuilder<>(call).CreateStore(
				Constant::getNullValue(pointer_to(site_type)),
				place);
			return;
		}
		IRBuilder<>(call).CreateStore(
			site(RETREAD_HLS_WIDTH, location->getFilename(),
				location->getLine(), function.getName(), "", 0,
				intent.wraps_on_purpose(call)
					? RETREAD_HLS_MEANT
					: 0),
			place);
	}

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
		for (unsigned i = 0; call != nullptr && i < call->arg_size();
			i++)
			if (call->getArgOperand(i) == pointer &&
				call->getParamDereferenceableBytes(i) == 0 &&
				!call->isByValArgument(i))
				return false;
		return call != nullptr;
	}

	static bool is_accessed(const Value *pointer)
	{
		return all_of(pointer->users(), [&](const User *user) {
			return is_access(pointer, user);
		});
	}

	// An index into an array of N elements that is not known to fit; or, with
	// N being 0, behind a pointer.
	void replace_index(Function &function, GetElementPtrInst *index)
	{
		auto *array =
			dyn_cast<ArrayType>(index->getSourceElementType());
		const DILocation *location = index->getDebugLoc().get();
		unsigned last = index->getNumOperands() - 1;
		auto *fixed = dyn_cast<ConstantInt>(index->getOperand(last));
		uint64_t n = array != nullptr ? array->getNumElements() : 0;
		if (last != (array != nullptr ? 2u : 1u) ||
			location == nullptr ||
			is_header(location->getFilename()) ||
			(fixed != nullptr &&
				(fixed->isZero() || fixed->getValue().ult(n))))
			return;
		if (array == nullptr && !is_accessed(index))
			return;
		IRBuilder<> build(index);
		uint64_t size = module.getDataLayout().getTypeAllocSize(
			array != nullptr ? array->getElementType()
					 : index->getSourceElementType());
		Value *at = build.CreateCall(address,
			{site(RETREAD_HLS_INDEX, location->getFilename(),
				 location->getLine(), function.getName(),
				 name_of(index->getPointerOperand()), n),
				build.CreateBitCast(
					index->getPointerOperand(), bytes),
				build.CreateSExtOrTrunc(
					index->getOperand(last), word),
				ConstantInt::get(word, n),
				ConstantInt::get(word, size)});
		index->replaceAllUsesWith(
			build.CreateBitCast(at, index->getType()));
		index->eraseFromParent();
	}

	void fill_local(Function &function, const DominatorTree &tree,
		AllocaInst *local)
	{
		const DILocalVariable *variable = declared(local);
		if (variable == nullptr || variable->isParameter() ||
			!local->isStaticAlloca() || !can_be_filled(local) ||
			is_set_first(tree, local))
			return;
		Instruction *after = local->getNextNode();
		while (isa<AllocaInst>(after))
			after = after->getNextNode();
		fill_at(function, local, variable, after, false);
		// The CPU keeps what the last trip of a loop left.
		for (Instruction *marker : markers_of(local)) {
			if (cast<IntrinsicInst>(marker)->getIntrinsicID() ==
				Intrinsic::lifetime_start)
				fill_at(function, local, variable, marker,
					true);
			marker->eraseFromParent();
		}
	}

	void fill_at(Function &function, AllocaInst *local,
		const DILocalVariable *variable, Instruction *before,
		bool again)
	{
		IRBuilder<> build(before);
		build.CreateCall(fill,
			{site(RETREAD_HLS_FILL, variable->getFilename(),
				 variable->getLine(), function.getName(),
				 variable->getName()),
				build.CreateBitCast(local, bytes),
				ConstantInt::get(word,
					module.getDataLayout().getTypeAllocSize(
						local->getAllocatedType())),
				ConstantInt::get(half, again)});
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

	static bool is_lifetime(const Instruction &each)
	{
		const auto *call = dyn_cast<IntrinsicInst>(&each);
		return call != nullptr && call->isLifetimeStartOrEnd();
	}

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
		bool assigns =
			named != nullptr && is_number(call) &&
			(named->getName() == "operator=" ||
				begins_with(named->getName(), "operator=<"));
		return call.paramHasAttr(0, Attribute::StructRet) ||
		       (call.arg_size() > 1 &&
			       (assigns || is_constructor(call)));
	}

	// Whether EACH, which uses LOCAL, gives all of it a value and does no more.
	bool sets(const Instruction &each, const AllocaInst *local) const
	{
		const DataLayout &layout = module.getDataLayout();
		uint64_t size =
			layout.getTypeAllocSize(local->getAllocatedType());
		if (count(each.operands(), local) != 1)
			return false;
		if (const auto *store = dyn_cast<StoreInst>(&each))
			return store->getPointerOperand() == local &&
			       layout.getTypeAllocSize(
				       store->getValueOperand()->getType()) >=
				       size;
		if (const auto *memory = dyn_cast<MemIntrinsic>(&each)) {
			const auto *length =
				dyn_cast<ConstantInt>(memory->getLength());
			return memory->getRawDest() == local &&
			       length != nullptr &&
			       length->getZExtValue() >= size;
		}
		const auto *call = dyn_cast<CallBase>(&each);
		return call != nullptr && gives_value(*call, local);
	}

	// Whether LOCAL has a value wherever something uses it.
	bool is_set_first(
		const DominatorTree &tree, const AllocaInst *local) const
	{
		std::vector<const Instruction *> setting, using_it;
		for (const User *user : local->users()) {
			const auto *each = cast<Instruction>(user);
			if (is_about_place(*each))
				continue;
			(sets(*each, local) ? setting : using_it)
				.push_back(each);
		}
		return all_of(using_it, [&](const Instruction *use) {
			return any_of(setting, [&](const Instruction *set) {
				return tree.dominates(set, use);
			});
		});
	}

	// A pointer that is filled would not be a value that hardware has.
	static bool can_be_filled(const AllocaInst *local)
	{
		return is_plain(local->getAllocatedType());
	}

	static bool is_plain(const Type *type)
	{
		if (type->isArrayTy())
			return is_plain(type->getArrayElementType());
		if (const auto *members = dyn_cast<StructType>(type))
			return all_of(members->elements(), is_plain);
		return type->isIntegerTy() || type->isFloatingPointTy();
	}

	// Of a variable that the kernel's source names; NULL: of another.
	Constant *state_site(const GlobalVariable &variable)
	{
		SmallVector<DIGlobalVariableExpression *, 1> known;
		variable.getDebugInfo(known);
		for (DIGlobalVariableExpression *each : known) {
			const DIGlobalVariable *named = each->getVariable();
			if (is_header(named->getFilename()))
				continue;
			bool resets =
				any_of(boundaries, [&](const Boundary &each) {
					return each.what == "reset" &&
					       each.name == named->getName();
				});
			return ConstantExpr::getBitCast(
				site(RETREAD_HLS_STATE, named->getFilename(),
					named->getLine(), "", named->getName(),
					0, resets ? RETREAD_HLS_RESETS : 0),
				bytes);
		}
		return ConstantPointerNull::get(bytes);
	}

	// Variables that outlive a call, to be put back before the next test.
	void note_state()
	{
		std::vector<GlobalVariable *> found;
		if (!state.empty())
			return;
		for (GlobalVariable &variable : module.globals())
			if (!variable.isConstant() &&
				!variable.isDeclaration() &&
				!begins_with(
					variable.getName(), "retread_hls") &&
				!begins_with(variable.getName(), "__") &&
				!begins_with(variable.getName(), "llvm.") &&
				variable.getValueType()->isSized())
				found.push_back(&variable);
		for (GlobalVariable *variable : found) {
			state.push_back(
				ConstantExpr::getBitCast(variable, bytes));
			state.push_back(ConstantExpr::getIntToPtr(
				ConstantInt::get(word,
					module.getDataLayout().getTypeAllocSize(
						variable->getValueType())),
				bytes));
			state.push_back(state_site(*variable));
		}
	}

	GlobalVariable *table(const std::vector<Constant *> &rows)
	{
		ArrayType *type = ArrayType::get(bytes, rows.size());
		return new GlobalVariable(module, type, false,
			GlobalValue::PrivateLinkage,
			ConstantArray::get(type, rows));
	}

	// Hands the tables to the runtime before main.
	void register_all()
	{
		Function *constructor = Function::createWithDefaultAttr(
			FunctionType::get(Type::getVoidTy(context), false),
			GlobalValue::InternalLinkage, 0,
			"retread_hls_register_module", &module);
		IRBuilder<> build(
			BasicBlock::Create(context, "entry", constructor));
		FunctionCallee add = module.getOrInsertFunction(
			"retread_hls_register", Type::getVoidTy(context),
			pointer_to(bytes), word, pointer_to(bytes), word);
		build.CreateCall(add,
			{build.CreateBitCast(table(sites), pointer_to(bytes)),
				ConstantInt::get(word, sites.size()),
				build.CreateBitCast(
					table(state), pointer_to(bytes)),
				ConstantInt::get(word, state.size() / 3)});
		build.CreateRetVoid();
		appendToGlobalCtors(module, constructor, 1);
	}
};

struct HardwarePass : PassInfoMixin<HardwarePass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		return Sites(module).run() ? PreservedAnalyses::none()
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
	return {LLVM_PLUGIN_API_VERSION, "retread-hardware", "1",
		[](PassBuilder &builder) {
			builder.registerPipelineStartEPCallback(
				[](ModulePassManager &passes,
					OptimizationLevel) {
					passes.addPass(HardwarePass());
				});
		}};
}
