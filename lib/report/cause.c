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

bool report_place_is_access(const struct report_place *place)
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

	while (i > 1 && report_place_is_access(&aec->place[i - 1]))
		i--;
	while (i > 1 && report_place_is_of_system(&aec->place[i - 1]))
		i--;
	return i > 0 ? &aec->place[i - 1] : NULL;
}

/* What a macro call at the beginning of a line made: a function in whose name an argument
 * stands, as `tree` does in tree_insert of TREE_DEFINE(tree, node). */
struct cause_made {
	const char *macro;
	size_t macro_length;
	const char *suffix; /* of the function's name, after the argument */
	size_t prefix_length;
};

static size_t cause_word_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

/* False: PLACE is in a function that somebody wrote out. */
static bool cause_is_made(
	const struct report_place *place, struct cause_made *made)
{
	const char *text = place->column == 1 ? place->text : NULL;

	if (!text || !place->function)
		return false;
	made->macro = text;
	made->macro_length = cause_word_length(text);
	if (made->macro_length == 0 || text[made->macro_length] != '(' ||
		cause_has_word(text, place->function))
		return false;
	for (text += made->macro_length; *text; text += *text != 0) {
		size_t length = cause_word_length(text);
		const char *at = length > 0 ? memmem(place->function,
						      strlen(place->function),
						      text, length)
					    : NULL;
		if (at) {
			made->prefix_length = (size_t)(at - place->function);
			made->suffix = at + length;
			return true;
		}
		text += length;
	}
	return false;
}

static int compare_spans(
	const char *a, size_t a_length, const char *b, size_t b_length)
{
	return report_compare_number(a_length, b_length)
		       ?: memcmp(a, b, a_length);
}

/* Functions that calls of one macro made are one, and so are their lines. */
static int cause_compare_functions(
	const struct report_place *a, const struct report_place *b)
{
	struct cause_made x, y;
	bool is_made = cause_is_made(a, &x);
	int order = is_made - cause_is_made(b, &y);

	if (order != 0 || !is_made)
		return order
		       ?: report_compare_text(a->function, b->function)
		       ?: report_compare_number(a->line, b->line);
	return compare_spans(x.macro, x.macro_length, y.macro, y.macro_length)
	       ?: compare_spans(a->function, x.prefix_length, b->function,
			  y.prefix_length)
	       ?: strcmp(x.suffix, y.suffix);
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
	order = report_compare_text(x->file, y->file)
			?: cause_compare_functions(x, y);
	if (order == 0 && !x->file)
		order = report_compare_text(x->object, y->object)
				?: report_compare_text(
					   a->function, b->function);
	return order;
}

/* A structure is known by its type: one that is reached in two ways has two roots. What a
 * macro makes has a type for each of its calls. */
static int cause_compare_structures(
	const struct report_finding *a, const struct report_finding *b)
{
	const struct report_place *leaf = report_finding_leaf(a);
	struct cause_made made;
	bool is_made = leaf && cause_is_made(leaf, &made);
	int order = is_made ? 0
			    : report_compare_text(
				      a->structure_type, b->structure_type);

	return order == 0 && (is_made || !a->structure_type)
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
