/* SPDX-License-Identifier: MIT
 * Causes: findings of one loop that walks one structure, whoever calls it, and which of
 * them cost most. */
#ifndef RETREAD_LIB_REPORT_CAUSE_H
#define RETREAD_LIB_REPORT_CAUSE_H

#include <stdbool.h>
#include <stddef.h>

struct report;
struct report_finding;
struct report_place;
struct report_triage;

/* Of a finding, by its index in the report. */
struct report_cause {
	size_t lead;  /* the finding that stands first; an index, too */
	size_t next;  /* of the same cause, SIZE_MAX: none */
	size_t count; /* findings of the cause; of the lead only */
};

/* The causes of a sorted REPORT. Findings that are shown have other causes than those that
 * are not. Free it. */
struct report_cause *report_join_causes(const struct report *report);

/* Suppresses the findings of the cause that the finding at INDEX is of, for TRIAGE, which
 * is copied. */
void report_suppress_cause(struct report *report,
	const struct report_cause *cause, size_t index,
	const struct report_triage *triage);

/* Whether nobody changes PLACE: it is in a header of the system, or has no debug
 * information. */
bool report_place_is_of_system(const struct report_place *place);

/* Whether PLACE is run once for each call of its function: a statement that returns what it
 * reads, and is not a loop itself. It gives access to a cell; who walks calls it. */
bool report_place_is_access(const struct report_place *place);

/* The loop of the user's code whose rounds repeat the walk of FINDING, and the innermost
 * place of the user's code on the way to the read that walks, and does not only give access
 * to a cell. NULL: there is none. */
const struct report_place *report_finding_loop(
	const struct report_finding *finding);
const struct report_place *report_finding_leaf(
	const struct report_finding *finding);

/* What the tests show of growth. */
struct report_growth_signs {
	bool lengthens; /* the first walks become longer one by one */
	bool is_steep; /* reads grow faster than what is read, however certain that is */
	bool has_lengths; /* several processes walk it at several lengths */
};
struct report_growth_signs report_growth_signs(
	const struct report_finding *finding);

/* Orders findings by what they will cost: those with a law by the size at which it takes a
 * second, others by severity and what the tests show of growth. */
int report_compare_cost(
	const struct report_finding *a, const struct report_finding *b);

#endif
