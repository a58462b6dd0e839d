/* SPDX-License-Identifier: MIT
 * Tests of lib/error. */
#include "config.h"

#include "lib/error.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void setting_returns_minus_one_and_formats(void **state)
{
	struct error err = {{0}};

	(void)state;
	assert_int_equal(error_set(&err, "%s: line %d", "a.c", 3), -1);
	assert_string_equal(err.text, "a.c: line 3");
}

static void errno_is_explained_in_words(void **state)
{
	struct error err = {{0}};

	(void)state;
	errno = ENOENT;
	assert_int_equal(error_set_errno(&err, "cannot open %s", "x"), -1);
	assert_string_equal(
		err.text, "cannot open x: No such file or directory");
}

static void context_goes_in_front(void **state)
{
	struct error err = {{0}};

	(void)state;
	error_set(&err, "bad length");
	error_add_context(&err, "record %d", 12);
	assert_int_equal(error_add_context(&err, "trace.out"), -1);
	assert_string_equal(err.text, "trace.out: record 12: bad length");
}

static void nobody_has_to_listen(void **state)
{
	(void)state;
	assert_int_equal(error_set(NULL, "x"), -1);
	assert_int_equal(error_set_errno(NULL, "x"), -1);
	assert_int_equal(error_add_context(NULL, "x"), -1);
}

static void too_long_a_text_is_cut_and_says_so(void **state)
{
	char name[3 * ERROR_TEXT_BYTES];
	struct error err = {{0}};

	(void)state;
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	error_set(&err, "%s", name);
	assert_int_equal(strlen(err.text), ERROR_TEXT_BYTES - 1);
	assert_string_equal(err.text + ERROR_TEXT_BYTES - 4, "...");
	error_add_context(&err, "file");
	assert_memory_equal(err.text, "file: xxx", 9);
	assert_string_equal(err.text + ERROR_TEXT_BYTES - 4, "...");
	errno = EACCES;
	error_set_errno(&err, "%s", name);
	assert_string_equal(err.text + ERROR_TEXT_BYTES - 4, "...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(setting_returns_minus_one_and_formats),
		cmocka_unit_test(errno_is_explained_in_words),
		cmocka_unit_test(context_goes_in_front),
		cmocka_unit_test(nobody_has_to_listen),
		cmocka_unit_test(too_long_a_text_is_cut_and_says_so),
	};

	return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
