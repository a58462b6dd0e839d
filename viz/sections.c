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
#include "viz/assets.h"
#include "viz/data.h"
#include "viz/frame.h"
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

	json_put(page, "menu", sections_make_menu(sections));
	json_put_text(page, "terms", sections->terms);
	json_put_text(page, "prefix", "glossary-");
	json_put_text(page, "glossary", SECTIONS_GLOSSARY);
	json_put_text(page, "body", sections->template_);
	json_put(page, "page", sections->make(top));
	return page;
}

void sections_put_way(struct json_value *value, size_t index, size_t count)
{
	json_put_count(value, "number", index);
	if (index > 0)
		json_put(value, "previous", JSON_OBJECT(JSON("to", index - 1)));
	if (index + 1 < count)
		json_put(value, "next", JSON_OBJECT(JSON("to", index + 1)));
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
		template_print(file.out, assets_find_page("sections"), page,
			NULL, NULL);
	json_free(page);
	if (reader.failed)
		result = error_add_context(err, "%s", sections->from);
	result = whole_file_close(&file, result, err);
	json_free(value);
	return result;
}
