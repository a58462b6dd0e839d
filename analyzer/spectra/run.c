/* SPDX-License-Identifier: MIT
 * `retread spectra run`: runs a kernel's test program under the Valgrind tool
 * `spectra`. */
#include "config.h"

#include "analyzer/spectra/command.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/environment.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/format/spectra_table.h"
#include "lib/memory.h"

#define NAME	    "retread spectra run"
#define SECONDS_MAX 86400

struct spectra_run {
	const char *watch;
	const char *table;
	uint64_t seconds; /* 0: no limit */
	char **command;
};

/* Becomes Valgrind. */
static void spectra_become_valgrind(
	const struct environment *environment, const struct spectra_run *run)
{
	struct arguments client = {0};

	arguments_add(&client, environment->valgrind);
	arguments_add(&client, "-q");
	arguments_add(&client, "--tool=spectra");
	arguments_add_format(&client, "--watch=%s", run->watch);
	arguments_add_format(&client, "--table=%s", run->table);
	arguments_add(&client, "--");
	arguments_add_all(&client, run->command);
	setenv("VALGRIND_LIB", environment->tool_directory, 1);
	if (run->seconds > 0)
		setpgid(0, 0); /* to end all that it starts */
	execv(environment->valgrind, client.word);
	_exit(127);
}

/* Waits for CHILD until its time is up. */
static int spectra_wait_for(pid_t child, uint64_t seconds, bool *late)
{
	const struct timespec pause = {0, 20 * 1000 * 1000};
	double start = clock_seconds();
	int status = 0;

	*late = false;
	while (waitpid(child, &status, seconds > 0 && !*late ? WNOHANG : 0) ==
		0) {
		nanosleep(&pause, NULL);
		if (clock_seconds() - start < (double)seconds)
			continue;
		*late = true;
		kill(-child, SIGKILL);
		kill(child, SIGKILL);
	}
	return status;
}

/* Its table is readable up to there. */
static int fail_early(const struct spectra_run *run, const struct error *err)
{
	char *hint = memory_format(
		"See what it did until then: retread spectra report %s",
		run->table);

	program_fail(PROGRAM_INCOMPLETE, NAME, err->text, hint);
	free(hint);
	return PROGRAM_INCOMPLETE;
}

static int spectra_tell_end(
	const struct spectra_run *run, int status, bool late)
{
	struct error err = {{0}};

	if (late) {
		error_set(&err, "%s did not end within %llu seconds",
			run->command[0], (unsigned long long)run->seconds);
		return fail_early(run, &err);
	}
	if (WIFSIGNALED(status)) {
		error_set(&err, "%s was ended by signal %d", run->command[0],
			WTERMSIG(status));
		return fail_early(run, &err);
	}
	if (WEXITSTATUS(status) == 127) {
		error_set(&err, "%s cannot be run", run->command[0]);
		return program_fail(PROGRAM_USAGE, NAME, err.text, NULL);
	}
	fprintf(stderr, "next: retread spectra report %s\n", run->table);
	return WEXITSTATUS(status) == 0 ? PROGRAM_DONE : PROGRAM_INCOMPLETE;
}

/* The state that the table's header tells; -1: there is no table. */
static int read_state(const char *path)
{
	struct spectra_header header;
	FILE *in = fopen(path, "re");
	bool is_read = in && fread(&header, sizeof header, 1, in) == 1;

	if (in)
		fclose(in);
	return is_read && memcmp(header.magic, SPECTRA_TABLE_MAGIC,
				  sizeof header.magic) == 0
		       ? (int)header.state
		       : -1;
}

/* Nothing was watched; the tool has said why, or the program never came to the
 * kernel's code. */
static int tell_unwatched(const struct spectra_run *run, int state)
{
	struct error err = {{0}};

	if (state < 0) {
		error_set(&err, "the tool did not take %s", run->watch);
		return program_fail(PROGRAM_USAGE, NAME, err.text, NULL);
	}
	error_set(&err, "%s does not run the program that %s was made for",
		run->command[0], run->watch);
	return program_fail(PROGRAM_ENVIRONMENT, NAME, err.text,
		"Make the list again: retread spectra watch");
}

/* Complains before Valgrind does, in words that say what to do. */
static int check_run(
	const struct spectra_run *run, struct environment *environment)
{
	struct error err = {{0}};
	const char *hint;
	int status = environment_check_tool(
		environment, "spectra", run->command[0], &err, &hint);

	if (status != PROGRAM_DONE)
		return program_fail(status, NAME, err.text, hint);
	if (access(run->watch, R_OK) != 0) {
		error_set_errno(&err, "%s", run->watch);
		return program_fail(PROGRAM_USAGE, NAME, err.text,
			"List what to watch: retread spectra watch");
	}
	return PROGRAM_DONE;
}

/* What an earlier run left there must not be taken for this one's. A file of
 * another kind was named by mistake. */
static int remove_table(const struct spectra_run *run)
{
	struct error err = {{0}};

	if (access(run->table, F_OK) != 0 ||
		(read_state(run->table) >= 0 && unlink(run->table) == 0))
		return PROGRAM_DONE;
	error_set(&err, "%s exists and is not a table of spectra", run->table);
	return program_fail(PROGRAM_USAGE, NAME, err.text,
		"Name another file: --table FILE");
}

static int spectra_run_program(void *chosen, const struct operands *operands)
{
	struct spectra_run *run = chosen;
	struct environment environment;
	int status, state;
	bool late;
	pid_t child;

	run->command = operands->operand;
	environment_init(&environment);
	status = check_run(run, &environment);
	if (status == PROGRAM_DONE)
		status = remove_table(run);
	if (status != PROGRAM_DONE)
		goto out;
	child = fork();
	if (child == 0)
		spectra_become_valgrind(&environment, run);
	if (child < 0) {
		struct error err = {{0}};
		error_set_errno(&err, "cannot start Valgrind");
		status =
			program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
		goto out;
	}
	status = spectra_wait_for(child, run->seconds, &late);
	state = read_state(run->table);
	status = state <= SPECTRA_WAITING ? tell_unwatched(run, state)
					  : spectra_tell_end(run, status, late);
out:
	environment_release(&environment);
	return status;
}

int spectra_run_tests(int argc, char **argv)
{
	struct spectra_run run = {
		.watch = "spectra.watch", .table = "spectra.table"};
	const struct option_row rows[] = {
		{"watch", 'w', OPTION_TEXT, &run.watch, .argument = "FILE",
			.help = "what to watch (spectra.watch)"},
		{"table", 't', OPTION_TEXT, &run.table, .argument = "FILE",
			.help = "where the spectra go (spectra.table)"},
		{"timeout", 0, OPTION_NUMBER, &run.seconds,
			.argument = "SECONDS",
			.help = "end it after so long; its table stays "
				"readable",
			.min = 1, .max = SECONDS_MAX},
	};
	const struct options options = {"retread spectra run",
		"[OPTION]... -- PROGRAM [ARGUMENT]...",
		"Runs a kernel's test program and keeps the spectra of its "
		"variables.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which program?"};

	return options_run(&options, argc, argv, spectra_run_program, &run);
}
