/* SPDX-License-Identifier: MIT
 * What a test prints, where its runner judges by that: TAP, and the regular
 * expressions of CTest. */
#ifndef RETREAD_CLI_RECORD_PRINTED_H
#define RETREAD_CLI_RECORD_PRINTED_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct test;

/* What a test prints on its way to our standard output. */
struct printed {
	int pipe; /* -1: nothing is read */
	char *text;
	size_t bytes, capacity;
};

/* Whether the outcome of TEST depends on what it prints. */
bool printed_matters(const struct test *test);

/* Makes the pipe. Returns its end for the test, which is closed on exec, or -1 with
 * ERR filled. */
int printed_open(struct printed *printed, struct error *err);
/* Takes what there is, without waiting, and passes it on. */
void printed_take(struct printed *printed);
/* Gives the text away, "" if there was none; NULL if nothing was read. Free it. */
char *printed_detach(struct printed *printed);

enum printed_verdict {
	PRINTED_NOTHING, /* the exit code says how it came out */
	PRINTED_PASS,
	PRINTED_FAIL,
	PRINTED_SKIP
};

/* How TEST came out by TEXT; why it failed is put into WHY. */
enum printed_verdict printed_judge(
	const struct test *test, const char *text, char *why, size_t why_bytes);

#endif
