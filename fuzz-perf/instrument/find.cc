// SPDX-License-Identifier: MIT
// What is to be counted in a function: edges, sites and comparisons, each with
// its place in the source, and constants worth trying.

#include "fuzz-perf/instrument/find.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace retread
{

namespace
{

// Source positions look through inlining that happened before us.
void place_from(const DILocation *location, Place &place)
{
	if (!location)
		return;
	place.line = location->getLine();
	place.column = location->getColumn();
	place.file = location->getFilename().str();
	if (const DISubprogram *program = location->getScope()->getSubprogram())
		place.function = program->getName().str();
}

const DILocation *first_location(const BasicBlock &block)
{
	for (const Instruction &instruction : block)
		if (!isa<PHINode>(instruction) &&
			!isa<DbgInfoIntrinsic>(instruction))
			if (const DILocation *found =
					instruction.getDebugLoc().get())
				if (found->getLine())
					return found;
	return nullptr;
}

// A block split off an edge has no position but its successor's.
const DILocation *block_location(const BasicBlock &block)
{
	if (const DILocation *found = first_location(block))
		return found;
	if (const BasicBlock *next = block.getSingleSuccessor())
		return first_location(*next);
	return nullptr;
}

// A block of constant size costs as much as the edge that leads to it.
static bool is_small(Kind kind, const Value *amount)
{
	auto *constant = dyn_cast<ConstantInt>(amount);
	return kind == Block && constant && constant->getZExtValue() < 256;
}

} // namespace

// ---- edges ----

// With critical edges split, each way out of a branch is a block of
// its own: one counter there. All other blocks run as often as the
// sum of such edges that lead to them.
void Finder::find_edges(Function &function, std::vector<Update> &updates)
{
	Place entry;
	entry.function = function.getName().str();
	if (const DISubprogram *program = function.getSubprogram()) {
		entry.function = program->getName().str();
		entry.file = program->getFilename().str();
		entry.line = program->getLine();
	}
	BasicBlock &first = function.getEntryBlock();
	Instruction *start = &*first.getFirstInsertionPt();
	while (isa<AllocaInst>(start) || isa<DbgInfoIntrinsic>(start))
		start = start->getNextNode();
	updates.push_back({start, nullptr, entry});
	for (BasicBlock &block : function) {
		BasicBlock *from = block.getSinglePredecessor();
		if (!from || from->getTerminator()->getNumSuccessors() < 2 ||
			block.getFirstInsertionPt() == block.end())
			continue;
		Place place;
		place.function = entry.function;
		place.file = entry.file;
		place_from(block_location(block), place);
		if (const DILocation *branch =
				from->getTerminator()->getDebugLoc().get())
			place.from_line = branch->getLine();
		updates.push_back(
			{&*block.getFirstInsertionPt(), nullptr, place});
	}
}

// ---- sites ----

struct Sized {
	Kind kind;
	int first, second; // arguments whose product is the size
};

static bool known_function(StringRef name, Sized &found)
{
	int code =
		StringSwitch<int>(name)
			.Cases("malloc", "valloc", "_Znwm", "_Znam", 0x100)
			.Cases("_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t",
				"_ZnwmSt11align_val_t", "_ZnamSt11align_val_t",
				0x100)
			.Case("calloc", 0x101)
			.Cases("realloc", "aligned_alloc", "memalign", 0x110)
			.Case("reallocarray", 0x112)
			.Case("posix_memalign", 0x120)
			.Cases("memcpy", "memmove", "memset", "memcmp", "bcmp",
				0x220)
			.Cases("memchr", "memrchr", "mempcpy", "memccpy", 0x220)
			.Cases("__memcpy_chk", "__memmove_chk", "__memset_chk",
				0x220)
			.Default(0);
	if (!code)
		return false;
	found.kind = code >> 8 == 1 ? Allocation : Block;
	found.first = code >> 4 & 15;
	found.second = code & 15;
	if (found.second == found.first || found.kind == Block ||
		(found.second == 0))
		found.second = -1;
	return true;
}

Value *Finder::as_word(IRBuilder<> &build, Value *value)
{
	return build.CreateZExtOrTrunc(value, word);
}

void Finder::find_sites(Function &function, std::vector<Update> &updates)
{
	std::vector<CallBase *> calls;
	for (BasicBlock &block : function)
		for (Instruction &instruction : block)
			if (auto *call = dyn_cast<CallBase>(&instruction))
				calls.push_back(call);
	for (CallBase *call : calls) {
		Function *callee = call->getCalledFunction();
		if (!callee)
			continue;
		Sized sized;
		IRBuilder<> build(call);
		Value *amount = nullptr;
		if (auto *block = dyn_cast<MemIntrinsic>(call)) {
			sized.kind = Block;
			amount = as_word(build, block->getLength());
		} else if (callee->isDeclaration() &&
			   known_function(callee->getName(), sized) &&
			   (int)call->arg_size() > sized.first &&
			   call->getArgOperand(sized.first)
				   ->getType()
				   ->isIntegerTy()) {
			amount = as_word(
				build, call->getArgOperand(sized.first));
			if (sized.second >= 0 &&
				(int)call->arg_size() > sized.second)
				amount = build.CreateMul(amount,
					as_word(build, call->getArgOperand(
							       sized.second)));
		}
		if (!amount || is_small(sized.kind, amount))
			continue;
		Place place;
		place.function = function.getName().str();
		place_from(call->getDebugLoc().get(), place);
		place.from_line = place.line;
		place.kind = sized.kind;
		updates.push_back({call, amount, place});
	}
}

// ---- comparisons ----

void Finder::add_token(uint64_t value, unsigned bytes)
{
	std::string token;
	for (unsigned i = 0; i < bytes; i++)
		token.push_back((char)(value >> 8 * i));
	tokens.push_back(token);
}

void Finder::add_integer_token(const ConstantInt *value)
{
	unsigned bits = value->getBitWidth();
	if (bits != 16 && bits != 32 && bits != 64)
		return;
	uint64_t number = value->getZExtValue();
	if (number < 256 || value->isMinusOne())
		return;
	unsigned bytes = bits / 8;
	while (bytes > 2 && number >> (bytes / 2 * 8) == 0)
		bytes /= 2;
	add_token(number, bytes);
}

void Finder::find_tokens(Function &function)
{
	for (BasicBlock &block : function)
		for (Instruction &instruction : block) {
			if (auto *compare = dyn_cast<ICmpInst>(&instruction))
				for (Value *side : compare->operands())
					if (auto *value = dyn_cast<ConstantInt>(
						    side))
						add_integer_token(value);
			if (auto *choice = dyn_cast<SwitchInst>(&instruction))
				for (auto &way : choice->cases())
					add_integer_token(way.getCaseValue());
			if (auto *call = dyn_cast<CallBase>(&instruction))
				add_string_tokens(*call);
		}
}

static bool compares_bytes(StringRef name)
{
	return StringSwitch<bool>(name)
		.Cases("memcmp", "bcmp", "strcmp", "strncmp", true)
		.Cases("strcasecmp", "strncasecmp", "strstr", true)
		.Default(false);
}

void Finder::add_string_tokens(CallBase &call)
{
	Function *callee = call.getCalledFunction();
	if (!callee || !compares_bytes(callee->getName()) ||
		call.arg_size() < 2)
		return;
	bool is_memory =
		callee->getName() == "memcmp" || callee->getName() == "bcmp";
	for (unsigned i = 0; i < 2; i++) {
		StringRef value;
		if (!getConstantStringInfo(
			    call.getArgOperand(i), value, 0, !is_memory))
			continue;
		if (call.arg_size() > 2)
			if (auto *length = dyn_cast<ConstantInt>(
				    call.getArgOperand(2)))
				value = value.take_front(
					length->getZExtValue());
		if (value.size() > 1 && value.size() <= 28)
			tokens.push_back(value.str());
	}
}

// Equality tests between values of which neither just counts a loop.
void Finder::find_comparisons(Function &function, std::vector<Update> &updates)
{
	auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
	auto counts_loop = [&](Value *value) {
		return evolution.isSCEVable(value->getType()) &&
		       isa<SCEVAddRecExpr>(evolution.getSCEV(value));
	};
	auto add = [&](Instruction &at, Value *left, Value *right) {
		Place place;
		place.function = function.getName().str();
		place_from(at.getDebugLoc().get(), place);
		place.from_line = place.line;
		place.kind = Comparison;
		updates.push_back({&at, nullptr, place, left, right});
	};
	for (BasicBlock &block : function)
		for (Instruction &instruction : block) {
			auto *compare = dyn_cast<ICmpInst>(&instruction);
			if (compare && compare->isEquality()) {
				Value *left = compare->getOperand(0);
				Value *right = compare->getOperand(1);
				if (left->getType()->isIntegerTy() &&
					left->getType()->getIntegerBitWidth() >=
						8 &&
					left->getType()->getIntegerBitWidth() <=
						64 &&
					!counts_loop(left) &&
					!counts_loop(right))
					add(instruction, left, right);
			}
			auto *choice = dyn_cast<SwitchInst>(&instruction);
			if (choice && choice->getNumCases() <= 64 &&
				choice->getCondition()
						->getType()
						->getIntegerBitWidth() >= 8 &&
				choice->getCondition()
						->getType()
						->getIntegerBitWidth() <= 64)
				for (auto &way : choice->cases())
					add(instruction, choice->getCondition(),
						way.getCaseValue());
			auto *call = dyn_cast<CallBase>(&instruction);
			if (call && call->getCalledFunction() &&
				compares_bytes(
					call->getCalledFunction()->getName()) &&
				call->arg_size() >= 2)
				add(instruction, call->getArgOperand(0),
					call->getArgOperand(1));
		}
}

} // namespace retread
