/* SPDX-License-Identifier: MIT
 * Judges an activation when it ends. */
#include "config.h"

#include "analyzer/redundant/traversals.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/redundant/reachability.h"
#include "analyzer/redundant/roots.h"

/* After this many activations without a connection the question is asked only
 * at powers of two. */
#define REFUSALS_FREE 8
/* Access paths looked for: of one AEC, and in one activation. */
#define ROOT_TRIES	    8
#define ROOTS_IN_ACTIVATION 64

static void add_range(uint64_t *min, uint64_t *max, uint64_t value, bool first)
{
	if (first || value < *min)
		*min = value;
	if (first || value > *max)
		*max = value;
}

static bool stays_in_one_object(
	const struct objects *objects, const struct redundant *sequence)
{
	object_t first = 0;

	for (uint32_t i = 0; i < sequence->length && i < 16; i++) {
		object_t here = objects_identify(objects,
			redundant_at(sequence, i)->cell & CELL_ADDRESS_MASK);
		if (i != 0 && here != first)
			return false;
		first = here;
	}
	return true;
}

static void add_redundant(const struct traversals *traversals,
	struct aec_evidence *evidence, const struct aec *aec)
{
	const struct redundant *sequence = &aec->sequence;
	bool first = evidence->redundant++ == 0;
	bool one_object = stays_in_one_object(traversals->objects, sequence);

	add_range(&evidence->walks_min, &evidence->walks_max, sequence->parts,
		first);
	add_range(&evidence->length_min, &evidence->length_max,
		redundant_shortest(sequence), first);
	add_range(&evidence->length_min, &evidence->length_max,
		sequence->length, false);
	evidence->one_object = (first || evidence->one_object) && one_object;
	evidence->reads += aec->reads;
	evidence->distinct += redundant_distinct(sequence);
	evidence->steps += sequence->length;
	for (uint32_t i = 0; i < sequence->length; i++)
		evidence->steps_constant +=
			redundant_at(sequence, i)->is_constant;
	evidence->is_estimate |= sequence->capped;
}

/* Whether another block has the place of what AEC walked: what was allocated since
 * SUBJECT began is its own, and no input unless it came from outside. */
static bool is_reused(const struct traversals *traversals,
	const struct aec *aec, const struct subject *subject)
{
	cell_t cell = aec->sequence.first.cell;

	return cell >> CELL_ADDRESS_BITS == 0 &&
	       objects_born(traversals->objects, cell) > subject->start;
}

static void describe_structure(const struct traversals *traversals,
	struct aec_evidence *evidence, const struct aec *aec,
	const struct subject *subject)
{
	uint64_t address = aec->sequence.first.cell & CELL_ADDRESS_MASK;
	struct object object;
	char *root;

	evidence->root_tries++;
	evidence->caller_place =
		sites_place_of(traversals->sites, subject->caller_site);
	if (is_reused(traversals, aec, subject))
		return;
	root = roots_find_dup(traversals->symbols, traversals->sites,
		traversals->objects, subject, aec);
	evidence->root = aecs_string(traversals->aecs, root);
	free(root);
	if (!objects_find(traversals->objects, address, &object))
		return;
	evidence->object_kind = object.kind;
	evidence->object_bytes = object.size_bytes;
	evidence->object_type = aecs_string(traversals->aecs, object.type);
	evidence->allocated_context = object.context;
	evidence->allocated_place =
		sites_place_of(traversals->sites, object.site);
}

/* Whether to look at AEC's objects at all: the answer is known when it is a
 * traversal point already and this activation repeats nothing. */
static bool is_open(struct aec *aec, bool redundant)
{
	if (aec->evidence != NULL && !redundant) {
		aec->evidence->traversals++;
		return false;
	}
	return aec->refusals < REFUSALS_FREE ||
	       (aec->refusals & (aec->refusals - 1)) == 0;
}

/* REACHABILITY is made by the first judgement that needs it. */
static void judge(struct traversals *traversals, struct aec *aec,
	const struct subject *subject, struct reachability **reachability)
{
	bool redundant = redundant_is_redundant(&aec->sequence);
	struct aec_evidence *evidence;

	if (!is_open(aec, redundant)) {
		aec->refusals += aec->evidence == NULL;
		return;
	}
	if (*reachability == NULL)
		*reachability =
			reachability_new(traversals->objects, subject->live);
	if (!reachability_is_connected(*reachability, aec)) {
		aec->refusals++;
		return;
	}
	evidence = aecs_evidence(traversals->aecs, aec);
	evidence->traversals++;
	if (redundant)
		add_redundant(traversals, evidence, aec);
}

/* Whether AEC's reads make those of its joint a walk: copies of one expression
 * read one location each, unless they index an array. */
static bool supports_joint(
	const struct traversals *traversals, const struct aec *aec)
{
	return redundant_has_two_cells(&aec->sequence) ||
	       sites_label(traversals->sites, aec->site)->is_indexed;
}

static bool wants_root(const struct aec *aec)
{
	return redundant_has_two_cells(&aec->sequence) &&
	       aec->evidence != NULL && aec->evidence->root == NULL &&
	       aec->evidence->root_tries < ROOT_TRIES;
}

/* Judges the AECs of single instructions, then the joints they support. Returns
 * whether some access path is to be looked for: most activations only repeat
 * what is known, and their lists are long. */
static bool judge_all(struct traversals *traversals, struct subject *subject,
	struct reachability **reachability)
{
	struct aec *aec;
	bool any_joint = false, any_root = false;

	for (aec = subject->live; aec != NULL; aec = aec->next_live) {
		if (aec->is_joint)
			continue;
		if (aec->joint != NULL && supports_joint(traversals, aec)) {
			aec->joint->eligible = subject->serial;
			any_joint = true;
		}
		if (redundant_has_two_cells(&aec->sequence))
			judge(traversals, aec, subject, reachability);
		any_root |= wants_root(aec);
	}
	if (!any_joint)
		return any_root;
	for (aec = subject->live; aec != NULL; aec = aec->next_live) {
		if (!aec->is_joint || aec->eligible != subject->serial ||
			!redundant_has_two_cells(&aec->sequence))
			continue;
		judge(traversals, aec, subject, reachability);
		any_root |= wants_root(aec);
	}
	return any_root;
}

void traversals_judge(struct traversals *traversals, struct subject *subject)
{
	struct reachability *reachability = NULL;
	bool any_root = judge_all(traversals, subject, &reachability);
	unsigned roots = 0;

	if (reachability != NULL && reachability_is_cut(reachability))
		traversals->is_cut = true;
	reachability_free(reachability);
	if (!any_root)
		return;
	for (struct aec *aec = subject->live;
		aec != NULL && roots < ROOTS_IN_ACTIVATION;
		aec = aec->next_live) {
		if (!wants_root(aec))
			continue;
		describe_structure(traversals, aec->evidence, aec, subject);
		roots++;
	}
}
