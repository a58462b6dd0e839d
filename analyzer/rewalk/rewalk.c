/* SPDX-License-Identifier: MIT
 * Rule `rewalk`, production form: from reads to contexts. */
#include "config.h"

#include "analyzer/rewalk/rewalk.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/rewalk/contexts.h"

struct rewalk *rewalk_new(const struct rewalk_options *options)
{
	struct rewalk *rewalk = memory_alloc_zero(1, sizeof *rewalk);

	rewalk->options = *options;
	rewalk->limits = *options->limits;
	rewalk->whole = rewalk_limits_whole(&rewalk->limits);
	rewalk->close_found = UINT64_MAX;
	rewalk->sleep_rereads = (uint64_t)rewalk->limits.sleep_rereads;
	rewalk->cells = (uint32_t)rewalk->limits.cells;
	return rewalk;
}

/* What is left out of a context that may show more is, from now on. */
static void rewalk_end_whole(struct rewalk *rewalk)
{
	rewalk->close_found = (uint64_t)rewalk->limits.close_found;
	rewalk->whole = UINT64_MAX;
}

/* What NODE is, by its kind. */
static struct rewalk_walked *rewalk_walked_of(const struct rewalk_node *node)
{
	return (struct rewalk_walked *)node;
}

static struct rewalk_levels *levels_of(const struct rewalk_node *node)
{
	return (struct rewalk_levels *)node;
}

static void rewalk_release(struct rewalk *rewalk, struct rewalk_node *node)
{
	if (node->kind == REWALK_PATH)
		rewalk_walked_release(rewalk, rewalk_walked_of(node));
	else
		rewalk_levels_release(rewalk, levels_of(node));
}

void rewalk_free(struct rewalk *rewalk)
{
	if (!rewalk)
		return;
	for (size_t i = 0; i < rewalk->node_count; i++)
		rewalk_release(rewalk, rewalk->node[i]);
	free(rewalk->node);
	table_release(&rewalk->page);
	table_release(&rewalk->name);
	arena_release(&rewalk->arena);
	free(rewalk);
}

/* --- contexts ----------------------------------------------------------- */

static struct rewalk_levels *add_levels(
	struct rewalk *rewalk, enum rewalk_kind kind, uint64_t name, void *user)
{
	struct rewalk_levels *levels =
		arena_alloc_line(&rewalk->arena, sizeof *levels);

	rewalk_add_node(rewalk, &levels->node, kind, name, user);
	return levels;
}

static struct rewalk_path *find_path(
	struct rewalk *rewalk, uint64_t name, uint32_t base, void *user)
{
	void **slot = table_place(&rewalk->name, REWALK_PATH, name);
	struct rewalk_path *path = *slot;

	if (path)
		return path;
	*slot = path = arena_alloc_line(&rewalk->arena, sizeof *path);
	path->base = (uint8_t)base;
	path->name = name;
	path->user = user;
	return path;
}

/* The node of an instruction. While it is the only one of its line, it is the
 * line's, too; the second one makes a joint of both, which takes over what the
 * first has read. */
static struct rewalk_levels *find_pc(struct rewalk *rewalk,
	const struct rewalk_names *names, struct subject *subject, void *user)
{
	void **slot = table_place(&rewalk->name, REWALK_PC, names->pc);
	struct rewalk_levels *node = *slot, *first;

	if (node)
		return node;
	*slot = node = add_levels(rewalk, REWALK_PC, names->pc, user);
	slot = table_place(&rewalk->name, REWALK_LINE, names->line);
	if (!*slot) {
		*slot = node;
		return node;
	}
	first = *slot;
	if (!first->joint) {
		struct rewalk_levels *joint = add_levels(
			rewalk, REWALK_LINE, names->line, first->node.user);
		if (first->node.is_closed)
			rewalk_levels_close(rewalk, joint);
		else
			rewalk_levels_copy(rewalk, joint, first, subject);
		first->joint = joint;
	}
	node->joint = first->joint;
	return node;
}

struct rewalk_leaf *rewalk_leaf_new(struct rewalk *rewalk,
	const struct rewalk_names *names, struct subject *subject,
	uint32_t count, void *user)
{
	struct rewalk_leaf *leaf = arena_alloc_zero(
		&rewalk->arena, 1, sizeof *leaf + count * sizeof *leaf->path);

	leaf->paths = count < REWALK_LEVELS_MAX ? count : REWALK_LEVELS_MAX;
	for (uint32_t k = 0; k < leaf->paths; k++)
		if (names->path[k] != 0)
			table_fetch(&rewalk->name, REWALK_PATH, names->path[k]);
	leaf->pc = find_pc(rewalk, names, subject, user);
	for (uint32_t k = 0; k < leaf->paths; k++) {
		if (names->path[k] == 0)
			continue;
		leaf->path[k] = find_path(rewalk, names->path[k], k, user);
		leaf->open |= UINT64_C(1) << k;
	}
	return leaf;
}

/* --- what is new to a subject ------------------------------------------- */

/* NULL: it has none, and there is no room for more. */
static struct rewalk_page *rewalk_find_page(
	struct rewalk *rewalk, uint64_t number)
{
	struct rewalk_page_cache *cached =
		&rewalk->cached[number % REWALK_PAGE_CACHE];
	bool is_narrow = number >> REWALK_SIZE_SHIFT < 2;
	void **slot;

	if (cached->number == number && cached->page)
		return cached->page;
	cached->number = number;
	if (rewalk->is_stopped ||
		(is_narrow &&
			rewalk->narrow_pages >= rewalk->limits.narrow_pages))
		return cached->page = table_find(&rewalk->page, 0, number);
	slot = table_place(&rewalk->page, 0, number);
	if (!*slot) {
		*slot = arena_alloc_line(&rewalk->arena, sizeof *cached->page);
		rewalk->narrow_pages += is_narrow;
	}
	return cached->page = *slot;
}

/* The page of CELL's group of 1 << *SHIFT bytes. */
static inline struct rewalk_page *find_page_of(
	struct rewalk *rewalk, uint64_t cell, unsigned *shift)
{
	struct rewalk_page *page = rewalk_find_page(
		rewalk, rewalk_page_number(cell >> *shift, *shift));

	if (__builtin_expect(page || *shift >= 2, 1))
		return page;
	*shift = 2;
	return find_page_of(rewalk, cell, shift);
}

/* Whether a subject has read something before is known for groups as large as what
 * is read, up to 8 bytes: the shift that makes an address the number of one. */
static inline unsigned group_shift(uint32_t size_bytes)
{
	return size_bytes >= 8 ? 3 : size_bytes >= 4 ? 2 : size_bytes == 2;
}

void rewalk_note_moved(struct rewalk *rewalk, const struct rewalk_read *read)
{
	rewalk->moves++;
	if (rewalk->moved[0].site != read->site)
		rewalk->moved[1] = rewalk->moved[0];
	rewalk->moved[0].site = read->site;
	rewalk->moved[0].read = read->now;
}

void rewalk_note(struct rewalk *rewalk, struct subject *subject, uint32_t count,
	const struct rewalk_read *read)
{
	unsigned shift = group_shift(read->size_bytes);
	uint64_t group, before;
	struct rewalk_page *page;
	uint64_t *last;
	uint32_t k = count, ran = rewalk->runs++ % REWALK_RAN;

	rewalk->ran[ran].code = read->code;
	rewalk->ran[ran].read = read->now;
	if (read->is_stack) {
		if (read->written > rewalk->passed)
			rewalk->passed = read->written;
		return;
	}
	if (read->written > rewalk->stored)
		rewalk->stored = read->written;
	if (read->is_constant)
		return;
	page = find_page_of(rewalk, read->cell, &shift);
	group = read->cell >> shift;
	if (!page)
		return;
	last = &page->read[group % REWALK_PAGE_GROUPS];
	before = *last;
	*last = read->now;
	if (read->written > before && rewalk->moved[0].read == read->now &&
		rewalk->renewed[0].read != read->now) {
		rewalk->renewed[1] = rewalk->renewed[0];
		rewalk->renewed[0].read = read->now;
		rewalk->renewed[0].cell = read->cell;
	}
	if (subject[count - 1].start <= before)
		return;
	/* New to the subjects from K on. */
	while (k > 0 && subject[k - 1].start > before)
		k--;
	subject[k].fresh = rewalk->fresh = read->now;
	subject[count - 1].footprint++;
	if (k > 0)
		subject[k - 1].footprint--;
}

/* --- reads -------------------------------------------------------------- */

/* The deepest level at which a closed instruction has now read two cells. */
static int32_t note_closed(struct rewalk_levels *node,
	const struct subject *subject, uint32_t count,
	const struct rewalk_read *read)
{
	int32_t level = -1;

	if (read->is_rest)
		return -1;
	if (node->closed_cell != read->cell)
		for (level = (int32_t)count - 1; level >= 0; level--)
			if (subject[level].start <= node->closed_read)
				break;
	node->closed_cell = read->cell;
	node->closed_read = read->now;
	return level < REWALK_LEVELS_MAX ? level : REWALK_LEVELS_MAX - 1;
}

/* What is asked for together. */
static inline void fetch_place(const uint32_t *place)
{
	if (place)
		__builtin_prefetch(place);
}

/* ... once its place has arrived. */
static inline void fetch_record(
	const struct rewalk_node *node, const uint32_t *place)
{
	if (place && *place != 0)
		__builtin_prefetch(&node->record[*place - 1]);
}

/* The place of CELL in a path of LEAF, the first of those LEFT; NULL: it needs none. */
static inline const uint32_t *place_in_path(
	const struct rewalk_leaf *leaf, uint64_t left, uint64_t cell)
{
	const struct rewalk_path *path = leaf->path[__builtin_ctzll(left)];

	return path->state == PATH_WALKED && !rewalk_path_is_beyond(path, cell)
		       ? rewalk_node_place(&path->walked->node, cell)
		       : NULL;
}

/* What a context of fewer records has is in a cache. */
#define FETCH_BITS 8

/* Whether contexts of LEAF may have many records. */
static inline bool rewalk_is_large(const struct rewalk_leaf *leaf)
{
	const struct rewalk_node *pc = &leaf->pc->node;

	return pc->is_closed || pc->bits >= FETCH_BITS;
}

void rewalk_fetch(const struct rewalk_leaf *leaf, uint64_t cell)
{
	if (!rewalk_is_large(leaf))
		return;
	fetch_place(rewalk_node_place(&leaf->pc->node, cell));
	if (leaf->pc->joint)
		fetch_place(rewalk_node_place(&leaf->pc->joint->node, cell));
	for (uint64_t left = leaf->busy; left != 0; left &= left - 1)
		fetch_place(place_in_path(leaf, left, cell));
}

/* The same of what is found by the places, which have arrived. */
static void fetch_records(const struct rewalk_leaf *leaf, uint64_t cell)
{
	const struct rewalk_levels *joint = leaf->pc->joint;

	fetch_record(&leaf->pc->node, rewalk_node_place(&leaf->pc->node, cell));
	if (joint)
		fetch_record(
			&joint->node, rewalk_node_place(&joint->node, cell));
	for (uint64_t left = leaf->busy; left != 0; left &= left - 1) {
		const uint32_t *place = place_in_path(leaf, left, cell);
		if (place)
			fetch_record(&leaf->path[__builtin_ctzll(left)]
					      ->walked->node,
				place);
	}
}

/* The levels that have a finding for sure. What has just been shown may not last: a
 * tree that grows is all walked until it has a few nodes. */
static uint64_t decided_by(
	const struct rewalk *rewalk, const struct rewalk_node *node)
{
	return node->reputation.rereads >= rewalk->close_found ? node->shown
							       : 0;
}

enum rule_met rewalk_add(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, const struct rewalk_read *read)
{
	struct rewalk_levels *pc = leaf->pc, *line = pc->joint;
	uint64_t decided;
	int32_t eligible = -1;
	enum rule_met met;

	if (read->now >= rewalk->whole)
		rewalk_end_whole(rewalk);
	decided = decided_by(rewalk, &pc->node);
	rewalk->met = RULE_KNOWN;
	if (rewalk_is_large(leaf))
		fetch_records(leaf, read->cell);
	if (pc->node.is_asleep)
		rewalk_sequence_sleep(&pc->node, read);
	else if (!pc->node.is_closed)
		eligible =
			rewalk_levels_add(rewalk, pc, subject, count, read, -1);
	else if (line)
		eligible = note_closed(pc, subject, count, read);
	met = rewalk->met;
	if (line) {
		decided |= decided_by(rewalk, &line->node);
		if (line->node.is_asleep)
			rewalk_sequence_sleep(&line->node, read);
		else if (!line->node.is_closed)
			rewalk_levels_add(
				rewalk, line, subject, count, read, eligible);
	}
	if (leaf->open != 0 && !read->is_stack && !read->is_constant)
		rewalk_paths_add(rewalk, leaf, subject, count, read, decided);
	return met;
}

/* NODE's instruction SITE, unless another one has read since, has read CELL COUNT times more,
 * the last time at CLOCK. */
static void note_stays(struct rewalk_node *node, uint32_t site, uint64_t cell,
	uint64_t count, uint64_t clock)
{
	struct rewalk_record *record = node->last;

	if (node->is_asleep)
		node->stays += count;
	if (node->is_asleep || !record || record->cell != cell ||
		node->last_site != site || record->read >= clock)
		return;
	record->read = node->last_read = clock;
	record->is_of_bits = true;
	node->stays += count;
	node->has_stayed = true;
}

void rewalk_stay(struct rewalk_leaf *leaf, uint32_t site, uint64_t cell,
	uint64_t count, uint64_t clock)
{
	note_stays(&leaf->pc->node, site, cell, count, clock);
	if (leaf->pc->joint)
		note_stays(&leaf->pc->joint->node, site, cell, count, clock);
	for (uint64_t left = leaf->open; left != 0; left &= left - 1) {
		struct rewalk_path *path = leaf->path[__builtin_ctzll(left)];
		if (path->state == PATH_WALKED)
			note_stays(
				&path->walked->node, site, cell, count, clock);
		else if (path->state == PATH_OPENED && path->cell == cell &&
			 path->site == site && path->now < clock)
			path->now = clock;
	}
}

void rewalk_pause(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, uint64_t clock)
{
	rewalk_sequence_pause(&leaf->pc->node, clock);
	if (leaf->pc->joint)
		rewalk_sequence_pause(&leaf->pc->joint->node, clock);
	rewalk_paths_pause(rewalk, leaf, subject, count, clock);
}

/* Of a walk that is longer than what is kept only that is in READS and COUNT. */
bool rewalk_leaf_has_settled(
	const struct rewalk_leaf *leaf, unsigned visits, uint64_t least)
{
	const struct rewalk_node *pc = &leaf->pc->node;

	return pc->is_closed || pc->is_asleep || pc->cells < least ||
	       pc->reads + pc->stays >= (uint64_t)visits * pc->cells;
}

bool rewalk_leaf_stays(const struct rewalk *rewalk,
	const struct rewalk_leaf *leaf, unsigned visits)
{
	const struct rewalk_node *pc = &leaf->pc->node;

	if (pc->is_closed || pc->is_asleep || !rewalk_node_stays(pc))
		return false;
	return (pc->sets_bits && pc->shown == 0) ||
	       ((double)pc->cells >= rewalk->limits.length &&
		       pc->reads < (uint64_t)visits * pc->cells);
}

bool rewalk_leaf_walks_far(
	const struct rewalk *rewalk, const struct rewalk_leaf *leaf)
{
	const struct rewalk_node *pc = &leaf->pc->node;
	uint64_t goes_on =
		pc->sequences != 0 ? pc->reads - pc->sequence->walk_reads : 0;

	return goes_on >= rewalk->cells ||
	       pc->reputation.longest >= rewalk->cells;
}

bool rewalk_leaf_counts(const struct rewalk *rewalk,
	const struct rewalk_leaf *leaf, uint64_t reads)
{
	const struct rewalk_levels *pc = leaf->pc, *line = pc->joint;

	if (rewalk_sequence_counts(rewalk, &pc->node, reads) ||
		(line && rewalk_sequence_counts(rewalk, &line->node, reads)))
		return true;
	for (uint64_t left = leaf->open; left != 0; left &= left - 1) {
		const struct rewalk_path *path =
			leaf->path[__builtin_ctzll(left)];
		if (path->state == PATH_WALKED &&
			rewalk_sequence_counts(
				rewalk, &path->walked->node, reads))
			return true;
	}
	return false;
}

/* --- ends --------------------------------------------------------------- */

void rewalk_end(struct rewalk *rewalk, struct subject *subject, uint32_t level)
{
	struct subject *ended = &subject[level];
	struct rewalk_node *node = ended->rewalk, *next;

	rewalk_ranges_end(rewalk, ended, level);
	for (; node; node = next) {
		/* A path knows no other subject. */
		bool is_alone = node->kind == REWALK_PATH;
		next = rewalk_sequence_next(node, is_alone ? 0 : level);
		if (is_alone)
			rewalk_walked_end(
				rewalk, rewalk_walked_of(node), ended);
		else
			rewalk_sequence_end(rewalk, node, level, subject);
	}
	ended->rewalk = NULL;
	if (level > 0)
		subject[level - 1].footprint += ended->footprint;
}

void rewalk_stop(struct rewalk *rewalk, uint64_t bytes)
{
	rewalk->is_stopped = true;
	rewalk->options.memory_bytes_max = rewalk->record_bytes + bytes;
}
