/* SPDX-License-Identifier: MIT
 * The pages of what `retread hls fuzz` found: each divergence of hardware from the CPU
 * with its causes and the smallest input. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/frame.h"
#include "viz/html.h"
#include "viz/sections.h"

#define CELL_CHARACTERS	 80
#define INPUT_CHARACTERS 4000
#define CAUSES_MAX	 100

static const struct advice {
	const char *class, *advice; /* markup */
} advices[] = {
	{"wrong value",
		"Give the number at the cause the bits that its values need "
		"(<code>retread spectra</code> reports how many there were), "
		"or "
		"limit the values before."},
	{"host fault",
		"A number that was cut became one that the host must not get: "
		"give it more bits, and have the host check what it divides "
		"by or indexes with."},
	{"hang", "The counter never reaches its limit: give it one bit more "
		 "than the limit needs, or count in an <code>int</code>."},
	{"unknown value",
		"Something is read that nobody wrote: check the index against "
		"the size of the array, or set the variable first."},
	{"stale state",
		"Set static variables at the beginning of each call, or hand "
		"them in and out."},
};

static const char *hardware_text_of(
	const struct json_at *object, const char *key)
{
	const char *text = json_get_text_or_null(object, key);

	return text ? text : "";
}

/* The first line of TEXT. */
static void hardware_print_cell(
	FILE *out, const char *label, const char *text, bool is_code)
{
	char *first = memory_string_dup_length(text, strcspn(text, "\n"));
	char *shorter = words_shorten(first, CELL_CHARACTERS);

	html_print(out, "<td data-label=\"%r\">%r%t%r</td>", label,
		is_code ? "<code>" : "", shorter, is_code ? "</code>" : "");
	free(shorter);
	free(first);
}

static void print_causes(FILE *out, const struct json_at *symptom)
{
	struct json_at causes =
		json_at_member(symptom, "causes", JSON_KIND_ARRAY);
	size_t count = json_at_length(&causes);

	for (size_t i = 0; i < count && i < CAUSES_MAX; i++)
		html_print(out, "%r<code>%t</code>", i > 0 ? "<br>" : "",
			json_get_element_text(&causes, i));
}

static void hardware_print_row(
	FILE *out, const struct json_at *symptom, size_t index)
{
	const char *class = hardware_text_of(symptom, "class");

	html_print(out,
		"<tr data-class=\"%t\"><th scope=\"row\" "
		"data-label=\"Divergence\"><a href=\"#symptom-%u\">%t</a></th>",
		class, (uint64_t)index, hardware_text_of(symptom, "id"));
	hardware_print_cell(out, "Class", class, false);
	fputs("<td data-label=\"Causes\" class=\"what\">", out);
	print_causes(out, symptom);
	fputs("</td>", out);
	hardware_print_cell(out, "CPU", hardware_text_of(symptom, "cpu"), true);
	hardware_print_cell(
		out, "Hardware", hardware_text_of(symptom, "hardware"), true);
	hardware_print_cell(out, "Smallest input",
		hardware_text_of(symptom, "minimal"), true);
	fputs("</tr>\n", out);
}

static void hardware_print_list(FILE *out, const struct json_at *list)
{
	static const struct cards_column columns[] = {{"Divergence"},
		{"Class", "class"}, {"Causes", "cause"}, {"CPU"}, {"Hardware"},
		{"Smallest input"}};
	size_t count = json_at_length(list);
	char number[WORDS_NUMBER_BYTES];

	sections_begin(out, "divergences", SIZE_MAX, true);
	fputs("<h1>Where hardware and the CPU differ</h1>\n"
	      "<dl class=\"numbers\">\n",
		out);
	sections_print_number(
		out, NULL, "Divergences", words_number(number, count));
	fputs("</dl>\n", out);
	if (count == 0) {
		fputs("<p>No input was found on which they differ. This does "
		      "not rule out others.</p>\n",
			out);
	} else {
		cards_begin(out, &(struct cards){.prefix = "divergences-",
					 .id = "table",
					 .caption = "One row for each class "
						    "and its causes",
					 CARDS_COLUMNS(columns),
					 .has_filter = true,
					 .glossary = SECTIONS_GLOSSARY});
		for (size_t i = 0; i < count; i++) {
			struct json_at symptom =
				json_at_element(list, i, JSON_KIND_OBJECT);
			hardware_print_row(out, &symptom, i);
		}
		cards_end(out);
	}
	sections_end(out);
}

/* An input is a text with a line for each parameter. */
static void hardware_print_lines(FILE *out, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		char *line = memory_string_dup_length(text, length);
		char *shorter = words_shorten(line, INPUT_CHARACTERS);
		html_print(out, "%t\n", shorter);
		free(shorter);
		free(line);
		text += length + (text[length] != '\0');
	}
}

static void hardware_print_input(FILE *out, const struct json_at *symptom)
{
	fputs("<h2>Smallest input</h2>\n<pre tabindex=\"0\" data-copy><code>",
		out);
	hardware_print_lines(out, hardware_text_of(symptom, "minimal"));
	fputs("</code></pre>\n<details><summary>As it was found</summary>\n"
	      "<pre tabindex=\"0\"><code>",
		out);
	hardware_print_lines(out, hardware_text_of(symptom, "input"));
	html_print(out,
		"</code></pre></details>\n"
		"<h2>In the terminal</h2>\n<pre tabindex=\"0\" data-copy>"
		"<code>retread hls run KERNEL.hls %t/%t/input.min</code>"
		"</pre>\n",
		hardware_text_of(symptom, "directory"),
		hardware_text_of(symptom, "id"));
}

static void hardware_print_advice(FILE *out, const char *class, size_t index)
{
	for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
		if (strcmp(advices[i].class, class) == 0)
			html_print(out,
				"<aside class=\"advice\" "
				"aria-labelledby=\"advice-%u\">\n"
				"<h2 id=\"advice-%u\">What usually fixes this"
				"</h2>\n<p>%r</p>\n</aside>\n",
				(uint64_t)index, (uint64_t)index,
				advices[i].advice);
}

/* The divergence INDEX of COUNT. */
static void print_symptom(
	FILE *out, const struct json_at *symptom, size_t index, size_t count)
{
	const char *simulator = hardware_text_of(symptom, "simulator");
	const char *class = hardware_text_of(symptom, "class");
	struct json_at causes =
		json_at_member(symptom, "causes", JSON_KIND_ARRAY);

	sections_begin(out, "symptom", index, false);
	sections_print_way(out, &(struct sections_way){.id = "divergences",
					.title = "All divergences",
					.each = "symptom",
					.number = index,
					.count = count});
	html_print(out,
		"<h1>%t <span class=\"severity high\">%t</span></h1>\n"
		"<dl class=\"numbers\">\n",
		hardware_text_of(symptom, "id"), class);
	sections_print_number(
		out, NULL, "CPU", hardware_text_of(symptom, "cpu"));
	sections_print_number(
		out, NULL, "Hardware", hardware_text_of(symptom, "hardware"));
	if (*simulator != '\0')
		sections_print_number(
			out, NULL, "Verilog in a simulator", simulator);
	fputs("</dl>\n<h2>Causes</h2>\n<p>", out);
	print_causes(out, symptom);
	html_print(out, "</p>\n<p class=\"note\">%r</p>\n",
		json_at_length(&causes) < 2 ? "It alone suffices."
		: json_get_bool(symptom, "each_suffices")
			? "Each alone suffices."
			: "Only together they suffice.");
	hardware_print_advice(out, class, index);
	hardware_print_input(out, symptom);
	sections_end(out);
}

static void hardware_print_body(FILE *out, const struct json_at *top)
{
	struct json_at list = json_at_member(top, "symptoms", JSON_KIND_ARRAY);
	size_t count = json_at_length(&list);

	hardware_print_list(out, &list);
	for (size_t i = 0; i < count; i++) {
		struct json_at symptom =
			json_at_element(&list, i, JSON_KIND_OBJECT);
		print_symptom(out, &symptom, i, count);
	}
}

int site_write_hardware(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {
		{"divergences", "Divergences"}};

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = "Hardware",
				      .item = items,
				      .item_count = 1,
				      .terms = "terms-hardware",
				      .body = hardware_print_body},
		err);
}
