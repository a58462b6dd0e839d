/* SPDX-License-Identifier: MIT
 * Watches for the rings of recorded processes and lets an analyzer read each. */
#ifndef RETREAD_CLI_RECORD_RINGS_H
#define RETREAD_CLI_RECORD_RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/command/settings.h"

struct arguments;
struct error;

/* One recorded process. */
struct ring {
	char *path;
	char *program;	 /* its base name, fit for a file name */
	char *directory; /* of its results */
	char *log;	 /* what its analyzer says */
	pid_t pid;
	pid_t analyzer; /* 0: has ended */
	bool is_started;
	int status; /* of the analyzer's end, as waitpid() has it */
	bool is_analyzed;
};

struct rings {
	const char *ring_directory;
	const char *log_directory;
	const char *record_directory; /* DIR/record */
	const char *analyzer;	      /* program */
	struct settings settings;     /* its texts are borrowed */
	const char *test; /* what processes are called; NULL: their programs */
	/* Kept open by every analyzer; -1: none. */
	int lock;
	struct ring *ring;
	size_t count;
	size_t capacity;
};

/* Makes the directory of a process: RECORD/PROGRAM/PID, with .2, .3, ... when it execs or
 * a pid comes again. NULL with ERR filled. Free it. */
char *rings_make_directory(
	const char *record, const char *program, pid_t pid, struct error *err);

/* The command of the analyzer for RING. */
void rings_add_analyzer(const struct rings *rings, const struct ring *ring,
	struct arguments *command);

void rings_release(struct rings *rings);

/* Starts an analyzer for every new ring. */
void rings_start(struct rings *rings);
/* Takes note of analyzers that ended, removes their rings. Returns how many
 * still run. */
size_t rings_reap(struct rings *rings);
/* Sends SIGNAL to recorded processes that still run. */
void rings_kill(const struct rings *rings, int signal);
/* Kills the analyzers; what they read is lost. */
void rings_give_up(const struct rings *rings);

#endif
