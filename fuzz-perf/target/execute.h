/* SPDX-License-Identifier: MIT
 * Runs the target, with its limits, and survives whatever it does. */
#ifndef RETREAD_FUZZ_PERF_TARGET_EXECUTE_H
#define RETREAD_FUZZ_PERF_TARGET_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

#include "fuzz-perf/target/debug_search.h"

struct error;

struct execute_options {
	char **command; /* "@@" stands for the file with the input */
	uint64_t max_length;
	uint64_t edge_limit;   /* 0: none */
	unsigned timeout_ms;   /* wall clock, per input */
	uint64_t memory_bytes; /* address space of the target; 0: any */
	struct debug_search debug;
	bool keep_output; /* what it prints goes to stderr */
	/* The first ones of execute_set_end; 0 and NULL: none. */
	uint64_t end_ms;
	volatile int *is_stopped;
};

struct execute; /* one running target */

/* Starts it and waits until it is ready for inputs. */
struct execute *execute_new(
	const struct execute_options *options, struct error *err);
void execute_free(struct execute *execute);

/* Of the process that starts the workers. */
int execute_pid(const struct execute *execute);

struct perf_map *execute_map(struct execute *execute);
uint64_t *execute_aggregates(struct execute *execute);
const uint64_t *execute_profile(const struct execute *execute);
const struct perf_record *execute_records(const struct execute *execute);
const struct perf_mapped_place *execute_places(const struct execute *execute);
const struct perf_token *execute_tokens(const struct execute *execute);
/* Sides of comparisons of the last run with LOGS set. */
const struct perf_operand *execute_operands(
	const struct execute *execute, uint32_t *count);
/* What a generator drew in that run. */
const struct parameters_span *execute_spans(
	const struct execute *execute, uint32_t *count);
/* Since COMPARES was set. */
const struct perf_flip *execute_flips(
	const struct execute *execute, uint32_t *count);
/* A name that a place refers to; "" if there is none. */
const char *execute_text(const struct execute *execute, uint32_t offset);

/* How many inputs fit into one batch, and where input NUMBER is to be put. */
unsigned execute_slots(const struct execute *execute);
uint8_t *execute_slot_data(struct execute *execute, unsigned number);

/* Has new workers run BYTES once before they count. An input that ends the
 * worker is forgotten. */
void execute_set_warm_input(
	struct execute *execute, const uint8_t *bytes, size_t length);

/* Slots with CROSSES set are crossed with this from now on. */
void execute_set_other(
	struct execute *execute, const uint8_t *bytes, size_t length);

/* From END_MS on (of the monotonic clock; 0: never), or when *IS_STOPPED (NULL:
 * never), nothing is run, and what runs then is ended within a tenth of a
 * second. */
void execute_set_end(
	struct execute *execute, uint64_t end_ms, volatile int *is_stopped);
bool execute_is_over(const struct execute *execute);

enum execute_end {
	EXECUTE_DONE,
	EXECUTE_CRASH,
	EXECUTE_HANG,
	EXECUTE_OVER, /* see execute_set_end; what ran then counts for nothing */
};

/* Runs slots FROM .. COUNT - 1, whose lengths are set, until one of them ends
 * the worker or room for records runs out. Returns the first slot that was not
 * run, or -1 with ERR filled when the target cannot go on. *END is about the
 * last slot that was run. Look at the records before the next call. */
int execute_run(struct execute *execute, unsigned from, unsigned count,
	enum execute_end *end, struct error *err);

/*--- places.c ---*/

/* Names that perf_mapped_place refers to, from FIRST on. */
struct places_text {
	uint32_t first;
	char *bytes;
	size_t length, capacity;
};

void places_text_release(struct places_text *text);

/* Replaces the addresses in COLUMN of COUNT places by what debug information says
 * of them; without any, lines and names stay unknown. Their FILE is the object's
 * offset in NAMES, where "" stands for PROGRAM. */
void places_resolve(const char *program, const char *names,
	const struct debug_search *search, struct perf_mapped_place *place,
	uint32_t count, struct places_text *text);

#endif
