/* SPDX-License-Identifier: MIT
 * Templates of pages. */
#include "config.h"

#include "viz/template.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/markup.h"
#include "lib/words.h"
#include "viz/assets.h"

#define NAME_BYTES   64
#define FORMAT_BYTES 8
#define SECTIONS     "#^?+" /* kinds of tags that begin one */

/* A value that names are looked up in, and those around it. */
struct template_scope {
	const struct json_value *value;
	const struct template_scope *around; /* NULL: none */
	bool is_first;			     /* of a list */
};

/* What stands between braces. */
struct template_tag {
	char kind; /* one of "#^?+/>&!", or 0: a value */
	char name[NAME_BYTES];
	char format[FORMAT_BYTES]; /* what follows a colon */
	const char *begin, *end;
};

struct template_printer {
	FILE *out;
	bool is_reference; /* within href="" or src="" */
	const struct template_computed *computed;
	const void *closure;
	struct json_value *kept; /* what was computed, until the end */
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
	const char *name, *close, *colon;
	size_t length;

	tag->begin = strstr(text, "{{");
	if (!tag->begin || tag->begin >= end)
		return false;
	name = tag->begin + 2;
	close = strstr(name, "}}");
	if (!close)
		template_fail("no }}", tag->begin);
	tag->end = close + 2;
	tag->kind = strchr("#^?+/>&!", *name) ? *name++ : 0;
	*tag->name = *tag->format = '\0';
	if (tag->kind == '!')
		return true;
	colon = memchr(name, ':', (size_t)(close - name));
	length = (size_t)((colon ? colon : close) - name);
	if (length == 0 || length >= NAME_BYTES ||
		(colon && close - colon > FORMAT_BYTES))
		template_fail("bad name", tag->begin);
	if (colon)
		snprintf(tag->format, sizeof tag->format, "%.*s",
			(int)(close - colon - 1), colon + 1);
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

/* Keeps VALUE until all is printed. */
static const struct json_value *template_keep(
	struct template_printer *printer, struct json_value *value)
{
	json_append(printer->kept, value);
	return value;
}

static const struct json_value *template_compute(
	struct template_printer *printer, const struct json_value *at,
	const char *name)
{
	const struct template_computed *one = printer->computed;

	while (one && one->name && strcmp(one->name, name) != 0)
		one++;
	if (!one || !one->name)
		template_fail("no such value", name);
	return template_keep(printer, one->make(printer->closure, at));
}

static const struct json_value *template_find(struct template_printer *printer,
	const struct template_scope *scope, const char *name)
{
	const struct json_value *found = NULL;

	if (strcmp(name, ".") == 0)
		return scope->value;
	if (strcmp(name, "@first") == 0)
		return scope->is_first ? scope->value : NULL;
	if (*name == '@')
		return template_compute(printer, scope->value, name);
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
		depth += tag.kind != 0 && strchr(SECTIONS, tag.kind);
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

static void template_print_number(
	FILE *out, const struct json_value *value, const char *format)
{
	char number[WORDS_NUMBER_BYTES];
	double real = json_real_of(value);
	bool is_count = json_type_of(value) == JSON_TYPE_COUNT;

	if (is_count && *format == 'u')
		fprintf(out, "%" PRIu64, json_count_of(value));
	else if (is_count && (*format == '\0' || *format == '-'))
		fputs(words_number(number, json_count_of(value)), out);
	else if (*format == '%')
		fprintf(out, "%.1f %%", 100 * real);
	else if (*format == 'f' && real >= 100)
		fputs(words_number(number, (uint64_t)(real + 0.5)), out);
	else if (is_count && *format != 'f')
		fputs(json_count_of(value) == 1 ? "" : format, out);
	else
		fprintf(out, "%.1f", real);
}

static void template_print_text_value(struct template_printer *printer,
	const char *text, const struct template_tag *tag)
{
	char *shorter =
		isdigit((unsigned char)*tag->format)
			? words_shorten(text, strtoul(tag->format, NULL, 10))
			: NULL;

	if (tag->kind == '&')
		fputs(text, printer->out);
	else if (printer->is_reference) /* a colon would end a scheme */
		markup_print_url(printer->out, text, "-._~/#");
	else
		markup_print(printer->out, shorter ? shorter : text);
	free(shorter);
}

static void template_print_value(struct template_printer *printer,
	const struct json_value *value, const struct template_tag *tag)
{
	const char *text = json_text_of(value);

	if (*tag->format == '-' && !json_truth_of(value))
		putc('-', printer->out);
	else if (json_type_of(value) == JSON_TYPE_COUNT ||
		 json_type_of(value) == JSON_TYPE_REAL)
		template_print_number(printer->out, value, tag->format);
	else if (text)
		template_print_text_value(printer, text, tag);
}

static void template_print_part(struct template_printer *printer,
	const char *begin, const char *end, const struct template_scope *scope);

/* The part from BEGIN to END for each element of VALUE up to MAX, or for the value. */
static void template_print_each(struct template_printer *printer,
	const char *begin, const char *end, const struct template_scope *scope,
	const struct json_value *value, size_t max)
{
	size_t count = json_length(value);

	if (json_type_of(value) != JSON_TYPE_ARRAY && json_truth_of(value))
		template_print_part(printer, begin, end,
			&(struct template_scope){value, scope, false});
	for (size_t i = 0; i < count && i < max; i++)
		template_print_part(printer, begin, end,
			&(struct template_scope){
				json_element(value, i), scope, i == 0});
}

static void template_print_section(struct template_printer *printer,
	const struct template_tag *tag, const char *end,
	const struct template_scope *scope)
{
	const struct json_value *value =
		template_find(printer, scope, tag->name);
	size_t max = *tag->format ? strtoul(tag->format, NULL, 10) : SIZE_MAX;
	size_t count = json_length(value);

	if (tag->kind == '#')
		template_print_each(printer, tag->end, end, scope, value, max);
	else if (tag->kind == '+' && count > max)
		template_print_each(printer, tag->end, end, scope,
			template_keep(printer, json_make_count(count - max)),
			max);
	else if (tag->kind != '+' && json_truth_of(value) == (tag->kind == '?'))
		template_print_part(printer, tag->end, end, scope);
}

static void template_print_other(struct template_printer *printer,
	const char *name, const struct template_scope *scope)
{
	const char *text;

	if (*name == '*')
		name = json_text_of(template_find(printer, scope, name + 1));
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
		if (tag.kind != 0 && strchr(SECTIONS, tag.kind)) {
			close = template_find_end(&tag, end);
			template_print_section(
				printer, &tag, close.begin, scope);
			tag = close;
		} else if (tag.kind == '>') {
			template_print_other(printer, tag.name, scope);
		} else if (tag.kind == '/') {
			template_fail("the end of no section", tag.begin);
		} else if (tag.kind != '!') {
			template_print_value(printer,
				template_find(printer, scope, tag.name), &tag);
		}
	}
	template_print_literal(printer, begin, end);
}

void template_print(FILE *out, const char *text, const struct json_value *data,
	const struct template_computed *computed, const void *closure)
{
	struct template_printer printer = {.out = out,
		.computed = computed,
		.closure = closure,
		.kept = json_make_array()};

	template_print_part(&printer, text, text + strlen(text),
		&(struct template_scope){.value = data});
	json_free(printer.kept);
}
