/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's. */
#ifndef RETREAD_ANALYZER_SYMBOLS_CHOSEN_CODE_H
#define RETREAD_ANALYZER_SYMBOLS_CHOSEN_CODE_H

#include <stdbool.h>

struct code_choice;
struct symbol_function;

/* code_choice_judge, and -1, too, if FUNCTION belongs to a test framework or an
 * interpreter that was not asked for, and no pattern includes it. CHOICE NULL: there are no patterns. */
int chosen_code_judge(const struct code_choice *choice,
	const struct symbol_function *function);

/* cmocka, Check, GLib's g_test, Unity, CppUTest, CppUnit, GoogleTest, Catch2,
 * doctest, Boost.Test: as libraries, built from source, or in headers. */
bool chosen_code_is_framework(const struct symbol_function *function);

#endif
