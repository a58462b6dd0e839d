/* SPDX-License-Identifier: MIT
 * What rule `rewalk` has shown: names the contexts of reads, and adds up the
 * activations that repeat. */
#ifndef RETREAD_ANALYZER_REWALK_EVIDENCE_H
#define RETREAD_ANALYZER_REWALK_EVIDENCE_H

#include "analyzer/program/objects.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/stack.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/rewalk/ranges.h"
#include "analyzer/rewalk/rewalk.h"
#include "analyzer/rewalk/severity.h"
#include "analyzer/symbols/symbols.h"
#include "lib/growth.h"

struct rewalk_evidence;

struct rewalk_evidence_options {
	struct symbols *symbols;
	struct sites *sites;
	struct aecs *aecs; /* for strings */
	struct objects *objects;
	uint64_t (*born)(void *data, uint64_t address);
	/* How many subjects are live below SUBJECT, which is. */
	uint32_t (*below)(void *data, const struct subject *subject);
	void *data;
	/* Whether something may have been left out since CLOCK of an activation
	 * of the function that PATH, from the outermost subject, ends in. */
	bool (*has_gap)(void *data, struct path *path, uint64_t clock);
	const struct rewalk_limits *limits; /* copied */
};

/* One finding to be: a node at one level, over all activations. */
struct rewalk_shown {
	struct aec aec; /* path, site, place and evidence are filled */
	struct aec_evidence found;
	enum rewalk_kind kind;
	struct severity_facts facts;
	struct growth growth; /* reads over the subject's footprint */
	uint64_t length[REWALK_LENGTHS];   /* different ones */
	uint64_t longest_min, longest_max; /* per activation */
	/* Of the activation that had most walks, the first ones. */
	uint64_t kept_of;
	struct rewalk_kept kept[REWALK_WALKS_KEPT];
	double score; /* bytes re-read, weighted */
	bool is_lower_bound;
	const struct rewalk_node *node; /* NULL: ranges */
};

struct rewalk_evidence *rewalk_evidence_new(
	const struct rewalk_evidence_options *options);
void rewalk_evidence_free(struct rewalk_evidence *evidence);

const struct rewalk_limits *rewalk_evidence_limits(
	const struct rewalk_evidence *evidence);
struct rewalk *rewalk_evidence_rule(struct rewalk_evidence *evidence);
struct rewalk_ranges *rewalk_evidence_ranges(struct rewalk_evidence *evidence);

/* From now on what only names of functions join is not followed at new places: the
 * finest detail. */
void rewalk_evidence_drop_paths(struct rewalk_evidence *evidence);

/* The leaf of a read at SITE. PATH: for each of the COUNT live subjects the
 * functions down to the read; with IS_STRING the last one is a string function,
 * and the read stands for its call. */
struct rewalk_leaf *rewalk_evidence_leaf(struct rewalk_evidence *evidence,
	struct path *const *path, struct subject *subject, uint32_t count,
	uint32_t site, bool is_string);

/* The ranges that LEAF, of a string, reads. */
struct rewalk_range_node *rewalk_evidence_range_node(
	struct rewalk_evidence *evidence, const struct rewalk_leaf *leaf);

/* What has shown a re-walk, in order of appearance; totals are computed. */
size_t rewalk_evidence_count(const struct rewalk_evidence *evidence);
struct rewalk_shown *rewalk_evidence_get(
	struct rewalk_evidence *evidence, size_t index);

#endif
