/* SPDX-License-Identifier: MIT
 * Completes the results of a recording: how processes ended, what Valgrind said,
 * counts. */
#ifndef RETREAD_CLI_RECORD_FINISH_H
#define RETREAD_CLI_RECORD_FINISH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct rings;
struct session;

/* How a recording came out. */
struct recording {
	int exit_code; /* -1 with a signal */
	int signal;
	bool timed_out;
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
};

/* Goes through RINGS, whose analyzers have ended. CLIENT is the process whose
 * end RECORDING tells; the rest of RECORDING is filled in here. */
void finish_keep_results(const struct session *session,
	const struct rings *rings, pid_t client, struct recording *recording);

/* What Valgrind said of processes that have no result, to stderr. */
void finish_print_logs(const struct session *session);

#endif
