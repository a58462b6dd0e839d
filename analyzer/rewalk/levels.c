/* SPDX-License-Identifier: MIT
 * A context of rule `rewalk` for an instruction or a line. */
#include "config.h"

#include "analyzer/rewalk/sequence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_BITS_FIRST 3

static size_t record_bytes(const struct rewalk_node *node)
{
	return node->bits != 0
		       ? ((size_t)1 << node->bits) * sizeof *node->record
		       : 0;
}

/* The record of CELL or the free place for it. */
static inline struct rewalk_record *levels_probe(
	const struct rewalk_node *node, uint64_t cell)
{
	uint32_t mask = (1u << node->bits) - 1;
	uint32_t i = rewalk_place(cell, node->bits);

	while (node->record[i].cell != cell && node->record[i].cell != 0)
		i = (i + 1) & mask;
	return &node->record[i];
}

/* There is a record for CELL. */
static inline void levels_add_cell(struct rewalk_levels *levels, uint64_t cell)
{
	levels->node.cells++;
	if (cell < levels->low)
		levels->low = cell;
	if (cell > levels->high)
		levels->high = cell;
}

/* Moves records not read before CLOCK into a table of 2^BITS. */
static void rebuild(struct rewalk *rewalk, struct rewalk_levels *levels,
	uint32_t bits, uint64_t clock)
{
	struct rewalk_node *node = &levels->node;
	struct rewalk_record *old = node->record;
	uint64_t last = node->last ? node->last->cell : 0;
	uint32_t old_size = node->bits != 0 ? 1u << node->bits : 0;

	rewalk->record_bytes -= record_bytes(node);
	node->record = memory_alloc_zero((size_t)1 << bits, sizeof *old);
	node->bits = bits;
	node->cells = 0;
	levels->low = UINT64_MAX;
	levels->high = 0;
	rewalk->record_bytes += record_bytes(node);
	for (uint32_t i = 0; i < old_size; i++) {
		if (old[i].cell == 0 || old[i].read < clock)
			continue;
		*levels_probe(node, old[i].cell) = old[i];
		levels_add_cell(levels, old[i].cell);
	}
	if (last != 0) {
		node->last = levels_probe(node, last);
		if (node->last->cell == 0)
			node->last = NULL;
	}
	free(old);
}

static bool is_roomy(const struct rewalk_node *node)
{
	return node->bits != 0 && 4 * (node->cells + 1) <= 3u << node->bits;
}

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool levels_reserve(struct rewalk *rewalk, struct rewalk_levels *levels)
{
	struct rewalk_node *node = &levels->node;

	if (node->cells < rewalk->cells) {
		if (is_roomy(node))
			return true;
		if (node->bits == 0 ||
			rewalk_has_room(rewalk, record_bytes(node))) {
			rebuild(rewalk, levels,
				node->bits != 0 ? node->bits + 1
						: RECORD_BITS_FIRST,
				0);
			return true;
		}
	}
	if (rewalk_sequence_is_long(node))
		return false;
	rebuild(rewalk, levels, node->bits,
		node->sequence[node->sequences - 1].walk_clock);
	return is_roomy(node);
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
	struct rewalk_record *record = NULL;
	uint64_t cut;
	int32_t j = -1;

	event.kept = event.levels;
	if (rewalk_levels_of(node) != event.levels ||
		subject[event.levels - 1].start > levels->synced)
		event.kept = levels_sync_levels(
			rewalk, levels, subject, event.levels, read);
	levels->synced = read->now;
	if (node->bits != 0 && read->cell >= levels->low &&
		read->cell <= levels->high)
		record = levels_probe(node, read->cell);
	if (record && record->cell != 0) {
		j = rewalk_known_to(rewalk, &event, record);
	} else {
		bool has_room = levels_reserve(rewalk, levels);
		rewalk->met = !node->is_lower_bound ? RULE_NEW
			      : has_room	    ? RULE_PASSING
						    : RULE_BEYOND;
		if (!has_room)
			return -1;
		assert(node->bits != 0); /* make_room has made some */
		record = levels_probe(node, read->cell);
		levels_add_cell(levels, read->cell);
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
	size_t bytes = record_bytes(node);

	*copy = *levels;
	copy->joint = NULL;
	copy->node.kind = own.kind;
	copy->node.name = own.name;
	copy->node.user = own.user;
	copy->node.shown = 0;
	copy->node.record = memory_alloc(bytes);
	memcpy(copy->node.record, node->record, bytes);
	rewalk->record_bytes += bytes;
	if (node->last)
		copy->node.last =
			copy->node.record + (node->last - node->record);
	rewalk_sequence_copy(rewalk, &copy->node, node, subject);
}

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *levels)
{
	rewalk->record_bytes -= record_bytes(&levels->node);
	free(levels->node.record);
	rewalk_sequence_close(&levels->node);
}

void rewalk_levels_release(struct rewalk_levels *levels)
{
	for (uint32_t k = 0; k < levels->node.capacity; k++)
		free(levels->node.sequence[k].more);
	free(levels->node.sequence);
	free(levels->node.record);
}
