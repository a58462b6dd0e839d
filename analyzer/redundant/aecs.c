/* SPDX-License-Identifier: MIT
 * AEC nodes. */
#include "config.h"

#include "analyzer/redundant/activation.h"

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
	struct program *program;
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

struct aecs *aecs_new(struct program *program)
{
	struct aecs *aecs = memory_alloc_zero(1, sizeof *aecs);

	aecs->program = program;
	return aecs;
}

void aecs_free(struct aecs *aecs)
{
	if (!aecs)
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

static struct aec *aecs_add_node(struct aecs *aecs, struct path *path,
	uint32_t site, uint32_t place, bool is_joint)
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
	struct aec *joint = aecs_add_node(
		aecs, first->path, first->site, first->place, true);

	group->joint = joint;
	first->joint = joint;
	if (first->activation != subject->serial)
		return;
	link_live(joint, subject);
	joint->reads = first->reads;
	joint->last_site = first->site;
	joint->last_location = redundant_last(&first->sequence);
	redundant_copy(&joint->sequence, &first->sequence);
}

struct aec *aecs_node(struct aecs *aecs, struct path *path, uint32_t site,
	struct subject *subject)
{
	void **slot = table_place(&aecs->node, (uintptr_t)path, site);
	struct group *group;
	struct aec *aec;

	if (*slot)
		return *slot;
	const struct site *where = sites_resolve(aecs->program->sites, site);
	uint32_t place = where->frame[where->depth - 1].place;
	*slot = aec = aecs_add_node(aecs, path, site, place, false);
	slot = table_place(&aecs->group, (uintptr_t)path, place);
	if (!*slot)
		*slot = arena_alloc_zero(&aecs->arena, 1, sizeof *group);
	group = *slot;
	if (!group->first) {
		group->first = aec;
		return aec;
	}
	if (!group->joint)
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

void aecs_read_joint(struct aec *joint, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	bool again = joint->activation == subject->serial &&
		     joint->last_location == step->location &&
		     joint->last_site != step->site;

	joint->last_location = step->location;
	joint->last_site = step->site;
	if (!again)
		aecs_read_one(joint, subject, step, may_grow);
}

size_t aecs_count(const struct aecs *aecs)
{
	return aecs->count;
}

struct aec *aecs_get(const struct aecs *aecs, size_t index)
{
	return &aecs->slab[index / SLAB_NODES]->slot[index % SLAB_NODES].aec;
}

struct sighting *aecs_sighting(struct aecs *aecs, struct aec *aec)
{
	struct sighting *sighting = aec->sighting;

	if (sighting)
		return sighting;
	aec->sighting = sighting =
		arena_alloc_zero(&aecs->arena, 1, sizeof *sighting);
	sighting->path = aec->path;
	sighting->site = aec->site;
	sighting->place = aec->place;
	return sighting;
}
