/* SPDX-License-Identifier: MIT
 * Code whose answers have settled is read in bursts. */
#include "config.h"

#include "analyzer/program/chains.h"

#include <assert.h>
#include <stdlib.h>

#include "lib/memory.h"

#include "lib/table.h"

struct chains {
	struct chains_options options;
	struct arena arena;
	struct table chain;   /* (parent or thread, function) */
	struct chain unknown; /* of contexts without paths */
	struct chain **told;  /* those that the recorder leaves out */
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
	arena_release(&chains->arena);
	free(chains);
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
		chain->is_private = !chains->options.tell;
		chain->turn = chains->options.follow_all
				      ? UINT64_MAX
				      : CHAIN_READS_TO_SETTLE;
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

static void pause_leaf(const struct rules *rules, const struct context *context,
	struct leaf *leaf, uint64_t clock)
{
	for (unsigned i = 0; i < rules->count; i++)
		rules->at[i].rule->pause(
			rules->at[i].state, context, leaf, clock);
}

/* Nothing goes on from what was read before CLOCK. */
static void pause_chain(
	const struct chains *chains, struct chain *chain, uint64_t clock)
{
	for (struct context *context = chain->first; context;
		context = context->next)
		for (uint32_t i = 0; i < context->leaf_capacity; i++)
			if (context->leaf[i])
				pause_leaf(chains->options.rules, context,
					context->leaf[i], clock);
}

static void leave(
	const struct chains *chains, struct chain *chain, uint64_t clock)
{
	pause_chain(chains, chain, clock);
	chain->state = CHAIN_OFF;
	chain->until = 2 * clock;
	for (struct chain *above = chain; above; above = above->parent)
		above->off++;
}

/* Tells the recorder of the chain that reads although it is off. */
static void tell(struct chains *chains, struct chain *chain, uint64_t number)
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

static void wake(struct chains *chains, struct chain *chain)
{
	if (chain->number && !untell_all(chains, chain))
		return;
	chain->state = CHAIN_WAKING;
	chain->serial = 0;
}

void chains_wake(struct chains *chains, uint64_t clock)
{
	/* Each that wakes has another one in its place. */
	for (size_t i = chains->told_count; i-- > 0;)
		if (clock >= chains->told[i]->until)
			wake(chains, chains->told[i]);
}

static void come_back(struct chain *chain, uint64_t clock)
{
	chain->state = CHAIN_FOLLOWED;
	chain->turn = chain->followed + CHAIN_READS_OF_BURST;
	for (struct chain *above = chain; above; above = above->parent) {
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

void chains_begin_code(struct chains *chains, struct chain *chain,
	uint64_t number, uint64_t clock)
{
	bool was_told = chain->number;

	if (chains->options.follow_all || chain == &chains->unknown)
		return;
	chain->since = chain->followed;
	switch (chain->state) {
	case CHAIN_FOLLOWED:
	case CHAIN_LEAVING:
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
	return wish == RULE_GOES_AGAIN ? CHAIN_READS_TO_GIVE_UP
	       : wish == RULE_WAITS    ? CHAIN_READS_OF_PATIENCE
				       : 0;
}

/* SEEN counts the leaves of CONTEXT that a rule follows and that were looked at. */
static bool have_settled(const struct chains *chains, const struct chain *chain,
	const struct context *context, uint64_t *seen)
{
	for (uint32_t i = 0; i < context->leaf_capacity; i++) {
		const struct leaf *leaf = context->leaf[i];
		enum rule_wish wish;
		if (!leaf)
			continue;
		wish = wish_at(chains->options.rules, leaf);
		*seen += wish != RULE_IGNORES;
		if (chain->followed - leaf->since < patience_for(wish))
			return false;
	}
	return true;
}

/* A few cells that are read all the time must not hide a first long walk. SEEN is
 * how many leaves were looked at. */
static bool has_settled(
	const struct chains *chains, const struct chain *chain, uint64_t *seen)
{
	if (chain->followed - chain->since >= CHAIN_READS_TO_GIVE_UP)
		return true;
	if (chain->followed - chain->beyond <
		CHAIN_READS_TO_SETTLE + CHAIN_VISITS_TO_SETTLE * chain->fresh)
		return false;
	for (const struct context *context = chain->first; context;
		context = context->next)
		if (!have_settled(chains, chain, context, seen))
			return false;
	return true;
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
	uint64_t seen = 0;

	switch (chain->state) {
	case CHAIN_FOLLOWED:
		if (has_settled(chains, chain, &seen)) {
			chain->state = CHAIN_LEAVING;
			chain->serial = 0;
		} else {
			chain->turn = chain->followed + CHAIN_READS_OF_LOOK +
				      4 * seen;
		}
		break;
	case CHAIN_LEAVING:
		if (!is_waiting(chain, serial))
			leave(chains, chain, clock);
		break;
	case CHAIN_OFF:
		if (clock >= chain->until)
			wake(chains, chain);
		else
			tell(chains, chain, view->chain);
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
