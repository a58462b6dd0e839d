/* SPDX-License-Identifier: MIT
 * The program retread-found, which `retread found` starts. */
#include "config.h"

#include "lib/found/found.h"

int main(int argc, char **argv)
{
	return found_run_part(
		&(struct found_part){"retread found",
			"Prints what searches found, each once: inputs with "
			"which a target or a property fails (retread fuzz, "
			"generators), divergences of hardware (retread hls "
			"fuzz), or what a compiler gets wrong (retread ir "
			"fuzz). DIR is a folder that they wrote, or the JSON "
			"that this printed.",
			FOUND_KINDS, "which search? Name its folder",
			"fail-on-finding"},
		argc - 1, argv + 1);
}
