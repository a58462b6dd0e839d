/* SPDX-License-Identifier: MIT
 * Tests of analyzer/findings/output. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/contexts.h"
#include "analyzer/symbols/symbols.h"

static void printf_and_its_kin_are_output(void **unused)
{
	(void)unused;
	assert_true(output_has_name("printf"));
	assert_true(output_has_name("__vfprintf_internal"));
	assert_true(output_has_name("__snprintf_chk"));
	assert_true(output_has_name("g_strdup_vprintf"));
	assert_true(output_has_name("_IO_puts"));
	assert_true(output_has_name("fwrite"));
}

static void other_functions_of_strings_are_not(void **unused)
{
	(void)unused;
	assert_false(output_has_name("strlen"));
	assert_false(output_has_name("strftime"));
	assert_false(output_has_name("compute_outputs"));
	assert_false(output_has_name("fputs_all"));
}

static void a_program_may_call_its_own_so(void **unused)
{
	struct symbol_function user = {.name = "show", .object = "show"};
	struct symbol_function own = {.name = "log_printf", .object = "show"};
	struct symbol_function print = {
		.name = "fprintf", .object = "/lib/x86_64-linux-gnu/libc.so.6"};
	struct symbol_function leaf = {
		.name = "strlen", .object = "/lib/x86_64-linux-gnu/libc.so.6"};
	struct path top = {.function = &user};
	struct path mine = {.function = &own, .parent = &top};
	struct path middle = {.function = &print, .parent = &top};
	struct path last = {.function = &leaf, .parent = &middle};

	(void)unused;
	assert_false(output_has(&mine));
	assert_true(output_has(&middle));
	assert_true(output_has(&last));
}

static void a_number_that_a_stream_reads_is_of_the_runtime(void **unused)
{
	struct symbol_function user = {
		.name = "std::num_get<", .object = "sum"};
	struct symbol_function get = {
		.name = "std::num_get<char, std::istreambuf_iterator<char> "
			">::do_get",
		.object = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6"};
	struct symbol_function convert = {
		.name = "strtod", .object = "/lib/x86_64-linux-gnu/libc.so.6"};
	struct path top = {.function = &user};
	struct path middle = {.function = &get, .parent = &top};
	struct path last = {.function = &convert, .parent = &middle};

	(void)unused;
	assert_false(runtime_has(&top));
	assert_true(runtime_has(&last));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(printf_and_its_kin_are_output),
		cmocka_unit_test(other_functions_of_strings_are_not),
		cmocka_unit_test(a_program_may_call_its_own_so),
		cmocka_unit_test(
			a_number_that_a_stream_reads_is_of_the_runtime),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
