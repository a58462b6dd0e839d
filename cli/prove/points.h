/* SPDX-License-Identifier: MIT
 * What recordings tell of how a finding grows, for retread-prove to judge. */
#ifndef RETREAD_CLI_PROVE_POINTS_H
#define RETREAD_CLI_PROVE_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct error;
struct json_value;

/* Points of one finding, as they are collected. */
struct prove_points {
	struct json_value *runs, *calls; /* arrays */
	size_t run_count;
	bool is_steep; /* that is known */
	bool is_file_fixed; /* what a file decides is not known: it cannot be replaced */
	/* Of files that were grown; TRIED 0: none were. */
	char *pattern;
	size_t tried, grown;
	/* Of a test that was grown in place; NULL: none was. Borrowed. */
	const char *change, *only;
	char *const *knob,
		*const *knob_place; /* "test_list.c:82"; "": nowhere */
	/* Without the recorder the test works NATIVE_SECONDS of CPU time longer with
	 * NATIVE_VALUE than with the first; 0: not known. */
	uint64_t native_value;
	double native_seconds;
	/* Knobs of the test that were tried ("4 LOOP, 12 TEXT"); NULL: none were, or it was
	 * not tried. Borrowed. IS_DOUBTFUL: some made walks more and longer. */
	const char *attempts;
	bool is_attempted, is_doubtful;
	bool is_combined; /* what made walks longer and what made more of them were set */
	bool is_data; /* what is changed are data: a text or a file */
	/* How many ways to grow it gave no more than in proportion, and none did. */
	size_t flat;
	/* A script that prints the file that was grown, which belongs at PLACE; NULL: none
	 * was. */
	char *script;
	/* Where the command that opens them by a name of its own runs, and that
	 * file; NULL: it does not. */
	char *directory, *place;
};

void prove_points_init(struct prove_points *points);
void prove_points_release(struct prove_points *points);

/* How a finding of another recording is the same. */
enum prove_match { PROVE_SAME_ID, PROVE_SAME_ROOT, PROVE_SAME_FUNCTIONS };

/* The finding of REPORT that is FINDING of another one: of the same id; else that
 * of the same function and root, or, if there is none either, of the same
 * functions down to the read, that reads most. *MATCH says which. NULL: none. */
const struct report_finding *prove_points_match(const struct report *report,
	const struct report_finding *finding, enum prove_match *match);

/* Is something of REPORT's processes missing, so that counts may be too small? A
 * walk too long to be followed is not such a thing: its reads are counted. */
bool prove_points_are_partial(const struct report *report);
/* Is that as an analysis came near its memory limit? */
bool prove_points_are_short(const struct report *report);

/* Adds the calls of FINDING in all processes. */
void prove_points_add_calls(
	struct prove_points *points, const struct report_finding *finding);
/* Adds the run with VALUE: what FINDING of REPORT cost, and its calls; nothing of
 * a partial one but that it was there. */
void prove_points_add_run(struct prove_points *points, uint64_t value,
	const struct report *report, const struct report_finding *finding);

/* A recording on a larger version of a file, with K repetitions of a part. */
struct prove_grown {
	uint64_t k, bytes, reads, cells;
	uint64_t walks;	   /* of one call, at most; 0: not known */
	uint64_t spread;   /* different cells of one call, the same */
	const char *input; /* the file; NULL: it is a test that was grown */
};

void prove_points_add_grown(
	struct prove_points *points, const struct prove_grown *grown);
/* What those files look like. */
void prove_points_set_pattern(struct prove_points *points, const char *pattern);
/* How many patterns were TRIED, and with how many of them walks became longer. */
void prove_points_set_tried(
	struct prove_points *points, size_t tried, size_t grown);

/* What the points are of. */
struct prove_subject {
	const struct report_finding *finding;
	const char *argument; /* NULL: no name */
	char *const *command; /* NULL-ended; NULL: the report's runs */
	const char *
		results; /* as commands name them: " DIR"; NULL: they need not */
	bool is_partial;
};

/* Writes PATH, a JSON document "retread-points-1". Empties POINTS. */
int prove_points_write(struct prove_points *points,
	const struct prove_subject *subject, const char *path,
	struct error *err);

#endif
