/* SPDX-License-Identifier: MIT
 * The page of what `retread ir fuzz` found: each way in which a compiler goes wrong,
 * with the smallest function, the releases that have it, and commands that show it. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/html.h"
#include "viz/sections.h"

#define CELL_CHARACTERS 80
#define CODE_CHARACTERS 20000 /* of a module */

static const char *ir_text_of(const struct json_at *finding, const char *key)
{
	const char *text = json_get_text_or_null(finding, key);

	return text ? text : "";
}

static void ir_print_cell(FILE *out, const char *label, const char *text)
{
	char *shorter = words_shorten(text, CELL_CHARACTERS);

	html_print(out, "<td data-label=\"%r\">%t</td>", label, shorter);
	free(shorter);
}

/*--- the list ---*/

/* Releases in which it is as it was found. */
static void print_affected(FILE *out, const struct json_at *finding)
{
	struct json_at releases =
		json_at_member(finding, "releases", JSON_KIND_ARRAY);
	const char *class = ir_text_of(finding, "class"), *between = "";

	fputs("<td data-label=\"Releases\">", out);
	for (size_t i = 0; i < json_at_length(&releases); i++) {
		struct json_at one =
			json_at_element(&releases, i, JSON_KIND_OBJECT);
		if (strcmp(ir_text_of(&one, "class"), class) != 0)
			continue;
		html_print(out, "%r%t", between, ir_text_of(&one, "release"));
		between = ", ";
	}
	fputs("</td>", out);
}

static void ir_print_row(FILE *out, const struct json_at *finding, size_t index)
{
	html_print(out,
		"<tr><th scope=\"row\" data-label=\"Finding\">"
		"<a href=\"#finding-%u\">%t</a></th>",
		(uint64_t)index, ir_text_of(finding, "id"));
	ir_print_cell(out, "Class", ir_text_of(finding, "class"));
	ir_print_cell(out, "Pass", ir_text_of(finding, "pass"));
	ir_print_cell(out, "Operations", ir_text_of(finding, "operations"));
	ir_print_cell(out, "Evidence", ir_text_of(finding, "evidence"));
	print_affected(out, finding);
	fputs("</tr>\n", out);
}

static size_t count_confirmed(const struct json_at *list)
{
	size_t count = 0;

	for (size_t i = 0; i < json_at_length(list); i++) {
		struct json_at finding =
			json_at_element(list, i, JSON_KIND_OBJECT);
		count += strncmp(ir_text_of(&finding, "evidence"), "confirmed",
				 9) == 0;
	}
	return count;
}

static void ir_print_list(FILE *out, const struct json_at *list)
{
	static const struct cards_column columns[] = {{"Finding"},
		{"Class", "class-of-finding"}, {"Pass"}, {"Operations"},
		{"Evidence", "evidence"}, {"Releases", "release"}};
	size_t count = json_at_length(list);
	char number[WORDS_NUMBER_BYTES];

	sections_begin(out, "findings", SIZE_MAX, true);
	fputs("<h1>What the compiler does wrong</h1>\n<dl class=\"numbers\">\n",
		out);
	sections_print_number(
		out, NULL, "Findings", words_number(number, count));
	sections_print_number(out, "evidence", "Confirmed",
		words_number(number, count_confirmed(list)));
	fputs("</dl>\n", out);
	if (count == 0) {
		fputs("<p>No function was found with which it goes wrong. This "
		      "does not rule out others.</p>\n",
			out);
	} else {
		cards_begin(out,
			&(struct cards){.prefix = "findings-",
				.id = "table",
				.caption = "One row for each class, pass, and "
					   "the operations of the smallest "
					   "function",
				CARDS_COLUMNS(columns),
				.has_filter = true,
				.glossary = SECTIONS_GLOSSARY});
		for (size_t i = 0; i < count; i++) {
			struct json_at finding =
				json_at_element(list, i, JSON_KIND_OBJECT);
			ir_print_row(out, &finding, i);
		}
		cards_end(out);
	}
	sections_end(out);
}

/*--- one finding ---*/

static void ir_print_code(FILE *out, const char *title,
	const struct json_at *finding, const char *key)
{
	const char *text = ir_text_of(finding, key);
	char *shown;

	if (*text == '\0')
		return;
	shown = memory_string_dup_length(text, strlen(text) < CODE_CHARACTERS
						       ? strlen(text)
						       : CODE_CHARACTERS);
	html_print(out,
		"<h2>%r</h2>\n<pre tabindex=\"0\" data-copy><code>%t</code>"
		"</pre>\n",
		title, shown);
	if (strlen(text) > CODE_CHARACTERS)
		fputs("<p class=\"note\">The rest is in the finding's "
		      "folder.</p>\n",
			out);
	free(shown);
}

static void ir_print_releases(FILE *out, const struct json_at *finding)
{
	static const struct cards_column columns[] = {{"Release"}, {"Verdict"}};
	struct json_at releases =
		json_at_member(finding, "releases", JSON_KIND_ARRAY);
	size_t count = json_at_length(&releases);

	if (count == 0)
		return;
	fputs("<h2>Releases</h2>\n", out);
	cards_begin(out, &(struct cards){.prefix = "releases-",
				 .id = ir_text_of(finding, "id"),
				 .caption = "The same passes, function and "
					    "arguments",
				 CARDS_COLUMNS(columns)});
	for (size_t i = 0; i < count; i++) {
		struct json_at one =
			json_at_element(&releases, i, JSON_KIND_OBJECT);
		html_print(out,
			"<tr><th scope=\"row\" data-label=\"Release\">%t</th>"
			"<td data-label=\"Verdict\">%t</td></tr>\n",
			ir_text_of(&one, "release"), ir_text_of(&one, "class"));
	}
	cards_end(out);
}

static void ir_print_commands(FILE *out, const struct json_at *finding)
{
	fputs("<h2>In the terminal</h2>\n<pre tabindex=\"0\" data-copy><code>",
		out);
	if (*ir_text_of(finding, "command") != '\0')
		html_print(out, "%t\n", ir_text_of(finding, "command"));
	html_print(out, "%t</code></pre>\n", ir_text_of(finding, "replay"));
}

/* Finding INDEX of COUNT. */
static void ir_print_finding(
	FILE *out, const struct json_at *finding, size_t index, size_t count)
{
	sections_begin(out, "finding", index, false);
	sections_print_way(out, &(struct sections_way){.id = "findings",
					.title = "All findings",
					.each = "finding",
					.number = index,
					.count = count});
	html_print(out,
		"<h1>%t <span class=\"severity high\">%t</span></h1>\n<p>%t"
		"</p>\n<dl class=\"numbers\">\n",
		ir_text_of(finding, "pass"), ir_text_of(finding, "class"),
		ir_text_of(finding, "detail"));
	sections_print_number(
		out, NULL, "Compiler", ir_text_of(finding, "target"));
	sections_print_number(
		out, NULL, "Passes", ir_text_of(finding, "passes"));
	sections_print_number(
		out, "evidence", "Evidence", ir_text_of(finding, "evidence"));
	fputs("</dl>\n", out);
	ir_print_code(out, "The smallest function", finding, "portable");
	ir_print_code(out, "As the compiler gets it", finding, "before");
	ir_print_code(out, "What passes made of it", finding, "after");
	ir_print_releases(out, finding);
	ir_print_commands(out, finding);
	sections_end(out);
}

static void ir_print_body(FILE *out, const struct json_at *top)
{
	struct json_at list = json_at_member(top, "findings", JSON_KIND_ARRAY);
	size_t count = json_at_length(&list);

	ir_print_list(out, &list);
	for (size_t i = 0; i < count; i++) {
		struct json_at finding =
			json_at_element(&list, i, JSON_KIND_OBJECT);
		ir_print_finding(out, &finding, i, count);
	}
}

int site_write_ir(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {{"findings", "Findings"}};

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = "Compiler",
				      .item = items,
				      .item_count = 1,
				      .terms = "terms-compilers",
				      .body = ir_print_body},
		err);
}
