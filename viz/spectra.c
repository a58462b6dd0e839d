/* SPDX-License-Identifier: MIT
 * The page of spectra: a bar for each variable, of declared and of used bits.
 *
 * One file without scripts and without anything fetched, so that it can be kept
 * and mailed. */
#include "config.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/whole_file.h"
#include "viz/html.h"
#include "viz/site.h"

/* Ranges of offsets that are shown. */
#define RANGES_MAX 8
/* Pixels a bit, and the widest bar. */
#define BIT_WIDTH 6
#define BITS_MAX  64
#define LINES_MAX UINT32_MAX

static const char style[] =
	":root{color-scheme:light dark;--line:#8886;--far:#4477aa;"
	"--near:#ccaa33;--crossed:#bb4455}"
	"body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;"
	"margin:2rem auto;padding:0 1rem}"
	"table{border-collapse:collapse;width:100%}"
	"th,td{text-align:left;padding:.25rem .6rem;"
	"border-bottom:1px solid var(--line);vertical-align:top}"
	"td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
	"code{font-family:ui-monospace,monospace;font-size:.95em}"
	"svg{display:block}.frame{fill:none;stroke:currentColor}"
	".far{fill:var(--far)}.near{fill:var(--near)}"
	".crossed{fill:var(--crossed)}"
	"li.crossed,li.near{fill:none;list-style:none;padding-left:.6rem;"
	"border-left:.3rem solid var(--near);margin:.4rem 0}"
	"li.crossed{border-color:var(--crossed)}ul{padding:0}";

static const char *const states[] = {"far", "near", "crossed", NULL};

/* The state of the worst boundary of ENTITY. */
static const char *worst_state(const struct json_at *entity)
{
	struct json_at list =
		json_at_member(entity, "boundaries", JSON_KIND_ARRAY);
	int worst = 0;

	for (size_t i = 0; i < json_at_length(&list); i++) {
		struct json_at boundary =
			json_at_element(&list, i, JSON_KIND_OBJECT);
		int state = json_get_choice(&boundary, "state", states);
		if (state > worst)
			worst = state;
	}
	return states[worst];
}

/* The frame is what was declared, what fills it was used. */
static void print_bar(FILE *out, const struct json_at *entity)
{
	uint64_t used = json_has(entity, "bits_used")
				? json_get_count(entity, "bits_used", BITS_MAX)
				: 0;
	uint64_t bits = json_get_count(entity, "bits", UINT32_MAX);
	uint64_t declared = bits < BITS_MAX ? bits : BITS_MAX;

	if (used == 0 || declared == 0)
		return;
	html_print(out,
		"<svg width=\"%u\" height=\"14\" role=\"img\" aria-label=\"%u "
		"of %u bits\"><rect class=\"%r\" y=\"2\" width=\"%u\" "
		"height=\"10\"/><rect class=\"frame\" x=\".5\" y=\".5\" "
		"width=\"%u\" height=\"13\"/></svg>",
		(used > declared ? used : declared) * BIT_WIDTH + 2, used, bits,
		worst_state(entity), used * BIT_WIDTH, declared * BIT_WIDTH);
}

/* "0-3,7,...": the first ranges of the offsets. */
static void print_offsets(FILE *out, const struct json_at *entity)
{
	const char *text = json_has(entity, "offsets")
				   ? json_get_text(entity, "offsets")
				   : NULL;
	size_t ranges = 0;

	for (; text && *text != '\0'; text++) {
		if (*text == ',' && ++ranges == RANGES_MAX) {
			fputs(",...", out);
			return;
		}
		putc(*text, out);
	}
}

static void print_cell(FILE *out, const struct json_at *entity, const char *key)
{
	const char *text = json_get_text_or_null(entity, key);

	html_print(out, "<td>%t</td>", text ? text : "");
}

/* The least or the largest value, by its type: "u8", "s8.8", "float32", ... */
static void print_value(
	FILE *out, const struct json_at *entity, const char *key)
{
	const char *width = json_get_text_or_null(entity, "width");

	fputs("<td class=\"n\">", out);
	if (width && (*width == 'f' || strchr(width, '.')))
		fprintf(out, "%.9g",
			json_get_real(entity, key, -DBL_MAX, DBL_MAX));
	else
		fprintf(out, "%" PRId64,
			json_get_number(entity, key, INT64_MIN, INT64_MAX));
	fputs("</td>", out);
}

static void print_row(FILE *out, const struct json_at *entity)
{
	const char *file = json_get_text_or_null(entity, "file");

	fputs("<tr>", out);
	print_cell(out, entity, "spectrum");
	html_print(out, "<td><code>%t</code></td><td>",
		json_get_text(entity, "name"));
	if (file && *file != '\0')
		html_print(out, "%t:%u", file,
			json_get_count(entity, "line", LINES_MAX));
	fputs("</td>", out);
	print_cell(out, entity, "width");
	fputs("<td>", out);
	print_bar(out, entity);
	fputs("</td>", out);
	if (json_has(entity, "min")) {
		print_value(out, entity, "min");
		print_value(out, entity, "max");
	} else {
		fputs("<td></td><td></td>", out);
	}
	fputs("<td>", out);
	print_offsets(out, entity);
	fputs("</td>", out);
	print_cell(out, entity, "suggested");
	fputs("</tr>\n", out);
}

static void print_place(FILE *out, const struct json_at *at)
{
	html_print(out, "<code>%t:%u: %t</code></li>\n",
		json_get_text(at, "file"),
		json_get_count(at, "line", LINES_MAX),
		json_get_text(at, "text"));
}

static void print_boundaries(
	FILE *out, const struct json_at *entities, const char *state)
{
	for (size_t i = 0; i < json_at_length(entities); i++) {
		struct json_at entity =
			json_at_element(entities, i, JSON_KIND_OBJECT);
		struct json_at list =
			json_at_member(&entity, "boundaries", JSON_KIND_ARRAY);
		for (size_t j = 0; j < json_at_length(&list); j++) {
			struct json_at boundary =
				json_at_element(&list, j, JSON_KIND_OBJECT);
			const char *finding =
				json_get_text_or_null(&boundary, "finding");
			if (strcmp(states[json_get_choice(
					   &boundary, "state", states)],
				    state) != 0 ||
				!finding)
				continue;
			html_print(out,
				"<li class=\"%r\"><code>%t</code> %t<br>",
				state, json_get_text(&entity, "name"), finding);
			print_place(out, &boundary);
		}
	}
}

static void print_heading(FILE *out, const struct json_at *top)
{
	const char *function = json_get_text(top, "top");
	const char *end = json_get_text_or_null(top, "not_complete");

	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
		"charset=\"utf-8\"><meta name=\"viewport\" "
		"content=\"width=device-width\"><title>Spectra of %t</title>"
		"<style>%r</style></head><body>\n<h1>Spectra of %t</h1>\n"
		"<p>%u tests, %u failed, %u edges of the host, of "
		"<code>%t</code>. A bar's frame is the declared width, its "
		"filling the bits that the values needed.</p>\n",
		function, style, function,
		json_get_count(top, "tests", UINT64_MAX),
		json_get_count(top, "failed_tests", UINT64_MAX),
		json_get_count(top, "host_edges", UINT64_MAX),
		json_get_text(top, "program"));
	if (end)
		html_print(out, "<p><strong>Not complete:</strong> %t.</p>\n",
			end);
}

static void print_page(FILE *out, const struct json_at *top)
{
	struct json_at entities =
		json_at_member(top, "spectra", JSON_KIND_ARRAY);
	struct json_at unknown =
		json_at_member(top, "unknown_pragmas", JSON_KIND_ARRAY);

	print_heading(out, top);
	fputs("<table><thead><tr><th>spectrum</th><th>name</th><th>where</th>"
	      "<th>declared</th><th>bits</th><th class=\"n\">min</th>"
	      "<th class=\"n\">max</th><th>offsets</th><th>enough</th></tr>"
	      "</thead><tbody>\n",
		out);
	for (size_t i = 0; i < json_at_length(&entities); i++) {
		struct json_at entity =
			json_at_element(&entities, i, JSON_KIND_OBJECT);
		print_row(out, &entity);
	}
	fputs("</tbody></table>\n<h2>Boundaries</h2>\n<ul>\n", out);
	print_boundaries(out, &entities, "crossed");
	print_boundaries(out, &entities, "near");
	fputs("</ul>\n", out);
	if (json_at_length(&unknown) > 0)
		fputs("<h2>Unknown pragmas</h2>\n<ul>\n", out);
	for (size_t i = 0; i < json_at_length(&unknown); i++) {
		struct json_at pragma =
			json_at_element(&unknown, i, JSON_KIND_OBJECT);
		fputs("<li>", out);
		print_place(out, &pragma);
	}
	fprintf(out, "%s</body></html>\n",
		json_at_length(&unknown) > 0 ? "</ul>\n" : "");
}

int site_write_spectra(const char *from, const char *to, struct error *err)
{
	struct json_value *value = json_read_file(from, err);
	struct json_reader reader = {.err = err};
	struct whole_file file;
	struct json_at top;
	int result;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	result = whole_file_open(&file, to, err);
	if (result == 0)
		print_page(file.out, &top);
	if (reader.failed)
		result = error_add_context(err, "%s", from);
	result = whole_file_close(&file, result, err);
	json_free(value);
	return result;
}
