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
#include "viz/data.h"
#include "viz/frame.h"
#include "viz/html.h"
#include "viz/template.h"

static struct json_value *sections_make_menu(const struct sections *sections)
{
	struct json_value *menu = json_make_array();
	char *directory = memory_string_dup(sections->to);
	char *slash = strrchr(directory, '/');

	slash = slash ? slash + 1 : directory;
	*slash = '\0';
	for (size_t i = 0; i < sections->item_count; i++)
		frame_add_item(menu,
			data_own(memory_format("#%s", sections->item[i].id)),
			sections->item[i].title, false);
	frame_add_item(menu, json_make_text("#glossary"), "Glossary", false);
	frame_add_neighbours(
		menu, *directory ? directory : "./", "", sections->title);
	free(directory);
	return menu;
}

static struct json_value *sections_make_page(
	const struct sections *sections, const struct json_at *top)
{
	struct json_value *page = frame_make_one(sections->title);
	struct data_printed printed;

	json_put(page, "menu", sections_make_menu(sections));
	json_put_text(page, "terms", sections->terms);
	json_put_text(page, "prefix", "glossary-");
	json_put_text(page, "glossary", SECTIONS_GLOSSARY);
	if (sections->make) {
		json_put_text(page, "body", sections->template_);
		json_put(page, "page", sections->make(top));
	} else {
		sections->body(data_begin(&printed), top);
		json_put_text(page, "body", "printed");
		json_put(page, "page",
			JSON_OBJECT(JSON("printed", data_end(&printed))));
	}
	return page;
}

int sections_write(const struct sections *sections, struct error *err)
{
	struct json_value *value = json_read_file(sections->from, err);
	struct json_reader reader = {.err = err};
	struct whole_file file;
	struct json_value *page;
	struct json_at top;
	int result;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	result = whole_file_open(&file, sections->to, err);
	page = sections_make_page(sections, &top);
	if (result == 0)
		template_print(file.out, "sections", page);
	json_free(page);
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
