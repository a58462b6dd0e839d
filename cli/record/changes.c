/* SPDX-License-Identifier: MIT
 * What has changed since a commit, by git. */
#include "config.h"

#include "cli/record/steps.h"

#include <errno.h>
#include <fcntl.h>
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
#include "lib/report/inputs.h"

#define COMMITS_MAX "500" /* that are looked at for what is new */

static bool changes_fits(
	const char *name, const char *const *pattern, size_t patterns)
{
	for (size_t i = 0; i < patterns; i++)
		if (fnmatch(pattern[i], name, 0) == 0)
			return true;
	return false;
}

bool changes_is_header(const char *name)
{
	static const char *const ending[] = {
		"*.[hH]", "*.hh", "*.hpp", "*.hxx", "*.inl", "*.inc", "*.def"};

	return changes_fits(name, ending, sizeof ending / sizeof ending[0]);
}

bool changes_is_source(const char *name)
{
	static const char *const ending[] = {
		"*.[cChH]", "*.cc", "*.hh", "*.[ch]pp", "*.[ch]xx", "*.inl"};

	return changes_fits(name, ending, sizeof ending / sizeof ending[0]);
}

bool changes_has_macros(const struct changes *changes, const char *name)
{
	for (size_t i = 0; i < changes->macros.count; i++)
		if (strcmp(changes->macros.word[i], name) == 0)
			return true;
	return false;
}

void changes_release(struct changes *changes)
{
	arguments_release(&changes->name);
	arguments_release(&changes->macros);
}

/* A name may have characters that mean something in a pattern. */
static void changes_add(struct arguments *patterns, const char *name)
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

static pid_t start_git(char *const *command, int out, struct error *err)
{
	posix_spawn_file_actions_t actions;
	pid_t git = -1;
	int problem;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!err)
		posix_spawn_file_actions_addopen(
			&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	problem = posix_spawnp(&git, "git", &actions, NULL, command, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (problem != 0) {
		errno = problem;
		if (err)
			error_set_errno(err, "git");
		return -1;
	}
	return git;
}

/* Adds what COMMAND prints, names ended by NUL, to NAMES. Returns its status, -1 with ERR
 * filled if it cannot be run. Without ERR git keeps its complaints to itself. */
static int ask_git(
	struct arguments *names, char *const *command, struct error *err)
{
	FILE *out = tmpfile();
	char *name = NULL;
	size_t bytes = 0;
	int status = 0;
	pid_t git;

	if (!out)
		return err ? error_set_errno(
				     err, "cannot make a temporary file")
			   : -1;
	git = start_git(command, fileno(out), err);
	while (git > 0 && waitpid(git, &status, 0) < 0 && errno == EINTR)
		;
	rewind(out);
	while (git > 0 && getdelim(&name, &bytes, '\0', out) > 0)
		arguments_add(names, name);
	free(name);
	fclose(out);
	return git > 0 ? status : -1;
}

int changes_find(struct changes *changes, const char *commit, struct error *err)
{
	/* --end-of-options: a commit is not an option, whatever it looks like. */
	char *all[] = {(char *)"git", (char *)"diff", (char *)"--name-only",
		(char *)"-z", (char *)"--no-renames",
		(char *)"--end-of-options", (char *)commit, (char *)"--", NULL};
	char *macros[] = {(char *)"git", (char *)"diff", (char *)"--name-only",
		(char *)"-z", (char *)"--no-renames",
		(char *)"-G^[[:space:]]*#", (char *)"--end-of-options",
		(char *)commit, (char *)"--", NULL};
	char *continued[] = {(char *)"git", (char *)"grep", (char *)"-lz",
		(char *)"--full-name", (char *)"-e", (char *)"\\\\$",
		(char *)"--", (char *)":/", NULL};
	int status = ask_git(&changes->name, all, err);

	if (status > 0)
		return error_set(
			err, "git does not know what changed since %s", commit);
	/* The last line of a macro does not look like one. */
	if (status < 0 || ask_git(&changes->macros, macros, err) < 0 ||
		ask_git(&changes->macros, continued, err) < 0)
		return -1;
	return 0;
}

void changes_add_patterns(
	const struct changes *changes, struct arguments *patterns)
{
	for (size_t i = 0; i < changes->name.count; i++)
		if (changes_is_source(changes->name.word[i]))
			changes_add(patterns, changes->name.word[i]);
}

static void change_times_add(
	struct change_times *times, const char *name, int64_t time_s)
{
	times->change = memory_grow(times->change, &times->capacity,
		times->count + 1, sizeof *times->change);
	times->change[times->count++] =
		(struct change_time){arena_string(&times->arena, name), time_s};
}

void change_times_read(struct change_times *times)
{
	char *now[] = {(char *)"git", (char *)"diff", (char *)"--name-only",
		(char *)"-z", (char *)"--no-renames", (char *)"HEAD", NULL};
	char *before[] = {(char *)"git", (char *)"log", (char *)"-n",
		(char *)COMMITS_MAX, (char *)"-z", (char *)"--no-renames",
		(char *)"--format=@%ct", (char *)"--name-only", NULL};
	struct arguments names = {0};
	int64_t time_s = INT64_MAX;

	ask_git(&names, now, NULL);
	ask_git(&names, before, NULL);
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.word[i];
		name += *name == '\n';
		if (*name == '@' && strspn(name + 1, "0123456789") > 0 &&
			name[1 + strspn(name + 1, "0123456789")] == '\0')
			time_s = strtoll(name + 1, NULL, 10);
		else if (*name)
			change_times_add(times, name, time_s);
	}
	arguments_release(&names);
}

int64_t change_times_newest(
	const struct change_times *times, const struct report_inputs *inputs)
{
	for (size_t i = 0; i < times->count; i++)
		if (changes_is_source(times->change[i].name) &&
			report_inputs_have(inputs, times->change[i].name))
			return times->change[i].time_s;
	return INT64_MIN;
}

void change_times_release(struct change_times *times)
{
	free(times->change);
	arena_release(&times->arena);
}
