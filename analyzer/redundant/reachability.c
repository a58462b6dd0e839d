/* SPDX-License-Identifier: MIT
 * Whether the locations read at one AEC belong to connected objects. */
#include "config.h"

#include "analyzer/redundant/activation.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "lib/table.h"

/* Work for all questions about one activation: reads made into links, and links
 * followed. More than any structure in a unit test has. */
#define READS_MAX  (UINT32_C(1) << 18)
#define FOLLOW_MAX (UINT32_C(1) << 20)

/* An object. FROM holds up to two different members of the set that QUESTION
 * is about and that reach it. Two are enough: a member is reached by itself and
 * by one other. */
struct node {
	object_t object;
	object_t from[2];
	location_t location; /* a member: the location met first */
	struct link *link;
	struct node *next; /* in the work list */
	uint32_t question; /* that the rest is about */
	bool is_member;
	bool is_queued;
};

struct link {
	struct node *to;
	struct link *next;
};

/* Addresses of which is remembered what is there; a power of two. */
#define PLACES_KEPT 256

struct reachability {
	const struct objects *objects;
	struct {
		uint64_t address; /* 0: none */
		object_t object;
	} place[PLACES_KEPT];
	const struct aec *live;
	struct arena arena;
	struct table node; /* object -> node */
	struct node *work;
	uint32_t question;
	uint32_t reads_left, follow_left;
	bool is_built;
	bool is_connected; /* of the question asked */
	bool is_cut;
};

struct reachability *reachability_new(
	const struct objects *objects, const struct aec *live)
{
	struct reachability *reachability =
		memory_alloc_zero(1, sizeof *reachability);

	reachability->objects = objects;
	reachability->live = live;
	reachability->reads_left = READS_MAX;
	reachability->follow_left = FOLLOW_MAX;
	return reachability;
}

void reachability_free(struct reachability *reachability)
{
	if (!reachability)
		return;
	table_release(&reachability->node);
	arena_release(&reachability->arena);
	free(reachability);
}

static object_t object_at(struct reachability *reachability, uint64_t address)
{
	size_t at = (address >> 2 ^ address >> 12) % PLACES_KEPT;

	if (reachability->place[at].address != address) {
		reachability->place[at].address = address;
		reachability->place[at].object =
			objects_identify(reachability->objects, address);
	}
	return reachability->place[at].object;
}

static object_t reachability_object_of(
	struct reachability *reachability, const struct redundant_step *step)
{
	return object_at(reachability, step->location & LOCATION_ADDRESS_MASK);
}

/* The object that the value read points into, 0 if it is none. */
static object_t reachability_target_of(
	struct reachability *reachability, const struct redundant_step *step)
{
	if (step->value < 4096 || step->value >> LOCATION_ADDRESS_BITS != 0)
		return 0;
	return object_at(reachability, step->value);
}

/* What nearly every traversal shows at once: two locations of one object, or a
 * location whose value leads to the next one. */
static bool is_obvious(struct reachability *reachability,
	const struct redundant *sequence, uint32_t count)
{
	const struct redundant_step *last = redundant_at(sequence, 0);
	object_t before = reachability_object_of(reachability, last);

	for (uint32_t i = 1; i < count && i < 8; i++) {
		const struct redundant_step *step = redundant_at(sequence, i);
		object_t here = reachability_object_of(reachability, step);
		if (here != 0 && step->location != last->location &&
			(here == before || reachability_target_of(
						   reachability, last) == here))
			return true;
		before = here;
		last = step;
	}
	return false;
}

static struct node *reachability_node_of(
	struct reachability *reachability, object_t object)
{
	void **slot = table_place(&reachability->node, 1, object);
	struct node *node = *slot;

	if (!node) {
		node = arena_alloc_zero(&reachability->arena, 1, sizeof *node);
		node->object = object;
		*slot = node;
	}
	return node;
}

static void add_link(
	struct reachability *reachability, const struct redundant_step *step)
{
	object_t to = reachability_target_of(reachability, step);
	object_t from = to ? reachability_object_of(reachability, step) : 0;
	struct node *node;
	struct link *link;

	if (from == 0 || from == to)
		return;
	node = reachability_node_of(reachability, from);
	link = arena_alloc(&reachability->arena, sizeof *link);
	link->to = reachability_node_of(reachability, to);
	link->next = node->link;
	node->link = link;
}

static void reachability_build(struct reachability *reachability)
{
	const struct aec *live = reachability->live;

	reachability->is_built = true;
	for (; live; live = live->next_live) {
		uint32_t count = redundant_kept(&live->sequence);
		if (live->is_joint)
			continue;
		if (count > reachability->reads_left) {
			count = reachability->reads_left;
			reachability->is_cut = true;
		}
		reachability->reads_left -= count;
		for (uint32_t i = 0; i < count; i++)
			add_link(
				reachability, redundant_at(&live->sequence, i));
	}
}

/* NODE as of the present question. */
static struct node *renew(struct reachability *reachability, struct node *node)
{
	if (node->question != reachability->question) {
		node->question = reachability->question;
		node->from[0] = node->from[1] = 0;
		node->is_member = node->is_queued = false;
	}
	return node;
}

static void add_source(
	struct reachability *reachability, struct node *node, object_t source)
{
	renew(reachability, node);
	if (node->from[0] == source || node->from[1] == source)
		return;
	if (node->from[0] == 0)
		node->from[0] = source;
	else if (node->from[1] == 0)
		node->from[1] = source;
	else
		return;
	if (node->is_member && node->from[1] != 0)
		reachability->is_connected = true;
	if (!node->is_queued) {
		node->is_queued = true;
		node->next = reachability->work;
		reachability->work = node;
	}
}

static void reachability_add_member(
	struct reachability *reachability, const struct redundant_step *step)
{
	object_t object = reachability_object_of(reachability, step);
	struct node *node;

	if (object == 0)
		return;
	node = renew(reachability, reachability_node_of(reachability, object));
	if (!node->is_member)
		node->location = step->location;
	else if (node->location != step->location)
		reachability->is_connected = true;
	node->is_member = true;
	add_source(reachability, node, object);
	/* It may have been reached before it was known as a member. */
	if (node->from[1] != 0)
		reachability->is_connected = true;
}

/* Lets every member's name flow along the links until one arrives at another. */
static void flow(struct reachability *reachability)
{
	while (reachability->work && !reachability->is_connected) {
		struct node *node = reachability->work;
		reachability->work = node->next;
		node->is_queued = false;
		for (struct link *link = node->link; link; link = link->next) {
			if (reachability->follow_left == 0) {
				reachability->is_cut = true;
				return;
			}
			reachability->follow_left--;
			for (int i = 0; i < 2; i++)
				if (node->from[i] != 0)
					add_source(reachability, link->to,
						node->from[i]);
		}
	}
}

bool reachability_is_connected(
	struct reachability *reachability, const struct aec *aec)
{
	const struct redundant *sequence = &aec->sequence;
	uint32_t count = redundant_kept(sequence);

	if (is_obvious(reachability, sequence, count))
		return true;
	if (!reachability->is_built)
		reachability_build(reachability);
	reachability->question++;
	reachability->is_connected = false;
	reachability->work = NULL;
	for (uint32_t i = 0; i < count && !reachability->is_connected; i++)
		reachability_add_member(
			reachability, redundant_at(sequence, i));
	flow(reachability);
	return reachability->is_connected;
}

bool reachability_is_cut(const struct reachability *reachability)
{
	return reachability->is_cut;
}
