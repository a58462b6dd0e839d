/* SPDX-License-Identifier: MIT
 * Shared by the parts of libretread-gen. */
#ifndef RETREAD_FUZZ_PERF_GENERATE_RUNS_H
#define RETREAD_FUZZ_PERF_GENERATE_RUNS_H

#include <setjmp.h>
#include <stdio.h>
#include <time.h>

#include "fuzz-perf/generate/gen.h"
#include "fuzz-perf/generate/parameters.h"

#define GEN_DEPTH	500
#define GEN_SMALL_DEPTH 12
#define GEN_SPANS	16384
#define GEN_TEXT	512
#define GEN_ROOM_BYTES	4096	   /* that a target may draw beyond its input */
#define GEN_DRAWS	(1u << 20) /* of one run; more have no end */

/* ---- record.c: what a run took and made of it ---- */

/* It may lie in memory that another process reads after this one's death, so it
 * has no pointers: the areas follow the struct. Bytes of all streams stand in the
 * order in which they were drawn. */
struct gen_record {
	uint32_t verdict;
	uint32_t has_ended;
	uint64_t identity;   /* of a failure */
	char text[GEN_TEXT]; /* of a failure; why a run was rejected */
	uint32_t stream_count;
	uint32_t span_count;
	uint32_t byte_count;
	uint32_t byte_capacity;
	char name[PARAMETERS_STREAMS][PARAMETERS_NAME];
	uint32_t length[PARAMETERS_STREAMS];
	struct parameters_span span[GEN_SPANS];
	/* uint8_t byte[byte_capacity], stream[byte_capacity] */
};

size_t gen_record_size(uint32_t byte_capacity);
/* Forgets the last run. */
void gen_record_clear(struct gen_record *record, uint32_t byte_capacity);

/* The streams as an input that does the same without a seed. TO has the record's
 * byte_capacity; PARAMETERS borrow it. */
void gen_record_parameters(const struct gen_record *record,
	struct parameters *parameters, uint8_t *to);

static inline uint8_t *gen_record_bytes(struct gen_record *record)
{
	return (uint8_t *)(record + 1);
}

static inline uint8_t *gen_record_streams(struct gen_record *record)
{
	return (uint8_t *)(record + 1) + record->byte_capacity;
}

/* ---- statistics.c ---- */

#define GEN_TALLIES    64
#define GEN_TALLY_NAME 96

enum gen_tally_kind {
	GEN_TALLY_LABEL,
	GEN_TALLY_COUNT,
	GEN_TALLY_REJECT,
};

/* In shared memory, too. */
struct gen_statistics {
	uint32_t count;
	struct gen_tally {
		char name[GEN_TALLY_NAME];
		uint32_t kind;
		uint64_t runs;
		uint64_t least, sum, greatest;
	} tally[GEN_TALLIES];
};

void gen_statistics_add(struct gen_statistics *statistics,
	enum gen_tally_kind kind, const char *name, uint64_t value);
/* Lines of KIND to OUT, the most frequent first; VALID runs are 100 %. */
void gen_statistics_print(const struct gen_statistics *statistics,
	enum gen_tally_kind kind, uint64_t valid, FILE *out);

/* ---- run.c ---- */

/* One stream of a run. */
struct gen {
	struct gen_run *run;
	unsigned index; /* of the record's streams */
	const uint8_t *given;
	size_t given_length;
	uint32_t depth;		  /* open spans, the outer streams' included */
	uint32_t base_depth;	  /* when it was forked */
	uint32_t open[GEN_DEPTH]; /* the record's span, or UINT32_MAX */
};

struct gen_run {
	struct gen *stream[PARAMETERS_STREAMS];
	struct gen_record *record;
	struct gen_statistics *statistics; /* NULL: not counted */
	struct parameters input;
	uint32_t limit; /* of bytes that may be drawn */
	uint32_t draws;
	FILE *notes;  /* NULL: nobody reads them */
	FILE *show;   /* NULL: nobody looks at draws */
	void *blocks; /* of gen_alloc */
	char *text;
	size_t text_length, text_capacity;
	/* For the fuzzer; may be NULL. */
	void (*maximize)(const char *name, uint64_t value);
	jmp_buf end;
};

/* Runs once. RUN's record, notes and so on are set, the rest is zero before the
 * first run; byte_capacity of the record is the limit. */
enum gen_verdict gen_run_once(struct gen_run *run,
	const struct parameters *input, int (*property)(struct gen *, void *),
	void *argument);
/* What it took stays until the next run or this. */
void gen_run_release(struct gen_run *run);

/* BYTES bytes, high byte first. */
uint64_t gen_draw(struct gen *g, unsigned bytes, enum parameters_span_kind kind,
	uint32_t label);
/* Tells `gen show` of a draw; FORMAT as printf. */
void gen_show(struct gen *g, const char *format, ...) GEN_PRINTF(2, 3);
/* Closes spans until DEPTH are open. */
void gen_close(struct gen *g, uint32_t depth);
void gen_open(struct gen *g, const char *label, uint32_t hash);

/* ---- entry.c ---- */

/* retread_generate() as a property. */
int gen_target_run(struct gen *g, void *argument);

/* ---- isolate.c: runs that may crash or hang ---- */

struct isolate;

struct isolate *isolate_new(const struct gen_property *property, size_t bytes);
void isolate_free(struct isolate *isolate);
/* Runs INPUT; bytes beyond LIMIT are zeros. How it ended is in the record. */
struct gen_record *isolate_run(struct isolate *isolate,
	const struct parameters *input, uint32_t limit);
struct gen_statistics *isolate_statistics(struct isolate *isolate);

/* Runs INPUT once more, in a process of its own, and prints what it tells. */
void isolate_tell(struct isolate *isolate, const struct parameters *input);

/* Tells crashes apart, in a handler that is called by a signal's. */
uint64_t gen_hash_stack(int number);

uint64_t gen_clock_ms(clockid_t clock);

/* ---- signals.c ---- */

/* HANDLER is called on a stack of its own, once. A SIGTRAP that somebody else handles
 * stays theirs: coverage by breakpoints is made of them. */
void gen_signals_catch(void (*handler)(int));
void gen_signals_release(void);

/* ---- replay.c ---- */

/* Runs INPUT in this process, LIMIT bytes at most. Notes and the text it made go
 * to stderr; draws to SHOW, unless NULL; why it failed to WHY (GEN_TEXT bytes),
 * unless NULL. Returns an enum gen_verdict. */
int gen_run_and_tell(const struct parameters *input, size_t limit,
	int (*property)(struct gen *, void *), void *argument, FILE *show,
	char *why);

/* ---- shrink.c ---- */

struct shrink_limits {
	unsigned runs;
	unsigned ms;
};

/* Makes INPUT, which failed with IDENTITY, as small as it can (shortlex: fewer
 * bytes, then smaller ones). *TO is malloc'd: the file, of *LENGTH bytes. Returns
 * the number of runs. */
unsigned gen_shrink(struct isolate *isolate, const struct parameters *input,
	uint64_t identity, const struct shrink_limits *limits, uint8_t **to,
	size_t *length);

/* ---- files.c ---- */

/* malloc'd; NULL with errno set. */
uint8_t *gen_file_read(const char *path, size_t *length);
int gen_file_write(const char *path, const uint8_t *bytes, size_t length);
/* Lack of memory ends the process. */
void *gen_memory(void *block, size_t size);

#endif
