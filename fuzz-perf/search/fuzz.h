/* SPDX-License-Identifier: MIT
 * Everything that a campaign holds. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_FUZZ_H
#define RETREAD_FUZZ_PERF_SEARCH_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

#include "fuzz-perf/corpus/context.h"
#include "fuzz-perf/corpus/corpus.h"
#include "fuzz-perf/corpus/feedback.h"
#include "fuzz-perf/corpus/output.h"
#include "fuzz-perf/corpus/schedule.h"
#include "fuzz-perf/corpus/walk.h"
#include "fuzz-perf/mutate/dictionary.h"
#include "fuzz-perf/mutate/mutate.h"
#include "fuzz-perf/search/crashes.h"
#include "fuzz-perf/search/guidance.h"
#include "fuzz-perf/target/domains.h"
#include "fuzz-perf/target/execute.h"
#include "lib/random.h"

struct error;
struct generated;
struct log;
struct peers;
struct task;

#define FUZZ_JOBS_MAX 256 /* instances that one command starts */

struct fuzz_options {
	struct execute_options execute;
	struct domains domains;
	const char *seeds; /* folder; NULL: only what OUT has */
	const char *out;
	const char *instance;
	char *const *words; /* options and target, to resume with; NULL: none */
	struct task *task;  /* NULL: no engine has started us */
	const char *const *wanted; /* --target */
	size_t wanted_count;
	const char *const *lines; /* --line: of these, prefer those */
	size_t line_count;
	const char *const *dictionaries;
	size_t dictionary_count;
	uint64_t seed;
	uint64_t execs;	       /* 0: no limit */
	uint64_t hangs;	       /* the same, seeds included */
	uint64_t time_seconds; /* 0: no limit */
	/* Stop when nothing better was found for so long; 0: never. */
	uint64_t patience_seconds;
	bool is_portable;
	bool is_quiet; /* no status */
	/* Ablations, for measuring what each part brings. */
	bool only_total, no_equal, no_learning, no_structure, no_matching;
	bool no_spans;
	const struct guidance *guidance; /* NULL: guidance_default() */
	unsigned context_length;	 /* 0: to be found */
	const char *const *stream_rates; /* --stream */
	size_t stream_rate_count;
};

struct fuzz_counts {
	uint64_t execs, edges, batches;
	uint64_t stopped_edges; /* of those that the limit ended */
	uint64_t counted;	/* of EXECS, by the second tier */
	uint64_t crashes, hangs, over_limit, invalid;
	uint64_t saved_crashes, saved_hangs;
	uint64_t imported;	/* from other instances */
	uint64_t earlier_execs; /* of the runs this one resumes */
	uint64_t last_find_ms, last_crash_ms, last_hang_ms;
};

struct fuzz {
	struct fuzz_options options;
	const struct log *log;
	struct execute *execute;
	struct execute *sieve; /* NULL: all inputs are counted (tiers.h) */
	struct perf_map *map;
	struct corpus corpus;
	struct feedback feedback;
	struct schedule schedule;
	struct branch_context context;
	struct mutate_choice mutators;
	struct dictionary dictionary;
	struct generated *generated; /* NULL: the target generates nothing */
	struct random random;
	struct output output;
	struct peers *peers; /* NULL: none was looked at yet */
	struct fuzz_counts counts;
	struct crashes crashes;
	struct mutate_trail trail[PERF_SLOTS];
	struct walk walk[PERF_TOTALS]; /* by sum */
	uint64_t started_ms;
	uint64_t earlier_ms;  /* of the runs this one resumes */
	bool gave_up;	      /* nothing better was found for too long */
	bool is_over;	      /* nothing more is run, for whatever reason */
	bool has_ended;	      /* its guidance has no other input */
	bool is_superseded;   /* a later epoch of the task has begun */
	uint64_t *seed_value; /* largest that any seed reached, by index */
	uint64_t shown_ms, written_ms, synced_ms;
	uint64_t written_crowns; /* in the maxima written last; 0: none */
	uint64_t shown_execs;
	unsigned
		plain_inputs; /* that fields were looked for in, and none was */
	bool has_comparisons; /* the target says what it compares */
	bool is_shown;	      /* the status screen has been drawn */
	bool is_disk_bad;     /* the last write failed; said once */
	bool has_unwritten;   /* inputs that a full disk kept out */
	volatile int *is_stopped; /* set by a signal */
};

/* Have as many inputs hung as the options allow? Then nothing is run. */
bool fuzz_has_hung(const struct fuzz *fuzz);

/* Of the sum that INDEX is of; NULL: of none. */
struct walk *fuzz_walk(struct fuzz *fuzz, uint32_t index);

/* Milliseconds of this campaign, earlier runs included. */
uint64_t fuzz_elapsed_ms(const struct fuzz *fuzz);

#endif
