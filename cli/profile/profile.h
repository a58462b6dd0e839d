/* SPDX-License-Identifier: MIT
 * Hand-over of inputs to profilers: what is run, how, and what comes of it. */
#ifndef RETREAD_CLI_PROFILE_PROFILE_H
#define RETREAD_CLI_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/memory.h"
#include "lib/output/profile_kinds.h"

struct error;
struct stacks;

/* The two inputs; files of theirs have these names. */
enum profile_side { PROFILE_PATHOLOGICAL, PROFILE_TYPICAL, PROFILE_SIDES };
extern const char *const profile_side_names[];

struct profile_subject {
	const char *name;	    /* "RT-1f3c9a", or of a folder */
	const char *out;	    /* the folder where exports of it go */
	const char *results;	    /* with a report of it; NULL: none */
	const char *const *command; /* of the target, NULL-ended */
	/* Where it is run, and where its input is put then; NULL: anywhere. */
	const char *directory, *input_place;
	const char *input[PROFILE_SIDES]; /* NULL: there is none */
	const char *function; /* that was counted; NULL: not known */
	bool is_grown;	      /* a test: INPUT are sizes of `retread repro` */
	struct arena arena;
};

/* What NAME is about: a finding of RESULTS that was proved or fuzzed, or the folder
 * of a proof or of a campaign. Of a proof's inputs, those of about SIZE bytes (0:
 * the largest). Returns 0, or -1 with ERR filled; release SUBJECT in any
 * case. */
int profile_find_subject(struct profile_subject *subject, const char *name,
	const char *results, uint64_t size, struct error *err);
void profile_release_subject(struct profile_subject *subject);

/* How files with inputs are called. */
enum profile_names { PROFILE_PLAIN, PROFILE_LIBFUZZER, PROFILE_AFL };
extern const char *const profile_name_choices[];

/* A folder that is being filled. */
struct profile_run {
	const struct profile_subject *subject;
	enum profile_kind kind;
	enum profile_names names;
	const char *out;
	char *input[PROFILE_SIDES]; /* names in OUT; NULL: none */
	char *program;		    /* the target */
	char *target; /* to be run in place of the command's first word */
	bool is_without_debug; /* it is a copy without debug information */
	bool is_harness;       /* the target takes its inputs as files */
};

/* Makes the folder, copies the inputs, writes `command` and run-KIND.sh. */
int profile_prepare(struct profile_run *run, struct error *err);
void profile_release_run(struct profile_run *run);
/* The file of KIND's profile of SIDE in the folder. Free it. */
char *profile_file_dup(const struct profile_run *run, enum profile_side side);

/* Can the profiler be run here? If not, ERR says why. */
int profile_check(enum profile_kind kind, struct error *err);

/* Runs the script. */
int profile_execute(const struct profile_run *run, struct error *err);

/* Reads the stacks of SIDE's profile, of the file that the script left for it;
 * what stands above main is left out, and our own counting belongs to whoever is
 * counted. Returns 0, or -1 with ERR filled. */
int profile_read_stacks(const struct profile_run *run, enum profile_side side,
	struct stacks *stacks, struct error *err);

/* The formats. Callgrind tells functions apart by so many callers. */
#define PROFILE_CONTEXTS      30
#define PROFILE_CONTEXTS_TEXT "30"
int profile_read_callgrind(
	struct stacks *stacks, const char *path, struct error *err);
int profile_read_massif(
	struct stacks *stacks, const char *path, struct error *err);
int profile_read_dhat(
	struct stacks *stacks, const char *path, struct error *err);
int profile_read_perf(
	struct stacks *stacks, const char *path, struct error *err);
/* Adds the stack of COUNT frames, the innermost first. */
void profile_add_stack(struct stacks *stacks, const char *const *frame,
	size_t count, uint64_t cost);

/* `retread export --profile`. */
struct profile_options {
	int kind, names;	   /* enum profile_kind, enum profile_names */
	const char *name;	   /* what is to be profiled */
	const char *results, *out; /* OUT NULL: where it belongs */
	uint64_t size;		   /* 0: the largest */
	bool is_script_only;
};
int profile_export(const struct profile_options *options);

#endif
