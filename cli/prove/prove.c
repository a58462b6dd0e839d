/* SPDX-License-Identifier: MIT
 * `retread prove`: starts retread-prove; a finding becomes the place whose
 * counters matter, and a folder of its own. */
#include "config.h"

#include "cli/common.h"
#include "cli/prove/internal.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"

#define PROVER_FILE "retread-prove"

/* `prove RT-1f3c9a ...` is about one finding: its function is the place, and
 * without -o the proof goes to OUT/prove/RT-1f3c9a. */
static int prove_prove_finding(int argc, char **argv)
{
	struct arguments command = {0};
	int status = CLI_DONE;

	arguments_add(&command, argv[0]);
	arguments_add_option(&command, "finding", argv[1]);
	arguments_add_option(&command, "target", argv[1]);
	if (!cli_names_output(argc, argv))
		status = cli_add_output(&command, argv[0], argv[1]);
	arguments_add_all(&command, argv + 2);
	if (status == CLI_DONE)
		status = verb_start_about(PROVER_FILE, command.word);
	arguments_release(&command);
	return status;
}

int verb_prove(int argc, char **argv)
{
	cli_put_finding_first(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]))
		argc = results_choose(argc, argv);
	if (prove_tests_are_meant(argc, argv))
		return prove_tests(argc, argv);
	if (argc > 1 && cli_is_finding(argv[1]))
		return prove_prove_finding(argc, argv);
	return verb_start_about(PROVER_FILE, argv);
}
