/* SPDX-License-Identifier: MIT
 * Makes bytes fewer, and then plainer, as long as a judge says that they will do: delta
 * debugging (A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
 * Input", 2002, section 3) with spans of all lengths, so that the result is 1-minimal. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_REDUCE_H
#define RETREAD_FUZZ_PERF_SEARCH_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* One change of the best bytes: two spans go, the first one in front of the second, or one
 * byte is replaced. */
struct reduce_edit {
	uint32_t at, size;
	uint32_t later, later_size; /* SIZE 0: none */
	bool replaces;		    /* the byte at AT, by BYTE */
	uint8_t byte;
};

struct reduce {
	uint8_t *best;
	size_t length;
	/* Judges the edits of BEST in order. Returns the first one after which the bytes
	 * will do, COUNT if none does, or -1 with ERR filled. *IS_OVER: time is up. */
	int (*judge)(void *context, const struct reduce *reduce,
		const struct reduce_edit *edit, unsigned count, bool *is_over,
		struct error *err);
	void *context;
	unsigned batch_max; /* edits that the judge takes at once */
};

/* Writes BEST, as EDIT makes it, to TO; returns its length. */
size_t reduce_apply(const struct reduce *reduce, const struct reduce_edit *edit,
	uint8_t *to);

/* Replaces BEST and LENGTH. *IS_MINIMAL: no span of at most REDUCE_SPAN_MAX bytes can be
 * deleted, and no half, quarter ... of the whole. Returns 0, or -1 with ERR filled. */
#define REDUCE_SPAN_MAX 64
int reduce_bytes(struct reduce *reduce, bool *is_minimal, struct error *err);

#endif
