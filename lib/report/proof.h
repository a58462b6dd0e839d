/* SPDX-License-Identifier: MIT
 * proof.json: what `retread prove` has found out
 * (doc/retread-proof-1.schema.json). */
#ifndef RETREAD_LIB_REPORT_PROOF_H
#define RETREAD_LIB_REPORT_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/growth/law.h"

struct arena;
struct error;
struct json_value;
struct rows;

/* "not-shown", "bounded", "grows"; then NULL. */
extern const char *const proof_verdict_names[];

/* How firmly a proof stands, from the least. */
enum proof_evidence {
	PROOF_BY_NOTHING, /* not shown */
	PROOF_BY_BOUND,	  /* nothing grew but what is walked */
	PROOF_BY_SEARCH,  /* a law at sizes that a search, or a test, came to */
	PROOF_BY_FIT,	  /* a law at sizes that were chosen for it */
	PROOF_BY_DIFFERENCES, /* one polynomial, to the last digit */
};

/* "not-shown", "bounded", "search", "fitted", "exact"; then NULL. */
extern const char *const proof_evidence_names[];

/* Texts may be NULL: not known; numbers may be 0: the same. */
struct proof_law {
	enum proof_verdict verdict;
	const char *sentence;	  /* "grows as n^2 for n = 19..2305" */
	const char *model;	  /* "n^2"; "": none */
	double degree, low, high; /* all 0: does not grow */
	const char **left;	  /* models that may be the law */
	size_t left_count;
	bool is_exact, is_limited;
	double base; /* of an exponential law: factor for each unit more */
	const char *rival;
	double error, rival_error;
	/* Costs over repetitions. All 0: not known. */
	struct growth_model fit, rival_fit;
};

/* A law and the counts that show it, of a proof from tests. */
struct proof_curve {
	struct proof_law law;
	uint64_t *size, *count;
	size_t size_count, count_count;
};

struct proof_place {
	const char *kind; /* "edge", "reads"; "all edges": none in particular */
	const char *function, *file;
	unsigned line, column;
	unsigned from_line; /* of the block that an edge leaves */
};

/* The law of a line. */
struct proof_line {
	struct proof_place place;
	enum proof_verdict verdict;
	const char *model;
	double degree; /* 0: does not grow */
	bool is_exact;
	uint64_t most; /* executions at any size */
};

/* Costs at one size. */
struct proof_row {
	uint64_t bytes;	      /* of input, or whatever the size is */
	uint64_t repetitions; /* that make it; 0: the size is what n is */
	uint64_t count;	      /* executions of the place */
	uint64_t total;	      /* of all edges; 0: not known */
	/* With an ordinary input of that size; 0: not known. */
	uint64_t typical, total_typical;
	const char *input, *typical_input; /* files; NULL: none */
};

struct proof_result {
	const char *kind;    /* "tests"; NULL: of inputs */
	const char *finding; /* its id */
	/* Where the command is run, and the file that is its input then, whatever
	 * its words are. NULL: anywhere. */
	const char *directory, *input_place;
	const char **command; /* of the target */
	size_t command_count;
	struct proof_law law;
	bool is_steep;	     /* it grows faster than n log n */
	bool is_noisy;	     /* runs of one input differ */
	bool is_searched;    /* its sizes were not chosen, as above */
	uint64_t from, to;   /* sizes that the law is measured for */
	uint64_t limit;	     /* the size where it ends */
	uint64_t one_second; /* the size at which the program works so long */
	struct proof_place place;
	const char *total_model; /* of all edges */
	struct proof_line *line; /* the steepest first */
	size_t line_count;
	const char *size_unit, *count_unit; /* of rows; never NULL when read */
	struct proof_row *row;
	size_t row_count;
	const char *pattern, *typical_pattern; /* of inputs */
	const char *generator;		       /* a script */
	/* Of a test that was grown in place: what was changed, which knobs were set
	 * (retread-knobs), and the test that was run alone; NULL: none. */
	const char *change, *only;
	const char **knob, **knob_place; /* "test_list.c:82"; "": nowhere */
	size_t knob_count, knob_place_count;
	/* Of tests. */
	const char *argument; /* that was varied */
	bool is_more_data;    /* it is steep by the argument alone */
	const struct proof_curve *by_argument, *by_cells;
	/* What it took. */
	bool has_pieces; /* not only copies were tried */
	bool is_partial; /* the budget or a signal ended it */
	uint64_t families, execs, edges, work, seed;
};

/* The members of proof.json, for its schema. */
extern const struct rows proof_rows;

bool proof_is_of_tests(const struct proof_result *proof);

/* Reads FOLDER/proof.json. Files of inputs are named from FOLDER, wherever it was
 * when they were written. NULL with ERR filled: there is none, or it is damaged. */
struct proof_result *proof_read(
	struct arena *arena, const char *folder, struct error *err);

/* As proof.json has it, without what stands in rows. Free it with json_free. */
struct json_value *proof_make_value(const struct proof_result *proof);

enum proof_evidence proof_evidence(const struct proof_result *proof);

/* Below 0: A says less than B. What is steep says most, then evidence does. */
int proof_compare(const struct proof_result *a, const struct proof_result *b);

/* Makes the place for PROOF, a folder, among those in FOLDER: FOLDER itself, from
 * where another proof is moved to FOLDER/other, or a folder in there if *STRONGER,
 * which is in ARENA, is in FOLDER. Free it. NULL: ERR is filled. */
char *proof_make_place(const struct proof_result *proof, const char *folder,
	const struct proof_result **stronger, struct arena *arena,
	struct error *err);

/* The weaker proofs of FOLDER, from NUMBER 1 on. NULL: there is none. */
const struct proof_result *proof_read_other(
	struct arena *arena, const char *folder, size_t number);

/* Writes FOLDER/proof.json, and the same to OUT unless that is NULL. */
int proof_write(const struct proof_result *proof, const char *folder, FILE *out,
	struct error *err);

#endif
