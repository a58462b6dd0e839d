/* SPDX-License-Identifier: MIT
 * The table of value spectra that the Valgrind tool `spectra` fills while a
 * kernel runs, and that reports and fuzzers read: fixed-width types, no libc.
 *
 * The table is a file that the tool maps shared, so that whoever maps it too
 * sees a test's spectra at once, and what a crashed run left stays readable.
 *
 * Areas follow each other at the offsets in the header:
 *
 *	struct spectra_entity test[entity_count]    of the current or last test
 *	struct spectra_entity total[entity_count]   of all tests that ended
 *	uint64_t test and total bitmaps             offsets accessed, and written
 *	uint8_t test_edge[], total_edge[]           host edges, counts modulo 256
 *	uint32_t touched[]                          ids the current test touched
 *	struct spectra_name name[SPECTRA_NAMED]     entities named at run time
 *	char watch[]                                the watch list as it was read
 *	uint8_t input[SPECTRA_INPUT_BYTES]          for the persistent loop
 *
 * Ids are those of the watch list (retread-spectra(5)); after them come
 * SPECTRA_NAMED ids for client requests that name what they tell of. */
#ifndef RETREAD_LIB_FORMAT_SPECTRA_TABLE_H
#define RETREAD_LIB_FORMAT_SPECTRA_TABLE_H

#include <stdint.h>

#define SPECTRA_TABLE_MAGIC "RTSPEC1" /* 8 bytes with the final NUL */
#define SPECTRA_EDGES	    65536
#define SPECTRA_NAMED	    32
#define SPECTRA_NAME_BYTES  56
#define SPECTRA_INPUT_BYTES (1u << 20)
#define SPECTRA_LENGTHS	    66
/* Offsets of an array from here on are counted, not kept one by one. */
#define SPECTRA_BITMAP_LIMIT (1u << 20)

/* The record of one variable, array, loop, function or stream. Which fields
 * mean something depends on its kind. */
struct spectra_entity {
	/* Values assigned to a variable or to elements; trips of a loop, one
	 * value for each time it ran; depths of a function; numbers of elements
	 * in a stream. Unsigned 64-bit and floating values have the same bytes. */
	uint64_t hits;
	uint64_t min;
	uint64_t max;
	/* How many of those needed exactly N bits, for N = 0..64; two's
	 * complement with its sign if the type is signed. LENGTHS - 1: negative
	 * values, however long. */
	uint32_t length[SPECTRA_LENGTHS];
	/* Arrays: accesses by element. */
	uint64_t accesses;
	int64_t offset_min;
	int64_t offset_max;
	uint64_t rewrites; /* writes to an element that was written before */
	uint64_t outside;  /* of them, not in the array */
	uint64_t first_outside_pc; /* link-time address of the first of those */
	/* Loops: bit R is set if some trip count modulo FACTOR was R; counts
	 * beyond 63 set bit 63. */
	uint64_t residues;
	/* Functions: bytes of stack between the first activation and the
	 * deepest. */
	uint64_t stack_bytes;
	/* Streams: non-blocking or blocking reads that found them empty,
	 * writes. */
	uint64_t empty_reads;
	uint64_t writes;
	uint64_t is_touched; /* by the current test; in its list */
};

struct spectra_name {
	char text[SPECTRA_NAME_BYTES]; /* empty: free */
	uint32_t kind;		       /* enum spectra_named_kind */
	uint32_t is_signed;
};

enum spectra_named_kind {
	SPECTRA_NAMED_ARGUMENT = 1,
	SPECTRA_NAMED_REGION,
	SPECTRA_NAMED_STREAM
};

enum spectra_state {
	SPECTRA_WAITING, /* the module of the watch list is not loaded yet */
	SPECTRA_RUNNING, /* or killed: the current test is not in the total */
	SPECTRA_ENDED,
	SPECTRA_CRASHED, /* by a signal */
};

struct spectra_header {
	char magic[8];
	uint32_t version; /* sizeof(struct spectra_header) */
	uint32_t state;	  /* enum spectra_state */
	uint32_t entity_bytes;
	uint32_t entity_count; /* with SPECTRA_NAMED */
	uint32_t watched_count;
	uint32_t signal; /* SPECTRA_CRASHED: which */
	int32_t exit_code;
	uint32_t in_test;      /* 1: TEST has what is not in TOTAL yet */
	uint64_t tests;	       /* ended */
	uint64_t failed_tests; /* that ended with a status other than 0 */
	uint64_t test_area;
	uint64_t total_area;
	uint64_t test_bitmap_area;
	uint64_t total_bitmap_area;
	uint64_t bitmap_words; /* of each */
	uint64_t test_edge_area;
	uint64_t total_edge_area;
	uint64_t touched_area;
	uint32_t touched_count; /* by the current or last test */
	uint32_t edge_touched_count;
	uint64_t edge_touched_area; /* uint16_t[]: edges of that test */
	uint64_t name_area;
	uint64_t watch_area;
	uint64_t watch_bytes;
	uint64_t input_area;
	uint64_t file_bytes;
	/* The tool's own cost. */
	uint64_t blocks_kernel; /* superblocks instrumented for values */
	uint64_t blocks_host;	/* for edges only */
	uint64_t lookups;	/* of an address in the live frames */
	uint64_t lookup_steps;
};

#endif
