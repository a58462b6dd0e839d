/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's. */
#include "config.h"

#include "analyzer/symbols/chosen_code.h"

#include <fnmatch.h>
#include <stddef.h>

#include "lib/code/code_pattern.h"
#include "lib/code/interpreters.h"
#include "lib/code/test_names.h"
#include "lib/words.h"

#include "analyzer/symbols/symbols.h"

const struct test_framework *chosen_code_framework(
	const struct symbol_function *function)
{
	const struct code_names names = {function->name, function->linkage,
		function->file, function->object};

	return test_names_framework(&names);
}

bool chosen_code_is_framework(const struct symbol_function *function)
{
	return chosen_code_framework(function) != NULL;
}

/* The library has more than g_test. */
static bool is_glib(const struct symbol_function *function)
{
	return fnmatch("libglib-2.0.so*", words_base_name(function->object),
		       0) == 0;
}

int chosen_code_judge(const struct code_choice *choice,
	const struct test_framework *tested,
	const struct symbol_function *function)
{
	const struct code_names names = {function->name, function->linkage,
		function->file, function->object};
	const struct test_framework *framework;
	int judged = choice ? code_choice_judge(choice, &names) : 0;

	if (judged != 0)
		return judged;
	if ((!choice || !choice->interpreters) &&
		interpreters_have(function->object))
		return -1;
	if (is_glib(function))
		return -1;
	framework = chosen_code_framework(function);
	return framework && framework != tested ? CHOSEN_CODE_OF_FRAMEWORK : 0;
}
