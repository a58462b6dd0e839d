/* SPDX-License-Identifier: MIT
 * The knobs of a test program, as retread-knobs lists and sets them. */
#ifndef RETREAD_CLI_PROVE_KNOBS_H
#define RETREAD_CLI_PROVE_KNOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;
struct family;

/* A place that decides how much data a test makes. */
struct knob {
	const char *id, *kind; /* "LOOP" */
	const char **test;     /* functions that lead there; none: not known */
	size_t test_count;
	uint64_t base, min, max; /* values */
	const char *what;	 /* "loop bound at test_list.c:82: 100" */
	const char *file;	 /* where it is; NULL: in no source */
	unsigned line;
	uint64_t text;	/* which one; 0: none, it is not a TEXT */
	uint64_t bytes; /* of the text */
	/* Of a LOOP: it is inside another one with the same bound. */
	bool is_nested;
	bool is_same;	 /* of CALLS: they take no more than pointers */
	bool has_copies; /* of a TEXT or FILE: what is repeated stays the same */
	/* Of a FILE, which retread-knobs does not list: its contents, and where it is. */
	const struct family *family;
	const char *place;
};

/* A function that is a test, and can be run alone. */
struct knobs_test {
	const char *name;
};

struct knobs {
	const char *program; /* its file, after wrappers */
	const char *only;    /* as it is listed; NULL: there is none such */
	struct knobs_test *test;
	size_t test_count;
	struct knob *knob;
	size_t count;
};

/* A test program, and a folder for what is written about it; both absolute. */
struct knobs_place {
	const char *folder, *directory; /* the program runs in DIRECTORY */
	char *const *words;
};

/* The process that has listed the knobs of a program, and writes down how to set them. */
struct knobs_keeper {
	const struct knobs_place *place; /* borrowed */
	int process, line;		 /* to it and from it */
};

/* Starts KEEPER of the program at PLACE, which may take so many seconds of CPU time; 0: any.
 * If there is a test ONLY, knobs are those that matter when it runs alone. Returns -1 with ERR
 * filled; otherwise to be closed. */
int knobs_open(struct knobs_keeper *keeper, const struct knobs_place *place,
	const char *only, unsigned cpu_seconds, struct error *err);
void knobs_close(struct knobs_keeper *keeper);
/* Seconds of CPU time it has taken; after it was closed, clock_spent() has them. */
double knobs_spent(const struct knobs_keeper *keeper);

/* All of KNOBS is in ARENA. Returns -1 with ERR filled. */
int knobs_find(struct knobs *knobs, struct arena *arena,
	const struct knobs_keeper *keeper, struct error *err);

/* Some knobs, each with a value. */
struct knobs_setting {
	const struct knob *const *knob;
	const uint64_t *value;
	size_t count;
	const char *only; /* KEEPER's test is run alone; NULL: all are */
};

/* What runs the program so. */
struct knobs_run {
	const char **command;
	size_t command_count;
	const char *preload, *settings, *changed;
	const char *input; /* a file; NULL: none */
};

/* Writes SETTING in KEEPER's folder; RUN is in ARENA. */
int knobs_write(struct knobs_run *run, struct arena *arena,
	const struct knobs_keeper *keeper, const struct knobs_setting *setting,
	struct error *err);
/* Where the last run of what was written died, as " in list_add (list.c:20)", or "". */
const char *knobs_died(const struct knobs_keeper *keeper, struct arena *arena);
/* The same as knobs_write, once, by a keeper of its own. */
int knobs_write_once(struct knobs_run *run, struct arena *arena,
	const struct knobs_place *place, const struct knobs_setting *setting,
	struct error *err);

/* How often lines run, natively. */
struct knobs_watch {
	const char *variable; /* "NAME=VALUE", to be set for a run */
	/* A file of COUNTS numbers, which must be there before: the first has the bits that are
	 * no more than where counting ended, BITS - 1 are of bits, and then there is one for
	 * each line of POINTS. */
	const char *hits;
	const char *
		points; /* a file: each line begins with the bits of one instruction */
	uint64_t bits, counts;
};

/* Has KEEPER find the lines that its folder's file "lines" has: see grow_watched_write. All of
 * WATCH is in ARENA. Returns -1 with ERR filled. */
int knobs_begin_watch(struct knobs_watch *watch, struct arena *arena,
	const struct knobs_keeper *keeper, struct error *err);

/* RUN's words, NULL-ended, in ARENA. */
char **knobs_words(const struct knobs_run *run, struct arena *arena);
/* RUN's variables, NULL-ended, in ARENA. */
char **knobs_environment(const struct knobs_run *run, struct arena *arena);

#endif
