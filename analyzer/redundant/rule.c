/* SPDX-License-Identifier: MIT
 * Rule `redundant` as one rule for the analysis. */
#include "config.h"

#include "analyzer/redundant/rule.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/table.h"

#include "analyzer/program/chains.h"

#include "analyzer/redundant/activation.h"

/* Of an activation, at one AEC, where the rule reports nothing itself. */
#define BEGINNING_READS 4096

struct redundant_state {
	struct program *program;
	struct aecs *aecs;
	struct access_graphs *graphs;
	bool reports;	 /* see redundant_state_new */
	bool is_stopped; /* the memory is full */
	bool is_cut;	 /* see redundant_is_cut */
};

struct redundant_state *redundant_state_new(
	struct program *program, bool reports)
{
	struct redundant_state *state = memory_alloc_zero(1, sizeof *state);

	state->program = program;
	state->aecs = aecs_new(program);
	state->graphs = access_graphs_new(program, reports);
	state->reports = reports;
	return state;
}

static void rule_free_state(void *data)
{
	struct redundant_state *state = data;

	access_graphs_free(state->graphs);
	aecs_free(state->aecs);
	free(state);
}

/* --- reads -------------------------------------------------------------- */

static location_t rule_location_of(uint64_t address, uint32_t epoch)
{
	location_t location = address & LOCATION_ADDRESS_MASK;

	if (epoch != 0)
		location |= (uint64_t)(epoch * 0x9e3779b1u >> 16)
			    << LOCATION_ADDRESS_BITS;
	return location;
}

/* The AEC of READ for the subject K; NULL: it is new, and the memory full. */
static struct aec *find_aec(
	struct redundant_state *state, const struct rule_read *read, uint32_t k)
{
	struct aec **aec = &read->leaf->aec[k];
	uint32_t site = read->leaf->site;

	if (__builtin_expect(!*aec, 0) && !state->is_stopped) {
		*aec = aecs_node(state->aecs,
			program_path_to_read(
				state->program, read->context->path[k], site),
			site, &read->view->subject[k]);
		(*aec)->leaf = read->leaf;
	}
	return *aec;
}

/* Whether AEC keeps the beginning of what SUBJECT reads there, and no more is wanted
 * for access paths and graphs. */
static inline bool has_beginning(
	const struct aec *aec, const struct subject *subject)
{
	return aec->activation == subject->serial &&
	       (aec->sequence.broken || aec->reads >= BEGINNING_READS);
}

static inline bool is_done(const struct aec *aec, const struct subject *subject)
{
	return has_beginning(aec, subject) &&
	       (!aec->joint || has_beginning(aec->joint, subject));
}

/* What is read at LEAF adds nothing until the innermost of the COUNT subjects ends, if
 * it was written at SINCE or later. */
static inline void end_leaf(struct leaf *leaf, const struct subject *subject,
	uint32_t count, uint64_t since)
{
	leaf->done = subject[count - 1].serial;
	leaf->done_since = since;
}

static void rule_add_read(void *data, const struct rule_read *read)
{
	struct redundant_state *state = data;
	struct subject *subject = read->view->subject;
	struct leaf *leaf = read->leaf;
	uint32_t count = read->view->subject_count, k = count;
	uint64_t written = read->foreign != 0 ? 0 : read->written;
	bool is_all_done = !state->reports;
	struct redundant_step step;

	leaf->address = read->address;
	leaf->value = read->value;
	if (leaf->done == subject[count - 1].serial &&
		leaf->done_since <= written)
		return;
	if (!state->reports &&
		!chains_is_new(read->context->chain, leaf, read->now))
		return;
	step.location = rule_location_of(read->address, read->foreign);
	step.value = read->value;
	step.site = leaf->site;
	while (k > 0 && subject[k - 1].start > written) {
		struct aec *aec = find_aec(state, read, --k);
		if (!aec || (!state->reports && is_done(aec, &subject[k])))
			continue;
		is_all_done = false;
		aecs_read(aec, &subject[k], &step, !state->is_stopped);
	}
	if (is_all_done)
		end_leaf(
			leaf, subject, count, k > 0 ? subject[k - 1].start : 0);
}

/* What a string function reads counts as one location, its first byte. */
static void rule_add_string(void *data, const struct rule_read *call,
	const struct rule_string *string)
{
	(void)string;
	rule_add_read(data, call);
}

static void pause_aec(struct aec *aec)
{
	redundant_pause(&aec->sequence);
	aec->is_left_out = true;
}

static void rule_pause_leaf(void *data, const struct stack_view *view,
	const struct context *context, struct leaf *leaf, uint64_t clock)
{
	(void)data, (void)view, (void)clock;
	for (uint32_t k = 0; k < context->subjects; k++) {
		struct aec *aec = leaf->aec[k];
		if (!aec)
			continue;
		pause_aec(aec);
		if (aec->joint)
			pause_aec(aec->joint);
	}
}

/* Rule `rewalk` says what is worth waiting for. */
static enum rule_wish wish_nothing(void *data, const struct leaf *leaf)
{
	(void)data, (void)leaf;
	return RULE_IGNORES;
}

/* --- verdicts ----------------------------------------------------------- */

static void rule_end_activation(void *data, const struct stack_view *view)
{
	struct redundant_state *state = data;
	struct subject *subject = &view->subject[view->subject_count - 1];

	if (!subject->live)
		return;
	if (!traversals_judge(
		    state->program, state->aecs, subject, state->reports))
		state->is_cut = true;
	access_graphs_add(state->graphs, subject);
}

static void rule_stop(void *data, enum memory_state memory)
{
	struct redundant_state *state = data;

	if (memory != MEMORY_FULL)
		return;
	state->is_stopped = true;
	access_graphs_stop(state->graphs);
}

void redundant_answer(struct redundant_state *state,
	const struct stack_view *view, const struct question *question)
{
	const struct subject *end = view->subject + view->subject_count;
	const struct subject *subject = question->subject;
	struct sighting *sighting = question->sighting;
	const char *type = NULL;
	char *root = NULL;

	access_graphs_want(state->graphs, path_subject(sighting->path));
	if (question->address == 0 || sighting->root)
		return;
	/* What the subject made itself has a name where it has put it, or where it is
	 * an argument. */
	for (; subject < end && !root; subject++) {
		root = roots_find_dup(state->program, subject,
			question->address, NULL, &type);
		if (!root)
			root = roots_find_put_dup(state->program, subject,
				question->walked, question->walked_count,
				&type);
		sighting->root_is_below = subject > question->subject;
	}
	/* What the load that leads there knows of it, an optimised walk may not. */
	sighting->object_type = sighting->object_type ?: type;
	sighting->root =
		root ? arena_string(&state->program->strings, root)
		     : roots_find_passed(state->program, question->subject);
	free(root);
}

static void count_traversal_point(struct sightings *sightings,
	struct table *traversing, const struct aec *aec)
{
	const struct symbol_function *function = path_subject(aec->path);
	void **slot = table_place(traversing, 1, function->index);

	sightings->traversal_points++;
	sightings->traversing += *slot == NULL;
	*slot = (void *)function;
}

static void report_aec(struct sightings *sightings, const struct aec *aec)
{
	struct sighting *sighting = aec->sighting;

	if (aec->is_left_out && sighting->exactness == REPORT_EXACT)
		sighting->exactness = REPORT_LOWER_BOUND;
	sighting->rule =
		sighting->redundant != 0 ? REPORT_REDUNDANT : REPORT_TRAVERSAL;
	sightings_add(sightings, sighting);
}

static void rule_report(void *data, struct sightings *sightings)
{
	struct redundant_state *state = data;
	struct table traversing = {0};

	for (size_t i = 0; i < aecs_count(state->aecs); i++) {
		const struct aec *aec = aecs_get(state->aecs, i);
		if (!aec->sighting)
			continue;
		if (!aec->is_joint)
			count_traversal_point(sightings, &traversing, aec);
		if (state->reports)
			report_aec(sightings, aec);
	}
	table_release(&traversing);
}

void redundant_report_graphs(
	struct redundant_state *state, struct report *report)
{
	access_graphs_report(state->graphs, state->aecs, report);
}

bool redundant_is_cut(const struct redundant_state *state)
{
	return state->is_cut;
}

const struct rule redundant_rule = {
	.read = rule_add_read,
	.string = rule_add_string,
	.pause = rule_pause_leaf,
	.wish = wish_nothing,
	.end = rule_end_activation,
	.stop = rule_stop,
	.report = rule_report,
	.free = rule_free_state,
};
