/* SPDX-License-Identifier: MIT
 * What has changed since a commit, by git. */
#include "config.h"

#include "cli/record/internal.h"

#include <errno.h>
#include <fnmatch.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"

static bool is_source(const char *name)
{
	static const char *const ending[] = {
		"*.[cChH]", "*.cc", "*.hh", "*.[ch]pp", "*.[ch]xx", "*.inl"};

	for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++)
		if (fnmatch(ending[i], name, 0) == 0)
			return true;
	return false;
}

/* A name may have characters that mean something in a pattern. */
static void add(struct arguments *patterns, const char *name)
{
	char *pattern = memory_alloc(2 * strlen(name) + 6);
	char *to = stpcpy(pattern, "file:");

	for (; *name != '\0'; name++) {
		if (strchr("*?[\\", *name))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	arguments_add(patterns, pattern);
	free(pattern);
}

extern char **environ;

static pid_t start_git(const char *commit, int out, struct error *err)
{
	/* --end-of-options: a commit is no option, whatever it looks like. */
	char *command[] = {(char *)"git", (char *)"diff", (char *)"--name-only",
		(char *)"-z", (char *)"--diff-filter=d",
		(char *)"--end-of-options", (char *)commit, (char *)"--", NULL};
	posix_spawn_file_actions_t actions;
	pid_t git = -1;
	int problem;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	problem = posix_spawnp(&git, "git", &actions, NULL, command, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (problem != 0) {
		errno = problem;
		error_set_errno(err, "git");
		return -1;
	}
	return git;
}

int changes_find(
	struct arguments *patterns, const char *commit, struct error *err)
{
	FILE *names = tmpfile();
	char *name = NULL;
	size_t bytes = 0;
	int status = 0;
	pid_t git;

	if (!names)
		return error_set_errno(err, "cannot make a temporary file");
	git = start_git(commit, fileno(names), err);
	while (git > 0 && waitpid(git, &status, 0) < 0 && errno == EINTR)
		;
	if (git > 0 && status != 0)
		status = error_set(
			err, "git does not know what changed since %s", commit);
	else if (git < 0)
		status = -1;
	rewind(names);
	while (status == 0 && getdelim(&name, &bytes, '\0', names) > 0)
		if (is_source(name))
			add(patterns, name);
	free(name);
	fclose(names);
	return status;
}
