// SPDX-License-Identifier: MIT
// Sites of a module (lib/hls/hls_sim.h), and what parts of a kernel's text they are about.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_SITES_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_SITES_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <map>
#include <string>
#include <vector>

#include "fuzz-perf/instrument/find.h"
#include "lib/hls/hls_sim.h"

namespace retread
{

using namespace llvm;

// A pragma's, in RETREAD_HLS_SITES.
struct Boundary {
	std::string what, name;
	unsigned number, second, line;
	std::string file;
};

class Sites
{
      public:
	std::vector<Boundary> boundaries;
	Module &module;
	LLVMContext &context;
	Type *word, *half;
	PointerType *bytes;
	StructType *site_type;
	// Functions and variables of the runtime.
	FunctionCallee address, fill, trip, flat, port, member, access, stream,
		divide, tick, exit, spawn, join, depth, region, walk, hand,
		take_back, shift, convert;
	Constant *place, *at;
	std::map<std::pair<std::string, unsigned>, GlobalVariable *> lines;
	// Three words for each variable that outlives a call.
	std::vector<Constant *> all, state;
	// A function that is given the variable of a promise, by what name.
	struct Given {
		Function *function;
		std::string name;
	};
	std::map<std::pair<const Boundary *, const Function *>,
		std::vector<Given>>
		given;

	explicit Sites(Module &module);

	Constant *text(StringRef characters);
	// One site for each kind, line and name; of its flags those that all have.
	GlobalVariable *site(unsigned kind, StringRef file, unsigned line,
		StringRef function, StringRef name, uint64_t size = 0,
		uint64_t flags = 0);
	// The first of this kind in the lines of FUNCTION; nullptr: none.
	const Boundary *boundary_in(
		const Function &function, StringRef what) const;
	bool is_marked(const DILocation *location, StringRef what) const;
	// Hands the tables to the runtime before main.
	void register_all();

      private:
	std::map<std::string, GlobalVariable *> known;

	void clear_flags(GlobalVariable *site);
	GlobalVariable *table(const std::vector<Constant *> &rows);
};

// Code of headers, ours and the system's, is not the kernel's.
bool is_header(StringRef path);
bool is_kernel(const Function &function);
// Whether CALL is of one of the classes of numbers.
bool is_number(const CallBase &call);
// Whether a local's life begins or ends at EACH.
bool is_lifetime(const Instruction &each);
// What the source declares there; nullptr: nothing.
const DILocalVariable *declared(const AllocaInst *local);
// Whether CALL gives the address of an element.
bool is_address(const CallBase &call);
// The pointer that VALUE was made from, by indices and members.
Value *start_of(Value *value);
// That of the variable that VALUE points into.
std::string name_of(const Value *value);
bool is_in_function(const Boundary &boundary, const Function &function);
// The innermost loop around LINE: its code begins before and ends after.
Loop *loop_around(const LoopInfo &loops, unsigned line);
// Where all locals of FUNCTION are there.
Instruction *after_locals(Function &function);

/*--- locals.cc ---*/

// Has the runtime fill LOCAL if something may use it before it has a value.
void fill_local(Sites &sites, Function &function, const DominatorTree &tree,
	AllocaInst *local);

/*--- pointers.cc ---*/

// Has the runtime look where a pointer is that walks through memory.
void check_walks(Sites &sites, Function &function);
// Has the runtime know the arrays of FUNCTION's that its calls point into.
void hand_arrays(Sites &sites, Function &function);

/*--- undefined.cc ---*/

// Shifts by the width or more, conversions of numbers that do not fit.
void replace_undefined(Sites &sites, Function &function);

/*--- unroll.cc ---*/

void unroll_loops(Sites &sites, Function &function);

/*--- promises.cc ---*/

// Before functions change: which of them are given the variables of promises.
void plan_promises(Sites &sites);
// When all functions have their other sites.
void check_promises(Sites &sites, Function &function);

/*--- dataflow.cc ---*/

// Streams whose depth a pragma says.
void set_depths(Sites &sites, Function &function);
// Names streams of FUNCTION and of the file for the runtime.
void name_streams(Sites &sites, Function &function);
// Calls of kernel functions become tasks; after the last one of a block they run until
// all have returned.
void spawn_calls(Sites &sites, Function &function);
// Streams above its frame are its ports.
void begin_region(Sites &sites, Function &function);

} // namespace retread

#endif
