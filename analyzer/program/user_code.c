/* SPDX-License-Identifier: MIT
 * Whose a function is. */
#include "config.h"

#include "analyzer/program/user_code.h"

#include <stddef.h>
#include <string.h>

#include "analyzer/symbols/chosen_code.h"
#include "analyzer/symbols/symbols.h"

/* Whether PATH is below one of the directories of the system. */
static bool user_code_is_of_system(
	const char *path, const char *const *directory)
{
	for (; *directory; directory++)
		if (strncmp(path, *directory, strlen(*directory)) == 0)
			return true;
	return false;
}

static const char *const libraries[] = {
	"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", NULL};

bool user_code_is_library(const struct symbol_function *function)
{
	return user_code_is_of_system(function->object, libraries);
}

/* Whether nothing of FUNCTION's place makes it the system's. */
static bool user_code_is_outside(const struct symbol_function *function)
{
	static const char *const headers[] = {
		"/usr/include/", "/usr/lib/", NULL};

	return !user_code_is_library(function) &&
	       (!function->file ||
		       !user_code_is_of_system(function->file, headers));
}

bool user_code_has(const struct symbol_function *function)
{
	return function->has_debug &&
	       (function->chosen > 0 ||
		       (function->chosen == 0 &&
			       user_code_is_outside(function)));
}

bool user_code_lacks_framework(const struct symbol_function *function)
{
	return function->has_debug &&
	       function->chosen == CHOSEN_CODE_OF_FRAMEWORK &&
	       user_code_is_outside(function);
}
