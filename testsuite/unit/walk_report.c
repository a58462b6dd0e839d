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
