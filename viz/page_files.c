/* SPDX-License-Identifier: MIT
 * The source files that findings are about. */
#include "config.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/source.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/html.h"
#include "viz/site.h"

#define NAME_CHARACTERS 160
#define FILES_MAX	1000

/* What findings say about a file. */
struct sum {
	uint64_t findings, lines, repeated;
	enum report_severity severity;
};

/* Marks are sorted by line, then finding; those of other files are apart. */
static struct sum page_files_sum_of(const struct report *report,
	const struct site_file *file, unsigned char *is_counted)
{
	struct sum sum = {.severity = REPORT_INFO};

	for (size_t i = 0; i < file->mark_count; i++) {
		const struct site_mark *mark = &file->mark[i];
		const struct report_finding *finding =
			&report->finding[mark->finding];
		sum.lines += i == 0 || mark[-1].line != mark->line;
		sum.repeated += mark->repeated;
		if (finding->severity > sum.severity)
			sum.severity = finding->severity;
		sum.findings += !is_counted[mark->finding];
		is_counted[mark->finding] = 1;
	}
	for (size_t i = 0; i < file->mark_count; i++)
		is_counted[file->mark[i].finding] = 0;
	return sum;
}

static void page_files_print_row(
	struct page *page, size_t index, const struct sum *sum)
{
	const struct website *site = page->site;
	char *name = words_shorten(
		source_short_name(site->source, site->file[index].name),
		NAME_CHARACTERS);
	bool is_link;

	html_print(page->out,
		"<tr data-severity=\"%r\"><th scope=\"row\" "
		"data-label=\"File\">",
		report_severity_name(sum->severity));
	is_link = site_begin_link(page, PAGE_SOURCE, index);
	html_print(page->out,
		"<code>%t</code>%r</th><td data-label=\"Severity\">", name,
		is_link ? "</a>" : "");
	site_print_severity(page, sum->severity);
	html_print(page->out,
		"</td><td data-label=\"Findings\" class=\"number\">%n</td>"
		"<td data-label=\"Lines\" class=\"number\">%n</td>"
		"<td data-label=\"Repeated\" class=\"number\">%n</td></tr>\n",
		sum->findings, sum->lines, sum->repeated);
	free(name);
}

void page_files(struct page *page, size_t unused)
{
	static const struct cards_column columns[] = {{"File"},
		{"Severity", "severity"}, {"Findings", NULL, true},
		{"Lines", NULL, true}, {"Repeated", "repeated", true}};
	const struct website *site = page->site;
	unsigned char *is_counted =
		memory_alloc_zero(site->report->finding_count, 1);

	(void)unused;
	fputs("<h1>Source files</h1>\n", page->out);
	cards_begin_on(page, &(struct cards){.id = "files",
				     .caption = "Files that findings are about",
				     CARDS_COLUMNS(columns),
				     .has_filter = true});
	for (size_t i = 0; i < site->file_count && i < FILES_MAX; i++) {
		struct sum sum = page_files_sum_of(
			site->report, &site->file[i], is_counted);
		page_files_print_row(page, i, &sum);
	}
	cards_end(page->out);
	site_print_left_out(page, site->file_count, FILES_MAX);
	free(is_counted);
}
