// SPDX-License-Identifier: MIT
// What is to be counted in a function: edges, sites and comparisons, each with
// its place in the source, and constants worth trying.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_FIND_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_FIND_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include "fuzz-perf/instrument/diff.h"

#include <memory>
#include <string>
#include <vector>

namespace retread
{

using namespace llvm;

// What LLVM's releases from 14 on call by different names.
inline bool begins_with(StringRef text, StringRef start)
{
	return text.take_front(start.size()) == start;
}

inline PointerType *pointer_to(Type *type)
{
	return PointerType::get(type, 0);
}

// The same numbers as enum perf_kind.
enum Kind { Edge, Allocation, Block, Comparison };

struct Place {
	std::string function, linkage, file;
	std::string lines; // "7-9,12"
	unsigned line = 0, column = 0, from_line = 0;
	Kind kind = Edge;
};

// What retread-cc was asked for, beside edges: "cmp,diff=FILE".
struct Settings {
	bool comparisons = false;
	std::unique_ptr<retread::Diff> diff;

	Settings()
	{
		const char *text = std::getenv("RETREAD_PLUGIN_OPTIONS");
		SmallVector<StringRef, 4> words;
		StringRef(text ? text : "").split(words, ',', -1, false);
		for (StringRef word : words) {
			if (word == "cmp")
				comparisons = true;
			else if (word.consume_front("diff="))
				diff = retread::Diff::read(word.str());
		}
	}
};

// Of struct perf_token, lib/format/perf_map.h.
constexpr unsigned TokenBytes = 28, TokenCases = 256;

// One value to add to, or to raise, a counter.
struct Update {
	Instruction *before;
	Value *amount; // nullptr: one
	Place place;
	Value *left = nullptr, *right = nullptr; // comparisons
};

// A comparison whose sides the fuzzer may ask for.
struct Logged {
	Instruction *before; // a switch, a call, or what compares LEFT, RIGHT
	Value *left, *right;
	bool is_order;
};

// A call that takes memory or gives it back.
struct HeapCall {
	enum Job { Take, Change, Give } job;
	CallBase *call;
	Value *size; // bytes; Give: nullptr
};

class Finder
{
      public:
	Finder(Module &module, FunctionAnalysisManager &analyses)
	    : analyses(analyses), word(Type::getInt64Ty(module.getContext()))
	{
	}

	std::vector<std::string> tokens;
	// Cases of switches: bytes, a few of one switch together.
	std::vector<std::string> cases;
	// Of the function looked at last.
	std::vector<Logged> logged;
	std::vector<HeapCall> heap_calls;

	void find_edges(Function &function, std::vector<Update> &updates);
	void find_sites(Function &function, std::vector<Update> &updates);
	void find_comparisons(Function &function, std::vector<Update> &updates);
	void find_tokens(Function &function);

      private:
	FunctionAnalysisManager &analyses;
	Type *word;

	Value *as_word(IRBuilder<> &build, Value *value);
	void add_token(uint64_t value, unsigned bytes);
	void add_integer_token(const ConstantInt *value);
	void add_cases(const SwitchInst &choice);
	void add_string_tokens(CallBase &call);
	void find_heap_call(CallBase *call, Function *callee, Value *size);
};

} // namespace retread

#endif
