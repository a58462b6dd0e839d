/* SPDX-License-Identifier: MIT
 * `retread ir`: functions that a compiler gets wrong; retread-ir does the work. */
#include "config.h"

#include "cli/common.h"
#include "cli/verbs.h"

int verb_ir(int argc, char **argv)
{
	(void)argc;
	return cli_start_part("retread-ir", "ir", argv + 1);
}
