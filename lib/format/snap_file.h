/* SPDX-License-Identifier: MIT
 * What the Valgrind tool `snap` writes about a process: a header, its modules,
 * its edges, its last branches, calls, then the paths of the modules.
 *
 * An EDGE is one outcome of one branch instruction: from the branch to where it
 * went. Both outcomes of a conditional branch are edges. A PLACE is an offset in
 * the file of a module, which is one mapping of code; module 0 is code that is in
 * no file, whose offsets are addresses. */
#ifndef RETREAD_LIB_FORMAT_SNAP_FILE_H
#define RETREAD_LIB_FORMAT_SNAP_FILE_H

#include <stdint.h>

#define SNAP_MAGIC "RTSNAP1" /* 8 bytes with the final NUL */
/* The last-branch queue of the paper (section 4.2.3). */
#define SNAP_LBQ_MAX 32
/* Of the model of a processor: targets, and return addresses that it keeps. */
#define SNAP_TARGETS_MAX (1 << 20)
#define SNAP_RETURNS_MAX 1024

enum snap_kind {
	SNAP_TAKEN, /* a conditional branch that jumped */
	SNAP_FALLS, /* one that did not */
	SNAP_JUMP,
	SNAP_CALL,
	SNAP_INDIRECT_JUMP,
	SNAP_INDIRECT_CALL,
	SNAP_RETURN,
	SNAP_KINDS,
};

/* How a fuzzer would number edges; EXACT has a counter for each. The others hash
 * them into a map, so that some share an entry. */
enum snap_encoding { SNAP_EXACT, SNAP_SNAP, SNAP_AFL, SNAP_BLOCK };

enum snap_predictor {
	SNAP_NO_PREDICTOR,
	SNAP_BIMODAL,
	SNAP_GSHARE,
	SNAP_TAGE,
};

struct snap_place {
	uint64_t offset;
	uint32_t module;
	uint32_t unused;
};

struct snap_module {
	uint64_t start; /* in its file */
	uint64_t bytes;
	uint32_t path; /* offset in the texts */
	uint32_t unused;
};

struct snap_edge {
	struct snap_place from, to;
	uint64_t count;
	uint64_t mispredicted;
	uint32_t kind;
	uint32_t unused;
};

/* A branch that went to TO, the oldest first. */
struct snap_branch {
	struct snap_place to;
	uint32_t is_taken;
	uint32_t is_mispredicted;
};

/* A call that made code of the system's libraries (/lib, /usr/lib) touch BYTES. */
struct snap_call {
	struct snap_place from;
	uint64_t bytes;
};

struct snap_header {
	char magic[8];
	uint32_t version; /* sizeof(struct snap_header) */
	uint32_t pid;
	int32_t exit_code;
	uint32_t signal; /* that ended it; 0: none */
	uint32_t encoding;
	uint32_t predictor;
	uint32_t module_count;
	uint32_t edge_count;
	uint32_t branch_count; /* of the last-branch queue */
	uint32_t is_full;      /* there were more edges than --max-edges */
	uint64_t map_entries;  /* of an encoding that hashes */
	uint64_t map_used;
	/* What the map tells apart if nothing shares an entry: pairs of blocks that
	 * were run one after the other; with SNAP_BLOCK, blocks. */
	uint64_t map_hashed;
	uint64_t context; /* the hash of the last branches */
	/* Outcomes that the model of a processor predicted, and those it got
	 * wrong. */
	uint64_t conditional, conditional_wrong;
	uint64_t indirect, indirect_wrong;
	/* Of --work: calls, cells of 8 bytes off the stack that were written, and bytes
	 * that went to files (once each), pipes and sockets. */
	uint64_t call_count, cells, written;
	/* Of --arguments: calls, and those whose arguments were the same as of one before
	 * although nothing was written since. */
	uint64_t argument_calls, argument_repeats;
	uint64_t text_bytes;
};

#endif
