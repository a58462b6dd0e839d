/* SPDX-License-Identifier: MIT
 * `record --prove`: proves what was found in the time that the recording left. */
#include "config.h"

#include "cli/record/steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/verbs.h"
#include "lib/clock.h"
#include "lib/memory.h"

#define PROVE_OPTION "--prove"
#define PROVE_TIME   "2m" /* unless one is given */

/* Is WORD, which may be NULL, a time? */
static bool proving_is_time(const char *word)
{
	struct error ignored = {{0}};
	uint64_t seconds;

	return word && options_parse_time(word, &seconds, &ignored) == 0;
}

/* At ARGV[AT] stands the option, or nothing if that is NULL. Makes one word of it and its
 * time. Returns how many words it took. */
static int proving_take(char **argv, int at, char **option)
{
	bool has_time = proving_is_time(argv[at + 1]);

	*option = memory_format(
		PROVE_OPTION "=%s", has_time ? argv[at + 1] : PROVE_TIME);
	return has_time ? 2 : 1;
}

/* Where the option stands among those before a command; 0: it does not. */
static int proving_find(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		bool is_operand = argv[i] != options_boundary &&
				  argv[i][0] != '-' &&
				  (i == 1 || argv[i - 1][0] != '-');
		if (strcmp(argv[i], PROVE_OPTION) == 0)
			return i;
		if (is_operand)
			break;
	}
	return 0;
}

/* Where it ends a command; 0: it does not. */
static int proving_find_last(int argc, char **argv)
{
	for (int i = argc - 1; i > 1 && i >= argc - 2; i--)
		if (strcmp(argv[i], PROVE_OPTION) == 0 &&
			(i == argc - 1 || proving_is_time(argv[i + 1])))
			return i;
	return 0;
}

char **record_move_prove(int *argc, char **argv, bool may_end, char **option)
{
	char **words = memory_alloc(((size_t)*argc + 2) * sizeof *words);
	int at = proving_find(*argc, argv), taken = 0, count = 0;

	*option = NULL;
	for (int i = 1; !at && i < *argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], PROVE_OPTION "=",
			    strlen(PROVE_OPTION "=")) == 0)
			at = *argc;
	if (!at && may_end)
		at = proving_find_last(*argc, argv);
	words[count++] = argv[0];
	if (at > 0 && at < *argc) {
		taken = proving_take(argv, at, option);
		words[count++] = *option;
	}
	for (int i = 1; i < *argc; i++)
		if (i < at || i >= at + taken)
			words[count++] = argv[i];
	words[count] = NULL;
	*argc = count;
	return words;
}

int record_prove(const struct record_options *options, double began)
{
	double left = (double)options->prove_s - (clock_spent() - began);
	char budget[32];
	char verb[] = "prove", quiet[] = "--quiet";
	char *words[] = {
		verb, budget, options->then_report ? quiet : NULL, NULL};
	int status;

	if (options->out)
		cli_name_out_directory(options->out);
	snprintf(budget, sizeof budget, "--time-budget=%.0fs",
		fmax(1, floor(left)));
	fflush(stdout);
	status = verb_prove(options->then_report ? 3 : 2, words);
	return status == CLI_NOTHING ? CLI_DONE : status;
}
