/* SPDX-License-Identifier: MIT
 * Watches for the rings of recorded processes and lets an analyzer read each. */
#ifndef RETREAD_CLI_RECORD_RINGS_H
#define RETREAD_CLI_RECORD_RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct option_texts;

/* One recorded process. */
struct ring {
	char *path;
	char *program;	 /* its base name, fit for a file name */
	char *directory; /* of its results */
	char *log;	 /* what its analyzer says */
	pid_t pid;
	pid_t analyzer; /* 0: has ended */
	bool is_analyzed;
};

struct rings {
	const char *ring_directory;
	const char *log_directory;
	const char *record_directory; /* DIR/record */
	const char *analyzer;	      /* program */
	const char *max_memory;	      /* for the analyzer; NULL: its default */
	bool follow_all;	      /* what is decided and settled, too */
	const char *symbol_cache;     /* directory; NULL: names are not kept */
	const struct option_texts *include; /* patterns, for the analyzer */
	const struct option_texts *exclude;
	const char *test; /* what processes are called; NULL: their programs */
	bool keep_trace;
	/* Kept open by every analyzer; -1: none. */
	int lock;
	struct ring *ring;
	size_t count;
	size_t capacity;
};

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
