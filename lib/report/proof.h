/* SPDX-License-Identifier: MIT
 * What `retread prove` has found out about a finding, read from its proof.json
 * (doc/retread-proof-1.schema.json). */
#ifndef RETREAD_LIB_REPORT_PROOF_H
#define RETREAD_LIB_REPORT_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;
struct report_proof;

/* Costs at one size. */
struct proof_row {
	uint64_t bytes; /* of input, or whatever the size is */
	uint64_t count; /* executions of the place */
	uint64_t
		typical; /* with an ordinary input of that size; 0: not known */
	uint64_t total, total_typical;	   /* all edges; 0: not known */
	const char *input, *typical_input; /* files; NULL: none */
};

struct proof_place {
	const char *function, *file; /* NULL: not known */
	unsigned line;
};

/* The law of a line. */
struct proof_line {
	struct proof_place place;
	const char *model;
	double degree; /* 0: does not grow */
	uint64_t most; /* executions at any size */
};

struct proof_texts {
	const char **text;
	size_t count;
};

struct proof_result {
	const char *verdict;  /* "grows", "bounded", "not-shown" */
	bool is_steep;	      /* it grows faster than n log n */
	const char *sentence; /* "grows as n^2 for n = 19..2305" */
	/* Of a proof from tests, by their argument and by the cells that calls
	 * used; NULL: none. */
	const char *by_argument, *by_cells;
	struct proof_texts command; /* of the target */
	const char *model, *rival;  /* NULL: none */
	const char *total_model;    /* of all edges; NULL: not known */
	struct proof_texts left;    /* models that may be the law */
	const char *pattern, *typical_pattern; /* NULL: none */
	const char *generator;		       /* a script; NULL: none */
	const char *size_unit, *count_unit;    /* of rows */
	double degree, low, high;	       /* all 0: does not grow */
	double error, rival_error;
	uint64_t from, to;   /* sizes that the law is measured for; 0: none */
	uint64_t limit;	     /* the size where it ends; 0: none */
	uint64_t one_second; /* bytes; 0: not known */
	uint64_t execs, families; /* what it took; 0: not known */
	bool is_of_tests;	  /* not of inputs */
	bool is_exact, is_noisy, is_partial;
	struct proof_place place;
	struct proof_row *row;
	size_t row_count;
	struct proof_line *line; /* the steepest first */
	size_t line_count;
};

/* Reads FOLDER/proof.json. Files of inputs are named from FOLDER, wherever it was
 * when they were written. NULL with ERR filled: there is none, or it is damaged. */
struct proof_result *proof_read(
	struct arena *arena, const char *folder, struct error *err);

/* What a report says of it. Borrows PROOF's texts. */
struct report_proof proof_summary(const struct proof_result *proof);

#endif
