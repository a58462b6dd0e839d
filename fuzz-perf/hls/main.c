/* SPDX-License-Identifier: MIT
 * The program retread-hls: `retread hls`. */
#include "config.h"

#include "fuzz-perf/hls/command.h"

int main(int argc, char **argv)
{
	return hls_command_run(argc - 1, argv + 1);
}
