/* SPDX-License-Identifier: MIT
 * Runs a test without the recorder, and measures its CPU time. */
#ifndef RETREAD_CLI_PROVE_NATIVE_H
#define RETREAD_CLI_PROVE_NATIVE_H

#include <stdbool.h>

struct native_run {
	char *const *command;	  /* NULL-ended */
	char *const *environment; /* NAME=VALUE, NULL-ended; NULL: ours */
	const char *directory;	  /* where it runs */
	const char *home;	  /* and for temporary files */
	const char *input;	  /* of its standard input; NULL: none */
};

/* CPU seconds of a run whose output goes nowhere; below 0: it did not end within LIMIT of
 * them, or crashed. */
double native_seconds(const struct native_run *native, unsigned limit);

/* How a run ends whose errors go to the file SAID, as wait() has it; -1: it cannot be done. */
int native_status(
	const struct native_run *native, unsigned limit, const char *said);

/* Becomes the program, with our input and output. Returns if that fails, errno set. */
void native_become(const struct native_run *native);

#endif
