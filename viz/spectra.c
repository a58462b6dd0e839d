/* SPDX-License-Identifier: MIT
 * The pages of spectra: which values, offsets and trips a kernel's variables, arrays and
 * loops had, and which boundaries they crossed. */
#include "config.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/frame.h"
#include "viz/glossary.h"
#include "viz/html.h"
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

/* The worst of ENTITY's boundaries, of states; -1: it has none. */
static int worst_state(const struct json_at *entity)
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

static void spectra_print_state(FILE *out, int state)
{
	if (state >= 0)
		html_print(out, "<span class=\"severity %r\">%r</span>",
			state_badge[state], states[state]);
}

/* The frame is what was declared, what fills it was used. */
static void spectra_print_bar(FILE *out, const struct json_at *entity)
{
	uint64_t used = json_has(entity, "bits_used")
				? json_get_count(entity, "bits_used", BITS_MAX)
				: 0;
	uint64_t bits = json_get_count(entity, "bits", UINT32_MAX);
	uint64_t declared = bits < BITS_MAX ? bits : BITS_MAX;
	int state = worst_state(entity);

	if (used == 0 || declared == 0)
		return;
	html_print(out,
		"<svg class=\"bits\" width=\"%u\" height=\"14\" role=\"img\" "
		"aria-label=\"%u of %u bits\"><rect class=\"%r\" y=\"2\" "
		"width=\"%u\" height=\"10\"/><rect class=\"frame\" x=\".5\" "
		"y=\".5\" width=\"%u\" height=\"13\"/></svg>",
		(used > declared ? used : declared) * BIT_WIDTH + 2, used, bits,
		states[state < 0 ? 0 : state], used * BIT_WIDTH,
		declared * BIT_WIDTH);
}

/* "0-3,7,...": the first MOST ranges of the offsets. */
static void print_offsets(FILE *out, const struct json_at *entity, size_t most)
{
	const char *text = json_has(entity, "offsets")
				   ? json_get_text(entity, "offsets")
				   : NULL;
	size_t ranges = 0;

	for (; text && *text != '\0'; text++) {
		if (*text == ',' && ++ranges == most) {
			fputs(",...", out);
			return;
		}
		putc(*text, out);
	}
}

/* The least or the largest value, by its type: "u8", "s8.8", "float32", ... */
static void spectra_print_value(
	FILE *out, const struct json_at *entity, const char *key)
{
	const char *width = json_get_text_or_null(entity, "width");

	if (!json_has(entity, key))
		return;
	if (width && (*width == 'f' || strchr(width, '.')))
		fprintf(out, "%.9g",
			json_get_real(entity, key, -DBL_MAX, DBL_MAX));
	else
		fprintf(out, "%" PRId64,
			json_get_number(entity, key, INT64_MIN, INT64_MAX));
}

static void spectra_print_place(FILE *out, const struct json_at *at)
{
	const char *file = json_get_text_or_null(at, "file");

	if (file && *file != '\0')
		html_print(out, "<code>%t:%u</code>", file,
			json_get_count(at, "line", LINES_MAX));
}

static const char *spectra_text_of(
	const struct json_at *object, const char *key)
{
	const char *text = json_get_text_or_null(object, key);

	return text ? text : "";
}

/* --- the first page ----------------------------------------------------- */

static void spectra_print_row(
	FILE *out, const struct json_at *entity, size_t index)
{
	const char *spectrum = spectra_text_of(entity, "spectrum");
	int state = worst_state(entity);

	html_print(out,
		"<tr data-spectrum=\"%t\" data-state=\"%r\"><th scope=\"row\" "
		"data-label=\"Name\"><a href=\"#entity-%u\"><code>%t</code>"
		"</a></th><td data-label=\"Spectrum\">%t</td>"
		"<td data-label=\"Where\">",
		spectrum, state < 0 ? "none" : states[state], (uint64_t)index,
		json_get_text(entity, "name"), spectrum);
	spectra_print_place(out, entity);
	html_print(out,
		"</td><td data-label=\"Declared\">%t</td>"
		"<td data-label=\"Bits\">",
		spectra_text_of(entity, "width"));
	spectra_print_bar(out, entity);
	fputs("</td><td data-label=\"Least\" class=\"number\">", out);
	spectra_print_value(out, entity, "min");
	fputs("</td><td data-label=\"Largest\" class=\"number\">", out);
	spectra_print_value(out, entity, "max");
	fputs("</td><td data-label=\"Offsets\">", out);
	print_offsets(out, entity, RANGES_MAX);
	html_print(out,
		"</td><td data-label=\"Enough\">%t</td>"
		"<td data-label=\"Boundary\">",
		spectra_text_of(entity, "suggested"));
	spectra_print_state(out, state);
	fputs("</td></tr>\n", out);
}

static void spectra_print_numbers(
	FILE *out, const struct json_at *top, size_t entities)
{
	static const struct {
		const char *key, *term, *name;
	} rows[] = {{"crossed", "boundary", "Boundaries crossed"},
		{"tests", NULL, "Tests"}, {"failed_tests", NULL, "Failed"},
		{"host_edges", NULL, "Edges of the host"}};
	char number[WORDS_NUMBER_BYTES];

	fputs("<dl class=\"numbers\">\n", out);
	sections_print_number(
		out, "spectrum", "Spectra", words_number(number, entities));
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (json_has(top, rows[i].key))
			sections_print_number(out, rows[i].term, rows[i].name,
				words_number(
					number, json_get_count(top, rows[i].key,
							UINT64_MAX)));
	fputs("</dl>\n", out);
}

static void spectra_print_list(
	FILE *out, const struct json_at *top, const struct json_at *entities)
{
	static const struct cards_column columns[] = {{"Name"},
		{"Spectrum", "spectrum"}, {"Where"}, {"Declared"},
		{"Bits", "bits"}, {"Least", NULL, true},
		{"Largest", NULL, true}, {"Offsets", "offset"},
		{"Enough", "enough"}, {"Boundary", "boundary"}};
	const char *end = json_get_text_or_null(top, "not_complete");

	sections_begin(out, "spectra", SIZE_MAX, true);
	html_print(out, "<h1>Spectra of %t</h1>\n", json_get_text(top, "top"));
	if (end)
		html_print(out, "<p><strong>Not complete:</strong> %t.</p>\n",
			end);
	spectra_print_numbers(out, top, json_at_length(entities));
	cards_begin(out, &(struct cards){.prefix = "spectra-",
				 .id = "table",
				 .caption = "A bar's frame is the declared "
					    "width, its filling the bits that "
					    "the values needed",
				 CARDS_COLUMNS(columns),
				 .has_filter = true,
				 .glossary = SECTIONS_GLOSSARY});
	for (size_t i = 0; i < json_at_length(entities); i++) {
		struct json_at entity =
			json_at_element(entities, i, JSON_KIND_OBJECT);
		spectra_print_row(out, &entity, i);
	}
	cards_end(out);
	sections_end(out);
}

/* --- one spectrum ------------------------------------------------------- */

/* Values that needed LENGTH bits: a column of the histogram; "" is where the negative
 * ones are counted. */
static void print_column(FILE *out, const char *length, size_t column,
	uint64_t count, uint64_t most)
{
	uint64_t x = column * COLUMN_STEP;
	uint64_t height =
		(uint64_t)((double)count / (double)most * COLUMN_HEIGHT + 0.5);

	if (count > 0 && height == 0)
		height = 1;
	html_print(out,
		"<rect class=\"far\" x=\"%u\" y=\"%u\" width=\"%u\" "
		"height=\"%u\"><title>%t bits: %n values</title></rect>"
		"<text class=\"label\" x=\"%u\" y=\"%u\">%t</text>\n",
		x, COLUMN_HEIGHT - height, (uint64_t)COLUMN_STEP - 3, height,
		length, count, x, (uint64_t)COLUMN_HEIGHT + COLUMN_FOOT - 4,
		strcmp(length, "negative") == 0 ? "-" : length);
}

static void print_histogram(
	FILE *out, const struct json_at *entity, size_t index)
{
	struct json_at lengths;
	size_t count;
	uint64_t most = 1;

	if (!json_has(entity, "lengths"))
		return;
	lengths = json_at_member(entity, "lengths", JSON_KIND_OBJECT);
	count = json_at_length(&lengths);
	if (count == 0) /* of real numbers */
		return;
	for (size_t i = 0; i < count; i++) {
		uint64_t values = json_get_count(
			&lengths, json_get_key(&lengths, i), UINT64_MAX);
		most = values > most ? values : most;
	}
	html_print(out, "<h2 id=\"lengths-%u\">", (uint64_t)index);
	glossary_print_link(out, SECTIONS_GLOSSARY, "histogram", "Histogram");
	html_print(out,
		"</h2>\n<figure><div class=\"scroll\" tabindex=\"0\" "
		"role=\"region\" aria-label=\"Histogram\"><svg "
		"class=\"lengths\" role=\"img\" aria-label=\"How many values "
		"needed how many bits\" width=\"%u\" height=\"%u\">\n",
		(uint64_t)count * COLUMN_STEP,
		(uint64_t)COLUMN_HEIGHT + COLUMN_FOOT);
	for (size_t i = 0; i < count; i++) {
		const char *key = json_get_key(&lengths, i);
		print_column(out, key, i,
			json_get_count(&lengths, key, UINT64_MAX), most);
	}
	fputs("</svg></div>\n<figcaption>Values by the bits that they needed; "
	      "negative ones are counted again at -.</figcaption></figure>\n"
	      "<details><summary>The same as a list</summary>\n<ul>\n",
		out);
	for (size_t i = 0; i < count; i++) {
		const char *key = json_get_key(&lengths, i);
		html_print(out, "<li>%t: %n</li>\n", key,
			json_get_count(&lengths, key, UINT64_MAX));
	}
	fputs("</ul></details>\n", out);
}

static void print_boundary(FILE *out, const struct json_at *boundary)
{
	const char *finding = spectra_text_of(boundary, "finding");

	fputs("<li>", out);
	spectra_print_state(out, json_get_choice(boundary, "state", states));
	html_print(out, " %t%r", finding, *finding != '\0' ? "<br>" : "");
	spectra_print_place(out, boundary);
	html_print(out, " <code>%t</code></li>\n",
		spectra_text_of(boundary, "text"));
}

static void spectra_print_boundaries(FILE *out, const struct json_at *entity)
{
	struct json_at list =
		json_at_member(entity, "boundaries", JSON_KIND_ARRAY);

	if (json_at_length(&list) == 0)
		return;
	fputs("<h2>Boundaries</h2>\n<ul>\n", out);
	for (size_t i = 0; i < json_at_length(&list); i++) {
		struct json_at boundary =
			json_at_element(&list, i, JSON_KIND_OBJECT);
		print_boundary(out, &boundary);
	}
	fputs("</ul>\n", out);
}

static void spectra_print_counts(FILE *out, const struct json_at *entity)
{
	static const struct {
		const char *key, *term, *name;
		uint64_t least; /* that says nothing */
	} rows[] = {{"values", NULL, "Values"},
		{"bits_used", "bits", "Bits needed"},
		{"bits", "bits", "Bits declared"},
		{"elements", NULL, "Elements", 1},
		{"accesses", NULL, "Accesses"},
		{"outside", "offset", "Accesses outside"},
		{"unroll", "trips", "Unrolled by"},
		{"stack_bytes", NULL, "Bytes of stack"},
		{"writes", NULL, "Writes"},
		{"empty_reads", NULL, "Reads while empty"}};
	char number[WORDS_NUMBER_BYTES];

	fputs("<dl class=\"numbers\">\n", out);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint64_t count = json_has(entity, rows[i].key)
					 ? json_get_count(entity, rows[i].key,
						   UINT64_MAX)
					 : 0;
		if (count > rows[i].least)
			sections_print_number(out, rows[i].term, rows[i].name,
				words_number(number, count));
	}
	if (*spectra_text_of(entity, "suggested") != '\0')
		sections_print_number(out, "enough", "Enough",
			spectra_text_of(entity, "suggested"));
	fputs("</dl>\n", out);
}

static void print_entity(
	FILE *out, const struct json_at *entity, size_t index, size_t count)
{
	sections_begin(out, "entity", index, false);
	sections_print_way(out, &(struct sections_way){.id = "spectra",
					.title = "All spectra",
					.each = "entity",
					.number = index,
					.count = count});
	html_print(out, "<h1><code>%t</code> ", json_get_text(entity, "name"));
	spectra_print_state(out, worst_state(entity));
	html_print(out, "</h1>\n<p>%t", spectra_text_of(entity, "spectrum"));
	if (*spectra_text_of(entity, "type") != '\0')
		html_print(out, " of type <code>%t</code>",
			spectra_text_of(entity, "type"));
	if (*spectra_text_of(entity, "function") != '\0')
		html_print(out, ", in <code>%t</code>",
			spectra_text_of(entity, "function"));
	if (*spectra_text_of(entity, "file") != '\0')
		fputs(", at ", out);
	spectra_print_place(out, entity);
	fputs("</p>\n", out);
	spectra_print_counts(out, entity);
	if (json_has(entity, "min")) {
		fputs("<p>From <strong>", out);
		spectra_print_value(out, entity, "min");
		fputs("</strong> to <strong>", out);
		spectra_print_value(out, entity, "max");
		fputs("</strong>.</p>\n", out);
	}
	if (json_has(entity, "offsets")) {
		fputs("<p>Offsets: <strong>", out);
		print_offsets(out, entity, SIZE_MAX);
		fputs("</strong>.</p>\n", out);
	}
	print_histogram(out, entity, index);
	spectra_print_boundaries(out, entity);
	sections_end(out);
}

/* --- all ---------------------------------------------------------------- */

static void spectra_print_notes(FILE *out, const struct json_at *top,
	const char *key, const char *title)
{
	struct json_at notes = json_at_member(top, key, JSON_KIND_ARRAY);

	if (json_at_length(&notes) == 0)
		return;
	html_print(out, "<h2>%r</h2>\n<ul>\n", title);
	for (size_t i = 0; i < json_at_length(&notes); i++) {
		struct json_at note =
			json_at_element(&notes, i, JSON_KIND_OBJECT);
		fputs("<li>", out);
		spectra_print_place(out, &note);
		html_print(out, " <code>%t</code></li>\n",
			spectra_text_of(&note, "text"));
	}
	fputs("</ul>\n", out);
}

static void print_about(FILE *out, const struct json_at *top)
{
	struct json_at warnings =
		json_at_member(top, "warnings", JSON_KIND_ARRAY);

	sections_begin(out, "about", SIZE_MAX, false);
	html_print(out, "<h1>About these spectra</h1>\n<p>Of <code>%t</code>",
		json_get_text(top, "program"));
	if (*spectra_text_of(top, "source") != '\0')
		html_print(out, ", whose kernel is in <code>%t</code>",
			spectra_text_of(top, "source"));
	fputs(".</p>\n", out);
	spectra_print_notes(out, top, "unknown_pragmas", "Unknown pragmas");
	spectra_print_notes(
		out, top, "ignored_pragmas", "Pragmas that change no value");
	if (json_at_length(&warnings) > 0)
		fputs("<h2>Warnings</h2>\n<ul>\n", out);
	for (size_t i = 0; i < json_at_length(&warnings); i++)
		html_print(out, "<li>%t</li>\n",
			json_get_element_text(&warnings, i));
	if (json_at_length(&warnings) > 0)
		fputs("</ul>\n", out);
	sections_end(out);
}

static void spectra_print_body(FILE *out, const struct json_at *top)
{
	struct json_at entities =
		json_at_member(top, "spectra", JSON_KIND_ARRAY);
	size_t count = json_at_length(&entities);

	spectra_print_list(out, top, &entities);
	for (size_t i = 0; i < count; i++) {
		struct json_at entity =
			json_at_element(&entities, i, JSON_KIND_OBJECT);
		print_entity(out, &entity, i, count);
	}
	print_about(out, top);
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
				      .body = spectra_print_body},
		err);
}
