/* SPDX-License-Identifier: MIT
 * Completes the results of a recording: how processes ended, what Valgrind said,
 * counts. */
#ifndef RETREAD_CLI_RECORD_FINISH_H
#define RETREAD_CLI_RECORD_FINISH_H

#include <sys/types.h>

struct recording;
struct rings;
struct session;

/* Goes through RINGS, whose analyzers have ended. CLIENT is the process whose
 * end RECORDING tells; the rest of RECORDING is filled in here. */
void finish_keep_results(const struct session *session,
	const struct rings *rings, pid_t client, struct recording *recording);

/* What Valgrind said of processes that have no result, to stderr. */
void finish_print_logs(const struct session *session);

#endif
