/* SPDX-License-Identifier: MIT
 * One batch: inputs are run, and what they reached is taken into the corpus. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_BATCH_H
#define RETREAD_FUZZ_PERF_SEARCH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/corpus/schedule.h"

struct error;
struct fuzz;

/* Knowledge about the inputs of one batch, which lie in the first slots. */
struct batch {
	uint32_t parent;    /* id; CORPUS_NO_PARENT */
	uint32_t focus;	    /* index; UINT32_MAX */
	const char *origin; /* for inputs from outside */
	const char *written;
	double gain;
	uint64_t edges;
	unsigned kept;
	const char *maker; /* of the first MADE slots */
	unsigned made;
	uint64_t focus_value;	       /* of the champion, before the batch */
	bool is_counted;	       /* by the second tier, all of it */
	unsigned count;		       /* slots that a guidance filled */
	unsigned ran;		       /* of them; fewer if the time is over */
	struct schedule_choice choice; /* that it was made for */
};

/* Runs BYTES as an input that came from outside: a seed, a queue file, a
 * peer's. ORIGIN ends its file's name ("orig:x"); WRITTEN is the name it has
 * in the queue already, or NULL. Returns 1 if it raised something, 0 if not, or -1
 * with ERR filled. */
int batch_try_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	const char *origin, const char *written, struct error *err);

/* Runs BYTES alone; its values are then in execute_profile. */
int batch_profile_input(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	struct error *err);

/* The values reached so far by all that was run: before the search, those of
 * the seeds. */
void batch_note_seeds(struct fuzz *fuzz);

/* As many inputs as the guidance makes before it wants to see what they did. Fails only
 * if the target cannot go on. */
int batch_run(struct fuzz *fuzz, struct error *err);

/* Runs the first COUNT slots, which MAKER made of the input PARENT, and takes what
 * they reached. */
int batch_run_made(struct fuzz *fuzz, uint32_t parent, const char *maker,
	unsigned count, struct error *err);

#endif
