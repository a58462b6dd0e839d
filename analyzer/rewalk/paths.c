/* SPDX-License-Identifier: MIT
 * The path contexts of one leaf, and what several of them share.
 *
 * In a chain of calls, each of which happened once so far in the one above, the activations
 * of all subjects have read the same. As long as the reads of a path in one activation are
 * those of the next one below it in the leaf, since the first, only that one has them, its
 * deputy. Reads of the deputy are reads of the path: what leads to the deputy's subject is
 * the same throughout its activation. To the path all repetitions are those of an inner
 * activation, and so belong to it as little as if it had met them itself. When a read comes
 * that the deputy has no part in, the path takes over what they share. */
#include "config.h"

#include "analyzer/rewalk/contexts.h"

/* The subjects that are live, outermost first. */
struct live {
	struct subject *subject;
	uint32_t count;
};

static bool is_live(const struct rewalk_path *path, struct live live)
{
	return path->level < live.count &&
	       live.subject[path->level].serial == path->serial;
}

static struct rewalk_path *principal_of(const struct rewalk_path *path)
{
	return path->state != PATH_OPENED ? path->principal : NULL;
}

static struct rewalk_path *deputy_of(const struct rewalk_path *path)
{
	return path->state == PATH_SHARED ? path->deputy : NULL;
}

/* The activation that PATH is about is over, and no other one shares its reads. */
static void paths_forget(struct rewalk_path *path)
{
	path->serial = 0;
	path->state = PATH_OPENED;
	path->cell = 0;
}

/* Takes PATH out of its chain of deputies: its principal has PATH's deputy from then on or,
 * if there is none, what PATH has, which PATH KEEPS, too, or not. */
static void paths_leave(struct rewalk *rewalk, struct rewalk_path *path,
	struct live live, bool keeps)
{
	struct rewalk_path *principal = principal_of(path), *above;
	struct rewalk_path *deputy = deputy_of(path);

	rewalk->path_changes++;
	for (; principal && !is_live(principal, live); principal = above) {
		above = principal_of(principal);
		paths_forget(principal);
	}
	if (deputy)
		deputy->principal = principal;
	if (principal && deputy)
		principal->deputy = deputy;
	else if (principal)
		rewalk_path_hand_over(rewalk, principal, path, keeps);
	if (path->state == PATH_WALKED)
		path->principal = NULL;
	else
		paths_forget(path);
}

/* A read of PATH, which is shared, is none of its deputy's. */
static void take_over(
	struct rewalk *rewalk, struct rewalk_path *path, struct live live)
{
	struct rewalk_path *deputy = path->deputy, *holder = deputy;

	rewalk->path_changes++;
	if (!is_live(deputy, live)) {
		/* Neither are those below. */
		while (deputy_of(holder)) {
			struct rewalk_path *below = deputy_of(holder);
			paths_forget(holder);
			holder = below;
		}
		rewalk_path_hand_over(rewalk, path, holder, false);
		paths_forget(holder);
		return;
	}
	while (deputy_of(holder))
		holder = deputy_of(holder);
	rewalk_path_hand_over(rewalk, path, holder, true);
	deputy->principal = NULL;
}

/* Whether a read of LEAF, which is of PATH, is one of its deputy, too. */
static inline bool has_deputy(const struct rewalk_path *path,
	const struct rewalk_leaf *leaf, struct live live)
{
	const struct rewalk_path *deputy;

	if (path->state != PATH_SHARED)
		return false;
	deputy = path->deputy;
	return deputy->level < leaf->paths && is_live(deputy, live) &&
	       leaf->path[deputy->level] == deputy;
}

/* Whether the read is none of PATH's principal: recursion leads around that. */
static inline bool lacks_principal(
	const struct rewalk_path *path, const struct rewalk_leaf *leaf)
{
	const struct rewalk_path *principal = principal_of(path);

	return principal && (principal->level >= leaf->paths ||
				    leaf->path[principal->level] != principal);
}

/* A read of LEAF is one of PATH. Whether PATH's deputy has it; if not, PATH is not shared any
 * more. */
static inline bool is_left_to_deputy(struct rewalk *rewalk,
	struct rewalk_path *path, const struct rewalk_leaf *leaf,
	struct live live)
{
	if (lacks_principal(path, leaf))
		take_over(rewalk, path->principal, live);
	if (has_deputy(path, leaf, live))
		return true;
	if (path->state == PATH_SHARED)
		take_over(rewalk, path, live);
	return false;
}

/* READ is the first of PATH in its activation at LEVEL. */
static inline void open_path(struct rewalk *rewalk, struct rewalk_path *path,
	uint32_t level, struct live live, const struct rewalk_read *read)
{
	if (path->state != PATH_OPENED)
		paths_leave(rewalk, path, live, false);
	rewalk->path_changes++;
	path->state = PATH_OPENED;
	path->serial = live.subject[level].serial;
	path->level = (uint8_t)level;
	path->is_beyond = false;
	path->cell = read->cell;
	path->now = read->now;
	path->written = read->written;
	path->site = read->site;
	path->is_rest = read->is_rest;
}

/* PATH has had one read. If the next one of LEAF, the first of those LEFT, has had the same,
 * it is PATH's deputy. */
static bool finds_deputy(struct rewalk *rewalk, struct rewalk_path *path,
	struct rewalk_path *principal, const struct rewalk_leaf *leaf,
	uint64_t left, struct live live)
{
	struct rewalk_path *deputy;

	if (left == 0)
		return false;
	deputy = leaf->path[__builtin_ctzll(left)];
	if (deputy->is_closed || deputy->state != PATH_OPENED ||
		deputy->now != path->now || !is_live(deputy, live))
		return false;
	rewalk->path_changes++;
	path->state = PATH_SHARED;
	path->deputy = deputy;
	path->principal = principal;
	return true;
}

static void close_path(
	struct rewalk *rewalk, struct rewalk_path *path, struct live live)
{
	if (path->is_closed)
		return;
	if (path->state != PATH_OPENED)
		paths_leave(rewalk, path, live, true);
	rewalk->path_changes++;
	path->is_closed = true;
	path->state = PATH_OPENED;
	path->cell = 0;
	if (path->walked)
		rewalk_walked_close(rewalk, path->walked);
}

/* Whether PATH has read what it knows twice since it met something new: what moves over new data may look
 * like walks until it has its length. */
static bool has_met_all(const struct rewalk_path *path)
{
	const struct rewalk_walked *walked;

	while (path->state == PATH_SHARED)
		path = path->deputy;
	walked = path->walked;
	return path->state != PATH_WALKED ||
	       walked->node.reads - walked->newest >= 2 * walked->node.cells;
}

/* PATH is not shared, or no more. */
static void paths_add_read(struct rewalk *rewalk, struct rewalk_path *path,
	struct rewalk_path *principal, uint32_t level, struct live live,
	const struct rewalk_read *read)
{
	bool is_hopeless;

	if (rewalk_path_is_beyond(path, read->cell))
		return;
	if (path->state == PATH_WALKED && path->walked->node.is_asleep) {
		rewalk_sequence_sleep(&path->walked->node, read);
		return;
	}
	is_hopeless = rewalk_path_add(
		rewalk, path, live.subject, live.count, level, read);
	if (principal)
		path->principal = principal;
	if (is_hopeless)
		close_path(rewalk, path, live);
	else if (path->walked->node.is_asleep && path->principal)
		paths_leave(rewalk, path, live, true);
}

/* A read of LEAF where all is as with the one before. Returns the mask of paths that are left,
 * should it change what they share. */
static uint64_t add_steadily(struct rewalk *rewalk,
	const struct rewalk_leaf *leaf, struct live live,
	const struct rewalk_read *read)
{
	for (uint64_t left = leaf->busy; left != 0; left &= left - 1) {
		uint32_t k = (uint32_t)__builtin_ctzll(left);
		paths_add_read(rewalk, leaf->path[k], NULL, k, live, read);
		if (__builtin_expect(leaf->changed != rewalk->path_changes, 0))
			return leaf->open & ~((UINT64_C(2) << k) - 1);
	}
	return 0;
}

/* The same of all LEFT. */
static void add_to_all(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	uint64_t left, struct live live, const struct rewalk_read *read)
{
	struct rewalk_path *principal = NULL;
	uint64_t changes = rewalk->path_changes, busy = 0;
	bool is_whole = left == leaf->open;

	while (left != 0) {
		uint32_t k = (uint32_t)__builtin_ctzll(left);
		struct rewalk_path *path = leaf->path[k];
		left &= left - 1;
		if (path->is_closed) {
			leaf->open &= ~(UINT64_C(1) << k);
			continue;
		}
		if (path->serial != live.subject[k].serial) {
			open_path(rewalk, path, k, live, read);
			continue;
		}
		if (is_left_to_deputy(rewalk, path, leaf, live))
			continue;
		if (path->state == PATH_OPENED &&
			finds_deputy(
				rewalk, path, principal, leaf, left, live)) {
			principal = path;
			continue;
		}
		paths_add_read(rewalk, path, principal, k, live, read);
		busy |= UINT64_C(1) << k;
		principal = NULL;
	}
	leaf->busy = busy;
	leaf->changed = changes;
	leaf->steady = is_whole && changes == rewalk->path_changes
			       ? live.subject[live.count - 1].serial
			       : 0;
}

void rewalk_paths_add(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	uint64_t decided)
{
	const struct live live = {subject, count};
	uint64_t left = leaf->open;

	for (uint64_t shown = left & decided; shown != 0; shown &= shown - 1) {
		struct rewalk_path *path = leaf->path[__builtin_ctzll(shown)];
		if (has_met_all(path))
			close_path(rewalk, path, live);
	}
	if (leaf->steady == subject[count - 1].serial &&
		leaf->changed == rewalk->path_changes)
		left = add_steadily(rewalk, leaf, live, read);
	if (left != 0)
		add_to_all(rewalk, leaf, left, live, read);
}

static void pause_path(struct rewalk *rewalk, struct rewalk_path *path,
	const struct rewalk_leaf *leaf, struct live live, uint64_t clock)
{
	if (path->walked)
		path->walked->node.is_left_out = true;
	if (path->is_closed || !is_live(path, live))
		return;
	if (!is_left_to_deputy(rewalk, path, leaf, live))
		rewalk_path_pause(rewalk, path, clock);
}

void rewalk_paths_pause(struct rewalk *rewalk, const struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, uint64_t clock)
{
	const struct live live = {subject, count};

	for (uint32_t k = 0; k < leaf->paths; k++)
		if (leaf->path[k])
			pause_path(rewalk, leaf->path[k], leaf, live, clock);
}
