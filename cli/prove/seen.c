/* SPDX-License-Identifier: MIT
 * Which finding of a recording is the one of a test that was grown. */
#include "config.h"

#include <string.h>

#include "cli/prove/tester.h"

static bool seen_is_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

const struct report_place *tester_lined_place(const struct report_places *way)
{
	size_t at = way->count;

	while (at > 0 && (!way->place[at - 1].file || !way->place[at - 1].line))
		at--;
	return at > 0 ? &way->place[at - 1] : NULL;
}

static bool seen_is_line(
	const struct report_place *a, const struct report_place *b)
{
	return a && b && a->file && b->file && a->line == b->line &&
	       a->column == b->column && strcmp(a->file, b->file) == 0;
}

/* Whether site X of A is site Y of B. What a library reads that has no lines is known by its
 * function and by where that is called. */
static bool seen_is_site(const struct report_finding *a,
	const struct report_place *x, const struct report_finding *b,
	const struct report_place *y)
{
	if (x->file || y->file)
		return seen_is_line(x, y);
	return x->function && seen_is_text(x->function, y->function) &&
	       seen_is_line(tester_lined_place(&a->aec),
		       tester_lined_place(&b->aec));
}

static bool seen_shares_site(
	const struct report_finding *a, const struct report_finding *b)
{
	for (size_t i = 0; i < a->sites.count; i++)
		for (size_t j = 0; j < b->sites.count; j++)
			if (seen_is_site(a, &a->sites.place[i], b,
				    &b->sites.place[j]))
				return true;
	return false;
}

/* Whether the last functions of WAY are those of PART: fewer tests, other callers. */
static bool seen_has_way(
	const struct report_places *way, const struct report_places *part)
{
	for (size_t i = 1; i <= part->count; i++)
		if (i > way->count ||
			!seen_is_text(way->place[way->count - i].function,
				part->place[part->count - i].function))
			return false;
	return part->count > 0;
}

/* How surely EACH is FINDING, whatever it is called: as data grow, so does what is joined
 * in one finding, and what a function walks in one place grows as one. 0: it is another. */
static unsigned seen_match(
	const struct report_finding *each, const struct report_finding *finding)
{
	if (each->fingerprint == finding->fingerprint)
		return 2;
	if (!seen_shares_site(each, finding))
		return 0;
	if (seen_is_text(each->function, finding->function))
		return 2;
	return seen_has_way(&each->aec, &finding->aec) ||
	       seen_has_way(&finding->aec, &each->aec);
}

/* Different cells of the call that has most of them. */
static uint64_t seen_spread(const struct report_evidence *evidence)
{
	double most = 0;

	for (size_t i = 0; i < evidence->point_count; i++)
		if (evidence->point[i].size > most)
			most = evidence->point[i].size;
	if (most == 0 && evidence->activations > 0)
		most = (double)evidence->distinct /
		       (double)evidence->activations;
	return (uint64_t)most;
}

void tester_find_walks(const struct report *report,
	const struct report_finding *finding, struct seen_finding *seen)
{
	unsigned best = 1;
	uint64_t reads = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *each = &report->finding[i];
		unsigned match = seen_match(each, finding);
		if (match > best)
			seen->longest = seen->walks = seen->spread = reads = 0;
		if (match < best)
			continue;
		best = match;
		reads += each->evidence.reads;
		if (each->evidence.walk_length.max > seen->longest)
			seen->longest = each->evidence.walk_length.max;
		if (each->evidence.walks.max > seen->walks)
			seen->walks = each->evidence.walks.max;
		uint64_t spread = seen_spread(&each->evidence);
		if (spread > seen->spread)
			seen->spread = spread;
	}
	/* What a function of libc reads has no line of its own. */
	if (seen->reads == 0)
		seen->reads = reads;
}
