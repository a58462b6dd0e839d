/* SPDX-License-Identifier: MIT
 * How the programs of retread begin and end. */
#include "config.h"

#include "lib/command/program.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/command/known_errors.h"
#include "lib/memory.h"

int program_fail(
	int status, const char *name, const char *why, const char *hint)
{
	fprintf(stderr, "%s: %s\n", name, why);
	if (hint) {
		const char *number = known_errors_number(hint);
		fprintf(stderr, "  %s%s%s%s\n", hint, number ? "   [" : "",
			number ? number : "", number ? "]" : "");
	}
	return status;
}

char *program_directory(unsigned levels)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	for (unsigned i = 0; i <= levels && length > 0; i++) {
		char *slash;

		path[length] = '\0';
		slash = strrchr(path, '/');
		length = slash ? slash - path : 0;
	}
	return length > 0 ? memory_string_dup_length(path, (size_t)length)
			  : NULL;
}

char *program_find_part(const char *name, int mode)
{
	static const char *const places[] = {
		"/libexec/retread", "/../libexec/retread", "", NULL};
	char *own = program_directory(0), *part;

	for (size_t i = 0; own && places[i]; i++) {
		part = memory_format("%s%s/%s", own, places[i], name);
		if (access(part, mode) == 0)
			goto out;
		free(part);
	}
	part = memory_format("%s/%s", PKGLIBEXECDIR, name);
	if (access(part, mode) != 0) {
		free(part);
		part = NULL;
	}
out:
	free(own);
	return part;
}

char *program_cache_dup(const char *name)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *path = cache && *cache == '/' ? memory_string_dup(cache)
		     : home && *home == '/' ? memory_format("%s/.cache", home)
					    : memory_format("/tmp/retread-%u",
						      (unsigned)getuid());
	const char *const levels[] = {"", "/retread", "/", name};

	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
		char *longer = memory_format("%s%s", path, levels[i]);
		mkdir(longer, 0700);
		free(path);
		path = longer;
	}
	return path;
}

static volatile int caught;

static void lib_on_signal(int number)
{
	if (caught != 0)
		_exit(PROGRAM_SIGNAL + number);
	caught = number;
}

volatile int *program_catch_signals(void)
{
	struct sigaction action = {.sa_handler = lib_on_signal};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	return &caught;
}
