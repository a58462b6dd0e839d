/* SPDX-License-Identifier: MIT
 * What `retread prove` has found out. */
#include "config.h"

#include "viz/proof.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define SCHEMA	 "retread-proof-1"
#define REAL_MAX 1e300
#define ROWS_MAX 1000

static const char *text_or_null(
	struct arena *arena, const struct json_at *at, const char *key)
{
	return json_has(at, key) ? arena_string(arena, json_get_text(at, key))
				 : NULL;
}

static double real_or_zero(const struct json_at *at, const char *key)
{
	return json_has(at, key) ? json_get_real(at, key, -REAL_MAX, REAL_MAX)
				 : 0;
}

/* The file that PATH ends in, in the folder KIND of FOLDER. */
static const char *file_of(struct arena *arena, const char *folder,
	const char *kind, const char *path)
{
	const char *slash = strrchr(path, '/');

	return arena_format(arena, "%s/%s/%s", folder, kind,
		slash != NULL ? slash + 1 : path);
}

/* Element I of the array at KEY as a file, if there is one. */
static const char *read_file(struct arena *arena, const struct json_at *top,
	const char *key, const char *folder, const char *kind, size_t i)
{
	struct json_at array = json_at_member(top, key, JSON_KIND_ARRAY);

	return i < json_at_length(&array)
		       ? file_of(arena, folder, kind,
				 json_get_element_text(&array, i))
		       : NULL;
}

static void read_rows(struct arena *arena, const struct json_at *top,
	const char *folder, struct proof_result *proof)
{
	struct json_at sizes = json_at_member(top, "sizes", JSON_KIND_ARRAY);
	struct json_at counts = json_at_member(top, "counts", JSON_KIND_ARRAY);
	struct json_at typical =
		json_at_member(top, "typical_counts", JSON_KIND_ARRAY);
	size_t count = json_at_length(&sizes), files = 0;

	if (count != json_at_length(&counts) ||
		count != json_at_length(&typical) || count > ROWS_MAX) {
		json_at_fail(top, "sizes", "has not as many as the counts");
		return;
	}
	proof->row = arena_alloc_zero(arena, count, sizeof(*proof->row));
	proof->row_count = count;
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct proof_row *row = &proof->row[i];
		row->bytes = json_get_element_count(&sizes, i);
		row->count = json_get_element_count(&counts, i);
		row->typical = json_get_element_count(&typical, i);
		row->input =
			read_file(arena, top, "inputs", folder, "inputs", i);
		/* Those that are not known have no file either. */
		if (row->typical > 0)
			row->typical_input = read_file(arena, top,
				"typical_inputs", folder, "typical", files++);
	}
}

static void read_place(struct arena *arena, const struct json_at *top,
	struct proof_place *place)
{
	struct json_at at = json_at_member(top, "place", JSON_KIND_OBJECT);

	place->function = text_or_null(arena, &at, "function");
	place->file = text_or_null(arena, &at, "file");
	if (json_has(&at, "line"))
		place->line = (unsigned)json_get_count(&at, "line", UINT32_MAX);
}

static void read_all(struct arena *arena, const struct json_at *top,
	const char *folder, struct proof_result *proof)
{
	const char *schema = json_get_text(top, "schema");

	if (!top->reader->failed && strcmp(schema, SCHEMA) != 0)
		json_at_fail(top, "schema", "is \"%.40s\", not \"%s\"", schema,
			SCHEMA);
	proof->verdict = arena_string(arena, json_get_text(top, "verdict"));
	proof->sentence = arena_string(arena, json_get_text(top, "sentence"));
	proof->model = text_or_null(arena, top, "model");
	proof->rival = text_or_null(arena, top, "rival");
	proof->pattern = text_or_null(arena, top, "pattern");
	proof->degree = real_or_zero(top, "degree");
	proof->low = real_or_zero(top, "low");
	proof->high = real_or_zero(top, "high");
	proof->error = real_or_zero(top, "error");
	proof->rival_error = real_or_zero(top, "rival_error");
	if (json_has(top, "one_second"))
		proof->one_second =
			json_get_count(top, "one_second", UINT64_MAX);
	proof->is_partial =
		json_has(top, "partial") && json_get_bool(top, "partial");
	read_place(arena, top, &proof->place);
	read_rows(arena, top, folder, proof);
}

struct proof_result *proof_read(
	struct arena *arena, const char *folder, struct error *err)
{
	char *path = memory_format("%s/proof.json", folder);
	struct json_value *value = json_read_file(path, err);
	struct proof_result *proof = arena_alloc_zero(arena, 1, sizeof(*proof));
	struct json_reader reader = {.err = err};

	if (value != NULL) {
		struct json_at top =
			json_at_top(&reader, value, JSON_KIND_OBJECT);
		read_all(arena, &top, folder, proof);
		if (reader.failed)
			error_add_context(err, "%s", path);
	}
	free(path);
	json_free(value);
	return value != NULL && !reader.failed ? proof : NULL;
}
