/* SPDX-License-Identifier: MIT
 * Experiments: one test, some knobs, several sizes, and the lines whose counts grow faster
 * than the data. */
#ifndef RETREAD_FUZZ_PERF_GROW_EXPERIMENT_H
#define RETREAD_FUZZ_PERF_GROW_EXPERIMENT_H

#include <stdio.h>

#include "fuzz-perf/grow/count.h"
#include "fuzz-perf/grow/knobs.h"
#include "fuzz-perf/grow/serve.h"
#include "lib/growth/law.h"

struct option_texts;
struct report_inputs;

#define EXPERIMENT_KNOBS_MAX   256
#define EXPERIMENT_OBJECTS_MAX 64

#define GROWN_CALLERS_MAX 4
struct grown_caller {
	struct grow_place place;
	uint64_t count; /* calls in the largest run */
};
struct grown_callers {
	struct grown_caller caller[GROWN_CALLERS_MAX];
	size_t count;
};

/* What a line grows as that is produced; WHAT NULL: it grows faster than all that is. */
struct grown_output {
	const char *what; /* "bytes written" */
	double degree;	  /* of the line's count, in that */
};

/* A line of code that grows. */
struct grown_line {
	struct grow_place place;
	uint64_t address; /* in its function */
	bool is_test_code;
	struct grown_output output;
	const char *callee; /* that touches so many bytes; NULL: executions */
	const struct count_edge *edge; /* that is executed most */
	struct law law;
	const struct grow_code *code;
	const struct grow_function *function; /* NULL: not known */
	/* Of the function, if it calls itself: calls, and those with the arguments of
	 * one before. */
	uint64_t calls, repeats;
	bool is_recursive;	      /* the function is, perhaps by others */
	uint64_t allocations;	      /* by the function in the largest run */
	struct grown_callers callers; /* of its function */
	double share; /* of what the largest run does more than the smallest */
};

struct grown_lines {
	struct grown_line *line;
	size_t count, capacity;
};

/* A function that grows. */
struct grown_known {
	const char *function, *file;
	double degree;
};

/* Smaller sizes say little: tables of ten entries are one. */
#define EXPERIMENT_START_MIN 8
/* Of a run beyond the first sizes, and of a first run for each time that it is larger. */
#define EXPERIMENT_WORTH_SECONDS  3.0
#define EXPERIMENT_SCREEN_SECONDS 0.5
/* Work that is never done. */
#define EXPERIMENT_ENDLESS (UINT64_MAX / 2)

/* What a run costs besides, in executions of branches, and one in which none is counted. */
#define EXPERIMENT_RUN_WORK    1000000
#define EXPERIMENT_NATIVE_WORK 200000
/* Of a run that is to show whether anything bends, and need not be so large. */
#define EXPERIMENT_DEAR_WORK (4 * EXPERIMENT_RUN_WORK)

struct experiments {
	const struct grow_knobs *knobs;
	const char *directory; /* for settings and what runs leave */
	struct count_limits limits;
	struct count_servers servers;
	double end; /* of the CPU time there is */
	/* Executions of branches in all runs, and so many more for each, as it costs. It is
	 * not time, so that the same is tried on any machine. */
	uint64_t work;
	uint64_t screen_work; /* of that for what has shown nothing yet */
	size_t untried;	      /* knobs that there was no such time for */
	FILE *out;	      /* an experiment is a line of JSON */
	struct counts counts; /* run 0: the test as it is */
	/* Objects of which lines were asked for. */
	struct grow_code *code[EXPERIMENT_OBJECTS_MAX];
	const struct option_texts
		*changed; /* only what touches these is grown */
	bool is_screened; /* what is known by one test is not shown by others */
	bool is_smaller;  /* what could be larger is made smaller */
	bool is_slow;	  /* larger sizes of what is tried took too long */
	const bool
		*is_left_out;	/* of knobs, by index: not now; NULL: none is */
	const char *known_file; /* of programs that were grown before; NULL */
	/* By function of the code: a test that does not end by itself when it runs alone;
	 * NULL: none is known. */
	bool *is_refused;
	struct arena arena;
	struct grown_known *known; /* functions that grow in some experiment */
	size_t known_count, known_capacity;
	size_t run_total, done;
	size_t line_total; /* that grow, in all experiments */
};

/* One setting of one test, at several sizes. */
struct experiment {
	const struct grow_function *test; /* NULL: the whole program */
	/* Tests that were grown at once; NULL: one is. */
	const struct grow_function *const *together;
	size_t together_count;
	struct grow_choice choice[EXPERIMENT_KNOBS_MAX];
	size_t choice_count;
	/* Of each run of the counts: the value of the first knob, the data made, and
	 * whether it counts for laws. */
	uint64_t value[COUNT_RUNS_MAX];
	double size[COUNT_RUNS_MAX];
	bool is_used[COUNT_RUNS_MAX];
	/* The run that does only the repetitions with the largest numbers of the largest run, with the
	 * same numbers; 0: none. */
	size_t last_alone;
	size_t again; /* the run that does the one before it again; 0: none */
	uint64_t
		least_more; /* executions by which a line must differ to be news */
	char note[256];	    /* where it ended: "ends at 400: SIGSEGV" */
	bool is_too_long;  /* a run was, or would be */
	bool is_product;   /* of sizes none of which shows anything alone */
	bool is_run_again; /* for one more count, not for a law */
	size_t line_count; /* that grow, once it was done */
};

/* Degree of the last increments: n log n has less. */
#define EXPERIMENT_BENDS 1.3
/* The same of what may double with each step. */
#define EXPERIMENT_STEEP_DEGREE 5

/* Knobs by what can be set together: loops and calls (rank 0), each way to make a text
 * longer, numbers, and files. */
#define EXPERIMENT_RANK_INT  7
#define EXPERIMENT_RANK_FILE 8
#define EXPERIMENT_RANKS     0x1ffu

/*--- joint.c ---*/

/* Adds KNOB to those of EXPERIMENT that are set together, unless it is one more number of a call
 * that takes nothing else: their product is what is asked for. */
void experiment_add_together(
	struct experiment *experiment, const struct grow_knob *knob);
/* Does an experiment with all loops, numbers and arrays of TEST at once, if they are
 * several that were not. */
int experiments_join(struct experiments *experiments,
	const struct grow_function *test, struct error *err);

/*--- screen.c ---*/

/* Does experiments with those of the COUNT tests of which something grows when all are
 * larger at once. The first run is that of the whole program. */
int experiments_screen(struct experiments *experiments,
	const struct grow_function *const *test, size_t count,
	struct error *err);

/* Runs TEST (NULL: the whole program) as it is, as the first run. A test that does not end by
 * itself without the others is named on standard error, once, and left as it is: *IS_REFUSED.
 * Returns 0, or -1 with ERR filled if nothing can be run. */
int experiments_begin(struct experiments *experiments,
	const struct grow_function *test, bool *is_refused, struct error *err);
/* Does experiments with TEST, which is the first run, by knobs of RANKS. */
int experiments_go_on(struct experiments *experiments,
	const struct grow_function *test, unsigned ranks, struct error *err);
/* Does both. */
int experiments_do(struct experiments *experiments,
	const struct grow_function *test, unsigned ranks, struct error *err);
void experiments_release(struct experiments *experiments);

/*--- plan.c ---*/

/* Whether TEST executes KNOB's place, in the first run. What other tests have that it calls
 * is grown with those. */
bool experiments_reach(const struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob *knob);
/* Whether KNOB is worth a run: formats of what is printed are not. */
bool experiments_can_use(
	const struct experiments *experiments, const struct grow_knob *knob);
/* Of knob I: what can be set together with it. */
unsigned experiments_rank(const struct grow_knobs *knobs, size_t i);
/* Whether anything is executed more often in the second run than in the first. */
bool experiments_have_changed(const struct experiments *experiments);
/* Whether the command names a file, or reads one. */
bool experiments_have_files(const struct experiments *experiments);
/* Whether an edge is neither the system's nor the agent's, whose code is in no file. */
bool experiments_is_of_subject(
	const struct counts *counts, const struct count_edge *edge);
/* Whether FUNCTION leads to another test: it may be a runner only. */
bool experiments_is_runner(const struct experiments *experiments,
	const struct grow_function *function);

/* Whether the CPU time for all that is run is used up. */
bool experiments_are_over(const struct experiments *experiments);

/* Forgets all runs but the first. */
void experiments_keep_base(struct experiments *experiments);
/* How often the loop of KNOB went on in run RUN, perhaps by code that was moved. */
uint64_t experiments_rounds(const struct experiments *experiments,
	const struct grow_knob *knob, size_t run);
/* Runs EXPERIMENT's setting as it stands. */
int experiment_run(struct experiments *experiments,
	struct experiment *experiment, struct error *err);
/* The same in a time that is bounded by what the first run took, to see whether anything
 * changes. */
int experiment_run_look(struct experiments *experiments,
	struct experiment *experiment, struct error *err);
/* Runs it with all knobs FACTOR times as large, in a time that is bounded by what the first
 * run took. *GOES_ON: it ended by itself. */
int experiment_run_screen(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor, bool *goes_on,
	struct error *err);
/* Runs it with its knobs as they are set. *GOES_ON: it ended by itself. */
int experiment_run_choices(struct experiments *experiments,
	struct experiment *experiment, bool *goes_on, struct error *err);
/* Runs it with all knobs larger by so many STEPS of a small number. */
int experiment_run_steps(struct experiments *experiments,
	struct experiment *experiment, uint64_t steps, bool *goes_on,
	struct error *err);
/* The data that EXPERIMENT made in run RUN. */
double experiment_measure(const struct experiments *experiments,
	const struct experiment *experiment, size_t run);
/* Sets its knobs as in run RUN. */
void experiment_set_again(struct experiment *experiment, size_t run);
/* Runs it with all knobs TO / FROM times as large as they are. */
int experiment_run_scaled(struct experiments *experiments,
	struct experiment *experiment, uint64_t from, uint64_t to,
	bool *goes_on, struct error *err);
/* Runs it natively with all knobs FACTOR times as large (0: by the least step), for how that
 * ends. */
int experiment_rehearse(struct experiments *experiments,
	struct experiment *experiment, uint64_t factor,
	enum count_outcome *outcome, struct error *err);
/* Runs it at several sizes and writes what grows. */
int experiment_do(struct experiments *experiments,
	struct experiment *experiment, struct error *err);
/* Whether there is a run with all knobs FACTOR times as large. */
bool experiment_has_run(const struct experiments *experiments,
	const struct experiment *experiment, uint64_t factor);
/* How a run ended that cannot be used. */
const char *experiment_outcome_name(const struct count_run *run);

/*--- sizes.c ---*/

/* Whether there is so much work for the program, and no more. */
bool experiments_have_end(const struct experiments *experiments);
/* Runs EXPERIMENT at the first sizes; then, if something bends, at sizes between and beyond, as
 * long as they are cheap. */
int experiment_run_sizes(struct experiments *experiments,
	struct experiment *experiment, struct error *err);

/*--- inputs.c ---*/

/* Fills INPUTS with what the first run depended on. Texts are in ARENA. */
void experiments_find_inputs(struct experiments *experiments,
	struct arena *arena, struct report_inputs *inputs);
/* Whether the first run executed or read one of the files CHANGED, named as git does; so
 * it is if there are none. */
bool experiments_are_touched(
	struct experiments *experiments, const struct option_texts *changed);

/*--- lines.c ---*/

/* The code of object NUMBER of the counts; NULL: it cannot be read, or is the system's. */
const struct grow_code *experiments_code(
	struct experiments *experiments, uint32_t number);

/* The largest run that counts; 0: none. */
size_t experiment_find_largest(
	const struct experiment *experiment, size_t runs);
/* Fills LINES with those that are steep. Free them. */
void experiment_find_lines(struct experiments *experiments,
	const struct experiment *experiment, struct grown_lines *lines);

/* Runs it as in run LAST, with the tool's option ARGUMENTS, and fills RUN only. */
int experiment_run_again(struct experiments *experiments,
	struct experiment *experiment, size_t last, const char *arguments,
	struct count_run *run, struct error *err);

/* What an edge is counted for. */
struct edge_work {
	struct grow_place place;
	uint64_t address; /* in the function of PLACE */
	const char
		*callee; /* the library's function that is called; NULL: none */
};
/* Whether EDGE of CODE has a line, which stubs have not, and is not the search for memory,
 * which nobody is to blame for. */
bool experiment_find_work(const struct counts *counts,
	const struct grow_code *code, const struct count_edge *edge,
	struct edge_work *work);
/* The function of a library that is called at ADDRESS. False: it is not known. */
bool experiment_read_callee(
	const struct grow_code *code, uint64_t address, const char **callee);

/*--- series.c ---*/

/* The runs that count, by size, with the cost that COST gives each; of equal sizes the
 * first. */
void experiment_make_series(const struct experiment *experiment,
	const uint64_t *cost, size_t runs, struct law_series *series);
/* By how much a cost grows from the second last size to the last. */
double experiment_last_ratio(const struct law_series *series);
/* Whether SERIES is steeper than n log n, perhaps only from some size on: the smallest
 * are often done in another way. */
bool experiment_find_law(const struct law_series *series, struct law *law);
/* The degree by which the last counts of EDGE go up with the sizes of EXPERIMENT; 0: they
 * do not, or are few. */
double experiment_degree(const struct experiment *experiment,
	const struct count_edge *edge, size_t runs);

/*--- inlined.c ---*/

/* Calls in run RUN, by code that is not the test's, of functions of the test that return nothing
 * and were inlined into the function of CODE around ADDRESS. */
uint64_t experiment_count_inlined(const struct experiments *experiments,
	const struct grow_code *code, uint64_t address, size_t run);

/*--- output.c ---*/

/* Whether EDGE grows only as what the test prints, keeps or asks for, or what is handed to
 * its callbacks. */
struct grown_output experiment_find_output(
	const struct experiments *experiments,
	const struct experiment *experiment, const struct count_edge *edge);

/*--- known.c ---*/

/* Whether a line bends upwards by more than DEGREE (0: as what is faster than n log n)
 * that is in no function of which as much is known by another experiment. */
bool experiments_have_news(struct experiments *experiments,
	const struct experiment *experiment, double degree);
void experiments_read_known(struct experiments *experiments);
/* Takes note of the functions of LINES. */
void experiments_know(
	struct experiments *experiments, const struct grown_lines *lines);
/*--- recomputed.c ---*/

int experiment_find_recomputed(struct experiments *experiments,
	struct experiment *experiment, struct grown_lines *lines,
	struct error *err);

/*--- callers.c ---*/

/* Adds the functions that the code at ADDRESS, which runs COUNT times, is inlined into. */
void experiment_add_inlined(const struct grow_code *code, uint64_t address,
	uint64_t count, struct grown_callers *callers);
void experiment_find_callers(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last, struct grown_callers *callers);
/* If *PLACE, of *ADDRESS, is in a header of the system, as templates are, both become those of
 * the call, by code that is not, that leads there most often. */
void experiment_leave_headers(const struct counts *counts,
	const struct grow_code *code, uint64_t *address,
	struct grow_place *place);
/* Whether FUNCTION is among what it calls, or what that calls, in run LAST. */
bool experiment_is_recursive(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last);
/* How often FUNCTION itself asks for memory in run LAST. */
uint64_t experiment_count_allocations(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t last);
double experiment_share(const struct counts *counts,
	const struct grow_code *code, const struct grow_function *function,
	size_t first, size_t last);

/*--- experiment_write.c ---*/

/* Writes how many knobs there was no time for. */
int experiment_write_untried(
	const struct experiments *experiments, struct error *err);
int experiment_write(const struct experiments *experiments,
	const struct experiment *experiment, const struct grown_lines *lines,
	struct error *err);

#endif
