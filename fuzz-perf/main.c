/* SPDX-License-Identifier: MIT
 * The program retread-fuzz, behind `retread fuzz` and `retread repro`. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "fuzz-perf/command.h"

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "repro"))
		return command_repro(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "fuzz"))
		return command_fuzz(argc - 1, argv + 1);
	fputs("retread-fuzz: is started by `retread fuzz` and `retread "
	      "repro`\n",
		stderr);
	return 2;
}
