/* SPDX-License-Identifier: MIT
 * The commands of a recording, and what can be proved by running them again. */
#ifndef RETREAD_CLI_RECORDED_H
#define RETREAD_CLI_RECORDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arena;
struct report;
struct report_finding;

/* A command as manifest.json has it. */
struct recorded_command {
	const char *test;
	const char **word;
	size_t word_count;
	const char *directory; /* NULL: an older recording does not tell */
	const char **variable; /* NAME=VALUE, beside those that we have */
	size_t variable_count;
	const char *input; /* file at its standard input; NULL: none */
	int exit_code;
	uint64_t processes; /* that were recorded */
	size_t index;	    /* in the manifest */
	bool is_only;	    /* in there */
	/* Of a process that the command started (cli/prove/caught.h), which this is then:
	 * its command line as a report has it, and where its files are as they were, below
	 * their absolute paths. NULL: it is the command itself. */
	const char *process, *files;
};

struct recorded_commands {
	struct recorded_command *command;
	size_t count;
};

/* Reads those in RESULTS/manifest.json, into ARENA. Without one there are none. */
void recorded_read_commands(struct recorded_commands *commands,
	struct arena *arena, const char *results);

/* A regular file that a command reads. */
enum recorded_way {
	RECORDED_ARGUMENT, /* that an argument names */
	RECORDED_STDIN,
	RECORDED_OPENED /* by a name of its own */
};
struct recorded_input {
	char *path; /* free it */
	enum recorded_way way;
	size_t word; /* that names it, of an ARGUMENT */
};

/* Commands in RESULTS, in the manifest's order, of which it says where they ran. */
struct recorded_choice {
	const struct recorded_command **command;
	uint64_t *longest; /* walk that each shows, in cells and one; 0: none */
	size_t count;
};

/* Those whose recordings show FINDING; in ARENA. */
struct recorded_choice recorded_find(struct arena *arena, const char *results,
	const struct report_finding *finding);
/* Others that ran code of its file. */
struct recorded_choice recorded_find_others(struct arena *arena,
	const char *results, const struct report_finding *finding);

/* Fills INPUT with the files that COMMAND was given, then with those that REPORT says
 * it opened; programs are left out, and what is gone. Returns how many. */
size_t recorded_find_inputs(const struct recorded_command *command,
	const struct report *report, struct recorded_input *input, size_t most);

/* Where the file PATH, which is absolute, is as COMMAND had it. Free it. */
char *recorded_file_dup(
	const struct recorded_command *command, const char *path);

/* WORD of COMMAND as a path from anywhere, without "." and "..". Free it. */
char *recorded_path_dup(
	const struct recorded_command *command, const char *word);

/* The command, and a newline, that shows how FINDING of REPORT, from RESULTS, grows: by
 * a file that its command read, else by a number among its arguments, else the one that
 * makes a target for it. */
void recorded_print_proof(const char *results, const struct report *report,
	const struct report_finding *finding, FILE *out);

#endif
