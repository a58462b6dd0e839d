/* SPDX-License-Identifier: MIT
 * Memory shared by the fuzzer and its target, and the tables that retread-cc
 * plants in the target: fixed-width types and constants, no libc.
 *
 * KEYS. A target has one 64-bit COUNTER per edge and per site. Counters are
 * numbered as the target registers them (link order, then load order), so
 * key K is the same counter in every run of one build. After them come the
 * PERF_TOTALS sums over the counters, then the keys of domains that the target
 * registered itself (fuzz_domain.h).
 *
 * VIEWS. A view is a range of keys with the reducer that folds a run's values
 * into the AGGREGATE of the campaign. A run is a waypoint when it changes the
 * aggregate of some key of some view. View 0 starts at key 0, the views follow
 * each other, so an index into the aggregates names both view and key.
 *
 * BATCHES. The fuzzer fills slots with inputs and raises GO; the target runs
 * them in order, compares every run with the aggregates, which it updates at
 * once, leaves a RECORD for each aggregate that changed, and raises DONE. */
#ifndef RETREAD_LIB_FORMAT_PERF_MAP_H
#define RETREAD_LIB_FORMAT_PERF_MAP_H

#include <stdint.h>

#include "lib/format/parameters.h"

#define PERF_MAP_MAGIC	  "RTPERF2"	     /* 8 bytes with the final NUL */
#define PERF_MAP_VARIABLE "RETREAD_PERF_MAP" /* environment: file descriptor */
#define PERF_SLOTS	  512
#define PERF_VIEWS	  16
#define PERF_FRAMES	  16 /* of the stack of a crash */
#define PERF_BUILD_ID	  32

enum perf_kind {
	PERF_EDGE,	 /* times executed */
	PERF_ALLOCATION, /* bytes asked for at this call */
	PERF_BLOCK,	 /* bytes copied, set, compared or read at this call */
	PERF_COMPARISON, /* most equal bits of the two sides, plus one */
	PERF_KINDS,
};

/* One counter as the compiler knows it. An edge leads from FROM_LINE to
 * LINE; the entry of a function comes from line 0. LINE 0: not known. LINES are
 * those of FILE that run each time it is counted, up to the next branch, "7-9,12"
 * (each run of a line is counted by exactly one of its edges); "": not known. */
struct perf_place {
	const char *function;
	const char *linkage; /* mangled; "": as FUNCTION */
	const char *file;
	const char *lines;
	uint32_t line;
	uint32_t column;
	uint32_t from_line;
	uint32_t kind;
};

/* One function's counters: EDGES of them count edges, the first being its
 * entry, the other COUNT - EDGES count sites. */
struct perf_function {
	uint64_t *counter;
	const struct perf_place *place;
	struct perf_function *next; /* entered by this run, latest first */
	uint32_t count;
	uint32_t edges;
	uint32_t first_key; /* set when registered */
	uint32_t listed;    /* is in that list */
};

/* A constant that the target compares with; or cases of one switch, a byte each, as
 * PERF_TOKEN_CASES in its length says. */
#define PERF_TOKEN_CASES 256u
struct perf_token {
	uint32_t length;
	uint8_t byte[28];
};

/* Sums over one run; they follow the counters' keys. */
enum perf_total {
	PERF_TOTAL_EDGES, /* the length of the executed path */
	PERF_TOTAL_ALLOCATED,
	PERF_TOTAL_BLOCK,
	PERF_TOTAL_PEAK, /* most bytes held at once */
	PERF_TOTALS,
};

/* The two sides of a comparison whose outcome may depend on the input. Numbers
 * have their low byte first. */
#define PERF_OPERANDS	   1024 /* logged at most */
#define PERF_OPERAND_BYTES 28

enum perf_relation {
	PERF_NUMBERS_EQUAL, /* also: a value and one case of a switch */
	PERF_NUMBERS_ORDER,
	PERF_BYTES_EQUAL, /* memcmp, strcmp and the like */
};

struct perf_operand {
	uint16_t relation;
	uint8_t left_bytes;
	uint8_t right_bytes;
	uint8_t left[PERF_OPERAND_BYTES];
	uint8_t right[PERF_OPERAND_BYTES];
};

#define PERF_SPANS 4096 /* of one input, at most */

/* A branch whose predictions came out otherwise in SLOT than in slot 0. KEY: of the
 * block that it is in. */
#define PERF_FLIPS 16384 /* of one batch, at most */

struct perf_flip {
	uint32_t slot;
	uint32_t key;
};

/* Entries of the view of contexts, which is the first of the custom ones. */
#define PERF_CONTEXTS 65536

enum perf_reducer {
	PERF_MAXIMUM,	/* the largest value; PERF_NEVER: not wanted */
	PERF_MAGNITUDE, /* the set of orders of magnitude seen, bit 0..63 */
	PERF_CUSTOM,	/* a function of the target */
};

/* No value is larger, so this aggregate never changes. */
#define PERF_NEVER ((uint64_t)INT64_MAX)

/* Which runs and values a view sees. */
enum perf_source {
	PERF_ALL_RUNS,
	PERF_VALID_RUNS,  /* in which every retread_assume() held */
	PERF_AFTER_DIFF,  /* counted from the first changed line on */
	PERF_DOMAIN_KEYS, /* a map of the target's own */
};

struct perf_view {
	char name[24];
	uint32_t first; /* index of its first aggregate */
	uint32_t count;
	uint32_t reducer;
	uint32_t source;
	uint32_t wanted; /* 0: not evaluated */
	uint32_t unused;
	char unit[16]; /* of the values; "": none was said */
};

enum perf_outcome {
	PERF_RAN = 1 << 0,
	PERF_NEW = 1 << 1,	  /* left records */
	PERF_EQUAL = 1 << 2,	  /* reached FOCUS's aggregate again */
	PERF_OVER_LIMIT = 1 << 3, /* executed more than EDGE_LIMIT edges */
	PERF_INVALID = 1 << 4,	  /* a retread_assume() failed */
	PERF_EXITED = 1 << 5,	  /* called exit() or _exit() with STATUS */
};

struct perf_slot {
	uint32_t offset; /* of the input, in the data area */
	uint32_t length;
	uint32_t outcome;
	uint32_t signal; /* that ended it; 0: none */
	uint64_t edges;	 /* executed */
	uint64_t value;	 /* of FOCUS, a counter or a total */
	/* Not 0: the target's own mutator changes the input first, with this
	 * seed; what it makes of it replaces the input. */
	uint32_t mutate_seed;
	uint32_t crosses;  /* 1: with its own cross-over, and the OTHER input */
	uint64_t edge_set; /* which counters were not 0, if HAS_CONTEXT */
	uint32_t status;
	uint32_t unused;
};

struct perf_record {
	uint32_t slot;
	uint32_t index; /* of the aggregate */
	uint64_t value; /* the run's own */
};

/* Areas are offsets into the map, in bytes. The fuzzer sizes the first part;
 * the target, which knows its keys, makes the file larger and adds the rest
 * before its first DONE. */
struct perf_map {
	char magic[8];
	uint32_t version; /* sizeof(struct perf_map) */
	uint32_t is_fork; /* 1: a process per input, for programs with main */
	/* The fuzzer writes these. */
	uint64_t edge_limit; /* 0: none */
	uint64_t data_area;
	uint64_t data_bytes;
	uint64_t input_bytes; /* room for one input */
	uint64_t longest_input;
	uint32_t go;	  /* futex: batches asked for */
	uint32_t restart; /* futex: workers asked for */
	uint32_t batch_count;
	uint32_t batch_start; /* first slot to run */
	uint32_t focus;	      /* index; outcome PERF_EQUAL is about it */
	uint32_t profile;     /* 1: copy the values of slot 0 to PROFILE_AREA */
	uint32_t keep_output; /* 1: what the target prints is wanted */
	uint32_t logs;	      /* 1: sides of comparisons go to OPERAND_AREA */
	uint32_t weighs_heap; /* 1: PERF_TOTAL_PEAK is wanted */
	/* An input at offset WARM_OFFSET of the data area that a new worker runs
	 * before it counts: what a program does only once is not a property of its
	 * first input. */
	uint32_t warm_length; /* 0: none */
	uint64_t warm_offset;
	uint32_t context_length; /* in branches */
	uint32_t compares; /* 1: with the predictions in slot 0, of one batch */
	/* Slots are crossed with this, in the data area, too. */
	uint32_t other_length;
	uint32_t draw_limit; /* of a generator, in bytes; 0: it knows */
	uint64_t other_offset;
	/* The target writes these. */
	uint32_t done;		/* futex: batches finished, workers lost */
	uint32_t current;	/* slot being run */
	uint32_t worker_pid;	/* 0: none */
	uint32_t worker_status; /* as from waitpid, when worker_pid is 0 */
	uint32_t is_warming;	/* if the worker dies now, it is not CURRENT's
				   doing */
	uint32_t record_count;
	uint32_t key_count;  /* counters */
	uint32_t edge_count; /* of them, edges */
	uint32_t custom_count;
	uint32_t index_count; /* of all views */
	uint32_t view_count;
	uint32_t token_count;
	uint32_t record_capacity;
	uint32_t operand_count;	 /* since LOGS was set; set to 0 before */
	uint32_t has_mutator;	 /* LLVMFuzzerCustomMutator */
	uint32_t has_cross_over; /* LLVMFuzzerCustomCrossOver */
	uint32_t has_blocks;	 /* edges are blocks, named by their address in
				   the program: compiled by gcc */
	/* Inputs are what a generator draws from (parameters.h). A run replaces
	 * its input by what it used of it. */
	uint32_t has_generator;
	uint32_t span_count;  /* of the last run with LOGS set */
	uint32_t has_context; /* the last branches are known */
	uint32_t has_predictions;
	uint32_t flip_count; /* since COMPARES was set; set to 0 before */
	/* The number + 1 of the last system call because of which a process could not be
	 * brought back to its start; 0: none. */
	uint32_t spoiling_call;
	struct perf_view view[PERF_VIEWS];
	uint64_t aggregate_area; /* uint64_t[index_count] */
	uint64_t profile_area;	 /* uint64_t[index_count] */
	uint64_t record_area;	 /* struct perf_record[record_capacity] */
	uint64_t place_area;	 /* struct perf_mapped_place[key_count] */
	uint64_t token_area;	 /* struct perf_token[token_count] */
	uint64_t operand_area;	 /* struct perf_operand[PERF_OPERANDS] */
	uint64_t span_area;	 /* struct parameters_span[PERF_SPANS] */
	uint64_t flip_area;	 /* struct perf_flip[PERF_FLIPS] */
	uint64_t text_area;	 /* names, NUL-terminated */
	uint64_t text_bytes;
	uint64_t total_bytes;
	uint8_t build_id[PERF_BUILD_ID];
	uint32_t build_id_bytes;
	uint32_t ready;	   /* the target got as far as its first worker */
	char refusal[512]; /* why it did not */
	/* Where a signal ended the last worker that one did: return addresses outside
	 * the C library, innermost first, recursion counted once. The fuzzer sets the
	 * count to 0 when it has read them. */
	uint32_t crash_frame_count;
	uint32_t unused_at_crash;
	uint64_t crash_frame[PERF_FRAMES];
	struct perf_slot slot[PERF_SLOTS];
};

/* A perf_place as the fuzzer sees it: names are offsets into TEXT_AREA. */
struct perf_mapped_place {
	uint32_t function;
	uint32_t linkage;
	uint32_t file;
	uint32_t lines;
	uint32_t line;
	uint32_t column;
	uint32_t from_line;
	uint32_t kind;
	/* Where its code is, if that is known: HAS_BLOCKS. OBJECT is a name, too. */
	uint32_t object;
	uint32_t address; /* in the object's file */
};

#endif
