/* SPDX-License-Identifier: MIT
 * What `retread prove` has found out. */
#include "config.h"

#include "lib/report/proof.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/report/report.h"

#define SCHEMA	 "retread-proof-1"
#define REAL_MAX 1e300
#define ROWS_MAX 1000

/* What sizes and counts are unless the proof says something else. */
#define SIZE_UNIT  "bytes of input"
#define COUNT_UNIT "executions"

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

static uint64_t count_or_zero(const struct json_at *at, const char *key)
{
	return json_has(at, key) ? json_get_count(at, key, UINT64_MAX) : 0;
}

static bool is_true(const struct json_at *at, const char *key)
{
	return json_has(at, key) && json_get_bool(at, key);
}

/* The array at KEY, an empty one if it is not there. */
static struct json_at array_at(const struct json_at *at, const char *key)
{
	struct json_at none = {.reader = at->reader};

	return json_has(at, key) ? json_at_member(at, key, JSON_KIND_ARRAY)
				 : none;
}

static struct proof_texts read_texts(
	struct arena *arena, const struct json_at *top, const char *key)
{
	struct json_at array = array_at(top, key);
	struct proof_texts texts = {.count = json_at_length(&array)};

	texts.text =
		arena_alloc_zero(arena, texts.count + 1, sizeof(*texts.text));
	for (size_t i = 0; i < texts.count; i++)
		texts.text[i] =
			arena_string(arena, json_get_element_text(&array, i));
	return texts;
}

/* The file that PATH ends in, in the folder KIND of FOLDER. */
static const char *file_of(struct arena *arena, const char *folder,
	const char *kind, const char *path)
{
	const char *slash = strrchr(path, '/');

	return arena_format(arena, "%s/%s/%s", folder, kind,
		slash != NULL ? slash + 1 : path);
}

/* Element I of ARRAY as a file, if there is one. */
static const char *read_file(struct arena *arena, const struct json_at *array,
	const char *folder, const char *kind, size_t i)
{
	return i < json_at_length(array)
		       ? file_of(arena, folder, kind,
				 json_get_element_text(array, i))
		       : NULL;
}

static uint64_t element_or_zero(const struct json_at *array, size_t i)
{
	return i < json_at_length(array) ? json_get_element_count(array, i) : 0;
}

static void read_rows(struct arena *arena, const struct json_at *top,
	const char *folder, struct proof_result *proof)
{
	struct json_at sizes = json_at_member(top, "sizes", JSON_KIND_ARRAY);
	struct json_at counts = json_at_member(top, "counts", JSON_KIND_ARRAY);
	struct json_at totals = array_at(top, "total_counts");
	struct json_at typical = array_at(top, "typical_counts");
	struct json_at typical_totals = array_at(top, "typical_total_counts");
	struct json_at inputs = array_at(top, "inputs");
	struct json_at typical_inputs = array_at(top, "typical_inputs");
	size_t count = json_at_length(&sizes), files = 0;

	if (count != json_at_length(&counts) || count > ROWS_MAX) {
		json_at_fail(top, "sizes", "has not as many as the counts");
		return;
	}
	proof->row = arena_alloc_zero(arena, count, sizeof(*proof->row));
	proof->row_count = count;
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct proof_row *row = &proof->row[i];
		row->bytes = json_get_element_count(&sizes, i);
		row->count = json_get_element_count(&counts, i);
		row->total = element_or_zero(&totals, i);
		row->typical = element_or_zero(&typical, i);
		row->total_typical = element_or_zero(&typical_totals, i);
		row->input = read_file(arena, &inputs, folder, "inputs", i);
		/* Those that are not known have no file either. */
		if (row->typical > 0 || row->total_typical > 0)
			row->typical_input = read_file(arena, &typical_inputs,
				folder, "typical", files++);
	}
}

static void read_place(struct arena *arena, const struct json_at *at,
	struct proof_place *place)
{
	place->function = text_or_null(arena, at, "function");
	place->file = text_or_null(arena, at, "file");
	if (json_has(at, "line"))
		place->line = (unsigned)json_get_count(at, "line", UINT32_MAX);
}

static void read_lines(struct arena *arena, const struct json_at *top,
	struct proof_result *proof)
{
	struct json_at array = array_at(top, "laws");
	size_t count = json_at_length(&array);

	if (count > ROWS_MAX)
		count = ROWS_MAX;
	proof->line = arena_alloc_zero(arena, count + 1, sizeof(*proof->line));
	for (size_t i = 0; i < count && !top->reader->failed; i++) {
		struct proof_line *line = &proof->line[i];
		struct json_at at =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		read_place(arena, &at, &line->place);
		line->model = text_or_null(arena, &at, "model");
		line->degree = real_or_zero(&at, "degree");
		line->most = count_or_zero(&at, "most");
		proof->line_count++;
	}
}

static void read_law(struct arena *arena, const struct json_at *top,
	struct proof_result *proof)
{
	proof->verdict = arena_string(arena, json_get_text(top, "verdict"));
	proof->sentence = arena_string(arena, json_get_text(top, "sentence"));
	proof->model = text_or_null(arena, top, "model");
	proof->rival = text_or_null(arena, top, "rival");
	proof->total_model = text_or_null(arena, top, "total_model");
	proof->left = read_texts(arena, top, "models_left");
	proof->degree = real_or_zero(top, "degree");
	proof->low = real_or_zero(top, "low");
	proof->high = real_or_zero(top, "high");
	proof->error = real_or_zero(top, "error");
	proof->rival_error = real_or_zero(top, "rival_error");
	proof->from = count_or_zero(top, "from");
	proof->to = count_or_zero(top, "to");
	proof->limit = count_or_zero(top, "limit");
	proof->one_second = count_or_zero(top, "one_second");
	proof->is_exact = is_true(top, "exact");
	proof->is_noisy = is_true(top, "noise");
	proof->is_partial = is_true(top, "partial");
	/* Growth that is no steeper is no proof that nothing is. */
	proof->is_steep = !top->reader->failed &&
			  strcmp(proof->verdict, "grows") == 0 &&
			  !is_true(top, "no_proof_of_absence");
}

/* What one of several curves says. */
static const char *sentence_of(
	struct arena *arena, const struct json_at *top, const char *key)
{
	struct json_at at;

	if (!json_has(top, key))
		return NULL;
	at = json_at_member(top, key, JSON_KIND_OBJECT);
	return text_or_null(arena, &at, "sentence");
}

static void read_all(struct arena *arena, const struct json_at *top,
	const char *folder, struct proof_result *proof)
{
	const char *schema = json_get_text(top, "schema");

	if (!top->reader->failed && strcmp(schema, SCHEMA) != 0)
		json_at_fail(top, "schema", "is \"%.40s\", not \"%s\"", schema,
			SCHEMA);
	read_law(arena, top, proof);
	proof->is_of_tests = json_has(top, "kind") && !top->reader->failed &&
			     strcmp(json_get_text(top, "kind"), "tests") == 0;
	proof->by_argument = sentence_of(arena, top, "by_argument");
	proof->by_cells = sentence_of(arena, top, "by_cells");
	proof->command = read_texts(arena, top, "command");
	proof->pattern = text_or_null(arena, top, "pattern");
	proof->typical_pattern = text_or_null(arena, top, "typical_pattern");
	proof->generator = text_or_null(arena, top, "generator");
	proof->size_unit = text_or_null(arena, top, "size_unit");
	proof->count_unit = text_or_null(arena, top, "count_unit");
	if (proof->size_unit == NULL)
		proof->size_unit = SIZE_UNIT;
	if (proof->count_unit == NULL)
		proof->count_unit = COUNT_UNIT;
	proof->execs = count_or_zero(top, "execs");
	proof->families = count_or_zero(top, "families");
	if (json_has(top, "place")) {
		struct json_at place =
			json_at_member(top, "place", JSON_KIND_OBJECT);
		read_place(arena, &place, &proof->place);
	}
	read_lines(arena, top, proof);
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

struct report_proof proof_summary(const struct proof_result *proof)
{
	return (struct report_proof){
		.state = proof->is_steep ? REPORT_PROVED
			 : strcmp(proof->verdict, "bounded") == 0
				 ? REPORT_BOUNDED
				 : REPORT_NOT_SHOWN,
		.verdict = proof->verdict,
		.sentence = proof->sentence,
		.model = proof->model,
		.pattern = proof->pattern,
		.degree = proof->degree,
		.degree_low = proof->low,
		.degree_high = proof->high,
		.from = proof->from,
		.to = proof->to,
		.one_second = proof->one_second,
		.is_partial = proof->is_partial};
}
