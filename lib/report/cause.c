/* SPDX-License-Identifier: MIT
 * Which findings have one cause. */
#include "config.h"

#include "lib/report/cause.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

bool report_place_is_of_system(const struct report_place *place)
{
	return !place->file || strncmp(place->file, "/usr/include/", 13) == 0 ||
	       strncmp(place->file, "/usr/lib/", 9) == 0;
}

const struct report_place *report_finding_loop(
	const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;

	return finding->lead < aec->count ? &aec->place[finding->lead]
	       : aec->count > 0		  ? aec->place
					  : NULL;
}

/* Whether the keyword WORD is in the line TEXT. */
static bool cause_has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(text, word); at;
		at = strstr(at + 1, word)) {
		bool begins = at == text || (!isalnum((unsigned char)at[-1]) &&
						    at[-1] != '_');
		if (begins && !isalnum((unsigned char)at[length]) &&
			at[length] != '_')
			return true;
	}
	return false;
}

/* Whether PLACE is run once for each call of its function: a statement that returns what it
 * reads, and is not a loop itself. It gives access to a cell; who walks calls it. */
static bool cause_is_access(const struct report_place *place)
{
	return place->text && cause_has_word(place->text, "return") &&
	       !cause_has_word(place->text, "for") &&
	       !cause_has_word(place->text, "while");
}

const struct report_place *report_finding_leaf(
	const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;
	size_t i = aec->count;

	while (i > 1 && cause_is_access(&aec->place[i - 1]))
		i--;
	while (i > 1 && report_place_is_of_system(&aec->place[i - 1]))
		i--;
	return i > 0 ? &aec->place[i - 1] : NULL;
}

/* A line has one loop, however many columns of it read. Without debug information there is
 * no line to go by, so the function that calls it counts, too. */
static int compare_leaves(
	const struct report_finding *a, const struct report_finding *b)
{
	const struct report_place *x = report_finding_leaf(a),
				  *y = report_finding_leaf(b);
	int order;

	if (!x || !y)
		return (x != NULL) - (y != NULL);
	order = report_compare_text(x->function, y->function)
		?: report_compare_text(x->file, y->file)
		?: report_compare_number(x->line, y->line);
	if (order == 0 && !x->file)
		order = report_compare_text(x->object, y->object)
				?: report_compare_text(
					   a->function, b->function);
	return order;
}

/* A structure is known by its type: one that is reached in two ways has two roots. */
static int cause_compare_structures(
	const struct report_finding *a, const struct report_finding *b)
{
	int order = report_compare_text(a->structure_type, b->structure_type);

	return order == 0 && !a->structure_type
		       ? report_compare_text(a->root, b->root)
		       : order;
}

/* Findings of one cause are equal. */
static int cause_compare_identities(
	const struct report_finding *a, const struct report_finding *b)
{
	return (report_finding_is_shown(a) - report_finding_is_shown(b))
		?: report_compare_number(a->rule, b->rule)
		?: compare_leaves(a, b)
		?: cause_compare_structures(a, b);
}

/* A finding, and the one by which its cause is known. */
struct cause_member {
	const struct report_finding *finding, *outer;
};

static int compare_members(const void *left, const void *right)
{
	const struct cause_member *a = left, *b = right;

	return cause_compare_identities(a->outer, b->outer)
		       ?: (a->finding > b->finding) - (a->finding < b->finding);
}

#define LOOPS_MAX 8 /* in each other; more is a circle */

/* FINDING, or the outermost of those whose steps repeat it, if it is shown alike. */
static const struct report_finding *outermost(
	const struct report *report, const struct report_finding *finding)
{
	const struct report_finding *outer = finding;

	for (size_t i = 0, depth = 0;
		i < report->finding_count && depth < LOOPS_MAX; i++) {
		const struct report_finding *other = &report->finding[i];
		if (outer->within == 0 || other->fingerprint != outer->within ||
			report_finding_is_shown(other) !=
				report_finding_is_shown(finding))
			continue;
		outer = other;
		depth++;
		i = SIZE_MAX;
	}
	return outer;
}

/* Puts the finding at index LATER, of the same cause as EARLIER, after it. */
static void cause_append(
	struct report_cause *cause, size_t earlier, size_t later)
{
	cause[later].lead = cause[earlier].lead;
	cause[earlier].next = later;
	cause[cause[later].lead].count++;
}

struct report_cause *report_join_causes(const struct report *report)
{
	size_t count = report->finding_count;
	struct report_cause *cause = memory_alloc(count * sizeof(*cause));
	struct cause_member *sorted = memory_alloc(count * sizeof(*sorted));

	for (size_t i = 0; i < count; i++) {
		cause[i] = (struct report_cause){
			.lead = i, .next = SIZE_MAX, .count = 1};
		sorted[i] = (struct cause_member){&report->finding[i],
			outermost(report, &report->finding[i])};
	}
	report_sort_array(sorted, count, sizeof(*sorted), compare_members);
	for (size_t i = 1; i < count; i++)
		if (cause_compare_identities(
			    sorted[i - 1].outer, sorted[i].outer) == 0)
			cause_append(cause,
				(size_t)(sorted[i - 1].finding -
					 report->finding),
				(size_t)(sorted[i].finding - report->finding));
	free(sorted);
	return cause;
}

void report_suppress_cause(struct report *report,
	const struct report_cause *cause, size_t index,
	const struct report_triage *triage)
{
	struct arena *arena = &report->private_->arena;
	const struct report_triage kept = {.state = triage->state,
		.until = triage->until ? arena_string(arena, triage->until)
				       : NULL,
		.note = triage->note ? arena_string(arena, triage->note)
				     : NULL};

	for (size_t i = cause[index].lead; i != SIZE_MAX; i = cause[i].next) {
		report->finding[i].suppressed = true;
		report->finding[i].triage = kept;
	}
}
