/* SPDX-License-Identifier: MIT
 * `retread grow`: makes tests larger in place and prints what grows faster than their
 * data; retread-growth does the experiments. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/grow/causes.h"
#include "cli/grow/runs.h"
#include "cli/rerun.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define VERB "grow"

static bool verb_grow_is_over(const void *request)
{
	const struct grow_request *own = request;

	return own->seconds > 0 && grow_time_left(own) == 0;
}

static int grow_print_causes(struct grow_request *request)
{
	struct grown_causes causes = {.count = 0};
	struct error err = {{0}};
	int status = CLI_DONE, number = 0;

	if (grown_causes_read(&causes, request->file, &err))
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	grown_causes_sort(&causes);
	/* Who joins shards records, for all of them. */
	if (!request->shard && !request->stopped)
		number = grown_causes_explain(&causes,
			cli_out_directory(request->out), verb_grow_is_over,
			request);
	grown_causes_sort(&causes);
	if (number != 0)
		request->stopped = CLI_SIGNAL + number;
	if (status == CLI_DONE)
		grown_causes_print(&causes, stdout);
	if (status == CLI_DONE &&
		grown_causes_write(
			&causes, cli_out_directory(request->out), &err))
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	grown_causes_release(&causes);
	return request->stopped ? request->stopped : status;
}

/* Grows TESTS one after the other. Returns an exit code. */
static int grow_all(struct grow_request *request, const struct tests *tests)
{
	size_t grown = 0;

	for (size_t i = 0; i < tests->count; i++) {
		int status;
		if (request->seconds > 0 && grow_time_left(request) == 0)
			break;
		if (!request->is_quiet && tests->count > 1)
			fprintf(stderr, "[ %zu/%zu  %s ]\n", i + 1,
				tests->count, tests_name(&tests->test[i]));
		request->to_do = tests->count - i;
		grow_runs_choose_place(request, &tests->test[i]);
		status = grow_runs_test(request, &tests->test[i]);
		if (status > CLI_SIGNAL) {
			request->stopped = status;
			break;
		}
		request->failed += status != CLI_DONE;
		grown++;
	}
	if (tests->count > 0 && request->failed == tests->count)
		return CLI_ENVIRONMENT;
	if (grown < tests->count && !request->is_quiet)
		fprintf(stderr,
			"retread: %s: %zu of %zu tests were not grown\n",
			request->stopped ? "stopped" : "the time is over",
			tests->count - grown, tests->count);
	return CLI_DONE;
}

static int grow_fail_to_write(struct error *err)
{
	return cli_fail(
		CLI_ENVIRONMENT, VERB, err, "Choose another folder: --out DIR");
}

/* Makes an empty file of experiments, where nobody looks before a shard is whole. */
static int grow_make_file(struct grow_request *request)
{
	const char *out = cli_out_directory(request->out);
	struct error err = {{0}};
	FILE *empty = NULL;

	request->file = request->shard
				? memory_format("%s/." GROW_EXPERIMENTS ".%d",
					  out, (int)getpid())
				: memory_format("%s/" GROW_EXPERIMENTS, out);
	if (folders_make_all(out, &err))
		return grow_fail_to_write(&err);
	empty = fopen(request->file, "we");
	if (!empty) {
		error_set_errno(&err, "cannot write %s", request->file);
		return grow_fail_to_write(&err);
	}
	fclose(empty);
	return CLI_DONE;
}

/* The results of a shard get their name at once. */
static int grow_publish(struct grow_request *request, int status)
{
	char *file = memory_format(
		"%s/" GROW_EXPERIMENTS, cli_out_directory(request->out));
	struct error err = {{0}};

	if (request->shard && status != CLI_DONE) {
		unlink(request->file);
	} else if (request->shard && rename(request->file, file) != 0) {
		error_set_errno(&err, "cannot write %s", file);
		status = grow_fail_to_write(&err);
	}
	free(request->file);
	request->file = file;
	return status;
}

static int verb_grow_tests(struct grow_request *request, struct tests *tests)
{
	struct error err = {{0}};
	int status = CLI_DONE, number;

	rerun_hold_signals();
	request->scratch = folders_make_temporary(&err);
	if (!request->scratch)
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	if (status == CLI_DONE)
		status = grow_make_file(request);
	if (status == CLI_DONE)
		status = grow_choose(request, tests);
	if (status == CLI_DONE) {
		grow_runs_open_cache(request);
		status = grow_all(request, tests);
		/* Nobody takes half a shard. */
		if (request->shard && request->stopped)
			status = request->stopped;
	}
	if (request->file)
		status = grow_publish(request, status);
	if (status == CLI_DONE)
		status = grow_print_causes(request);
	grow_runs_end(request);
	number = rerun_release_signals();
	return number != 0 && status == CLI_DONE ? CLI_SIGNAL + number : status;
}

/* Reads the list that is named, or that discover left. */
static int grow_read_tests(
	const struct grow_request *request, struct tests *tests)
{
	char *found =
		memory_format("%s/tests.json", cli_out_directory(request->out));
	const char *file = request->tests ? request->tests : found;
	struct error err = {{0}};
	int status = CLI_DONE;

	if (!request->tests && access(found, R_OK) != 0)
		status = cli_misuse(VERB, "which test?",
			"retread grow -- TEST [ARGUMENT]..., or find tests "
			"first: retread discover");
	else if (tests_read(tests, file, &err) != 0)
		status = cli_fail(
			CLI_USAGE, VERB, &err, "Write one command a line.");
	free(found);
	return status;
}

/* Joins what shards have left. */
static int grow_join(struct grow_request *request)
{
	struct error err = {{0}};
	int status = grow_make_file(request);

	for (size_t i = 0; status == CLI_DONE && i < request->shards.count;
		i++) {
		char *file = memory_format(
			"%s/" GROW_EXPERIMENTS, request->shards.text[i]);
		if (grow_runs_append(request, file, &err))
			status = cli_fail(CLI_USAGE, VERB, &err,
				"Name the folders of shards that were grown: "
				"retread grow --shard 1/2 --out DIR");
		free(file);
	}
	return status == CLI_DONE ? grow_print_causes(request) : status;
}

static int grow_operands(void *chosen, const struct operands *operands)
{
	struct grow_request *request = chosen;
	struct tests tests;
	int status = CLI_DONE;

	tests_init(&tests);
	if (operands->count > 0 && request->tests)
		status = cli_misuse(
			VERB, "give a command or --tests, not both", NULL);
	else if (operands->count > 0 && request->shard)
		status = cli_misuse(VERB,
			"shards are of a list of tests, not of a command",
			NULL);
	else if (request->shards.count > 0)
		return grow_join(request);
	else if (operands->count > 0)
		tests_add(
			&tests, &(struct test){.command = arguments_copy_words(
						       operands->operand)});
	else
		status = grow_read_tests(request, &tests);
	request->is_suite = operands->count == 0;
	if (status == CLI_DONE)
		status = verb_grow_tests(request, &tests);
	tests_release(&tests);
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
		{"changed-since", 0, OPTION_TEXT, &request.changed_since,
			.argument = "COMMIT",
			.help = "grow only tests that execute or read what git "
				"says has changed since COMMIT"},
		{"time-budget", 0, OPTION_TIME, &request.seconds,
			.argument = "TIME",
			.help = "CPU time for all of it (no limit); tests of "
				"the newest code come first"},
		{"run-time", 0, OPTION_TIME, &request.run_seconds,
			.argument = "TIME",
			.help = "CPU time for one run (10s)", .min = 1},
		{"cache", 0, OPTION_TEXT, &request.cache, .argument = "DIR",
			.help = "do not grow a test again as long as all that "
				"it depends on is as it was; results are kept "
				"in DIR"},
		{"shard", 0, OPTION_TEXT, &request.shard, .argument = "K/N",
			.help = "grow part K of N of the tests; auto: as the "
				"environment of a test runner says"},
		{"join", 0, OPTION_TEXTS, &request.shards, .argument = "DIR",
			.help = "grow nothing: join the results of shards; "
				"again for each"},
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
	options_free(&request.shards);
	free(request.file);
	return status;
}
