/* SPDX-License-Identifier: MIT
 * Other releases of the compiler, each in a process of its own: a second opinion, and
 * which versions a finding is of. */
#ifndef RETREAD_FUZZ_PERF_IR_RELEASES_H
#define RETREAD_FUZZ_PERF_IR_RELEASES_H

#include <stdbool.h>
#include <stdint.h>

#include "fuzz-perf/ir/ir.h"

struct arguments;
struct parameters;

#define IR_RELEASES 16

/* How a program is started: for commands that users repeat, and for releases. */
struct ir_program {
	const char *command; /* as typed, before the part: "./mine" */
	/* Takes `--target NAME replay`. NULL: there are no other releases. */
	const char *file;
	const char *own;	    /* NAME of the target at hand */
	const char *const *release; /* all NAMEs, up to a NULL */
};

struct ir_opinion {
	const char *release;
	char verdict[24]; /* name of a class, or why there is none */
	bool is_judged;	  /* it is a class */
};

/* The program of irf_main(), which may have other releases. */
int ir_main(int argc, char **argv, const struct irf_target *target,
	const struct ir_program *program);

/* An identity of FN, so that releases which decode bytes otherwise are not
 * compared. */
uint64_t ir_function_key(const struct irf_fn *fn);

/* Gives INPUT its passes by their NAMES, too, with the release at hand. Returns the bytes that it
 * borrows, to be freed; NULL: that has no name. */
char *ir_release_name_passes(const struct ir_program *program,
	struct parameters *input, const char *names);
/* Takes them from INPUT again. Returns the names, to be freed, if they are another release's. */
char *ir_release_take_passes(
	const struct ir_program *program, struct parameters *input);

/* Has all releases replay INPUT, a file whose function has KEY, with OPTIONS. Returns
 * how many OPINIONs there are. */
unsigned ir_ask_releases(const struct ir_program *program,
	const struct arguments *options, const char *input, uint64_t key,
	struct ir_opinion opinion[IR_RELEASES]);

/* Has the newest release that is newer than the one at hand import FILE into the folder
 * OUT, which is there. Returns what that printed, and its NAME in *RELEASE; to be freed. NULL:
 * none of them can read FILE. */
char *ir_ask_import(const struct ir_program *program, const char *file,
	const char *out, const char **release);

#endif
