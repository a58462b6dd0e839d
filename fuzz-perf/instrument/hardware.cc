// SPDX-License-Identifier: MIT
// Clang plug-in of `retread hls`: makes sites of what hardware does otherwise in
// a kernel: the index of an array of constant size, what a local variable holds
// before it is assigned, the place of an assignment to an integer of some width.
//
// It runs first, when a function's variables are still in memory and templates
// have been instantiated. lib/hls/hls_sim.h is what its calls lead to.

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <map>
#include <string>
#include <vector>

#include "fuzz-perf/instrument/find.h"
#include "lib/hls/hls_sim.h"

using namespace llvm;
using namespace retread;

namespace
{

class Sites
{
      public:
	explicit Sites(Module &module)
	    : module(module), context(module.getContext()),
	      word(Type::getInt64Ty(context)), half(Type::getInt32Ty(context)),
	      bytes(pointer_to(Type::getInt8Ty(context))),
	      // struct retread_hls_site
	      site_type(StructType::get(
		      context, {bytes, bytes, bytes, half, half, word, word,
				       word, word, word}))
	{
		Type *nothing = Type::getVoidTy(context);
		Type *site = pointer_to(site_type);
		address = module.getOrInsertFunction("retread_hls_address",
			bytes, site, bytes, word, word, word);
		fill = module.getOrInsertFunction(
			"retread_hls_fill", nothing, site, bytes, word);
		tick = module.getOrInsertFunction("retread_hls_tick", nothing);
		place = module.getOrInsertGlobal("retread_hls_place", site);
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
	Module &module;
	LLVMContext &context;
	Type *word, *half;
	PointerType *bytes;
	StructType *site_type;
	FunctionCallee address, fill, tick;
	Constant *place;
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

	// One site for each kind, line and name.
	GlobalVariable *site(unsigned kind, StringRef file, unsigned line,
		StringRef function, StringRef name, uint64_t size = 0)
	{
		std::string key = (Twine(kind) + ":" + file + ":" +
				   Twine(line) + ":" + name)
					  .str();
		GlobalVariable *&made = known[key];
		if (made != nullptr)
			return made;
		Constant *zero = ConstantInt::get(word, 0);
		Constant *initial = ConstantStruct::get(
			site_type, {text(file), text(function), text(name),
					   ConstantInt::get(half, kind),
					   ConstantInt::get(half, line),
					   ConstantInt::get(word, size), zero,
					   zero, zero, zero});
		made = new GlobalVariable(module, site_type, false,
			GlobalValue::InternalLinkage, initial,
			"retread_hls_site");
		sites.push_back(ConstantExpr::getBitCast(made, bytes));
		return made;
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
		while (const auto *part = dyn_cast<GetElementPtrInst>(value))
			value = part->getPointerOperand()->stripPointerCasts();
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
		for (CallBase *call : numbers)
			mark_place(function, call);
		for (GetElementPtrInst *index : indices)
			replace_index(function, index);
		for (AllocaInst *local : locals)
			fill_local(function, local);
		for (Instruction *meeting : meetings)
			IRBuilder<>(meeting).CreateCall(tick);
		note_state();
	}

	void mark_place(Function &function, CallBase *call)
	{
		const DILocation *location = call->getDebugLoc().get();
		if (is_header(location->getFilename()))
			return;
		IRBuilder<>(call).CreateStore(
			site(RETREAD_HLS_WIDTH, location->getFilename(),
				location->getLine(), function.getName(), ""),
			place);
	}

	// Whether what POINTER points to is read or written and nothing else: the
	// end of an array, say, may be compared with.
	static bool is_accessed(const Value *pointer)
	{
		return all_of(pointer->users(), [&](const User *user) {
			const auto *store = dyn_cast<StoreInst>(user);
			return isa<LoadInst>(user) ||
			       (store != nullptr &&
				       store->getPointerOperand() == pointer);
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

	void fill_local(Function &function, AllocaInst *local)
	{
		const DILocalVariable *variable = declared(local);
		if (variable == nullptr || variable->isParameter() ||
			!local->isStaticAlloca() || !can_be_filled(local))
			return;
		Instruction *after = local->getNextNode();
		while (isa<AllocaInst>(after))
			after = after->getNextNode();
		IRBuilder<> build(after);
		build.CreateCall(fill,
			{site(RETREAD_HLS_FILL, variable->getFilename(),
				 variable->getLine(), function.getName(),
				 variable->getName()),
				build.CreateBitCast(local, bytes),
				ConstantInt::get(word,
					module.getDataLayout().getTypeAllocSize(
						local->getAllocatedType()))});
	}

	// A pointer that is filled would not be a value that hardware has.
	static bool can_be_filled(const AllocaInst *local)
	{
		Type *type = local->getAllocatedType();
		while (auto *array = dyn_cast<ArrayType>(type))
			type = array->getElementType();
		return type->isIntegerTy() || type->isFloatingPointTy() ||
		       (type->isStructTy() &&
			       (type->getStructName().contains("ap_int") ||
				       type->getStructName().contains(
					       "ap_uint")));
	}

	// Variables that outlive a call, to be put back before the next test.
	void note_state()
	{
		if (!state.empty())
			return;
		for (GlobalVariable &variable : module.globals()) {
			if (variable.isConstant() || variable.isDeclaration() ||
				begins_with(
					variable.getName(), "retread_hls") ||
				begins_with(variable.getName(), "__") ||
				begins_with(variable.getName(), "llvm.") ||
				!variable.getValueType()->isSized())
				continue;
			state.push_back(
				ConstantExpr::getBitCast(&variable, bytes));
			state.push_back(ConstantExpr::getIntToPtr(
				ConstantInt::get(word,
					module.getDataLayout().getTypeAllocSize(
						variable.getValueType())),
				bytes));
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
				ConstantInt::get(word, state.size() / 2)});
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
