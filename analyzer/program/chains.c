/* SPDX-License-Identifier: MIT
 * Code whose answers have settled is read in bursts. */
#include "config.h"

#include "analyzer/program/chains.h"

#include <assert.h>
#include <stdlib.h>

#include "lib/memory.h"

#include "lib/table.h"

/* A chain of which nothing is expected is followed for so many reads at first. */
#define BARREN_READS 64

struct chains {
	struct chains_options options;
	struct arena arena;
	struct table chain;   /* (parent or thread, function) */
	struct table part;    /* (chain, name) */
	struct chain unknown; /* of contexts without paths */
	struct chain *newest;
	struct chain **told; /* those that the recorder leaves out */
	size_t told_count, told_capacity;
	bool is_stopped; /* see chains_stop */
};

struct chains *chains_new(const struct chains_options *options)
{
	struct chains *chains = memory_alloc_zero(1, sizeof *chains);

	chains->options = *options;
	chains->unknown.turn = UINT64_MAX;
	return chains;
}

void chains_free(struct chains *chains)
{
	if (!chains)
		return;
	for (size_t i = 0; i < chains->told_count; i++)
		free(chains->told[i]->number);
	free(chains->told);
	table_release(&chains->chain);
	table_release(&chains->part);
	arena_release(&chains->arena);
	free(chains);
}

/* Whether something is expected of CHAIN, which is new. */
static void chain_expect(struct chains *chains, struct chain *chain)
{
	enum barren_state state;

	if (!chains->options.barren)
		return;
	state = barren_find(chains->options.barren, chain->function);
	chain->was_met = state != BARREN_NEW &&
			 (!chain->parent || chain->parent->was_met);
	chain->is_barren = chain->was_met && state == BARREN_NOTHING;
	if (chain->is_barren)
		chain->turn = BARREN_READS;
}

void chains_note_barren(const struct chains *chains, struct barren *barren)
{
	for (const struct chain *chain = chains->newest; chain;
		chain = chain->older)
		barren_note(barren, chain->function,
			chain->is_used ? BARREN_SOMETHING : BARREN_NOTHING);
}

static struct chain *chain_of(struct chains *chains, struct path *path)
{
	struct chain *parent, *chain;
	uint64_t above;
	void **slot;

	if (path->chain)
		return path->chain;
	parent = path->parent ? chain_of(chains, path->parent) : NULL;
	/* Pointers are even, so a thread cannot be a parent. */
	above = parent ? (uintptr_t)parent : (uint64_t)path->thread << 1 | 1;
	slot = table_place(&chains->chain, above, path->function->index);
	if (!*slot) {
		*slot = chain =
			arena_alloc_zero(&chains->arena, 1, sizeof *chain);
		chain->parent = parent;
		if (parent) {
			chain->sibling = parent->child;
			parent->child = chain;
		}
		chain->is_private = !chains->options.tell;
		chain->turn = chains->options.follow_all
				      ? UINT64_MAX
				      : CHAIN_READS_TO_SETTLE;
		chain->function = path->function;
		chain->older = chains->newest;
		chains->newest = chain;
		chain_expect(chains, chain);
	}
	return path->chain = *slot;
}

struct chain *chains_join(struct chains *chains, struct context *context)
{
	if (context->id == CONTEXT_UNKNOWN)
		return context->chain = &chains->unknown;
	context->chain = chain_of(chains, context->path[0]);
	context->next = context->chain->first;
	context->chain->first = context;
	return context->chain;
}

struct chain_part *chains_part(
	struct chains *chains, struct chain *chain, uint64_t name)
{
	void **slot = table_place(&chains->part, (uintptr_t)chain, name);
	struct chain_part *part = *slot;

	if (!part) {
		*slot = part =
			arena_alloc_zero(&chains->arena, 1, sizeof *part);
		part->chain = chain;
		part->next = chain->part;
		chain->part = part;
	}
	/* Until it is looked at, with the new leaf. */
	part->waits = true;
	if (part->rests)
		chain->until = 0;
	return part;
}

bool chains_has_gap(struct chains *chains, struct path *path, uint64_t clock)
{
	const struct chain *chain = chain_of(chains, path);

	return chains->is_stopped || chain->off != 0 || chain->woken > clock;
}

void chains_stop(struct chains *chains)
{
	chains->is_stopped = true;
}

/* --- leaving ------------------------------------------------------------ */

static void chains_pause_leaf(const struct rules *rules,
	const struct stack_view *view, const struct context *context,
	struct leaf *leaf, uint64_t clock)
{
	for (unsigned i = 0; i < rules->count; i++)
		rules->at[i].rule->pause(
			rules->at[i].state, view, context, leaf, clock);
}

/* Nothing goes on from what was read before CLOCK, in all that does not rest or wait. */
static void pause_chain(const struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock)
{
	for (struct context *context = chain->first; context;
		context = context->next)
		for (uint32_t i = 0; i < context->leaf_capacity; i++) {
			struct leaf *leaf = context->leaf[i];
			if (leaf && !leaf->part->rests && !leaf->part->waits)
				chains_pause_leaf(chains->options.rules, view,
					context, leaf, clock);
		}
}

static void let_parts_rest(const struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock)
{
	pause_chain(chains, chain, view, clock);
	for (struct chain_part *part = chain->part; part; part = part->next)
		part->rests |= !part->waits;
	chain->has_rest = true;
	chain->state = CHAIN_FOLLOWED;
	chain->until = 2 * clock;
	chain->turn = chain->followed + CHAIN_READS_OF_LOOK;
}

static void wake_parts(struct chain *chain, uint64_t clock)
{
	bool was_off = chain->state >= CHAIN_OFF;

	for (struct chain_part *part = chain->part; part; part = part->next) {
		if (part->rests || was_off)
			part->woken = clock;
		part->before = part->reads;
		part->rests = false;
	}
	chain->has_rest = false;
}

static void chains_leave(const struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock)
{
	for (struct chain_part *part = chain->part; part; part = part->next)
		part->waits = false;
	pause_chain(chains, chain, view, clock);
	chain->state = CHAIN_OFF;
	chain->left = clock;
	chain->until = 2 * clock;
	/* Of what is barren nothing is missed. */
	for (struct chain *above = chain->is_barren ? NULL : chain; above;
		above = above->parent)
		above->off++;
}

/* Tells the recorder of the chain that reads although it is off. */
static void chains_tell(
	struct chains *chains, struct chain *chain, uint64_t number)
{
	const struct chains_options *options = &chains->options;

	for (size_t i = 0; i < chain->numbers; i++)
		if (chain->number[i] == number)
			chain->told = number;
	if (chain->told == number || chain->numbers == CHAIN_NUMBERS ||
		!options->tell(options->data, number, true))
		return;
	if (chain->numbers == 0) {
		chain->place = chains->told_count;
		chains->told = memory_grow(chains->told, &chains->told_capacity,
			chains->told_count + 1, sizeof *chains->told);
		chains->told[chains->told_count++] = chain;
	}
	chain->number = memory_grow(chain->number, &chain->number_capacity,
		chain->numbers + 1, sizeof *chain->number);
	chain->number[chain->numbers++] = number;
	chain->told = number;
}

/* --- waking ------------------------------------------------------------- */

/* False: the recorder cannot be told now. */
static bool untell_all(struct chains *chains, struct chain *chain)
{
	const struct chains_options *options = &chains->options;

	while (chain->numbers > 0 &&
		options->tell(options->data, chain->number[chain->numbers - 1],
			false))
		chain->numbers--;
	if (chain->numbers > 0)
		return false;
	chain->told = 0;
	chains->told[chain->place] = chains->told[--chains->told_count];
	chains->told[chain->place]->place = chain->place;
	free(chain->number);
	chain->number = NULL;
	chain->number_capacity = 0;
	return true;
}

static void program_chains_wake(struct chains *chains, struct chain *chain)
{
	if (chain->number && !untell_all(chains, chain))
		return;
	chain->state = CHAIN_WAKING;
	chain->serial = 0;
}

/* CHAIN, if it is off, and what goes on from it. */
static void wake_below(struct chains *chains, struct chain *chain)
{
	if (chain->state == CHAIN_OFF)
		program_chains_wake(chains, chain);
	for (struct chain *child = chain->child; child && chain->off != 0;
		child = child->sibling)
		wake_below(chains, child);
}

void chains_begin_call(struct chains *chains, struct path *path, uint64_t clock)
{
	struct chain *chain;

	if (chains->options.follow_all || chains->is_stopped)
		return;
	chain = chain_of(chains, path);
	path->begun = clock;
	if (chain->off != 0)
		wake_below(chains, chain);
}

bool chain_part_is_begun(const struct chain_part *part, const struct path *path,
	const struct subject *subject)
{
	for (; path && path->function != subject->function; path = path->parent)
		if (path->begun > subject->start &&
			path->begun > part->chain->left_before)
			return true;
	return false;
}

void chains_wake(struct chains *chains, uint64_t clock)
{
	/* Each that wakes has another one in its place. */
	for (size_t i = chains->told_count; i-- > 0;)
		if (clock >= chains->told[i]->until)
			program_chains_wake(chains, chains->told[i]);
}

static void come_back(struct chain *chain, uint64_t clock)
{
	wake_parts(chain, clock);
	chain->left_before = chain->left;
	chain->state = CHAIN_FOLLOWED;
	chain->turn = chain->followed + CHAIN_READS_OF_BURST;
	for (struct chain *above = chain->is_barren ? NULL : chain; above;
		above = above->parent) {
		above->off--;
		above->woken = clock;
	}
}

/* The recorder leaves NUMBER out no more, by itself. */
static void forget_number(struct chain *chain, uint64_t number)
{
	/* Numbers are dropped before their memory is. */
	assert(chain->numbers == 0 || chain->number);
	for (size_t i = 0; i < chain->numbers; i++)
		if (chain->number[i] == number) {
			chain->number[i] = chain->number[--chain->numbers];
			break;
		}
}

/* The code of CHAIN, of which nothing is expected, is new only this time. */
static void begin_barren_code(
	struct chains *chains, struct chain *chain, uint64_t number)
{
	forget_number(chain, number);
	if (chain->told == number)
		chain->told = 0;
	if (chain->number && chain->numbers == 0)
		untell_all(chains, chain);
}

void chains_begin_code(struct chains *chains, struct chain *chain,
	uint64_t number, uint64_t clock)
{
	bool was_told = chain->number;

	if (chains->options.follow_all || chain == &chains->unknown)
		return;
	if (chain->is_barren) {
		begin_barren_code(chains, chain, number);
		return;
	}
	chain->since = chain->followed;
	switch (chain->state) {
	case CHAIN_FOLLOWED:
	case CHAIN_RESTING:
	case CHAIN_ROUSING:
	case CHAIN_LEAVING:
		wake_parts(chain, clock);
		chain->state = CHAIN_FOLLOWED;
		chain->turn = chain->followed + CHAIN_READS_OF_BURST;
		break;
	case CHAIN_OFF:
		forget_number(chain, number);
		chain->until = clock;
		if (was_told && !untell_all(chains, chain))
			break;
		come_back(chain, clock);
		break;
	case CHAIN_WAKING:
		come_back(chain, clock);
		break;
	}
}

/* --- looks -------------------------------------------------------------- */

/* The most that any rule wishes. */
static enum rule_wish wish_at(
	const struct rules *rules, const struct leaf *leaf)
{
	enum rule_wish most = RULE_IGNORES;

	for (unsigned i = 0; i < rules->count; i++) {
		enum rule_wish wish =
			rules->at[i].rule->wish(rules->at[i].state, leaf);
		if (wish > most)
			most = wish;
	}
	return most;
}

/* For so many reads of its chain a leaf is waited for. */
static uint64_t patience_for(enum rule_wish wish)
{
	return wish == RULE_WALKS_FAR ? CHAIN_READS_TO_GIVE_UP
	       : wish == RULE_WAITS   ? CHAIN_READS_OF_PATIENCE
	       : wish == RULE_HOPES   ? CHAIN_READS_OF_HOPE
				      : 0;
}

/* Whether each cell that was met in READS, of which FRESH were new to their instruction
 * and BEYOND are of walks longer than what is kept, was read several times. */
static bool were_visited(uint64_t reads, uint64_t fresh, uint64_t beyond)
{
	return reads >=
	       beyond + CHAIN_READS_TO_SETTLE + CHAIN_VISITS_TO_SETTLE * fresh;
}

/* Marks parts for which something waits in CONTEXT. Returns whether the chain, if it is RIPE,
 * has to wait for any, or does so for ANY already: then parts that wait are not asked. */
static bool mark_waiting(const struct chains *chains, const struct chain *chain,
	const struct context *context, bool ripe, bool any)
{
	for (uint32_t i = 0; i < context->leaf_capacity; i++) {
		const struct leaf *leaf = context->leaf[i];
		uint64_t patience, age;
		if (!leaf || (any && leaf->part->waits))
			continue;
		patience = patience_for(wish_at(chains->options.rules, leaf));
		age = chain->followed - leaf->since;
		any |= age < patience;
		if (age < CHAIN_READS_TO_SETTLE ||
			(patience != 0 && (age < patience || !ripe)))
			leaf->part->waits = true;
	}
	return any;
}

/* How many of the reads of PART that were noted would have met cells that pass by, as of
 * those that were followed since it was woken, except for the first ones of new cells. */
static uint64_t passed_unseen(const struct chain_part *part)
{
	const struct chain_reads *now = &part->reads, *before = &part->before;
	uint64_t passing = now->passing - before->passing;
	uint64_t first =
		now->fresh - before->fresh + now->beyond - before->beyond;
	uint64_t all = now->all - before->all;

	/* A wide load is one read and several cells. */
	return all > first + passing
		       ? (uint64_t)((double)part->noted * (double)passing /
				    (double)(all - first))
		       : part->noted;
}

/* Whether CHAIN's cells were. */
static bool is_ripe(const struct chain *chain)
{
	uint64_t beyond = chain->beyond;

	for (const struct chain_part *part = chain->part; part;
		part = part->next)
		if (part->reads.passing != 0)
			beyond += passed_unseen(part);
	return were_visited(chain->followed, chain->fresh, beyond);
}

enum settled { NOTHING, SOME_PARTS, EVERYTHING };

/* Whether some part of CHAIN neither rests nor waits. */
static bool may_rest(const struct chain *chain)
{
	for (const struct chain_part *part = chain->part; part;
		part = part->next)
		if (!part->waits && !part->rests)
			return true;
	return false;
}

/* What of CHAIN has settled. A few cells that are read all the time must not hide a first
 * long walk. */
static enum settled find_settled(
	const struct chains *chains, struct chain *chain, uint64_t clock)
{
	bool ripe = is_ripe(chain);
	bool any = !ripe;

	if (chain->is_barren ||
		chain->followed - chain->since >= CHAIN_READS_TO_GIVE_UP)
		return EVERYTHING;
	if (chain->followed < CHAIN_READS_TO_SETTLE ||
		clock < chains->options.whole)
		return NOTHING;
	for (struct chain_part *part = chain->part; part; part = part->next)
		any |= chain_part_hopes(part);
	for (struct chain_part *part = chain->part; part; part = part->next)
		part->waits = chain_part_hopes(part) ||
			      part->reads.all < CHAIN_READS_TO_SETTLE ||
			      (!ripe && !were_visited(part->reads.all,
						part->reads.fresh,
						part->reads.beyond));
	for (const struct context *context = chain->first;
		context && (!any || may_rest(chain)); context = context->next)
		any = mark_waiting(chains, chain, context, ripe, any);
	if (!any)
		return EVERYTHING;
	return may_rest(chain) ? SOME_PARTS : NOTHING;
}

/* CHAIN, of which nothing has settled, is looked at again after so many reads: to look at
 * many leaves takes longer. */
static uint64_t reads_to_next_look(const struct chain *chain)
{
	return chain->followed < CHAIN_READS_TO_SETTLE
		       ? CHAIN_READS_OF_LOOK
		       : CHAIN_READS_OF_LOOK + 4 * chain->leaves;
}

/* Whether the activation SERIAL, in which the state was to change, goes on. */
static bool is_waiting(struct chain *chain, uint64_t serial)
{
	if (chain->serial == 0) {
		chain->serial = serial;
		chain->patience = CHAIN_READS_OF_ACTIVATION;
	}
	return chain->serial == serial && chain->patience-- != 0;
}

bool chains_look(struct chains *chains, struct chain *chain,
	const struct stack_view *view, uint64_t clock)
{
	uint64_t serial = view->subject[view->subject_count - 1].serial;

	switch (chain->state) {
	case CHAIN_FOLLOWED:
		if (chain->has_rest && clock >= chain->until) {
			chain->state = CHAIN_ROUSING;
			chain->serial = 0;
			break;
		}
		switch (find_settled(chains, chain, clock)) {
		case EVERYTHING:
			chain->state = CHAIN_LEAVING;
			chain->serial = 0;
			break;
		case SOME_PARTS:
			chain->state = CHAIN_RESTING;
			chain->serial = 0;
			break;
		case NOTHING:
			chain->turn =
				chain->followed + reads_to_next_look(chain);
		}
		break;
	case CHAIN_RESTING:
		if (!is_waiting(chain, serial))
			let_parts_rest(chains, chain, view, clock);
		break;
	case CHAIN_ROUSING:
		if (is_waiting(chain, serial))
			break;
		wake_parts(chain, clock);
		chain->state = CHAIN_FOLLOWED;
		chain->turn = chain->followed + CHAIN_READS_OF_BURST;
		break;
	case CHAIN_LEAVING:
		if (!is_waiting(chain, serial))
			chains_leave(chains, chain, view, clock);
		break;
	case CHAIN_OFF:
		if (clock >= chain->until)
			program_chains_wake(chains, chain);
		else
			chains_tell(chains, chain, view->chain);
		break;
	case CHAIN_WAKING:
		if (!is_waiting(chain, serial))
			come_back(chain, clock);
		break;
	}
	if (chain->state >= CHAIN_OFF)
		return false;
	chain->followed++;
	return true;
}
