/* SPDX-License-Identifier: MIT
 * A trial: some knobs of a test at growing values, and what its findings walked then. */
#ifndef RETREAD_CLI_PROVE_TRIAL_H
#define RETREAD_CLI_PROVE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/prove/experiments.h"
#include "cli/prove/knobs.h"
#include "cli/prove/tested.h"
#include "lib/families/family.h"

/* What a file of the test has in a run. */
struct tester_put {
	const char *place; /* in the scratch folder */
	const struct bytes *bytes;
};

#define TRIAL_VALUES_MAX 8
#define TRIAL_ENOUGH	 5 /* values, for most laws */

/* Knobs that are set together, each to the same value. */
struct knob_group {
	const struct knob *knob[TESTED_KNOBS_MAX];
	size_t knobs;
};

/* Whether it makes data that differ, and no copies of what is there. */
bool knob_group_differs(const struct knob_group *group);
/* Whether it makes a text or a file longer. */
bool knob_group_is_data(const struct knob_group *group);

/* Of each run that was done, what was seen of each finding. */
struct trial {
	struct knob_group group;
	const char *only; /* the test that is run alone; NULL: none */
	bool is_combined; /* what makes walks longer, with what makes more of them */
	bool is_costly; /* it takes long with values that are larger than its own */
	bool is_slow; /* it takes a while as it is: large values of its own will do */
	uint64_t value[TRIAL_VALUES_MAX]; /* of all its knobs */
	size_t values, done;
	struct seen_finding *seen[TRIAL_VALUES_MAX];
	double seconds[TRIAL_VALUES_MAX]; /* of CPU time, of these runs */
	/* How long it works without the recorder; VALUE 0: not measured, or nothing. */
	bool is_measured;
	uint64_t native_value;
	double native_seconds;
};

/* A trial's knobs with one value. */
struct trial_setting {
	struct knobs_setting knobs;
	struct tester_put put; /* no place: none */
	struct bytes bytes;    /* of it; release them */
	const struct knob *knob[TESTED_KNOBS_MAX];
	uint64_t value[TESTED_KNOBS_MAX];
};
void trial_set(const struct trial *trial, uint64_t value,
	struct trial_setting *setting);

/* The value of KNOB that is made larger or smaller: its own or, if that is huge, one at
 * which more than the beginning is followed. */
uint64_t trial_base(const struct knob *knob);

/* Doublings from the base on where that is possible, else smaller values. */
void trial_choose_values(struct trial *trial);
/* Values up to the last that was done, or below the first if none was. False: there are not
 * enough. */
bool trial_lower_values(struct trial *trial);

/* Does finding I walk more, or longer, with the last value than with the first? */
struct trial_sides {
	double longer; /* how many times as long */
	double more;   /* reads, for walks of one length */
	double walks;  /* of one call */
};
struct trial_sides trial_sides(
	const struct seen_finding *first, const struct seen_finding *last);
#define TRIAL_CHANGED  1.25 /* times, that is more */
#define TRIAL_DOUBTFUL 1.5  /* both: that is not what does not grow */

/* Whether TRIAL makes larger what finding I walks, so that what then does not grow says something. */
bool trial_is_larger(const struct trial *trial, size_t i);
#define TRIAL_LARGER 2 /* times as many cells; as in fuzz-perf/prove/points.c */
/* Whether nothing is changed but how often calls are made. */
bool trial_only_repeats(const struct trial *trial);
/* Does finding I read in proportion to the values, or hardly more? */
bool trial_is_flat(const struct trial *trial, size_t i);

/* What speaks for the verdicts of COUNT findings. */
void prove_tested_release(struct tested_finding *tested, size_t count);

/* Takes TRIAL's runs, and what retread-prove says of them, as what speaks for finding I,
 * if they say more than what does so far. Judges in FOLDER; returns what TRIAL says. */
enum tested_verdict trial_speak(const struct trial *trial, size_t i,
	struct tested_finding *tested, const char *folder);

#endif
