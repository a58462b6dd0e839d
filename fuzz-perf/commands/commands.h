/* SPDX-License-Identifier: MIT
 * The verbs that retread-fuzz is started as; each reads its options, and returns the exit
 * code. */
#ifndef RETREAD_FUZZ_PERF_COMMANDS_COMMANDS_H
#define RETREAD_FUZZ_PERF_COMMANDS_COMMANDS_H

#include <stdint.h>

struct arguments;
struct debug_search;
struct error;

#define DEBUG_ROWS(search)                                                     \
	{"debug-dir", 0, OPTION_TEXT, &(search)->directory, "DIR",             \
		"look in DIR, too, for debug information that is in a file "   \
		"of "                                                          \
		"its own"},                                                    \
	{                                                                      \
		"debuginfod", 0, OPTION_FLAG, &(search)->is_fetched, NULL,     \
			"fetch what is still missing from the servers in "     \
			"DEBUGINFOD_URLS"                                      \
	}

int command_fuzz(int argc, char **argv);
int command_repro(int argc, char **argv);
int command_gen(int argc, char **argv);
int command_shrink(int argc, char **argv);

/* Adds the command of the campaign that INPUT lies in: OUT/INSTANCE/cmdline, beside
 * the folder that INPUT is in. Returns 0, or -1 with ERR filled. */
int commands_read_target(
	const char *input, struct arguments *command, struct error *err);

/* Returns 0, or -1 with ERR filled: no server is named to fetch from. */
int commands_check_debug(const struct debug_search *search, struct error *err);

/* What a target with a generator does with one input instead of a run (generate/target.h). */
struct generator_question {
	const char *verb, *wish, *out, *input;
	uint64_t runs, seconds; /* of a shrinker, at most; 0: any */
};

/* COMMAND empty: that of the campaign INPUT lies in. Returns the exit code, after a message
 * if it is not 0. */
int commands_ask_generator(
	const struct generator_question *question, char **command);

#endif
