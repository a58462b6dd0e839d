/* SPDX-License-Identifier: MIT
 * Makes results as `retread record` leaves them, for tests of the verbs that
 * read them: make_results DIR. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

static struct report_place contains_aec[] = {
	{.function = "contains_all",
		.file = "list.c",
		.object = "/build/list_test",
		.line = 12,
		.column = 8,
		.text = "if (!contains(list, n->value))"},
	{.function = "contains",
		.file = "list.c",
		.object = "/build/list_test",
		.line = 4,
		.column = 38,
		.text = "for (n = list->head; n != NULL; n = n->next)"},
};
static struct report_place main_place[] = {
	{.function = "main",
		.file = "list_test.c",
		.object = "/build/list_test",
		.line = 9,
		.column = 2,
		.text = "assert(contains_all(a, b) == 1 && \"a line that is "
			"longer than anybody wants to see in a report, \"\"so "
			"that it must be cut\" != NULL);"},
};
static struct report_place unnamed_aec[] = {
	{.object = "/usr/lib/libold.so"},
};
static struct report_place hostile_aec[] = {
	{.function = "evil\033[31m",
		.file = "a\nb.c",
		.line = 1,
		.column = 1,
		.text = "x\r\033]0;title\007y"},
};

static struct report_finding contains_finding(void)
{
	return (struct report_finding){.rule = REPORT_REWALK,
		.severity = REPORT_HIGH,
		.function = "contains_all",
		.file = "list.c",
		.line = 12,
		.aec = {contains_aec, 2},
		.sites = {contains_aec + 1, 1},
		.callers = {main_place, 1},
		.allocated_at = {main_place, 1},
		.root = "list->head",
		.field = "next",
		.structure_kind = "heap",
		.structure_type = "struct node",
		.shape = REPORT_SHAPE_LINKED,
		.score = 900,
		.evidence = {.activations = 12,
			.walks = {2, 9},
			.walk_length = {3, 40},
			.reads = 5120,
			.distinct = 160,
			.rewalk_ratio = 0.97,
			.multiplicity = 32,
			.degree = 1.96,
			.degree_low = 1.9,
			.degree_high = 2.02,
			.points = 57}};
}

static void add_process(
	struct report *report, const char *name, unsigned pid, bool truncated)
{
	char *program = memory_format("/build/%s", name);
	struct report_process process = {.program = program,
		.test = name,
		.command = name,
		.pid = pid,
		.started_unix_ms = 1700000000000 + pid,
		.truncated = truncated,
		.truncated_why = truncated ? "--max-trace was reached" : NULL,
		.events = 10000,
		.seconds = 0.5};

	report_add_process(report, &process);
	free(program);
}

static void make_list_test(struct report *report)
{
	struct report_finding finding = contains_finding();

	add_process(report, "list_test", 100, false);
	report_add_finding(report, &finding);
	finding.rule = REPORT_TRAVERSAL;
	finding.severity = REPORT_INFO;
	report_add_finding(report, &finding);
}

static void make_hash_test(struct report *report)
{
	struct report_finding finding = contains_finding();

	add_process(report, "hash_test", 200, true);
	report_add_finding(report, &finding);
	finding.rule = REPORT_REDUNDANT;
	finding.severity = REPORT_LOW;
	finding.function = NULL;
	finding.file = NULL;
	finding.exactness = REPORT_LOWER_BOUND;
	finding.aec = (struct report_places){unnamed_aec, 1};
	finding.callers.count = 0;
	finding.evidence.points = 0;
	report_add_finding(report, &finding);
	finding.severity = REPORT_MEDIUM;
	finding.suppressed = true;
	finding.function = "evil";
	finding.aec = (struct report_places){hostile_aec, 1};
	report_add_finding(report, &finding);
	report_add_warning(report, "libold.so has no debug information");
}

static int write_result(
	const char *directory, const char *name, void (*make)(struct report *))
{
	char *folder = memory_format("%s/record/%s/1", directory, name);
	char *command = memory_format("mkdir -p '%s'", folder);
	char *path = memory_format("%s/findings.json", folder);
	struct report report;
	struct error err = {{0}};
	int result = system(command);

	report_init(&report);
	make(&report);
	if (result == 0 && report_write_json(&report, path, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		result = -1;
	}
	report_release(&report);
	free(path);
	free(command);
	free(folder);
	return result;
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: make_results DIR\n");
		return 2;
	}
	return write_result(argv[1], "list_test", make_list_test) != 0 ||
	       write_result(argv[1], "hash_test", make_hash_test) != 0;
}
