/* SPDX-License-Identifier: MIT
 * `retread grow`: makes tests larger in place and prints what grows faster than their
 * data; retread-growth does the experiments. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/grow/causes.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define VERB	    "grow"
#define PART	    "retread-growth"
#define EXPERIMENTS "experiments.jsonl"

struct grow_request {
	const char *out, *tests;
	struct option_texts only;
	uint64_t seconds, run_seconds;
	bool is_quiet;
	char *file;    /* where experiments are kept */
	size_t to_do;  /* tests, with the one that is grown now */
	size_t failed; /* tests that could not be grown */
};

static double cpu_of_children(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* What is left of the budget, in whole seconds; 0: there is none. */
static uint64_t grow_time_left(const struct grow_request *request)
{
	double left = (double)request->seconds - cpu_of_children();

	return left < 1 ? 0 : (uint64_t)left;
}

/* No test takes the time of those after it; what one leaves, the others get. */
static uint64_t grow_share(const struct grow_request *request)
{
	uint64_t share = grow_time_left(request) / request->to_do;

	return share < 1 ? 1 : share;
}

static void become_part(
	const struct grow_request *request, const struct test *test)
{
	struct arguments words = {0};
	char *part = program_find_part(PART, X_OK);
	struct error err = {{0}};
	int file = open(request->file, O_WRONLY | O_APPEND | O_CLOEXEC);

	arguments_add(&words, PART);
	for (size_t i = 0; i < request->only.count; i++)
		arguments_add_option(&words, "only", request->only.text[i]);
	if (request->seconds > 0)
		arguments_add_format(&words, "--time=%llus",
			(unsigned long long)grow_share(request));
	arguments_add_format(&words, "--run-time=%llus",
		(unsigned long long)request->run_seconds);
	arguments_add(&words, "--");
	arguments_add_all(&words, test->command);
	if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || tests_enter(test) != 0)
		_exit(CLI_ENVIRONMENT);
	if (part)
		execv(part, words.word);
	error_set(&err, "%s is not installed", PART);
	_exit(cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL));
}

/* Returns the part's exit code, or 128 and a signal's number. */
static int grow_test(
	const struct grow_request *request, const struct test *test)
{
	pid_t child = fork();
	int status = 0;

	if (child == 0)
		become_part(request, test);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (child < 0)
		return CLI_ENVIRONMENT;
	return WIFSIGNALED(status) ? CLI_SIGNAL + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static bool verb_grow_is_over(const void *request)
{
	const struct grow_request *own = request;

	return own->seconds > 0 && grow_time_left(own) == 0;
}

static int grow_print_causes(const struct grow_request *request)
{
	struct grown_causes causes = {.count = 0};
	struct error err = {{0}};
	int status = CLI_DONE;

	if (grown_causes_read(&causes, request->file, &err))
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	grown_causes_sort(&causes);
	grown_causes_explain(&causes, cli_out_directory(request->out),
		verb_grow_is_over, request);
	if (status == CLI_DONE)
		grown_causes_print(&causes, stdout);
	if (status == CLI_DONE &&
		grown_causes_write(
			&causes, cli_out_directory(request->out), &err))
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	grown_causes_release(&causes);
	return status;
}

static int verb_grow_tests(
	struct grow_request *request, const struct tests *tests)
{
	struct error err = {{0}};
	size_t grown = 0;
	FILE *empty = NULL;

	if (folders_make_all(cli_out_directory(request->out), &err) == 0) {
		empty = fopen(request->file, "we");
		if (!empty)
			error_set_errno(&err, "cannot write %s", request->file);
	}
	if (!empty)
		return cli_fail(CLI_ENVIRONMENT, VERB, &err,
			"Choose another folder: --out DIR");
	fclose(empty);
	for (size_t i = 0; i < tests->count; i++) {
		int status;
		if (request->seconds > 0 && grow_time_left(request) == 0)
			break;
		if (!request->is_quiet && tests->count > 1)
			fprintf(stderr, "[ %zu/%zu  %s ]\n", i + 1,
				tests->count, tests_name(&tests->test[i]));
		request->to_do = tests->count - i;
		status = grow_test(request, &tests->test[i]);
		if (status > CLI_SIGNAL)
			return status;
		request->failed += status != CLI_DONE;
		grown++;
	}
	if (request->failed == tests->count)
		return CLI_ENVIRONMENT;
	if (grown < tests->count && !request->is_quiet)
		fprintf(stderr,
			"retread: the time is over: %zu of %zu tests were not "
			"grown\n",
			tests->count - grown, tests->count);
	return grow_print_causes(request);
}

static int grow_list(struct grow_request *request)
{
	const char *out = cli_out_directory(request->out);
	char *found = memory_format("%s/tests.json", out);
	const char *file = request->tests ? request->tests : found;
	struct tests tests;
	struct error err = {{0}};
	int status;

	tests_init(&tests);
	if (!request->tests && access(found, R_OK) != 0)
		status = cli_misuse(VERB, "which test?",
			"retread grow -- TEST [ARGUMENT]..., or find tests "
			"first: retread discover");
	else if (tests_read(&tests, file, &err) != 0)
		status = cli_fail(
			CLI_USAGE, VERB, &err, "Write one command a line.");
	else
		status = verb_grow_tests(request, &tests);
	tests_release(&tests);
	free(found);
	return status;
}

static int grow_operands(void *chosen, const struct operands *operands)
{
	struct grow_request *request = chosen;
	struct test test = {.command = operands->operand};
	const struct tests only = {&test, 1, 1};
	int status;

	request->file = memory_format(
		"%s/" EXPERIMENTS, cli_out_directory(request->out));
	if (operands->count > 0 && request->tests)
		status = cli_misuse(
			VERB, "give a command or --tests, not both", NULL);
	else if (operands->count > 0)
		status = verb_grow_tests(request, &only);
	else
		status = grow_list(request);
	free(request->file);
	return status;
}

int verb_grow(int argc, char **argv)
{
	struct grow_request request = {.run_seconds = 10};
	const struct option_row rows[] = {
		{"tests", 't', OPTION_TEXT, &request.tests, .argument = "FILE",
			.help = "grow the tests of FILE"},
		{"out", 'o', OPTION_TEXT, &request.out, .argument = "DIR",
			.help = "results go there (retread-out)"},
		{"only", 0, OPTION_TEXTS, &request.only, .argument = "TEST",
			.help = "grow this test function (all); again for "
				"others"},
		{"time-budget", 0, OPTION_TIME, &request.seconds,
			.argument = "TIME",
			.help = "CPU time for all of it (no limit)"},
		{"run-time", 0, OPTION_TIME, &request.run_seconds,
			.argument = "TIME",
			.help = "CPU time for one run (10s)", .min = 1},
		{"quiet", 'q', OPTION_FLAG, &request.is_quiet,
			.help = "print the result only"},
	};
	const struct options options = {"retread grow",
		"[OPTION]... [-- TEST [ARGUMENT]...]",
		"Makes tests larger in place and prints what grows faster than "
		"their data.",
		OPTION_ROWS(rows), .stop_at_operand = true};
	int status = options_run(&options, argc, argv, grow_operands, &request);

	options_free(&request.only);
	return status;
}
