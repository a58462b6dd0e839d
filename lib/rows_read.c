/* SPDX-License-Identifier: MIT
 * Records described by rows: read from JSON. */
#include "config.h"

#include "lib/rows_inside.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define REAL_MAX 1e300

static uint64_t read_count(
	const struct row *row, const struct json_at *at, uint64_t most)
{
	if (row->max != 0)
		most = (uint64_t)row->max;
	return (uint64_t)json_get_number(at, row->key, (int64_t)row->min,
		most > INT64_MAX ? INT64_MAX : (int64_t)most);
}

static double read_real(const struct row *row, const struct json_at *at)
{
	bool is_bounded = row->min != 0 || row->max != 0;

	return json_get_real(at, row->key, is_bounded ? row->min : -REAL_MAX,
		is_bounded ? row->max : REAL_MAX);
}

static uint64_t rows_read_hex(const struct row *row, const struct json_at *at)
{
	const char *text = json_get_text(at, row->key);

	if (strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16)
		return strtoull(text, NULL, 16);
	json_at_fail(
		at, row->key, "is not 16 hexadecimal digits in lower case");
	return 0;
}

static void check_schema(const struct row *row, const struct json_at *at)
{
	const char *text = json_get_text(at, row->key);

	if (strcmp(text, row->names[0]) != 0)
		json_at_fail(at, row->key,
			"is \"%.40s\", this retread reads \"%s\"", text,
			row->names[0]);
}

static const char *rows_read_text(
	const struct row *row, const struct json_at *at)
{
	return rows_has(row, ROW_NULLABLE) ? json_get_text_or_null(at, row->key)
					   : json_get_text(at, row->key);
}

/* The elements at ROW's key, none of them read. */
static struct json_at read_length(const struct row *row,
	const struct json_at *at, struct arena *arena, void *record)
{
	struct json_at array = json_at_member(at, row->key, JSON_KIND_ARRAY);
	size_t count = json_at_length(&array);
	size_t bytes = row->kind == ROW_KIND_TEXTS    ? sizeof(char *)
		       : row->kind == ROW_KIND_COUNTS ? sizeof(uint64_t)
						      : row->rows->bytes;

	if (count == 0 && rows_has(row, ROW_FILLED))
		json_at_fail(&array, NULL, "is empty, it needs an element");
	rows_set_count(row, record, count);
	ROWS_MEMBER(void *, row, record) =
		arena_alloc_zero(arena, count, bytes);
	return array;
}

/* An object with the members of the array VALUE. */
static struct json_value *name_members(
	const struct rows *rows, const struct json_value *value)
{
	struct json_value *object = json_make_object();
	size_t count = json_length(value), i = 0;

	for (const struct row *row = rows->row; row->key && i < count; row++)
		json_put(
			object, row->key, json_again(json_element(value, i++)));
	return object;
}

static void read_record(const struct rows *rows, const struct json_at *at,
	struct arena *arena, void *record);

/* Reads the record at KEY or INDEX of PARENT, which may be an index, or an array. */
static void read_any(const struct rows *rows, const struct json_at *parent,
	const char *key, size_t index, struct arena *arena, void *record)
{
	struct json_at at = json_at_any(parent, key, index);
	struct json_value *named = NULL;

	if (rows->shared && json_type_of(at.value) == JSON_TYPE_COUNT)
		at.value =
			json_element(json_look_up(at.reader->top, rows->shared),
				json_count_of(at.value));
	if (rows->is_tuple && json_type_of(at.value) == JSON_TYPE_ARRAY)
		at.value = named = name_members(rows, at.value);
	json_at_check(&at, JSON_KIND_OBJECT);
	read_record(rows, &at, arena, record);
	json_free(named);
}

static void read_elements(const struct row *row, const struct json_at *at,
	struct arena *arena, void *record)
{
	struct json_at array = read_length(row, at, arena, record);
	size_t count = rows_count_of(row, record);

	for (size_t i = 0; i < count && !at->reader->failed; i++) {
		if (row->kind == ROW_KIND_TEXTS) {
			ROWS_MEMBER(const char **, row, record)
			[i] = arena_string(
				arena, json_get_element_text(&array, i));
		} else if (row->kind == ROW_KIND_COUNTS) {
			ROWS_MEMBER(uint64_t *, row, record)
			[i] = json_get_element_count(&array, i);
		} else {
			read_any(row->rows, &array, NULL, i, arena,
				(void *)rows_element(row, record, i));
		}
	}
}

static void read_pointer(const struct row *row, const struct json_at *at,
	struct arena *arena, void *record)
{
	struct json_at object = json_at_member(at, row->key, JSON_KIND_OBJECT);
	void *pointed = arena_alloc_zero(arena, 1, row->rows->bytes);

	rows_read(row->rows, &object, arena, pointed);
	ROWS_MEMBER(void *, row, record) = pointed;
}

static void read_members(const struct row *row, const struct json_at *at,
	struct arena *arena, void *record);

static void read_record(const struct rows *rows, const struct json_at *at,
	struct arena *arena, void *record)
{
	read_members(rows->row, at, arena, record);
	if (rows->check && !at->reader->failed)
		rows->check(record, at);
}

static void read_member(const struct row *row, const struct json_at *at,
	struct arena *arena, void *record)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
		ROWS_MEMBER(const char *, row, record) =
			arena_string(arena, rows_read_text(row, at));
		break;
	case ROW_KIND_COUNT:
		ROWS_MEMBER(uint64_t, row, record) =
			read_count(row, at, UINT64_MAX);
		break;
	case ROW_KIND_UNSIGNED:
		ROWS_MEMBER(unsigned, row, record) =
			(unsigned)read_count(row, at, UINT32_MAX);
		break;
	case ROW_KIND_INTEGER:
		ROWS_MEMBER(int, row, record) = (int)json_get_number(at,
			row->key, (int64_t)row->min,
			row->min != 0 || row->max != 0 ? (int64_t)row->max
						       : INT_MAX);
		break;
	case ROW_KIND_REAL:
		ROWS_MEMBER(double, row, record) = read_real(row, at);
		break;
	case ROW_KIND_TRUTH:
		ROWS_MEMBER(bool, row, record) = json_get_bool(at, row->key);
		break;
	case ROW_KIND_CHOICE:
		ROWS_MEMBER(unsigned, row, record) =
			(unsigned)json_get_choice(at, row->key, row->names);
		break;
	case ROW_KIND_HEX:
		ROWS_MEMBER(uint64_t, row, record) = rows_read_hex(row, at);
		break;
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		read_elements(row, at, arena, record);
		break;
	case ROW_KIND_RECORD:
		read_any(row->rows, at, row->key, 0, arena,
			(char *)record + row->offset);
		break;
	case ROW_KIND_POINTER:
		read_pointer(row, at, arena, record);
		break;
	case ROW_KIND_SCHEMA:
		check_schema(row, at);
		break;
	case ROW_KIND_MADE:
	case ROW_KIND_SHARED:
		break;
	}
}

static void read_members(const struct row *row, const struct json_at *at,
	struct arena *arena, void *record)
{
	for (; row->key && !at->reader->failed; row++) {
		if (rows_has(row, ROW_HIDDEN) || rows_has(row, ROW_COMPUTED) ||
			(rows_has(row, ROW_SPARSE | ROW_LATER) &&
				!json_has(at, row->key)))
			continue;
		read_member(row, at, arena, record);
		if (rows_has(row, ROW_ALONE))
			break;
	}
}

void rows_read(const struct rows *rows, const struct json_at *at,
	struct arena *arena, void *record)
{
	memset(record, 0, rows->bytes);
	read_record(rows, at, arena, record);
}

int rows_read_file(const struct rows *rows, const char *path,
	struct arena *arena, void *record, struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};
	struct json_at top;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	rows_read(rows, &top, arena, record);
	json_free(value);
	return reader.failed ? error_add_context(err, "%s", path) : 0;
}
