/* SPDX-License-Identifier: MIT
 * What experiments have shown, one function with lines that grow after the other. */
#ifndef RETREAD_CLI_GROW_CAUSES_H
#define RETREAD_CLI_GROW_CAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/memory.h"

#define GROWN_FOLDER "grow" /* of results */

struct error;
struct report;
struct report_finding;

/* A line of JSON of retread-growth, and what is in it. */
struct grown_knob {
	const char *id, *what;
};

struct grown_size {
	uint64_t value, size, written, cells;
	double seconds;
	const char *outcome;
	bool is_used;
};

struct grown_call {
	const char *file, *function;
	unsigned line;
	/* Calls at the largest size; 0: the code is inlined there, and they are not
	 * known. */
	uint64_t count;
};

struct grown_place {
	const char *file, *function, *law;
	const char *callee; /* that touches COUNT bytes; NULL: executions */
	unsigned line;
	bool is_test_code, is_output, is_exact;
	bool is_recursive; /* calls itself, perhaps by others */
	const char
		*output; /* what it grows as, "bytes written"; NULL: faster */
	double output_degree; /* in that */
	double degree, share;
	uint64_t allocations;	 /* by the function at the largest size */
	uint64_t calls, repeats; /* of a function that calls itself */
	struct grown_call *caller;
	size_t caller_count;
	uint64_t *count;
	size_t run_count;
};

struct grown_experiment {
	const char *program, *test, *unit, *note;
	const char *test_file, *directory; /* where COMMAND was run */
	const char **command;
	size_t command_count;
	const char **
		together; /* tests that were grown at once, without any effect */
	size_t together_count;
	bool is_product; /* of sizes none of which shows anything alone */
	unsigned test_line;
	struct grown_knob *knob;
	size_t knob_count;
	struct grown_size *size;
	size_t size_count;
	struct grown_place *place;
	size_t place_count;
	uint64_t
		untried; /* knobs of PROGRAM that there was no time for; 0: it is
			   * an experiment */
};

/* One function that grows, with its line that is executed most, in the experiment where it
 * grows fastest. */
struct grown_cause {
	const struct grown_experiment *experiment;
	const struct grown_place *place;
	size_t lines; /* of the function that grow there */
	size_t experiments;
	bool is_raised; /* before what it calls */
	/* The function that grows alike and in whose loop it is called, with as much to
	 * do each time; NULL: none. */
	const struct grown_place *caller;
	/* What it walks, in what was recorded to see that; NULL: nothing. */
	const struct report_finding *walk;
	struct report *recorded; /* shared by the causes of one experiment */
	/* It is no more than the product of sizes that grow at once, and nothing is walked
	 * again. */
	bool is_product;
};

struct grown_causes {
	struct arena arena;
	const char **program; /* that was grown, each once */
	size_t program_count, program_capacity;
	struct grown_cause *cause;
	size_t count, capacity;
	size_t experiments, silent, runs;
	uint64_t untried; /* knobs, of UNTRIED_PROGRAMS */
	size_t untried_programs;
	double seconds;
};

/* Whether the function works out what it has worked out before. */
bool grown_place_is_recomputed(const struct grown_place *place);
/* "n^1.5 in cells filled", of what grows as its output does. */
const char *grown_place_describe_output(
	struct arena *arena, const struct grown_place *place);
/* Whether the cause is worth a look: code under test that does more than what is produced
 * or asked for, and not for the loop of another, nor for one size times another. */
bool grown_cause_counts(const struct grown_cause *cause);
/* NAME without template arguments. */
const char *grown_name_short(struct arena *arena, const char *name);
/* Executions, or bytes, at the largest size. */
uint64_t grown_place_last(const struct grown_place *place);

/* Adds what the file PATH has. Returns 0, or -1 with ERR filled; a last line that is not
 * whole is of a run that was killed, and left out. */
int grown_causes_read(
	struct grown_causes *causes, const char *path, struct error *err);
/* The fastest growing ones first; of those that grow alike what calls the others. Again if
 * their recordings have made some of them worth less. */
void grown_causes_sort(struct grown_causes *causes);
/* Records what needs it, until IS_OVER, to say what is walked; the results are in
 * DIRECTORY. Returns the number of the signal that ended it, or 0. */
int grown_causes_explain(struct grown_causes *causes, const char *directory,
	bool (*is_over)(const void *closure), const void *closure);
/* As findings, in DIRECTORY. Returns 0, or -1 with ERR filled. */
int grown_causes_write(
	struct grown_causes *causes, const char *directory, struct error *err);
void grown_causes_print(struct grown_causes *causes, FILE *out);
void grown_causes_release(struct grown_causes *causes);

#endif
