/* SPDX-License-Identifier: MIT
 * Source with two gutters: what is read on a line, and what of it repeats. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/source.h"
#include "lib/words.h"
#include "viz/glossary.h"
#include "viz/html.h"
#include "viz/site.h"

/* A page ends before it has 1 MB. */
#define PAGE_BYTES_MAX	  900000
#define SECTION_BYTES_MAX 200000 /* in one file */
#define LINE_CHARACTERS	  240
#define LINKS_MAX	  4
#define CONTENTS_MAX	  60

/* The gutters of one line: the most that one finding counts. */
struct gutter {
	uint64_t reads, repeated;
	bool is_marked;
	size_t finding[LINKS_MAX];
	size_t finding_count;
};

static struct gutter gutter_of(
	const struct site_mark *mark, size_t count, unsigned line)
{
	struct gutter gutter = {0};

	for (size_t i = 0; i < count && mark[i].line == line; i++) {
		gutter.is_marked = true;
		if (mark[i].reads > gutter.reads) {
			gutter.reads = mark[i].reads;
			gutter.repeated = mark[i].repeated;
		}
		if (gutter.finding_count < LINKS_MAX &&
			(gutter.finding_count == 0 ||
				gutter.finding[gutter.finding_count - 1] !=
					mark[i].finding))
			gutter.finding[gutter.finding_count++] =
				mark[i].finding;
	}
	return gutter;
}

/* The marks of a file are sorted by line: those of LINE on. */
static const struct site_mark *skip_to(
	const struct site_mark *mark, size_t *count, unsigned line)
{
	while (*count > 0 && mark->line < line) {
		mark++;
		--*count;
	}
	return mark;
}

static void page_source_print_number(
	struct page *page, const char *class, uint64_t number)
{
	if (number == 0)
		html_print(page->out, "<td class=\"%r\"></td>", class);
	else
		html_print(
			page->out, "<td class=\"%r\">%n</td>", class, number);
}

static void page_source_print_line(struct page *page, unsigned line,
	const char *text, const struct gutter *gutter, bool emphasised,
	bool with_links)
{
	char *shorter = words_shorten(text, LINE_CHARACTERS);

	html_print(page->out, "<tr%r>",
		emphasised	    ? " class=\"here\""
		: gutter->is_marked ? " class=\"marked\""
				    : "");
	fputs("<th scope=\"row\"", page->out);
	if (with_links)
		html_print(page->out, " id=\"%rL%u\"", page->prefix,
			(uint64_t)line);
	if (with_links && gutter->is_marked)
		html_print(page->out, "><a href=\"#%rL%u\">%u</a></th>",
			page->prefix, (uint64_t)line, (uint64_t)line);
	else
		html_print(page->out, ">%u</th>", (uint64_t)line);
	page_source_print_number(page, "number", gutter->reads);
	page_source_print_number(page, "number again", gutter->repeated);
	html_print(page->out, "<td class=\"code\"><code>%t</code>", shorter);
	for (size_t i = 0; with_links && i < gutter->finding_count; i++) {
		fputs(" <span class=\"link\">", page->out);
		site_print_finding_link(page, gutter->finding[i]);
		fputs("</span>", page->out);
	}
	fputs("</td></tr>\n", page->out);
	free(shorter);
}

static void page_source_print_table_head(struct page *page, const char *caption)
{
	html_print(page->out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"Source\"><table class=\"source\">\n"
		"<caption>%t</caption>\n"
		"<thead><tr><th scope=\"col\">Line</th><th scope=\"col\">Reads"
		"</th><th scope=\"col\">Again</th><th scope=\"col\" "
		"class=\"code\">Source</th></tr></thead>\n<tbody>\n",
		caption);
}

/* What FINDING itself counts in LINE of FILE: as on the page of the file, that read of
 * the line which reads most, so that the first line has the finding's own number. */
static struct gutter gutter_of_finding(
	const struct report_finding *finding, const char *file, unsigned line)
{
	struct gutter gutter = {0};
	const struct report_places *sites = &finding->sites;

	if (finding->rule == REPORT_TRAVERSAL)
		return gutter;
	for (size_t i = 0; i < sites->count; i++) {
		const struct report_place *site = &sites->place[i];
		if (site->line != line || !site->file ||
			strcmp(site->file, file) != 0)
			continue;
		uint64_t reads = report_site_reads(finding, i);
		gutter.is_marked = true;
		if (reads > gutter.reads)
			gutter.reads = reads;
	}
	gutter.repeated = (uint64_t)(finding->evidence.rewalk_ratio *
					     (double)gutter.reads +
				     0.5);
	return gutter;
}

void page_print_lines(struct page *page, const char *file, unsigned first,
	unsigned last, unsigned emphasised,
	const struct report_finding *finding)
{
	struct source *source = page->site->source;
	unsigned total = source_line_count(source, file);

	if (last > total)
		last = total;
	page_source_print_table_head(page, source_short_name(source, file));
	for (unsigned line = first; line <= last && line > 0; line++) {
		struct gutter gutter = gutter_of_finding(finding, file, line);
		page_source_print_line(page, line,
			source_line(source, file, line), &gutter,
			line == emphasised, false);
	}
	fputs("</tbody></table></div>\n", page->out);
}

static void print_gap(struct page *page, const char *words)
{
	html_print(page->out,
		"<tr class=\"gap\"><td colspan=\"4\">%r</td></tr>\n", words);
}

static void print_all_lines(struct page *page, const struct site_file *file)
{
	struct source *source = page->site->source;
	const struct site_mark *mark = file->mark;
	size_t count = file->mark_count;
	long bytes_max = page->site->options.is_one_file ? SECTION_BYTES_MAX
							 : PAGE_BYTES_MAX;
	bool gap = false;

	for (unsigned line = 1; line <= file->lines; line++) {
		if (!site_shows_line(page->site, file, line)) {
			gap = true;
			continue;
		}
		if (ftell(page->out) > bytes_max) {
			print_gap(page, "more lines are left out");
			return;
		}
		if (gap)
			print_gap(page, "lines that no finding is near are "
					"left out");
		gap = false;
		mark = skip_to(mark, &count, line);
		struct gutter gutter = gutter_of(mark, count, line);
		page_source_print_line(page, line,
			source_line(source, file->name, line), &gutter, false,
			true);
	}
}

/* The lines that findings are about, the places to go to. */
static void print_contents(struct page *page, const struct site_file *file)
{
	unsigned last = 0, count = 0;

	fputs("<p>Lines of findings:", page->out);
	for (size_t i = 0; i < file->mark_count && count < CONTENTS_MAX; i++) {
		unsigned line = file->mark[i].line;
		if (line == last || !site_shows_line(page->site, file, line))
			continue;
		last = line;
		count++;
		html_print(page->out, " <a href=\"#%rL%u\">%u</a>",
			page->prefix, (uint64_t)line, (uint64_t)line);
	}
	html_print(page->out, "%r.</p>\n",
		count == CONTENTS_MAX ? " and more" : "");
}

void page_source(struct page *page, size_t index)
{
	const struct site_file *file = &page->site->file[index];

	html_print(page->out, "<h1>%t</h1>\n", words_base_name(file->name));
	print_contents(page, file);
	fputs("<p>Reads of a line are the most that one finding counts; ",
		page->out);
	glossary_print_term(page, "again", "again");
	html_print(page->out,
		" are those that repeat an earlier read of "
		"something unchanged. The source is as it was when this page "
		"was made.</p>\n");
	page_source_print_table_head(
		page, source_short_name(page->site->source, file->name));
	print_all_lines(page, file);
	fputs("</tbody></table></div>\n", page->out);
}
