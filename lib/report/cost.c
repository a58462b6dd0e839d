/* SPDX-License-Identifier: MIT
 * Which findings cost most, as far as proofs and tests say. */
#include "config.h"

#include "lib/report/cause.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

/* Fewer walks that happen to lengthen are chance. */
#define LENGTHENING_MIN 4
/* Between linear growth and that of a product, where few points leave a doubt. */
#define STEEP_DEGREE 1.4
/* The longest walk of one process is so many times that of another. */
#define LENGTHS_SPAN 2

static bool cost_lengthens(const struct report_evidence *evidence)
{
	for (size_t i = 1; i < evidence->walk_count; i++)
		if (evidence->walk[i].length <= evidence->walk[i - 1].length)
			return false;
	return evidence->walk_count >= LENGTHENING_MIN;
}

/* Whether processes walk as far as each other, except for some that walk further. */
static bool cost_has_lengths(const struct report_finding *finding)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < finding->witness_count; i++) {
		uint64_t longest = finding->witness[i].evidence.walk_length.max;
		least = longest < least ? longest : least;
		most = longest > most ? longest : most;
	}
	return finding->witness_count > 1 && most / LENGTHS_SPAN >= least;
}

struct report_growth_signs report_growth_signs(
	const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct report_growth_signs signs = {
		.lengthens = cost_lengthens(evidence),
		.is_steep = evidence->points > 0 &&
			    evidence->degree >= STEEP_DEGREE,
		.has_lengths = cost_has_lengths(finding)};

	for (size_t i = 0; i < finding->witness_count; i++)
		signs.lengthens |=
			cost_lengthens(&finding->witness[i].evidence);
	return signs;
}

static unsigned count_signs(const struct report_finding *finding)
{
	struct report_growth_signs signs = report_growth_signs(finding);

	return signs.lengthens + signs.is_steep + signs.has_lengths;
}

/*--- what a suite does not show ---*/

/* Fewer processes, or calls of a function, say little by not showing growth. */
#define SUITE_OBSERVATIONS 8
/* A line of the cache has as many cells: to repeat a shorter walk costs next to nothing, and
 * a steep fit of such is chance. */
#define SUITE_LENGTH 8
/* Who reads so much in unit tests, whose data are small, costs enough for a look. */
#define SUITE_READS 20000
#define CELL_BYTES  8

/* Copies and shifts count bytes. */
static uint64_t in_cells(const struct report_finding *finding, uint64_t count)
{
	return finding->rule == REPORT_REWALK ? count : count / CELL_BYTES;
}

/* The same of calls as cost_has_lengths of processes. */
static bool calls_have_lengths(const struct report_finding *finding)
{
	for (size_t i = 0; i < finding->sites.count; i++) {
		const struct report_range *longest =
			&finding->sites.place[i].longest;
		if (longest->max / LENGTHS_SPAN >= longest->min &&
			longest->max > 0)
			return true;
	}
	return false;
}

/* Whether the tests say that FINDING will cost more with larger data: processes, or calls where
 * there are too few of those. */
static bool cost_is_shown(
	const struct report *report, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct report_growth_signs signs = report_growth_signs(finding);

	if (report->process_count < SUITE_OBSERVATIONS)
		signs.has_lengths |= calls_have_lengths(finding);
	return signs.lengthens ||
	       in_cells(finding, evidence->reads) >= SUITE_READS ||
	       ((signs.is_steep || signs.has_lengths) &&
		       in_cells(finding, evidence->walk_length.max) >
			       SUITE_LENGTH);
}

/* The same of the loop that repeats FINDING at every step, if there is one. */
static bool cost_is_shown_outside(
	const struct report *report, const struct report_finding *finding)
{
	for (size_t i = 0; finding->within != 0 && i < report->finding_count;
		i++)
		if (report->finding[i].fingerprint == finding->within)
			return cost_is_shown(report, &report->finding[i]);
	return false;
}

void report_lower_unshown(struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		struct report_finding *finding = &report->finding[i];
		if (report_rule_is_judged(finding->rule) &&
			finding->severity == REPORT_HIGH &&
			(report->process_count >= SUITE_OBSERVATIONS ||
				finding->evidence.activations >=
					SUITE_OBSERVATIONS) &&
			!report_finding_is_proved(finding) &&
			!cost_is_shown(report, finding) &&
			!cost_is_shown_outside(report, finding))
			finding->severity = REPORT_MEDIUM;
	}
}

#define UNDECIDED "not decided"
#define IN_TEST	  "the test's own code walks"

/* The highest severity that what was shown of FINDING allows. */
static enum report_severity cost_limit(
	const struct report *report, const struct report_finding *finding)
{
	const struct report_proof *proof = finding->proof;

	if (report_finding_is_proved(finding) || (!proof && !report->is_grown))
		return REPORT_HIGH;
	return (proof && proof->state == REPORT_BOUNDED) ||
			       (!proof && report_walk_in_test(report, finding))
		       ? REPORT_LOW
		       : REPORT_MEDIUM;
}

void report_take_verdicts(struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		struct report_finding *finding = &report->finding[i];
		enum report_severity limit = cost_limit(report, finding);
		if (finding->severity <= limit)
			continue;
		finding->severity = limit;
		finding->lowered_by = finding->proof ? finding->proof->sentence
				      : limit == REPORT_LOW ? IN_TEST
							    : UNDECIDED;
	}
}

bool report_waits_for_growth(const struct report *report)
{
	bool waits = false;

	for (size_t i = 0; !report->is_grown && i < report->finding_count; i++)
		waits |= report_finding_is_shown(&report->finding[i]) &&
			 report->finding[i].severity > REPORT_LOW &&
			 !report->finding[i].proof;
	return waits;
}

/* The size at which what is proved takes a second; UINT64_MAX: not known. */
static uint64_t size_of_second(const struct report_finding *finding)
{
	const struct report_proof *proof = finding->proof;

	return report_finding_is_proved(finding) && proof->one_second > 0
		       ? proof->one_second
		       : UINT64_MAX;
}

int report_compare_cost(
	const struct report_finding *a, const struct report_finding *b)
{
	return report_compare_number(
		report_finding_is_proved(b), report_finding_is_proved(a))
		?: report_compare_number(size_of_second(a), size_of_second(b))
		?: report_compare_number(b->severity, a->severity)
		?: report_compare_number(a->within != 0, b->within != 0)
		?: report_compare_number(count_signs(b), count_signs(a))
		?: report_compare_number(b->evidence.walk_length.max,
			   a->evidence.walk_length.max)
		?: report_compare_number(b->score, a->score)
		?: report_compare_number(a->fingerprint, b->fingerprint);
}
