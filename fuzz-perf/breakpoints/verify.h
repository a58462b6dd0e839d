/* SPDX-License-Identifier: MIT
 * Does a program do the same with breakpoints in it? */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_VERIFY_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_VERIFY_H

struct error;

enum verify_result {
	VERIFY_SAME,
	VERIFY_VARIES, /* already on its own: nothing can be said */
	VERIFY_DIFFERS,
	VERIFY_FAILED, /* ERR is filled */
};

/* Runs the program of LINE, which choice_make_command made, on the file INPUT
 * twice as it is and once under breakpoints, and compares what it prints to
 * standard output and how it ends. Each run is ended after TIMEOUT_MS. */
enum verify_result verify_input(char *const *line, const char *input,
	unsigned timeout_ms, struct error *err);

#endif
