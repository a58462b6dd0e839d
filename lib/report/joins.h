/* SPDX-License-Identifier: MIT
 * What the files of lib/report share: the arena after a report, total orders,
 * and the joins that merging is made of. */
#ifndef RETREAD_LIB_REPORT_JOINS_H
#define RETREAD_LIB_REPORT_JOINS_H

#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/rows.h"

struct report_private {
	struct arena arena;
	size_t process_capacity;
	size_t finding_capacity;
	size_t graph_capacity;
	size_t warning_capacity;
	size_t suppression_capacity;
	size_t test_capacity;
	/* Things were added that speak of the report's one process; sorting
	 * tells them so, and must come before a merge. */
	bool is_open;
};

/* The members of each record; report.h has others. */
extern const struct rows report_rows, report_limits_rows, report_witness_rows,
	report_proof_rows, report_graph_rows;

/* Orders: negative, 0, positive. NULL comes after every text. */
int report_compare_number(uint64_t a, uint64_t b);
int report_compare_text(const char *a, const char *b);
/* One place, whatever its text and weight. */
int report_compare_position(
	const struct report_place *a, const struct report_place *b);
int report_compare_key(
	const struct report_process_key *a, const struct report_process_key *b);
struct report_process_key report_process_key(
	const struct report_process *process);
/* The index of KEY in a sorted report. */
size_t report_find_process(
	const struct report *report, const struct report_process_key *key);

/* Makes the id of the fingerprint. */
void report_set_id(struct report_finding *finding);

/* Append a copy, without a look at what is there. */
void report_append_finding(
	struct report *report, const struct report_finding *finding);
void report_append_process(
	struct report *report, const struct report_process *process);
/* The same without a copy: what it points to is in the report's arena. */
void report_keep_finding(
	struct report *report, const struct report_finding *finding);
void report_keep_process(
	struct report *report, const struct report_process *process);
void report_keep_graph(struct report *report, const struct report_graph *graph);
void report_keep_test(struct report *report, const struct report_test *test);
void report_keep_suppression(
	struct report *report, const struct report_suppression *suppression);

/* The one that says more; either may be NULL. */
const struct report_proof *report_stronger_proof(
	const struct report_proof *a, const struct report_proof *b);

/* Graphs of one function become their union. */
void report_join_graphs(struct report *report);

/* Takes the places that a node shares with the one before from all graphs of a sorted
 * REPORT, for a file, and puts them back. */
void report_fold_graphs(struct report *report);
void report_unfold_graphs(struct report *report);
/* Puts them into GRAPH, which was read from a file. */
void report_read_nodes(struct arena *arena, struct report_graph *graph);

/* Finds for each finding the one whose every step repeats its walk. Then that is no less
 * severe. */
void report_nest_loops(struct report *report);
void report_raise_outer_loops(struct report *report);

/* In a suite: what no test shows to grow is not high. */
void report_lower_unshown(struct report *report);

/* What was shown is the severity: growth is high, none is low; what was not, once tests
 * were grown, is medium at most. */
void report_take_verdicts(struct report *report);

/* Sorts TEXT and drops what is there twice. Returns how many are left. */
size_t report_unique_texts(const char **text, size_t count);

/* As qsort, of nothing too. */
void report_sort_array(void *array, size_t count, size_t bytes,
	int (*compare)(const void *, const void *));

/* Of COUNT records the list and length that each has at these bytes. */
struct report_lists {
	const void *record;
	size_t count, record_bytes, list, length, element_bytes;
};
#define REPORT_LISTS(record_, count_, list_, length_)                          \
	(const struct report_lists)                                            \
	{                                                                      \
		.record = (record_), .count = (count_),                        \
		.record_bytes = sizeof(*(record_)),                            \
		.list = offsetof(__typeof__(*(record_)), list_),               \
		.length = offsetof(__typeof__(*(record_)), length_),           \
		.element_bytes = sizeof(*(record_)->list_)                     \
	}
/* The lists one after the other, in the report's arena, and how many elements. */
void *report_gather(
	struct report *report, const struct report_lists *lists, size_t *total);

struct report_range report_join_ranges(
	struct report_range a, struct report_range b);
/* A + B, or as much as there is. */
uint64_t report_add(uint64_t a, uint64_t b);
/* A whole number: these add up to the same in any order. */
uint64_t report_repeated_reads(const struct report_evidence *evidence);

/* Makes the witnesses of the COUNT findings at GROUP one list, of FINDING, without
 * what is there twice, and sums them up in FINDING. */
void report_join_witnesses(struct report *report,
	struct report_finding *finding, const struct report_finding *group,
	size_t count);

/* Sorts POINT, drops what is there twice, and of too many keeps the smallest, the
 * largest and some between. Returns how many are left. */
size_t report_thin_points(struct growth_point *point, size_t count);

/* The growth of what EVIDENCE's points tell, if they tell one. */
void report_fit_growth(struct report_evidence *evidence);
/* The severity of a re-walk that several processes have seen, by LIMITS (zeros: the
 * default) and everything else in FINDING. IS_BOUNDED: it is low, for no other reason than that larger calls walk
 * no further. */
enum report_severity report_judge_growth(const struct growth_limits *limits,
	const struct report_finding *finding, bool *is_bounded);

#endif
