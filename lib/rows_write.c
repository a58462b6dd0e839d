/* SPDX-License-Identifier: MIT
 * Records described by rows: written as JSON. */
#include "config.h"

#include "lib/rows_inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/rows_shared.h"
#include "lib/whole_file.h"

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
			json_append_text(array, ROWS_MEMBER_CONST(const char **,
							row, at->record)[i]);
		else if (row->kind == ROW_KIND_COUNTS)
			json_append(array,
				make_count(row, ROWS_MEMBER_CONST(uint64_t *,
							row, at->record)[i]));
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
		return json_make_text(ROWS_MEMBER_CONST(char *, row, record));
	case ROW_KIND_COUNT:
		return json_make_count(
			ROWS_MEMBER_CONST(uint64_t, row, record));
	case ROW_KIND_UNSIGNED:
		return json_make_count(
			ROWS_MEMBER_CONST(unsigned, row, record));
	case ROW_KIND_INTEGER:
		return json_make_number(ROWS_MEMBER_CONST(int, row, record));
	case ROW_KIND_REAL:
		return json_make_real(ROWS_MEMBER_CONST(double, row, record));
	case ROW_KIND_TRUTH:
		return json_make_bool(ROWS_MEMBER_CONST(bool, row, record));
	case ROW_KIND_CHOICE:
		return json_make_text(
			row->names[ROWS_MEMBER_CONST(unsigned, row, record)]);
	case ROW_KIND_HEX:
		return make_hex(ROWS_MEMBER_CONST(uint64_t, row, record));
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		return make_elements(row, at);
	case ROW_KIND_RECORD:
		return make_record(
			row->rows, (const char *)record + row->offset, at);
	case ROW_KIND_POINTER:
		return make_record(
			row->rows, ROWS_MEMBER_CONST(void *, row, record), at);
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
	       !(rows_has(row, ROW_SPARSE) && rows_is_empty(row, record));
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
