/* SPDX-License-Identifier: MIT
 * The pages of an HTML report, and what they share. */
#include "config.h"

#include "viz/site.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/source.h"
#include "viz/assets.h"
#include "viz/html.h"
#include "viz/words.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph.h"
#endif

struct site_private {
	struct arena arena;
	size_t mark_capacity;
};

bool site_is_prominent(const struct report_finding *finding)
{
	return finding->severity != REPORT_INFO && !finding->suppressed;
}

/* --- marks -------------------------------------------------------------- */

static void add_mark(struct site *site, const struct report_place *place,
	size_t finding, uint64_t reads)
{
	const struct report_finding *about = &site->report->finding[finding];
	double ratio = about->evidence.rewalk_ratio;

	if (place->file == NULL || place->line == 0)
		return;
	site->mark = memory_grow(site->mark, &site->private_->mark_capacity,
		site->mark_count + 1, sizeof(*site->mark));
	site->mark[site->mark_count++] = (struct site_mark){.file = place->file,
		.line = place->line,
		.text = place->text,
		.finding = finding,
		.reads = reads,
		.repeated = (uint64_t)(ratio * (double)reads + 0.5)};
}

static int compare_marks(const void *left, const void *right)
{
	const struct site_mark *a = left, *b = right;
	int order = strcmp(a->file, b->file);

	if (order != 0)
		return order;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->finding < b->finding ? -1 : a->finding > b->finding;
}

/* Reads of traversals that repeat nothing are not counted. */
static void add_marks(struct site *site, size_t index)
{
	const struct report_finding *finding = &site->report->finding[index];

	if (finding->rule == REPORT_TRAVERSAL)
		return;
	for (size_t i = 0; i < finding->aec.count; i++)
		add_mark(site, &finding->aec.place[i], index, 0);
	for (size_t i = 0; i < finding->sites.count; i++)
		add_mark(site, &finding->sites.place[i], index,
			report_site_reads(finding, i));
}

/* Does the file say what was recorded, anywhere? Whoever sends a report may name
 * any file in it; only one that is known to them is shown. */
static bool is_known(struct site *site, const struct site_file *file)
{
	for (size_t i = 0; i < file->mark_count; i++) {
		const struct site_mark *mark = &file->mark[i];
		if (mark->text != NULL && *mark->text != '\0' &&
			source_says(site->source, file->name, mark->line,
				mark->text))
			return true;
	}
	return false;
}

static void make_marks(struct site *site)
{
	size_t end;

	for (size_t i = 0; i < site->report->finding_count; i++)
		add_marks(site, i);
	if (site->mark_count > 1)
		qsort(site->mark, site->mark_count, sizeof(*site->mark),
			compare_marks);
	site->file = arena_alloc(&site->private_->arena,
		(site->mark_count + 1) * sizeof(*site->file));
	for (size_t i = 0; i < site->mark_count; i = end) {
		struct site_file *file = &site->file[site->file_count];
		end = i + 1;
		while (end < site->mark_count &&
			strcmp(site->mark[end].file, site->mark[i].file) == 0)
			end++;
		*file = (struct site_file){.name = site->mark[i].file,
			.mark = &site->mark[i],
			.mark_count = end - i,
			.lines = source_line_count(
				site->source, site->mark[i].file)};
		if (is_known(site, file))
			site->file_count++;
	}
}

size_t site_file_index(const struct site *site, const char *file)
{
	size_t low = 0, high = site->file_count;

	if (file == NULL)
		return SIZE_MAX;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(site->file[middle].name, file);
		if (order == 0)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return SIZE_MAX;
}

bool site_shows_line(const struct site_file *file, unsigned line)
{
	size_t low = 0, high = file->mark_count;

	if (line == 0 || line > file->lines)
		return false;
	if (file->lines <= SITE_WHOLE_LINES_MAX)
		return true;
	/* The first mark that is not too far before LINE. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (file->mark[middle].line + SITE_AROUND_LINES < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low < file->mark_count &&
	       file->mark[low].line <= line + SITE_AROUND_LINES;
}

/* Ids are cut from fingerprints, so two findings may share one. They are
 * neighbours only by chance: pages are told apart by the fingerprint then. */
static int compare_ids(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;

	return strcmp((*a)->id, (*b)->id);
}

static void name_pages(struct site *site)
{
	const struct report *report = site->report;
	struct arena *arena = &site->private_->arena;
	size_t count = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(count * sizeof(const struct report_finding *));

	site->page_of = arena_alloc(arena, count * sizeof(*site->page_of));
	for (size_t i = 0; i < count; i++)
		sorted[i] = &report->finding[i];
	if (count > 1)
		qsort(sorted, count, sizeof(*sorted), compare_ids);
	for (size_t i = 0; i < count; i++) {
		size_t index = (size_t)(sorted[i] - report->finding);
		bool is_shared =
			(i > 0 &&
				compare_ids(&sorted[i - 1], &sorted[i]) == 0) ||
			(i + 1 < count &&
				compare_ids(&sorted[i], &sorted[i + 1]) == 0);
		site->page_of[index] =
			is_shared ? arena_format(arena, "%s-%016llx",
					    sorted[i]->id,
					    (unsigned long long)sorted[i]
						    ->fingerprint)
				  : sorted[i]->id;
	}
	free(sorted);
}

void site_init(
	struct site *site, const struct report *report, const char *directory)
{
	*site = (struct site){.report = report,
		.directory = directory,
		.source = source_new(),
		.pictures_left = SITE_PICTURES_MAX};
	site->private_ = memory_alloc_zero(1, sizeof(*site->private_));
#ifdef HAVE_GRAPHVIZ
	site->renderer = graph_renderer_new();
#endif
	name_pages(site);
	make_marks(site);
}

void site_release(struct site *site)
{
#ifdef HAVE_GRAPHVIZ
	graph_renderer_free(site->renderer);
#endif
	source_free(site->source);
	free(site->mark);
	arena_release(&site->private_->arena);
	free(site->private_);
	*site = (struct site){0};
}

/* --- frame -------------------------------------------------------------- */

static void print_head(const struct page *page, const char *title)
{
	html_print(page->out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		"<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" "
		"content=\"default-src 'none'; style-src 'self'; "
		"script-src 'self'; img-src 'self'; base-uri 'none'; "
		"form-action 'none'\">\n"
		"<meta name=\"viewport\" "
		"content=\"width=device-width, initial-scale=1\">\n"
		"<title>%t - retread</title>\n"
		"<link rel=\"icon\" href=\"%ricon.svg\">\n"
		"<link rel=\"stylesheet\" href=\"%rstyle.css\">\n"
		"<script src=\"%rapp.js\" defer></script>\n"
		"</head>\n<body>\n"
		"<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
		"<header>\n<p class=\"brand\">retread</p>\n"
		"<nav aria-label=\"Report\"><ul>"
		"<li><a href=\"%rindex.html\">Findings</a></li>"
		"<li><a href=\"%rtests.html\">Tests</a></li>"
		"<li><a href=\"%rstructures.html\">Structures</a></li>"
		"<li><a href=\"%rabout.html\">About</a></li>"
		"</ul></nav>\n</header>\n<main id=\"main\">\n",
		title, page->up, page->up, page->up, page->up, page->up,
		page->up, page->up);
}

int site_write_page(struct site *site, const char *name, const char *title,
	void (*body)(struct page *page, const void *data), const void *data,
	struct error *err)
{
	char *path = memory_format("%s/%s", site->directory, name);
	struct page page = {
		.site = site, .up = strchr(name, '/') != NULL ? "../" : ""};
	struct html_file file;
	int result = html_open(&file, path, err);

	free(path);
	if (result != 0)
		return -1;
	page.out = file.out;
	print_head(&page, title);
	body(&page, data);
	fputs("</main>\n<footer><p>Made by retread " PACKAGE_VERSION
	      ".</p></footer>\n</body>\n</html>\n",
		page.out);
	return html_close(&file, err);
}

void site_print_place(struct page *page, const struct report_place *place)
{
	size_t file = site_file_index(page->site, place->file);
	const char *name =
		place->file != NULL
			? source_short_name(page->site->source, place->file)
		: place->object != NULL ? place->object
					: "?";
	char *shorter = words_shorten(name, 160);

	if (file != SIZE_MAX &&
		site_shows_line(&page->site->file[file], place->line))
		html_print(page->out,
			"<a href=\"%rsrc/%u.html#L%u\"><code>%t:%u</code></a>",
			page->up, (uint64_t)file, (uint64_t)place->line,
			shorter, (uint64_t)place->line);
	else if (place->line != 0)
		html_print(page->out, "<code>%t:%u</code>", shorter,
			(uint64_t)place->line);
	else
		html_print(page->out, "<code>%t</code>", shorter);
	free(shorter);
}

void site_print_finding_link(struct page *page, size_t finding)
{
	html_print(page->out, "<a href=\"%rfinding/%r.html\">%r</a>", page->up,
		page->site->page_of[finding],
		page->site->report->finding[finding].id);
}

/* --- all of it ---------------------------------------------------------- */

static int make_directory(const char *path, struct error *err)
{
	struct stat status;

	if (mkdir(path, 0777) != 0 &&
		(errno != EEXIST || stat(path, &status) != 0 ||
			!S_ISDIR(status.st_mode)))
		return error_set_errno(err, "cannot make directory %s", path);
	return 0;
}

static bool is_page(const char *name, const char *begin)
{
	size_t length = strlen(name), prefix = strlen(begin);

	return strncmp(name, begin, prefix) == 0 && length > prefix + 5 &&
	       strcmp(name + length - 5, ".html") == 0 &&
	       strspn(name + prefix, "0123456789abcdef-") ==
		       length - prefix - 5;
}

/* Removes the pages of an earlier report in FOLDER, whose names begin with
 * BEGIN: nothing links to those that are not written anew. */
static void remove_pages(
	struct site *site, const char *folder, const char *begin)
{
	char *path = memory_format("%s%s", site->directory, folder);
	DIR *listing = opendir(path);
	struct dirent *entry;

	while (listing != NULL && (entry = readdir(listing)) != NULL)
		if (is_page(entry->d_name, begin))
			unlinkat(dirfd(listing), entry->d_name, 0);
	if (listing != NULL)
		closedir(listing);
	free(path);
}

static int make_directories(struct site *site, struct error *err)
{
	static const char *const name[] = {"", "/finding", "/src"};
	int result = 0;

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]) && result == 0;
		i++) {
		char *path = memory_format("%s%s", site->directory, name[i]);
		result = make_directory(path, err);
		free(path);
	}
	return result;
}

static int write_text(struct site *site, const char *name, const char *text,
	struct error *err)
{
	char *path = memory_format("%s/%s", site->directory, name);
	struct html_file file;
	int result = html_open(&file, path, err);

	free(path);
	if (result != 0)
		return -1;
	fputs(text, file.out);
	return html_close(&file, err);
}

static int write_overviews(struct site *site, struct error *err)
{
	size_t parts = page_overview_parts(site);
	int result = 0;

	for (size_t part = 0; part < parts && result == 0; part++) {
		char *name = part == 0 ? memory_string_dup("index.html")
				       : memory_format(
						 "findings-%zu.html", part + 1);
		result = site_write_page(
			site, name, "Findings", page_overview, &part, err);
		free(name);
	}
	return result;
}

static int write_findings(struct site *site, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < site->report->finding_count && result == 0;
		i++) {
		char *name = memory_format("finding/%s.html", site->page_of[i]);
		result = site_write_page(site, name,
			site->report->finding[i].id, page_finding, &i, err);
		free(name);
	}
	return result;
}

static int write_sources(struct site *site, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < site->file_count && result == 0; i++) {
		char *name = memory_format("src/%zu.html", i);
		result = site_write_page(site, name,
			words_base_name(site->file[i].name), page_source, &i,
			err);
		free(name);
	}
	return result;
}

int site_write(struct site *site, struct error *err)
{
	if (make_directories(site, err) != 0)
		return -1;
	remove_pages(site, "", "findings-");
	remove_pages(site, "/finding", "RT-");
	remove_pages(site, "/src", "");
	if (write_text(site, "style.css", assets_style, err) != 0 ||
		write_text(site, "app.js", assets_script, err) != 0 ||
		write_text(site, "icon.svg", assets_icon, err) != 0 ||
		write_findings(site, err) != 0 ||
		write_sources(site, err) != 0 ||
		site_write_page(site, "tests.html", "Tests", page_tests, NULL,
			err) != 0 ||
		site_write_page(site, "structures.html", "Structures",
			page_structures, NULL, err) != 0 ||
		site_write_page(site, "about.html", "About", page_about, NULL,
			err) != 0)
		return -1;
	/* Last: what it links to is there. */
	return write_overviews(site, err);
}
