/* SPDX-License-Identifier: MIT
 * Tests of cli/environment: what is said when a part is missing or does not
 * fit. */
#include "config.h"

#include "lib/command/environment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static struct environment whole(void)
{
	return (struct environment){.tool_directory = "/x/valgrind",
		.analyzer = "/x/retread-analyze",
		.valgrind = "/x/bin/valgrind",
		.valgrind_version = "3.19.0",
		.valgrind_fits = true};
}

static void assert_refused(const struct environment *environment,
	const char *says, const char *advises)
{
	struct error err = {{0}};
	const char *hint = NULL;

	assert_int_equal(environment_check(environment, &err, &hint), -1);
	assert_non_null(strstr(err.text, says));
	assert_non_null(hint);
	assert_non_null(strstr(hint, advises));
}

static void a_whole_environment_is_accepted(void **unused)
{
	struct environment environment = whole();
	struct error err = {{0}};
	const char *hint;

	(void)unused;
	assert_int_equal(environment_check(&environment, &err, &hint), 0);
}

static void every_missing_part_is_named_with_its_cure(void **unused)
{
	struct environment environment = whole();

	(void)unused;
	environment.tool_directory = NULL;
	assert_refused(&environment, "retread-amd64-linux", "quickstart");
	environment = whole();
	environment.analyzer = NULL;
	assert_refused(&environment, "retread-analyze", "quickstart");
	environment = whole();
	environment.valgrind = NULL;
	assert_refused(&environment, "valgrind is not in PATH", "apt install");
	environment = whole();
	environment.valgrind_version[0] = '\0';
	assert_refused(&environment, "does not print its version", "Install");
}

static void a_valgrind_of_another_version_is_refused(void **unused)
{
	struct environment environment = whole();

	(void)unused;
	strcpy(environment.valgrind_version, "3.11.0");
	environment.valgrind_fits = false;
	assert_refused(&environment, "is version 3.11.0", "--with-valgrind");
}

static void programs_are_found_as_a_shell_finds_them(void **unused)
{
	bool found;
	char *path = environment_find_program("sh", &found);

	(void)unused;
	assert_non_null(path);
	assert_int_equal(path[0], '/');
	free(path);
	path = environment_find_program("/bin/sh", &found);
	assert_string_equal(path, "/bin/sh");
	free(path);
	assert_null(environment_find_program("no-such-program", &found));
	assert_false(found);
	assert_null(environment_find_program("/dev/null", &found));
	assert_true(found);
}

static void a_program_is_asked_for_its_exit_code_and_output(void **unused)
{
	char *fails[] = {
		"/bin/sh", "-c", "echo out; echo err >&2; exit 3", NULL};
	char *missing[] = {"/no/such/program", NULL};
	char answer[8];

	(void)unused;
	assert_int_equal(environment_ask(fails, answer, sizeof(answer)), 3);
	assert_string_equal(answer, "out\nerr");
	assert_int_equal(environment_ask(missing, answer, sizeof(answer)), 127);
	assert_string_equal(answer, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_environment_is_accepted),
		cmocka_unit_test(every_missing_part_is_named_with_its_cure),
		cmocka_unit_test(a_valgrind_of_another_version_is_refused),
		cmocka_unit_test(programs_are_found_as_a_shell_finds_them),
		cmocka_unit_test(
			a_program_is_asked_for_its_exit_code_and_output),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
