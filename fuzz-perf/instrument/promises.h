// SPDX-License-Identifier: MIT
// What promises of pragmas have in common: accesses to a variable, and trips of loops.
#ifndef RETREAD_FUZZ_PERF_INSTRUMENT_PROMISES_H
#define RETREAD_FUZZ_PERF_INSTRUMENT_PROMISES_H

#include "fuzz-perf/instrument/sites.h"

namespace retread
{

// Something that a loop or a function may do to a variable of a promise.
struct Access {
	Instruction *at;
	Value *pointer;
	bool writes;
};

// Those of the variable NAME in FUNCTION, or in LOOP alone.
std::vector<Access> accesses_in(
	Function &function, const Loop *loop, StringRef name);
Value *line_of(Sites &sites, const Access &access);
GlobalVariable *promise_site(Sites &sites, const Function &function,
	const Boundary &promise, StringRef name, retread_hls_promised kind);
// Has the runtime count the trips of LOOP. Returns whether it can.
bool count_trips(Sites &sites, Loop *loop, Value *its);

/*--- storage.cc ---*/

// Loops that are to begin a trip in so many cycles find ports for each.
void check_storage(Sites &sites, Function &function, const LoopInfo &loops);

} // namespace retread

#endif
