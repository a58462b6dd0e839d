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
/* Of a histogram, in pixels; spectra.html has its other sizes. */
#define COLUMN_STEP   16
#define COLUMN_HEIGHT 120

static const char *const states[] = {"far", "near", "crossed", NULL};
static const char *const state_badge[] = {"info", "medium", "high"};

/* STATE, of states, or -1: none. */
static struct json_value *spectra_make_state(int state)
{
	return state < 0 ? json_make_text(NULL)
			 : JSON_OBJECT(JSON("badge", state_badge[state]),
				   JSON("name", states[state]));
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
	uint64_t height =
		(uint64_t)((double)count / (double)most * COLUMN_HEIGHT + 0.5);

	if (count > 0 && height == 0)
		height = 1;
	return JSON_OBJECT(JSON("x", column * COLUMN_STEP),
		JSON("y", COLUMN_HEIGHT - height), JSON("height", height),
		JSON("length", length), JSON("count", count),
		JSON("label", strcmp(length, "negative") == 0 ? "-" : length));
}

/* Empty for what has no values, or real ones. */
static struct json_value *spectra_make_histogram(const struct json_at *entity)
{
	struct json_value *columns = json_make_array();
	struct json_at lengths;
	uint64_t most = 1;

	if (!json_has(entity, "lengths"))
		return columns;
	lengths = json_at_member(entity, "lengths", JSON_KIND_OBJECT);
	for (size_t i = 0; i < json_at_length(&lengths); i++) {
		uint64_t values = json_get_count(
			&lengths, json_get_key(&lengths, i), UINT64_MAX);
		most = values > most ? values : most;
	}
	for (size_t i = 0; i < json_at_length(&lengths); i++) {
		const char *key = json_get_key(&lengths, i);
		json_append(columns,
			spectra_make_column(key, i,
				json_get_count(&lengths, key, UINT64_MAX),
				most));
	}
	return columns;
}

static void spectra_add_states(
	struct json_value *value, const struct json_at *entity)
{
	struct json_at list =
		json_at_member(entity, "boundaries", JSON_KIND_ARRAY);
	struct json_value *boundaries = json_make_array();

	for (size_t i = 0; i < json_at_length(&list); i++) {
		struct json_at at = json_at_element(&list, i, JSON_KIND_OBJECT);
		struct json_value *boundary = json_copy_at(&at);
		json_put(boundary, "state",
			spectra_make_state(
				json_get_choice(&at, "state", states)));
		json_append(boundaries, boundary);
	}
	json_put(value, "boundaries", boundaries);
}

/* Entity INDEX of COUNT, with what is drawn of it. */
static struct json_value *spectra_make_entity(
	const struct json_at *entity, size_t index, size_t count)
{
	struct json_value *value = json_copy_at(entity);
	int state = spectra_worst_state(entity);
	const char *offsets = json_get_text_or_null(entity, "offsets");

	sections_put_way(value, index, count);
	json_put_text(value, "state_name", state < 0 ? "none" : states[state]);
	json_put(value, "state", spectra_make_state(state));
	json_put(value, "bar", spectra_make_bar(entity, state));
	json_put(value, "min", spectra_make_value(entity, "min"));
	json_put(value, "max", spectra_make_value(entity, "max"));
	json_put_bool(value, "is_array",
		json_get_count(entity, "elements", UINT64_MAX) > 1);
	if (offsets)
		json_put(value, "some_offsets",
			spectra_make_offsets(offsets, RANGES_MAX));
	json_put(value, "histogram", spectra_make_histogram(entity));
	json_put_count(value, "histogram_width",
		json_length(json_look_up(value, "histogram")) * COLUMN_STEP);
	spectra_add_states(value, entity);
	return value;
}

static struct json_value *spectra_make_page(const struct json_at *top)
{
	struct json_at at = json_at_member(top, "spectra", JSON_KIND_ARRAY);
	size_t count = json_at_length(&at);
	struct json_value *page = json_copy_at(top);
	struct json_value *entities = json_make_array();

	for (size_t i = 0; i < count; i++) {
		struct json_at entity =
			json_at_element(&at, i, JSON_KIND_OBJECT);
		json_append(entities, spectra_make_entity(&entity, i, count));
	}
	json_put_text(page, "way_id", "spectra");
	json_put_text(page, "way_title", "All spectra");
	json_put_text(page, "way_each", "entity");
	json_put_count(page, "count", count);
	json_put(page, "entities", entities);
	return page;
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
