/* SPDX-License-Identifier: MIT
 * Prints the JSON Schema of a file that we publish, from the rows by which it is
 * read and written: print_schema NAME. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/report/joins.h"
#include "lib/report/proof.h"

#define DEFS_MAX 32
#define REAL_MAX 1e300

/* The tables that have a name, in the order they are met. */
struct defs {
	const struct rows *rows[DEFS_MAX];
	size_t count;
};

static struct json_value *type_of(const char *type, bool may_be_null)
{
	struct json_value *types;

	if (!may_be_null)
		return json_make_text(type);
	types = json_make_array();
	json_append_text(types, type);
	json_append_text(types, "null");
	return types;
}

static void put_number(
	struct json_value *object, const struct row *row, bool is_whole)
{
	json_put_text(object, "type", is_whole ? "integer" : "number");
	if (is_whole || row->max != 0)
		json_put_number(object, "minimum", (int64_t)row->min);
	if (row->max != 0 && row->max < REAL_MAX)
		json_put_number(object, "maximum", (int64_t)row->max);
}

static void put_names(struct json_value *object, const struct row *row)
{
	struct json_value *names = json_make_array();

	for (size_t i = 0; row->names[i] != NULL; i++)
		json_append_text(names, row->names[i]);
	json_put(object, "enum", names);
}

static void put_members(
	struct json_value *object, const struct rows *rows, struct defs *defs);

/* OBJECT is what ROWS, which have a name, say among the definitions. */
static void put_reference(
	struct json_value *object, const struct rows *rows, struct defs *defs)
{
	size_t i = 0;
	char *name;

	while (i < defs->count && defs->rows[i] != rows)
		i++;
	if (i == defs->count && i < DEFS_MAX)
		defs->rows[defs->count++] = rows;
	name = memory_format("#/$defs/%s", rows->name);
	json_put_text(object, "$ref", name);
	free(name);
}

/* OBJECT is what ROWS say, here or among the definitions, or an index in the list in which
 * their records stand once. */
static void put_record(
	struct json_value *object, const struct rows *rows, struct defs *defs)
{
	struct json_value *either, *index, *record;

	if (rows->name == NULL) {
		put_members(object, rows, defs);
		return;
	}
	if (rows->shared == NULL) {
		put_reference(object, rows, defs);
		return;
	}
	either = json_make_array();
	index = json_make_object();
	record = json_make_object();
	json_put_text(index, "description", rows->shared);
	json_put_text(index, "type", "integer");
	json_put_count(index, "minimum", 0);
	put_reference(record, rows, defs);
	json_append(either, index);
	json_append(either, record);
	json_put(object, "anyOf", either);
}

static void put_array(struct json_value *object, const struct row *row,
	struct json_value *items)
{
	json_put_text(object, "type", "array");
	if ((row->flags & ROW_FILLED) != 0)
		json_put_count(object, "minItems", 1);
	json_put(object, "items", items);
}

static void put_value(struct json_value *object, const struct row *row,
	enum row_kind kind, struct defs *defs)
{
	struct json_value *items;

	switch (kind) {
	case ROW_KIND_TEXT:
		json_put(object, "type",
			type_of("string", (row->flags & ROW_NULLABLE) != 0));
		break;
	case ROW_KIND_COUNT:
	case ROW_KIND_UNSIGNED:
	case ROW_KIND_INTEGER:
		put_number(object, row, true);
		break;
	case ROW_KIND_REAL:
		put_number(object, row, false);
		break;
	case ROW_KIND_TRUTH:
		json_put_text(object, "type", "boolean");
		break;
	case ROW_KIND_CHOICE:
		put_names(object, row);
		break;
	case ROW_KIND_HEX:
		json_put_text(object, "type", "string");
		json_put_text(object, "pattern", "^[0-9a-f]{16}$");
		break;
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
		items = json_make_object();
		json_put(items, "type",
			kind == ROW_KIND_TEXTS ? type_of("string", false)
					       : type_of("integer", true));
		put_array(object, row, items);
		break;
	case ROW_KIND_LIST:
		items = json_make_object();
		put_record(items, row->rows, defs);
		put_array(object, row, items);
		break;
	case ROW_KIND_SHARED:
		items = json_make_object();
		put_reference(items, row->rows, defs);
		put_array(object, row, items);
		break;
	case ROW_KIND_RECORD:
	case ROW_KIND_POINTER:
		put_record(object, row->rows, defs);
		break;
	case ROW_KIND_SCHEMA:
		json_put_text(object, "const", row->names[0]);
		break;
	case ROW_KIND_MADE:
		if (row->made == ROW_KIND_RECORD)
			json_put_text(object, "type", "object");
		else
			put_value(object, row, row->made, defs);
		break;
	}
}

/* One of several members that are not all there is not required. */
static bool has_alternatives(const struct rows *rows)
{
	for (const struct row *row = rows->row; row->key != NULL; row++)
		if ((row->flags & ROW_ALONE) != 0)
			return true;
	return false;
}

static void put_object(struct json_value *object, struct json_value *required,
	struct json_value *properties)
{
	json_put_text(object, "type", "object");
	json_put(object, "required", required);
	json_put(object, "properties", properties);
}

static void put_members(
	struct json_value *object, const struct rows *rows, struct defs *defs)
{
	struct json_value *required = json_make_array();
	struct json_value *properties = json_make_object();
	struct json_value *items = json_make_array();
	bool is_any = has_alternatives(rows);

	for (const struct row *row = rows->row; row->key != NULL; row++) {
		struct json_value *member = json_make_object();
		if ((row->flags & ROW_HIDDEN) != 0) {
			json_free(member);
			continue;
		}
		if (!is_any && (row->flags & (ROW_SPARSE | ROW_LATER)) == 0)
			json_append_text(required, row->key);
		if (row->about != NULL)
			json_put_text(member, "description", row->about);
		put_value(member, row, row->kind, defs);
		json_append(items, json_again(member));
		json_put(properties, row->key, member);
	}
	if (rows->is_tuple) {
		struct json_value *tuple = json_make_object();
		struct json_value *whole = json_make_object();
		struct json_value *either = json_make_array();
		json_put_text(tuple, "type", "array");
		json_put_count(tuple, "minItems", json_length(items));
		json_put(tuple, "prefixItems", items);
		json_append(either, tuple);
		put_object(whole, required, properties);
		json_append(either, whole);
		json_put(object, "anyOf", either);
		return;
	}
	json_free(items);
	put_object(object, required, properties);
}

static struct json_value *make_schema(const struct rows *rows)
{
	struct json_value *top = json_make_object();
	struct json_value *list = json_make_object();
	struct defs defs = {.count = 0};

	json_put_text(
		top, "$schema", "https://json-schema.org/draft/2020-12/schema");
	json_put_text(top, "title", rows->name);
	json_put_text(top, "description", rows->about);
	put_members(top, rows, &defs);
	/* More are met on the way. */
	for (size_t i = 0; i < defs.count; i++) {
		struct json_value *one = json_make_object();
		if (defs.rows[i]->about != NULL)
			json_put_text(one, "description", defs.rows[i]->about);
		put_members(one, defs.rows[i], &defs);
		json_put(list, defs.rows[i]->name, one);
	}
	json_put(top, "$defs", list);
	return top;
}

int main(int argc, char **argv)
{
	const struct {
		const char *name;
		const struct rows *rows;
	} file[] = {{"report", &report_rows}, {"proof", &proof_rows},
		{"divergences", found_kinds[FOUND_DIVERGENCE].file},
		{"ir", found_kinds[FOUND_MISCOMPILATION].file},
		{"inputs", found_kinds[FOUND_INPUT].file}};
	struct error err = {{0}};

	for (size_t i = 0; argc == 2 && i < sizeof(file) / sizeof(file[0]);
		i++) {
		struct json_value *schema;
		int result;
		if (strcmp(argv[1], file[i].name) != 0)
			continue;
		schema = make_schema(file[i].rows);
		result = json_print(schema, stdout, &err);
		json_free(schema);
		return result == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	fputs("usage: print_schema report|proof|divergences|inputs|ir\n",
		stderr);
	return 2;
}
