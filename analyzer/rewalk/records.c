/* SPDX-License-Identifier: MIT
 * The cells that a context of rule `rewalk` has read. */
#include "config.h"

#include "analyzer/rewalk/records.h"

#include <stdlib.h>
#include <string.h>

#define RECORDS_FIRST 4u
#define INDEX_BITS    6 /* at least */

static bool is_inline(const struct rewalk_node *node)
{
	return node->record == &node->first;
}

/* Of what NODE has besides itself. */
static size_t record_bytes(const struct rewalk_node *node)
{
	return is_inline(node) ? 0
			       : node->record_capacity * sizeof *node->record;
}

static size_t index_bytes(uint32_t bits)
{
	return bits != 0 ? ((size_t)1 << bits) * sizeof(uint32_t) : 0;
}

/* --- places -------------------------------------------------------------- */

/* Empty places, twice as many as the records that there may be soon. */
static void build_index(struct rewalk *rewalk, struct rewalk_node *node)
{
	uint32_t bits = INDEX_BITS;

	while ((1u << bits) < 4 * node->cells)
		bits++;
	if (bits > node->index_bits) {
		free(node->index);
		node->index = memory_alloc(index_bytes(bits));
		rewalk->record_bytes +=
			index_bytes(bits) - index_bytes(node->index_bits);
		node->index_bits = (uint8_t)bits;
	}
	node->bits = (uint8_t)bits;
	node->indexed = 0;
	memset(node->index, 0, index_bytes(bits));
}

void rewalk_records_complete(struct rewalk *rewalk, struct rewalk_node *node)
{
	if (node->bits == 0 || 2 * node->cells > 1u << node->bits)
		build_index(rewalk, node);
	for (; node->indexed < node->cells; node->indexed++)
		*rewalk_records_probe(node, node->record[node->indexed].cell) =
			node->indexed + 1;
}

void rewalk_records_drop_places(struct rewalk *rewalk, struct rewalk_node *node)
{
	rewalk->record_bytes -= index_bytes(node->index_bits);
	free(node->index);
	node->index = NULL;
	node->index_bits = node->bits = 0;
	node->indexed = 0;
}

/* --- records ------------------------------------------------------------- */

/* The memory of NODE's records has room for that many. */
static void records_resize(
	struct rewalk *rewalk, struct rewalk_node *node, uint32_t capacity)
{
	struct rewalk_record *old = node->record;
	size_t last = node->last ? (size_t)(node->last - old) : 0;
	bool was_inline = is_inline(node);

	rewalk->record_bytes -= record_bytes(node);
	node->record =
		memory_resize(was_inline ? NULL : old, capacity, sizeof *old);
	if (was_inline)
		node->record[0] = node->first;
	if (node->last)
		node->last = &node->record[last];
	node->record_capacity = capacity;
	rewalk->record_bytes += record_bytes(node);
}

bool rewalk_records_grow(struct rewalk *rewalk, struct rewalk_node *node)
{
	if (node->cells >= rewalk->cells ||
		(!is_inline(node) &&
			!rewalk_has_room(rewalk, record_bytes(node))))
		return false;
	records_resize(rewalk, node,
		is_inline(node) ? RECORDS_FIRST : 2 * node->record_capacity);
	return true;
}

void rewalk_records_keep(
	struct rewalk *rewalk, struct rewalk_node *node, uint64_t clock)
{
	uint64_t last = node->last ? node->last->cell : 0;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < node->cells; i++)
		if (node->record[i].read >= clock)
			node->record[kept++] = node->record[i];
	node->cells = kept;
	node->bits = 0;
	node->indexed = 0;
	node->last = last != 0 ? rewalk_records_find(rewalk, node, last) : NULL;
}

void rewalk_records_copy(struct rewalk *rewalk, struct rewalk_node *to,
	const struct rewalk_node *from)
{
	rewalk_records_clear(to);
	if (to->record_capacity < from->cells)
		records_resize(rewalk, to, from->record_capacity);
	memcpy(to->record, from->record, from->cells * sizeof *to->record);
	to->cells = from->cells;
	to->low = from->low;
	to->high = from->high;
	to->last = from->last ? &to->record[from->last - from->record] : NULL;
}

void rewalk_records_take(
	struct rewalk *rewalk, struct rewalk_node *to, struct rewalk_node *from)
{
	const struct rewalk_node own = *to;
	bool was_inline = is_inline(to);

	if (is_inline(from)) {
		rewalk_records_copy(rewalk, to, from);
		return;
	}
	to->record = from->record;
	to->record_capacity = from->record_capacity;
	to->cells = from->cells;
	to->index = from->index;
	to->index_bits = from->index_bits;
	to->bits = from->bits;
	to->indexed = from->indexed;
	to->low = from->low;
	to->high = from->high;
	to->last = from->last;
	from->record = was_inline ? &from->first : own.record;
	from->record_capacity = own.record_capacity;
	from->index = own.index;
	from->index_bits = own.index_bits;
	rewalk_records_clear(from);
}

void rewalk_records_release(struct rewalk *rewalk, struct rewalk_node *node)
{
	rewalk_records_drop_places(rewalk, node);
	rewalk->record_bytes -= record_bytes(node);
	if (!is_inline(node))
		free(node->record);
	node->record = node->last = NULL;
	node->cells = node->record_capacity = 0;
}
