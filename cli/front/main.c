/* SPDX-License-Identifier: MIT
 * The program `retread`. */
#include "config.h"

#include "cli/verbs.h"

int main(int argc, char **argv)
{
	return cli_run(argc, argv);
}
