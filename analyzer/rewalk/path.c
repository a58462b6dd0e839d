/* SPDX-License-Identifier: MIT
 * A path context of rule `rewalk`. */
#include "config.h"

#include "analyzer/rewalk/records.h"
#include "analyzer/rewalk/sequence.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool path_reserve_record(struct rewalk *rewalk, struct rewalk_node *node)
{
	if (rewalk_records_reserve(rewalk, node))
		return true;
	if (rewalk_sequence_is_long(node))
		return false;
	rewalk_records_keep(rewalk, node, node->sequence->walk_clock);
	return node->cells < node->record_capacity;
}

/* A record for CELL. That of another object there stays in the walk. */
static inline struct rewalk_record *path_add_record(
	struct rewalk_walked *walked, uint64_t cell)
{
	walked->newest = walked->node.reads;
	return rewalk_records_add(&walked->node, cell);
}

static struct rewalk_walked *path_walked_of(
	struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_walked *walked = path->walked;

	if (walked)
		return walked;
	path->walked = walked =
		arena_alloc_line(&rewalk->arena, sizeof *walked);
	walked->path = path;
	rewalk_add_node(
		rewalk, &walked->node, REWALK_PATH, path->name, path->user);
	walked->node.sequence = &walked->sequence;
	walked->node.capacity = 1;
	walked->node.base = path->base;
	return walked;
}

static void rewalk_path_begin(
	struct rewalk_walked *walked, const struct rewalk_read *read)
{
	rewalk_records_clear(&walked->node);
	walked->instructions = 0;
	walked->node.sequences = 0;
	walked->node.has_forgotten = false;
	walked->node.walk_clock_min = read->now;
	walked->begun = walked->node.reputation;
	rewalk_sequence_begin(&walked->node, 0, read);
}

static void note_instruction(
	struct rewalk_walked *walked, const struct rewalk_read *read)
{
	uint32_t i = 0;

	if (read->is_rest)
		return;
	while (i < walked->instructions &&
		walked->instruction[i].site != read->site)
		i++;
	if (i < walked->instructions)
		walked->sequence.is_eligible =
			walked->instruction[i].cell != read->cell;
	else if (i == REWALK_INSTRUCTIONS)
		walked->node.is_lower_bound = true;
	else
		walked->instruction[walked->instructions++] =
			(struct rewalk_instruction){read->site, read->cell};
}

/* The first read of an activation, when it turns out not to be the only one. */
static void add_opening(struct rewalk *rewalk, struct rewalk_path *path)
{
	const struct rewalk_read read = {
		.cell = path->cell,
		.now = path->now,
		.written = path->written,
		.site = path->site,
		.is_rest = path->is_rest,
	};
	const struct rewalk_event event = {
		.read = &read, .levels = 1, .kept = 1};
	struct rewalk_walked *walked = path_walked_of(rewalk, path);

	rewalk->path_changes++;
	rewalk_path_begin(walked, &read);
	note_instruction(walked, &read);
	rewalk_sequence_read(rewalk, &walked->node, &event, -1,
		path_add_record(walked, read.cell));
	path->state = PATH_WALKED;
	path->principal = NULL;
}

/* There is no room for a walk of PATH that goes on. */
static void note_beyond(const struct rewalk *rewalk, struct rewalk_path *path)
{
	const struct rewalk_walked *walked = path->walked;

	/* Memory may be had again. */
	if (walked->node.cells < rewalk->cells)
		return;
	path->is_beyond = true;
	path->low = walked->node.low;
	path->span_bytes = walked->node.high - walked->node.low;
}

bool rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read)
{
	const struct rewalk_event event = {.read = read,
		.subject = subject,
		.count = count,
		.base = base,
		.levels = 1,
		.kept = 1};
	struct rewalk_walked *walked;
	struct rewalk_record *record;
	int32_t j = -1;

	if (path->state == PATH_OPENED)
		add_opening(rewalk, path);
	walked = path->walked;
	record = rewalk_records_find(rewalk, &walked->node, read->cell);
	if (record)
		j = rewalk_known_to(rewalk, &event, record);
	if (j < 0) {
		if (!path_reserve_record(rewalk, &walked->node)) {
			note_beyond(rewalk, path);
			return false;
		}
		record = path_add_record(walked, read->cell);
	}
	path->is_beyond = false;
	if (!walked->sequence.is_eligible)
		note_instruction(walked, read);
	return rewalk_sequence_read(rewalk, &walked->node, &event, j, record) !=
		       0 &&
	       rewalk_is_hopeless(rewalk, &walked->node);
}

void rewalk_path_pause(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t clock)
{
	if (path->state == PATH_OPENED)
		add_opening(rewalk, path);
	path->is_beyond = false;
	rewalk_records_drop_places(rewalk, &path->walked->node);
	rewalk_sequence_pause(&path->walked->node, clock);
}

/* --- what several have -------------------------------------------------- */

static void hand_over_records(struct rewalk *rewalk, struct rewalk_walked *to,
	struct rewalk_walked *from, bool keeps)
{
	if (keeps)
		rewalk_records_copy(rewalk, &to->node, &from->node);
	else
		rewalk_records_take(rewalk, &to->node, &from->node);
	to->instructions = from->instructions;
	memcpy(to->instruction, from->instruction,
		from->instructions * sizeof *from->instruction);
}

/* What repetitions have told FROM, they tell TO, to which they are those of an inner
 * activation. */
static void hand_over_more(struct rewalk *rewalk, struct rewalk_sequence *to,
	const struct rewalk_sequence *from)
{
	struct rewalk_walks *walks;

	to->has_more = false;
	if (!from->has_more)
		return;
	walks = &rewalk_sequence_take_walks(rewalk, to, &from->more->walks)
			 ->walks;
	walks->longest = walks->longest_began = walks->longest_ended = 0;
	walks->most_known = walks->rewalk_shortest = 0;
	walks->known.by_long = 0;
	for (uint32_t i = 0; i < walks->groups; i++)
		walks->group[i].longest = walks->group[i].known.by_long = 0;
}

static void hand_over_sequence(struct rewalk *rewalk, struct rewalk_walked *to,
	const struct rewalk_walked *from)
{
	struct rewalk_sequence *sequence = &to->sequence;
	struct rewalk_more *more = sequence->more;

	*sequence = from->sequence;
	sequence->more = more;
	sequence->is_linked = sequence->has_reread = false;
	sequence->is_regular = sequence->is_strided = false;
	hand_over_more(rewalk, sequence, &from->sequence);
}

/* What FROM has met in its activation. */
static void hand_over_node(
	struct rewalk_node *to, const struct rewalk_walked *walked)
{
	const struct rewalk_node *from = &walked->node;
	const struct rewalk_reputation *begun = &walked->begun;
	uint64_t rereads = from->reputation.rereads - begun->rereads;

	to->sequences = 1;
	to->last_read = from->last_read;
	to->last_site = from->last_site;
	to->last_next = from->last_next;
	to->last_levels = from->last_levels;
	to->last_began = from->last_began;
	to->reads = from->reads;
	to->constant = from->constant;
	to->walk_clock_min = from->walk_clock_min;
	to->has_forgotten = from->has_forgotten;
	to->is_lower_bound |= from->is_lower_bound;
	to->is_left_out |= from->is_left_out;
	to->reputation.rereads += rereads;
	to->reputation.inner += rereads;
	to->reputation.walks += from->reputation.walks - begun->walks;
	to->reputation.followed += from->reputation.followed - begun->followed;
	to->reputation.branched += from->reputation.branched - begun->branched;
	if (from->reputation.longest > to->reputation.longest)
		to->reputation.longest = from->reputation.longest;
}

void rewalk_path_hand_over(struct rewalk *rewalk, struct rewalk_path *to,
	struct rewalk_path *from, bool keeps)
{
	struct rewalk_walked *walked = path_walked_of(rewalk, to);

	hand_over_records(rewalk, walked, from->walked, keeps);
	hand_over_sequence(rewalk, walked, from->walked);
	hand_over_node(&walked->node, from->walked);
	walked->newest = from->walked->newest;
	to->state = PATH_WALKED;
	to->is_beyond = from->is_beyond;
	to->low = from->low;
	to->span_bytes = from->span_bytes;
}

/* --- ends --------------------------------------------------------------- */

/* What an end changes is not true of the principal, whose activation goes on. */
static void end_deputy(struct rewalk *rewalk, struct rewalk_walked *walked,
	const struct subject *subject)
{
	struct rewalk_sequence sequence = walked->sequence;
	struct rewalk_walks walks;

	rewalk_walks_copy(&walks, &sequence.more->walks);
	rewalk_sequence_end(rewalk, &walked->node, 0, subject);
	sequence.more = walked->sequence.more;
	walked->sequence = sequence;
	rewalk_walks_copy(&sequence.more->walks, &walks);
	walked->node.sequences = 1;
}

void rewalk_walked_end(struct rewalk *rewalk, struct rewalk_walked *walked,
	const struct subject *subject)
{
	if (walked->path->state == PATH_WALKED && walked->path->principal)
		end_deputy(rewalk, walked, subject);
	else
		rewalk_sequence_end(rewalk, &walked->node, 0, subject);
}

void rewalk_walked_close(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	rewalk_records_release(rewalk, &walked->node);
	rewalk_sequence_close(&walked->node);
}

void rewalk_walked_release(struct rewalk *rewalk, struct rewalk_walked *walked)
{
	rewalk_records_release(rewalk, &walked->node);
	free(walked->sequence.more);
}
