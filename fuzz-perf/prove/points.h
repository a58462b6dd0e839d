/* SPDX-License-Identifier: MIT
 * What tests alone tell of how a finding grows: runs of a test at sizes that the
 * user chose, and calls that its runs made.
 *
 * Two curves. What a run reads, by the argument it was given: that is what was
 * asked. What a call reads, by the cells that it reads (its footprint): that
 * says whether the code is to blame, or whether there is just more data. */
#ifndef RETREAD_FUZZ_PERF_PROVE_POINTS_H
#define RETREAD_FUZZ_PERF_PROVE_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/growth/law.h"

struct arena;
struct error;

#define POINTS_LEAST 5 /* sizes, for most laws */

/* A run with VALUE as argument. Its calls of the finding's function that show the
 * finding made READS reads, each at most of CELLS cells. */
struct points_run {
	uint64_t value, reads, cells, calls;
	uint64_t walks;	   /* of one call, at most; 0: not known */
	uint64_t spread;   /* different cells of one call, the same */
	uint64_t bytes;	   /* of a file that was grown: VALUE repetitions */
	const char *input; /* that file; NULL: none was */
	bool is_truncated; /* the run is known in part */
};

/* A call: READS reads of CELLS cells. */
struct points_call {
	uint64_t cells, reads;
};

struct points {
	const char *schema;
	const char *finding, *function, *file, *argument; /* NULL: not known */
	unsigned line;
	const char *pattern; /* of files that were grown; NULL: none were */
	/* Of a test that was grown in place: what was changed, the knobs that were set, and
	 * the test that was run alone; NULL: none was. A run's CELLS are its longest walk. */
	const char *change, *only;
	const char **knob, **knob_place; /* "test_list.c:82"; "": nowhere */
	size_t knob_count, knob_place_count;
	/* Without the recorder it works NATIVE_SECONDS of CPU time longer with NATIVE_VALUE
	 * than with the first; 0: not known. */
	uint64_t native_value;
	double native_seconds;
	const char *
		attempts; /* knobs of the test ("4 LOOP"); NULL: was not tried */
	uint64_t
		flat; /* ways to grow it that gave no more than in proportion */
	bool is_doubtful; /* some made walks more and longer */
	/* What makes walks longer was changed with what makes more of them. */
	bool is_combined;
	bool is_data;	       /* what was changed are data: a text or a file */
	uint64_t tried, grown; /* patterns of them; with longer walks */
	bool is_partial;       /* not all runs that were asked for */
	const char *directory; /* where COMMAND is run; NULL: anywhere */
	const char *place;     /* of its input then */
	const char *generator; /* a script that prints it; NULL: none */
	const char **command;
	size_t command_count;
	const char *results; /* as commands name them: " DIR"; NULL: need not */
	struct points_run *run; /* by value; each value once */
	size_t run_count;
	struct points_call *call; /* by cells; each number once */
	size_t call_count;
	bool has_noise; /* calls of as many cells differ in their reads */
};

/* Reads PATH; all of POINTS is in ARENA. Returns -1 with ERR filled. */
int points_read(struct points *points, struct arena *arena, const char *path,
	struct error *err);

struct points_result {
	struct law by_argument, by_cells;
	/* The law that counts is that by cells: the argument's is not shown, or
	 * one of both says more. */
	bool is_by_cells;
	/* By argument it is steep, but only as there is more to read. */
	bool is_more_data;
};

/* The law of counts at sizes as they came, which CURVE has as given. */
void points_find_law(struct law_curve *curve, struct law *law);

void points_judge(const struct points *points, struct points_result *result);

/* Does LAW say something of what was walked? True where no file was grown, and of what is
 * steeper than n log n. A file's patterns may all be the wrong ones, so that n, the law
 * of the best of them, is none of the program; a bound is one if walks became longer. */
bool points_have_evidence(const struct points *points, const struct law *law);

/* Of a test that was grown: its walks became more and no longer; or longer and no more,
 * although one of two knobs makes more of them. */
bool points_are_one_sided(const struct points *points);
/* Whether what it walks was made larger, or is not known. */
bool points_are_larger(const struct points *points);

/* The law that counts. */
const struct law *points_law(const struct points_result *result);

#endif
