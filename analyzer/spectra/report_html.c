/* SPDX-License-Identifier: MIT
 * The report as a page: a bar for each variable, of declared and of used bits.
 *
 * One file without scripts and without anything fetched, so that it can be kept
 * and mailed. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analyzer/spectra/report.h"
#include "lib/markup.h"
#include "lib/memory.h"

#define RANGES_MAX 8
/* Pixels a bit, and the widest bar. */
#define BIT_WIDTH 6
#define BITS_MAX  64

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

static const char *class_of(enum table_state state)
{
	return state == TABLE_CROSSED ? "crossed"
	       : state == TABLE_NEAR  ? "near"
				      : "far";
}

static void print_cell(FILE *out, const char *class, const char *text)
{
	fprintf(out, "<td%s%s%s>", *class ? " class=\"" : "", class,
		*class ? "\"" : "");
	markup_print(out, text);
	fputs("</td>", out);
}

/* The frame is what was declared, what fills it was used. */
static void print_bar(const struct table_entity *entity, FILE *out)
{
	unsigned used = table_bits_used(entity);
	unsigned declared = entity->bits < BITS_MAX ? entity->bits : BITS_MAX;
	unsigned width = used > declared ? used : declared;

	fputs("<td>", out);
	if (used != 0 && declared != 0)
		fprintf(out,
			"<svg width=\"%u\" height=\"14\" role=\"img\" "
			"aria-label=\"%u of %u bits\"><rect class=\"%s\" "
			"y=\"2\" "
			"width=\"%u\" height=\"10\"/><rect class=\"frame\" "
			"x=\".5\" y=\".5\" width=\"%u\" height=\"13\"/></svg>",
			width * BIT_WIDTH + 2, used, entity->bits,
			class_of(report_state(entity)), used * BIT_WIDTH,
			declared * BIT_WIDTH);
	fputs("</td>", out);
}

static void print_row(const struct table_entity *entity, FILE *out)
{
	char *where = memory_format("%s:%u", entity->file, entity->line);
	char *width = report_width(entity);
	char *low = report_value(entity, entity->seen.min);
	char *high = report_value(entity, entity->seen.max);
	char *offsets = report_offsets(entity, RANGES_MAX);
	char *suggestion = table_suggest(entity);
	bool has_values = entity->seen.hits != 0;

	fputs("<tr>", out);
	print_cell(out, "", report_spectrum(entity));
	fputs("<td><code>", out);
	markup_print(out, entity->name);
	fputs("</code></td>", out);
	print_cell(out, "", *entity->file != '\0' ? where : "");
	print_cell(out, "", width);
	print_bar(entity, out);
	print_cell(out, "n", has_values ? low : "");
	print_cell(out, "n", has_values ? high : "");
	print_cell(out, "", offsets);
	print_cell(out, "", suggestion != NULL ? suggestion : "");
	fputs("</tr>\n", out);
	free(where);
	free(width);
	free(low);
	free(high);
	free(offsets);
	free(suggestion);
}

static void print_boundaries(
	const struct table *table, enum table_state state, FILE *out)
{
	for (size_t i = 0; i < table->entity_count; i++)
		for (size_t j = 0; j < table->entity[i].boundary_count; j++) {
			const struct table_boundary *boundary =
				&table->entity[i].boundary[j];
			if (boundary->state != state)
				continue;
			fprintf(out, "<li class=\"%s\"><code>",
				class_of(state));
			markup_print(out, table->entity[i].name);
			fputs("</code> ", out);
			markup_print(out, boundary->finding);
			fputs("<br><code>", out);
			markup_print(out, boundary->file);
			fprintf(out, ":%u: ", boundary->line);
			markup_print(out, boundary->text);
			fputs("</code></li>\n", out);
		}
}

static void print_heading(const struct table *table, FILE *out)
{
	const struct spectra_header *header = table->header;
	char *end = report_end(table);

	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
	      "charset=\"utf-8\"><meta name=\"viewport\" "
	      "content=\"width=device-width\"><title>Spectra of ",
		out);
	markup_print(out, table->top);
	fprintf(out, "</title><style>%s</style></head><body>\n<h1>Spectra of ",
		style);
	markup_print(out, table->top);
	fprintf(out,
		"</h1>\n<p>%" PRIu64 " tests, %" PRIu64 " failed, %" PRIu64
		" edges of the host, of <code>",
		header->tests + header->in_test, header->failed_tests,
		table->edges);
	markup_print(out, table->module);
	fputs("</code>. A bar's frame is the declared width, its filling the "
	      "bits that the values needed.</p>\n",
		out);
	if (end != NULL) {
		fputs("<p><strong>Not complete:</strong> ", out);
		markup_print(out, end);
		fputs(".</p>\n", out);
	}
	free(end);
}

void report_print_html(const struct table *table, FILE *out)
{
	print_heading(table, out);
	fputs("<table><thead><tr><th>spectrum</th><th>name</th><th>where</th>"
	      "<th>declared</th><th>bits</th><th class=\"n\">min</th>"
	      "<th class=\"n\">max</th><th>offsets</th><th>enough</th></tr>"
	      "</thead><tbody>\n",
		out);
	for (size_t i = 0; i < table->entity_count; i++)
		if (report_is_shown(&table->entity[i]))
			print_row(&table->entity[i], out);
	fputs("</tbody></table>\n<h2>Boundaries</h2>\n<ul>\n", out);
	print_boundaries(table, TABLE_CROSSED, out);
	print_boundaries(table, TABLE_NEAR, out);
	fputs("</ul>\n", out);
	if (table->unknown_count > 0)
		fputs("<h2>Unknown pragmas</h2>\n<ul>\n", out);
	for (size_t i = 0; i < table->unknown_count; i++) {
		fprintf(out, "<li><code>");
		markup_print(out, table->unknown[i].file);
		fprintf(out, ":%u: ", table->unknown[i].line);
		markup_print(out, table->unknown[i].text);
		fputs("</code></li>\n", out);
	}
	fprintf(out, "%s</body></html>\n",
		table->unknown_count > 0 ? "</ul>\n" : "");
}
