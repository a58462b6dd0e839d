/* SPDX-License-Identifier: MIT
 * What the report was made of: commands, limits, suppressions, words. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "viz/html.h"
#include "viz/site.h"
#include "viz/words.h"

#define WARNINGS_MAX	 500
#define PROCESSES_MAX	 2000 /* looked at for commands */
#define COMMANDS_MAX	 100
#define SUPPRESSIONS_MAX 500
#define TEXT_CHARACTERS	 300

static bool is_known(const struct report *report, size_t index)
{
	const char *command = report->process[index].command;

	for (size_t i = 0; i < index && command != NULL; i++)
		if (report->process[i].command != NULL &&
			strcmp(report->process[i].command, command) == 0)
			return true;
	return command == NULL;
}

/* Children were started by the commands; they have a parent that is here. */
static bool is_child(const struct report *report, size_t index)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].pid == report->process[index].parent_pid)
			return true;
	return false;
}

static void print_commands(struct page *page)
{
	const struct report *report = page->site->report;
	size_t count = 0;

	fputs("<h2>How to reproduce</h2>\n<pre tabindex=\"0\"><code>",
		page->out);
	for (size_t i = 0; i < report->process_count && i < PROCESSES_MAX &&
			   count < COMMANDS_MAX;
		i++) {
		char *command;
		if (is_known(report, i) || is_child(report, i))
			continue;
		command = words_shorten(
			report->process[i].command, TEXT_CHARACTERS);
		html_print(
			page->out, "retread record --append -- %t\n", command);
		free(command);
		count++;
	}
	fputs("retread report\n</code></pre>\n", page->out);
}

/* What the manifest says of the run, if it is there and whole. */
static void print_versions(struct page *page)
{
	static const struct {
		const char *key, *title;
	} rows[] = {{"retread", "Recorded by retread"},
		{"valgrind", "Valgrind"}, {"system", "System"},
		{"host", "Host"}, {"run_id", "Run"}};
	const char *results = page->site->options.results;
	char *path = memory_format(
		"%s/manifest.json", results != NULL ? results : "");
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct json_value *value =
		results != NULL ? json_read_file(path, &err) : NULL;
	struct json_at top;

	free(path);
	if (value == NULL)
		return;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	fputs("<h2>Versions</h2>\n<dl class=\"words\">\n", page->out);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text;
		if (reader.failed || !json_has(&top, rows[i].key))
			continue;
		text = words_shorten(
			json_get_text(&top, rows[i].key), TEXT_CHARACTERS);
		html_print(page->out, "<dt>%r</dt><dd>%t</dd>\n", rows[i].title,
			text);
		free(text);
	}
	fputs("</dl>\n", page->out);
	json_free(value);
}

static void print_suppressions(struct page *page)
{
	const struct report *report = page->site->report;

	if (report->suppression_count == 0)
		return;
	html_print(page->out,
		"<h2>Suppressions</h2>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rsuppressions\" data-filter>\n"
		"<caption>Used and unused</caption>\n<thead><tr>"
		"<th scope=\"col\">Name</th><th scope=\"col\">Where</th>"
		"<th scope=\"col\" class=\"number\">Findings</th>"
		"</tr></thead>\n<tbody>\n",
		page->prefix);
	for (size_t i = 0;
		i < report->suppression_count && i < SUPPRESSIONS_MAX; i++) {
		const struct report_suppression *one = &report->suppression[i];
		char *name = words_shorten(one->name, TEXT_CHARACTERS);
		char *file = words_shorten(one->file, TEXT_CHARACTERS);
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"Name\">%t</th>"
			"<td data-label=\"Where\"><code>%t:%u</code></td>"
			"<td data-label=\"Findings\" class=\"number\">",
			name, file, (uint64_t)one->line);
		if (one->findings > 0)
			html_print(page->out, "%n", one->findings);
		else
			fputs("not used", page->out);
		fputs("</td></tr>\n", page->out);
		free(name);
		free(file);
	}
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, report->suppression_count, SUPPRESSIONS_MAX);
}

static void print_warnings(struct page *page)
{
	const struct report *report = page->site->report;

	if (report->warning_count == 0)
		return;
	fputs("<h2>Limits and damage</h2>\n<ul>\n", page->out);
	for (size_t i = 0; i < report->warning_count && i < WARNINGS_MAX; i++) {
		char *warning = words_shorten(report->warning[i], 1000);
		html_print(page->out, "<li>%t</li>\n", warning);
		free(warning);
	}
	fputs("</ul>\n", page->out);
	site_print_left_out(page, report->warning_count, WARNINGS_MAX);
}

void page_about(struct page *page, size_t unused)
{
	const struct report *report = page->site->report;

	(void)unused;
	html_print(page->out,
		"<h1>About this report</h1>\n"
		"<p>retread " PACKAGE_VERSION
		" recorded %n process%r, %n calls and %n reads in them, and "
		"analysed %n calls of functions with debug information.</p>\n",
		(uint64_t)report->process_count,
		report->process_count == 1 ? "" : "es", report->coverage.calls,
		report->coverage.events, report->coverage.activations);
	print_commands(page);
	print_versions(page);
	print_suppressions(page);
	print_warnings(page);
	fputs("<h2>Words</h2>\n<dl class=\"words\">\n"
	      "<dt>walk</dt><dd>One pass over connected cells at one place of "
	      "the program.</dd>\n"
	      "<dt>cell</dt><dd>What one load reads: a field or an element, "
	      "until it is written again.</dd>\n"
	      "<dt>repeated read</dt><dd>A read of a cell that the same place "
	      "read before, and that nobody has written since.</dd>\n"
	      "<dt>growth</dt><dd>The power of the number of cells that the "
	      "reads grow with, measured over calls of different size. "
	      "n<sup>2</sup>: twice the data, four times the reads.</dd>\n"
	      "<dt>exact, lower bound, estimate</dt><dd>Whether all of the run "
	      "was seen, a part, or a number was calculated from a part.</dd>\n"
	      "</dl>\n",
		page->out);
}
