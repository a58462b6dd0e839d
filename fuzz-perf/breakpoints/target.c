/* SPDX-License-Identifier: MIT
 * Prepares a program that was not compiled by retread-cc. */
#include "config.h"

#include "fuzz-perf/breakpoints/target.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/blocks.h"
#include "lib/command/environment.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/format/block_list.h"
#include "lib/format/snap_binding.h"
#include "lib/format/snap_file.h"
#include "lib/memory.h"

#define AGENT  "retread-agent.so"
#define HOST   "retread-host"
#define TOOL   "snap-amd64-linux"
#define LINKER "/lib64/ld-linux-x86-64.so.2"

/* A program as the shell finds it, or a library. Free it; NULL: there is none. */
static char *find_object(const char *name)
{
	bool is_there;

	if (!strchr(name, '/'))
		return environment_find_program(name, &is_there);
	return access(name, R_OK) ? NULL : memory_string_dup(name);
}

static int check_rights(const char *path, struct error *err)
{
	struct stat status;

	if (!stat(path, &status) && status.st_mode & (S_ISUID | S_ISGID))
		return error_set(err,
			"it runs with the rights of its owner (setuid), so "
			"nothing can be loaded into it; try a copy without "
			"that bit");
	return 0;
}

static int breakpoints_add_list(struct target *target,
	const struct blocks_object *object,
	const struct target_options *options, struct error *err)
{
	char *list = blocks_list_dup(object, options->only_reached, err);
	char *all;

	if (!list)
		return -1;
	all = memory_format("%s%s%s", target->lists ? target->lists : "",
		target->lists ? ":" : "", list);
	free(target->lists);
	free(list);
	target->lists = all;
	return 0;
}

/*--- libraries ---*/

static int add_library(struct target *target, const char *path,
	const struct target_options *options, struct error *err)
{
	struct blocks_object object;
	int result = blocks_open(&object, path, err);

	if (!result && object.is_program)
		result = error_set(err, "--object: %s is not a library", path);
	if (!result)
		result = breakpoints_add_list(target, &object, options, err);
	blocks_close(&object);
	return result;
}

/* The agent runs code of these while it removes a breakpoint. */
static bool is_needed_by_agent(const char *name)
{
	return !strncmp(name, "libc.so", 7) || !strncmp(name, "ld-linux", 8) ||
	       !strncmp(name, AGENT, strlen(AGENT));
}

/* What the dynamic linker would load for PROGRAM, a line each. */
static FILE *list_libraries(const char *program, pid_t *child)
{
	int ends[2];

	if (pipe(ends))
		return NULL;
	*child = fork();
	if (!*child) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execl(LINKER, LINKER, "--list", program, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	return fdopen(ends[0], "r");
}

/* "NAME => PATH (ADDRESS)", or without a name where the program has the path. NULL:
 * there is none. */
static char *breakpoints_path_of(char *line)
{
	char *arrow = strstr(line, "=> ");
	char *path = arrow ? arrow + 3 : line + strspn(line, " \t");

	path[strcspn(path, " \n")] = '\0';
	return strchr(path, '/') ? path : NULL;
}

/* Adds those that match PATTERN. */
static int add_matching(struct target *target, const char *program,
	const char *pattern, const struct target_options *options,
	struct error *err)
{
	char *line = NULL;
	size_t capacity = 0, found = 0;
	pid_t child = -1;
	FILE *list = list_libraries(program, &child);
	int result = 0;

	while (list && !result && getline(&line, &capacity, list) > 0) {
		char *path = breakpoints_path_of(line), *name;
		if (!path)
			continue;
		name = strrchr(path, '/') + 1;
		if (fnmatch(pattern, name, 0) || is_needed_by_agent(name))
			continue;
		found++;
		result = add_library(target, path, options, err);
	}
	if (list)
		fclose(list);
	if (child > 0)
		waitpid(child, NULL, 0);
	free(line);
	if (!result && !found)
		return error_set(err,
			"--object: %s loads nothing that is called \"%s\" "
			"(libc cannot be watched); a path names what it loads "
			"later",
			program, pattern);
	return result;
}

static int add_libraries(struct target *target, const char *program,
	const struct target_options *options, struct error *err)
{
	for (size_t i = 0; i < options->object_count; i++) {
		const char *name = options->objects[i];
		if (strchr(name, '/') ? add_library(target, name, options, err)
				      : add_matching(target, program, name,
						options, err))
			return -1;
	}
	return 0;
}

/*--- the program ---*/

/* A library is run by a program of ours. */
static int add_host(struct target *target, const char *path,
	const struct target_options *options, struct error *err)
{
	char *host = program_find_part(HOST, X_OK);

	if (!host)
		return error_set(err, "%s is not installed", HOST);
	arguments_add(&target->command, host);
	arguments_add(&target->command, path);
	arguments_add(&target->command, options->function
						? options->function
						: "LLVMFuzzerTestOneInput");
	free(host);
	return 0;
}

static int prepare_object(struct target *target, const char *path,
	char *const *command, const struct target_options *options,
	struct error *err)
{
	struct blocks_object object;
	int result = blocks_open(&object, path, err);

	if (!result && object.is_static)
		result = error_set(err,
			"it is linked statically, so nothing can be loaded "
			"into it; link it dynamically (retread branches runs "
			"it "
			"as it is)");
	if (!result)
		result = breakpoints_add_list(target, &object, options, err);
	if (!result && !object.is_program)
		result = add_host(target, path, options, err);
	else if (!result && options->function)
		result = error_set(err,
			"--function: %s is a program, not a library", path);
	else if (!result)
		arguments_add_all(&target->command, command);
	blocks_close(&object);
	return result;
}

static void add_history(
	struct target *target, const struct target_options *options)
{
	if (options->has_context)
		arguments_add_format(
			&target->command, "--lbq=%d", SNAP_LBQ_MAX);
	if (options->predictor)
		arguments_add_format(
			&target->command, "--bp=%s", options->predictor);
	target->history = options->has_context && options->predictor ? "cp"
			  : options->has_context		     ? "c"
			  : options->predictor			     ? "p"
								     : NULL;
}

static int add_valgrind(struct target *target,
	const struct target_options *options, struct error *err)
{
	char *tool = program_find_part("valgrind/" TOOL, X_OK);

	if (!*VALGRIND || access(VALGRIND, X_OK) || !tool) {
		free(tool);
		return error_set(err,
			"--perf needs Valgrind and its tool snap; see retread "
			"doctor");
	}
	/* The tool itself: Valgrind's launcher may be a script, whose shell would
	 * load the agent. */
	arguments_add(&target->command, tool);
	*strrchr(tool, '/') = '\0';
	target->tools = tool;
	arguments_add(&target->command, "-q");
	/* The other kind of lock costs four system calls around each one. */
	arguments_add(&target->command, "--fair-sched=try");
	arguments_add(&target->command, "--tool=snap");
	add_history(target, options);
	arguments_add(&target->command, "--");
	return 0;
}

int target_prepare(struct target *target, char *const *command,
	const struct target_options *options, struct error *err)
{
	char *path = find_object(command[0]);
	int result = -1;

	memset(target, 0, sizeof *target);
	target->agent = program_find_part(AGENT, R_OK);
	if (!path)
		error_set(err, "there is no such program");
	else if (!target->agent)
		error_set(err, "%s is not installed", AGENT);
	else if (!check_rights(path, err) &&
		 !(options->counts && add_valgrind(target, options, err)) &&
		 !prepare_object(target, path, command, options, err) &&
		 !add_libraries(target, path, options, err))
		result = 0;
	free(path);
	return result;
}

void target_release(struct target *target)
{
	arguments_release(&target->command);
	free(target->agent);
	free(target->tools);
	free(target->lists);
	memset(target, 0, sizeof *target);
}

/* Valgrind runs "rep stosb" byte by byte, and says that it is fast: without this, libc
 * clears and copies all that is larger than 2 KiB so. */
static void avoid_repeated(void)
{
	static const char never[] =
		"glibc.cpu.x86_rep_stosb_threshold=1073741824:"
		"glibc.cpu.x86_rep_movsb_threshold=1073741824";
	const char *own = getenv("GLIBC_TUNABLES");
	char *all = own ? memory_format("%s:%s", own, never) : NULL;

	setenv("GLIBC_TUNABLES", all ? all : never, 1);
	free(all);
}

void target_start(
	const struct target *target, const char *reached, struct error *err)
{
	setenv("LD_PRELOAD", target->agent, 1);
	setenv("LD_BIND_NOW", "1", 1);
	if (target->tools) {
		setenv("VALGRIND_LIB", target->tools, 1);
		setenv("VALGRIND_LAUNCHER", VALGRIND, 1);
		avoid_repeated();
	}
	setenv(BLOCK_LIST_VARIABLE, target->lists, 1);
	if (target->history)
		setenv(SNAP_HISTORY_VARIABLE, target->history, 1);
	if (reached)
		setenv(BLOCK_LIST_REACHED, reached, 1);
	execvp(target->command.word[0], target->command.word);
	error_set_errno(err, "%s cannot be run", target->command.word[0]);
}
