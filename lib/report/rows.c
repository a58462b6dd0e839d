/* SPDX-License-Identifier: MIT
 * The members of a report: the one place that names each of them. Reading,
 * writing, copying, comparing and the schema follow from it. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/report/claim.h"
#include "lib/report/clause.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

#define REAL_MAX 1e300

static const char *const severities[] = {"info", "low", "medium", "high", NULL};
static const char *const exactnesses[] = {
	"exact", "lower-bound", "estimate", NULL};
static const char *const states[] = {
	"known", "not-shown", "bounded", "proved", "suppressed", NULL};
static const char *const outcomes[] = {"recorded", "skipped", "failed", "died",
	"timed out", "not recorded", "not started", NULL};
static const char *const shapes[] = {"unknown", "array", "linked", NULL};

const char *report_severity_name(enum report_severity severity)
{
	return severities[severity];
}

const char *report_exactness_name(enum report_exactness exactness)
{
	return exactnesses[exactness];
}

const char *report_outcome_name(enum report_outcome outcome)
{
	return outcomes[outcome];
}

const char *report_state_name(enum report_state state)
{
	return states[state];
}

/* --- places and numbers ------------------------------------------------- */

static void rows_check_range(const void *record, const struct json_at *at)
{
	const struct report_range *range = record;

	if (range->min > range->max)
		json_at_fail(at, NULL, "has a \"min\" above its \"max\"");
}

static const struct row range_row[] = {
	ROW(report_range, min, 0, NULL),
	ROW(report_range, max, 0, NULL),
	{0},
};
static const struct rows range_rows = {"range", NULL, range_row,
	sizeof(struct report_range), rows_check_range};

static const struct row place_row[] = {
	ROW(report_place, function, ROW_NULLABLE,
		"Demangled, without parameters."),
	ROW(report_place, linkage, ROW_SPARSE,
		"As in the object file, where it is mangled."),
	ROW(report_place, file, ROW_NULLABLE,
		"Null without debug information."),
	ROW(report_place, line, 0, "From 1; 0: not known."),
	ROW(report_place, column, 0, "From 1, in bytes; 0: not known."),
	ROW(report_place, object, ROW_NULLABLE,
		"Path of the program or library."),
	ROW(report_place, text, ROW_NULLABLE,
		"The source line, without leading blanks; null: not read."),
	ROW(report_place, weight, ROW_SPARSE,
		"Orders callers and sites, larger first."),
	ROW_RECORD("longest_walk", report_place, longest, &range_rows,
		ROW_SPARSE,
		"Of a site that deserves a finding: cells of the longest walk "
		"of a call, over calls."),
	{0},
};
const struct rows report_place_rows = {"place", NULL, place_row,
	sizeof(struct report_place), NULL, .shared = "places"};

/* --- evidence ----------------------------------------------------------- */

static void check_walk(const void *record, const struct json_at *at)
{
	const struct report_walk *walk = record;

	if (walk->again > walk->length)
		json_at_fail(at, "again", "is more than \"cells\"");
}

static const struct row walk_row[] = {
	ROW_AS("cells", report_walk, length, 0, NULL),
	ROW(report_walk, again, 0, "Of them, read before in the same call."),
	{0},
};
static const struct rows walk_rows = {NULL, NULL, walk_row,
	sizeof(struct report_walk), check_walk, .is_tuple = true};

static const struct row point_row[] = {
	ROW_BETWEEN("size", growth_point, size, 0, REAL_MAX, 0, "Cells used."),
	ROW_BETWEEN("cost", growth_point, cost, 0, REAL_MAX, 0, "Reads."),
	{0},
};
static const struct rows point_rows = {NULL, NULL, point_row,
	sizeof(struct growth_point), NULL, .is_tuple = true};

static const struct row growth_row[] = {
	ROW(report_evidence, degree, 0, NULL),
	ROW_AS("low", report_evidence, degree_low, 0, NULL),
	ROW_AS("high", report_evidence, degree_high, 0, NULL),
	ROW(report_evidence, points, 0, "Activations the fit rests on."),
	{0},
};
static const struct rows growth_rows = {.row = growth_row};

static const struct row evidence_row[] = {
	ROW(report_evidence, activations, 0, "Of the function, that show it."),
	ROW_RECORD("walks", report_evidence, walks, &range_rows, 0,
		"Per activation."),
	ROW_RECORD("walk_length", report_evidence, walk_length, &range_rows, 0,
		"Cells of a walk."),
	ROW(report_evidence, reads, 0, NULL),
	ROW(report_evidence, distinct, 0,
		"Cells, summed over the activations."),
	ROW_BETWEEN("rewalk_ratio", report_evidence, rewalk_ratio, 0, 1, 0,
		"Reads that repeat / reads."),
	ROW_BETWEEN("multiplicity", report_evidence, multiplicity, 0, REAL_MAX,
		0, "Reads / distinct."),
	ROW_PART("growth", &growth_rows, ROW_SPARSE,
		"Reads grow as the cells read to this power; absent: not "
		"fitted."),
	ROW_LIST("first_walks", report_evidence, walk, walk_count, &walk_rows,
		ROW_SPARSE, "The first walks of one call; absent: not known."),
	ROW_LIST("samples", report_evidence, point, point_count, &point_rows,
		ROW_SPARSE,
		"The costs of single calls, by size; some of them when there "
		"were many."),
	{0},
};
static const struct rows evidence_rows = {
	"evidence", NULL, evidence_row, sizeof(struct report_evidence), NULL};

/* --- processes ---------------------------------------------------------- */

static const struct row process_row[] = {
	ROW(report_process, program, 0, NULL),
	ROW(report_process, test, ROW_NULLABLE, NULL),
	ROW(report_process, command, ROW_NULLABLE, NULL),
	ROW(report_process, pid, 0, NULL),
	ROW(report_process, parent_pid, 0, NULL),
	ROW(report_process, started_unix_ms, 0, NULL),
	ROW_BETWEEN("exit_code", report_process, exit_code, -1, 255, 0,
		"-1: ended by a signal, or not known."),
	ROW_BETWEEN("signal", report_process, signal, -1, 255, 0,
		"That ended it; 0: none; -1: it became another program."),
	ROW(report_process, truncated, 0,
		"Numbers of this process are lower bounds."),
	ROW(report_process, truncated_why, ROW_NULLABLE, NULL),
	ROW_AS("memory_limit", report_process, is_short, ROW_SPARSE,
		"The analysis came near its memory limit and left out a part."),
	ROW(report_process, events, 0, NULL),
	ROW(report_process, calls, 0, NULL),
	ROW(report_process, activations, 0, NULL),
	ROW(report_process, functions, 0, NULL),
	ROW(report_process, traversing, 0, NULL),
	ROW(report_process, traversal_points, 0, NULL),
	ROW(report_process, left_out, ROW_SPARSE, NULL),
	ROW(report_process, framework, ROW_SPARSE, NULL),
	ROW_BETWEEN("seconds", report_process, seconds, 0, REAL_MAX, 0, NULL),
	ROW_TEXTS("files", report_process, file, file_count, ROW_SPARSE,
		"Files that it opened for reading, except those of the "
		"system."),
	{0},
};
const struct rows report_process_rows = {
	"process", NULL, process_row, sizeof(struct report_process), NULL};

static const struct row key_row[] = {
	ROW(report_process_key, program, ROW_NULLABLE, NULL),
	ROW(report_process_key, command, ROW_NULLABLE, NULL),
	ROW(report_process_key, started_unix_ms, 0, NULL),
	ROW(report_process_key, pid, 0, NULL),
	{0},
};
static const struct rows key_rows = {
	NULL, NULL, key_row, sizeof(struct report_process_key), NULL};

/* --- tests -------------------------------------------------------------- */

static const struct row test_row[] = {
	ROW_AS("test", report_test, name, 0, NULL),
	ROW_CHOICE("outcome", report_test, outcome, outcomes, ROW_LATER,
		"Under the recorder; recorded: it succeeded, too."),
	ROW(report_test, why, ROW_SPARSE, "In words: exit code 1."),
	ROW_BETWEEN("exit_code", report_test, exit_code, -1, 255, 0,
		"-1: ended by a signal, or not started."),
	ROW_BETWEEN("signal", report_test, signal, 0, 255, 0,
		"That ended it; 0: none."),
	ROW_BETWEEN("seconds", report_test, seconds, 0, REAL_MAX, 0, NULL),
	ROW_BETWEEN("native_seconds", report_test, native_seconds, 0, REAL_MAX,
		0, "Without the recorder; 0: not measured."),
	ROW(report_test, processes, 0, "That were recorded and analysed."),
	ROW(report_test, processes_in_part, 0, NULL),
	ROW(report_test, processes_lost, 0, "Recorded, but not analysed."),
	{0},
};
const struct rows report_test_rows = {"test", "A test that was to be recorded.",
	test_row, sizeof(struct report_test), NULL};

/* --- findings ----------------------------------------------------------- */

/* A process is named by its place in the report's list. */
static struct json_value *make_process_index(const struct rows_at *at)
{
	const struct report_witness *witness = at->record;
	const struct rows_at *report = at->up->up;

	return json_make_count(
		report_find_process(report->record, &witness->process));
}

static struct json_value *rows_make_text(char *text)
{
	struct json_value *value = json_make_text(text);

	free(text);
	return value;
}

static struct json_value *make_sentence(const struct rows_at *at)
{
	return rows_make_text(claim_dup(at->record));
}

static const struct row fact_row[] = {
	ROW_CHOICE("clause", report_fact, clause, clause_names, 0, NULL),
	ROW(report_fact, value, 0, NULL),
	ROW(report_fact, limit, 0, NULL),
	ROW(report_fact, lowers, ROW_SPARSE, NULL),
	{0},
};
static const struct rows fact_rows = {"fact",
	"What a clause of the rules says of a finding: it lowers the severity "
	"if the value reaches the limit.",
	fact_row, sizeof(struct report_fact), NULL, .shared = "facts"};

static const struct row witness_row[] = {
	ROW_RECORD("key", report_witness, process, &key_rows, ROW_HIDDEN, NULL),
	ROW_MADE("process", ROW_KIND_COUNT, make_process_index, 0,
		"Index in run.processes."),
	ROW_CHOICE("severity", report_witness, severity, severities, 0, NULL),
	ROW_AS("bounded", report_witness, is_bounded, ROW_SPARSE,
		"The severity is low only because larger calls walk no "
		"further."),
	ROW_CHOICE("clause", report_witness, clause, clause_names, ROW_SPARSE,
		"The clause of the rules that made the severity low or info."),
	ROW_LIST("facts", report_witness, fact, fact_count, &fact_rows,
		ROW_SPARSE, NULL),
	ROW_CHOICE(
		"exactness", report_witness, exactness, exactnesses, 0, NULL),
	ROW(report_witness, score, 0, NULL),
	ROW_TEXTS("tests", report_witness, tests, test_count, 0, NULL),
	ROW_RECORD("test_function", report_witness, test_function,
		&report_place_rows, ROW_SPARSE,
		"Where the test begins in which a walk is longest; absent: not "
		"known."),
	ROW_RECORD(
		"evidence", report_witness, evidence, &evidence_rows, 0, NULL),
	{0},
};
const struct rows report_witness_rows = {"witness",
	"What one process shows. The finding's own numbers are computed from "
	"its witnesses.",
	witness_row, sizeof(struct report_witness), NULL};

static void check_proof(const void *record, const struct json_at *at)
{
	const struct report_proof *proof = record;

	if (proof->state == REPORT_KNOWN || proof->state == REPORT_SUPPRESSED)
		json_at_fail(at, "state", "is not of a proof");
}

static const struct row proof_row[] = {
	ROW_CHOICE("state", report_proof, state, states, 0, NULL),
	ROW_CHOICE(
		"verdict", report_proof, verdict, proof_verdict_names, 0, NULL),
	ROW(report_proof, sentence, 0,
		"In plain words: grows as n^2 for n = 19..2305."),
	ROW(report_proof, model, ROW_NULLABLE, NULL),
	ROW(report_proof, degree, ROW_SPARSE, NULL),
	ROW_AS("low", report_proof, degree_low, ROW_SPARSE,
		"Of the interval of the degree."),
	ROW_AS("high", report_proof, degree_high, ROW_SPARSE, NULL),
	ROW(report_proof, from, ROW_SPARSE, "Smallest size that was measured."),
	ROW(report_proof, to, ROW_SPARSE, NULL),
	ROW(report_proof, one_second, ROW_SPARSE,
		"Size at which the program works for about a second."),
	ROW(report_proof, pattern, ROW_NULLABLE, "What the inputs look like."),
	ROW_AS("partial", report_proof, is_partial, ROW_LATER,
		"The budget or a signal ended it."),
	ROW_CHOICE("evidence", report_proof, evidence, proof_evidence_names,
		ROW_LATER, "How firmly it stands."),
	ROW_TEXTS("others", report_proof, other, other_count, ROW_SPARSE,
		"What other proofs of it say, which stand less firmly."),
	{0},
};
const struct rows report_proof_rows = {"proof",
	"What `retread prove` says; absent: nothing was measured.", proof_row,
	sizeof(struct report_proof), check_proof};

static struct json_value *make_id(const struct rows_at *at)
{
	const struct report_finding *finding = at->record;

	return json_make_text(finding->id);
}

static struct json_value *make_state(const struct rows_at *at)
{
	return json_make_text(
		report_state_name(report_finding_state(at->record)));
}

static void check_finding(const void *record, const struct json_at *at)
{
	struct report_finding finding = *(const struct report_finding *)record;

	report_set_id(&finding);
	if (finding.fingerprint == 0 ||
		strcmp(json_get_text(at, "id"), finding.id) != 0)
		json_at_fail(at, "id",
			"does not belong to the fingerprint, that is %s",
			finding.id);
}

static const struct row structure_row[] = {
	ROW_AS("kind", report_finding, structure_kind, ROW_NULLABLE,
		"heap, global, stack, thread-local, mapping"),
	ROW_AS("type", report_finding, structure_type, ROW_NULLABLE, NULL),
	ROW_AS("bytes", report_finding, structure_bytes, ROW_LATER,
		"Of one block or variable that was walked, or walked through; "
		"0: not known."),
	ROW_LIST("allocated_at", report_finding, allocated_at.place,
		allocated_at.count, &report_place_rows, 0, "Innermost first."),
	{0},
};
static const struct rows structure_rows = {.row = structure_row};

static const struct row claim_row[] = {
	ROW_CHOICE("shape", report_finding, shape, shapes, ROW_SPARSE, NULL),
	ROW_AS("test", report_finding, is_test, ROW_SPARSE,
		"The analysed function is a test's own."),
	ROW(report_finding, lead, ROW_SPARSE,
		"The place of the AEC whose function leads: the first one that "
		"is neither a test's nor a driver's."),
	{0},
};
static const struct rows claim_rows = {.row = claim_row};

static const struct row triage_row[] = {
	ROW(report_triage, state, 0, "accepted or wontfix"),
	ROW(report_triage, until, ROW_SPARSE, "The last day that it holds."),
	ROW(report_triage, note, ROW_SPARSE, NULL),
	{0},
};
static const struct rows triage_rows = {"triage",
	"What the project decided about the cause, see retread-triage(1); such "
	"a finding is suppressed.",
	triage_row, sizeof(struct report_triage), NULL};

static const struct row finding_row[] = {
	ROW_MADE("id", ROW_KIND_TEXT, make_id, 0,
		"For people: the beginning of the fingerprint."),
	ROW_HEX("fingerprint", report_finding, fingerprint, 0,
		"Identity: rule, functions along the AEC, root, type, source "
		"text. The same in other runs and after edits elsewhere."),
	ROW_CHOICE("rule", report_finding, rule, report_rules, 0, NULL),
	ROW_CHOICE("severity", report_finding, severity, severities,
		ROW_COMPUTED, NULL),
	ROW_AS("bounded", report_finding, is_bounded, ROW_SPARSE | ROW_COMPUTED,
		"The severity is low only because larger calls walk no "
		"further."),
	ROW_CHOICE("clause", report_finding, clause, clause_names,
		ROW_HIDDEN | ROW_COMPUTED, NULL),
	ROW_LIST("facts", report_finding, fact, fact_count, &fact_rows,
		ROW_HIDDEN | ROW_COMPUTED, NULL),
	ROW(report_finding, raised_by, ROW_SPARSE | ROW_COMPUTED,
		"The proof that made the severity high."),
	ROW(report_finding, lowered_by, ROW_SPARSE | ROW_COMPUTED,
		"The clause of the rules that made the severity low or info; "
		"the proof that does not show growth; \"not decided\": no "
		"proof was tried, but others were; \"the test's own code "
		"walks\": that is not proved."),
	ROW_HEX("within", report_finding, within, ROW_SPARSE | ROW_COMPUTED,
		"The fingerprint of the finding whose every step repeats this "
		"walk."),
	ROW(report_finding, function, ROW_NULLABLE, "The analysed function."),
	ROW(report_finding, file, ROW_NULLABLE, NULL),
	ROW(report_finding, line, 0, NULL),
	ROW_MADE(
		"sentence", ROW_KIND_TEXT, make_sentence, 0, "In plain words."),
	ROW_LIST("aec", report_finding, aec.place, aec.count,
		&report_place_rows, 0,
		"Acyclic execution context: from the function down to the "
		"read."),
	ROW_LIST("sites", report_finding, sites.place, sites.count,
		&report_place_rows, ROW_JOINED,
		"The reads folded into this finding."),
	ROW_LIST("callers", report_finding, callers.place, callers.count,
		&report_place_rows, ROW_JOINED,
		"Of the function, most frequent first."),
	ROW(report_finding, root, ROW_NULLABLE,
		"Access path to the structure; \"?\": not known."),
	ROW(report_finding, field, ROW_NULLABLE, "The field that is read."),
	ROW_PART("structure", &structure_rows, 0, NULL),
	ROW_PART("claim", &claim_rows, ROW_SPARSE,
		"What the sentence is made of and stands nowhere else."),
	ROW_RECORD("evidence", report_finding, evidence, &evidence_rows,
		ROW_COMPUTED, NULL),
	ROW_CHOICE("exactness", report_finding, exactness, exactnesses,
		ROW_COMPUTED, NULL),
	ROW(report_finding, score, ROW_COMPUTED,
		"Orders findings of one severity."),
	ROW_TEXTS(
		"tests", report_finding, tests, test_count, ROW_COMPUTED, NULL),
	ROW_RECORD("test_function", report_finding, test_function,
		&report_place_rows, ROW_SPARSE | ROW_COMPUTED,
		"Of the witness with the longest walk."),
	ROW(report_finding, suppressed, ROW_JOINED, NULL),
	ROW_RECORD("triage", report_finding, triage, &triage_rows,
		ROW_SPARSE | ROW_JOINED, "Absent: nothing."),
	{.key = "state",
		.kind = ROW_KIND_MADE,
		.flags = ROW_LATER,
		.made = ROW_KIND_CHOICE,
		.names = states,
		.make = make_state,
		.about = "known: nothing was measured; not-shown: no growth "
			 "steeper than n log n was shown; bounded: counts do "
			 "not grow; proved: they grow faster than n log n."},
	ROW_POINTER("proof", report_finding, proof, &report_proof_rows,
		ROW_SPARSE | ROW_JOINED, NULL),
	ROW_LIST("witnesses", report_finding, witness, witness_count,
		&report_witness_rows, ROW_FILLED | ROW_JOINED, NULL),
	{0},
};
const struct rows report_finding_rows = {"finding", NULL, finding_row,
	sizeof(struct report_finding), check_finding};

/* --- access graphs ------------------------------------------------------ */

static const struct row step_row[] = {
	ROW(report_place, function, ROW_NULLABLE, NULL),
	ROW(report_place, file, ROW_NULLABLE, NULL),
	ROW(report_place, line, 0, NULL),
	ROW(report_place, column, 0, NULL),
	{0},
};
static const struct rows step_rows = {"step", NULL, step_row,
	sizeof(struct report_place), NULL, .shared = "steps"};

/* A walk is its length. */
static const struct row node_walk_row[] = {
	{.key = "cells", .kind = ROW_KIND_UNSIGNED},
	{0},
};
static const struct rows node_walk_rows = {
	NULL, NULL, node_walk_row, sizeof(uint32_t), NULL, .is_tuple = true};

static const struct row node_walks_row[] = {
	ROW_AS("count", report_graph_node, walks, 0, NULL),
	ROW_LIST("first", report_graph_node, walk, walk_count, &node_walk_rows,
		0, NULL),
	{0},
};
static const struct rows node_walks_rows = {.row = node_walks_row};

static const struct row node_row[] = {
	ROW(report_graph_node, variable, ROW_SPARSE | ROW_ALONE, NULL),
	ROW_LIST("aec", report_graph_node, aec.place, aec.count, &step_rows,
		ROW_FILLED, NULL),
	ROW(report_graph_node, shared, ROW_SPARSE,
		"Places of the node before with which its context begins, too; "
		"\"aec\" has the rest."),
	ROW_AS("traversal", report_graph_node, is_traversal, ROW_SPARSE,
		"It is a traversal point."),
	ROW_AS("redundant", report_graph_node, is_redundant, ROW_SPARSE, NULL),
	ROW(report_graph_node, reads, 0, NULL),
	ROW_PART("walks", &node_walks_rows, ROW_SPARSE,
		"The walks of one activation, each a beginning of the longest "
		"one."),
	{0},
};
static const struct rows node_rows = {"graph_node",
	"Either a variable, or a context (AEC) from the function down to the "
	"read.",
	node_row, sizeof(struct report_graph_node), NULL};

static const struct row edge_row[] = {
	ROW(report_graph_edge, from, 0, "Index of a node."),
	ROW(report_graph_edge, to, 0, NULL),
	ROW(report_graph_edge, label, 0,
		"The field that is read; * for several."),
	ROW(report_graph_edge, reads, 0, NULL),
	{0},
};
static const struct rows edge_rows = {"graph_edge", NULL, edge_row,
	sizeof(struct report_graph_edge), NULL, .is_tuple = true};

static void check_graph(const void *record, const struct json_at *at)
{
	const struct report_graph *graph = record;
	struct json_at edges = json_at_member(at, "edges", JSON_KIND_ARRAY);
	struct json_at nodes = json_at_member(at, "nodes", JSON_KIND_ARRAY);
	uint64_t before = 0;

	for (size_t i = 0; i < graph->node_count; i++) {
		const struct report_graph_node *node = &graph->node[i];
		struct json_at one =
			json_at_element(&nodes, i, JSON_KIND_OBJECT);
		if (node->shared > before)
			json_at_fail(&one, "shared",
				"is %" PRIu64 ", but the node before has "
				"%" PRIu64 " places",
				node->shared, before);
		before = node->shared + node->aec.count;
	}
	for (size_t i = 0; i < graph->edge_count; i++) {
		const struct report_graph_edge *edge = &graph->edge[i];
		struct json_at one = json_at_any(&edges, NULL, i);
		if (edge->from >= graph->node_count ||
			edge->to >= graph->node_count)
			json_at_fail(&one, NULL,
				"joins nodes %" PRIu64 " and %" PRIu64
				", but there are %zu",
				edge->from, edge->to, graph->node_count);
	}
}

static const struct row graph_row[] = {
	ROW(report_graph, function, 0, NULL),
	ROW(report_graph, file, ROW_NULLABLE, NULL),
	ROW(report_graph, line, 0, NULL),
	ROW(report_graph, activations, 0, NULL),
	ROW(report_graph, left_out, 0,
		"Reads at contexts that are not in the graph."),
	ROW_LIST("nodes", report_graph, node, node_count, &node_rows, 0, NULL),
	ROW_LIST("edges", report_graph, edge, edge_count, &edge_rows, 0, NULL),
	{0},
};
const struct rows report_graph_rows = {"graph",
	"The access graph of a function, from a few of its activations.",
	graph_row, sizeof(struct report_graph), check_graph};

/* --- the report --------------------------------------------------------- */

static const struct row coverage_row[] = {
	ROW(report_coverage, functions, 0,
		"Functions with debug information that ran; of each program "
		"those of the process that ran most."),
	ROW(report_coverage, traversing, 0,
		"Of them, those with a traversal point."),
	ROW(report_coverage, traversal_points, 0,
		"Contexts that read two connected objects."),
	ROW(report_coverage, left_out, ROW_SPARSE,
		"Functions that ran and were left out as a test framework's."),
	ROW(report_coverage, framework, ROW_SPARSE, "Its name."),
	ROW(report_coverage, events, 0, "Recorded reads."),
	ROW(report_coverage, calls, 0, "Recorded calls."),
	ROW(report_coverage, activations, 0, "Recorded activations."),
	{0},
};
const struct rows report_coverage_rows = {
	NULL, NULL, coverage_row, sizeof(struct report_coverage), NULL};

static const struct row limits_row[] = {
	ROW(growth_limits, high_rereads, 0, NULL),
	ROW(growth_limits, high_lengths, 0, NULL),
	ROW(growth_limits, high_degree, 0, NULL),
	ROW(growth_limits, low_degree, 0, NULL),
	{0},
};
const struct rows report_limits_rows = {
	NULL, NULL, limits_row, sizeof(struct growth_limits), NULL};

static const struct row suppression_row[] = {
	ROW(report_suppression, name, 0, NULL),
	ROW(report_suppression, file, 0, "Where the suppression stands."),
	ROW(report_suppression, line, 0, NULL),
	ROW(report_suppression, findings, 0,
		"How many it suppressed; 0: it is not used."),
	{0},
};
const struct rows report_suppression_rows = {
	NULL, NULL, suppression_row, sizeof(struct report_suppression), NULL};

static struct json_value *make_version(const struct rows_at *at)
{
	(void)at;
	return json_make_text(PACKAGE_VERSION);
}

static const struct row run_row[] = {
	ROW_MADE("retread", ROW_KIND_TEXT, make_version, 0,
		"Version of the program that wrote the file."),
	ROW_LIST("processes", report, process, process_count,
		&report_process_rows, 0, NULL),
	ROW_LIST("tests", report, test, test_count, &report_test_rows,
		ROW_SPARSE, "That were to be recorded, by name."),
	ROW_AS("grown", report, is_grown, ROW_LATER,
		"Tests were grown: what is not shown to grow is not high. "
		"Before that, severities are guesses of the rules."),
	ROW_TEXTS("warnings", report, warning, warning_count, 0,
		"Sentences for people: damaged files, missing results."),
	{0},
};
static const struct rows run_rows = {.row = run_row};

static const struct row report_row[] = {
	ROW_SCHEMA(REPORT_SCHEMA),
	ROW_PART("run", &run_rows, 0, NULL),
	ROW_RECORD("coverage", report, coverage, &report_coverage_rows,
		ROW_COMPUTED, NULL),
	ROW_RECORD("growth_limits", report, limits, &report_limits_rows,
		ROW_SPARSE,
		"By which what several processes show is judged; absent: the "
		"rule's own numbers."),
	ROW_LIST("findings", report, finding, finding_count,
		&report_finding_rows, ROW_LINES,
		"What is proved to grow first, then by severity and score, "
		"both falling."),
	ROW_LIST("graphs", report, graph, graph_count, &report_graph_rows,
		ROW_LATER | ROW_LINES, NULL),
	ROW_LIST("suppressions", report, suppression, suppression_count,
		&report_suppression_rows, ROW_SPARSE,
		"What was asked to be left out; absent: nothing."),
	ROW_SHARED("places", &report_place_rows,
		"Places that stand more than once, in the order they are met."),
	ROW_SHARED("steps", &step_rows, "The same, of contexts in graphs."),
	ROW_SHARED("facts", &fact_rows, "The same, of witnesses."),
	ROW_MADE("baseline", ROW_KIND_RECORD, NULL, ROW_SPARSE,
		"Printed with --baseline: retread-diff-1, see "
		"retread-diff(1)."),
	{0},
};
const struct rows report_rows = {REPORT_SCHEMA,
	"What retread found: one process (findings.json) or many, merged "
	"(report.json). Within version 1 members are only added.",
	report_row, sizeof(struct report), NULL};
