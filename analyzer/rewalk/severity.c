/* SPDX-License-Identifier: MIT
 * How much a finding matters. */
#include "config.h"

#include "analyzer/rewalk/severity.h"

/* The number of re-reads is a guess; the rest was measured. */
#define HIGH_REREADS	 24
#define HIGH_LENGTHS	 3
#define HIGH_DEGREE	 1.5
#define LOW_DEGREE	 1.2
#define OPERATIONS_SHARE 0.9

/* A table fixed before main does not grow with the input. */
static bool is_constant(const struct severity_facts *facts)
{
	return facts->constant != 0 && 2 * facts->constant >= facts->reads;
}

/* A format, a name: the same for each call of a library. */
static bool has_hot_key(const struct severity_facts *facts)
{
	return facts->has_hot_key ||
	       (facts->is_short_text && facts->lengths < HIGH_LENGTHS);
}

/* The structure is read once by each of many operations, and each does something
 * else besides: a field of every container or object in turn, the top of a
 * stack, the state of a machine. No loop walks it. */
static bool is_operations(const struct severity_facts *facts)
{
	return facts->steps > 0 &&
	       (double)facts->steps_apart >=
		       OPERATIONS_SHARE * (double)facts->steps;
}

/* Every step does something new besides: dense kernels and recurrences read
 * again because that is their work. */
static bool is_parallel_work(const struct severity_facts *facts)
{
	return facts->has_one_length && facts->steps > 0 &&
	       2 * facts->steps_with_work >= facts->steps;
}

/* Larger activations do not walk further. A degree counts when its interval leaves no
 * room for a high one. */
static bool is_bounded(const struct severity_facts *facts)
{
	return facts->has_sizes &&
	       (!facts->has_grown ||
		       (facts->has_degree && facts->degree <= LOW_DEGREE &&
			       facts->degree_high < HIGH_DEGREE));
}

/* Whether what is walked grows from walk to walk, by what is written meanwhile; the
 * first walk cannot. An append that walks is the doing of what a test tests. */
static bool has_grown_between(const struct severity_facts *facts)
{
	return facts->walks_grown > 0 &&
	       2 * facts->walks_grown + 1 >= facts->walks;
}

/* Whatever its size. */
static bool is_low(const struct severity_facts *facts)
{
	return is_constant(facts) || has_hot_key(facts) ||
	       is_parallel_work(facts) || is_operations(facts) ||
	       facts->is_promised ||
	       (facts->is_test && !has_grown_between(facts));
}

bool severity_is_bounded(const struct severity_facts *facts)
{
	return is_bounded(facts) && !is_low(facts);
}

enum report_severity severity_of_rewalk(const struct severity_facts *facts)
{
	if (is_low(facts) || is_bounded(facts))
		return REPORT_LOW;
	if (facts->rereads >= HIGH_REREADS &&
		(facts->lengths >= HIGH_LENGTHS ||
			(facts->has_degree && facts->degree >= HIGH_DEGREE)))
		return REPORT_HIGH;
	return REPORT_MEDIUM;
}

enum report_severity severity_of_others(void)
{
	return REPORT_INFO;
}
