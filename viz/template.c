/* SPDX-License-Identifier: MIT
 * Templates of pages. */
#include "config.h"

#include "viz/template.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/markup.h"
#include "lib/words.h"
#include "viz/assets.h"

#define NAME_BYTES 64

/* A value that names are looked up in, and those around it. */
struct template_scope {
	const struct json_value *value;
	const struct template_scope *around; /* NULL: none */
	bool is_first;			     /* of a list */
};

/* What stands between braces. */
struct template_tag {
	char kind; /* one of "#^/>&!", or 0: a value */
	char name[NAME_BYTES];
	char format; /* what follows a colon, or 0 */
	const char *begin, *end;
};

struct template_printer {
	FILE *out;
	bool is_reference; /* within href="" or src="" */
};

static void template_fail(const char *what, const char *where)
{
	fprintf(stderr, "retread-html: %s in a template: %.60s\n", what, where);
	abort();
}

/* Finds the first tag at TEXT or after it. Returns false if there is none before END. */
static bool template_next_tag(
	const char *text, const char *end, struct template_tag *tag)
{
	const char *name, *close;
	size_t length;

	tag->begin = strstr(text, "{{");
	if (!tag->begin || tag->begin >= end)
		return false;
	name = tag->begin + 2;
	close = strstr(name, "}}");
	if (!close)
		template_fail("no }}", tag->begin);
	tag->end = close + 2;
	tag->kind = strchr("#^/>&!", *name) ? *name++ : 0;
	tag->format = 0;
	if (tag->kind == '!')
		return true;
	if (close - name > 2 && close[-2] == ':') {
		tag->format = close[-1];
		close -= 2;
	}
	length = (size_t)(close - name);
	if (length == 0 || length >= NAME_BYTES)
		template_fail("bad name", tag->begin);
	memcpy(tag->name, name, length);
	tag->name[length] = '\0';
	return true;
}

static const struct json_value *template_find_path(
	const struct json_value *value, const char *path)
{
	char key[NAME_BYTES];
	size_t length = strcspn(path, ".");

	memcpy(key, path, length);
	key[length] = '\0';
	value = json_look_up(value, key);
	return value && path[length] == '.'
		       ? template_find_path(value, path + length + 1)
		       : value;
}

static const struct json_value *template_find(
	const struct template_scope *scope, const char *name)
{
	const struct json_value *found = NULL;

	if (strcmp(name, ".") == 0)
		return scope->value;
	if (strcmp(name, "@first") == 0)
		return scope->is_first ? scope->value : NULL;
	for (; scope && !found; scope = scope->around)
		found = template_find_path(scope->value, name);
	return found;
}

/* The tag that ends the section which OPEN begins. */
static struct template_tag template_find_end(
	const struct template_tag *open, const char *end)
{
	struct template_tag tag = *open;
	int depth = 1;

	while (template_next_tag(tag.end, end, &tag)) {
		depth += tag.kind == '#' || tag.kind == '^';
		depth -= tag.kind == '/';
		if (depth == 0 && strcmp(tag.name, open->name) == 0)
			return tag;
		if (depth == 0)
			break;
	}
	template_fail("a section without its end", open->begin);
	return tag;
}

/* Printed text decides whether the next value is a reference. */
static void template_print_literal(
	struct template_printer *printer, const char *begin, const char *end)
{
	const char *quote = memrchr(begin, '"', (size_t)(end - begin));

	fwrite(begin, 1, (size_t)(end - begin), printer->out);
	if (quote)
		printer->is_reference =
			(quote - begin >= 6 &&
				memcmp(quote - 6, " href=", 6) == 0) ||
			(quote - begin >= 5 &&
				memcmp(quote - 5, " src=", 5) == 0);
}

/* A colon would begin the name of a scheme. */
static void template_print_reference(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		if (isalnum((unsigned char)*text) || strchr("-._~/#", *text))
			putc(*text, out);
		else
			fprintf(out, "%%%02X", (unsigned char)*text);
}

static void template_print_number(
	FILE *out, const struct json_value *value, char format)
{
	char number[WORDS_NUMBER_BYTES];
	double real = json_real_of(value);
	bool is_count = json_type_of(value) == JSON_TYPE_COUNT;

	if (is_count && format == 'u')
		fprintf(out, "%" PRIu64, json_count_of(value));
	else if (is_count && format == 0)
		fputs(words_number(number, json_count_of(value)), out);
	else if (format == 'f' && real >= 100)
		fputs(words_number(number, (uint64_t)(real + 0.5)), out);
	else
		fprintf(out, "%.1f", real);
}

static void template_print_value(struct template_printer *printer,
	const struct json_value *value, const struct template_tag *tag)
{
	const char *text = json_text_of(value);

	if (json_type_of(value) == JSON_TYPE_COUNT ||
		json_type_of(value) == JSON_TYPE_REAL)
		template_print_number(printer->out, value, tag->format);
	else if (text && tag->kind == '&')
		fputs(text, printer->out);
	else if (text && printer->is_reference)
		template_print_reference(printer->out, text);
	else
		markup_print(printer->out, text);
}

static void template_print_part(struct template_printer *printer,
	const char *begin, const char *end, const struct template_scope *scope);

/* The part from BEGIN to END for each element of the value NAME, or for the value. */
static void template_print_section(struct template_printer *printer,
	const char *begin, const char *end, const struct template_scope *scope,
	const char *name)
{
	const struct json_value *value = template_find(scope, name);
	size_t count = json_type_of(value) == JSON_TYPE_ARRAY
			       ? json_length(value)
			       : SIZE_MAX;

	if (count == SIZE_MAX && json_truth_of(value))
		template_print_part(printer, begin, end,
			&(struct template_scope){value, scope, false});
	for (size_t i = 0; i < count && count != SIZE_MAX; i++)
		template_print_part(printer, begin, end,
			&(struct template_scope){
				json_element(value, i), scope, i == 0});
}

static void template_print_other(struct template_printer *printer,
	const char *name, const struct template_scope *scope)
{
	const char *text;

	if (*name == '*')
		name = json_text_of(template_find(scope, name + 1));
	text = name ? assets_find_page(name) : NULL;
	if (!text)
		template_fail("no such template", name ? name : "?");
	template_print_part(printer, text, text + strlen(text), scope);
}

static void template_print_part(struct template_printer *printer,
	const char *begin, const char *end, const struct template_scope *scope)
{
	struct template_tag tag, close;

	for (; template_next_tag(begin, end, &tag); begin = tag.end) {
		template_print_literal(printer, begin, tag.begin);
		if (tag.kind == '#' || tag.kind == '^') {
			close = template_find_end(&tag, end);
			if (tag.kind == '#')
				template_print_section(printer, tag.end,
					close.begin, scope, tag.name);
			else if (!json_truth_of(template_find(scope, tag.name)))
				template_print_part(
					printer, tag.end, close.begin, scope);
			tag = close;
		} else if (tag.kind == '>') {
			template_print_other(printer, tag.name, scope);
		} else if (tag.kind == '/') {
			template_fail("the end of no section", tag.begin);
		} else if (tag.kind != '!') {
			template_print_value(
				printer, template_find(scope, tag.name), &tag);
		}
	}
	template_print_literal(printer, begin, end);
}

void template_print_text(
	FILE *out, const char *text, const struct json_value *data)
{
	struct template_printer printer = {.out = out};

	template_print_part(&printer, text, text + strlen(text),
		&(struct template_scope){.value = data});
}

void template_print(FILE *out, const char *name, const struct json_value *data)
{
	template_print_other(&(struct template_printer){.out = out}, name,
		&(struct template_scope){.value = data});
}

void template_print_free(FILE *out, const char *name, struct json_value *data)
{
	template_print(out, name, data);
	json_free(data);
}
