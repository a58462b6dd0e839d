// SPDX-License-Identifier: MIT
// What is to be counted in a function: edges, sites and comparisons, each with
// its place in the source, and constants worth trying.

#include "fuzz-perf/instrument/find.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <set>

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
	if (const DISubprogram *program =
			location->getScope()->getSubprogram()) {
		place.function = program->getName().str();
		place.linkage = program->getLinkageName().str();
	}
	place.lines = std::to_string(place.line);
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

bool is_jump(const Instruction &instruction)
{
	auto *branch = dyn_cast<BranchInst>(&instruction);
	return branch && branch->isUnconditional();
}

// A block split off an edge has no position but its successor's: its jump bears
// that of the BRANCH.
const DILocation *block_location(
	const BasicBlock &block, const DILocation *branch)
{
	const DILocation *found = first_location(block);
	bool is_split =
		is_jump(*block.getFirstNonPHIOrDbg()) && found == branch;
	if (found && !is_split)
		return found;
	if (const BasicBlock *next = block.getSingleSuccessor())
		return first_location(*next);
	return nullptr;
}

// "7-9,12"
std::string describe_lines(const std::set<unsigned> &lines)
{
	std::string text;

	for (auto at = lines.begin(); at != lines.end();) {
		unsigned first = *at, last = first;
		while (++at != lines.end() && *at == last + 1)
			last++;
		text += (text.empty() ? "" : ",") + std::to_string(first);
		if (last > first)
			text += "-" + std::to_string(last);
	}
	return text;
}

// What runs from BLOCK to the next branch. Only of the function and file that
// PLACE names: the rest was inlined from elsewhere.
std::string lines_from(const BasicBlock &block, const Place &place)
{
	SmallPtrSet<const BasicBlock *, 8> seen;
	std::set<unsigned> lines;

	for (const BasicBlock *at = &block; at && seen.insert(at).second;
		at = at->getSingleSuccessor())
		for (const Instruction &instruction : *at) {
			const DILocation *location =
				instruction.getDebugLoc().get();
			if (!location || !location->getLine() ||
				isa<DbgInfoIntrinsic>(instruction) ||
				is_jump(instruction) ||
				location->getFilename() != place.file)
				continue;
			const DISubprogram *program =
				location->getScope()->getSubprogram();
			if (program && program->getName() == place.function)
				lines.insert(location->getLine());
		}
	return describe_lines(lines);
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
		entry.linkage = program->getLinkageName().str();
		entry.file = program->getFilename().str();
		entry.line = program->getLine();
		entry.lines = lines_from(function.getEntryBlock(), entry);
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
		place.linkage = entry.linkage;
		place.file = entry.file;
		const DILocation *branch =
			from->getTerminator()->getDebugLoc().get();
		if (branch)
			place.from_line = branch->getLine();
		place_from(block_location(block, branch), place);
		place.lines = lines_from(block, place);
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

static bool gives_back(StringRef name)
{
	return name == "free" || begins_with(name, "_ZdlPv") ||
	       begins_with(name, "_ZdaPv");
}

// SIZE is nullptr when the call takes nothing.
void Finder::find_heap_call(CallBase *call, Function *callee, Value *size)
{
	StringRef name = callee->getName();

	if (!callee->isDeclaration() || call->isMustTailCall())
		return;
	if (gives_back(name) && call->arg_size() > 0)
		heap_calls.push_back({HeapCall::Give, call, nullptr});
	else if (size && begins_with(name, "realloc"))
		heap_calls.push_back({HeapCall::Change, call, size});
	else if (size && call->getType()->isPointerTy())
		heap_calls.push_back({HeapCall::Take, call, size});
}

Value *Finder::as_word(IRBuilder<> &build, Value *value)
{
	return build.CreateZExtOrTrunc(value, word);
}

void Finder::find_sites(Function &function, std::vector<Update> &updates)
{
	std::vector<CallBase *> calls;
	heap_calls.clear();
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
		find_heap_call(call, callee,
			amount && sized.kind == Allocation ? amount : nullptr);
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
	// Files have numbers in either order of bytes.
	add_token(number, bytes);
	uint64_t swapped = 0;
	for (unsigned i = 0; i < bytes; i++)
		swapped |= (number >> 8 * i & 255) << 8 * (bytes - 1 - i);
	add_token(swapped, bytes);
}

// A switch with many cases has more of these sets, which overlap.
void Finder::add_cases(const SwitchInst &choice)
{
	std::string bytes;
	for (auto &way : choice.cases())
		if (way.getCaseValue()->getValue().ult(256) &&
			!way.getCaseValue()->isZero())
			bytes.push_back(
				(char)way.getCaseValue()->getZExtValue());
	for (size_t at = 0; at == 0 || at + TokenBytes / 2 < bytes.size();
		at += TokenBytes / 2)
		if (bytes.size() - at > 1)
			cases.push_back(bytes.substr(at, TokenBytes));
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
			if (auto *choice = dyn_cast<SwitchInst>(&instruction)) {
				for (auto &way : choice->cases())
					add_integer_token(way.getCaseValue());
				add_cases(*choice);
			}
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

// What VALUE points to, if that is constant; else nothing.
static StringRef constant_bytes(const Value *value)
{
	ConstantDataArraySlice slice;
	if (!getConstantDataArrayInfo(value, slice, 8) || !slice.Array)
		return "";
	return slice.Array->getRawDataValues().substr(
		slice.Offset, slice.Length);
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
		StringRef value = constant_bytes(call.getArgOperand(i));
		if (!is_memory)
			value = value.take_until([](char c) { return !c; });
		if (call.arg_size() > 2)
			if (auto *length = dyn_cast<ConstantInt>(
				    call.getArgOperand(2)))
				value = value.take_front(
					length->getZExtValue());
		if (value.size() > 1 && value.size() <= TokenBytes)
			tokens.push_back(value.str());
	}
}

static bool is_plain_number(const Value *value)
{
	return value->getType()->isIntegerTy() &&
	       value->getType()->getIntegerBitWidth() >= 8 &&
	       value->getType()->getIntegerBitWidth() <= 64;
}

// Comparisons of values of which neither just counts a loop: the equality
// tests are counted, all are logged.
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
	auto take_compare = [&](ICmpInst &compare) {
		Value *left = compare.getOperand(0);
		Value *right = compare.getOperand(1);
		if (!is_plain_number(left) || counts_loop(left) ||
			counts_loop(right))
			return;
		if (compare.isEquality())
			add(compare, left, right);
		logged.push_back(
			{&compare, left, right, !compare.isEquality()});
	};
	auto take_switch = [&](SwitchInst &choice) {
		if (!is_plain_number(choice.getCondition()))
			return;
		logged.push_back(
			{&choice, choice.getCondition(), nullptr, false});
		if (choice.getNumCases() <= 64)
			for (auto &way : choice.cases())
				add(choice, choice.getCondition(),
					way.getCaseValue());
	};
	auto take_call = [&](CallBase &call) {
		Function *callee = call.getCalledFunction();
		if (!callee || !compares_bytes(callee->getName()) ||
			call.arg_size() < 2)
			return;
		Value *left = call.getArgOperand(0);
		Value *right = call.getArgOperand(1);
		add(call, left, right);
		logged.push_back({&call, left, right, false});
	};

	logged.clear();
	for (BasicBlock &block : function)
		for (Instruction &instruction : block)
			if (auto *compare = dyn_cast<ICmpInst>(&instruction))
				take_compare(*compare);
			else if (auto *choice =
					 dyn_cast<SwitchInst>(&instruction))
				take_switch(*choice);
			else if (auto *call = dyn_cast<CallBase>(&instruction))
				take_call(*call);
}

} // namespace retread
