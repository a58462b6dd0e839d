/* SPDX-License-Identifier: MIT
 * Runs retread-growth, or takes from a cache what it found. */
#include "config.h"

#include "cli/grow/runs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/rerun.h"
#include "cli/suite/cache.h"
#include "cli/suite/tests.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"

#define PART  "retread-growth"
#define COPY  (1 << 16)
#define VERB  "grow"
#define TOOL  "valgrind/snap-amd64-linux"
#define AGENT "retread-grow.so"

static double cpu_of_children(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

uint64_t grow_time_left(const struct grow_request *request)
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

/*--- the part ---*/

/* Of all tests the same, besides a budget. */
static void grow_runs_add_options(
	const struct grow_request *request, struct arguments *words)
{
	for (size_t i = 0; i < request->only.count; i++)
		arguments_add_option(words, "only", request->only.text[i]);
	for (size_t i = 0; i < request->changes.name.count; i++)
		arguments_add_option(
			words, "changed", request->changes.name.word[i]);
	if (request->is_suite)
		arguments_add(words, "--screen");
	arguments_add_format(words, "--run-time=%llus",
		(unsigned long long)request->run_seconds);
}

void grow_runs_choose_place(
	struct grow_request *request, const struct test *test)
{
	const char *directory = test->directory ? test->directory : "";

	if (request->directory && strcmp(request->directory, directory) == 0)
		return;
	free(request->directory);
	request->directory = memory_string_dup(directory);
	request->places++;
}

static void grow_runs_add_place(
	const struct grow_request *request, struct arguments *words)
{
	arguments_add_format(words, "--directory=%s/runs.%zu", request->scratch,
		request->places);
}

struct grow_part {
	const struct test *test;
	const struct arguments *words;
	const char *file;
};

static void become_part(const void *given)
{
	const struct grow_part *start = given;
	char *part = program_find_part(PART, X_OK);
	int out = open(start->file, O_WRONLY | O_APPEND | O_CREAT, 0666);
	struct error err = {{0}};

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (out < 0 || dup2(out, STDOUT_FILENO) < 0 ||
		tests_enter(start->test) != 0)
		_exit(CLI_ENVIRONMENT);
	if (part)
		execv(part, start->words->word);
	error_set(&err, "%s is not installed", PART);
	_exit(cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL));
}

/* Runs the part with WORDS, the command of TEST added, and appends what it prints to FILE.
 * WORDS are released. */
static int run_part(
	const struct test *test, struct arguments *words, const char *file)
{
	const struct grow_part start = {test, words, file};
	int signal = 0, status;

	arguments_add(words, "--");
	arguments_add_all(words, test->command);
	status = rerun_process(become_part, &start, &signal);
	arguments_release(words);
	return signal ? CLI_SIGNAL + signal : status;
}

bool grow_runs_look(const struct grow_request *request, const struct test *test,
	struct arena *arena, struct report_inputs *inputs)
{
	char *file = memory_format("%s/" REPORT_INPUTS_FILE, request->scratch);
	struct error ignored = {{0}};
	struct arguments words = {0};
	bool result;

	arguments_add(&words, PART);
	arguments_add(&words, "--look");
	grow_runs_add_place(request, &words);
	arguments_add_option(&words, "inputs", file);
	result = run_part(test, &words, "/dev/null") == CLI_DONE &&
		 report_read_inputs(inputs, arena, file, &ignored) == 0;
	free(file);
	return result;
}

/*--- the cache ---*/

/* Who grows, and how. Free it. */
static char *grow_runs_common_dup(const struct grow_request *request)
{
	static const char *const parts[] = {PART, TOOL, AGENT};
	struct cache_digests digests = {NULL};
	struct arguments common = {0};
	char *text;

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		char *part = program_find_part(parts[i], R_OK);
		arguments_add(
			&common, part ? cache_digest(&digests, part) : "");
		free(part);
	}
	cache_digests_release(&digests);
	grow_runs_add_options(request, &common);
	text = arguments_join_dup(&common, "\n");
	arguments_release(&common);
	return text;
}

void grow_runs_open_cache(struct grow_request *request)
{
	static const struct option_texts none = {.count = 0};
	char *common;

	if (!request->cache)
		return;
	common = grow_runs_common_dup(request);
	request->cached = cached_new_of(common, request->cache, &none);
	free(common);
}

void grow_runs_end(struct grow_request *request)
{
	cached_free(request->cached);
	request->cached = NULL;
	if (request->scratch)
		folders_remove(request->scratch);
	free(request->scratch);
	free(request->directory);
	changes_release(&request->changes);
}

int grow_runs_append(
	const struct grow_request *request, const char *from, struct error *err)
{
	FILE *in = fopen(from, "re"), *out;
	char *bytes;
	size_t length;
	bool is_whole;

	if (!in)
		return error_set_errno(err, "%s", from);
	out = fopen(request->file, "ae");
	is_whole = out != NULL;
	bytes = memory_alloc(COPY);
	while (is_whole && (length = fread(bytes, 1, COPY, in)) > 0)
		is_whole = fwrite(bytes, 1, length, out) == length;
	fclose(in);
	if (out && fclose(out) != 0)
		is_whole = false;
	free(bytes);
	return is_whole
		       ? 0
		       : error_set_errno(err, "cannot write %s", request->file);
}

static int grow_runs_run(const struct grow_request *request,
	const struct test *test, const char *file, const char *inputs)
{
	struct arguments words = {0};

	arguments_add(&words, PART);
	grow_runs_add_options(request, &words);
	grow_runs_add_place(request, &words);
	/* What is kept of a test must not depend on others. */
	if (request->cached)
		arguments_add_option(&words, "inputs", inputs);
	else if (request->is_suite)
		arguments_add_format(
			&words, "--known=%s/known", request->scratch);
	if (request->seconds > 0)
		arguments_add_format(&words, "--time=%llus",
			(unsigned long long)grow_share(request));
	return run_part(test, &words, file);
}

int grow_runs_test(const struct grow_request *request, const struct test *test)
{
	char *folder = memory_format("%s/" CACHED_FOLDER, request->scratch);
	char *file = memory_format("%s/" GROW_EXPERIMENTS, folder);
	char *inputs = memory_format("%s/" REPORT_INPUTS_FILE, folder);
	struct error err = {{0}};
	int status = CLI_DONE, result;

	folders_remove(folder);
	result = folders_make_all(folder, &err);
	cached_begin(request->cached, test);
	if (!result && cached_take_folder(request->cached, folder)) {
		if (!request->is_quiet)
			fprintf(stderr, "retread: %s: kept from before\n",
				tests_name(test));
	} else if (!result) {
		status = grow_runs_run(request, test, file, inputs);
		if (status == CLI_DONE)
			cached_keep_folder(request->cached, test, folder);
	}
	if (!result)
		result = grow_runs_append(request, file, &err);
	if (result)
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	free(inputs);
	free(file);
	free(folder);
	return status;
}
