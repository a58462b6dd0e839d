/* SPDX-License-Identifier: MIT
 * A test that is being grown, and its recordings. */
#ifndef RETREAD_CLI_PROVE_TESTER_H
#define RETREAD_CLI_PROVE_TESTER_H

#include "cli/prove/experiments.h"
#include "cli/prove/grow.h"
#include "cli/prove/knobs.h"
#include "cli/prove/native.h"
#include "cli/prove/scratch.h"
#include "cli/prove/tested.h"
#include "cli/prove/trial.h"
#include "cli/recorded.h"
#include "lib/families/family.h"
#include "lib/memory.h"

#define TESTER_KINDS_MAX 12

#define TESTER_FILE_MAX (64 << 10) /* bytes of a file that is grown */

#define TESTER_COUNT_SECONDS 2	/* of CPU time, for a run that counts */
#define TESTER_COUNTS	     63 /* findings of which lines are counted */

/* A run without the recorder. */
struct tester_counts {
	int status; /* as wait() has it */
	uint64_t
		full; /* bits of findings of which counting ended before it did */
	bool freed_twice;	      /* libc says so */
	uint64_t hits[TESTER_COUNTS]; /* that the lines of each finding ran */
};

struct tester {
	const struct prove_grow *request;
	struct kept_runs *kept;
	struct tested_finding *tested;
	size_t count;
	struct tested_course *course;
	const struct recorded_command *command;
	struct scratch scratch;
	struct knobs_place place;
	struct knobs_keeper keeper;
	struct arena arena;
	const char *test;   /* whose knobs are set; NULL: all */
	const char *only;   /* the test that runs alone; NULL: main() */
	const char *digest; /* of what the test depends on */
	char *run;	    /* where a recording goes */
	char *judged;	    /* where trials are judged */
	double end;	    /* of CPU time */
	double clock_end;
	double last;	     /* seconds of CPU time of the newest recording */
	double seconds;	     /* of the newest run, which may be a kept one */
	int signal;	     /* that ended that; 0: none did, or it was kept */
	double base_seconds; /* of the test as it is; 0: not known */
	/* Loops that have fewer rounds in all runs, and how many the test has. */
	struct knob_group shrunk;
	uint64_t rounds[TESTED_KNOBS_MAX];
	/* To follow all that it walks takes more memory than there may be: what record
	 * follows without being asked is enough. */
	bool follows_less;
	/* What was seen of the test as it is, and of each finding which knobs made its
	 * walks longest, and most of them. */
	const struct seen_finding *base;
	struct bytes
		whole; /* of the file at SCRATCH.place, which was changed */
	const char **opened; /* files, by that run */
	size_t opened_count;
	struct tester_best *best;
	/* Lines of findings are counted without the recorder; WATCHED has the test as it is. */
	bool is_watched, is_thin;
	struct knobs_watch watch;
	struct tester_counts watched;
	struct watched_point *point;
	size_t point_count;
	uint64_t
		outward; /* bits of findings of which only the outermost line is counted */
	/* How many knobs of each kind were tried. */
	struct tester_tried {
		const char *kind;
		size_t count;
	} tried[TESTER_KINDS_MAX];
};

struct tester_best {
	struct knob_group longer, more;
	double longer_factor, more_factor;
	size_t flat;	  /* trials that do not make it grow */
	bool is_combined; /* LONGER and MORE were tried together */
	/* Some way has data that differ, and one of the flat ones had: what is walked for
	 * names that are there already need not be walked for new ones. */
	bool can_differ, differs;
};

/* Runs the test with SETTING and PUT, which may be NULL, unless that is kept. Returns what
 * was seen of each finding, in TESTER's arena; NULL: it did not end. */
struct seen_finding *tester_run(struct tester *tester,
	const struct knobs_setting *setting, const struct tester_put *put);

/* SETTING, with fewer rounds of loops that it does not set; in TESTER's arena. */
struct knobs_setting tester_complete(
	struct tester *tester, const struct knobs_setting *setting);

/* Puts the bytes there; with none, what the file has. */
int tester_put_file(struct tester *tester, const struct tester_put *put);
/* The file that was put newest becomes what it was. */
void tester_put_back(struct tester *tester);

/* RUN without the recorder; its words are in TESTER's arena. */
struct native_run tester_native(
	struct tester *tester, const struct knobs_run *run);

bool tester_is_over(const struct tester *tester);
/* Whole seconds of CPU time that are left, but no more than LIMIT, and one at least. */
unsigned tester_left(const struct tester *tester, unsigned limit);
/* Counts KNOB among those that were tried. */
void tester_note(struct tester *tester, const struct knob *knob);
/* Is finding I not decided? */
bool tester_is_open(const struct tester *tester, size_t i);
/* Is there one that is not? */
bool tester_has_open(const struct tester *tester);

/*--- seen.c ---*/

/* The innermost place of WAY that has a line; NULL: none has. */
const struct report_place *tester_lined_place(const struct report_places *way);
/* The walks of what in REPORT is FINDING most surely. */
void tester_find_walks(const struct report *report,
	const struct report_finding *finding, struct seen_finding *seen);

/*--- say.c ---*/

/* What was tried, in words, becomes the course's. */
void tester_list_tried(struct tester *tester);
/* Tells those that grow, and were not told, to the course. */
void tester_tell(struct tester *tester);

/*--- tester.c ---*/

/* Says with which VALUE of KNOB the test died of SIGNAL, if that is not what its time does. */
void tester_say_end(struct tester *tester, const struct knob *knob,
	uint64_t value, int signal);

/* Runs TRIAL until there is no time, and judges it. */
void tester_try(struct tester *tester, struct trial *trial);
/* Whether a run differs from the test as it is, in a finding that is open. */
bool tester_differs(
	const struct tester *tester, const struct seen_finding *seen);

/*--- screen.c ---*/

/* Tries those of the COUNT groups at GROUP that change what open findings walk: many are
 * set at once to find which. */
void tester_screen(
	struct tester *tester, const struct knob_group *group, size_t count);

/* A value that is not KNOB's own, larger unless that IS_COSTLY. */
uint64_t tester_other_value(
	const struct tester *tester, const struct knob *knob, bool is_costly);
/* Whether smaller values than its own may show what GROUP changes. */
bool tester_can_shrink(const struct knob_group *group);
/* TRIAL of GROUP, of a test that may be slow. */
struct trial tester_trial(
	const struct tester *tester, const struct knob_group *group);
/* Whether the file at PATH has what libc says of memory that was freed twice. */
bool tester_has_freed_twice(const char *path);
/* Says that what the call KNOB does may be done once only. */
void tester_say_once(const struct tester *tester, const struct knob *knob);

/*--- watched.c ---*/

/* Whether counting says something of finding I. */
bool tester_is_counted(const struct tester *tester, size_t i);
/* Whether there are more of finding I than COUNTS has. */
bool tester_count_is_full(const struct tester_counts *counts, size_t i);
/* Prepares tester_count(). */
void tester_watch(struct tester *tester, const struct knobs_setting *as_it_is);
/* Runs the test with SETTING without the recorder. False: it could not be. */
bool tester_count(struct tester *tester, const struct knobs_setting *setting,
	struct tester_counts *counts);

/*--- promise.c ---*/

/* Looks without the recorder which of the COUNT groups make the lines of open findings run more
 * often, and tries them, and files: for each finding in turn what promises most first. Others,
 * of which counting says nothing, are left in GROUP. Returns how many. */
size_t tester_try_promising(
	struct tester *tester, struct knob_group *group, size_t count);

/*--- foreseen.c ---*/

/* Looks without the recorder whether TRIAL would make nothing grow of what it changes. If so that is
 * noted, as recordings would have it, and nothing is left to try. */
bool tester_foresee(struct tester *tester, const struct trial *trial);

/*--- measured.c ---*/

/* Adds to POINTS, which are of TRIAL, how long it works without the recorder. */
void tester_measure(struct tester *tester, struct trial *trial,
	struct prove_points *points);

/*--- files.c ---*/

/* Ways to grow files that the test reads, if these change what is counted of open findings: one
 * group for each, at GROUP, which has room for TESTER_FILE_GROUPS. They grow a part of the file, the
 * one with most of the counts, or if it IS_BY_WALK, which takes recordings, with the longest walk.
 * Returns how many. */
#define TESTER_FILE_GROUPS 320
size_t tester_choose_files(
	struct tester *tester, bool is_by_walk, struct knob_group *group);
/* Grows the files that the test reads, for findings of which nothing is counted. */
void tester_try_files(struct tester *tester);

#endif
