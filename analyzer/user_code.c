/* SPDX-License-Identifier: MIT
 * Whose a function is. */
#include "config.h"

#include "analyzer/user_code.h"

#include <stddef.h>
#include <string.h>

#include "analyzer/symbols.h"

/* Whether PATH is below one of the directories of the system. */
static bool is_of_system(const char *path, const char *const *directory)
{
	for (; *directory != NULL; directory++)
		if (strncmp(path, *directory, strlen(*directory)) == 0)
			return true;
	return false;
}

static const char *const libraries[] = {
	"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", NULL};

/* Whether TEXT has one of PARTS in it. */
static bool has_part(const char *text, const char *const *parts)
{
	for (; text != NULL && *parts != NULL; parts++)
		if (strstr(text, *parts) != NULL)
			return true;
	return false;
}

bool user_code_is_library(const struct symbol_function *function)
{
	return is_of_system(function->object, libraries);
}

bool user_code_descends_tree(const struct symbol_function *function)
{
	static const char *const trees[] = {
		"8_Rb_tree", "6__tree", NULL}; /* libstdc++, libc++ */
	static const char *const descents[] = {"lower_bound", "upper_bound",
		"_get_insert_", "find", "equal_range", NULL};

	return has_part(function->linkage, trees) &&
	       has_part(function->linkage, descents);
}

bool user_code_has(const struct symbol_function *function)
{
	static const char *const headers[] = {
		"/usr/include/", "/usr/lib/", NULL};

	if (!function->has_debug || function->chosen < 0)
		return false;
	return function->chosen > 0 ||
	       (!user_code_is_library(function) &&
		       (function->file == NULL ||
			       !is_of_system(function->file, headers)));
}
