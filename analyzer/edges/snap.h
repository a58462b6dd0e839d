/* SPDX-License-Identifier: MIT
 * Runs a program under the Valgrind tool snap. */
#ifndef RETREAD_ANALYZER_EDGES_SNAP_H
#define RETREAD_ANALYZER_EDGES_SNAP_H

#include <stdbool.h>
#include <stdint.h>

struct environment;
struct error;

/* What is counted. */
struct snap {
	const char *object, *function, *range; /* NULL: any */
	uint64_t lbq, btb, ras;
	int encoding;  /* of snap_encodings */
	int predictor; /* of snap_predictors */
	bool starts_off, one_process;
};

extern const char *const snap_encodings[];
extern const char *const snap_predictors[];

/* Runs COMMAND; each of its processes leaves a file in FOLDER. Returns 0 with its end in
 * *STATUS, as waitpid() has it, or -1 with ERR filled. */
int snap_run(const struct snap *snap, const struct environment *environment,
	char *const *command, const char *folder, int *status,
	struct error *err);

#endif
