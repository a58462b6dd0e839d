/* SPDX-License-Identifier: MIT
 * How a time budget is spent: which test comes first, and how long it may take. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/record/steps.h"
#include "cli/suite/tests.h"
#include "lib/clock.h"
#include "lib/code/elf.h"
#include "lib/command/environment.h"
#include "lib/memory.h"

/* Of what is left of the time budget, for one test while others wait. */
#define BUDGET_SHARE 0.25

double record_stop_time(const struct record_run *run)
{
	double now = clock_seconds();
	double end = run->began + (double)run->options->budget_s;

	if (run->options->budget_s == 0)
		return 0;
	return run->left > 0 ? now + BUDGET_SHARE * (end - now) : end;
}

uint64_t record_native_limit(const struct recording_options *how)
{
	uint64_t left = how->stop_at > clock_seconds()
				? (uint64_t)(how->stop_at - clock_seconds()) + 1
				: 1;

	if (how->stop_at > 0 && (how->timeout_s == 0 || left < how->timeout_s))
		return left;
	return how->timeout_s;
}

/* Short ones first, and of those that take as long one of each program, the largest before
 * others, then the next. */
static int compare_waiting(const void *left, const void *right)
{
	const struct waiting_test *a = left, *b = right;

	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	if (a->round != b->round)
		return a->round < b->round ? -1 : 1;
	if (a->code != b->code)
		return a->code > b->code ? -1 : 1;
	return (a->test > b->test) - (a->test < b->test);
}

/* Fills in what each took when it was recorded before, the mean where nobody knows. */
static void recall_seconds(
	const struct report *before, struct waiting_test *waiting, size_t count)
{
	double sum = 0;
	size_t known = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < before->test_count; k++) {
			const struct report_test *test = &before->test[k];
			if (test->seconds <= 0 ||
				strcmp(test->name,
					tests_name(waiting[i].test)) != 0)
				continue;
			waiting[i].seconds = test->seconds;
			sum += test->seconds;
			known++;
			break;
		}
	for (size_t i = 0; i < count; i++)
		if (waiting[i].seconds <= 0 && known > 0)
			waiting[i].seconds = sum / (double)known;
}

/* How much code TEST may be the first to run. */
static int64_t code_of(const struct test *test)
{
	const char *command = test->command[0];
	bool is_there =
		     test->directory && *command != '/' && strchr(command, '/'),
	     found;
	char *path = is_there ? memory_format("%s/%s", test->directory, command)
			      : environment_find_program(command, &found);
	struct elf_facts facts = {.is_elf = false};
	struct stat status;
	int64_t bytes = 0;

	if (path && elf_read_facts(path, &facts, NULL) == 0 && facts.is_elf &&
		stat(path, &status) == 0)
		bytes = status.st_size;
	free(path);
	return bytes;
}

struct waiting_test *record_order_tests(
	const struct record_run *run, const struct tests *tests)
{
	struct waiting_test *waiting =
		memory_alloc_zero(tests->count, sizeof(*waiting));

	for (size_t i = 0; i < tests->count; i++) {
		waiting[i].test = &tests->test[i];
		for (size_t k = 0; k < i; k++)
			waiting[i].round +=
				strcmp(tests->test[k].command[0],
					tests->test[i].command[0]) == 0;
	}
	if (run->options->budget_s == 0 || tests->count < 2)
		return waiting;
	recall_seconds(&run->before, waiting, tests->count);
	for (size_t i = 0; i < tests->count; i++)
		waiting[i].code =
			waiting[i].round == 0 ? code_of(waiting[i].test) : 0;
	qsort(waiting, tests->count, sizeof(*waiting), compare_waiting);
	return waiting;
}
