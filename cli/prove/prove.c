/* SPDX-License-Identifier: MIT
 * `retread prove`: starts retread-prove; a finding becomes the place whose
 * counters matter, and a folder of its own. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/tests.h"
#include "cli/verbs.h"
#include "lib/memory.h"

#define PROVER_FILE "retread-prove"

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
	if (!cli_names_output(argc, argv)) {
		command[count++] = (char *)"-o";
		command[count++] = out;
	}
	for (int i = 2; i < argc; i++)
		command[count++] = argv[i];
	if (!cli_names_output(argc, argv) &&
		cli_make_directories(out, &err) < 0)
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
	cli_put_finding_first(argc, argv);
	if (prove_tests_are_meant(argc, argv))
		return prove_tests(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]))
		return prove_finding(argc, argv);
	return verb_start_about(PROVER_FILE, argc, argv);
}
