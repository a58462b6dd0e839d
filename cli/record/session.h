/* SPDX-License-Identifier: MIT
 * Where a recording happens: the result directory, and a private one for rings
 * that is gone when the recording ends. */
#ifndef RETREAD_CLI_RECORD_SESSION_H
#define RETREAD_CLI_RECORD_SESSION_H

#include <stdbool.h>

struct error;

struct session {
	char *out;	/* DIR */
	char *record;	/* DIR/record */
	char *manifest; /* DIR/manifest.json */
	char *symbols;	/* DIR/symbols: kept by analyzers from run to run */
	char *scratch;	/* private */
	char *rings;	/* in it: memory shared with recorders */
	char *logs;	/* in it: what Valgrind and analyzers say */
	int lock;	/* says that the private directory is in use */
};

/* Makes the directories and removes private ones that nobody uses any more. */
int session_open(struct session *session, const char *out, struct error *err);
void session_close(struct session *session);

/* Removes the results of an earlier recording, and nothing else. */
void session_clear_results(const struct session *session);

#endif
