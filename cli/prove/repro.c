/* SPDX-License-Identifier: MIT
 * `retread repro`, `gen` and `shrink`: start retread-fuzz for one input. */
#include "config.h"

#include "cli/verbs.h"

int verb_repro(int argc, char **argv)
{
	return verb_start_fuzzer(argc, argv);
}

int verb_gen(int argc, char **argv)
{
	return verb_start_fuzzer(argc, argv);
}

int verb_shrink(int argc, char **argv)
{
	return verb_start_fuzzer(argc, argv);
}
