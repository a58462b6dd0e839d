/* SPDX-License-Identifier: MIT
 * Makes an input small whose run keeps what is asked for: its crash, its hang, its exit
 * status, or what it costs. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_REDUCE_RUN_H
#define RETREAD_FUZZ_PERF_SEARCH_REDUCE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct execute_options;
struct log;

enum reduce_keep {
	REDUCE_KEEP_END, /* however it fails */
	REDUCE_KEEP_CRASH,
	REDUCE_KEEP_HANG,
	REDUCE_KEEP_STATUS,
	REDUCE_KEEP_COST,
};

struct reduce_wish {
	int keep;	  /* enum reduce_keep */
	uint64_t percent; /* of the cost */
	const char *
		place; /* FUNCTION or FILE:LINE whose count is kept; NULL: the path */
	uint64_t runs; /* at most; 0: any */
};

struct reduce_answer {
	bool is_kept;	 /* false: the input does not do what is to be kept */
	bool is_minimal; /* nothing stopped it */
	uint8_t *bytes;	 /* malloc'd */
	size_t length;
	uint64_t runs;
	char what[256]; /* that was kept: "Aborted in f at calc.c:3" */
};

/* Returns 0, or -1 with ERR filled: the target cannot be run. Free ANSWER's bytes in any
 * case. OPTIONS.max_length is set to LENGTH. */
int reduce_run(const struct execute_options *options,
	const struct reduce_wish *wish, const uint8_t *bytes, size_t length,
	const struct log *log, struct reduce_answer *answer, struct error *err);

#endif
