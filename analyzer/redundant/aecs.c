/* SPDX-License-Identifier: MIT
 * AEC nodes. */
#include "config.h"

#include "analyzer/redundant/aecs.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "lib/table.h"

/* The nodes of one path and place. */
struct group {
	struct aec *first;
	struct aec *joint;
};

struct aecs {
	struct sites *sites;
	struct arena arena;
	struct table node;  /* (path, site) */
	struct table group; /* (path, place) */
	struct slab **slab; /* all nodes, in order of creation */
	size_t count, slab_capacity;
};

/* Nodes that begin at lines of a cache. */
#define SLAB_NODES 64
struct slab {
	struct aec_slot {
		_Alignas(MEMORY_LINE_BYTES) struct aec aec;
	} slot[SLAB_NODES];
};

struct aecs *aecs_new(struct sites *sites)
{
	struct aecs *aecs = memory_alloc_zero(1, sizeof *aecs);

	aecs->sites = sites;
	return aecs;
}

void aecs_free(struct aecs *aecs)
{
	if (aecs == NULL)
		return;
	for (size_t i = 0; i < aecs->count; i++)
		redundant_release(&aecs_get(aecs, i)->sequence);
	for (size_t i = 0; i * SLAB_NODES < aecs->count; i++)
		free(aecs->slab[i]);
	free(aecs->slab);
	table_release(&aecs->node);
	table_release(&aecs->group);
	arena_release(&aecs->arena);
	free(aecs);
}

static struct aec *add_node(struct aecs *aecs, struct path *path, uint32_t site,
	uint32_t place, bool is_joint)
{
	size_t slab = aecs->count / SLAB_NODES;
	struct aec *aec;

	if (aecs->count % SLAB_NODES == 0) {
		aecs->slab = memory_grow(aecs->slab, &aecs->slab_capacity,
			slab + 1, sizeof *aecs->slab);
		aecs->slab[slab] = memory_alloc_aligned(
			MEMORY_LINE_BYTES, sizeof(struct slab));
	}
	aec = &aecs->slab[slab]->slot[aecs->count++ % SLAB_NODES].aec;
	memset(aec, 0, sizeof *aec);
	aec->path = path;
	aec->site = site;
	aec->place = place;
	aec->is_joint = is_joint;
	return aec;
}

static void link_live(struct aec *aec, struct subject *subject)
{
	aec->activation = subject->serial;
	aec->next_live = subject->live;
	subject->live = aec;
}

/* A second instruction appears at the place: what the first has read in this
 * activation is what the place has read. */
static void begin_joint(
	struct aecs *aecs, struct group *group, struct subject *subject)
{
	struct aec *first = group->first;
	struct aec *joint =
		add_node(aecs, first->path, first->site, first->place, true);

	group->joint = joint;
	first->joint = joint;
	if (first->activation != subject->serial)
		return;
	link_live(joint, subject);
	joint->reads = first->reads;
	joint->last_site = first->site;
	joint->last_cell = redundant_last(&first->sequence);
	redundant_copy(&joint->sequence, &first->sequence);
}

struct aec *aecs_node(struct aecs *aecs, struct path *path, uint32_t site,
	struct subject *subject)
{
	void **slot = table_place(&aecs->node, (uintptr_t)path, site);
	struct group *group;
	struct aec *aec;

	if (*slot != NULL)
		return *slot;
	const struct site *where = sites_resolve(aecs->sites, site);
	uint32_t place = where->frame[where->depth - 1].place;
	*slot = aec = add_node(aecs, path, site, place, false);
	slot = table_place(&aecs->group, (uintptr_t)path, place);
	if (*slot == NULL)
		*slot = arena_alloc_zero(&aecs->arena, 1, sizeof *group);
	group = *slot;
	if (group->first == NULL) {
		group->first = aec;
		return aec;
	}
	if (group->joint == NULL)
		begin_joint(aecs, group, subject);
	aec->joint = group->joint;
	return aec;
}

void aecs_begin(struct aec *aec, struct subject *subject,
	const struct redundant_step *step)
{
	link_live(aec, subject);
	aec->reads = 1;
	redundant_begin(&aec->sequence, step);
}

size_t aecs_count(const struct aecs *aecs)
{
	return aecs->count;
}

struct aec *aecs_get(const struct aecs *aecs, size_t index)
{
	return &aecs->slab[index / SLAB_NODES]->slot[index % SLAB_NODES].aec;
}

struct aec_evidence *aecs_evidence(struct aecs *aecs, struct aec *aec)
{
	if (aec->evidence == NULL)
		aec->evidence = arena_alloc_zero(
			&aecs->arena, 1, sizeof *aec->evidence);
	return aec->evidence;
}

bool aecs_is_of_other_thread(const struct aec *a, const struct aec *b)
{
	const struct path *p = a->path, *q = b->path;

	if (a->place != b->place || p->thread == q->thread ||
		(a->evidence->rewalk != NULL) != (b->evidence->rewalk != NULL))
		return false;
	while (p != NULL && q != NULL && p->function == q->function &&
		p->place == q->place) {
		p = p->parent;
		q = q->parent;
	}
	return p == NULL && q == NULL;
}

void aecs_join_evidence(
	struct aec_evidence *all, const struct aec_evidence *more)
{
	all->traversals += more->traversals;
	all->redundant += more->redundant;
	all->reads += more->reads;
	all->distinct += more->distinct;
	if (more->walks_min < all->walks_min)
		all->walks_min = more->walks_min;
	if (more->walks_max > all->walks_max)
		all->walks_max = more->walks_max;
	if (more->length_min < all->length_min)
		all->length_min = more->length_min;
	if (more->length_max > all->length_max)
		all->length_max = more->length_max;
}

const char *aecs_string(struct aecs *aecs, const char *text)
{
	return arena_string(&aecs->arena, text);
}
