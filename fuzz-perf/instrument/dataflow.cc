// SPDX-License-Identifier: MIT
// Regions of `#pragma HLS dataflow`: calls that become tasks, and streams between them.

#include "fuzz-perf/instrument/sites.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <cstdlib>

namespace retread
{

// The bytes of LOCAL, if it is a stream or an array of them; else 0.
static uint64_t stream_bytes(Sites &sites, Type *type)
{
	Type *each = type;
	while (each->isArrayTy())
		each = each->getArrayElementType();
	return each->isStructTy() && cast<StructType>(each)->hasName() &&
			       begins_with(each->getStructName(),
				       "class.hls::stream")
		       ? sites.module.getDataLayout().getTypeAllocSize(type)
		       : 0;
}

static bool is_task(const CallInst *call)
{
	const Function *callee = call->getCalledFunction();
	if (callee == nullptr || callee->isDeclaration() || !is_kernel(*callee))
		return false;
	for (unsigned i = 0; i < call->arg_size(); i++)
		if (call->isByValArgument(i) ||
			call->paramHasAttr(i, Attribute::StructRet))
			return false;
	return true;
}

// Tasks of FUNCTION that are given PLACE: "split and join".
static std::string ends_of(Function &function, const Value *place)
{
	std::string ends;
	for (Instruction &each : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&each);
		if (call == nullptr || !is_task(call) ||
			none_of(call->args(), [&](const Value *given) {
				return getUnderlyingObject(given) == place;
			}))
			continue;
		ends += ends.empty() ? "" : " and ";
		ends += call->getCalledFunction()->getSubprogram()->getName();
	}
	return ends;
}

static void name_stream(Sites &sites, IRBuilder<> &build, Value *place,
	uint64_t size, const DIVariable &variable, StringRef ends)
{
	build.CreateCall(sites.stream,
		{sites.site(RETREAD_HLS_STREAM, variable.getFilename(),
			 variable.getLine(), ends, variable.getName()),
			build.CreateBitCast(place, sites.bytes),
			ConstantInt::get(sites.word, size)});
}

// Names streams of FUNCTION and of the file for the runtime.
void name_streams(Sites &sites, Function &function)
{
	IRBuilder<> build(after_locals(function));
	for (Instruction &each : instructions(function)) {
		auto *local = dyn_cast<AllocaInst>(&each);
		const DILocalVariable *variable =
			local != nullptr ? declared(local) : nullptr;
		if (variable != nullptr &&
			stream_bytes(sites, local->getAllocatedType()) > 0)
			name_stream(sites, build, local,
				stream_bytes(sites, local->getAllocatedType()),
				*variable, ends_of(function, local));
	}
	for (GlobalVariable &each : sites.module.globals()) {
		SmallVector<DIGlobalVariableExpression *, 1> known;
		each.getDebugInfo(known);
		if (!known.empty() &&
			stream_bytes(sites, each.getValueType()) > 0)
			name_stream(sites, build, &each,
				stream_bytes(sites, each.getValueType()),
				*known[0]->getVariable(),
				ends_of(function, &each));
	}
}

static void set_depth(
	Sites &sites, IRBuilder<> &build, Value *stream, unsigned number)
{
	build.CreateCall(
		sites.depth, {build.CreateBitCast(stream, sites.bytes),
				     ConstantInt::get(sites.word, number)});
}

// Streams whose depth a pragma says.
void set_depths(Sites &sites, Function &function)
{
	IRBuilder<> build(after_locals(function));
	for (const Boundary &each : sites.boundaries) {
		if (each.what != "full")
			continue;
		bool is_here = is_in_function(each, function);
		for (Instruction &local : instructions(function))
			if (is_here && isa<AllocaInst>(local) &&
				name_of(&local) == each.name)
				set_depth(sites, build, &local, each.number);
		for (GlobalVariable &variable : sites.module.globals())
			if (name_of(&variable) == each.name)
				set_depth(sites, build, &variable, each.number);
	}
}

// Streams above its frame are its ports.
void begin_region(Sites &sites, Function &function)
{
	IRBuilder<> build(after_locals(function));
	Value *frame = build.CreateIntrinsic(
		Intrinsic::frameaddress, {sites.bytes}, {build.getInt32(0)});
	build.CreateCall(sites.region, {frame});
}

// The local array that ARGUMENT is of; nullptr: none. A stream is a class.
static const Value *array_of(const Value *argument)
{
	const auto *local = dyn_cast<AllocaInst>(getUnderlyingObject(argument));
	if (local == nullptr || !local->getAllocatedType()->isArrayTy())
		return nullptr;
	const Type *type = local->getAllocatedType();
	while (type->isArrayTy())
		type = type->getArrayElementType();
	return type->isStructTy() && type->getStructName().contains("stream")
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
static uint64_t waits_for(const std::vector<CallInst *> &calls, unsigned index)
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

// A function that makes CALL with what the struct of TYPE holds.
static Function *make_thunk(Sites &sites, CallInst *call, StructType *type)
{
	Function *thunk = Function::Create(
		FunctionType::get(
			Type::getVoidTy(sites.context), {sites.bytes}, false),
		GlobalValue::InternalLinkage, "retread_hls_task", sites.module);
	IRBuilder<> build(BasicBlock::Create(sites.context, "entry", thunk));
	Value *frame = build.CreateBitCast(thunk->getArg(0), pointer_to(type));
	std::vector<Value *> arguments;
	for (unsigned i = 0; i < call->arg_size(); i++)
		arguments.push_back(build.CreateLoad(type->getElementType(i),
			build.CreateStructGEP(type, frame, i)));
	CallInst *made = build.CreateCall(call->getCalledFunction(), arguments);
	made->setCallingConv(call->getCallingConv());
	made->setAttributes(call->getAttributes());
	if (!call->getType()->isVoidTy())
		build.CreateStore(made,
			build.CreateStructGEP(type, frame, call->arg_size()));
	build.CreateRetVoid();
	return thunk;
}

static void spawn_call(Sites &sites, Function &function, CallInst *call,
	uint64_t after, bool is_last)
{
	std::vector<Type *> types;
	bool returns = !call->getType()->isVoidTy();
	for (Value *argument : call->args())
		types.push_back(argument->getType());
	if (returns)
		types.push_back(call->getType());
	StructType *type = StructType::get(sites.context, types);
	IRBuilder<> entry(&*function.getEntryBlock().begin());
	AllocaInst *frame = entry.CreateAlloca(type);
	IRBuilder<> build(call);
	for (unsigned i = 0; i < call->arg_size(); i++)
		build.CreateStore(call->getArgOperand(i),
			build.CreateStructGEP(type, frame, i));
	unsigned line = call->getDebugLoc() ? call->getDebugLoc().getLine() : 0;
	build.CreateCall(sites.spawn,
		{sites.site(RETREAD_HLS_TASK,
			 function.getSubprogram()->getFilename(), line,
			 function.getName(),
			 call->getCalledFunction()->getSubprogram()->getName()),
			build.CreateBitCast(
				make_thunk(sites, call, type), sites.bytes),
			build.CreateBitCast(frame, sites.bytes),
			ConstantInt::get(sites.word, after)});
	if (is_last || returns)
		build.CreateCall(sites.join);
	if (returns)
		call->replaceAllUsesWith(build.CreateLoad(call->getType(),
			build.CreateStructGEP(type, frame, types.size() - 1)));
	call->eraseFromParent();
}

// Calls of kernel functions become tasks; after the last one of a block
// they run until all have returned.
static std::vector<CallInst *> tasks_in(BasicBlock &block)
{
	std::vector<CallInst *> calls;
	for (Instruction &each : block)
		if (auto *call = dyn_cast<CallInst>(&each))
			if (is_task(call))
				calls.push_back(call);
	return calls;
}

//--- regions that run as on the CPU

// The region that FUNCTION or what it calls is; nullptr: none.
static Function *find_region(
	Sites &sites, Function *function, SmallPtrSetImpl<Function *> &seen)
{
	if (function == nullptr || !is_kernel(*function) ||
		!seen.insert(function).second)
		return nullptr;
	if (sites.boundary_in(*function, "empty") != nullptr)
		return function;
	for (Instruction &each : instructions(*function)) {
		auto *call = dyn_cast<CallInst>(&each);
		Function *found =
			call == nullptr
				? nullptr
				: find_region(sites, call->getCalledFunction(),
					  seen);
		if (found != nullptr)
			return found;
	}
	return nullptr;
}

// Lists REGION among what is not modelled (retread hls names the file).
static void note_limit(Sites &sites, Function &region, const char *limit)
{
	const char *path = std::getenv("RETREAD_HLS_UNMODELLED");
	const Boundary *pragma = sites.boundary_in(region, "empty");
	FILE *out = path == nullptr ? nullptr : std::fopen(path, "a");
	if (out == nullptr)
		return;
	std::fprintf(out, "%s (%s:%u)\n", limit,
		sys::path::filename(region.getSubprogram()->getFilename())
			.str()
			.c_str(),
		pragma->line);
	std::fclose(out);
}

static void note_inner_regions(
	Sites &sites, const std::vector<CallInst *> &calls)
{
	SmallPtrSet<Function *, 8> seen;
	for (CallInst *call : calls) {
		Function *inner =
			find_region(sites, call->getCalledFunction(), seen);
		if (inner != nullptr)
			note_limit(sites, *inner, "dataflow within a task");
	}
}

// Whether FUNCTION has a call of the kernel's that is not a task.
static bool has_other_calls(Function &function)
{
	return any_of(instructions(function), [](const Instruction &each) {
		const auto *call = dyn_cast<CallInst>(&each);
		const Function *callee =
			call == nullptr ? nullptr : call->getCalledFunction();
		return callee != nullptr && is_kernel(*callee) &&
		       !is_task(call);
	});
}

// A region with tasks in several blocks, as around a loop, runs as on the CPU.
void spawn_calls(Sites &sites, Function &function)
{
	std::vector<CallInst *> calls;
	std::vector<uint64_t> after;
	for (BasicBlock &block : function) {
		std::vector<CallInst *> found = tasks_in(block);
		if (!calls.empty() && !found.empty()) {
			note_limit(sites, function,
				"dataflow with tasks in branches or loops");
			return;
		}
		calls.insert(calls.end(), found.begin(), found.end());
	}
	if (calls.empty())
		note_limit(sites, function, "dataflow without calls");
	else if (has_other_calls(function))
		note_limit(sites, function,
			"dataflow with a structure that a task has by value");
	note_inner_regions(sites, calls);
	for (unsigned i = 0; i < calls.size(); i++)
		after.push_back(waits_for(calls, i));
	for (unsigned i = 0; i < calls.size(); i++)
		spawn_call(sites, function, calls[i], after[i],
			i + 1 == calls.size());
}

} // namespace retread
