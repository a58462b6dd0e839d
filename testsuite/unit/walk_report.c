/* SPDX-License-Identifier: MIT
 * A finding of the rule rewalk, and reports that have it. */
#include "config.h"

#include "testsuite/unit/walk_report.h"

struct report_place walk_aec[WALK_AEC_COUNT] = {
	{.function = "contains_all",
		.file = "list.c",
		.line = 46,
		.text = "if (!contains(list, x->value))"},
	{.function = "contains",
		.file = "list.c",
		.line = 31,
		.text = "for (n = list->head; n; n = n->next)"},
};

struct report_finding walk_finding(void)
{
	return (struct report_finding){.rule = REPORT_REWALK,
		.severity = REPORT_MEDIUM,
		.function = "contains_all",
		.file = "list.c",
		.line = 41,
		.aec = {walk_aec, WALK_AEC_COUNT},
		.root = "list",
		.structure_type = "struct node",
		.shape = REPORT_SHAPE_LINKED,
		.score = 10,
		.evidence = {.activations = 2,
			.walks = {3, 5},
			.walk_length = {3, 4},
			.reads = 40,
			.distinct = 10,
			.rewalk_ratio = 0.75,
			.multiplicity = 4}};
}

struct report_process walk_process(unsigned pid)
{
	return (struct report_process){.program = "/build/list_test",
		.test = "list_test",
		.command = "./list_test",
		.pid = pid,
		.started_unix_ms = 1000};
}

void make_walk_report(struct report *report, unsigned pid,
	const struct report_finding *finding)
{
	struct report_process process = walk_process(pid);

	report_init(report);
	report_add_finding(report, finding);
	report_add_process(report, &process);
}

struct report_evidence walk_evidence(uint64_t reads)
{
	static const struct report_walk walk[] = {{3, 0}, {60, 3}, {9, 9}};
	static const struct growth_point point[] = {
		{2, 4}, {5, 30}, {30, 800}, {1e9, 1}};

	return (struct report_evidence){.activations = 3,
		.walks = {2, 9},
		.walk_length = {1, 40},
		.reads = reads,
		.distinct = reads / 4,
		.rewalk_ratio = 0.75,
		.multiplicity = 4,
		.degree = 2,
		.degree_low = 1.9,
		.degree_high = 2.1,
		.points = 9,
		.walk = walk,
		.walk_count = 3,
		.point = point,
		.point_count = 4};
}
