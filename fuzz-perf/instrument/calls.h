// SPDX-License-Identifier: MIT
// Calls of the runtime: sides of comparisons, memory taken and given back.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_CALLS_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_CALLS_H

#include "fuzz-perf/instrument/find.h"

namespace retread
{

// Calls in a function with debug info need a position.
void set_location(IRBuilder<> &build, Instruction &near);

// Of a call that compares bytes: whether a NUL ends them, and how many there
// are at most.
bool compares_strings(const CallBase &call);
Value *compared_length(IRBuilder<> &build, CallBase &call);

class Calls
{
      public:
	Calls(Module &module, bool logs_comparisons);

	// Type-based alias information of what the runtime alone writes.
	MDNode *tag = nullptr;

	void log(const Logged &logged);
	void weigh(const HeapCall &heap);

      private:
	Module &module;
	Type *word, *half, *pointer;
	FunctionCallee log_numbers, log_switch, log_bytes;
	FunctionCallee allocated, reallocated, freed;
	GlobalVariable *logs = nullptr;

	FunctionCallee declare(StringRef name, ArrayRef<Type *> arguments);
	void log_ways(IRBuilder<> &build, SwitchInst &choice, Value *bytes);
	void log_sides(IRBuilder<> &build, const Logged &logged);
};

} // namespace retread

#endif
