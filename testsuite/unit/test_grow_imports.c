/* SPDX-License-Identifier: MIT
 * Functions of libraries that a test calls, by their names. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz-perf/grow/code.h"

static void what_finds_memory_is_known_in_c_and_cxx(void **state)
{
	static const char *const names[] = {"malloc", "free", "aligned_alloc",
		"posix_memalign", "_Znwm", "_ZnwmRKSt9nothrow_t",
		"_ZnwmSt11align_val_t", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_true(grow_imports_manage_memory(names[i]));
}

static void what_goes_through_memory_is_work(void **state)
{
	static const char *const names[] = {"calloc", "realloc", "strlen",
		"free_all", "_ZNSs6appendEPKc", "_ZNKSs4findEcm"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_false(grow_imports_manage_memory(names[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_finds_memory_is_known_in_c_and_cxx),
		cmocka_unit_test(what_goes_through_memory_is_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
