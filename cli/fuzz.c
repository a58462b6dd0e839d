/* SPDX-License-Identifier: MIT
 * `retread fuzz`: starts retread-fuzz. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/environment.h"
#include "cli/verbs.h"
#include "lib/memory.h"

#define FUZZER_FILE "retread-fuzz"

/* Goes on as retread-fuzz, which takes the verb as its first argument. */
int verb_start_fuzzer(int argc, char **argv)
{
	char *program = environment_find_part(FUZZER_FILE);
	char **command = memory_alloc_zero((size_t)argc + 2, sizeof *command);
	struct error err = {{0}};

	command[0] = (char *)FUZZER_FILE;
	for (int i = 0; i < argc; i++)
		command[i + 1] = argv[i];
	if (program != NULL)
		execv(program, command);
	if (program == NULL)
		error_set(&err, "%s is neither beside this program nor in %s",
			FUZZER_FILE, PKGLIBEXECDIR);
	else
		error_set_errno(&err, "%s", program);
	free(command);
	free(program);
	return cli_fail(CLI_ENVIRONMENT, argv[0], &err,
		"Install retread again, or build it: ./quickstart");
}

int verb_fuzz(int argc, char **argv)
{
	return verb_start_fuzzer(argc, argv);
}
