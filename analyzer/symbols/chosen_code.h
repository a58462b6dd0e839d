/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's. */
#ifndef RETREAD_ANALYZER_SYMBOLS_CHOSEN_CODE_H
#define RETREAD_ANALYZER_SYMBOLS_CHOSEN_CODE_H

#include <stdbool.h>

struct code_choice;
struct symbol_function;
struct test_framework;

/* code_choice_judge, and below 0, too, if no pattern includes FUNCTION and it belongs to an
 * interpreter that was not asked for, or to a test framework other than TESTED. CHOICE NULL:
 * there are no patterns. */
#define CHOSEN_CODE_OF_FRAMEWORK (-2)
int chosen_code_judge(const struct code_choice *choice,
	const struct test_framework *tested,
	const struct symbol_function *function);

/* The framework that FUNCTION is of, as a library, built from source, or in headers: cmocka,
 * Check, GLib's g_test, Unity, CppUTest, CppUnit, GoogleTest, Catch2, doctest, Boost.Test. */
const struct test_framework *chosen_code_framework(
	const struct symbol_function *function);
bool chosen_code_is_framework(const struct symbol_function *function);

#endif
