/* SPDX-License-Identifier: MIT
 * Records a command on larger versions of a file that it read, until the reads of a
 * finding grow faster than the file. */
#ifndef RETREAD_CLI_PROVE_GROW_H
#define RETREAD_CLI_PROVE_GROW_H

#include "cli/prove/request.h"

struct arguments;
struct prove_points;

/* Grows the files that the recorded command read, if there are any: then COMMAND gets
 * its words, @@ being the file, and POINTS what was seen of one pattern, the one that
 * is steep if there is any. The command runs in FOLDER/scratch, on copies; they stay
 * in FOLDER/files if it opens the file by a name of its own. Returns 0, or the exit
 * code of a failure that was told; *SIGNAL is the number of what interrupted it, or
 * 0. */
int prove_grow(const struct prove_grow *request, struct prove_points *points,
	struct arguments *command, int *signal);

#endif
