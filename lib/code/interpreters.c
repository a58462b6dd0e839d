/* SPDX-License-Identifier: MIT
 * Programs that run tests and are not what is tested. */
#include "config.h"

#include "lib/code/interpreters.h"

#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>

#include "lib/arguments.h"
#include "lib/memory.h"
#include "lib/words.h"

/* Where programs are installed, by the system and by version managers. */
static const char *const places[] = {"/bin/", "/usr/bin/", "/usr/local/bin/",
	"/opt/*/bin/", "*/versions/*/bin/", "*/envs/*/bin/", "*conda*/bin/",
	"/nix/store/*/bin/", NULL};
static const char *const programs[] = {"bash", "bats*", "busybox", "cmake*",
	"ctest*", "dash", "env", "guile*", "gmake", "java", "ksh*", "lua*",
	"make", "mksh", "nice", "ninja*", "node*", "perl*", "php*", "prove",
	"python*", "ruby*", "sh", "stdbuf", "tclsh*", "timeout", "valgrind*",
	"xargs", "zsh*", NULL};
/* What they load of their own. */
static const char *const parts[] = {"*/versions/*/lib/lib*.so*",
	"*/lib/libpython*.so*", "*/lib/libperl*.so*", "*/lib/libruby*.so*",
	"*/lib/python*/lib-dynload/*", "/usr/local/lib/perl*/*",
	"/usr/local/lib/ruby/*", NULL};
/* Libraries of the system are nobody's subject, with or without an interpreter. */
static const char *const system_libraries[] = {
	"/lib/*", "/lib64/*", "/usr/lib/*", "/usr/lib64/*", NULL};
static bool interpreters_matches_any(const char *const *globs, const char *text)
{
	for (; *globs; globs++)
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	return false;
}

bool interpreters_have(const char *path)
{
	const char *base = words_base_name(path);
	char *place;
	bool found;

	if (interpreters_matches_any(parts, path))
		return true;
	if (!interpreters_matches_any(programs, base))
		return false;
	place = memory_string_dup_length(path, (size_t)(base - path));
	found = interpreters_matches_any(places, place);
	free(place);
	return found;
}

char *interpreters_patterns_dup(void)
{
	struct arguments patterns = {0};
	char *joined;

	for (size_t i = 0; places[i]; i++)
		for (size_t j = 0; programs[j]; j++)
			arguments_add_format(
				&patterns, "%s%s", places[i], programs[j]);
	for (size_t i = 0; parts[i]; i++)
		arguments_add(&patterns, parts[i]);
	for (size_t i = 0; system_libraries[i]; i++)
		arguments_add(&patterns, system_libraries[i]);
	arguments_add(&patterns, "*/retread-nested");
	joined = arguments_join_dup(&patterns, ",");
	arguments_release(&patterns);
	return joined;
}
