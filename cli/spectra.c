/* SPDX-License-Identifier: MIT
 * `retread spectra`: runs a kernel's test program under the Valgrind tool
 * `spectra`; retread-spectra does the rest. */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/environment.h"
#include "cli/known_errors.h"
#include "cli/programs.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/format/spectra_table.h"
#include "lib/memory.h"

#define PART_FILE   "retread-spectra"
#define OUR_PARTS   "prepare, watch, run, report"
#define SECONDS_MAX 86400

/*--- run ---*/

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

static int spectra_tell_end(
	const struct spectra_run *run, int status, bool late)
{
	struct error err = {{0}};

	if (late) {
		error_set(&err, "%s did not end within %llu seconds",
			run->command[0], (unsigned long long)run->seconds);
		return cli_fail(CLI_TESTS_FAILED, "spectra run", &err,
			"See what it did until then: retread spectra report %s",
			run->table);
	}
	if (WIFSIGNALED(status)) {
		error_set(&err, "%s was ended by signal %d", run->command[0],
			WTERMSIG(status));
		return cli_fail(CLI_TESTS_FAILED, "spectra run", &err,
			"See what it did until then: retread spectra report %s",
			run->table);
	}
	if (WEXITSTATUS(status) == 127) {
		error_set(&err, "%s cannot be run", run->command[0]);
		return cli_fail(CLI_USAGE, "spectra run", &err, NULL);
	}
	fprintf(stderr, "next: retread spectra report %s\n", run->table);
	return WEXITSTATUS(status) == 0 ? CLI_DONE : CLI_TESTS_FAILED;
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
		return cli_fail(CLI_USAGE, "spectra run", &err, NULL);
	}
	error_set(&err, "%s does not run the program that %s was made for",
		run->command[0], run->watch);
	return cli_fail(CLI_ENVIRONMENT, "spectra run", &err,
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

	if (status != CLI_DONE)
		return cli_fail(
			status, "spectra run", &err, hint ? "%s" : NULL, hint);
	if (access(run->watch, R_OK) != 0) {
		error_set_errno(&err, "%s", run->watch);
		return cli_fail(CLI_USAGE, "spectra run", &err,
			"List what to watch: retread spectra watch");
	}
	return CLI_DONE;
}

/* What an earlier run left there must not be taken for this one's. A file of
 * another kind was named by mistake. */
static int remove_table(const struct spectra_run *run)
{
	struct error err = {{0}};

	if (access(run->table, F_OK) != 0 ||
		(read_state(run->table) >= 0 && unlink(run->table) == 0))
		return CLI_DONE;
	error_set(&err, "%s exists and is not a table of spectra", run->table);
	return cli_fail(CLI_USAGE, "spectra run", &err,
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
	if (status == CLI_DONE)
		status = remove_table(run);
	if (status != CLI_DONE)
		goto out;
	child = fork();
	if (child == 0)
		spectra_become_valgrind(&environment, run);
	if (child < 0) {
		struct error err = {{0}};
		error_set_errno(&err, "cannot start Valgrind");
		status = cli_fail(CLI_ENVIRONMENT, "spectra run", &err, NULL);
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

static int run_tests(int argc, char **argv)
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

/*--- report ---*/

struct spectra_request {
	bool json;
	bool last;
	bool fail_on_crossed;
	const char *page; /* NULL: none */
};

static int spectra_print_report(void *chosen, const struct operands *operands)
{
	const struct spectra_request *request = chosen;
	struct arguments command = {0};

	arguments_add(&command, PART_FILE);
	arguments_add(&command, "report");
	if (request->json)
		arguments_add(&command, "--json");
	if (request->last)
		arguments_add(&command, "--last");
	if (request->fail_on_crossed)
		arguments_add(&command, "--fail-on-crossed");
	return programs_report(&(struct programs_report){"spectra report",
				       "--spectra", request->page},
		&command, operands->operand);
}

static int cli_spectra_run_report(int argc, char **argv)
{
	struct spectra_request request = {0};
	const struct option_row rows[] = {
		{"json", 0, OPTION_FLAG, &request.json,
			.help = "print JSON instead of text"},
		{"last", 0, OPTION_FLAG, &request.last,
			.help = "the last test, not all of them"},
		{"html", 0, OPTION_TEXT, &request.page, .argument = "FILE",
			.help = "also write pages, as one file: a bar and a "
				"histogram for each variable"},
		{"fail-on-crossed", 0, OPTION_FLAG, &request.fail_on_crossed,
			.help = "exit with 1 if a boundary was crossed"},
	};
	const struct options options = {"retread spectra report",
		"[OPTION]... [TABLE]",
		"Prints the spectra in TABLE (spectra.table): what values, "
		"offsets and trips there were, and which boundaries of the "
		"hardware they crossed.",
		OPTION_ROWS(rows), .most = 1, .many = "one table at a time"};

	return options_run(
		&options, argc, argv, spectra_print_report, &request);
}

int verb_spectra(int argc, char **argv)
{
	static const char *const names[] = {
		"prepare", "watch", "run", "report"};
	struct error err = {{0}};
	const char *nearest;

	if (argc > 1 && strcmp(argv[1], "run") == 0)
		return run_tests(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "report") == 0)
		return cli_spectra_run_report(argc - 1, argv + 1);
	for (size_t i = 0; argc > 1 && i < sizeof names / sizeof names[0]; i++)
		if (strcmp(argv[1], names[i]) == 0)
			return cli_start_part(PART_FILE, "spectra", argv + 1);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 ||
				strcmp(argv[1], "-h") == 0)) {
		fputs("Usage: retread spectra PART [OPTION]...\n"
		      "What values the variables of a hardware kernel take on "
		      "the CPU, and where hardware\nbegins to differ.\n\n"
		      "  prepare   read a kernel's source: pragmas, widths, "
		      "loops\n"
		      "  watch     find them in a program compiled with -O0 "
		      "-g\n"
		      "  run       run the program's tests\n"
		      "  report    print what was seen\n\n"
		      "`retread spectra PART --help` has the options.\n",
			stdout);
		return CLI_DONE;
	}
	nearest = argc > 1 ? options_nearest(argv[1], names,
				     sizeof names / sizeof names[0])
			   : NULL;
	error_set(&err,
		argc > 1 ? "there is no part \"%.40s\"%s%s%s"
			 : "which part?%s%s%s%s",
		argc > 1 ? argv[1] : "", nearest ? "; did you mean \"" : "",
		nearest ? nearest : "", nearest ? "\"?" : "");
	return cli_fail(CLI_USAGE, "spectra", &err, "Parts: " OUR_PARTS);
}
