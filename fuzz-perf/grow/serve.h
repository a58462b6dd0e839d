/* SPDX-License-Identifier: MIT
 * Programs that are started once for many runs: what a start costs, and the translation of
 * code under Valgrind, is paid once. */
#ifndef RETREAD_FUZZ_PERF_GROW_SERVE_H
#define RETREAD_FUZZ_PERF_GROW_SERVE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct arguments;
struct count_limits;
struct count_run;

struct count_server {
	pid_t process;	 /* 0: it is not started */
	int place;	 /* a socket */
	bool is_refused; /* this program cannot be forked for runs */
	double seconds;	 /* CPU time of its runs so far */
};

/* One counts, the other runs natively; it begins as zeros. */
struct count_servers {
	char *const *command; /* that they are started with */
	struct count_server server[2];
};

/* Runs WORDS, with SETTINGS for the agent, in a process that is forked from the server, and
 * fills RUN. SIGNALS, which are blocked, end it. Returns false if it was not run. */
bool count_serve(struct count_servers *servers, const struct arguments *words,
	const char *settings, const char *directory,
	const struct count_limits *limits, const sigset_t *signals,
	struct count_run *run);
/* CPU time of runs of servers that have not ended. */
double count_servers_spent(const struct count_servers *servers);
void count_servers_end(struct count_servers *servers);

#endif
