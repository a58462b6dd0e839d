/* SPDX-License-Identifier: MIT
 * Generators: a C function draws numbers and makes an input of them, and what
 * it drew can be replayed, mutated, guided by coverage, and shrunk.
 *
 *	int retread_generate(struct gen *g)
 *	{
 *		struct gen_list list = GEN_LIST(0, 10, 3);
 *		int sum = 0;
 *		while (gen_more(g, &list))
 *			sum += gen_int(g, -100, 100);
 *		if (sum == 77)
 *			gen_fail(g, "the sum is %d", sum);
 *		return GEN_VALID;
 *	}
 *
 * STREAMS. The only input is bytes. Each draw takes the fewest whole bytes that
 * can hold its range, high byte first, and maps them so that smaller bytes are
 * simpler values; the docs of a draw say which value zeros give. Beyond the end
 * there are zeros, so every string of bytes is an input and the empty one is the
 * simplest. While an input is being searched random bytes come there instead,
 * and are kept with it.
 *
 * SPANS. Parts between gen_begin() and gen_end(), and elements of lists, are
 * spans with a label. Mutation deletes, repeats, swaps them and takes them from
 * other inputs, shrinking deletes them; label alike what can stand for each other.
 *
 * A generator is deterministic: no clock, no address, no state of earlier runs.
 * gen_assume(), gen_reject() and gen_fail() end the run by longjmp: what a run
 * needs is taken from gen_alloc(), and destructors of C++ do not run.
 *
 * After D. R. MacIver and others, Hypothesis; R. Padhye, Zest (parametric
 * generators, section 5.2.1 of the dissertation). Link with -lretread-gen;
 * retread-cc does by itself. */
#ifndef RETREAD_GEN_H
#define RETREAD_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gen; /* where draws come from: one stream of one run */

/* How a run ended; also what it may return. */
enum gen_verdict {
	GEN_VALID,
	GEN_DISCARD, /* the input is none that the property is about */
	GEN_FAIL,
};

#if defined __GNUC__
#define GEN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define GEN_NORETURN		__attribute__((noreturn))
#else
#define GEN_PRINTF(text, first)
#define GEN_NORETURN
#endif

/*--- numbers ---*/

/* LO .. HI, each as likely as others; zeros: LO. LO <= HI, or the run is
 * rejected. 0 to 8 bytes, by how many values there are: a range that depends on
 * another draw should be of one size (LEAST + gen_u64(g, 0, 100)), or a change of
 * the former moves all that comes later. */
uint64_t gen_u64(struct gen *g, uint64_t lo, uint64_t hi);
/* The same; zeros: what is closest to 0, then 1, -1, 2, -2, ... */
int64_t gen_i64(struct gen *g, int64_t lo, int64_t hi);
int gen_int(struct gen *g, int lo, int hi);
/* 0 .. MAX, small ones more often: a magnitude (1 byte), then its bits. */
size_t gen_size(struct gen *g, size_t max);
/* Zeros: false. 1 byte. */
bool gen_bool(struct gen *g);
/* True in NUMERATOR of DENOMINATOR runs, to 1/256; zeros: false. 1 byte. */
bool gen_chance(struct gen *g, unsigned numerator, unsigned denominator);
/* LO <= x < HI, except for rounding; zeros: LO. 7 bytes. */
double gen_double(struct gen *g, double lo, double hi);
/* Any double: 0, 1, -1, infinities, NaN, subnormal ones, others (1 or 9 bytes). */
double gen_float_any(struct gen *g);

/*--- choices ---*/

/* 0 .. COUNT - 1; zeros: 0. Put first what ends a recursion. */
unsigned gen_pick(struct gen *g, unsigned count);
/* An index, as likely as its weight; zeros: the first whose weight is not 0. */
unsigned gen_weighted(struct gen *g, const unsigned *weight, unsigned count);
/* One of COUNT elements of SIZE bytes at BASE. */
const void *gen_elem(
	struct gen *g, const void *base, size_t count, size_t size);

/*--- bytes and text; memory is the run's ---*/

/* A byte each. */
void gen_bytes(struct gen *g, void *to, size_t count);
/* At most MAX characters of ALPHABET (NULL: printable ASCII; at most 224 count),
 * 7 on average; zeros: "". A byte each and one to stop. */
char *gen_string(struct gen *g, const char *alphabet, size_t max);
/* One of WORDS (up to a NULL), seldom a fresh string; zeros: the first. */
const char *gen_token(struct gen *g, const char *const *words);

/*--- lists ---*/

/* MIN .. MAX elements, AVERAGE of them typically (0: half way, at most 8 above
 * MIN). Elements cost a byte each beside what they draw, and one to stop, so that
 * any element can go without a change of others; zeros: MIN elements. */
struct gen_list {
	size_t min, max, average;
	size_t count; /* elements so far, the current one included */
	uint32_t depth_;
};
#define GEN_LIST(min, max, average)                                            \
	{                                                                      \
		min, max, average, 0, 0                                        \
	}
/* while (gen_more(g, &list)) { an element }. The loop may be left early. */
bool gen_more(struct gen *g, struct gen_list *list);

/*--- sequences of calls ---*/

/* A call of an API whose state is beside a MODEL: a plain value that does the same. */
struct gen_command {
	const char *name; /* the label of its span, and in the run's text */
	unsigned weight;  /* how often, compared with the others; 0: 1 */
	/* May it be called now? NULL: always. If not, the call is left out, also when calls
	 * before it are deleted. */
	bool (*may_run)(const void *model);
	/* Draws the arguments, calls, changes the model, and gen_fail()s where the two differ.
	 * What it puts follows its name. */
	void (*run)(struct gen *g, void *model);
};
/* As many of COUNT commands as LENGTH says. Each is an element, so that shrinking deletes
 * calls; put first what is simplest. */
void gen_commands(struct gen *g, const struct gen_command *command,
	size_t count, struct gen_list length, void *model);

/*--- spans, streams, size ---*/

void gen_begin(struct gen *g, const char *label);
void gen_end(struct gen *g);

/* A stream of its own: whatever becomes longer or shorter in it, draws of others
 * stay as they are. The same name from the same G goes on where it stopped.
 * At most 31 in a run, with names up to 31 bytes ("outer/inner"). */
struct gen *gen_fork(struct gen *g, const char *name);

/* Open spans. More than 500 reject the run. */
unsigned gen_depth(const struct gen *g);
/* Is this deep enough? Then recursion should choose its leaves: true with 12 spans
 * open. (A run that drew as much as it may draws zeros from then on.) */
bool gen_small(const struct gen *g);

/* Memory until the end of the run, zeroed, aligned as malloc's. */
void *gen_alloc(struct gen *g, size_t size);

/* A text that grows, one in each run: often what is made. Failures show it. */
void gen_put(struct gen *g, const char *format, ...) GEN_PRINTF(2, 3);
void gen_put_bytes(struct gen *g, const void *bytes, size_t length);
/* With a NUL after it; moves when it grows. LENGTH may be NULL. */
const char *gen_text(struct gen *g, size_t *length);

/*--- verdicts ---*/

/* Ends the run as invalid unless OK. */
void gen_assume(struct gen *g, bool ok);
/* WHY is counted, and told when too many runs are. */
void gen_reject(struct gen *g, const char *why) GEN_NORETURN;
/* Failures of one FORMAT are the same failure to the shrinker. */
void gen_fail(struct gen *g, const char *format, ...)
	GEN_PRINTF(2, 3) GEN_NORETURN;

/*--- what runs are like ---*/

/* Counted, and reported as a percentage of the valid runs. */
void gen_label(struct gen *g, const char *bucket);
/* Told with its least, mean and greatest value. */
void gen_count(struct gen *g, const char *name, uint64_t value);
/* Larger VALUEs are progress to the fuzzer (`--domain gen`); reported as gen_count. */
void gen_maximize(struct gen *g, const char *name, uint64_t value);
/* Printed when a failure is replayed. */
void gen_note(struct gen *g, const char *format, ...) GEN_PRINTF(2, 3);

/*--- the fuzzer's target ---*/

/* Define it, compile with retread-cc, run `retread fuzz`; libFuzzer and AFL++
 * drive the same object file. Returns an enum gen_verdict. */
int retread_generate(struct gen *g);
/* Define it to make inputs of text (`retread gen from-text`): writes at most CAPACITY
 * bytes that retread_generate() would make TEXT of, and returns how many, 0: it
 * cannot. There is a NUL after TEXT. */
size_t retread_encode(
	const char *text, size_t length, uint8_t *to, size_t capacity);

/*--- any test suite ---*/

/* A property; members that are 0 have the value in brackets. */
struct gen_property {
	const char *name;
	int (*run)(struct gen *g, void *argument); /* an enum gen_verdict */
	void *argument;
	uint64_t seed;		      /* (RETREAD_GEN_SEED, or the clock) */
	unsigned runs;		      /* valid ones (1000) */
	unsigned max_discard_percent; /* more is reported as a warning (90) */
	unsigned shrink_runs;	      /* at most (2000) */
	unsigned shrink_ms;	      /* at most (20000) */
	/* Processor time of one run (5000); ten times that if it only waits. */
	unsigned timeout_ms;
	size_t bytes; /* that a run may draw (8192) */
	/* A folder: each file in it is tried first, and a failure is added. (A
	 * failure goes to NAME.failure, which is tried first.) "": no files. */
	const char *corpus;
	/* Runs are in a child process, so that a crash or a hang is a failure that
	 * is shrunk like others; assertions of a test framework do not work there:
	 * use gen_fail() or assert(). True: in this process, by gen_fail() only. */
	bool in_process;
	bool is_quiet; /* print nothing */
};

struct gen_report {
	enum gen_verdict verdict; /* GEN_DISCARD: too many to test anything */
	uint64_t seed;
	unsigned runs, valid, discarded;
	unsigned shrink_runs;
	size_t bytes;	/* of the shrunk failure */
	char file[256]; /* that replays it; "": none */
	char text[512]; /* of the failure */
	bool is_known;	/* it came from a file, not from the search */
};

/* Tries PROPERTY on random inputs and shrinks what fails. Returns 0 if all is
 * well, else 1, with REPORT (unless NULL) filled; messages go to stderr, each
 * line with "# " in front, as TAP wants. With RETREAD_GEN_REPLAY=FILE in the
 * environment it only runs FILE, in this process, for a debugger. */
int gen_check(const struct gen_property *property, struct gen_report *report);

/* Runs FILE once, in this process, with its notes on stderr. Returns an enum
 * gen_verdict, or -1 if FILE cannot be read. */
int gen_replay(
	const char *file, int (*run)(struct gen *, void *), void *argument);

#ifdef __cplusplus
}
#endif

#endif
