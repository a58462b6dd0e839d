/* SPDX-License-Identifier: MIT
 * How a program that was not compiled by retread-cc is to be watched: options of
 * retread-watch, and of the verbs that put it before a command. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_CHOICE_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_CHOICE_H

#include <stdbool.h>

#include "lib/arguments.h"
#include "lib/command/options.h"

struct error;

struct choice {
	bool is_watched; /* --no-source */
	struct option_texts objects;
	const char *function;
	bool only_reached;
	bool counts; /* how often blocks run, by Valgrind */
	/* All of which need Valgrind, too. NULL: not wanted. */
	const char *context;   /* "auto", or how many branches */
	const char *predictor; /* of the tool snap */
};

/* Of retread-watch. */
extern const struct option_set choice_options;
/* The rows of a verb. */
/* clang-format off */
#define CHOICE_ROWS(choice)                                                    \
	{"no-source", 0, OPTION_FLAG, &(choice)->is_watched, NULL,             \
		"take a program or library as it is, not compiled by "         \
		"retread-cc"},                                                 \
	{.kind = OPTION_SET, .value = (choice), .set = &choice_options}
/* Those of a verb that runs many inputs; PRINTS, QUIET and VERBOSE are as options.h has
 * them. */
#define CHOICE_RUN_ROWS(choice, memory, prints, quiet, verbose)                \
	{"memory", 'm', OPTION_SIZE, memory, "SIZE",                           \
		"limit the target's address space (no limit)"},                \
	CHOICE_ROWS(choice),                                                   \
	{"print-output", 0, OPTION_FLAG, prints, NULL,                         \
		"let the target print to stderr"},                             \
	{"quiet", 'q', OPTION_COUNT, quiet, NULL, "say less"},                 \
	{"verbose", 'v', OPTION_COUNT, verbose, NULL, "say more"}
/* clang-format on */

/* Branches of a context that was asked for; 0: none, or as the search finds best. */
unsigned choice_context(const struct choice *choice);

/* Fills LINE with COMMAND, after retread-watch if CHOICE says so. Returns 0, or
 * -1 with ERR filled. Release LINE in any case. */
int choice_make_command(const struct choice *choice, char *const *command,
	struct arguments *line, struct error *err);

/* Fills CHANGED with LINE and OPTION of retread-watch ("--perf"). False: LINE is not
 * watched, or has that option. Release CHANGED in any case. */
bool choice_add_option(
	char *const *line, const char *option, struct arguments *changed);

/* The program in such a line, with its arguments; LINE itself if it is not
 * watched. */
char *const *choice_program_words(char *const *line);

#endif
