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

#endif
