/* SPDX-License-Identifier: MIT
 * Source with two gutters: what is read on a line, and what of it repeats. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/code/source.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/site.h"

/* A page ends before it has 1 MB. */
#define PAGE_BYTES_MAX	  900000
#define SECTION_BYTES_MAX 200000 /* in one file */
/* Of markup, around the text of a line, and of a link. */
#define LINE_BYTES	160
#define LINK_BYTES	90
#define LINE_CHARACTERS 240
#define LINKS_MAX	4
#define CONTENTS_MAX	60

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

/* A row of lines.html, without links. */
static struct json_value *source_make_line(
	unsigned line, const char *text, const struct gutter *gutter)
{
	return JSON_OBJECT(JSON("line", (uint64_t)line),
		JSON("reads", gutter->reads), JSON("again", gutter->repeated),
		JSON("text", text ? text : "?"));
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

struct json_value *source_make_lines(struct page *page, const char *file,
	unsigned at, unsigned around, const struct report_finding *finding)
{
	struct source *source = page->site->source;
	unsigned first = at > around ? at - around : 1;
	unsigned last = at + around;
	struct json_value *lines = json_make_array();
	unsigned total = source_line_count(source, file);

	if (last > total)
		last = total;
	for (unsigned line = first; line <= last && line > 0; line++) {
		struct gutter gutter = gutter_of_finding(finding, file, line);
		struct json_value *row = source_make_line(
			line, source_line(source, file, line), &gutter);
		json_put_text(row, "class",
			line == at	   ? "here"
			: gutter.is_marked ? "marked"
					   : "");
		json_append(lines, row);
	}
	return JSON_OBJECT(JSON("caption", source_short_name(source, file)),
		JSON("lines", lines));
}

static void source_add_gap(struct json_value *lines, const char *words)
{
	json_append(lines, JSON_OBJECT(JSON("gap", words)));
}

/* How many bytes TEXT has when it is escaped. */
static size_t source_bytes_of(const char *text)
{
	size_t bytes = 0;

	for (size_t i = 0; text && i < LINE_CHARACTERS && text[i] != '\0'; i++)
		bytes += strchr("<>&\"'", text[i]) ? 5 : 1;
	return bytes;
}

/* With links to what it is about. Returns about how many bytes are printed. */
static size_t source_add_line(struct page *page, struct json_value *lines,
	unsigned line, const char *text, const struct gutter *gutter)
{
	struct json_value *row = source_make_line(line, text, gutter);
	struct json_value *links = json_make_array();

	for (size_t i = 0; i < gutter->finding_count; i++)
		json_append(links, page_make_index(gutter->finding[i]));
	json_put_text(row, "class", gutter->is_marked ? "marked" : "");
	json_put_bool(row, "has_id", true);
	json_put_bool(row, "is_link", gutter->is_marked);
	json_put(row, "links", links);
	json_append(lines, row);
	return LINE_BYTES + 2 * strlen(page->prefix) +
	       gutter->finding_count * LINK_BYTES + source_bytes_of(text);
}

static struct json_value *source_make_all_lines(
	struct page *page, const struct site_file *file)
{
	struct source *source = page->site->source;
	struct json_value *lines = json_make_array();
	const struct site_mark *mark = file->mark;
	size_t count = file->mark_count, bytes = 0;
	size_t bytes_max = page->site->options.is_one_file ? SECTION_BYTES_MAX
							   : PAGE_BYTES_MAX;
	bool gap = false;

	for (unsigned line = 1; line <= file->lines; line++) {
		struct gutter gutter;
		if (!site_shows_line(page->site, file, line)) {
			gap = true;
			continue;
		}
		if (bytes > bytes_max) {
			source_add_gap(lines, "more lines are left out");
			break;
		}
		if (gap)
			source_add_gap(lines,
				"lines that no finding is near are left out");
		gap = false;
		mark = skip_to(mark, &count, line);
		gutter = gutter_of(mark, count, line);
		bytes += source_add_line(page, lines, line,
			source_line(source, file->name, line), &gutter);
	}
	return lines;
}

/* The lines that findings are about, the places to go to. */
static struct json_value *source_make_contents(
	struct page *page, const struct site_file *file)
{
	struct json_value *contents = json_make_array();
	unsigned last = 0;

	for (size_t i = 0;
		i < file->mark_count && json_length(contents) < CONTENTS_MAX;
		i++) {
		unsigned line = file->mark[i].line;
		if (line != last && site_shows_line(page->site, file, line))
			json_append(contents, json_make_count(line));
		last = line;
	}
	return contents;
}

struct json_value *page_source(struct page *page, size_t index)
{
	const struct site_file *file = &page->site->file[index];
	struct json_value *contents = source_make_contents(page, file);

	return JSON_OBJECT(JSON("name", words_base_name(file->name)),
		JSON("has_more", json_length(contents) == CONTENTS_MAX),
		JSON("contents", contents),
		JSON("caption",
			source_short_name(page->site->source, file->name)),
		JSON("lines", source_make_all_lines(page, file)));
}
