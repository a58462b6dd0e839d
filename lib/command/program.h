/* SPDX-License-Identifier: MIT
 * How the programs of retread begin and end: where their parts are, the signals
 * that stop them, and why they failed. */
#ifndef RETREAD_LIB_COMMAND_PROGRAM_H
#define RETREAD_LIB_COMMAND_PROGRAM_H

/* Exit codes of `retread`, and of the programs that work for it. */
enum program_exit {
	PROGRAM_DONE = 0,
	PROGRAM_GATE = 1, /* steep growth is proved, a boundary was crossed */
	PROGRAM_USAGE = 2,
	PROGRAM_INCOMPLETE = 3,	 /* tests failed, or results are missing */
	PROGRAM_ENVIRONMENT = 4, /* the target, a file, the machine */
	PROGRAM_NOTHING = 5,	 /* nothing was found */
	PROGRAM_SIGNAL = 128	 /* and the signal's number */
};

/* Prints "NAME: WHY" and what to do (HINT, may be NULL) to stderr. Returns
 * STATUS. */
int program_fail(
	int status, const char *name, const char *why, const char *hint);

/* The directory LEVELS above that of this program; NULL if it cannot be told.
 * Free it. */
char *program_directory(unsigned levels);

/* The part NAME: in libexec/retread beside this program, as after `make`, or
 * where it is installed. MODE is that of access(). NULL: it is not there. Free
 * it. */
char *program_find_part(const char *name, int mode);

/* ~/.cache/retread/NAME, which is made; without a home a directory of the temporary
 * ones. Free it. */
char *program_cache_dup(const char *name);

/* From now on SIGINT and SIGTERM set what this returns, which is 0 until then, to
 * their number; a second one ends the program. SIGPIPE is ignored. */
volatile int *program_catch_signals(void);

#endif
