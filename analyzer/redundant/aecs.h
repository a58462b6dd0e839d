/* SPDX-License-Identifier: MIT
 * AEC nodes: what one reading position does within one activation, and what is
 * known of it over all activations.
 *
 * A node is a path and the reading INSTRUCTION at its end. If several
 * instructions stand at one source position (unrolled or peeled copies), they
 * also feed a JOINT node, whose end is the position. */
#ifndef RETREAD_ANALYZER_REDUNDANT_AECS_H
#define RETREAD_ANALYZER_REDUNDANT_AECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/stack.h"
#include "analyzer/redundant/redundant.h"

/* What the activations of a node have shown; made by the first that shows a
 * traversal. */
struct rewalk_shown;

struct aec_evidence {
	uint64_t traversals; /* activations in which it is a traversal point */
	uint64_t
		redundant; /* of them, redundant ones; the rest is about these */
	uint64_t walks_min, walks_max;	 /* parts, per activation */
	uint64_t length_min, length_max; /* of a part */
	uint64_t reads, distinct;
	uint64_t steps, steps_constant; /* of the longest parts */
	bool one_object;		/* every walk stays inside one object */
	bool is_estimate; /* a part was longer than what is compared */
	unsigned root_tries;
	const char *root; /* access path, arena; NULL: not found yet */
	/* Places, as sites change when other code is mapped; 0: none. */
	uint32_t caller_place; /* that called the activation described */
	/* The object there (analyzer/program/objects.h), as numbers to keep. */
	int object_kind;
	uint64_t object_bytes;		   /* 0: not known */
	const struct rewalk_shown *rewalk; /* rule `rewalk`; else NULL */
	const char *object_type;
	struct context *allocated_context;
	uint32_t allocated_place;
};

/* The first 64 bytes are what most reads need. */
struct aec {
	uint64_t activation;   /* serial of the one that SEQUENCE is about */
	struct aec *next_live; /* of the same activation */
	struct aec *joint;     /* that it feeds too, or NULL */
	uint64_t reads : 63;   /* in that activation */
	uint64_t is_joint : 1;
	struct redundant sequence;
	struct path *path;
	struct aec_evidence *evidence;
	/* A joint: serial of the last activation in which one of its
	 * instructions read two locations, and its last read. */
	uint64_t eligible;
	cell_t last_cell;
	uint32_t last_site;
	uint32_t site; /* a joint: of the first instruction */
	uint32_t place;
	/* Activations in which its objects were not connected. */
	uint32_t refusals;
	bool is_left_out; /* in part: see analyzer/chains.h */
};

struct aecs;

struct aecs *aecs_new(struct sites *sites);
void aecs_free(struct aecs *aecs);

/* The node of SITE at the end of PATH. SUBJECT is the live activation the path
 * belongs to: a joint that begins now takes over what it has done. */
struct aec *aecs_node(struct aecs *aecs, struct path *path, uint32_t site,
	struct subject *subject);

/* Begins the sequence of SUBJECT at AEC. */
void aecs_begin(struct aec *aec, struct subject *subject,
	const struct redundant_step *step);

static inline void aecs_read_one(struct aec *aec, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	if (aec->activation != subject->serial) {
		aecs_begin(aec, subject, step);
		return;
	}
	aec->reads++;
	redundant_read(&aec->sequence, step, may_grow);
}

/* The same for a joint. What another instruction of the position has read just
 * now is one expression's second load, not a second visit. */
static inline void aecs_read_joint(struct aec *joint, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	bool again = joint->activation == subject->serial &&
		     joint->last_cell == step->cell &&
		     joint->last_site != step->site;

	joint->last_cell = step->cell;
	joint->last_site = step->site;
	if (!again)
		aecs_read_one(joint, subject, step, may_grow);
}

/* An input read of SUBJECT at AEC; MAY_GROW as in redundant_read. */
static inline void aecs_read(struct aec *aec, struct subject *subject,
	const struct redundant_step *step, bool may_grow)
{
	aecs_read_one(aec, subject, step, may_grow);
	if (__builtin_expect(aec->joint != NULL, 0))
		aecs_read_joint(aec->joint, subject, step, may_grow);
}

/* Nodes in order of creation. */
size_t aecs_count(const struct aecs *aecs);
struct aec *aecs_get(const struct aecs *aecs, size_t index);

/* The evidence of AEC, made when there is none. */
struct aec_evidence *aecs_evidence(struct aecs *aecs, struct aec *aec);

/* Whether A and B, which have evidence, are one AEC of different threads. */
bool aecs_is_of_other_thread(const struct aec *a, const struct aec *b);
/* Adds the counts of MORE to ALL. */
void aecs_join_evidence(
	struct aec_evidence *all, const struct aec_evidence *more);

/* A string that lives as long as AECS. */
const char *aecs_string(struct aecs *aecs, const char *text);

#endif
