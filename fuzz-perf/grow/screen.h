/* SPDX-License-Identifier: MIT
 * What screening knows of a program's tests, and those of them that run alone. */
#ifndef RETREAD_FUZZ_PERF_GROW_SCREEN_H
#define RETREAD_FUZZ_PERF_GROW_SCREEN_H

#include "fuzz-perf/grow/experiment.h"

/* How a knob can be changed in a run of all tests. */
enum screen_way {
	SCREEN_NOT, /* it ends the program, or it is of another rank */
	SCREEN_GROW,
	SCREEN_FEW, /* times larger: there is an end to what it can be */
	SCREEN_SHRINK,
	SCREEN_SLOW, /* a little at a time, and alone */
};

struct screening {
	struct experiments *experiments;
	const struct grow_function *const *test;
	enum screen_way *way; /* of each knob, for the rank at hand */
	bool *is_left_out;    /* of each knob, when one test is grown alone */
	bool *is_untried;     /* of each knob, as there was no work left */
	/* By test, the first run of it alone, if it is kept, and its work; 0: not known. */
	struct counts *kept;
	uint64_t *work;
	size_t kept_edges;
	/* That runs to find out how knobs can be changed do alone; NULL: all are run. */
	const struct grow_function *alone;
};

struct screen_place {
	uint64_t work;
	size_t at;
};

/* Runs each of the COUNT tests alone as it is. */
int screen_measure(
	struct screening *screening, size_t count, struct error *err);
/* The COUNT tests by their work: what is cheap is not lost to what is dear. The caller frees
 * the array. */
struct screen_place *screen_order(
	const struct screening *screening, size_t count);
/* Whether test number AT alone takes much of the work there is for all. */
bool screen_is_dear(const struct screening *screening, size_t at);
/* Does experiments with test number AT alone, by the knobs of RANK that are changed in WAY. The
 * first run, of all tests, is kept, and is that of a program without tests. */
int screen_single(struct screening *screening, size_t at, unsigned rank,
	enum screen_way way, struct error *err);
/* Forgets the first runs of the COUNT tests. */
void screen_forget(struct screening *screening, size_t count);

#endif
