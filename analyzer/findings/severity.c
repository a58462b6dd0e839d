/* SPDX-License-Identifier: MIT
 * How much a finding matters. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <math.h>
#include <string.h>

static double share(uint64_t part, uint64_t all)
{
	return all != 0 ? (double)part / (double)all : 0;
}

static struct report_fact fact_at_least(
	enum report_clause clause, double value, double limit)
{
	return (struct report_fact){
		clause, value, limit, value > 0 && value >= limit};
}

/* What is so or not. */
static struct report_fact fact_if(enum report_clause clause, bool lowers)
{
	return (struct report_fact){clause, lowers, 1, lowers};
}

/* A table fixed before main does not grow with the input. */
static struct report_fact judge_constant(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return fact_at_least(REPORT_CLAUSE_CONSTANT,
		share(facts->constant, facts->reads), limits->constant);
}

/* A format, a name: the same for each call of a library. */
static struct report_fact judge_short_key(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return (struct report_fact){REPORT_CLAUSE_KEY, facts->lengths,
		limits->key_lengths,
		facts->has_hot_key ||
			(facts->is_short_text &&
				facts->lengths < limits->key_lengths)};
}

/* Whether COUNT is of most of the walks but the first. */
static bool has_most(const struct rewalk_limits *limits,
	const struct severity_facts *facts, uint64_t count)
{
	return count > 0 &&
	       (double)count >= limits->grown * ((double)facts->walks - 1);
}

/* Whether what is walked grows from walk to walk, by what is written meanwhile; the
 * first walk cannot. An append that walks is the doing of what a test tests. */
static bool has_grown_between(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	/* A library reads what it prints twice, to measure and to copy it. */
	unsigned reads_each = facts->is_output ? 2 : 1;

	return has_most(limits, facts, reads_each * facts->walks_grown);
}

/* Whether walks change what they read: the bytes of a set of bits are not text. */
static bool has_changed_between(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return has_most(limits, facts, facts->changes);
}

/* Short texts, read by string functions that are not libc's: a name is compared, or made
 * a hash, from its first letter on. */
static struct report_fact judge_text(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	double inside = share(facts->walks_inside, facts->walks);
	bool is_short = facts->text_bytes != 0 &&
			(double)facts->text_bytes < limits->key_bytes;
	/* Fields of a line are looked for from its beginning on. */
	bool is_text_grown =
		has_grown_between(limits, facts) ||
		((double)facts->lengths_each > limits->key_lengths &&
			rewalk_limits_go_further(
				limits, facts->walks_longer, facts->walks));

	return (struct report_fact){REPORT_CLAUSE_TEXT,
		is_short ? 1 - inside : 0, 1 - limits->inside,
		is_short && inside <= limits->inside && !is_text_grown &&
			!has_changed_between(limits, facts)};
}

/* The structure is read once by each of many operations, and each does something
 * else besides: a field of every container or object in turn, the top of a
 * stack, the state of a machine. No loop walks it. */
static struct report_fact judge_operations(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return fact_at_least(REPORT_CLAUSE_OPERATIONS,
		share(facts->steps_apart, facts->steps), limits->operations);
}

/* The steps of FACTS except those that are not of one round: an unrolled loop does several
 * at a time. */
static uint64_t count_steps(const struct severity_facts *facts)
{
	return facts->steps - facts->steps_copied;
}

/* Whether walks have one length, except for the first and last rounds of a loop. */
static bool has_usual_length(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return facts->has_one_length ||
	       share(facts->walks_alike, facts->walks) >= limits->grown;
}

/* Every step does something new besides: dense kernels and recurrences read
 * again because that is their work. If nearly each one reads new data, walks may be of any
 * length: rows of a grid, in the order in which a search comes there. */
static struct report_fact judge_parallel(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	if (facts->has_one_length || facts->recurs)
		return fact_at_least(REPORT_CLAUSE_PARALLEL,
			share(facts->steps_with_work, count_steps(facts)),
			limits->parallel);
	return fact_at_least(REPORT_CLAUSE_PARALLEL,
		!facts->is_cut ? share(facts->steps_fresh, count_steps(facts))
			       : 0,
		limits->operations);
}

/* Numbers of two structures are read side by side: a product of matrices, an
 * elimination. The repetition is the problem, whatever walks through it. */
static struct report_fact judge_kernel(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return fact_at_least(REPORT_CLAUSE_KERNEL,
		facts->is_floating
			? share(facts->steps_beside, count_steps(facts))
			: 0,
		limits->beside);
}

/* Whether what is read says what to do: each cell is left by one of several codes, or by a
 * call of one of several functions. Of recursive calls that get something else each time
 * two codes are enough. */
static bool has_codes(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	double given = share(facts->steps_given, facts->steps);

	if ((double)facts->codes >= limits->codes)
		return true;
	if (!facts->recurs)
		return false;
	return facts->dispatches ? facts->steps_called != 0
				 : (double)facts->codes >= limits->codes - 1 &&
					   given >= limits->parallel;
}

/* A program, or a formula, that is carried out again. The rounds of its loops are no
 * growth. */
static struct report_fact judge_program(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct growth_limits growth = rewalk_limits_growth(limits);
	double alike = share(facts->steps_alike, facts->steps_again);

	return (struct report_fact){REPORT_CLAUSE_PROGRAM, alike, limits->alike,
		((alike >= limits->alike && has_codes(limits, facts)) ||
			facts->is_program) &&
			(has_usual_length(limits, facts) ||
				!growth_is_high(&growth, facts->rereads,
					facts->lengths_each, &facts->fit))};
}

/* Modifiers of a key, keys of a node, colours that were used last. */
static struct report_fact judge_capacity(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	double limit = rule == REPORT_REWALK ? limits->capacity : limits->block;

	return (struct report_fact){REPORT_CLAUSE_CAPACITY,
		(double)facts->capacity, limit,
		facts->capacity != 0 && (double)facts->capacity <= limit};
}

/* A structure is walked a few times from end to end, however long it is: it is read in
 * passes, or a test repeats what it does. */
static struct report_fact judge_rounds(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return (struct report_fact){REPORT_CLAUSE_ROUNDS, facts->rounds,
		limits->rounds,
		facts->rounds > 0 && facts->rounds <= limits->rounds};
}

/* Of many calls a few happen to read something again, and no more than that. */
static struct report_fact judge_rare(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	return (struct report_fact){REPORT_CLAUSE_RARE, facts->share,
		limits->rare,
		facts->share > 0 && facts->share <= limits->rare &&
			(double)facts->rereads <
				limits->high_rereads * (double)facts->calls};
}

/* A way down a tree, or along a row of a hash table: among as many elements no list is
 * that short. */
static struct report_fact severity_judge_depth(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	double depth = limits->depth * log2((double)facts->elements + 1) - 2;
	double deepest = facts->elements > 0 ? (double)facts->deepest : 0;

	return (struct report_fact){REPORT_CLAUSE_DEPTH, deepest, depth,
		deepest > 0 && deepest <= depth};
}

static struct report_fact judge_growth(
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct growth_limits growth = rewalk_limits_growth(limits);

	/* As many walks of the same length say nothing of what is walked: the
	 * larger calls do something else besides. */
	return (struct report_fact){REPORT_CLAUSE_BOUNDED, facts->fit.degree,
		limits->low_degree,
		facts->has_sizes &&
			growth_is_bounded(&growth,
				facts->has_grown || !facts->has_more_walks,
				&facts->fit)};
}

size_t severity_list_facts(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts,
	struct report_fact fact[SEVERITY_FACTS_MAX])
{
	bool grows = has_grown_between(limits, facts);
	const struct report_fact all[] = {
		fact_if(REPORT_CLAUSE_OUTPUT, facts->is_output && !grows),
		fact_if(REPORT_CLAUSE_RUNTIME, facts->is_runtime),
		judge_constant(limits, facts),
		judge_short_key(limits, facts),
		judge_text(limits, facts),
		judge_parallel(limits, facts),
		judge_kernel(limits, facts),
		judge_program(limits, facts),
		fact_if(REPORT_CLAUSE_TABLE, facts->is_whole_table),
		judge_capacity(rule, limits, facts),
		fact_if(REPORT_CLAUSE_LOOKUP, facts->is_looked_up),
		judge_operations(limits, facts),
		fact_at_least(REPORT_CLAUSE_DOUBLING, facts->doubling,
			limits->doubling),
		judge_rounds(limits, facts),
		judge_rare(limits, facts),
		severity_judge_depth(limits, facts),
		fact_if(REPORT_CLAUSE_PROMISED, facts->is_promised),
		fact_if(REPORT_CLAUSE_TEST,
			facts->is_test && !grows && !facts->looks_up),
		judge_growth(limits, facts),
	};

	_Static_assert(sizeof all / sizeof *all <= SEVERITY_FACTS_MAX,
		"there is room for all");
	memcpy(fact, all, sizeof all);
	return sizeof all / sizeof *all;
}

enum report_clause severity_clause(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct report_fact fact[SEVERITY_FACTS_MAX];
	size_t count = severity_list_facts(rule, limits, facts, fact);

	for (size_t i = 0; i < count; i++)
		if (fact[i].lowers)
			return fact[i].clause;
	return REPORT_CLAUSE_NONE;
}

/* As many walks as cells are length enough: each element is compared with all. */
static bool is_square(
	const struct severity_facts *facts, const struct growth_limits *growth)
{
	return facts->is_square &&
	       (double)facts->rereads >= growth->high_rereads;
}

enum report_severity severity_of_rewalk(enum report_rule rule,
	const struct rewalk_limits *limits, const struct severity_facts *facts)
{
	struct growth_limits growth = rewalk_limits_growth(limits);

	switch (severity_clause(rule, limits, facts)) {
	case REPORT_CLAUSE_NONE:
		break;
	case REPORT_CLAUSE_OUTPUT:
	case REPORT_CLAUSE_RUNTIME:
		return REPORT_INFO;
	default:
		return REPORT_LOW;
	}
	return is_square(facts, &growth) ||
			       growth_is_high(&growth, facts->rereads,
				       facts->lengths, &facts->fit)
		       ? REPORT_HIGH
		       : REPORT_MEDIUM;
}

enum report_severity severity_of_others(void)
{
	return REPORT_INFO;
}
