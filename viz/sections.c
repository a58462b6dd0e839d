/* SPDX-License-Identifier: MIT
 * A file that is several pages. */
#include "config.h"

#include "viz/sections.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/whole_file.h"
#include "viz/frame.h"
#include "viz/html.h"

static void sections_print_menu(FILE *out, const struct sections *sections)
{
	char *directory = memory_string_dup(sections->to);
	char *slash = strrchr(directory, '/');

	slash = slash ? slash + 1 : directory;
	*slash = '\0';
	frame_begin_menu(out);
	for (size_t i = 0; i < sections->item_count; i++) {
		char *reference = memory_format("#%s", sections->item[i].id);
		frame_print_item(
			out, reference, sections->item[i].title, false);
		free(reference);
	}
	frame_print_item(out, "#glossary", "Glossary", false);
	for (const struct frame_neighbour *n = frame_neighbours; n->file; n++)
		if (strcmp(n->title, sections->title) != 0)
			frame_print_neighbour(
				out, *directory ? directory : "./", "", n);
	frame_end_menu(out);
	free(directory);
}

static void sections_print_file(
	FILE *out, const struct sections *sections, const struct json_at *top)
{
	frame_begin_one(out, sections->title);
	sections_print_menu(out, sections);
	sections->body(out, top);
	sections_begin(out, "glossary", SIZE_MAX, false);
	fputs("<h1>Glossary</h1>\n", out);
	glossary_print(out, sections->glossary, &SECTIONS_GLOSSARY[1]);
	sections_end(out);
	frame_end_one(out);
}

int sections_write(const struct sections *sections, struct error *err)
{
	struct json_value *value = json_read_file(sections->from, err);
	struct json_reader reader = {.err = err};
	struct whole_file file;
	struct json_at top;
	int result;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	result = whole_file_open(&file, sections->to, err);
	if (result == 0)
		sections_print_file(file.out, sections, &top);
	if (reader.failed)
		result = error_add_context(err, "%s", sections->from);
	result = whole_file_close(&file, result, err);
	json_free(value);
	return result;
}

void sections_begin(FILE *out, const char *id, size_t number, bool is_first)
{
	html_print(out, "<section class=\"page%r\" id=\"%r",
		is_first ? " first" : "", id);
	if (number != SIZE_MAX)
		html_print(out, "-%u", (uint64_t)number);
	fputs("\">\n", out);
}

void sections_end(FILE *out)
{
	fputs("</section>\n", out);
}

void sections_print_way(FILE *out, const struct sections_way *way)
{
	html_print(out,
		"<nav class=\"crumbs\" aria-label=\"%r\"><ul><li>"
		"<a href=\"#%r\">%r</a></li>",
		way->title, way->id, way->title);
	if (way->number > 0)
		html_print(out, "<li><a href=\"#%r-%u\">Previous</a></li>",
			way->each, (uint64_t)way->number - 1);
	if (way->number + 1 < way->count)
		html_print(out, "<li><a href=\"#%r-%u\">Next</a></li>",
			way->each, (uint64_t)way->number + 1);
	fputs("</ul></nav>\n", out);
}

void sections_print_number(
	FILE *out, const char *term, const char *name, const char *value)
{
	fputs("<div><dt>", out);
	if (term)
		glossary_print_link(out, SECTIONS_GLOSSARY, term, name);
	else
		fputs(name, out);
	html_print(out, "</dt><dd>%t</dd></div>\n", value);
}
