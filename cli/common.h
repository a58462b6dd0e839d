/* SPDX-License-Identifier: MIT
 * What the verbs share: exit codes, errors with a hint, the result directory,
 * text that is safe on a terminal. */
#ifndef RETREAD_CLI_COMMON_H
#define RETREAD_CLI_COMMON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/command/options.h"
#include "lib/error.h"

enum cli_exit {
	CLI_DONE = 0,
	CLI_GATE = 1, /* --fail-on */
	CLI_USAGE = 2,
	CLI_TESTS_FAILED = 3, /* or results are incomplete */
	CLI_ENVIRONMENT = 4,  /* Valgrind, sanitizers, ... */
	CLI_NOTHING = 5,      /* nothing is shown */
	CLI_INTERNAL = 70,    /* a bug of ours */
	CLI_SIGNAL = 128      /* and the signal's number */
};

/* Prints "retread VERB: what: why" and what to do (HINT, may be NULL) to
 * stderr. Returns STATUS. */
int cli_fail(int status, const char *verb, const struct error *err,
	const char *hint, ...) __attribute__((format(printf, 4, 5)));

/* The same for wrong usage, of which WHAT says what it is. */
int cli_misuse(const char *verb, const char *what, const char *hint);

/* Are the patterns of --include and --exclude ones? If not, says why and returns the
 * exit code. */
int cli_check_patterns(const char *verb, const struct option_texts *include,
	const struct option_texts *exclude);

/* DIRECTORY, or RETREAD_OUT, or "retread-out". */
const char *cli_out_directory(const char *directory);
/* Lets DIRECTORY, which a command names, stand for RETREAD_OUT. */
void cli_name_out_directory(const char *directory);
/* " DIR" as an argument of the next command, "" for the default. Free it. */
char *cli_directory_argument(const char *directory);

/* --color, and when colour is used: AUTO is only on a terminal that wants it. */
enum cli_colour { CLI_COLOUR_AUTO, CLI_COLOUR_ALWAYS, CLI_COLOUR_NEVER };
extern const char *const cli_colours[];
#define CLI_COLOUR_ROW(chosen)                                                 \
	{                                                                      \
		"color", 0, OPTION_CHOICE, chosen,                             \
			.argument = "WHEN",                                    \
			.help = "colour always, never, or auto: on a "         \
				"terminal",                                    \
			.choices = cli_colours                                 \
	}
bool cli_wants_colour(int chosen, FILE *out);

/* --out: the directory that is read, as an operand names it, too. */
#define CLI_RESULTS_ROW(chosen)                                                \
	{                                                                      \
		"out", 'o', OPTION_TEXT, chosen,                               \
			.argument = "DIR",                                     \
			.help = "read the results in DIR (retread-out)"        \
	}

/* --width: columns that lines fit, 0: any. */
#define CLI_WIDTH	      80 /* where there is no terminal */
#define CLI_WIDTH_OF_TERMINAL UINT64_MAX
#define CLI_WIDTH_ROW(chosen)                                                  \
	{                                                                      \
		"width", 0, OPTION_NUMBER, chosen,                             \
			.argument = "COLUMNS",                                 \
			.help = "continue lines that are longer than COLUMNS " \
				"(the terminal's, else 80); 0: none",          \
			.max = 10000                                           \
	}
/* CHOSEN, or how wide OUT is. */
size_t cli_width(uint64_t chosen, FILE *out);

/* TEXT with control characters made harmless. */
void cli_print_clean(FILE *out, const char *text);
/* "s" unless COUNT is 1. */
const char *cli_plural(uint64_t count);

#endif
