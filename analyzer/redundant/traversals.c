/* SPDX-License-Identifier: MIT
 * Judges an activation when it ends. */
#include "config.h"

#include "analyzer/redundant/activation.h"

#include <stdlib.h>

/* After this many activations without a connection the question is asked only
 * at powers of two. */
#define REFUSALS_FREE 8
/* Access paths looked for: of one AEC, and in one activation. */
#define ROOT_TRIES	    8
#define ROOTS_IN_ACTIVATION 64

static uint64_t traversals_address_of(
	const struct redundant *sequence, uint32_t index)
{
	return redundant_at(sequence, index)->location & LOCATION_ADDRESS_MASK;
}

static bool stays_in_one_object(
	const struct objects *objects, const struct redundant *sequence)
{
	uint64_t address[OBJECTS_TO_COMPARE];
	uint32_t count = 0;

	for (; count < sequence->length && count < OBJECTS_TO_COMPARE; count++)
		address[count] = traversals_address_of(sequence, count);
	return objects_are_one(objects, address, count);
}

static void add_redundant(const struct program *program,
	struct sighting *sighting, const struct aec *aec)
{
	const struct redundant *sequence = &aec->sequence;
	bool first = sighting->redundant++ == 0;
	bool one_object = stays_in_one_object(program->objects, sequence);

	sighting_widen(&sighting->walks, sequence->parts, first);
	sighting_widen(&sighting->length, redundant_shortest(sequence), first);
	sighting_widen(&sighting->length, sequence->length, false);
	sighting->one_object = (first || sighting->one_object) && one_object;
	sighting->reads += aec->reads;
	sighting->distinct += redundant_distinct(sequence);
	if (sequence->capped)
		sighting->exactness = REPORT_ESTIMATE;
}

/* Whether another block has the place of what AEC walked: what was allocated since
 * SUBJECT began is its own, and no input unless it came from outside. */
static bool is_reused(const struct program *program, const struct aec *aec,
	const struct subject *subject)
{
	location_t first = aec->sequence.first.location;

	return first >> LOCATION_ADDRESS_BITS == 0 &&
	       objects_born(program->objects, first) > subject->start;
}

static void traversals_describe(
	struct program *program, struct aec *aec, const struct subject *subject)
{
	uint64_t address = traversals_address_of(&aec->sequence, 0);
	const char *type;
	char *root;

	aec->root_tries++;
	program_note_caller(program, aec->sighting, subject);
	if (is_reused(program, aec, subject))
		return;
	root = roots_find_dup(program, subject, address, aec, &type);
	aec->sighting->root = arena_string(&program->strings, root);
	free(root);
	program_note_object(program, aec->sighting, subject, address);
	aec->sighting->object_type = aec->sighting->object_type ?: type;
}

/* Whether to look at AEC's objects at all: the answer is known when it is a
 * traversal point already and this activation repeats nothing. */
static bool traversals_is_open(struct aec *aec, bool redundant)
{
	if (aecs_is_traversal_point(aec) && !redundant) {
		aec->sighting->traversals++;
		return false;
	}
	return aec->refusals < REFUSALS_FREE ||
	       (aec->refusals & (aec->refusals - 1)) == 0;
}

/* An activation that is judged. */
struct traversals_judgement {
	struct program *program;
	struct aecs *aecs;
	struct subject *subject;
	struct reachability *reachability; /* made when it is needed first */
	bool reported;			   /* see traversals_judge */
	bool any_root;			   /* to be looked for */
};

static bool wants_root(const struct aec *aec)
{
	return redundant_has_two_locations(&aec->sequence) && aec->sighting &&
	       !aec->sighting->root && aec->root_tries < ROOT_TRIES;
}

static bool is_connected(
	struct traversals_judgement *judgement, const struct aec *aec)
{
	if (!judgement->reachability)
		judgement->reachability = reachability_new(
			judgement->program->objects, judgement->subject->live);
	return reachability_is_connected(judgement->reachability, aec);
}

static void redundant_traversals_judge(
	struct traversals_judgement *judgement, struct aec *aec)
{
	bool redundant = redundant_is_redundant(&aec->sequence);

	if (redundant && !judgement->reported && aec->sighting) {
		aec->sighting->redundant++;
	} else if (!traversals_is_open(aec, redundant)) {
		aec->refusals += aec->sighting == NULL;
	} else if (!is_connected(judgement, aec)) {
		aec->refusals++;
	} else {
		struct sighting *sighting = aecs_sighting(judgement->aecs, aec);
		sighting->traversals++;
		if (redundant && judgement->reported)
			add_redundant(judgement->program, sighting, aec);
	}
}

/* Whether AEC's reads make those of its joint a walk: copies of one expression
 * read one location each, unless they index an array. */
static bool supports_joint(struct sites *sites, const struct aec *aec)
{
	return redundant_has_two_locations(&aec->sequence) ||
	       sites_label(sites, aec->site)->is_indexed;
}

static void judge_instructions(
	struct traversals_judgement *judgement, bool *any_joint)
{
	struct aec *aec = judgement->subject->live;

	for (; aec; aec = aec->next_live) {
		if (aec->is_joint)
			continue;
		if (aec->joint &&
			supports_joint(judgement->program->sites, aec)) {
			aec->joint->eligible = judgement->subject->serial;
			*any_joint = true;
		}
		if (redundant_has_two_locations(&aec->sequence))
			redundant_traversals_judge(judgement, aec);
		judgement->any_root |= wants_root(aec);
	}
}

static void judge_joints(struct traversals_judgement *judgement)
{
	struct aec *aec = judgement->subject->live;

	for (; aec; aec = aec->next_live) {
		if (!aec->is_joint ||
			aec->eligible != judgement->subject->serial ||
			!redundant_has_two_locations(&aec->sequence))
			continue;
		redundant_traversals_judge(judgement, aec);
		judgement->any_root |= wants_root(aec);
	}
}

/* Most activations only repeat what is known, and their lists are long. */
static void describe_all(struct program *program, struct subject *subject)
{
	unsigned left = ROOTS_IN_ACTIVATION;

	for (struct aec *aec = subject->live; aec && left > 0;
		aec = aec->next_live) {
		if (!wants_root(aec))
			continue;
		traversals_describe(program, aec, subject);
		left--;
	}
}

bool traversals_judge(struct program *program, struct aecs *aecs,
	struct subject *subject, bool reported)
{
	struct traversals_judgement judgement = {.program = program,
		.aecs = aecs,
		.subject = subject,
		.reported = reported};
	bool any_joint = false, is_whole;

	judge_instructions(&judgement, &any_joint);
	if (any_joint)
		judge_joints(&judgement);
	is_whole = !judgement.reachability ||
		   !reachability_is_cut(judgement.reachability);
	reachability_free(judgement.reachability);
	if (reported && judgement.any_root)
		describe_all(program, subject);
	return is_whole;
}
