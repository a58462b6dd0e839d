/* SPDX-License-Identifier: MIT
 * Runs a script again, and catches the process of it that showed a finding. */
#include "config.h"

#include "cli/prove/caught.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/prove/request.h"
#include "cli/recorded.h"
#include "cli/rerun.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/format/caught_process.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/whole_file.h"

#define CAUGHT_FOLDER	 "prove/processes" /* in the results */
#define CAUGHT_AGENT	 "retread-grow.so"
#define CAUGHT_BYTES_MAX (1 << 20) /* of words and of variables */
#define CAUGHT_TICK_NS	 50000000
#define CAUGHT_SHARE	 0.5 /* of the time that there is, at most */

/* ---- which process ---- */

static bool caught_is_of(const struct report_witness *witness, const char *test)
{
	for (size_t i = 0; i < witness->test_count; i++)
		if (strcmp(witness->tests[i], test) == 0)
			return true;
	return false;
}

static bool caught_is_program(const struct recorded_command *command,
	const struct report_witness *witness)
{
	char *own = recorded_path_dup(command, command->word[0]);
	char *path = recorded_path_dup(command, witness->process.program);
	bool is_it = strcmp(own, path) == 0;

	free(own);
	free(path);
	return is_it;
}

/* The process of COMMAND with the longest walk of FINDING; NULL: it is of COMMAND's own
 * program, or its command line is not known. */
static const struct report_witness *caught_witness(
	const struct report_finding *finding,
	const struct recorded_command *command)
{
	const struct report_witness *longest = NULL;

	for (size_t i = 0; i < finding->witness_count; i++) {
		const struct report_witness *witness = &finding->witness[i];
		if (!command->is_only && !caught_is_of(witness, command->test))
			continue;
		if (caught_is_program(command, witness))
			return NULL;
		if (witness->process.command &&
			(!longest || witness->evidence.walk_length.max >
					     longest->evidence.walk_length.max))
			longest = witness;
	}
	return longest;
}

/* How many processes of REPORT with the command line and the test of WITNESS began before
 * it. */
static size_t caught_number(
	const struct report *report, const struct report_witness *witness)
{
	const struct report_process_key *key = &witness->process;
	size_t number = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		number += process->command && process->test &&
			  strcmp(process->command, key->command) == 0 &&
			  caught_is_of(witness, process->test) &&
			  (process->started_unix_ms < key->started_unix_ms ||
				  (process->started_unix_ms ==
						  key->started_unix_ms &&
					  process->pid < key->pid));
	}
	return number;
}

/* ---- the script ---- */

static void caught_enter(const struct recorded_command *command)
{
	int in = open(command->input ? command->input : "/dev/null", O_RDONLY);
	int null = open("/dev/null", O_WRONLY);

	if (in < 0 || null < 0 || dup2(in, STDIN_FILENO) < 0 ||
		dup2(null, STDOUT_FILENO) < 0 ||
		dup2(null, STDERR_FILENO) < 0 || chdir(command->directory) != 0)
		_exit(PROGRAM_ENVIRONMENT);
}

static void caught_run(const struct recorded_command *command,
	const char *folder, size_t number, const char *agent)
{
	struct arguments words = {0};
	sigset_t none;

	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	caught_enter(command);
	for (size_t i = 0; i < command->variable_count; i++)
		putenv((char *)command->variable[i]);
	putenv(memory_format(CAUGHT_VARIABLE "=%zu %s", number, folder));
	/* What the script preloads itself comes after it. */
	const char *others = getenv("LD_PRELOAD");
	putenv(memory_format("LD_PRELOAD=%s%s%s", agent, others ? ":" : "",
		others ? others : ""));
	for (size_t i = 0; i < command->word_count; i++)
		arguments_add(&words, command->word[i]);
	if (words.count > 0)
		execvp(words.word[0], words.word);
	_exit(PROGRAM_ENVIRONMENT);
}

/* Until CHILD ends, or the clock is at END: then all that it started does. Returns the
 * number of a signal that came, or 0. */
static int caught_wait(pid_t child, double end)
{
	const struct timespec tick = {0, CAUGHT_TICK_NS};
	sigset_t awaited;
	int number = 0, came;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGINT);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SIGHUP);
	while (waitpid(child, NULL, WNOHANG) == 0 && number == 0 &&
		clock_seconds() < end) {
		came = sigtimedwait(&awaited, NULL, &tick);
		number = came > 0 ? came : 0;
	}
	kill(-child, SIGKILL);
	waitpid(child, NULL, 0);
	return number;
}

/* The files that the process of WITNESS opened, or names. */
static void caught_list_files(const struct report *report,
	const struct report_witness *witness, FILE *out)
{
	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		if (process->pid != witness->process.pid ||
			process->started_unix_ms !=
				witness->process.started_unix_ms)
			continue;
		for (size_t j = 0; j < process->file_count; j++)
			fprintf(out, "%s\n", process->file[j]);
	}
}

static bool caught_prepare(const char *folder, const struct report *report,
	const struct report_witness *witness)
{
	char *wanted = memory_format("%s/" CAUGHT_WANTED, folder);
	char *files = memory_format("%s/" CAUGHT_FILES, folder);
	FILE *to = NULL, *list = NULL;
	bool is_done = folders_make_all(folder, NULL) == 0 &&
		       (to = fopen(wanted, "we")) &&
		       (list = fopen(files, "we"));

	if (is_done) {
		fputs(witness->process.command, to);
		caught_list_files(report, witness, list);
	}
	if (to)
		is_done &= fclose(to) == 0;
	if (list)
		is_done &= fclose(list) == 0;
	free(wanted);
	free(files);
	return is_done;
}

/* ---- what was caught ---- */

/* The texts in FOLDER/NAME, each with a final NUL, in ARENA; *COUNT: how many. */
static const char **caught_texts(struct arena *arena, const char *folder,
	const char *name, size_t *count)
{
	char *path = memory_format("%s/%s", folder, name);
	struct error ignored = {{0}};
	uint8_t *bytes = NULL;
	size_t length = 0, at = 0;
	const char **text = NULL;

	*count = 0;
	if (whole_file_read(
		    path, CAUGHT_BYTES_MAX, &bytes, &length, &ignored) == 0) {
		const char *all = arena_copy(arena, bytes, length + 1);
		text = arena_alloc_zero(arena, length + 1, sizeof *text);
		for (; at < length; at += strlen(all + at) + 1)
			text[(*count)++] = all + at;
	}
	free(bytes);
	free(path);
	return text;
}

/* Is VARIABLE one that we do not have so? Those of shells and of ours are left out. */
static bool caught_is_own(const char *variable)
{
	static const char *const left_out[] = {
		"_", "SHLVL", "PWD", "OLDPWD", "LD_PRELOAD", CAUGHT_VARIABLE};
	char *name =
		memory_format("%.*s", (int)strcspn(variable, "="), variable);
	const char *value = variable + strlen(name), *ours = getenv(name);
	bool is_own = *value == '=' && (!ours || strcmp(ours, value + 1) != 0);

	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
		is_own &= strcmp(name, left_out[i]) != 0;
	free(name);
	return is_own;
}

/* NULL: nothing was caught in FOLDER. */
static const struct recorded_command *caught_read(struct arena *arena,
	const char *folder, const struct recorded_command *whole,
	const struct report_witness *witness)
{
	struct recorded_command *command =
		arena_alloc_zero(arena, 1, sizeof *command);
	size_t count, variables;
	const char **here, **variable;

	*command = *whole;
	command->word =
		caught_texts(arena, folder, CAUGHT_WORDS, &command->word_count);
	here = caught_texts(arena, folder, CAUGHT_DIRECTORY, &count);
	variable = caught_texts(arena, folder, CAUGHT_VARIABLES, &variables);
	if (command->word_count == 0 || count != 1)
		return NULL;
	command->directory = here[0];
	command->variable = variable;
	command->variable_count = 0;
	for (size_t i = 0; i < variables; i++)
		if (caught_is_own(variable[i]))
			command->variable[command->variable_count++] =
				variable[i];
	command->process = witness->process.command;
	command->files = arena_format(arena, "%s/" CAUGHT_ROOT, folder);
	command->input = arena_format(arena, "%s/" CAUGHT_STDIN, folder);
	if (access(command->input, R_OK) != 0)
		command->input = NULL;
	return command;
}

/* ---- all of it ---- */

static int caught_catch(const struct prove_grow *request, const char *folder,
	const struct recorded_command *command,
	const struct report_witness *witness)
{
	size_t number = caught_number(request->report, witness);
	double end = clock_seconds() +
		     clock_patience() * CAUGHT_SHARE * request->seconds;
	char *agent = program_find_part(CAUGHT_AGENT, R_OK);
	int signal = 0;
	pid_t child;

	folders_remove(folder);
	if (agent && caught_prepare(folder, request->report, witness)) {
		rerun_hold_signals();
		child = fork();
		if (child == 0)
			caught_run(command, folder, number, agent);
		if (child > 0)
			signal = caught_wait(child, end);
		rerun_release_signals();
	}
	free(agent);
	return signal;
}

const struct recorded_command *caught_command(const struct prove_grow *request,
	struct arena *arena, const struct recorded_command *command,
	int *signal)
{
	const struct report_witness *witness =
		caught_witness(request->finding, command);
	const struct recorded_command *caught;
	char *results, *folder;

	if (!witness)
		return command;
	results = realpath(request->results, NULL);
	folder = memory_format("%s/" CAUGHT_FOLDER "/%u.%" PRIu64, results,
		witness->process.pid, witness->process.started_unix_ms);
	caught = caught_read(arena, folder, command, witness);
	if (!caught) {
		*signal = caught_catch(request, folder, command, witness);
		caught = caught_read(arena, folder, command, witness);
	}
	if (!request->is_quiet && caught)
		fprintf(stderr,
			"retread: of what %s starts only this is grown: %s\n",
			command->word[0], witness->process.command);
	free(folder);
	free(results);
	return caught ? caught : command;
}
