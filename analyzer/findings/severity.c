/* SPDX-License-Identifier: MIT
 * How much a finding matters. */
#include "config.h"

#include "analyzer/findings/judge.h"

/* A table fixed before main does not grow with the input. */
static bool severity_is_constant(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->constant != 0 &&
	       (double)facts->constant >=
		       limits->constant * (double)facts->reads;
}

/* A format, a name: the same for each call of a library. */
static bool has_hot_key(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->has_hot_key ||
	       (facts->is_short_text && facts->lengths < limits->key_lengths);
}

/* The structure is read once by each of many operations, and each does something
 * else besides: a field of every container or object in turn, the top of a
 * stack, the state of a machine. No loop walks it. */
static bool is_operations(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->steps > 0 &&
	       (double)facts->steps_apart >=
		       limits->operations * (double)facts->steps;
}

/* Every step does something new besides: dense kernels and recurrences read
 * again because that is their work. */
static bool is_parallel_work(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->has_one_length && facts->steps > 0 &&
	       (double)facts->steps_with_work >=
		       limits->parallel * (double)facts->steps;
}

/* Numbers of two structures are read side by side: a product of matrices, an
 * elimination. The repetition is the problem, whatever walks through it. The rounds
 * that an unrolled loop does at a time are one step. */
static bool is_kernel(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	uint64_t steps = facts->steps - facts->steps_copied;

	return facts->is_floating && steps > 0 &&
	       (double)facts->steps_beside >= limits->beside * (double)steps;
}

static bool findings_severity_is_bounded(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct growth_limits growth = rewalk_limits_growth(limits);

	return facts->has_sizes &&
	       growth_is_bounded(&growth, facts->has_grown, &facts->fit);
}

/* Whether what is walked grows from walk to walk, by what is written meanwhile; the
 * first walk cannot. An append that walks is the doing of what a test tests. */
static bool has_grown_between(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	/* A library reads what it prints twice, to measure and to copy it. */
	unsigned reads_each = facts->is_output ? 2 : 1;

	return facts->walks_grown > 0 &&
	       (double)(reads_each * facts->walks_grown) >=
		       limits->grown * ((double)facts->walks - 1);
}

/* Text that a library prints, and that does not grow. */
static bool is_output(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->is_output && !has_grown_between(limits, facts);
}

/* Whatever its size. */
static bool is_low(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return severity_is_constant(limits, facts) ||
	       has_hot_key(limits, facts) || is_parallel_work(limits, facts) ||
	       is_kernel(limits, facts) || facts->is_whole_table ||
	       facts->is_looked_up || is_operations(limits, facts) ||
	       facts->is_promised ||
	       (facts->is_test && !has_grown_between(limits, facts));
}

bool severity_is_bounded(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return findings_severity_is_bounded(limits, facts) &&
	       !is_low(limits, facts) && !is_output(limits, facts);
}

enum report_severity severity_of_rewalk(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct growth_limits growth = rewalk_limits_growth(limits);

	if (is_output(limits, facts))
		return REPORT_INFO;
	if (is_low(limits, facts) ||
		findings_severity_is_bounded(limits, facts))
		return REPORT_LOW;
	return growth_is_high(
		       &growth, facts->rereads, facts->lengths, &facts->fit)
		       ? REPORT_HIGH
		       : REPORT_MEDIUM;
}

enum report_severity severity_of_others(void)
{
	return REPORT_INFO;
}
