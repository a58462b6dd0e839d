/* SPDX-License-Identifier: MIT
 * Lists of lines that a counter counts. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz-perf/target/aim.h"

static void a_line_of_a_list_is_itself(void **state)
{
	(void)state;
	assert_int_equal(aim_last_line("7-9,12", 7), 7);
	assert_int_equal(aim_last_line("7-9,12", 8), 8);
	assert_int_equal(aim_last_line("7-9,12", 12), 12);
}

static void a_line_between_is_the_last_one_before(void **state)
{
	(void)state;
	assert_int_equal(aim_last_line("7-9,12", 11), 9);
	assert_int_equal(aim_last_line("7-9,12", 4000), 12);
}

static void nothing_is_before_the_first_line(void **state)
{
	(void)state;
	assert_int_equal(aim_last_line("7-9,12", 6), 0);
	assert_int_equal(aim_last_line("", 6), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_of_a_list_is_itself),
		cmocka_unit_test(a_line_between_is_the_last_one_before),
		cmocka_unit_test(nothing_is_before_the_first_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
