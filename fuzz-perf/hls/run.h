/* SPDX-License-Identifier: MIT
 * Runs of a kernel with its sites' switches, and what becomes of them. */
#ifndef RETREAD_FUZZ_PERF_HLS_RUN_H
#define RETREAD_FUZZ_PERF_HLS_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/hls/hls_sim.h"

#define INPUTS_MAX 16

/* The numbers of a test, input after input. */
struct test {
	size_t count[INPUTS_MAX];
	int64_t *number[INPUTS_MAX];
};

enum run_end { RUN_RETURNED, RUN_FAULT, RUN_HANG };

struct outcome {
	enum run_end end;
	int signal;	       /* RUN_FAULT */
	unsigned char *output; /* after each call: result, then the inputs */
	size_t bytes;
};

enum verdict {
	VERDICT_EQUAL,
	VERDICT_FAULT, /* only hardware's numbers make the host fail */
	VERDICT_HANG,
	VERDICT_UNKNOWN, /* depends on what nobody wrote */
	VERDICT_WRONG,
	VERDICT_STALE, /* because of what an earlier call left */
	VERDICT_HOST   /* fails on the CPU, too: nothing to compare */
};

#define CAUSES_MAX 32

struct judgement {
	enum verdict verdict;
	struct outcome exact, hardware;
	const struct retread_hls_site *cause[CAUSES_MAX];
	size_t causes;
	bool alone; /* each of them suffices; else it takes all */
	char id[17];
};

extern const char *const verdict_names[];

/*--- sim.c ---*/

size_t sim_sites(struct retread_hls_site ***site);
/* The pseudo-site whose switch lets variables outlive a call. */
struct retread_hls_site *sim_state(void);
void sim_switch_all(bool is_hardware);
/* Runs TEST with the switches as they are; what nobody wrote holds FILL in
 * hardware. Release OUTCOME with outcome_release. */
void sim_run(const struct test *test, int fill, struct outcome *outcome);
void outcome_release(struct outcome *outcome);

/*--- judge.c ---*/

/* Compares both behaviours on TEST and finds what suffices for the difference. */
void judge(const struct test *test, struct judgement *judgement);
void judgement_release(struct judgement *judgement);
/* Makes TEST smaller while ID stays what it is. */
void minimise(struct test *test, const char *id);

/*--- inputs.c ---*/

/* From the bytes of the engine: two of a count, then the numbers. */
void test_decode(struct test *test, const uint8_t *data, size_t size);
/* From lines `NAME: NUMBER...`. Returns 0, or -1: WHY says what is wrong. */
int test_read(struct test *test, const char *path, char *why, size_t room);
size_t test_encode(const struct test *test, uint8_t *data, size_t room);
void test_copy(struct test *to, const struct test *from);
void test_release(struct test *test);

#endif
