/* SPDX-License-Identifier: MIT
 * A verb that has verbs of its own: `retread hls check`. */
#ifndef RETREAD_LIB_COMMAND_SUBVERBS_H
#define RETREAD_LIB_COMMAND_SUBVERBS_H

#include <stddef.h>

struct subverb {
	const char *name, *summary;
	int (*run)(int argc, char **argv); /* argv[0] is the name */
};

struct subverbs {
	const char *verb;    /* "retread hls" */
	const char *summary; /* sentences, in lines */
	const struct subverb *row;
	size_t row_count;
};

/* Runs the one that ARGV[1] names; --help lists them. Returns an exit code. */
int subverbs_run(const struct subverbs *subverbs, int argc, char **argv);

#endif
