/* SPDX-License-Identifier: MIT
 * Shared by the pages of an HTML report: marks, tests, names, links. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/code/source.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/compare.h"
#include "lib/report/proof.h"
#include "lib/search.h"

/* In one file. */
#define FINDINGS_ONE_MAX 200
#define FILES_ONE_MAX	 50
#define TESTS_ONE_MAX	 100

struct site_private {
	struct arena arena;
	size_t mark_capacity;
};

/* --- marks -------------------------------------------------------------- */

static void add_mark(struct website *site, const struct report_place *place,
	size_t finding, uint64_t reads)
{
	const struct report_finding *about = &site->report->finding[finding];
	double ratio = about->evidence.rewalk_ratio;

	if (!place->file || place->line == 0)
		return;
	site->mark = memory_grow(site->mark, &site->private_->mark_capacity,
		site->mark_count + 1, sizeof *site->mark);
	site->mark[site->mark_count++] = (struct site_mark){.file = place->file,
		.line = place->line,
		.text = place->text,
		.finding = finding,
		.reads = reads,
		.repeated = (uint64_t)(ratio * (double)reads + 0.5)};
}

static int site_compare_marks(const void *left, const void *right)
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
static void add_marks(struct website *site, size_t index)
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
static bool site_is_known(struct website *site, const struct site_file *file)
{
	for (size_t i = 0; i < file->mark_count; i++) {
		const struct site_mark *mark = &file->mark[i];
		if (mark->text && *mark->text != '\0' &&
			source_says(site->source, file->name, mark->line,
				mark->text))
			return true;
	}
	return false;
}

static void make_marks(struct website *site)
{
	size_t end;

	for (size_t i = 0; i < site->report->finding_count; i++)
		add_marks(site, i);
	if (site->mark_count > 1)
		qsort(site->mark, site->mark_count, sizeof *site->mark,
			site_compare_marks);
	site->file = arena_alloc(&site->private_->arena,
		(site->mark_count + 1) * sizeof *site->file);
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
		if (site_is_known(site, file))
			site->file_count++;
	}
}

size_t site_file_index(const struct website *site, const char *file)
{
	size_t at;

	if (!file)
		return SIZE_MAX;
	SEARCH_EQUAL(at, site->file_count, strcmp(site->file[at].name, file));
	return at;
}

bool site_shows_line(
	const struct website *site, const struct site_file *file, unsigned line)
{
	size_t at;

	if (line == 0 || line > file->lines)
		return false;
	if (file->lines <= SITE_WHOLE_LINES_MAX && !site->options.is_one_file)
		return true;
	/* The first mark that is not too far before LINE. */
	SEARCH_FIRST(at, file->mark_count,
		file->mark[at].line + SITE_AROUND_LINES < line);
	return at < file->mark_count &&
	       file->mark[at].line <= line + SITE_AROUND_LINES;
}

/* Ids are cut from fingerprints, so two findings may share one. They are
 * neighbours only by chance: pages are told apart by the fingerprint then. */
static int compare_ids(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;

	return strcmp((*a)->id, (*b)->id);
}

static void name_pages(struct website *site)
{
	const struct report *report = site->report;
	struct arena *arena = &site->private_->arena;
	size_t count = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(count * sizeof(const struct report_finding *));

	site->page_of = arena_alloc(arena, count * sizeof *site->page_of);
	for (size_t i = 0; i < count; i++)
		sorted[i] = &report->finding[i];
	if (count > 1)
		qsort(sorted, count, sizeof *sorted, compare_ids);
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

/* --- proofs and campaigns ----------------------------------------------- */

/* DIR/KIND/ID of finding INDEX if it is there, NULL if it is not. */
static const char *site_find_folder(
	const struct website *site, const char *kind, size_t index)
{
	const char *folder = arena_format(&site->private_->arena, "%s/%s/%s",
		site->options.results, kind, site->report->finding[index].id);

	return access(folder, R_OK) == 0 ? folder : NULL;
}

static void add_others(struct website *site, struct site_proof *proof)
{
	struct arena *arena = &site->private_->arena;
	const struct proof_result *other;

	while ((other = proof_read_other(
			arena, proof->folder, proof->other_count + 1))) {
		proof->other = memory_grow(proof->other, &proof->other_capacity,
			proof->other_count + 1,
			sizeof(const struct proof_result *));
		proof->other[proof->other_count++] = other;
	}
}

/* A damaged proof has no page; `retread prove` says why. */
static void make_proof(struct website *site, size_t index)
{
	const char *folder = site_find_folder(site, "prove", index);
	struct error err = {{0}};
	const struct proof_result *result =
		folder ? proof_read(&site->private_->arena, folder, &err)
		       : NULL;

	if (result) {
		struct site_proof *proof = &site->proof[site->proof_count++];
		*proof = (struct site_proof){
			.finding = index, .folder = folder, .result = result};
		add_others(site, proof);
	}
}

static void make_campaign(struct website *site, size_t index)
{
	const char *folder = site_find_folder(site, "fuzz", index);

	if (folder)
		site->campaign[site->campaign_count++] =
			(struct site_campaign){index, folder};
}

static void make_proofs_and_campaigns(struct website *site)
{
	struct arena *arena = &site->private_->arena;
	size_t count = site->report->finding_count;

	site->proof = arena_alloc(arena, count * sizeof *site->proof);
	site->campaign = arena_alloc(arena, count * sizeof *site->campaign);
	for (size_t i = 0; site->options.results && i < count; i++) {
		make_proof(site, i);
		make_campaign(site, i);
	}
}

size_t site_campaign_of(const struct website *site, size_t finding)
{
	for (size_t i = 0; i < site->campaign_count; i++)
		if (site->campaign[i].finding == finding)
			return i;
	return SIZE_MAX;
}

size_t site_proof_of(const struct website *site, size_t finding)
{
	size_t at;

	SEARCH_FIRST(at, site->proof_count, site->proof[at].finding < finding);
	return at < site->proof_count && site->proof[at].finding == finding
		       ? at
		       : SIZE_MAX;
}

bool site_has_input(const struct website *site, size_t proof,
	const char *folder, const char *name)
{
	char *path = memory_format("%s/proof/%s/%s/%s", site->options.out,
		site->page_of[site->proof[proof].finding], folder, name);
	bool exists = !site->options.is_one_file && access(path, R_OK) == 0;

	free(path);
	return exists;
}

/* --- tests -------------------------------------------------------------- */

static const char *test_of(const struct report_process *process)
{
	return process->test ? process->test : process->program;
}

static int compare_processes(const void *left, const void *right)
{
	const struct report_process *const *a = left, *const *b = right;
	int order = strcmp(test_of(*a), test_of(*b));

	return order != 0 ? order : (*a > *b) - (*a < *b);
}

size_t site_find_test(const struct website *site, const char *name)
{
	size_t at;

	SEARCH_EQUAL(at, site->test_count, strcmp(site->test[at].name, name));
	return at;
}

/* The prominent findings of each test. */
static void add_shown(struct website *site)
{
	const struct report *report = site->report;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (!report_finding_is_shown(finding))
			continue;
		for (size_t k = 0; k < finding->test_count; k++) {
			size_t at = site_find_test(site, finding->tests[k]);
			struct site_test *test;
			if (at == SIZE_MAX)
				continue;
			test = &site->test[at];
			test->finding = memory_grow(test->finding,
				&test->finding_capacity,
				test->finding_count + 1, sizeof *test->finding);
			test->finding[test->finding_count++] = i;
		}
	}
}

static void make_tests(struct website *site)
{
	const struct report *report = site->report;
	struct arena *arena = &site->private_->arena;
	size_t count = report->process_count;
	const struct report_process **process = arena_alloc(
		arena, count * sizeof(const struct report_process *));

	for (size_t i = 0; i < count; i++)
		process[i] = &report->process[i];
	if (count > 1)
		qsort(process, count, sizeof *process, compare_processes);
	site->test = arena_alloc_zero(arena, count, sizeof *site->test);
	for (size_t i = 0; i < count; i++) {
		const char *name = test_of(process[i]);
		if (i == 0 || strcmp(name, test_of(process[i - 1])) != 0)
			site->test[site->test_count++] = (struct site_test){
				.name = name, .process = &process[i]};
		site->test[site->test_count - 1].process_count++;
	}
	add_shown(site);
}

/* Those of a cause that nobody needs to act on have no page of their own in a large report. */
static void join_pages(struct website *site)
{
	const struct report *report = site->report;
	const struct report_cause *cause = site->cause;
	size_t bytes = (report->finding_count + 1) * sizeof *site->is_joined;

	site->is_joined = arena_alloc(&site->private_->arena, bytes);
	memset(site->is_joined, 0, bytes);
	if (site->options.is_one_file ||
		report->finding_count <= SITE_BRIEF_FROM)
		return;
	for (size_t i = 0; i < report->finding_count; i++) {
		size_t joined = 0;
		for (size_t at = cause[i].lead == i ? cause[i].next : SIZE_MAX;
			at != SIZE_MAX && joined < SITE_JOINED_MAX;
			at = cause[at].next)
			if (report->finding[at].severity <= REPORT_LOW &&
				!report_finding_is_proved(&report->finding[at]))
				joined += site->is_joined[at] = true;
	}
}

void site_init(struct website *site, const struct site_options *options)
{
	*site = (struct website){.report = options->report,
		.options = *options,
		.source = source_new(),
		.pictures_left = options->is_one_file ? SITE_PICTURES_ONE_MAX
						      : SITE_PICTURES_MAX};
	site->private_ = memory_alloc_zero(1, sizeof *site->private_);
	recorded_read(
		&site->recorded, options->results, &site->private_->arena);
	name_pages(site);
	make_marks(site);
	make_tests(site);
	make_proofs_and_campaigns(site);
	site->cause = report_join_causes(site->report);
	join_pages(site);
}

void site_release(struct website *site)
{
	for (size_t i = 0; i < site->proof_count; i++)
		free(site->proof[i].other);
	for (size_t i = 0; i < site->test_count; i++)
		free(site->test[i].finding);
	source_free(site->source);
	free(site->cause);
	free(site->mark);
	arena_release(&site->private_->arena);
	free(site->private_);
	*site = (struct website){0};
}

/* --- links -------------------------------------------------------------- */

static size_t site_cut(const struct website *site, size_t count, size_t max)
{
	return site->options.is_one_file && count > max ? max : count;
}

static size_t count_overviews(const struct website *site)
{
	size_t count = site->report->finding_count;

	if (count == 0 || site->options.is_one_file)
		return 1;
	return (count + SITE_ROWS_PER_PAGE - 1) / SITE_ROWS_PER_PAGE;
}

size_t site_page_count(const struct website *site, enum page_kind kind)
{
	switch (kind) {
	case PAGE_OVERVIEW:
		return count_overviews(site);
	case PAGE_FINDING:
		return site_cut(
			site, site->report->finding_count, FINDINGS_ONE_MAX);
	case PAGE_PROOF:
		return site->proof_count;
	case PAGE_FUZZ:
		return site->campaign_count;
	case PAGE_SOURCE:
		return site_cut(site, site->file_count, FILES_ONE_MAX);
	case PAGE_TEST:
		return site_cut(site, site->test_count, TESTS_ONE_MAX);
	case PAGE_CHANGES:
		return site->options.before != NULL;
	case PAGE_FILES:
		return site->file_count > 0;
	default:
		return 1;
	}
}

char *site_name_dup(
	const struct website *site, enum page_kind kind, size_t index)
{
	static const char *const name[PAGE_KINDS] = {
		[PAGE_OVERVIEW] = "index",
		[PAGE_FILES] = "files",
		[PAGE_TESTS] = "tests",
		[PAGE_STRUCTURES] = "structures",
		[PAGE_FLAME] = "flame",
		[PAGE_CHANGES] = "changes",
		[PAGE_GLOSSARY] = "glossary",
		[PAGE_ABOUT] = "about",
	};
	char slash = site->options.is_one_file ? '-' : '/';

	switch (kind) {
	case PAGE_FINDING:
		return memory_format(
			"finding%c%s", slash, site->page_of[index]);
	case PAGE_PROOF:
		return memory_format("proof%c%s", slash,
			site->page_of[site->proof[index].finding]);
	case PAGE_FUZZ:
		return memory_format("fuzz%c%s", slash,
			site->page_of[site->campaign[index].finding]);
	case PAGE_SOURCE:
		return memory_format("src%c%zu", slash, index);
	case PAGE_TEST:
		return memory_format("test%c%zu", slash, index);
	default:
		return index == 0 ? memory_string_dup(name[kind])
				  : memory_format("findings-%zu", index + 1);
	}
}

char *site_reference(const struct page *page, enum page_kind kind, size_t index,
	unsigned line)
{
	const struct website *site = page->site;
	bool is_one = site->options.is_one_file;
	char anchor[64] = "", *name, *reference;

	if (index >= site_page_count(site, kind))
		return NULL;
	if (line != 0)
		snprintf(anchor, sizeof anchor, is_one ? "-L%u" : "#L%u", line);
	if (kind == PAGE_FINDING && site->is_joined[index]) {
		snprintf(anchor, sizeof anchor, "#%s", site->page_of[index]);
		index = site->cause[index].lead;
	}
	name = site_name_dup(site, kind, index);
	reference =
		is_one ? memory_format("#%s%s", name, anchor)
		       : memory_format("%s%s.html%s", page->up, name, anchor);
	free(name);
	return reference;
}

char *site_line_reference(
	const struct page *page, const char *file, unsigned line)
{
	const struct website *site = page->site;
	size_t index = site_file_index(site, file);

	return index != SIZE_MAX &&
			       site_shows_line(site, &site->file[index], line)
		       ? site_reference(page, PAGE_SOURCE, index, line)
		       : NULL;
}

const char *site_state_words(const struct website *site, size_t finding)
{
	const struct comparison *before = site->options.before;

	switch (report_finding_state(&site->report->finding[finding])) {
	case REPORT_SUPPRESSED:
		return site->report->finding[finding].triage.state
			       ?: "suppressed";
	case REPORT_PROVED:
		return "proved";
	case REPORT_BOUNDED:
		return "bounded";
	case REPORT_NOT_SHOWN:
		return "not shown";
	case REPORT_KNOWN:
		break;
	}
	return before ? comparison_state_name(before->after_state[finding])
		      : "";
}
