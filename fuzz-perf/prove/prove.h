/* SPDX-License-Identifier: MIT
 * From seeds to a growth law: search, pumps, measurement, verdict. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PROVE_H
#define RETREAD_FUZZ_PERF_PROVE_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/prove/measure.h"
#include "fuzz-perf/prove/probe.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/target/aim.h"
#include "lib/families/family.h"

struct error;
struct log;

struct prove_options {
	struct fuzz_options fuzz; /* target, seeds, random numbers */
	const char *more;	  /* folder of inputs for the search, or NULL */
	const char *out;
	const char *id; /* of the finding; NULL: none */
	/* FUNCTION or FILE:LINE: only counters there matter. */
	const char *const *place;
	size_t place_count;
	uint64_t budget_ms;
	uint64_t work;	       /* in executed edges; 0: as the time allows */
	uint64_t search_execs; /* at each of the two small sizes */
	struct measure_limits limits;
	bool no_pieces; /* without the amplifier */
};

/* What was proved, or not. */
struct proof {
	struct prove_options options;
	struct probe probe;
	struct aim aim;
	const bool *wanted; /* of it: the verdict is about these; NULL: all */
	bool *library;	    /* not of the harness; NULL: all may lead */
	bool is_open;	    /* the target runs */
	enum proof_verdict verdict;
	struct measure_result result;
	bool has_family;
	struct family family;
	bool family_has_grown; /* walks become longer with it */
	struct measurement measured;
	bool has_typical;
	struct family typical;
	size_t families;   /* measured or tried at three sizes */
	bool is_partial;   /* the budget or a signal ended it */
	bool is_cut;	   /* not all inputs were pumped */
	bool has_exploded; /* a pattern grew too fast to be measured */
	bool has_pieces;   /* different pieces were looked for */
	/* Of wanted counters, in all that was measured. */
	bool has_cells, has_walks;
	size_t grown;		  /* patterns in which cells of a walk grew */
	bool is_only_harness;	  /* which is why it failed */
	bool is_without_evidence; /* which is why it is not shown */
	double begun;		  /* share of the budget before this round */
	uint64_t searches; /* how long it searches, the first round being 1 */
};

/* Fills PROOF as far as the budget goes. Returns -1 with ERR filled when the
 * target cannot be run. Release PROOF in any case. */
int prove_run(struct proof *proof, const struct prove_options *options,
	volatile int *is_stopped, const struct log *log, struct error *err);
void prove_release(struct proof *proof);

/* Counts of typical input of at most LENGTH bytes; NULL in *VALUE if there are
 * none. Free it. *ACTUAL is the length there is. */
int prove_run_typical(struct proof *proof, size_t length, uint64_t **value,
	size_t *actual, struct error *err);

#endif
