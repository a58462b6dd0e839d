/* SPDX-License-Identifier: MIT
 * A context of rule `rewalk` for an instruction or a line. */
#include "config.h"

#include "analyzer/rewalk/records.h"
#include "analyzer/rewalk/sequence.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool levels_reserve(struct rewalk *rewalk, struct rewalk_node *node)
{
	if (rewalk_records_reserve(rewalk, node))
		return true;
	if (rewalk_sequence_is_long(node))
		return false;
	rewalk_records_keep(
		rewalk, node, node->sequence[node->sequences - 1].walk_clock);
	return node->cells < node->record_capacity;
}

/* Brings the levels in line with the live subjects. Returns how many of them
 * were live at the read before. */
static uint32_t levels_sync_levels(struct rewalk *rewalk,
	struct rewalk_levels *levels, const struct subject *subject,
	uint32_t count, const struct rewalk_read *read)
{
	uint32_t keep = rewalk_levels_of(&levels->node);

	if (keep > count)
		keep = count;
	while (keep > 0 && subject[keep - 1].start > levels->synced)
		keep--;
	rewalk_sequence_renew(rewalk, &levels->node, keep, count, read);
	return keep;
}

/* The deepest level in which the instruction has now read two cells, when the node
 * knows: what the caller says is true of a line. */
static inline int32_t find_eligible(struct rewalk_levels *levels,
	const struct rewalk_read *read, uint32_t keep, int32_t eligible)
{
	if (levels->node.kind != REWALK_PC)
		return eligible;
	if (read->is_rest)
		return -1;
	eligible = levels->load_cell != read->cell && levels->load_cell != 0
			   ? (int32_t)keep - 1
			   : -1;
	levels->load_cell = read->cell;
	return eligible;
}

int32_t rewalk_levels_add(struct rewalk *rewalk, struct rewalk_levels *levels,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible)
{
	struct rewalk_node *node = &levels->node;
	struct rewalk_event event = {.read = read,
		.subject = subject,
		.count = count,
		.levels =
			count < REWALK_LEVELS_MAX ? count : REWALK_LEVELS_MAX};
	struct rewalk_record *record;
	uint64_t cut;
	int32_t j = -1;

	event.kept = event.levels;
	if (rewalk_levels_of(node) != event.levels ||
		subject[event.levels - 1].start > levels->synced)
		event.kept = levels_sync_levels(
			rewalk, levels, subject, event.levels, read);
	levels->synced = read->now;
	record = rewalk_records_find(rewalk, node, read->cell);
	if (record) {
		j = rewalk_known_to(rewalk, &event, record);
	} else {
		bool has_room = levels_reserve(rewalk, node);
		rewalk->met = !node->is_lower_bound ? RULE_NEW
			      : has_room	    ? RULE_PASSING
						    : RULE_BEYOND;
		if (!has_room)
			return -1;
		record = rewalk_records_add(node, read->cell);
	}
	eligible = find_eligible(levels, read, event.kept, eligible);
	if (eligible >= 0)
		rewalk_note_eligible(rewalk, node, (uint32_t)eligible);
	cut = rewalk_sequence_read(rewalk, node, &event, j, record);
	if (__builtin_expect(cut != 0, 0) && rewalk_is_hopeless(rewalk, node))
		rewalk_levels_close(rewalk, levels);
	return eligible;
}

void rewalk_levels_copy(struct rewalk *rewalk, struct rewalk_levels *copy,
	const struct rewalk_levels *levels, struct subject *subject)
{
	const struct rewalk_node *node = &levels->node;
	struct rewalk_node own = copy->node;

	*copy = *levels;
	copy->joint = NULL;
	copy->node.kind = own.kind;
	copy->node.name = own.name;
	copy->node.user = own.user;
	copy->node.shown = 0;
	rewalk_records_init(&copy->node);
	rewalk_records_copy(rewalk, &copy->node, node);
	rewalk_sequence_copy(rewalk, &copy->node, node, subject);
}

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *levels)
{
	rewalk_records_release(rewalk, &levels->node);
	rewalk_sequence_close(&levels->node);
}

void rewalk_levels_release(struct rewalk *rewalk, struct rewalk_levels *levels)
{
	for (uint32_t k = 0; k < levels->node.capacity; k++)
		free(levels->node.sequence[k].more);
	free(levels->node.sequence);
	rewalk_records_release(rewalk, &levels->node);
}
