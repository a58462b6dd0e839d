/* SPDX-License-Identifier: MIT
 * A path context of rule `rewalk`. */
#include "config.h"

#include "analyzer/rewalk/sequence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS_FIRST 4u
#define INDEX_BITS    6 /* at least; from so many records: */
#define SCANNED_MAX   16u

static bool is_inline(const struct rewalk_path *path)
{
	return path->node.record == &path->first;
}

static size_t index_bytes(uint32_t bits)
{
	return bits != 0 ? ((size_t)1 << bits) * sizeof(uint32_t) : 0;
}

/* The place in the index of CELL, or the free one for it. */
static uint32_t *probe(const struct rewalk_path *path, uint64_t cell)
{
	uint32_t bits = path->node.bits, mask = (1u << bits) - 1;
	uint32_t i = rewalk_place(cell, bits);

	while (path->index[i] != 0 &&
		path->node.record[path->index[i] - 1].cell != cell)
		i = (i + 1) & mask;
	return &path->index[i];
}

/* The newest record of CELL, or NULL. */
static inline struct rewalk_record *find(
	const struct rewalk_path *path, uint64_t cell)
{
	struct rewalk_record *record = path->node.record;

	if (path->node.bits != 0) {
		uint32_t at = *probe(path, cell);
		return at != 0 ? &record[at - 1] : NULL;
	}
	for (uint32_t i = path->node.cells; i-- > 0;)
		if (record[i].cell == cell)
			return &record[i];
	return NULL;
}

/* Fills an index that has room for twice the records. */
static void build_index(struct rewalk *rewalk, struct rewalk_path *path)
{
	uint32_t bits = INDEX_BITS;

	while ((1u << bits) < 4 * path->node.cells)
		bits++;
	if (bits > path->index_bits) {
		free(path->index);
		path->index = memory_alloc(index_bytes(bits));
		rewalk->record_bytes +=
			index_bytes(bits) - index_bytes(path->index_bits);
		path->index_bits = bits;
	}
	path->node.bits = bits;
	memset(path->index, 0, index_bytes(bits));
	for (uint32_t i = 0; i < path->node.cells; i++)
		*probe(path, path->node.record[i].cell) = i + 1;
}

static void grow(struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_node *node = &path->node;
	struct rewalk_record *old = node->record;
	size_t last = node->last ? (size_t)(node->last - old) : 0;
	bool was_inline = is_inline(path);
	uint32_t capacity = was_inline ? RECORDS_FIRST : 2 * path->capacity;

	rewalk->record_bytes += (capacity - path->capacity) * sizeof *old;
	node->record =
		memory_resize(was_inline ? NULL : old, capacity, sizeof *old);
	if (was_inline)
		node->record[0] = path->first;
	if (node->last)
		node->last = &node->record[last];
	path->capacity = capacity;
}

/* Forgets what was not read in the current walk. */
static void keep_walk(struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_node *node = &path->node;
	uint64_t last = node->last ? node->last->cell : 0;
	uint32_t kept = 0;

	/* The first cell has its record in the path itself. */
	assert(node->record);
	for (uint32_t i = 0; i < node->cells; i++)
		if (node->record[i].read >= node->sequence->walk_clock)
			node->record[kept++] = node->record[i];
	node->cells = kept;
	node->bits = 0;
	if (kept > SCANNED_MAX)
		build_index(rewalk, path);
	node->last = last != 0 ? find(path, last) : NULL;
}

/* Makes room for one more record. False: there is none, and the walk that goes
 * on is longer than what is kept. */
static bool make_room(struct rewalk *rewalk, struct rewalk_path *path)
{
	struct rewalk_node *node = &path->node;

	if (node->cells < rewalk->cells) {
		size_t more = path->capacity * sizeof *node->record;
		if (node->cells < path->capacity)
			return true;
		if (is_inline(path) || rewalk_has_room(rewalk, more)) {
			grow(rewalk, path);
			return true;
		}
	}
	if (rewalk_sequence_is_long(node))
		return false;
	keep_walk(rewalk, path);
	return node->cells < path->capacity;
}

/* A record for CELL. That of another object there stays in the walk. */
static struct rewalk_record *add_record(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t cell)
{
	struct rewalk_node *node = &path->node;
	struct rewalk_record *record;

	assert(node->record); /* make_room has found room */
	record = &node->record[node->cells++];
	record->cell = cell;
	if (node->bits != 0 && 2 * node->cells < 1u << node->bits)
		*probe(path, cell) = node->cells;
	else if (node->bits != 0 || node->cells > SCANNED_MAX)
		build_index(rewalk, path);
	return record;
}

void rewalk_path_init(struct rewalk_path *path, uint32_t base)
{
	path->node.record = &path->first;
	path->node.sequence = &path->sequence;
	path->node.capacity = 1;
	path->node.base = base;
	path->capacity = 1;
}

static void begin(struct rewalk_path *path, const struct rewalk_read *read)
{
	path->instructions = 0;
	path->node.cells = path->node.bits = 0;
	path->node.last = NULL;
	path->node.sequences = 0;
	path->node.has_forgotten = false;
	path->node.walk_clock_min = read->now;
	rewalk_sequence_begin(&path->node, 0, read);
}

static void note_instruction(
	struct rewalk_path *path, const struct rewalk_read *read)
{
	uint32_t i = 0;

	if (read->is_rest)
		return;
	while (i < path->instructions &&
		path->instruction[i].site != read->site)
		i++;
	if (i < path->instructions)
		path->sequence.is_eligible =
			path->instruction[i].cell != read->cell;
	else if (i == REWALK_INSTRUCTIONS)
		path->node.is_lower_bound = true;
	else
		path->instruction[path->instructions++] =
			(struct rewalk_instruction){read->site, read->cell};
}

/* The first read of an activation, when it turns out not to be the only one. */
static void add_opening(struct rewalk *rewalk, struct rewalk_path *path)
{
	const struct rewalk_event event = {
		.read = &path->opening, .levels = 1, .kept = 1};

	begin(path, event.read);
	note_instruction(path, event.read);
	rewalk_sequence_read(rewalk, &path->node, &event, -1,
		add_record(rewalk, path, event.read->cell));
	path->opening.cell = 0;
}

void rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read)
{
	const struct rewalk_event event = {.read = read,
		.subject = subject,
		.count = count,
		.base = base,
		.levels = 1,
		.kept = 1};
	struct rewalk_record *record;
	int32_t j = -1;

	if (path->opening.cell != 0)
		add_opening(rewalk, path);
	record = find(path, read->cell);
	if (record)
		j = rewalk_known_to(rewalk, &event, record);
	if (j < 0) {
		if (!make_room(rewalk, path))
			return;
		record = add_record(rewalk, path, read->cell);
	}
	if (!path->sequence.is_eligible)
		note_instruction(path, read);
	if (rewalk_sequence_read(rewalk, &path->node, &event, j, record) != 0 &&
		rewalk_is_hopeless(rewalk, &path->node))
		rewalk_path_close(rewalk, path);
}

void rewalk_path_pause(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t clock)
{
	if (path->opening.cell != 0)
		add_opening(rewalk, path);
	rewalk_sequence_pause(&path->node, clock);
}

static void free_records(struct rewalk_path *path)
{
	if (!is_inline(path))
		free(path->node.record);
	free(path->index);
}

void rewalk_path_close(struct rewalk *rewalk, struct rewalk_path *path)
{
	if (path->node.is_closed)
		return;
	rewalk->record_bytes -= index_bytes(path->index_bits);
	if (!is_inline(path))
		rewalk->record_bytes -=
			path->capacity * sizeof *path->node.record;
	free_records(path);
	path->index = NULL;
	path->index_bits = path->capacity = 0;
	path->opening.cell = 0;
	rewalk_sequence_close(&path->node);
}

void rewalk_path_release(struct rewalk_path *path)
{
	free_records(path);
	free(path->sequence.more);
}
