/* SPDX-License-Identifier: MIT
 * Records described by rows: JSON, copies and order. */
#include "config.h"

#include "lib/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows_shared.h"
#include "lib/whole_file.h"

#define REAL_MAX 1e300

/* The member of RECORD that ROW describes, as a TYPE. */
#define MEMBER(type, row, record) (*(type *)((char *)(record) + (row)->offset))
#define MEMBER_CONST(type, row, record)                                        \
	(*(type const *)((const char *)(record) + (row)->offset))

static bool has_count(const struct row *row)
{
	return row->kind == ROW_KIND_TEXTS || row->kind == ROW_KIND_COUNTS ||
	       row->kind == ROW_KIND_LIST;
}

static size_t rows_count_of(const struct row *row, const void *record)
{
	return *(const size_t *)((const char *)record + row->count_offset);
}

static void set_count(const struct row *row, void *record, size_t count)
{
	*(size_t *)((char *)record + row->count_offset) = count;
}

static const void *rows_element(
	const struct row *row, const void *record, size_t i)
{
	return MEMBER_CONST(const char *, row, record) + i * row->rows->bytes;
}

static bool rows_has(const struct row *row, unsigned flags)
{
	return (row->flags & flags) != 0;
}

/* The bytes of a member without elements and parts of its own. */
static size_t rows_size_of(const struct row *row)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
	case ROW_KIND_POINTER:
		return sizeof(void *);
	case ROW_KIND_COUNT:
	case ROW_KIND_HEX:
		return sizeof(uint64_t);
	case ROW_KIND_REAL:
		return sizeof(double);
	case ROW_KIND_TRUTH:
		return sizeof(bool);
	case ROW_KIND_MADE:
	case ROW_KIND_SCHEMA:
	case ROW_KIND_SHARED:
		return 0;
	default:
		return sizeof(int);
	}
}

static bool is_empty(const struct row *row, const void *record)
{
	static const char zero[sizeof(uint64_t)];
	const char *member = (const char *)record + row->offset;

	if (has_count(row))
		return rows_count_of(row, record) == 0;
	if (row->kind != ROW_KIND_RECORD)
		return memcmp(member, zero, rows_size_of(row)) == 0;
	for (const struct row *part = row->rows->row; part->key; part++)
		if (!is_empty(part, member))
			return false;
	return true;
}

/* --- reading ------------------------------------------------------------ */

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
	set_count(row, record, count);
	MEMBER(void *, row, record) = arena_alloc_zero(arena, count, bytes);
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
			MEMBER(const char **, row, record)
			[i] = arena_string(
				arena, json_get_element_text(&array, i));
		} else if (row->kind == ROW_KIND_COUNTS) {
			MEMBER(uint64_t *, row, record)
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
	MEMBER(void *, row, record) = pointed;
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
		MEMBER(const char *, row, record) =
			arena_string(arena, rows_read_text(row, at));
		break;
	case ROW_KIND_COUNT:
		MEMBER(uint64_t, row, record) = read_count(row, at, UINT64_MAX);
		break;
	case ROW_KIND_UNSIGNED:
		MEMBER(unsigned, row, record) =
			(unsigned)read_count(row, at, UINT32_MAX);
		break;
	case ROW_KIND_INTEGER:
		MEMBER(int, row, record) = (int)json_get_number(at, row->key,
			(int64_t)row->min,
			row->min != 0 || row->max != 0 ? (int64_t)row->max
						       : INT_MAX);
		break;
	case ROW_KIND_REAL:
		MEMBER(double, row, record) = read_real(row, at);
		break;
	case ROW_KIND_TRUTH:
		MEMBER(bool, row, record) = json_get_bool(at, row->key);
		break;
	case ROW_KIND_CHOICE:
		MEMBER(unsigned, row, record) =
			(unsigned)json_get_choice(at, row->key, row->names);
		break;
	case ROW_KIND_HEX:
		MEMBER(uint64_t, row, record) = rows_read_hex(row, at);
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

/* --- writing ------------------------------------------------------------ */

static struct json_value *make_hex(uint64_t number)
{
	char text[17];

	snprintf(text, sizeof text, "%016" PRIx64, number);
	return json_make_text(text);
}

static struct json_value *make_record(
	const struct rows *rows, const void *record, const struct rows_at *up);

/* An element of a list of counts. */
static struct json_value *make_count(const struct row *row, uint64_t count)
{
	return count == 0 && rows_has(row, ROW_NULLABLE)
		       ? json_make_text(NULL)
		       : json_make_count(count);
}

static struct json_value *make_elements(
	const struct row *row, const struct rows_at *at)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < rows_count_of(row, at->record); i++) {
		if (row->kind == ROW_KIND_TEXTS)
			json_append_text(array, MEMBER_CONST(const char **, row,
							at->record)[i]);
		else if (row->kind == ROW_KIND_COUNTS)
			json_append(array,
				make_count(row, MEMBER_CONST(uint64_t *, row,
							at->record)[i]));
		else
			json_append(array,
				make_record(row->rows,
					rows_element(row, at->record, i), at));
	}
	return array;
}

static struct json_value *make_member(
	const struct row *row, const struct rows_at *at)
{
	const void *record = at->record;

	switch (row->kind) {
	case ROW_KIND_TEXT:
		return json_make_text(MEMBER_CONST(char *, row, record));
	case ROW_KIND_COUNT:
		return json_make_count(MEMBER_CONST(uint64_t, row, record));
	case ROW_KIND_UNSIGNED:
		return json_make_count(MEMBER_CONST(unsigned, row, record));
	case ROW_KIND_INTEGER:
		return json_make_number(MEMBER_CONST(int, row, record));
	case ROW_KIND_REAL:
		return json_make_real(MEMBER_CONST(double, row, record));
	case ROW_KIND_TRUTH:
		return json_make_bool(MEMBER_CONST(bool, row, record));
	case ROW_KIND_CHOICE:
		return json_make_text(
			row->names[MEMBER_CONST(unsigned, row, record)]);
	case ROW_KIND_HEX:
		return make_hex(MEMBER_CONST(uint64_t, row, record));
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		return make_elements(row, at);
	case ROW_KIND_RECORD:
		return make_record(
			row->rows, (const char *)record + row->offset, at);
	case ROW_KIND_POINTER:
		return make_record(
			row->rows, MEMBER_CONST(void *, row, record), at);
	case ROW_KIND_SCHEMA:
		return json_make_text(row->names[0]);
	case ROW_KIND_MADE:
	case ROW_KIND_SHARED:
		break;
	}
	return row->make(at);
}

static bool is_written(const struct row *row, const void *record)
{
	return !rows_has(row, ROW_HIDDEN) &&
	       !(rows_has(row, ROW_SPARSE) && is_empty(row, record));
}

static struct json_value *make_object(
	const struct rows *rows, const struct rows_at *at)
{
	struct json_value *object = json_make_object();

	for (const struct row *row = rows->row; row->key; row++) {
		if (!is_written(row, at->record))
			continue;
		json_put(object, row->key, make_member(row, at));
		if (rows_has(row, ROW_ALONE))
			break;
	}
	return object;
}

static struct json_value *make_tuple(
	const struct rows *rows, const struct rows_at *at)
{
	struct json_value *array = json_make_array();

	for (const struct row *row = rows->row; row->key; row++)
		json_append(array, make_member(row, at));
	return array;
}

static struct json_value *make_record(
	const struct rows *rows, const void *record, const struct rows_at *up)
{
	const struct rows_at at = {record, up, up->shared};
	struct json_value *value = rows->is_tuple && at.shared
					   ? make_tuple(rows, &at)
					   : make_object(rows, &at);

	return rows->shared && at.shared
		       ? rows_share(at.shared, rows->shared, value)
		       : value;
}

struct json_value *rows_make_whole(const struct rows *rows, const void *record)
{
	const struct rows_at at = {record, NULL, NULL};

	return make_object(rows, &at);
}

struct json_value *rows_make(const struct rows *rows, const void *record)
{
	struct rows_shared shared = {0};
	const struct rows_at at = {record, NULL, &shared};
	struct json_value *value = make_object(rows, &at);

	for (size_t i = 0; i < shared.count; i++)
		json_put(value, shared.list[i].key,
			json_again(shared.list[i].values));
	rows_shared_release(&shared);
	return value;
}

static int rows_print_list(
	const struct row *row, const struct rows_at *at, FILE *out)
{
	size_t count = rows_count_of(row, at->record);
	int result = 0;

	for (size_t i = 0; i < count && result == 0; i++) {
		struct json_value *value = make_record(
			row->rows, rows_element(row, at->record, i), at);
		fputs(i == 0 ? "[\n  " : ",\n  ", out);
		result = rows_has(row, ROW_LINES) && at->shared
				 ? json_print_line(value, out)
				 : json_print_within(value, 2, out);
		json_free(value);
	}
	fputs(count == 0 ? "[]" : "\n ]", out);
	return result;
}

static int print_member(const struct row *row, const struct rows_at *at,
	bool is_first, FILE *out)
{
	struct json_value *value =
		row->kind == ROW_KIND_LIST ? NULL : make_member(row, at);
	int result;

	fprintf(out, "%s\n \"%s\": ", is_first ? "{" : ",", row->key);
	result = value ? json_print_within(value, 1, out)
		       : rows_print_list(row, at, out);
	json_free(value);
	return result;
}

/* A line each. */
static int print_shared(const struct rows_shared *shared, FILE *out)
{
	int result = 0;

	for (size_t i = 0; i < shared->count; i++) {
		const struct json_value *values = shared->list[i].values;
		fprintf(out, ",\n \"%s\": [", shared->list[i].key);
		for (size_t k = 0; k < json_length(values) && result == 0;
			k++) {
			fputs(k == 0 ? "\n  " : ",\n  ", out);
			result = json_print_line(json_element(values, k), out);
		}
		fputs("\n ]", out);
	}
	return result;
}

static int print_members(const struct rows *rows, const struct rows_at *at,
	FILE *out, struct error *err)
{
	int result = 0;

	errno = 0;
	for (const struct row *row = rows->row; row->key && result == 0; row++)
		if (is_written(row, at->record))
			result = print_member(row, at, row == rows->row, out);
	if (result == 0 && at->shared)
		result = print_shared(at->shared, out);
	if (result != 0 || fputs("\n}\n", out) == EOF || fflush(out) != 0)
		return error_set_errno(err, "cannot write JSON");
	return 0;
}

int rows_print(const struct rows *rows, const void *record, FILE *out,
	struct error *err)
{
	struct rows_shared shared = {0};
	const struct rows_at at = {record, NULL, &shared};
	int result = print_members(rows, &at, out, err);

	rows_shared_release(&shared);
	return result;
}

int rows_print_whole(const struct rows *rows, const void *record, FILE *out,
	struct error *err)
{
	const struct rows_at at = {record, NULL, NULL};

	return print_members(rows, &at, out, err);
}

static int write_by(
	int (*print)(const struct rows *, const void *, FILE *, struct error *),
	const struct rows *rows, const void *record, const char *path,
	struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0 && print(rows, record, file.out, err) != 0)
		result = error_add_context(err, "%s", path);
	return whole_file_close(&file, result, err);
}

int rows_write(const struct rows *rows, const void *record, const char *path,
	struct error *err)
{
	return write_by(rows_print, rows, record, path, err);
}

int rows_write_whole(const struct rows *rows, const void *record,
	const char *path, struct error *err)
{
	return write_by(rows_print_whole, rows, record, path, err);
}

/* --- copying ------------------------------------------------------------ */

static void copy_members(const struct rows *rows, struct arena *arena,
	const void *from, void *to);

static void copy_elements(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	size_t count = rows_count_of(row, from);

	set_count(row, to, count);
	if (row->kind == ROW_KIND_COUNTS) {
		MEMBER(void *, row, to) =
			arena_copy(arena, MEMBER_CONST(void *, row, from),
				count * sizeof(uint64_t));
	} else if (row->kind == ROW_KIND_TEXTS) {
		const char **text = arena_alloc(arena, count * sizeof *text);
		for (size_t i = 0; i < count; i++)
			text[i] = arena_string(arena,
				MEMBER_CONST(const char **, row, from)[i]);
		MEMBER(const char **, row, to) = text;
	} else {
		MEMBER(void *, row, to) =
			arena_alloc_zero(arena, count, row->rows->bytes);
		for (size_t i = 0; i < count; i++)
			copy_members(row->rows, arena,
				rows_element(row, from, i),
				(void *)rows_element(row, to, i));
	}
}

static void copy_pointer(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	const void *pointed = MEMBER_CONST(void *, row, from);
	void *copy;

	if (!pointed)
		return;
	copy = arena_alloc_zero(arena, 1, row->rows->bytes);
	copy_members(row->rows, arena, pointed, copy);
	MEMBER(void *, row, to) = copy;
}

static void copy_member(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
		MEMBER(const char *, row, to) =
			arena_string(arena, MEMBER_CONST(char *, row, from));
		break;
	case ROW_KIND_REAL:
		MEMBER(double, row, to) =
			json_round(MEMBER_CONST(double, row, from));
		break;
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		copy_elements(row, arena, from, to);
		break;
	case ROW_KIND_RECORD:
		copy_members(row->rows, arena, (const char *)from + row->offset,
			(char *)to + row->offset);
		break;
	case ROW_KIND_POINTER:
		copy_pointer(row, arena, from, to);
		break;
	default:
		memcpy((char *)to + row->offset,
			(const char *)from + row->offset, rows_size_of(row));
	}
}

static void copy_members(const struct rows *rows, struct arena *arena,
	const void *from, void *to)
{
	for (const struct row *row = rows->row; row->key; row++)
		copy_member(row, arena, from, to);
}

void rows_copy(const struct rows *rows, struct arena *arena, const void *from,
	void *to)
{
	memset(to, 0, rows->bytes);
	copy_members(rows, arena, from, to);
}

/* --- texts -------------------------------------------------------------- */

struct visitor {
	void (*visit)(const char **text, void *closure);
	void *closure;
};

static void visit_members(
	const struct visitor *visitor, const struct rows *rows, void *record);

static void visit_elements(
	const struct visitor *visitor, const struct row *row, void *record)
{
	size_t count = rows_count_of(row, record);

	for (size_t i = 0; i < count; i++) {
		if (row->kind == ROW_KIND_TEXTS)
			visitor->visit(&MEMBER(const char **, row, record)[i],
				visitor->closure);
		else
			visit_members(visitor, row->rows,
				(void *)rows_element(row, record, i));
	}
}

static void visit_members(
	const struct visitor *visitor, const struct rows *rows, void *record)
{
	for (const struct row *row = rows->row; row->key; row++) {
		if (row->kind == ROW_KIND_TEXTS || row->kind == ROW_KIND_LIST)
			visit_elements(visitor, row, record);
		else if (row->kind == ROW_KIND_RECORD)
			visit_members(visitor, row->rows,
				(char *)record + row->offset);
		else if (row->kind == ROW_KIND_POINTER &&
			 MEMBER(void *, row, record))
			visit_members(visitor, row->rows,
				MEMBER(void *, row, record));
		else if (row->kind == ROW_KIND_TEXT &&
			 MEMBER(const char *, row, record))
			visitor->visit(&MEMBER(const char *, row, record),
				visitor->closure);
	}
}

void rows_visit_texts(const struct rows *rows, void *record,
	void (*visit)(const char **text, void *closure), void *closure)
{
	visit_members(&(struct visitor){visit, closure}, rows, record);
}

/* --- order -------------------------------------------------------------- */

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))
#define ORDER_MEMBER(type, row, a, b)                                          \
	ORDER(MEMBER_CONST(type, row, a), MEMBER_CONST(type, row, b))

static int compare_elements(const struct row *row, const void *a, const void *b)
{
	size_t count_a = rows_count_of(row, a), count_b = rows_count_of(row, b);
	int order = 0;

	for (size_t i = 0; order == 0 && i < count_a && i < count_b; i++) {
		if (row->kind == ROW_KIND_TEXTS)
			order = strcmp(MEMBER_CONST(const char **, row, a)[i],
				MEMBER_CONST(const char **, row, b)[i]);
		else if (row->kind == ROW_KIND_COUNTS)
			order = ORDER(MEMBER_CONST(uint64_t *, row, a)[i],
				MEMBER_CONST(uint64_t *, row, b)[i]);
		else
			order = rows_compare(row->rows, rows_element(row, a, i),
				rows_element(row, b, i));
	}
	return order != 0 ? order : ORDER(count_a, count_b);
}

/* Neither is empty. */
static int compare_member(const struct row *row, const void *a, const void *b)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
		return strcmp(MEMBER_CONST(char *, row, a),
			MEMBER_CONST(char *, row, b));
	case ROW_KIND_COUNT:
	case ROW_KIND_HEX:
		return ORDER_MEMBER(uint64_t, row, a, b);
	case ROW_KIND_UNSIGNED:
	case ROW_KIND_CHOICE:
		return ORDER_MEMBER(unsigned, row, a, b);
	case ROW_KIND_INTEGER:
		return ORDER_MEMBER(int, row, a, b);
	case ROW_KIND_REAL:
		return ORDER_MEMBER(double, row, a, b);
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		return compare_elements(row, a, b);
	case ROW_KIND_RECORD:
		return rows_compare(row->rows, (const char *)a + row->offset,
			(const char *)b + row->offset);
	case ROW_KIND_POINTER:
		return rows_compare(row->rows, MEMBER_CONST(void *, row, a),
			MEMBER_CONST(void *, row, b));
	default:
		break;
	}
	return 0;
}

int rows_compare(const struct rows *rows, const void *a, const void *b)
{
	int order = 0;

	for (const struct row *row = rows->row; order == 0 && row->key; row++) {
		bool no_a = is_empty(row, a), no_b = is_empty(row, b);
		if (rows_has(row, ROW_COMPUTED | ROW_JOINED) || (no_a && no_b))
			continue;
		order = no_a || no_b ? (int)no_a - (int)no_b
				     : compare_member(row, a, b);
	}
	return order;
}
