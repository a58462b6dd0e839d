/* SPDX-License-Identifier: MIT
 * What `retread prove` has found out about a finding, read from its proof.json. */
#ifndef RETREAD_VIZ_PROOF_H
#define RETREAD_VIZ_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;

/* Costs at one size. */
struct proof_row {
	uint64_t bytes; /* of input */
	uint64_t count; /* executions of the place */
	uint64_t
		typical; /* with an ordinary input of that size; 0: not known */
	const char *input, *typical_input; /* files; NULL: none */
};

struct proof_place {
	const char *function, *file; /* NULL: not known */
	unsigned line;
};

struct proof_result {
	const char *verdict; /* "grows", "bounded", "not-shown" */
	const char *sentence, *model, *rival;
	const char *pattern;	  /* NULL: none */
	double degree, low, high; /* all 0: does not grow */
	double error, rival_error;
	uint64_t one_second; /* bytes; 0: not known */
	bool is_partial;
	struct proof_place place;
	struct proof_row *row;
	size_t row_count;
};

/* Reads FOLDER/proof.json. Files of inputs are named from FOLDER, wherever it was
 * when they were written. NULL with ERR filled: there is none, or it is damaged. */
struct proof_result *proof_read(
	struct arena *arena, const char *folder, struct error *err);

#endif
