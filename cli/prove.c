/* SPDX-License-Identifier: MIT
 * `retread prove`: starts retread-prove; a finding becomes the place whose
 * counters matter, and a folder of its own. */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/verbs.h"
#include "lib/memory.h"

#define PROVER_FILE "retread-prove"

static bool is_finding(const char *word)
{
	return strncmp(word, "RT-", 3) == 0;
}

static bool has_output(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "-o", 2) == 0 ||
			strncmp(argv[i], "--output", 8) == 0)
			return true;
	return false;
}

/* `prove RT-1f3c9a ...` is about one finding: its function is the place, and
 * without -o the proof goes to OUT/prove/RT-1f3c9a. */
static int prove_finding(int argc, char **argv)
{
	char **command = memory_alloc_zero((size_t)argc + 8, sizeof *command);
	char *out =
		memory_format("%s/prove/%s", cli_out_directory(NULL), argv[1]);
	struct error err = {{0}};
	int count = 0, status;

	command[count++] = argv[0];
	command[count++] = (char *)"--finding";
	command[count++] = argv[1];
	command[count++] = (char *)"--target";
	command[count++] = argv[1];
	if (!has_output(argc, argv)) {
		command[count++] = (char *)"-o";
		command[count++] = out;
	}
	for (int i = 2; i < argc; i++)
		command[count++] = argv[i];
	if (!has_output(argc, argv) && cli_make_directories(out, &err) < 0)
		status = cli_fail(CLI_ENVIRONMENT, argv[0], &err,
			"Choose another folder: -o DIR");
	else
		status = verb_start_about(PROVER_FILE, count, command);
	free(command);
	free(out);
	return status;
}

int verb_prove(int argc, char **argv)
{
	if (argc > 1 && is_finding(argv[1]))
		return prove_finding(argc, argv);
	return verb_start_about(PROVER_FILE, argc, argv);
}
