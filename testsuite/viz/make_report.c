/* SPDX-License-Identifier: MIT
 * Makes reports that are hard to show: make_report KIND FILE.json
 *
 *	hostile   names that would be markup, code or control characters
 *	many      10,000 findings
 *	large     a graph of 5,000 nodes */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "testsuite/unit/walk_report.h"

static void add_process(struct report *report, const char *name)
{
	report_add_process(report, &(struct report_process){.program = name,
					   .test = name,
					   .command = name,
					   .pid = 7,
					   .events = 1000,
					   .calls = 10,
					   .activations = 5});
}

static void add_graph(struct report *report, const char *function,
	const char *file, struct report_places aec, const char *name)
{
	static const uint32_t walk[] = {3, 60, 2};
	struct report_graph_node node[] = {
		{.variable = name}, {.aec = aec,
					    .is_traversal = true,
					    .is_redundant = true,
					    .reads = 9,
					    .walk = walk,
					    .walk_count = 3,
					    .walks = 3}};
	struct report_graph_edge edge[] = {
		{.from = 0, .to = 1, .label = name, .reads = 3},
		{.from = 1, .to = 1, .label = name, .reads = 6}};

	report_add_graph(report, &(struct report_graph){.function = function,
					 .file = file,
					 .line = 1,
					 .node = node,
					 .node_count = 2,
					 .edge = edge,
					 .edge_count = 2});
}

static void add_hostile(struct report *report, const char *name,
	const char *file, unsigned line)
{
	struct report_place place[] = {{.function = name,
					       .file = file,
					       .object = name,
					       .line = line,
					       .column = 1,
					       .text = name,
					       .weight = 50},
		{.function = name,
			.file = name,
			.object = name,
			.line = 2,
			.text = name}};
	struct report_places places = {place, 2};
	const char *tests[] = {name};

	report_add_finding(
		report, &(struct report_finding){.rule = REPORT_REWALK,
				.severity = REPORT_HIGH,
				.function = name,
				.file = file,
				.line = line,
				.aec = places,
				.sites = places,
				.callers = places,
				.allocated_at = places,
				.root = name,
				.field = name,
				.structure_kind = "heap",
				.structure_type = name,
				.shape = REPORT_SHAPE_ARRAY,
				.evidence = walk_evidence(100),
				.tests = tests,
				.test_count = 1});
	add_graph(report, name, file, places, name);
	add_process(report, name);
	report_add_warning(report, "%s", name);
	report_add_suppression(
		report, &(struct report_suppression){
				.name = name, .file = name, .line = line});
}

static void make_hostile(struct report *report)
{
	char *template = memory_alloc(4097);
	static const char *const name[] = {
		"<script>alert(1)</script>",
		"\" onmouseover=\"alert(1)\" x=\"",
		"' style='color:red",
		"</title></style><img src=x onerror=alert(1)>",
		"&lt;b&gt; &amp;amp; &#x3c;script&#x3e;",
		"back\\slash\\n\\N\\G\\l{a|b}",
		"javascript:alert(1)",
		"new\nline\r\ttab\033[31m\a\177",
		"not UTF-8 \xff\xfe\xc0\xaf\xed\xa0\x80 end",
		"turned \xe2\x80\xae txt.exe \xe2\x81\xa6",
		"wide \xf0\x9f\x92\xa9 \xe6\x97\xa5\xe6\x9c\xac",
		"../../../etc/passwd",
		"%s%n%p",
		"a,b;c \"d\"\n=1+1",
	};

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		add_hostile(report, name[i], "host\"ile<&>.c", (unsigned)i + 1);
	memset(template, '<', 4096);
	template[4096] = '\0';
	add_hostile(report, template, "host\"ile<&>.c", 3);
	free(template);
}

static void make_many(struct report *report)
{
	for (unsigned i = 0; i < 10000; i++) {
		char *function = memory_format("function_%u", i);
		char *text =
			memory_format("int line_%u; /* text */", 1 + i % 3000);
		struct report_place place[] = {{.function = function,
						       .file = "many.c",
						       .line = 1 + i % 3000,
						       .column = i,
						       .text = text,
						       .weight = 4 * i + 4},
			{.function = "walk", .file = "many.c", .line = 5}};
		report_add_finding(report,
			&(struct report_finding){.rule = REPORT_REWALK,
				.severity = (enum report_severity)(i % 4),
				.function = function,
				.file = "many.c",
				.line = i,
				.aec = {place, 2},
				.sites = {place, 1},
				.callers = {place, 2},
				.root = "list",
				.field = "next",
				.structure_kind = "heap",
				.structure_type = "struct node",
				.shape = REPORT_SHAPE_LINKED,
				.score = i,
				.evidence = walk_evidence(4 * i + 4)});
		add_graph(report, function, "many.c",
			(struct report_places){place, 2}, "list");
		free(function);
		free(text);
	}
	add_process(report, "many");
}

#define LARGE_NODES 5000

static void make_large(struct report *report)
{
	struct report_place *place =
		memory_alloc_zero(LARGE_NODES, sizeof(*place));
	struct report_graph_node *node =
		memory_alloc_zero(LARGE_NODES, sizeof(*node));
	struct report_graph_edge *edge =
		memory_alloc_zero(3 * LARGE_NODES, sizeof(*edge));
	size_t edges = 0;

	node[0].variable = "list";
	for (unsigned i = 1; i < LARGE_NODES; i++) {
		place[i] = (struct report_place){.function = "large",
			.file = "large.c",
			.line = i,
			.column = 3};
		node[i] = (struct report_graph_node){.aec = {&place[i], 1},
			.is_traversal = i % 3 == 0,
			.is_redundant = i == 4000,
			.reads = i};
		for (unsigned k = 1; k < 4; k++)
			edge[edges++] =
				(struct report_graph_edge){.from = i / (k + 1),
					.to = i,
					.label = k == 1 ? "next" : "*",
					.reads = i};
	}
	report_add_graph(report, &(struct report_graph){.function = "large",
					 .file = "large.c",
					 .line = 1,
					 .node = node,
					 .node_count = LARGE_NODES,
					 .edge = edge,
					 .edge_count = edges});
	report_add_finding(
		report, &(struct report_finding){.rule = REPORT_REWALK,
				.severity = REPORT_HIGH,
				.function = "large",
				.file = "large.c",
				.line = 4000,
				.aec = {&place[4000], 1},
				.sites = {&place[4000], 1},
				.root = "list",
				.shape = REPORT_SHAPE_LINKED,
				.evidence = walk_evidence(100)});
	add_process(report, "large");
	free(place);
	free(node);
	free(edge);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*make)(struct report *report);
	} kind[] = {{"hostile", make_hostile}, {"many", make_many},
		{"large", make_large}};
	struct report report;
	struct error err = {{0}};
	int result = -1;

	report_init(&report);
	for (size_t i = 0; argc == 3 && i < sizeof(kind) / sizeof(kind[0]); i++)
		if (strcmp(argv[1], kind[i].name) == 0) {
			kind[i].make(&report);
			result = report_write_json(&report, argv[2], &err);
		}
	report_release(&report);
	if (result != 0)
		fprintf(stderr, "make_report KIND FILE.json: %s\n", err.text);
	return result == 0 ? 0 : 1;
}
