/* SPDX-License-Identifier: MIT
 * What is tried when files are grown: commands that show a finding, with a file that each
 * reads. */
#ifndef RETREAD_CLI_PROVE_TASKS_H
#define RETREAD_CLI_PROVE_TASKS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/prove/request.h"
#include "cli/recorded.h"
#include "lib/families/family.h"

struct arena;

#define TASKS_OF_COMMAND 8 /* files, at most */

/* A command, and a file that it reads. */
struct grow_task {
	const struct recorded_command *command;
	struct recorded_input input;
	struct bytes bytes;
};

/* In the order in which they are tried. */
struct tasks {
	struct grow_task task[PROVE_WITNESSES_MAX * TASKS_OF_COMMAND];
	size_t count;
	size_t commands;
	bool are_others; /* commands that did not show the finding */
};

/* Finds those of commands that show the finding of REQUEST and read files, programs
 * themselves first; if there are none, those of commands that ran code of its file. Commands
 * are in ARENA; release TASKS. *SIGNAL: what interrupted a command that ran again for it, or
 * as it was. */
void tasks_find(struct tasks *tasks, struct arena *arena,
	const struct prove_grow *request, int *signal);
void tasks_release(struct tasks *tasks);

/* Whether a command that shows FINDING of REPORT, from RESULTS, reads files. */
bool tasks_has_files(const struct report *report, const char *results,
	const struct report_finding *finding);

/* How many tasks from I on are of one command; those of commands that did not show the
 * finding are all one's. */
size_t tasks_together(const struct tasks *tasks, size_t i);

#endif
