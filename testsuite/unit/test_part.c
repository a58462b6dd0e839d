/* SPDX-License-Identifier: MIT
 * Tests of lib/part: how the programs that do a part of the work end. */
#include "config.h"

#include "lib/command/part.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

/* Runs TEXT as a part, which is looked for beside this program. */
static int run_script(const char *text, struct error *err)
{
	char *name = memory_format("test_part.%d", (int)getpid());
	char *const words[] = {name, NULL};
	char *folder = program_directory(0);
	char *path = memory_format("%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", text);
	fclose(file);
	chmod(path, 0700);
	int result = part_run(name, words, err);
	unlink(path);
	free(path);
	free(folder);
	free(name);
	return result;
}

static void a_part_returns_its_exit_code(void **state)
{
	struct error err = {{0}};

	(void)state;
	assert_int_equal(run_script("exit 3", &err), 3);
}

static void a_part_that_nobody_reads_has_not_crashed(void **state)
{
	struct error err = {{0}};

	(void)state;
	assert_int_equal(
		run_script("kill -PIPE $$", &err), PROGRAM_SIGNAL + SIGPIPE);
	assert_string_equal(err.text, "");
}

static void another_signal_is_named(void **state)
{
	struct error err = {{0}};

	(void)state;
	assert_int_equal(run_script("kill -SEGV $$", &err), PART_CRASHED);
	assert_non_null(strstr(err.text, "signal 11"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_returns_its_exit_code),
		cmocka_unit_test(a_part_that_nobody_reads_has_not_crashed),
		cmocka_unit_test(another_signal_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
