/* SPDX-License-Identifier: MIT
 * The page about the report itself: commands, limits, suppressions, words. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/site.h"

#define WARNINGS_MAX	 500
#define PROCESSES_MAX	 2000 /* looked at for commands */
#define COMMANDS_MAX	 100
#define PROGRAMS_MAX	 200
#define SUPPRESSIONS_MAX 500
#define TEXT_CHARACTERS	 300

static bool page_about_is_known(const struct report *report, size_t index)
{
	const char *command = report->process[index].command;

	for (size_t i = 0; i < index && command; i++)
		if (report->process[i].command &&
			strcmp(report->process[i].command, command) == 0)
			return true;
	return !command;
}

/* Children were started by the commands; they have a parent that is here. */
static bool is_child(const struct report *report, size_t index)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].pid == report->process[index].parent_pid)
			return true;
	return false;
}

static void page_about_print_commands(struct page *page)
{
	const struct report *report = page->site->report;
	size_t count = 0;

	fputs("<h2>How to reproduce</h2>\n<pre tabindex=\"0\" data-copy><code>",
		page->out);
	for (size_t i = 0; i < report->process_count && i < PROCESSES_MAX &&
			   count < COMMANDS_MAX;
		i++) {
		char *command;
		if (page_about_is_known(report, i) || is_child(report, i))
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

static void print_version(
	struct page *page, const char *title, const char *text)
{
	char *shorter;

	if (!text)
		return;
	shorter = words_shorten(text, TEXT_CHARACTERS);
	html_print(page->out, "<dt>%r</dt><dd>%t</dd>\n", title, shorter);
	free(shorter);
}

/* The run by its manifest, if that is there and whole. */
static void print_versions(struct page *page)
{
	const struct recorded *recorded = &page->site->recorded;

	if (!recorded->retread)
		return;
	fputs("<h2>Versions</h2>\n<dl class=\"words\">\n", page->out);
	print_version(page, "Recorded by retread", recorded->retread);
	print_version(page, "Valgrind", recorded->valgrind);
	print_version(page, "System", recorded->system);
	print_version(page, "Host", recorded->host);
	print_version(page, "Run", recorded->id);
	fputs("</dl>\n", page->out);
}

/* Was the program of command INDEX told before? */
static bool is_told(const struct recorded *recorded, size_t index)
{
	const char *program = recorded->command[index].program;

	for (size_t i = 0; i < index && program; i++)
		if (recorded->command[i].program &&
			strcmp(recorded->command[i].program, program) == 0)
			return true;
	return !program;
}

/* Which builds were recorded. */
static void print_programs(struct page *page)
{
	const struct recorded *recorded = &page->site->recorded;
	size_t count = 0;

	if (recorded->command_count == 0)
		return;
	html_print(page->out,
		"<h2>Programs</h2>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rprograms\">\n<caption>Builds that "
		"were recorded</caption>\n<thead><tr><th scope=\"col\">Program"
		"</th><th scope=\"col\">Build id</th></tr></thead>\n<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < recorded->command_count && i < PROCESSES_MAX &&
			   count < PROGRAMS_MAX;
		i++) {
		const struct shown_command *command = &recorded->command[i];
		char *program;
		if (is_told(recorded, i))
			continue;
		program = words_shorten(command->program, TEXT_CHARACTERS);
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"Program\"><code>%t"
			"</code></th><td data-label=\"Build id\"><code>%t"
			"</code></td></tr>\n",
			program,
			command->build_id ? command->build_id : "none");
		free(program);
		count++;
	}
	fputs("</tbody></table></div>\n", page->out);
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

static void page_about_print_warnings(struct page *page)
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

/* The same for programs, if it is beside the pages. */
static void page_about_print_files(struct page *page)
{
	static const char *const name[] = {"report.json", "report.txt"};
	const struct site_options *options = &page->site->options;
	bool has_any = false;

	for (size_t i = 0; !options->is_one_file && i < 2; i++) {
		char *path = memory_format("%s/%s", options->out, name[i]);
		if (access(path, R_OK) == 0) {
			html_print(page->out,
				"%r <a download href=\"%r\">%r</a>",
				has_any ? "," : "<p>This report as a file:",
				name[i], name[i]);
			has_any = true;
		}
		free(path);
	}
	if (has_any)
		fputs(".</p>\n", page->out);
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
	page_about_print_files(page);
	page_about_print_commands(page);
	print_versions(page);
	print_programs(page);
	print_suppressions(page);
	page_about_print_warnings(page);
}
