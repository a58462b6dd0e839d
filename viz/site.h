/* SPDX-License-Identifier: MIT
 * What the pages of one HTML report share: names of pages, the frame around each,
 * and what is read at which source line. */
#ifndef RETREAD_VIZ_SITE_H
#define RETREAD_VIZ_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/report.h"

struct error;
struct graph_renderer;
struct source;

/* A source line that a finding is about. */
struct site_mark {
	const char *file;
	unsigned line;
	const char *text; /* NULL: not recorded */
	size_t finding;
	uint64_t reads; /* 0: a call on the way to a read */
	uint64_t repeated;
};

/* A source file with a page. */
struct site_file {
	const char *name;
	const struct site_mark *mark; /* sorted by line */
	size_t mark_count;
	unsigned lines;
};

struct site {
	const struct report *report;
	const char *directory;
	struct source *source;
	struct graph_renderer *renderer; /* NULL: no pictures */
	struct site_mark *mark;		 /* sorted by file, line, finding */
	size_t mark_count;
	struct site_file *file; /* sorted */
	size_t file_count;
	const char **page_of; /* by finding: "RT-1f3c9a", unique */
	size_t pictures_left;
	struct site_private *private_;
};

/* One page while it is written. UP leads from it to the report's directory. */
struct page {
	const struct site *site;
	FILE *out;
	const char *up; /* "" or "../" */
};

/* Drawings are made for so many findings, the first ones. */
#define SITE_PICTURES_MAX  200
#define SITE_ROWS_PER_PAGE 300

/* Is the finding shown before all others, or only with them? */
bool site_is_prominent(const struct report_finding *finding);

void site_init(
	struct site *site, const struct report *report, const char *directory);
void site_release(struct site *site);

/* Writes DIRECTORY and all pages. Returns 0, or -1 with ERR filled. */
int site_write(struct site *site, struct error *err);

/* Writes NAME in the directory: the frame, and in it what BODY writes. */
int site_write_page(struct site *site, const char *name, const char *title,
	void (*body)(struct page *page, const void *data), const void *data,
	struct error *err);

/* The index of FILE's page, SIZE_MAX if it has none. */
size_t site_file_index(const struct site *site, const char *file);
/* Is LINE of FILE on its page? A long file is shown around its marks only. */
#define SITE_WHOLE_LINES_MAX 2000
#define SITE_AROUND_LINES    15
bool site_shows_line(const struct site_file *file, unsigned line);

/* "src/list.c:12" as a link to the source page, if there is one. */
void site_print_place(struct page *page, const struct report_place *place);
void site_print_finding_link(struct page *page, size_t finding);

/* The pages. */
void page_overview(struct page *page, const void *data); /* size_t: part */
size_t page_overview_parts(const struct site *site);
void page_finding(struct page *page, const void *data); /* size_t: index */
void page_source(struct page *page, const void *data);	/* size_t: file */
void page_tests(struct page *page, const void *data);
void page_structures(struct page *page, const void *data);
void page_about(struct page *page, const void *data);

/* Lines FIRST to LAST of a file as rows of a table with gutters that tell what
 * FINDING reads. */
void page_print_lines(struct page *page, const char *file, unsigned first,
	unsigned last, unsigned emphasised,
	const struct report_finding *finding);

#endif
