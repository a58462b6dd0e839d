/* SPDX-License-Identifier: MIT
 * The program retread-prove, which `retread prove` starts. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "fuzz-perf/prove/proof_steps.h"

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "prove"))
		return command_prove(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "points"))
		return command_points(argc - 1, argv + 1);
	fputs("retread-prove: is started by `retread prove`\n", stderr);
	return 2;
}
