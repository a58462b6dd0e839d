/* SPDX-License-Identifier: MIT
 * How a program that runs under the Valgrind tool `snap` has its blocks counted by
 * it, in counters of the program's own. */
#ifndef RETREAD_LIB_FORMAT_SNAP_BINDING_H
#define RETREAD_LIB_FORMAT_SNAP_BINDING_H

#include <stdint.h>

#include "lib/format/perf_map.h"

/* A client request, with the address of a struct snap_binding, which must stay. It
 * begins with the letters SN, as those of retread_snap.h. */
#define SNAP_REQUEST_BIND (('S' << 24) + ('N' << 16) + 16)

/* Blocks of one object. From the request on, counter FIRST + I is increased whenever
 * the instruction at BIAS + ADDRESS[I] runs, the group that it is in
 * (SNAP_GROUP_BLOCKS counters each) is listed as entered, and nothing but blocks is
 * counted. */
#define SNAP_GROUP_BLOCKS 32
#define SNAP_BINDINGS	  64 /* at most */
struct snap_binding {
	uint64_t bias;
	const uint32_t *address; /* ascending */
	uint64_t count;
	uint64_t first;
	uint64_t *counter;
	struct perf_function *group;
	struct perf_function **entered; /* the latest */
};

/* What the program wants to know of the order of branches, letters in its
 * environment: 'c' for contexts, 'p' for predictions. */
#define SNAP_HISTORY_VARIABLE "RETREAD_HISTORY"

/* A client request that forgets all branches so far, and what was learned to
 * predict them: a run begins. */
#define SNAP_REQUEST_FORGET (SNAP_REQUEST_BIND + 1)
/* A client request with the address of a struct snap_past, to be filled. Branches
 * are those of bound objects. */
#define SNAP_REQUEST_TELL (SNAP_REQUEST_BIND + 2)

/* A client request with the address of a struct snap_translated in memory that processes
 * share: in those that are forked from now on, code that is translated is added. The second
 * argument is where they go in place of ending when they are marked, with the status as the
 * argument of a function. */
#define SNAP_REQUEST_SHARE (SNAP_REQUEST_BIND + 3)
/* A client request that translates what they added, so that the next ones need not. */
#define SNAP_REQUEST_CATCH_UP (SNAP_REQUEST_BIND + 4)

#define SNAP_TRANSLATED_MAX (1u << 16)
struct snap_translated {
	uint32_t
		count; /* may be above SNAP_TRANSLATED_MAX: those were left out */
	uint64_t address[SNAP_TRANSLATED_MAX];
};

/* A client request that marks where the process is. */
#define SNAP_REQUEST_MARK (SNAP_REQUEST_BIND + 5)
/* A client request that brings it back to the mark, where the result of the request is 1
 * then. Comes back if it has done what cannot be undone, with the number + 1 of the system
 * call that did, or 0 if it is not marked; then it may end. */
#define SNAP_REQUEST_RESTART (SNAP_REQUEST_BIND + 6)

/* A client request, after it was brought back, with the address of a struct snap_mapping:
 * memory that it mapped since, to be unmapped. The result is 0 if there is none. */
#define SNAP_REQUEST_LEFT (SNAP_REQUEST_BIND + 7)
struct snap_mapping {
	uint64_t start, bytes;
};

/* A client request, after it was brought back: the result has the bit of each signal whose
 * action it changed since the last such request, and bit 0 if that of the stack for handlers. */
#define SNAP_REQUEST_SIGNALS (SNAP_REQUEST_BIND + 8)

/* A client request: the process that is forked next goes on with the counts so far, as if it
 * had been started by itself. */
#define SNAP_REQUEST_KEEP (SNAP_REQUEST_BIND + 9)

/* Whether the executions of one conditional branch were predicted. */
struct snap_outcomes {
	uint64_t pc;
	uint64_t executed;
	uint64_t early; /* the first 64, from bit 0 on: mispredicted */
	uint64_t hash;	/* of all */
};

struct snap_past {
	uint32_t length; /* of the context, in branches */
	uint32_t capacity, count;
	uint32_t unused;
	uint64_t context; /* the hash of the last LENGTH branches */
	struct snap_outcomes *outcomes;
};

#endif
