/* SPDX-License-Identifier: MIT
 * Runs other verbs of this program, and other processes. */
#ifndef RETREAD_CLI_RERUN_H
#define RETREAD_CLI_RERUN_H

#include <stdbool.h>

enum rerun_output {
	RERUN_SHOWN,	/* where ours goes */
	RERUN_ON_ERROR, /* to the standard error */
	RERUN_HIDDEN,
};

struct rerun {
	const char *out; /* the result directory; NULL: as it is */
	enum rerun_output output;
	const char *directory; /* where it runs; NULL: here */
	const char *home;      /* and for temporary files; NULL: as it is */
	const char *input;     /* file for its standard input; NULL: ours */
	/* NAME=VALUE, NULL-ended; NULL: nothing is added to ours. */
	char *const *environment;
	bool is_silent;	      /* its standard error goes nowhere, too */
	unsigned cpu_seconds; /* that each of its processes may take; 0: any */
	/* NULL, or becomes the number of a signal (INT, TERM, HUP) that came
	 * meanwhile. It is passed on, unless the terminal did, and awaited. */
	int *signal;
};

/* From hold to release a signal ends nothing here; it waits for rerun_verb. What
 * came too late for that is returned: its number, or 0. */
void rerun_hold_signals(void);
int rerun_release_signals(void);

/* Runs BECOME, which does not return, in a process. SIGNAL and what is returned are as those
 * of rerun_verb. */
int rerun_process(
	void (*become)(const void *given), const void *given, int *signal);

/* Runs COMMAND, which is NULL-ended; its first words are "retread" and the verb.
 * Returns its exit code, 128 and a signal's number, or CLI_ENVIRONMENT. */
int rerun_verb(const struct rerun *rerun, char *const *command);

#endif
