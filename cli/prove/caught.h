/* SPDX-License-Identifier: MIT
 * The process that showed a finding, where a script, make or another wrapper started it: to
 * be run again alone. */
#ifndef RETREAD_CLI_PROVE_CAUGHT_H
#define RETREAD_CLI_PROVE_CAUGHT_H

struct arena;
struct prove_grow;
struct recorded_command;

/* COMMAND, if its own program shows the finding of REQUEST, or what it started cannot be
 * caught; else the process that it started, with its own words, directory, variables and
 * standard input, and its files as they were. For that COMMAND runs once more, without the
 * recorder, where it ran; what is caught is kept with the results. In ARENA. *SIGNAL: what
 * interrupted that, or 0. */
const struct recorded_command *caught_command(const struct prove_grow *request,
	struct arena *arena, const struct recorded_command *command,
	int *signal);

#endif
