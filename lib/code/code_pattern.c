/* SPDX-License-Identifier: MIT
 * Patterns that choose code by function, source file or object. */
#include "config.h"

#include "lib/code/code_pattern.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

/* The whole of PATH, or its end after a slash. */
static bool matches_path(const char *glob, const char *path)
{
	char *suffix;
	bool found;

	if (!path)
		return false;
	if (fnmatch(glob, path, 0) == 0)
		return true;
	suffix = memory_format("*/%s", glob);
	found = fnmatch(suffix, path, 0) == 0;
	free(suffix);
	return found;
}

static bool matches_name(const char *glob, const char *name)
{
	return name && fnmatch(glob, name, 0) == 0;
}

static bool matches_function(const char *glob, const struct code_names *names)
{
	return matches_name(glob, names->function) ||
	       matches_name(glob, names->linkage);
}

/* The text after KIND and a colon in PATTERN; NULL: it is of another kind. A
 * second colon makes it a C++ name. */
static const char *behind_kind(const char *pattern, const char *kind)
{
	size_t length = strlen(kind);

	return strncmp(pattern, kind, length) == 0 && pattern[length] == ':' &&
			       pattern[length + 1] != ':'
		       ? pattern + length + 1
		       : NULL;
}

bool code_pattern_matches(const char *pattern, const struct code_names *names)
{
	const char *glob;

	if ((glob = behind_kind(pattern, "function")))
		return matches_function(glob, names);
	if ((glob = behind_kind(pattern, "file")))
		return matches_path(glob, names->file);
	if ((glob = behind_kind(pattern, "object")))
		return matches_path(glob, names->object);
	if (!strchr(pattern, '/') && matches_function(pattern, names))
		return true;
	return matches_path(pattern, names->file) ||
	       matches_path(pattern, names->object);
}

int code_pattern_check(const char *pattern, struct error *err)
{
	static const char *const kinds[] = {"function", "file", "object"};
	size_t length = strspn(pattern, "abcdefghijklmnopqrstuvwxyz");

	if (pattern[0] == '\0')
		return error_set(err, "a pattern is empty");
	if (length == 0 || pattern[length] != ':' || pattern[length + 1] == ':')
		return 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (behind_kind(pattern, kinds[i]))
			return 0;
	return error_set(err,
		"\"%s\": \"%.*s\" is none of function, file, object", pattern,
		(int)length, pattern);
}

static bool code_pattern_matches_any(const char *const *patterns, size_t count,
	const struct code_names *names)
{
	for (size_t i = 0; i < count; i++) {
		if (code_pattern_matches(patterns[i], names))
			return true;
	}
	return false;
}

int code_choice_judge(
	const struct code_choice *choice, const struct code_names *names)
{
	if (code_pattern_matches_any(
		    choice->exclude, choice->exclude_count, names))
		return -1;
	if (choice->include_count == 0)
		return 0;
	return code_pattern_matches_any(
		       choice->include, choice->include_count, names)
		       ? 1
		       : -1;
}
