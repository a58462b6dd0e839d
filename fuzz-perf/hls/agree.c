/* SPDX-License-Identifier: MIT
 * Compares the model of hardware, which is sites, with hardware in a simulator on
 * random inputs: so many at which no site has anything to say, and so many at which
 * one has. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/hls/hls_target.h"

/* Random inputs for each that is wanted, before it is given up. */
#define TRIES 100
/* Differences that are shown. */
#define SHOWN 3

struct tally {
	const char *name;
	unsigned long inputs, same, diverge;
};

/* Both end alike, with the same numbers where both are known. */
static bool is_agreed(
	const struct hls_judgement *model, const struct hls_judgement *rtl)
{
	const struct outcome *a = &model->hardware, *b = &rtl->hardware;

	/* The simulator has one order, and cannot see that all wait. */
	if (model->verdict == VERDICT_ORDER)
		return rtl->verdict != VERDICT_NO_ANSWER;
	if (model->verdict == VERDICT_DEADLOCK)
		return rtl->verdict == VERDICT_HANG;
	if (model->verdict != rtl->verdict)
		return false;
	return model->verdict == VERDICT_HOST ||
	       model->verdict == VERDICT_UNKNOWN || outcome_is_same(a, b);
}

static void agree_show(const struct hls_test *test,
	const struct hls_judgement *model, const struct hls_judgement *rtl)
{
	printf("they differ on:\n");
	print_test(stdout, test);
	printf("sites: %s: ", verdict_names[model->verdict]);
	print_outcome(stdout, test, &model->hardware, &rtl->hardware);
	printf("simulator: %s: ", verdict_names[rtl->verdict]);
	print_outcome(stdout, test, &rtl->hardware, &model->hardware);
}

/* Compares one TEST if the tally that it belongs to is not full. */
static void compare_one(const struct hls_test *test, bool is_reset,
	unsigned long wanted, struct tally *tally, unsigned long *shown)
{
	struct hls_judgement model, rtl;
	struct tally *its;

	judge_quickly(test, (struct hardware){false, is_reset, false}, &model);
	its = &tally[sim_crossed() || model.verdict != VERDICT_EQUAL];
	if (its->inputs < wanted && model.verdict != VERDICT_HOST) {
		judge_quickly(test,
			(struct hardware){true, is_reset,
				model.verdict == VERDICT_UNKNOWN},
			&rtl);
		its->inputs++;
		its->diverge += judge_is_divergence(rtl.verdict);
		if (is_agreed(&model, &rtl))
			its->same++;
		else if (++*shown <= SHOWN)
			agree_show(test, &model, &rtl);
		judgement_release(&rtl);
	}
	judgement_release(&model);
}

int agree(unsigned long wanted, uint64_t seed)
{
	struct tally tally[] = {{"clean", 0, 0, 0}, {"crossing", 0, 0, 0}};
	unsigned long shown = 0;

	if (!rtl_is_there()) {
		fputs("retread hls agree: there is no simulator\n", stderr);
		return 4;
	}
	for (unsigned long i = 0;
		i < TRIES * wanted &&
		(tally[0].inputs < wanted || tally[1].inputs < wanted);
		i++) {
		struct hls_test test;
		test_random(&test, &seed);
		compare_one(&test, false, wanted, tally, &shown);
		if (test.calls > 1)
			compare_one(&test, true, wanted, tally, &shown);
		test_release(&test);
	}
	for (int i = 0; i < 2; i++)
		printf("%s: %lu inputs, %lu agree, %lu diverge from the CPU\n",
			tally[i].name, tally[i].inputs, tally[i].same,
			tally[i].diverge);
	return tally[0].inputs == tally[0].same &&
			       tally[1].inputs == tally[1].same
		       ? 0
		       : 1;
}
