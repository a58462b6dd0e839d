/* SPDX-License-Identifier: MIT
 * The program retread-spectra: `retread spectra`. */
#include "config.h"

#include "analyzer/spectra/command.h"

int main(int argc, char **argv)
{
	return spectra_command_run(argc - 1, argv + 1);
}
