/* SPDX-License-Identifier: MIT
 * The page of what `retread spectra report` saved: the values, offsets and trips of a
 * kernel's variables, and the boundaries of hardware that they crossed. */
#include "config.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "viz/data.h"
#include "viz/sections.h"
#include "viz/site.h"

/* Ranges of offsets that are shown in a row. */
#define RANGES_MAX 8
/* Pixels a bit, and the widest bar. */
#define BIT_WIDTH 6
#define BITS_MAX  64
#define LINES_MAX UINT32_MAX
/* Of a histogram, in pixels. */
#define COLUMN_STEP   16
#define COLUMN_HEIGHT 120
#define COLUMN_FOOT   16

static const char *const states[] = {"far", "near", "crossed", NULL};
static const char *const state_badge[] = {"info", "medium", "high"};

/* STATE, of states, or -1: none. */
static struct json_value *spectra_make_state(int state)
{
	return state < 0 ? json_make_text(NULL)
			 : JSON_OBJECT(JSON("badge", state_badge[state]),
				   JSON("name", states[state]));
}

static struct json_value *spectra_make_place(const struct json_at *at)
{
	const char *file = json_get_text_or_null(at, "file");

	return !file || *file == '\0'
		       ? json_make_text(NULL)
		       : JSON_OBJECT(JSON("file", file),
				 JSON("line", json_get_count(
						      at, "line", LINES_MAX)));
}

/* The worst of ENTITY's boundaries, of states; -1: it has none. */
static int spectra_worst_state(const struct json_at *entity)
{
	struct json_at list =
		json_at_member(entity, "boundaries", JSON_KIND_ARRAY);
	int worst = -1;

	for (size_t i = 0; i < json_at_length(&list); i++) {
		struct json_at boundary =
			json_at_element(&list, i, JSON_KIND_OBJECT);
		int state = json_get_choice(&boundary, "state", states);
		if (state > worst)
			worst = state;
	}
	return worst;
}

/* The frame is what was declared, what fills it was used. */
static struct json_value *spectra_make_bar(
	const struct json_at *entity, int state)
{
	uint64_t used = json_has(entity, "bits_used")
				? json_get_count(entity, "bits_used", BITS_MAX)
				: 0;
	uint64_t bits = json_get_count(entity, "bits", UINT32_MAX);
	uint64_t declared = bits < BITS_MAX ? bits : BITS_MAX;

	if (used == 0 || declared == 0)
		return json_make_text(NULL);
	return JSON_OBJECT(
		JSON("width",
			(used > declared ? used : declared) * BIT_WIDTH + 2),
		JSON("used", used), JSON("bits", bits),
		JSON("state", states[state < 0 ? 0 : state]),
		JSON("filled", used * BIT_WIDTH),
		JSON("frame", declared * BIT_WIDTH));
}

/* "0-3,7,...": the first MOST ranges of TEXT. */
static struct json_value *spectra_make_offsets(const char *text, size_t most)
{
	const char *end = text;
	size_t ranges = 0;

	for (; *end != '\0' && (*end != ',' || ++ranges < most); end++)
		;
	return data_own(memory_format(
		"%.*s%s", (int)(end - text), text, *end != '\0' ? ",..." : ""));
}

/* The least or the largest value, by its type: "u8", "s8.8", "float32", ... */
static struct json_value *spectra_make_value(
	const struct json_at *entity, const char *key)
{
	const char *width = json_get_text_or_null(entity, "width");

	if (!json_has(entity, key))
		return json_make_text(NULL);
	if (width && (*width == 'f' || strchr(width, '.')))
		return data_own(memory_format(
			"%.9g", json_get_real(entity, key, -DBL_MAX, DBL_MAX)));
	return data_own(memory_format("%" PRId64,
		json_get_number(entity, key, INT64_MIN, INT64_MAX)));
}

/*--- one spectrum ---*/

/* Values that needed LENGTH bits: a column of the histogram; "negative" is where the
 * negative ones are counted. */
static struct json_value *spectra_make_column(
	const char *length, size_t column, uint64_t count, uint64_t most)
{
	uint64_t x = column * COLUMN_STEP;
	uint64_t height =
		(uint64_t)((double)count / (double)most * COLUMN_HEIGHT + 0.5);

	if (count > 0 && height == 0)
		height = 1;
	return JSON_OBJECT(JSON("x", x), JSON("y", COLUMN_HEIGHT - height),
		JSON("width", (uint64_t)COLUMN_STEP - 3),
		JSON("height", height), JSON("bits", length),
		JSON("values", count),
		JSON("foot", (uint64_t)COLUMN_HEIGHT + COLUMN_FOOT - 4),
		JSON("label", strcmp(length, "negative") == 0 ? "-" : length));
}

static struct json_value *spectra_make_histogram(const struct json_at *entity)
{
	struct json_value *columns;
	struct json_at lengths;
	size_t count;
	uint64_t most = 1;

	if (!json_has(entity, "lengths"))
		return json_make_text(NULL);
	lengths = json_at_member(entity, "lengths", JSON_KIND_OBJECT);
	count = json_at_length(&lengths);
	if (count == 0) /* of real numbers */
		return json_make_text(NULL);
	for (size_t i = 0; i < count; i++) {
		uint64_t values = json_get_count(
			&lengths, json_get_key(&lengths, i), UINT64_MAX);
		most = values > most ? values : most;
	}
	columns = json_make_array();
	for (size_t i = 0; i < count; i++) {
		const char *key = json_get_key(&lengths, i);
		json_append(columns,
			spectra_make_column(key, i,
				json_get_count(&lengths, key, UINT64_MAX),
				most));
	}
	return JSON_OBJECT(JSON("width", (uint64_t)count * COLUMN_STEP),
		JSON("height", (uint64_t)COLUMN_HEIGHT + COLUMN_FOOT),
		JSON("columns", columns));
}

static struct json_value *spectra_make_boundaries(const struct json_at *entity)
{
	struct json_at list =
		json_at_member(entity, "boundaries", JSON_KIND_ARRAY);
	struct json_value *boundaries = json_make_array();

	for (size_t i = 0; i < json_at_length(&list); i++) {
		struct json_at at = json_at_element(&list, i, JSON_KIND_OBJECT);
		json_append(boundaries,
			JSON_OBJECT(JSON("state",
					    spectra_make_state(json_get_choice(
						    &at, "state", states))),
				JSON("finding",
					json_get_text_or_null(&at, "finding")),
				JSON("place", spectra_make_place(&at)),
				JSON("text",
					json_get_text_or_null(&at, "text"))));
	}
	return boundaries;
}

/* A number that is shown on top, if it is more than LEAST. */
struct spectra_number {
	const char *key, *term, *name;
	uint64_t least;
	bool is_shown; /* even if it is not */
};

static struct json_value *spectra_make_numbers(const struct json_at *at,
	const struct spectra_number *row, size_t count)
{
	struct json_value *numbers = json_make_array();

	for (size_t i = 0; i < count; i++) {
		bool is_there = json_has(at, row[i].key);
		uint64_t number =
			is_there ? json_get_count(at, row[i].key, UINT64_MAX)
				 : 0;
		if (number > row[i].least || (is_there && row[i].is_shown))
			json_append(
				numbers, JSON_OBJECT(JSON("term", row[i].term),
						 JSON("title", row[i].name),
						 JSON("value", number)));
	}
	return numbers;
}

/* Entity INDEX of COUNT. */
static struct json_value *spectra_make_entity(
	const struct json_at *entity, size_t index, size_t count)
{
	static const struct spectra_number numbers[] = {
		{"values", NULL, "Values"},
		{"bits_used", "bits", "Bits needed"},
		{"bits", "bits", "Bits declared"},
		{"elements", NULL, "Elements", .least = 1},
		{"accesses", NULL, "Accesses"},
		{"outside", "offset", "Accesses outside"},
		{"unroll", "trips", "Unrolled by"},
		{"stack_bytes", NULL, "Bytes of stack"},
		{"writes", NULL, "Writes"},
		{"empty_reads", NULL, "Reads while empty"}};
	int state = spectra_worst_state(entity);
	const char *offsets = json_has(entity, "offsets")
				      ? json_get_text(entity, "offsets")
				      : NULL;
	struct json_value *boundaries = spectra_make_boundaries(entity);

	return JSON_OBJECT(JSON("number", (uint64_t)index),
		JSON_IF(index > 0, "previous",
			JSON_OBJECT(JSON("to", (uint64_t)index - 1))),
		JSON_IF(index + 1 < count, "next",
			JSON_OBJECT(JSON("to", (uint64_t)index + 1))),
		JSON("spectrum", json_get_text_or_null(entity, "spectrum")),
		JSON("state_name", state < 0 ? "none" : states[state]),
		JSON("state", spectra_make_state(state)),
		JSON("name", json_get_text(entity, "name")),
		JSON("place", spectra_make_place(entity)),
		JSON("declared", json_get_text_or_null(entity, "width")),
		JSON("type", json_get_text_or_null(entity, "type")),
		JSON("function", json_get_text_or_null(entity, "function")),
		JSON("bar", spectra_make_bar(entity, state)),
		JSON("min", spectra_make_value(entity, "min")),
		JSON("max", spectra_make_value(entity, "max")),
		JSON_IF(offsets, "some_offsets",
			spectra_make_offsets(
				offsets ? offsets : "", RANGES_MAX)),
		JSON("offsets", offsets),
		JSON("suggested", json_get_text_or_null(entity, "suggested")),
		JSON("numbers", spectra_make_numbers(entity, numbers,
					sizeof numbers / sizeof numbers[0])),
		JSON("histogram", spectra_make_histogram(entity)),
		JSON("has_boundaries", json_length(boundaries) > 0),
		JSON("boundaries", boundaries));
}

/*--- all ---*/

static struct json_value *spectra_make_notes(
	const struct json_at *top, const char *key, const char *title)
{
	struct json_at notes = json_at_member(top, key, JSON_KIND_ARRAY);
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < json_at_length(&notes); i++) {
		struct json_at note =
			json_at_element(&notes, i, JSON_KIND_OBJECT);
		json_append(list,
			JSON_OBJECT(JSON("place", spectra_make_place(&note)),
				JSON("text",
					json_get_text_or_null(&note, "text"))));
	}
	return JSON_OBJECT(JSON("title", title),
		JSON("is_there", json_length(list) > 0), JSON("list", list));
}

static struct json_value *spectra_make_warnings(const struct json_at *top)
{
	struct json_at warnings =
		json_at_member(top, "warnings", JSON_KIND_ARRAY);
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < json_at_length(&warnings); i++)
		json_append_text(list, json_get_element_text(&warnings, i));
	return list;
}

static struct json_value *spectra_make_page(const struct json_at *top)
{
	static const struct spectra_number numbers[] = {
		{"crossed", "boundary", "Boundaries crossed", .is_shown = true},
		{"tests", NULL, "Tests", .is_shown = true},
		{"failed_tests", NULL, "Failed", .is_shown = true},
		{"host_edges", NULL, "Edges of the host", .is_shown = true}};
	struct json_at at = json_at_member(top, "spectra", JSON_KIND_ARRAY);
	size_t count = json_at_length(&at);
	struct json_value *entities = json_make_array();
	struct json_value *notes = json_make_array();
	struct json_value *warnings = spectra_make_warnings(top);

	for (size_t i = 0; i < count; i++) {
		struct json_at entity =
			json_at_element(&at, i, JSON_KIND_OBJECT);
		json_append(entities, spectra_make_entity(&entity, i, count));
	}
	json_append(notes,
		spectra_make_notes(top, "unknown_pragmas", "Unknown pragmas"));
	json_append(notes, spectra_make_notes(top, "ignored_pragmas",
				   "Pragmas that change no value"));
	return JSON_OBJECT(JSON("way_id", "spectra"),
		JSON("way_title", "All spectra"), JSON("way_each", "entity"),
		JSON("top", json_get_text(top, "top")),
		JSON("not_complete",
			json_get_text_or_null(top, "not_complete")),
		JSON("count", (uint64_t)count),
		JSON("numbers", spectra_make_numbers(top, numbers,
					sizeof numbers / sizeof numbers[0])),
		JSON("entities", entities),
		JSON("program", json_get_text(top, "program")),
		JSON("source", json_get_text_or_null(top, "source")),
		JSON("notes", notes),
		JSON("has_warnings", json_length(warnings) > 0),
		JSON("warnings", warnings));
}

int site_write_spectra(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {
		{"spectra", "Spectra"}, {"about", "About"}};

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = "Spectra",
				      .item = items,
				      .item_count = 2,
				      .terms = "terms-hardware",
				      .template_ = "spectra",
				      .make = spectra_make_page},
		err);
}
