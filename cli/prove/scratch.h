/* SPDX-License-Identifier: MIT
 * A recorded command with the files that it reads, in a folder where it can be run
 * again and writes no file of the user's. */
#ifndef RETREAD_CLI_PROVE_SCRATCH_H
#define RETREAD_CLI_PROVE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/arguments.h"

struct error;
struct recorded_command;
struct recorded_input;
struct report;

/* /home/me/project/data lies in FOLDER/home/me/project/data: so names that the command
 * has of its own find the copies, unless they are absolute. */
struct scratch {
	const struct recorded_command *command;
	char *folder;		/* absolute */
	char *directory;	/* where the command runs, in it */
	struct arguments words; /* to be run there */
	char *place;		/* of the input, in it */
	char **before; /* what our environment had for the command's variables */
};

/* Makes FOLDER, with copies of the files that COMMAND names and of those that REPORT
 * says it opened; until SCRATCH is closed we have COMMAND's variables, and all that we
 * start. Close SCRATCH in any case. Returns -1 with ERR filled. */
int scratch_open(struct scratch *scratch,
	const struct recorded_command *command, const struct report *report,
	const struct recorded_input *input, const char *folder,
	struct error *err);
void scratch_close(struct scratch *scratch);

/* Where PATH, which is absolute, lies in the folder. Free it. */
char *scratch_place_dup(const struct scratch *scratch, const char *path);

/* Puts BYTES in the place of the input. */
int scratch_put_input(const struct scratch *scratch, const void *bytes,
	size_t length, struct error *err);

/* Adds COMMAND's words, to be run anywhere: @@ stands for INPUT. */
void scratch_describe(const struct recorded_command *command,
	const struct recorded_input *input, struct arguments *words);

/* The bytes of PATH, MOST at most. Free them. NULL: ERR is filled. */
uint8_t *scratch_read_file(
	const char *path, size_t most, size_t *length, struct error *err);

#endif
