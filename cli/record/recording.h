/* SPDX-License-Identifier: MIT
 * Runs one command under the recorder, its processes analysed as they run. */
#ifndef RETREAD_CLI_RECORD_RECORDING_H
#define RETREAD_CLI_RECORD_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/record/finish.h"
#include "lib/settings.h"

struct environment;
struct error;
struct session;
struct test;

/* "yes", "no" */
extern const char *const recording_yes_no[];

struct recording_options {
	struct settings settings;
	uint64_t max_trace_bytes; /* 0: no limit */
	int trace_children;	  /* index into recording_yes_no */
	uint64_t timeout_s;	  /* 0: none */
	bool quiet;
};

/* Returns -1 with ERR filled when the command of TEST could not be started.
 * Notices go to stderr; the command has our stdin, stdout and stderr. */
int recording_run(const struct session *session,
	const struct environment *environment,
	const struct recording_options *options, const struct test *test,
	struct recording *recording, struct error *err);

/* Runs the command of TEST without the recorder and without its output. Returns the
 * seconds it took, 0 if it did not end by itself within TIMEOUT_S (0: no limit).
 * *INTERRUPTED_BY is set if Ctrl-C ended it. */
double recording_time(
	const struct test *test, uint64_t timeout_s, int *interrupted_by);

#endif
