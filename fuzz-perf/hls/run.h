/* SPDX-License-Identifier: MIT
 * Runs of a kernel with its sites' switches, and what becomes of them. */
#ifndef RETREAD_FUZZ_PERF_HLS_RUN_H
#define RETREAD_FUZZ_PERF_HLS_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/hls/hls_sim.h"

#define INPUTS_MAX 16

/* The numbers of a test, input after input; how often the kernel is called, one call
 * after the other; which order of tasks is tried beside the usual ones. */
struct hls_test {
	size_t count[INPUTS_MAX];
	int64_t *number[INPUTS_MAX];
	unsigned calls, schedule;
};

enum run_end {
	RUN_RETURNED,
	RUN_FAULT,
	RUN_EXIT, /* the program wants to end */
	RUN_HANG,
	RUN_DEADLOCK, /* each task waits */
	RUN_UNKNOWN,  /* the simulator does not know whether it ends */
	RUN_LOST      /* the simulator gave no answer */
};

struct outcome {
	enum run_end end;
	int signal;			 /* RUN_FAULT */
	const struct retread_hls_at *at; /* where it ended; NULL: not known */
	unsigned char *output; /* after each call: result, then the inputs */
	size_t bytes;
	unsigned calls;	   /* that have ended */
	uint64_t returned; /* a hash of what the kernel returned */
};

enum verdict {
	VERDICT_EQUAL,
	VERDICT_FAULT, /* only hardware's numbers make the host fail */
	VERDICT_HANG,
	VERDICT_DEADLOCK,
	VERDICT_UNKNOWN, /* depends on what nobody wrote */
	VERDICT_WRONG,
	VERDICT_STALE,	   /* because of what an earlier call left */
	VERDICT_ORDER,	   /* depends on which task goes first */
	VERDICT_NO_ANSWER, /* of the simulator */
	VERDICT_HOST,	   /* fails on the CPU, too: nothing to compare */
	VERDICT_BROKEN,	   /* what a pragma promises does not hold */
	VERDICT_CUT	   /* both are the same, a wide computation is not */
};

#define CAUSES_MAX 32

struct hls_judgement {
	enum verdict verdict;
	/* Of the CPU, or, if it IS_WIDE, of a computation that cuts no number. */
	struct outcome exact;
	struct outcome hardware;
	bool is_wide;
	/* On the CPU numbers were cut, and promises broken. */
	bool cuts, breaks;
	const struct retread_hls_site *cause[CAUSES_MAX];
	size_t causes;
	bool alone;  /* each of them suffices; else it takes all */
	bool is_rtl; /* the simulator differs from CPU and sites */
	char id[17];
};

extern const char *const verdict_names[];

/*--- sites.c ---*/

size_t sim_sites(struct retread_hls_site ***site);
void sim_switch(enum retread_hls_kind kind, bool is_hardware);
void sim_switch_all(bool is_hardware);
/* As the vendor's C simulation has it; IS_WIDE: and cuts no number. */
void sim_switch_cpu(bool is_wide);
void sites_add(struct retread_hls_site **site, uint64_t sites);
/* Before a run. */
void sites_begin(void);
/* Whether the kernel has tasks, and whether they ran in the last run. */
bool sim_has_tasks(void);
bool sim_had_tasks(void);
/* Whether something happened at a site in the last run; first values aside, which
 * are there in each. */
bool sim_crossed(void);
/* Whether something did at one of KIND. */
bool sim_has_events(enum retread_hls_kind kind);
/* NUMBER is at SITE, which differs from LIMIT on. */
void sites_note_number(
	struct retread_hls_site *site, uint64_t number, uint64_t limit);
unsigned sites_bits_of(uint64_t number);

/*--- cells.c ---*/

/* What a call is given. */
/* A kernel may access a little before and after what it is given, and the result. */
#define MARGIN_BEFORE 256
#define MARGIN_AFTER  4096
#define MARGIN_RESULT 256

struct arrays {
	void *array[INPUTS_MAX];
	size_t bytes[INPUTS_MAX];
	int count[INPUTS_MAX];
	void *result;
};

/* Before a run with ARRAYS. */
void cells_begin(const struct arrays *arrays, int filler);
/* Whether hardware used an element that does not exist. */
bool sim_was_nowhere(void);
/* For a kernel that a simulator runs: the bytes from POINTER to the end of the
 * input or result that it is in. */
size_t sim_capacity(const void *pointer);
/* The next byte of what nobody wrote. */
unsigned char sim_filler(void);

/*--- sim.c ---*/

/* Whether all variables are as at the start before each call. */
void sim_reset_calls(bool resets);
/* Runs TEST with the switches as they are; FILLER says what nobody wrote
 * holds in hardware: zeros, or numbers that begin with it. Release OUTCOME with outcome_release. */
void sim_run(const struct hls_test *test, int filler, struct outcome *outcome);
void outcome_release(struct outcome *outcome);
/* Which of several schedules tasks have from now on; 0 is the plain one. */
void sim_schedule(unsigned schedule);
/* Steps of all runs so far. */
uint64_t sim_work(void);
/* Begins a call: whether it IS_FIRST in this run, and whether the kernel RESETS
 * before it. Returns the fill, which says what nobody wrote holds. */
int sim_called(bool *is_first, bool *resets);
/* Ends the run. */
void sim_end(enum run_end how) __attribute__((noreturn));

/*--- tasks.c ---*/

/* Before a run. */
void tasks_reset(unsigned schedule);

/* Puts streams that hold a deadlock, at most CAPACITY, into SITE. Returns how many. */
size_t tasks_blame(const struct retread_hls_site **site, size_t capacity);

/*--- promises.c ---*/

/* Before a run. */
void promises_reset(void);
void promises_begin_call(void);

/*--- rtl.c ---*/

/* Whether calls go to the simulator. */
extern bool rtl_simulates;

/* Whether there is a simulator of the kernel's Verilog. */
bool rtl_is_there(void);
/* Whether what answers is the kernel with the vendor's headers: C simulation, and what it
 * does is what the CPU does. */
bool rtl_is_c_simulation(void);
/* Whether a digit of an answer in this run was not known, or the simulator knows of no
 * such digits. */
bool rtl_may_be_unknown(void);

/* Writes the calls that TEST makes in hardware, as sites have it, to CALLS, without a
 * simulator. Returns how many there are. */
unsigned long rtl_record(const struct hls_test *test, FILE *calls);
/* Runs TEST with ANSWERS to these CALLS, of which the next COUNT are its. */
void rtl_replay(const struct hls_test *test, FILE *calls, FILE *answers,
	unsigned long count, struct outcome *outcome);

/*--- confirm.c ---*/

/* Has COMMAND, a line for a shell, answer the calls of each symptom in DIRECTORY that
 * it has not answered yet; it is given two files, of calls and for answers. Returns
 * the exit code. */
int confirm(const char *command, const char *directory);

/*--- select.c ---*/

enum select_policy {
	SELECT_TIERED, /* by what the model says, with an audit */
	SELECT_ALWAYS,
	SELECT_PAPER, /* by ranges and sizes of inputs */
	SELECT_NEVER
};
/* That of NAME; NULL is the first. Returns whether the simulator is ever run. */
bool select_find(const char *name, enum select_policy *policy);
/* Whether the simulator is run on TEST, which the model has judged: 0, `n` for
 * something new, `a` for an audit. */
char select_input(enum select_policy policy, const struct hls_test *test,
	const struct hls_judgement *judgement);
/* Hardware did TEST right. */
void select_learn(const struct hls_test *test);

/*--- agree.c ---*/

/* Compares sites with the simulator on WANTED random inputs that cross a site and as
 * many that do not; prints what comes out. Returns the exit code. */
int agree(unsigned long wanted, uint64_t seed);

/*--- judge.c ---*/

bool outcome_is_same(const struct outcome *a, const struct outcome *b);
/* What hardware is that the CPU is compared with. */
struct hardware {
	bool is_rtl;   /* the simulator's, not that of sites */
	bool is_reset; /* before each call */
	/* Somebody says that the outcome is not known: try hard to see that. */
	bool is_doubtful;
};
/* Like judge, without causes. */
void judge_quickly(const struct hls_test *test, struct hardware hardware,
	struct hls_judgement *judgement);

/* Compares both behaviours on TEST and finds what suffices for the difference. */
void judge(const struct hls_test *test, struct hls_judgement *judgement);
void judgement_release(struct hls_judgement *judgement);
/* Whether VERDICT, which is BROKEN or CUT, is what TEST shows besides divergences. */
bool judge_also(const struct hls_test *test, enum verdict verdict,
	struct hls_judgement *judgement);
/* Whether VERDICT is a divergence of hardware from the CPU. */
bool judge_is_divergence(enum verdict verdict);
/* What the simulator says of TEST, if sites do not say it. */
void judge_rtl(const struct hls_test *test, enum verdict sites,
	struct hls_judgement *judgement);
/* As the judgement LIKE was made. */
void judge_again(const struct hls_test *test, const struct hls_judgement *like,
	struct hls_judgement *judgement);
/* Makes TEST smaller while its JUDGEMENT stays the same. */
void minimise(struct hls_test *test, const struct hls_judgement *judgement);

/*--- inputs.c ---*/

/* From the bytes of the engine: two of a count, then the numbers. */
void test_decode(struct hls_test *test, const uint8_t *data, size_t size);
/* From lines `NAME: NUMBER...`. Returns 0, or -1: WHY says what is wrong. */
int test_read(
	struct hls_test *test, const char *path, char *why, size_t capacity);
/* One that SEED, which goes on, makes: of all lengths, numbers of all sizes and those
 * beside powers of two. */
void test_random(struct hls_test *test, uint64_t *seed);
size_t test_encode(const struct hls_test *test, uint8_t *data, size_t capacity);
void test_copy(struct hls_test *to, const struct hls_test *from);
void test_release(struct hls_test *test);

/*--- mutate_typed.c ---*/

/* How the odds of mutations follow what they find: less with each find, as in the
 * paper, not at all. */
enum odds_profile { ODDS_BUCKETED, ODDS_PAPER, ODDS_UNIFORM };
/* That of the name PROFILE; NULL is the first. */
void mutate_start(const char *profile);
/* Changes TEST once to four times. */
void mutate_test(struct hls_test *test, uint64_t seed);
/* Whether what the last mutations made showed new spectra. */
void mutate_learn(bool is_new);

/*--- sensitive.c ---*/

/* Perhaps tries whether a change of one input of TEST reaches the kernel. */
void sensitive_try(const struct hls_test *test);
/* The kernel is called with these bytes. */
void sensitive_note(const void *bytes, size_t count);
/* An input, by RANDOM: those that reach the kernel are more likely. */
uint32_t sensitive_pick(uint64_t random);

/*--- text.c ---*/

void print_site(FILE *out, const struct retread_hls_site *site);
void print_test(FILE *out, const struct hls_test *test);
/* The results of TEST, with | between calls; if they are as in OTHER, the first element
 * of an input that is not. One that is compared with itself says where it ended. */
void print_outcome(FILE *out, const struct hls_test *test,
	const struct outcome *outcome, const struct outcome *other);
void print_judgement(FILE *out, const struct hls_test *test,
	const struct hls_judgement *judgement);

#endif
