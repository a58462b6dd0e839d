/* SPDX-License-Identifier: MIT
 * `retread repro`: starts retread-fuzz for one input. */
#include "config.h"

#include "cli/verbs.h"

int verb_repro(int argc, char **argv)
{
	return verb_start_fuzzer(argc, argv);
}
