/* SPDX-License-Identifier: MIT
 * Whether the locations read at one AEC belong to connected objects. */
#include "config.h"

#include "analyzer/reachability.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/table.h"

/* Reads looked at for one question. Beyond it the answer is "no", which only a
 * structure that connects later than this could contradict. */
#define STEPS_MAX 65536u

/* An object; FROM holds up to two different members of the asked set that reach it.
 * Two are enough: a member is reached by itself and by one other. */
struct node {
	object_t from[2];
	struct link *link;
	struct node *next; /* in the work list */
	bool is_member;
	bool is_queued;
};

struct link {
	struct node *to;
	struct link *next;
};

struct graph {
	struct arena arena;
	struct table node;
	struct node *work;
	bool connected;
};

static object_t object_of(
	const struct objects *objects, const struct redundant_step *step)
{
	return objects_identify(objects, step->cell & CELL_ADDRESS_MASK);
}

/* The object that the value read points into, 0 if it is none. */
static object_t target_of(
	const struct objects *objects, const struct redundant_step *step)
{
	if (step->value < 4096 || step->value >> CELL_ADDRESS_BITS != 0)
		return 0;
	return objects_identify(objects, step->value);
}

/* What nearly every traversal shows at once: two locations of one object, or a
 * location whose value leads to the next one. */
static bool is_obvious(const struct objects *objects,
	const struct redundant_step *step, uint32_t count)
{
	object_t before = object_of(objects, &step[0]);

	for (uint32_t i = 1; i < count && i < 8; i++) {
		object_t here = object_of(objects, &step[i]);
		if (here != 0 && step[i].cell != step[i - 1].cell &&
			(here == before ||
				target_of(objects, &step[i - 1]) == here))
			return true;
		before = here;
	}
	return false;
}

static struct node *node_of(struct graph *graph, object_t object)
{
	void **slot = table_place(&graph->node, 1, object);

	if (*slot == NULL)
		*slot = arena_alloc_zero(&graph->arena, 1, sizeof(struct node));
	return *slot;
}

static void add_source(struct graph *graph, struct node *node, object_t source)
{
	if (node->from[0] == source || node->from[1] == source)
		return;
	if (node->from[0] == 0)
		node->from[0] = source;
	else if (node->from[1] == 0)
		node->from[1] = source;
	else
		return;
	if (node->is_member && node->from[1] != 0)
		graph->connected = true;
	if (!node->is_queued) {
		node->is_queued = true;
		node->next = graph->work;
		graph->work = node;
	}
}

static void add_links(struct graph *graph, const struct objects *objects,
	const struct aec *live)
{
	uint32_t left = STEPS_MAX;

	for (; live != NULL && left != 0; live = live->next_live) {
		uint32_t count = redundant_kept(&live->sequence);
		if (live->is_joint)
			continue;
		for (uint32_t i = 0; i < count && left != 0; i++, left--) {
			const struct redundant_step *step =
				&live->sequence.step[i];
			object_t to = target_of(objects, step);
			object_t from = to ? object_of(objects, step) : 0;
			struct node *node;
			struct link *link;
			if (from == 0 || from == to)
				continue;
			node = node_of(graph, from);
			link = arena_alloc(&graph->arena, sizeof *link);
			link->to = node_of(graph, to);
			link->next = node->link;
			node->link = link;
		}
	}
}

/* Lets every member's name flow along the links until one arrives at another. */
static void flow(struct graph *graph)
{
	while (graph->work != NULL && !graph->connected) {
		struct node *node = graph->work;
		graph->work = node->next;
		node->is_queued = false;
		for (struct link *link = node->link; link; link = link->next)
			for (int i = 0; i < 2; i++)
				if (node->from[i] != 0)
					add_source(
						graph, link->to, node->from[i]);
	}
}

bool reachability_is_connected(const struct objects *objects,
	const struct aec *aec, const struct aec *live)
{
	const struct redundant *sequence = &aec->sequence;
	uint32_t count = redundant_kept(sequence);
	struct graph graph = {0};
	struct table seen = {0}; /* object -> the cell met first */

	if (is_obvious(objects, sequence->step, count))
		return true;
	add_links(&graph, objects, live);
	for (uint32_t i = 0; i < count && !graph.connected; i++) {
		const struct redundant_step *step = &sequence->step[i];
		object_t object = object_of(objects, step);
		struct node *node;
		void **first;
		if (object == 0)
			continue;
		first = table_place(&seen, 1, object);
		if (*first == NULL)
			*first = (void *)step;
		else if (((struct redundant_step *)*first)->cell != step->cell)
			graph.connected = true; /* one object, two locations */
		node = node_of(&graph, object);
		node->is_member = true;
		add_source(&graph, node, object);
	}
	flow(&graph);
	table_release(&seen);
	table_release(&graph.node);
	arena_release(&graph.arena);
	return graph.connected;
}
