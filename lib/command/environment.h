/* SPDX-License-Identifier: MIT
 * Where the other programs are, and whether a program can be recorded. */
#ifndef RETREAD_LIB_COMMAND_ENVIRONMENT_H
#define RETREAD_LIB_COMMAND_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct environment {
	char *tool_directory; /* for VALGRIND_LIB */
	char *analyzer;
	char *valgrind;
	char valgrind_version[64]; /* of the one found */
	bool valgrind_fits;	   /* our tool */
};

/* What is missing stays NULL. Nothing is checked. */
void environment_init(struct environment *environment);
void environment_release(struct environment *environment);

/* Returns 0, or -1: ERR says what is missing, *HINT what to do. */
int environment_check(const struct environment *environment, struct error *err,
	const char **hint);

/* The same for running PROGRAM under TOOL, one of our Valgrind tools; the exit code
 * is PROGRAM_ENVIRONMENT or, if the program is at fault, PROGRAM_USAGE. 0: all is there. */
int environment_check_tool(const struct environment *environment,
	const char *tool, const char *program, struct error *err,
	const char **hint);

/* The file that `execvp` would run for COMMAND. NULL: none; *FOUND says
 * whether one is there that may not be run. Free it. */
char *environment_find_program(const char *command, bool *found);

/* Runs ARGV without VALGRIND_LIB and keeps the beginning of what it prints
 * (stdout and stderr). Returns its exit code, -1 if it did not run. */
int environment_ask(char *const *argv, char *answer, size_t bytes);

#endif
