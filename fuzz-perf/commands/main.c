/* SPDX-License-Identifier: MIT
 * The program retread-fuzz, which `retread fuzz`, `repro`, `gen` and `shrink` start. */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lib/command/program.h"

#include "fuzz-perf/commands/commands.h"

int main(int argc, char **argv)
{
	static const struct {
		const char *verb;
		int (*run)(int argc, char **argv);
	} commands[] = {
		{"fuzz", command_fuzz},
		{"repro", command_repro},
		{"gen", command_gen},
		{"shrink", command_shrink},
	};

	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (argc > 1 && !strcmp(argv[1], commands[i].verb))
			return commands[i].run(argc - 1, argv + 1);
	fputs("retread-fuzz: run it by `retread fuzz`, `retread repro`, "
	      "`retread gen` or `retread shrink`\n",
		stderr);
	return PROGRAM_USAGE;
}
