/* SPDX-License-Identifier: MIT
 * The program retread-harness, behind `retread harness`. */
#include "config.h"

#include "analyzer/harness/command.h"

int main(int argc, char **argv)
{
	return command_harness(argc - 1, argv + 1);
}
