/* SPDX-License-Identifier: MIT
 * Finds Valgrind, our tool and the analyzer: in the build tree this program
 * stands in, else where it was installed. */
#include "config.h"

#include "lib/command/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/command/known_errors.h"
#include "lib/command/part.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

#define TOOL_FILE "retread-amd64-linux"

static bool environment_is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       access(path, X_OK) == 0;
}

/* DIRECTORY/NAME when it is a program, else NULL. */
static char *program_in(const char *directory, const char *name)
{
	char *path = memory_format("%s/%s", directory, name);

	if (environment_is_program(path))
		return path;
	free(path);
	return NULL;
}

static void look_in(struct environment *environment, const char *directory)
{
	char *tool = memory_format("%s/valgrind", directory);
	char *tool_file = program_in(tool, TOOL_FILE);

	if (!environment->tool_directory && tool_file) {
		environment->tool_directory = tool;
		tool = NULL;
	}
	if (!environment->analyzer)
		environment->analyzer = program_in(directory, PART_ANALYZER);
	free(tool_file);
	free(tool);
}

int environment_ask(char *const *argv, char *answer, size_t bytes)
{
	int ends[2], status = -1;
	size_t used = 0;
	ssize_t count = 1;
	pid_t pid;

	answer[0] = '\0';
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		unsetenv("VALGRIND_LIB");
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		execv(argv[0], argv);
		_exit(127);
	}
	close(ends[1]);
	while (pid > 0 && count > 0 && used + 1 < bytes) {
		count = read(ends[0], answer + used, bytes - 1 - used);
		if (count > 0)
			used += (size_t)count;
		else if (count < 0 && errno == EINTR)
			count = 1;
	}
	answer[used] = '\0';
	close(ends[0]);
	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* "valgrind-3.19.0" as "3.19.0" in VERSION. */
static bool ask_version(const char *valgrind, char *version, size_t bytes)
{
	char *argv[] = {(char *)valgrind, "--version", NULL};
	char answer[64];

	version[0] = '\0';
	if (environment_ask(argv, answer, sizeof answer) != 0 ||
		strncmp(answer, "valgrind-", 9) != 0)
		return false;
	answer[strcspn(answer, "\n")] = '\0';
	snprintf(version, bytes, "%s", answer + 9);
	return true;
}

/* "3.19" of "3.19.0": tools of one minor version fit. */
static size_t minor_length(const char *version)
{
	size_t length = strcspn(version, ".");

	return version[length] == '\0'
		       ? length
		       : length + 1 + strcspn(version + length + 1, ".");
}

static bool environment_fits(const char *version)
{
	size_t length = minor_length(version);

	return length == minor_length(VALGRIND_VERSION) &&
	       strncmp(version, VALGRIND_VERSION, length) == 0;
}

/* The one in PATH, unless only the one we were built for fits. */
static void find_valgrind(struct environment *environment)
{
	bool found;
	size_t bytes = sizeof environment->valgrind_version;

	environment->valgrind = environment_find_program("valgrind", &found);
	if (environment->valgrind &&
		ask_version(environment->valgrind,
			environment->valgrind_version, bytes) &&
		environment_fits(environment->valgrind_version))
		return;
	if (!environment_is_program(VALGRIND) ||
		(environment->valgrind &&
			strcmp(environment->valgrind, VALGRIND) == 0))
		return;
	free(environment->valgrind);
	environment->valgrind = memory_string_dup(VALGRIND);
	ask_version(
		environment->valgrind, environment->valgrind_version, bytes);
}

void environment_init(struct environment *environment)
{
	char *own = program_directory(0);

	*environment = (struct environment){0};
	if (own) {
		char *built = memory_format("%s/libexec/retread", own);
		char *moved = memory_format("%s/../libexec/retread", own);
		look_in(environment, own); /* if this is a part itself */
		look_in(environment, built);
		look_in(environment, moved);
		free(built);
		free(moved);
	}
	look_in(environment, PKGLIBEXECDIR);
	find_valgrind(environment);
	environment->valgrind_fits =
		environment_fits(environment->valgrind_version);
	free(own);
}

void environment_release(struct environment *environment)
{
	free(environment->tool_directory);
	free(environment->analyzer);
	free(environment->valgrind);
	*environment = (struct environment){0};
}

int environment_check(const struct environment *environment, struct error *err,
	const char **hint)
{
	*hint = HINT_INSTALL;
	if (!environment->tool_directory)
		return error_set(err,
			"the Valgrind tool of retread (%s) is neither beside "
			"this program nor in %s/valgrind",
			TOOL_FILE, PKGLIBEXECDIR);
	if (!environment->analyzer)
		return error_set(err,
			"%s is neither beside this program nor in %s",
			PART_ANALYZER, PKGLIBEXECDIR);
	*hint = "Install it (Debian: apt install valgrind), or build retread "
		"with --with-valgrind=PREFIX.";
	if (!environment->valgrind)
		return error_set(err, "valgrind is not in PATH");
	if (environment->valgrind_version[0] == '\0')
		return error_set(err, "%s does not print its version",
			environment->valgrind);
	*hint = "Build retread again for the Valgrind that is installed: "
		"./quickstart, or configure --with-valgrind=PREFIX.";
	if (!environment->valgrind_fits)
		return error_set(err,
			"%s is version %s, but retread was built for "
			"%s, and a tool runs only with its own version",
			environment->valgrind, environment->valgrind_version,
			VALGRIND_VERSION);
	return 0;
}

/* COMMAND in the directories of PATH. */
static char *search_path(const char *command, bool *found)
{
	const char *path = getenv("PATH");

	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	for (;;) {
		size_t length = strcspn(path, ":");
		char *file = memory_format("%.*s%s%s", (int)length, path,
			length > 0 ? "/" : "./", command);
		if (environment_is_program(file))
			return file;
		*found = *found || access(file, F_OK) == 0;
		free(file);
		if (path[length] == '\0')
			return NULL;
		path += length + 1;
	}
}

char *environment_find_program(const char *command, bool *found)
{
	*found = false;
	if (!strchr(command, '/'))
		return search_path(command, found);
	*found = access(command, F_OK) == 0;
	return environment_is_program(command) ? memory_string_dup(command)
					       : NULL;
}

/* Valgrind cannot take over another user's rights, and would say so in its own
 * words. */
static int check_program(const char *program, struct error *err)
{
	struct stat status;
	bool found;
	char *path = environment_find_program(program, &found);
	int result = 0;

	if (!path)
		result = error_set(err, "%s cannot be run", program);
	else if (stat(path, &status) == 0 &&
		 (status.st_mode & (S_ISUID | S_ISGID)) != 0)
		result = error_set(err,
			"%s runs with the rights of its owner (setuid), which "
			"Valgrind does not; try a copy without that bit",
			program);
	free(path);
	return result;
}

int environment_check_tool(const struct environment *environment,
	const char *tool, const char *program, struct error *err,
	const char **hint)
{
	char *file;

	if (environment_check(environment, err, hint) != 0)
		return PROGRAM_ENVIRONMENT;
	*hint = NULL;
	file = memory_format(
		"%s/%s-amd64-linux", environment->tool_directory, tool);
	if (!environment_is_program(file)) {
		free(file);
		*hint = HINT_INSTALL;
		error_set(err, "the Valgrind tool %s is not in %s", tool,
			environment->tool_directory);
		return PROGRAM_ENVIRONMENT;
	}
	free(file);
	return check_program(program, err) == 0 ? PROGRAM_DONE : PROGRAM_USAGE;
}
