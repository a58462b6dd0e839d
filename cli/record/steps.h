/* SPDX-License-Identifier: MIT
 * Where a recording happens, and what is done there: shared by the files of this
 * room. */
#ifndef RETREAD_CLI_RECORD_STEPS_H
#define RETREAD_CLI_RECORD_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/arguments.h"
#include "lib/command/environment.h"
#include "lib/command/settings.h"
#include "lib/memory.h"
#include "lib/report/report.h"

struct error;
struct manifest;
struct report_inputs;
struct rings;
struct test;
struct tests;

/* ---- session.c ---- */

struct session {
	char *out;	/* DIR */
	char *record;	/* DIR/record */
	char *manifest; /* DIR/manifest.json */
	char *symbols;	/* DIR/symbols: kept by analyzers from run to run */
	char *scratch;	/* private */
	char *rings;	/* in it: memory shared with recorders */
	char *logs;	/* in it: what Valgrind and analyzers say */
	char *valgrind; /* in it: what VALGRIND_LIB names */
	int lock;	/* says that the private directory is in use */
};

/* Makes the directories and removes private ones that nobody uses any more. */
int session_open(struct session *session, const char *out, struct error *err);
/* Fills the directory that VALGRIND_LIB names: our tools, and for each of Valgrind's
 * own retread-nested, so that a test which starts Valgrind runs without it. */
int session_link_valgrind(const struct session *session,
	const struct environment *environment, struct error *err);
/* Makes of SESSION one for a test that runs at the same time as others, the NUMBER-th:
 * PART has rings and VALGRIND_LIB of its own. */
int session_divide(const struct session *session,
	const struct environment *environment, unsigned number,
	struct session *part, struct error *err);
/* Whether that happened since the last call. */
bool session_took_nested(const struct session *session);
void session_close(struct session *session);

/* Removes what a recording has of one process: its directory. */
void session_clear_process(const char *directory);
/* Removes the results of an earlier recording, and nothing else. */
void session_clear_results(const struct session *session);

/* ---- recording.c ---- */

/* "yes", "no" */
extern const char *const recording_yes_no[];

struct recording_options {
	struct settings settings;
	uint64_t max_trace_bytes; /* 0: no limit */
	int trace_children;	  /* index into recording_yes_no */
	uint64_t timeout_s;	  /* 0: none */
	double stop_at;		  /* the clock then; 0: never */
	bool has_group; /* the command leads a group of processes, without a terminal */
	/* Names or paths of programs, as patterns; none: all are recorded. */
	struct option_texts programs;
	bool quiet;
};

/* How a recording came out. */
struct recording {
	int exit_code; /* -1 with a signal */
	int signal;
	bool timed_out;
	bool is_stopped;    /* at STOP_AT */
	int interrupted_by; /* a signal that was meant for us; 0: none */
	double seconds;
	double native_seconds; /* without the recorder; 0: not known */
	size_t processes;      /* analysed */
	size_t partial;	       /* of them, known in part */
	size_t lost;	       /* recorded, but not analysed */
	/* Recorded processes that Valgrind stopped because it does not know an
	 * instruction. */
	size_t unknown_instruction;
	size_t linked_statically; /* their malloc could not be replaced */
	int native_exit_code;	  /* known with native_seconds */
	bool is_narrowed;	  /* to programs with a name */
	bool has_complaint;	  /* of Valgrind, about the command itself */
	bool has_nested; /* it started Valgrind itself, which was left out */
	bool has_client; /* the command itself is among what was analysed */
	bool is_begun;	 /* else it was interrupted before */
	struct arguments results; /* their directories; release it */
	char *printed;		  /* free it; NULL: does not matter */
};

/* Returns -1 with ERR filled when the command of TEST could not be started.
 * Notices go to stderr; the command has our stdin, stdout and stderr. */
int recording_run(const struct session *session,
	const struct environment *environment,
	const struct recording_options *options, const struct test *test,
	struct recording *recording, struct error *err);

/* Runs the command of TEST without the recorder and without its output. Returns the
 * seconds it took, 0 if it did not end by itself within TIMEOUT_S (0: no limit), and
 * *EXIT_CODE. *INTERRUPTED_BY is set if Ctrl-C ended it. */
double recording_time(const struct test *test, uint64_t timeout_s,
	int *exit_code, int *interrupted_by);

/* ---- outcome.c ---- */

#define OUTCOME_WHY_BYTES 160

/* No process was recorded, of all or, if IS_NARROWED, of those that were asked for. */
const char *outcome_why_none(bool is_narrowed);

/* Borrows the texts of TEST; what there is to say more is put into WHY. */
struct report_test outcome_of(const struct test *test,
	const struct recording *recording, char why[OUTCOME_WHY_BYTES]);

/* ---- changes.c ---- */

/* Since a commit, in the repository of this directory. All zeros: nothing. */
struct changes {
	struct arguments name; /* of files, from the top of the repository */
	/* Files of which a line of the preprocessor changed, and others that may be
	 * such: with macros of several lines. */
	struct arguments macros;
};

/* Returns 0, or -1 with ERR filled. */
int changes_find(
	struct changes *changes, const char *commit, struct error *err);
void changes_release(struct changes *changes);
/* Adds the source files of C and C++ as --include takes them: "file:src/list.c". */
void changes_add_patterns(
	const struct changes *changes, struct arguments *patterns);
bool changes_is_source(const char *name);

/* When files of the repository of this directory changed last, by git: the newest first;
 * what is not committed has no time, and comes before all. */
struct change_time {
	const char *name;
	int64_t time_s;
};
struct change_times {
	struct arena arena;
	struct change_time *change;
	size_t count, capacity;
};
void change_times_read(struct change_times *times);
/* When the newest source of INPUTS changed; INT64_MIN: long ago. */
int64_t change_times_newest(
	const struct change_times *times, const struct report_inputs *inputs);
void change_times_release(struct change_times *times);

bool changes_is_header(const char *name);
bool changes_has_macros(const struct changes *changes, const char *name);

/* ---- record.c, for wrap.c, too ---- */

struct record_options {
	const char *verb; /* for messages */
	const char *out;
	const char *tests;
	const char *shard;	   /* "3/8"; NULL: all tests */
	const char *plan;	   /* a file; NULL: tests cost the same */
	const char *changed_since; /* NULL: all is analysed */
	struct changes changes;	   /* since then */
	struct arguments patterns; /* of the source files in them */
	struct arguments kept;	   /* names of tests that they do not touch */
	uint64_t jobs;		   /* tests at once; 0: one a processor */
	uint64_t budget_s;	   /* 0: none */
	uint64_t
		prove_s; /* for proofs and the recording; 0: nothing is proved */
	struct recording_options recording;
	bool skip_unsupported;
	bool native;
	bool tap;		      /* all tests print it */
	struct option_texts exit_map; /* "A=B" */
	bool strict;
	bool append;
	bool quiet;
	bool verbose;
	const char *cache;   /* directory; NULL: none */
	const char *resumed; /* a cache of this shard alone; NULL: none */
	struct option_texts cache_variables; /* patterns */
	bool then_report; /* the next command comes without being named */
};

/* What is common to the commands of one `record`. */
struct record_run {
	const struct record_options *options;
	struct environment environment;
	struct session session;
	struct manifest *manifest;
	size_t recorded;   /* processes */
	size_t failed;	   /* commands */
	size_t nested;	   /* commands that started Valgrind */
	size_t complaints; /* commands of which Valgrind said something */
	size_t incomplete;
	size_t lost; /* of them, not analysed */
	int interrupted_by;
	unsigned at_once; /* tests; 0: the only one */
	double began;
	double seconds, native_seconds; /* of those known without, too */
	struct cached *cache, *resumed; /* NULL: none */
	size_t taken;			/* tests, from them */
	size_t left;			/* tests after this one */
	struct report outcomes;		/* of tests; nothing else is in it */
	struct report before;		/* the same of the recording before */
};

/* Options of both, whose fields are those of a struct record_options. */
extern const struct option_set record_common;

/* Takes the options of record, or of `retread -- CMD`: see options_start. */
bool record_parse(struct record_options *chosen, int argc, char **argv,
	struct operands *operands, int *status);

/* Opens what RUN needs. Returns an exit code, having said why. */
int record_begin(struct record_run *run);
/* Records the only one of TESTS, or the list. Returns an exit code. */
int record_tests(const struct record_options *options,
	const struct tests *tests, bool is_list);
void record_release(struct record_options *chosen);

/* ---- one_test.c, for wrap.c, too ---- */

/* Can the program of COMMAND be recorded? If not, returns the exit code and says
 * why, as ERR does. That it has no debug information is said unless IS_KNOWN. */
int record_check_program(const struct record_options *options,
	const char *command, bool is_known, struct error *err);
/* "NAME: exit code 0, 1 process recorded, 0.1 s" */
void record_print_end(const struct recording *recording, const char *name);
void record_print_notes(const struct recording *recording);
/* The results of TEST, if they are kept from before; texts of OUTCOME are in ARENA. */
bool record_find_kept(struct record_run *run, const struct test *test,
	struct arena *arena, struct report_test *outcome);
/* Counts them. POSITION is that of TEST in the list: "[3/7] ". */
void record_take_kept(struct record_run *run, const struct test *test,
	const char *position, const struct report_test *outcome);
/* Runs TEST and keeps its results where that is wanted. Returns 0, or -1 with ERR
 * filled. */
int record_perform(const struct record_run *run, const struct session *session,
	const struct test *test, struct recording *recording,
	struct error *err);
/* Counts and prints what came of that, and releases RECORDING. Returns an exit code. */
int record_conclude(struct record_run *run, const struct test *test,
	const char *position, struct recording *recording, struct error *err);
/* All of that. */
int record_record_test(
	struct record_run *run, const struct test *test, const char *position);
/* TEST was not run, for WHY. */
void record_keep_missed(struct record_run *run, const struct test *test,
	enum report_outcome outcome, const char *why);

/* ---- summary.c ---- */

/* How all TESTS came out, and by how much they were slower: where --native did not measure
 * it, the longest is run once more. */
void record_print_outcomes(struct record_run *run, const struct tests *tests);
/* What is left to do for whoever ran it. */
void record_print_next(const struct record_run *run);

/* ---- jobs.c ---- */

/* Records all of TESTS, as long as nobody interrupts; as many at once as is wished. What
 * comes of them is counted and printed in their order. */
void record_list(struct record_run *run, const struct tests *tests);

/* ---- proving.c ---- */

/* ARGV with "--prove" or "--prove TIME" as one word, before the command; MAY_END: or at its
 * end. Free what is returned, and *OPTION. */
char **record_move_prove(int *argc, char **argv, bool may_end, char **option);
/* Proves what was found, in what is left of the time since BEGAN, of clock_spent(). Returns
 * an exit code: CLI_GATE if something grows. */
int record_prove(const struct record_options *options, double began);

/* ---- budget.c ---- */

/* When the next test is stopped; 0: never. */
double record_stop_time(const struct record_run *run);
/* Whole seconds that a run without the recorder may take; 0: any. */
uint64_t record_native_limit(const struct recording_options *how);

/* A test that waits for its turn. */
struct waiting_test {
	const struct test *test;
	double seconds; /* that it took before, or tests do */
	size_t round;	/* tests of its program before it */
	int64_t code;	/* bytes of its program; 0: a script, of any programs */
};

/* The order of TESTS: as they are, but with a time budget so that most is seen first. Free
 * it. */
struct waiting_test *record_order_tests(
	const struct record_run *run, const struct tests *tests);

/* ---- shard.c ---- */

/* Records those of TESTS that OPTIONS say are of this shard; the others are removed.
 * Returns an exit code. */
int record_shard(const struct record_options *options, struct tests *tests);

/* ---- cached.c ---- */

/* Results in DIRECTORY (borrowed) by what tests depend on; IS_RESUMED: of this very
 * shard, for which that cannot have changed. NULL for NULL. */
struct cached *cached_new(const struct environment *environment,
	const struct record_options *options, const char *directory,
	bool is_resumed);
/* The same for runs that COMMON, which is copied, says all of that is not of the test;
 * VARIABLES are patterns. */
struct cached *cached_new_of(const char *common, const char *directory,
	const struct option_texts *variables);
void cached_free(struct cached *cached);
/* TEST is the one from now on. CACHED may be NULL. */
void cached_begin(struct cached *cached, const struct test *test);
/* Are its results kept? Then they are in SESSION now, and OUTCOME, whose texts are in
 * ARENA, says how it came out. */
bool cached_take(struct cached *cached, const struct session *session,
	struct arena *arena, struct report_test *outcome);
/* Keeps the results of TEST, which was not taken, unless they depend on what nobody
 * knows. */
void cached_keep(struct cached *cached, const struct test *test,
	const struct recording *recording, const struct report_test *outcome);

/* The same for results in one folder, whose path ends so. CACHED may be NULL. */
#define CACHED_FOLDER "grow/1"
bool cached_take_folder(struct cached *cached, const char *to);
void cached_keep_folder(
	struct cached *cached, const struct test *test, const char *folder);

/* ---- unchanged.c ---- */

/* Removes from TESTS, and adds to KEPT by name, those whose results in the directory OUT
 * hold, as CHANGES touch nothing that they executed or read. Other results there are
 * removed. */
void unchanged_select(struct arguments *kept, struct tests *tests,
	const char *out, const struct changes *changes);
/* Whether CHANGES may touch any of the COUNT runs of INPUTS, whatever those say. */
bool changes_concern_all(const struct changes *changes,
	const struct report_inputs *inputs, size_t count);
/* TEST may be NULL. */
bool unchanged_keeps(const struct arguments *kept, const char *test);

/* ---- finish.c ---- */

/* Goes through RINGS, whose analyzers have ended. CLIENT is the process whose
 * end RECORDING tells; the rest of RECORDING is filled in here. */
void finish_keep_results(const struct session *session,
	const struct rings *rings, pid_t client, struct recording *recording);

/* What Valgrind said of processes that have no result, to stderr. */
void finish_print_logs(const struct session *session);

/* ---- manifest.c ---- */

/* TESTS: the list the commands came from, or NULL. */
struct manifest *manifest_new(const struct environment *environment,
	const struct recording_options *options, const char *tests);
void manifest_free(struct manifest *manifest);

/* Keeps the commands that the manifest at PATH has: all of them, or if ONLY is not NULL
 * those of these tests. */
void manifest_keep(struct manifest *manifest, const char *path,
	const struct arguments *only);
void manifest_add(struct manifest *manifest, const struct test *test,
	const struct report_test *outcome);
int manifest_write(
	struct manifest *manifest, const char *path, struct error *err);
/* Writes it unless PATH is there already: of many recordings into one
 * directory the first speaks. */
void manifest_write_first(struct manifest *manifest, const char *path);

#endif
