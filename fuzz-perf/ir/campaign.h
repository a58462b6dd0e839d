/* SPDX-License-Identifier: MIT
 * A search: seeds, what they covered, and the loop (Tzer's algorithm 1).
 *
 * All of it lies in memory that is shared with child processes, at one address.
 * A child runs inputs until it is told to stop, crashes, or has found something;
 * the parent sees to that and starts the next one, which goes on where the last one
 * stopped. So runs cost no switch between processes, and the loop is not the
 * engine's, whose targets answer input by input: at 40 bytes a run takes less time
 * than the two switches would. */
#ifndef RETREAD_FUZZ_PERF_IR_CAMPAIGN_H
#define RETREAD_FUZZ_PERF_IR_CAMPAIGN_H

#include "fuzz-perf/generate/runs.h"
#include "fuzz-perf/ir/case.h"
#include "lib/error.h"

#define IR_INPUT_BYTES	(16u << 10) /* that a run may draw */
#define IR_F_BYTES	2048u /* of a seed's function; growth ends there */
#define IR_SEEDS	(1u << 16)
#define IR_GIVEN_BYTES	(256 << 20)	  /* of seeds that a user gives */
#define IR_ARENA_BYTES	((size_t)1 << 30) /* used as far as seeds need it */
#define IR_MAP_BITS	(1u << 22)
#define IR_CHAMPIONS	(1u << 16)
#define IR_GIVEN_SHAPES (1u << 16)
#define IR_SIGHTINGS	(1u << 12)
#define IR_CAUSES	(1u << 10)
#define IR_FIXED_LISTS	20
#define IR_NMAX_MAX	16
#define IR_JOBS_MAX	64
#define IR_MET_MAX	(1u << 14) /* different findings of a search */
#define IR_SEARCH_TEXT	1024

/* What passes a child of a seed is run with. */
enum ir_pass_choice {
	IR_PASSES_FIXED,  /* the seed's, one of IR_FIXED_LISTS */
	IR_PASSES_RANDOM, /* new ones each time */
	IR_PASSES_TZER,	  /* the seed's, until they stop paying: algorithm 1 */
};

/* A row of the table of guidances, for ablations. */
struct ir_guidance {
	const char *name;
	bool keeps;	 /* what covers something new */
	bool has_domain; /* mutators of loops, memory and threads */
	bool composes; /* small functions in which all is used, beside its seeds */
	enum ir_pass_choice passes;
};
extern const struct ir_guidance ir_guidances[];
#define IR_GUIDANCES 5

/* <F, P, N> and its arguments, as a file of parameters. */
struct ir_seed {
	size_t at; /* in the arena */
	uint32_t length;
	uint32_t failures; /* N */
	uint64_t cost;	   /* work times size: what selection weighs */
	uint32_t features; /* that it is the champion of */
};

struct ir_counts {
	uint64_t runs, valuable, pass_runs, pass_valuable, unlowered, compared;
	uint64_t undefined, fuel, children, work;
	uint64_t kept, kept_hangs; /* findings that it met first */
	uint64_t class[IR_CLASSES];
	uint64_t covered[IRF_NDOMAINS];
};

/* It may be a file, from which another process goes on with the search: then what is
 * not of that process alone begins with MAGIC. */
struct ir_campaign {
	const struct ir_setup *setup;
	const struct ir_guidance *guidance;
	unsigned nmax;
	bool nmax_is_auto;
	unsigned every; /* so many runs ask all oracles */
	uint64_t random;
	struct ir_counts counts;
	uint32_t seed_count;
	struct ir_seed seed[IR_SEEDS];
	uint8_t map[IRF_NDOMAINS][IR_MAP_BITS / 8];
	struct ir_champion {
		uint32_t seed; /* and 1; 0: none */
		uint64_t cost;
	} champion[IR_CHAMPIONS];
	struct ir_sighting {
		uint64_t key, count;
	} sighting[IR_SIGHTINGS];
	uint64_t tries; /* to make findings small */
	/* Findings that were made small, of which later ones may be more of the same. */
	struct ir_cause {
		uint64_t key; /* of their verdicts */
		struct ir_operations operations;
	} cause[IR_CAUSES];
	uint32_t cause_count;
	/* The run at hand. */
	struct ir_verdict verdict;
	uint64_t run_features[64]; /* a sample of them, for champions */
	uint32_t run_feature_count;
	struct ir_operations run_operations;
	uint64_t run_shape;
	uint32_t is_new; /* features that nobody had */
	enum ir_asked asked;
	/* While a finding is made small: without the oracles that take long, and only one
	 * class is asked for (IR_FINE: all are). */
	bool wants_fewer;
	enum ir_class wants_only;
	unsigned prefix_limit; /* of passes, when culprits are looked for */
	int told;	       /* file of what the target prints */
	int file;	       /* -1: it is none */
	uint64_t magic;
	char search[IR_SEARCH_TEXT]; /* what it was started with */
	uint64_t spent_ms;
	bool is_over;	 /* FOUND has seen enough */
	bool is_pending; /* RECORD has news that FOUND is not done with */
	/* Campaigns of one search run side by side. The first one has what all of them
	 * met, in any order: ids of findings, 0 where there is none. */
	struct ir_campaign *first;
	uint64_t met[IR_MET_MAX];
	/* Seeds that were given, one after another in ARENA, each with an ir_given_head
	 * before it; AT is the next one to be run, TURN how often all of them were. ALIKE:
	 * how many have a shape. */
	struct ir_given {
		size_t begin, at, end;
		unsigned turn;
		uint16_t alike[IR_GIVEN_SHAPES];
	} given;
	/* For seeds. */
	uint8_t *arena;
	size_t arena_used;
	struct gen_record *record, *scratch;
};

/* ---- campaign_memory.c ---- */

struct ir_campaign *ir_campaign_new(const struct ir_setup *setup);
/* The campaign that the file PATH is. SEARCH is the target and what else must be the
 * same to go on with it; unless GOES_ON it begins anew. Returns NULL with ERR filled. */
struct ir_campaign *ir_campaign_open(const struct ir_setup *setup,
	const char *path, const char *search, bool goes_on, struct error *err);
void ir_campaign_free(struct ir_campaign *campaign);
/* Was finding ID met before, by any campaign of the search? From now on it was. */
bool ir_campaign_meet(struct ir_campaign *campaign, uint64_t id);
unsigned ir_campaign_met(const struct ir_campaign *campaign);

/* ---- campaign.c ---- */

/* What the target prints from now on, and the first line of that. */
void ir_campaign_forget_printed(struct ir_campaign *campaign);
void ir_campaign_printed(
	const struct ir_campaign *campaign, char *line, size_t size);

/* Has the run at hand a finding that was not sighted often? KEY tells findings
 * apart; of one key it is the 1st, 2nd, 4th, 8th... */
bool ir_campaign_is_news(struct ir_campaign *campaign, uint64_t key);
uint64_t ir_verdict_key(const struct ir_verdict *verdict);
/* What tells invalid modules apart that one pass leaves: what is said of them without its numbers;
 * 0 of anything else. */
uint64_t ir_verdict_words(const struct ir_verdict *verdict);
/* The same of the run at hand. What has all operations of a finding that was made small, of the
 * same verdict, is most likely that one, which costs less to say than to find out. */
bool ir_campaign_has_news(struct ir_campaign *campaign);
/* What a verdict with KEY needs are OPERATIONS. */
void ir_campaign_note_cause(struct ir_campaign *campaign, uint64_t key,
	const struct ir_operations *operations);

/* One step of the loop, in this process. Returns whether there is news. */
bool ir_campaign_step(struct ir_campaign *campaign, struct gen_run *run);

/* Adds what RECORD took as a seed. */
void ir_campaign_add(struct ir_campaign *campaign,
	const struct gen_record *record, uint64_t work);

/* Has the search begin with the input BYTES, which are copied. Returns -1: they do not
 * fit. To be called before the first step. */
int ir_campaign_give(
	struct ir_campaign *campaign, const uint8_t *bytes, size_t length);

/* Until when children are run: UNTIL_MS of the monotonic clock (0: no limit), RUNS in all
 * (0: no limit), or *STOP. FOUND is called for news, with the input in RECORD and in
 * VERDICT what is known; BETWEEN after each child. */
struct ir_watch {
	uint64_t until_ms, runs;
	unsigned timeout_ms;
	const volatile int *stop;
	void (*found)(void *arg);
	void (*between)(void *arg);
	void *arg;
};
/* Returns 0, or -1: no process can be started. */
int ir_campaign_run(struct ir_campaign *campaign, const struct ir_watch *watch);

/* In a child: limits of memory and of what it prints, which goes to TOLD. */
void ir_confine(struct ir_campaign *campaign);

/* ---- mutate.c ---- */

/* A child of SEED's function in TO, at most CAPACITY, or one that IS_NEAR, with a few changes of
 * its nodes; its spans are in SCRATCH. */
size_t ir_mutate(struct ir_campaign *campaign, const struct parameters *seed,
	bool is_near, uint8_t *to, size_t capacity);

/* Draws INPUT's case without judging it; freed by irf_free. */
struct irf_fn *ir_redraw(const struct ir_setup *setup, struct gen_run *run,
	const struct parameters *input, struct ir_case *case_);

#endif
