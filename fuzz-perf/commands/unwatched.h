/* SPDX-License-Identifier: MIT
 * Which library that nobody watches does most of a program's work. */
#ifndef RETREAD_FUZZ_PERF_COMMANDS_UNWATCHED_H
#define RETREAD_FUZZ_PERF_COMMANDS_UNWATCHED_H

/* Runs the program in LINE, as choice_make_command() made it, on the file INPUT, and counts
 * its branches (SECONDS of CPU time at most). Returns the file name of the library that
 * executes more than half of those that could be watched, and is not, to be freed, with
 * *PERCENT of them; NULL: there is none, or it is unknown. */
char *unwatched_find(char *const *line, const char *input, double seconds,
	unsigned *percent);

#endif
