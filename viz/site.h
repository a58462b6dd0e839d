/* SPDX-License-Identifier: MIT
 * Shared by the pages of one HTML report: names of pages, the frame around each,
 * and what is read at which source line. */
#ifndef RETREAD_VIZ_SITE_H
#define RETREAD_VIZ_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/report/cause.h"
#include "lib/report/report.h"
#include "viz/template.h"

struct arena;
struct comparison;
struct error;
struct graph_renderer;
struct json_value;
struct proof_result;
struct selection;
struct source;

/*--- recorded.c: the recording by its manifest.json ---*/

struct shown_command {
	const char *test;
	const char **word; /* of the command */
	size_t word_count;
	const char *program;  /* the first word */
	const char *build_id; /* NULL: not known */
	uint64_t processes;   /* recorded; 0: the test is missing */
	double seconds;
	double native_seconds; /* without the recorder; 0: not known */
};

/* All text lives as long as the arena; NULL: not known. */
struct recorded {
	const char *retread, *valgrind, *system, *host, *id;
	struct shown_command *command;
	size_t command_count;
};

extern const struct rows recorded_rows;

/* Reads DIRECTORY/manifest.json. One that is not there, or damaged, says
 * nothing. DIRECTORY may be NULL. */
void recorded_read(
	struct recorded *recorded, const char *directory, struct arena *arena);

/* How many times slower TEST was under the recorder; 0: not known. */
double recorded_slowdown(const struct recorded *recorded, const char *test);

/*--- site.c ---*/

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

/* A test, which may be several processes. */
struct site_test {
	const char *name;
	const struct report_process **process;
	size_t process_count;
	size_t *finding; /* that it shows, prominent ones */
	size_t finding_count, finding_capacity;
};

/* A finding with proofs: the strongest, and what others say. */
struct site_proof {
	size_t finding;
	const char *folder;
	const struct proof_result *result;
	const struct proof_result **other;
	size_t other_count, other_capacity;
};

/* A finding that was fuzzed. */
struct site_campaign {
	size_t finding;
	const char *folder; /* of instances */
};

struct site_options {
	const struct report *report;
	const struct comparison *before; /* NULL: no baseline */
	const char *out;		 /* directory, or file */
	const char *results;		 /* directory of results; NULL: none */
	bool is_one_file;
	struct graph_renderer *renderer; /* NULL: no pictures */
};

struct website {
	const struct report *report;
	struct site_options options;
	struct source *source;
	struct site_mark *mark; /* sorted by file, line, finding */
	size_t mark_count;
	struct site_file *file; /* sorted */
	size_t file_count;
	struct site_test *test; /* sorted */
	size_t test_count;
	struct site_proof *proof; /* by finding */
	size_t proof_count;
	struct site_campaign *campaign; /* by finding */
	size_t campaign_count;
	struct recorded recorded;
	const char **page_of;	    /* by finding: "RT-1f3c9a", unique */
	struct report_cause *cause; /* by finding */
	/* By finding: it is a section of the page of the first one of its cause. */
	bool *is_joined;
	size_t pictures_left;
	struct site_private *private_;
};

/* The pages, in the order they stand in one file. */
enum page_kind {
	PAGE_OVERVIEW, /* index: part */
	PAGE_FINDING,  /* finding */
	PAGE_PROOF,    /* proof */
	PAGE_FUZZ,     /* campaign */
	PAGE_FILES,
	PAGE_SOURCE, /* file */
	PAGE_TESTS,
	PAGE_TEST, /* test */
	PAGE_STRUCTURES,
	PAGE_FLAME,
	PAGE_CHANGES,
	PAGE_GLOSSARY,
	PAGE_ABOUT,
	PAGE_KINDS
};

/* One page while it is written. */
struct page {
	const struct website *site;
	const char *up; /* to the report's directory: "" or "../" */
	const char
		*prefix; /* of ids: "", or "finding-RT-1f3c9a-" in one file */
};

/* Drawings are made for so many findings, the first ones. */
#define SITE_PICTURES_MAX     200
#define SITE_PICTURES_ONE_MAX 50 /* in one file */
#define SITE_ROWS_PER_PAGE    300
#define SITE_BRIEF_FROM                                                        \
	50 /* findings; in a small report each is shown in full */
#define SITE_JOINED_MAX 200 /* on one page */

void site_init(struct website *site, const struct site_options *options);
void site_release(struct website *site);

/* Writes all pages. Returns 0, or -1 with ERR filled. */
int site_write(struct website *site, struct error *err);
/* Writes the pages TO, one file, of what `retread spectra report`, `retread history` or, of
 * findings of searches, lib/found saved in the JSON file FROM. */
int site_write_spectra(const char *from, const char *to, struct error *err);
int site_write_found(const char *from, const char *to, struct error *err);
int site_write_history(const char *from, const char *to, struct error *err);

/* How many pages of KIND there are. In one file there are those of the first
 * findings, files and tests only. */
size_t site_page_count(const struct website *site, enum page_kind kind);

/* The name of a page, "finding/RT-1f3c9a"; in one file its id. Free it. */
char *site_name_dup(
	const struct website *site, enum page_kind kind, size_t index);

/* The reference to a page, or to LINE (0: none) of a source page. NULL: there is
 * none. Free it. */
char *site_reference(const struct page *page, enum page_kind kind, size_t index,
	unsigned line);
/* The index of FILE's page, SIZE_MAX if it has none. */
size_t site_file_index(const struct website *site, const char *file);
/* Is LINE of FILE on its page? A long file is shown around its marks only. */
#define SITE_WHOLE_LINES_MAX 200
#define SITE_AROUND_LINES    8
bool site_shows_line(const struct website *site, const struct site_file *file,
	unsigned line);

/* The reference to LINE of FILE (may be NULL), if it is on a page. Free it. */
char *site_line_reference(
	const struct page *page, const char *file, unsigned line);
/* The index of the test NAME, SIZE_MAX: there is none. */
size_t site_find_test(const struct website *site, const char *name);
/* " suppressed", what a finding is since the baseline, or nothing. */
const char *site_state_words(const struct website *site, size_t finding);

/* The index of the proof of FINDING, or of its campaign; SIZE_MAX: none. */
size_t site_proof_of(const struct website *site, size_t finding);
size_t site_campaign_of(const struct website *site, size_t finding);
/* Is the input NAME in FOLDER ("inputs", "typical") of a proof beside its page? */
bool site_has_input(const struct website *site, size_t proof,
	const char *folder, const char *name);

/*--- computed.c ---*/

/* What templates compute in the values of a page, which is the closure. */
extern const struct template_computed page_computed[];
/* The finding at INDEX as the JSON of a report has it, without its sites and witnesses, and
 * "index"; or that alone, which is what templates need to link to it. */
struct json_value *page_make_finding(const struct website *site, size_t index);
struct json_value *page_make_index(size_t index);

/* The pages. */
struct json_value *page_overview(struct page *page, size_t part);
struct json_value *page_finding(struct page *page, size_t index);
struct json_value *page_proof(struct page *page, size_t proof);
struct json_value *page_fuzz(struct page *page, size_t campaign);
struct json_value *page_files(struct page *page, size_t unused);
struct json_value *page_source(struct page *page, size_t file);
struct json_value *page_tests(struct page *page, size_t unused);
struct json_value *page_test(struct page *page, size_t test);
struct json_value *page_structures(struct page *page, size_t unused);
struct json_value *page_flame(struct page *page, size_t unused);
struct json_value *page_changes(struct page *page, size_t unused);
struct json_value *page_glossary(struct page *page, size_t unused);
struct json_value *page_about(struct page *page, size_t unused);

/* The line AT of a file with those AROUND it, for lines.html, with what FINDING reads. */
struct json_value *source_make_lines(struct page *page, const char *file,
	unsigned at, unsigned around, const struct report_finding *finding);

/* What calls of FINDING cost, as a plot, beside what those of OLD cost, which may be NULL.
 * Null: there are not points enough. */
struct json_value *page_make_costs(
	const struct report_finding *finding, const struct report_finding *old);

/* For access-graph.html: the graph as a picture and as a list, or why there is none. */
struct json_value *access_graph_make(struct page *page,
	const struct selection *selection,
	const struct report_finding *finding);

/* For {{>measured}}: what was proved of FINDING, all of it, the strongest first; and what
 * is said besides PROOF. */
struct json_value *measured_make(const struct website *site, size_t finding);
struct json_value *measured_make_others(const struct site_proof *proof);

/*--- page_proof_inputs.c ---*/

/* The input that was found and the typical one, as text and in hexadecimal. Null: there
 * are none. */
struct json_value *proof_make_inputs(const struct proof_result *proof);

/* How the search in FOLDER/search went, a list. */
struct json_value *proof_make_searches(const char *folder);

/*--- advice.c ---*/

#define ADVICE_MAX 3

/* Fills ADVICE with names of templates in advice.html, the best first. Returns how many;
 * none for what repeats nothing, and for what a library does by itself. */
size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX]);

#endif
