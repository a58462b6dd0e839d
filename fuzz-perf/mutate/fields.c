/* SPDX-License-Identifier: MIT
 * Lengths and checksums in inputs: puts them right in children, and moves records. */
#include "config.h"

#include "fuzz-perf/mutate/fields.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "lib/blocks.h"
#include "lib/memory.h"

#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/mutation.h"

/* ---- repairs ---- */

/* Where the places of an input are in its child. */
struct moved_places {
	size_t before,
		after; /* bytes that are the same, and as many at the end */
	size_t length, child_length;
};

static struct moved_places compare_child(
	const uint8_t *bytes, size_t length, const struct mutation *mutation)
{
	struct moved_places moved = {
		.length = length, .child_length = mutation->length};
	const uint8_t *child = mutation->bytes;
	size_t shorter = length < mutation->length ? length : mutation->length;

	if (length == mutation->length) {
		moved.before = length;
		return moved;
	}
	while (moved.before < shorter &&
		bytes[moved.before] == child[moved.before])
		moved.before++;
	while (moved.after < shorter - moved.before &&
		bytes[length - 1 - moved.after] ==
			child[mutation->length - 1 - moved.after])
		moved.after++;
	return moved;
}

/* Where the SIZE bytes at *AT have come to. Returns false if they are changed. */
static bool follow(const struct moved_places *moved, size_t *at, size_t size)
{
	if (*at + size <= moved->before)
		return true;
	if (*at < moved->length - moved->after)
		return false;
	*at += moved->child_length - moved->length;
	return true;
}

static bool follow_field(const struct moved_places *moved, struct field *field)
{
	size_t at = field->at;

	if (!follow(moved, &field->at, field->bytes) ||
		!follow(moved, &field->end, 0))
		return false;
	/* What a length counts need not begin after it: its start is a constant away. */
	if (field->kind == FIELD_LENGTH && field->start > at)
		field->start += field->at - at;
	else if (!follow(moved, &field->start, 0))
		return false;
	return field->start <= field->end;
}

static uint64_t fields_sum(const uint8_t *bytes, size_t length)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < length; i++)
		sum += bytes[i];
	return sum;
}

static uint64_t fields_value(const struct field *field, const uint8_t *bytes)
{
	const uint8_t *start = bytes + field->start;
	size_t length = field->end - field->start;

	switch (field->kind) {
	case FIELD_CRC32:
		return crc32(0, start, (uInt)length);
	case FIELD_ADLER32:
		return adler32(1, start, (uInt)length);
	case FIELD_SUM:
		return fields_sum(start, length);
	case FIELD_LENGTH:
		break;
	}
	return length;
}

void fields_repair(const struct fields *fields, const uint8_t *bytes,
	size_t length, struct mutation *mutation)
{
	struct moved_places moved = compare_child(bytes, length, mutation);

	for (unsigned i = 0; i < fields->count; i++) {
		struct field field = fields->field[i];
		if (!follow_field(&moved, &field) ||
			(field.kind == FIELD_LENGTH &&
				length == mutation->length))
			continue;
		mutate_put_number(mutation->bytes + field.at,
			fields_value(&field, mutation->bytes), field.bytes,
			field.is_big);
	}
}

/* ---- records ---- */

static uint32_t fields_below(struct mutation *mutation, size_t limit)
{
	return random_below(mutation->random, (uint32_t)limit);
}

/* Picks records [*FIRST, *END) of the input. */
static bool pick_records(
	struct mutation *mutation, unsigned *first, unsigned *end)
{
	const struct fields *fields = mutation->fields;

	if (!fields || fields->records < 2 ||
		fields->record[fields->records] > mutation->length)
		return false;
	*first = fields_below(mutation, fields->records);
	*end = *first + 1;
	if (!fields_below(mutation, 4))
		*end += fields_below(mutation, fields->records - *first);
	return true;
}

/* Once, or until there is no room. */
bool fields_repeat_record(struct mutation *mutation)
{
	unsigned first, end;

	if (!pick_records(mutation, &first, &end))
		return false;
	const size_t *record = mutation->fields->record;
	size_t size = record[end] - record[first];
	size_t times = fields_below(mutation, 4) ? 1 : mutation->limit;
	size_t capacity = mutation->limit - mutation->length;
	if (!size || size > capacity)
		return false;
	if (times > capacity / size)
		times = capacity / size;
	uint8_t *copies = memory_alloc(size * times);
	for (size_t i = 0; i < times; i++)
		memcpy(copies + i * size, mutation->bytes + record[first],
			size);
	mutate_replace(mutation, record[end], 0, copies, size * times);
	free(copies);
	return true;
}

bool fields_delete_record(struct mutation *mutation)
{
	unsigned first, end;

	if (!pick_records(mutation, &first, &end))
		return false;
	const size_t *record = mutation->fields->record;
	mutate_replace(
		mutation, record[first], record[end] - record[first], NULL, 0);
	return true;
}

bool fields_move_record(struct mutation *mutation)
{
	unsigned first, end;

	if (!pick_records(mutation, &first, &end) ||
		end == mutation->fields->records)
		return false;
	const size_t *record = mutation->fields->record;
	unsigned after =
		end + 1 +
		fields_below(mutation, mutation->fields->records - end);
	blocks_swap(mutation->bytes + record[first],
		record[end] - record[first], 0, record[after] - record[end]);
	return true;
}
