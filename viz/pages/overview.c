/* SPDX-License-Identifier: MIT
 * The first page: all findings, the important ones first. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/code/source.h"
#include "lib/memory.h"
#include "lib/pictures/plot.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/site.h"

static struct json_value *overview_make_outcomes(const struct report *report)
{
	struct json_value *outcomes = json_make_array();

	for (enum report_outcome outcome = REPORT_SKIPPED;
		outcome <= REPORT_NOT_STARTED; outcome++) {
		size_t count = report_count_outcome(report, outcome);
		if (count > 0)
			json_append(outcomes,
				JSON_OBJECT(JSON("outcome", report_outcome_name(
								    outcome)),
					JSON("count", count)));
	}
	return outcomes;
}

static size_t overview_count_shown(
	const struct report *report, size_t first, size_t end)
{
	size_t count = 0;

	for (size_t i = first; i < end; i++)
		count += report_finding_is_shown(&report->finding[i]);
	return count;
}

/* How many causes there are of each severity. */
static struct json_value *overview_make_causes(const struct website *site)
{
	const struct report *report = site->report;
	size_t count[REPORT_HIGH + 1] = {0};
	struct json_value *causes = json_make_object();

	for (size_t i = 0; i < report->finding_count; i++)
		if (site->cause[i].lead == i &&
			report_finding_is_shown(&report->finding[i]))
			count[report->finding[i].severity]++;
	for (int i = REPORT_INFO; i <= REPORT_HIGH; i++)
		json_put_count(causes,
			report_severity_name((enum report_severity)i),
			count[i]);
	return causes;
}

static struct json_value *overview_make_numbers(const struct website *site)
{
	const struct report *report = site->report;
	size_t count = report->finding_count, truncated = 0;
	size_t shown = overview_count_shown(report, 0, count);

	for (size_t i = 0; i < report->process_count; i++)
		truncated += report->process[i].truncated;
	return JSON_OBJECT(JSON("shown", shown),
		JSON("is_waiting", report_waits_for_growth(report)),
		JSON("causes", overview_make_causes(site)),
		JSON("information", count - shown),
		JSON("processes", report->process_count),
		JSON("truncated", truncated),
		JSON("outcomes", overview_make_outcomes(report)),
		JSON("functions", report->coverage.functions),
		JSON("traversing", report->coverage.traversing),
		JSON("events", report->coverage.events));
}

static struct json_value *overview_make_plot(
	const struct report_evidence *evidence)
{
	struct data_printed printed;

	if (!plot_has_growth(evidence))
		return json_make_text(NULL);
	plot_print_small(data_begin(&printed), evidence);
	return data_end(&printed);
}

/* A proof says more than what tests happened to show. */
static void overview_add_growth(
	struct json_value *row, const struct report_finding *finding)
{
	const struct report_evidence *from = &finding->evidence;
	const struct report_proof *proof = finding->proof;
	bool has_model = proof && proof->state == REPORT_PROVED && proof->model;

	json_put_bool(row, "has_model", has_model);
	json_put_bool(
		row, "is_clear", !has_model && report_growth_is_clear(from));
	json_put(row, "plot", overview_make_plot(from));
}

/* The folder of FILE, which may be NULL. */
static struct json_value *overview_make_directory(
	struct source *source, const char *file)
{
	const char *name = file ? source_short_name(source, file) : "?";
	const char *slash = strrchr(name, '/');
	return data_own(
		slash && slash != name
			? memory_string_dup_length(name, (size_t)(slash - name))
			: memory_string_dup(slash ? "/" : "."));
}

static struct json_value *overview_make_row(struct page *page, size_t index)
{
	const struct report_finding *finding =
		&page->site->report->finding[index];
	const struct report_place *loop = report_finding_loop(finding);
	struct json_value *row = page_make_finding(page->site, index);

	json_put(row, "directory",
		overview_make_directory(page->site->source, finding->file));
	json_put_text(row, "status", site_state_words(page->site, index));
	if (loop)
		json_put(
			row, "loop", rows_make_whole(&report_place_rows, loop));
	json_put_count(row, "test_count", finding->test_count);
	overview_add_growth(row, finding);
	return row;
}

/* The leads of causes that are SHOWN by themselves, or that are not. */
static struct json_value *overview_make_rows(
	struct page *page, size_t first, size_t end, bool shown)
{
	const struct website *site = page->site;
	struct json_value *rows = json_make_array();

	for (size_t i = first; i < end; i++)
		if (site->cause[i].lead == i &&
			report_finding_is_shown(&site->report->finding[i]) ==
				shown)
			json_append(rows, overview_make_row(page, i));
	return rows;
}

static struct json_value *overview_make_parts(struct page *page, size_t part)
{
	size_t count = site_page_count(page->site, PAGE_OVERVIEW);
	struct json_value *parts = json_make_array();

	for (size_t i = 0; i < count; i++)
		json_append(
			parts, JSON_OBJECT(JSON("number", i + 1),
				       JSON("is_here", i == part),
				       JSON("reference",
					       data_own(site_reference(page,
						       PAGE_OVERVIEW, i, 0)))));
	return parts;
}

struct json_value *page_overview(struct page *page, size_t part)
{
	const struct report *report = page->site->report;
	size_t first = part * SITE_ROWS_PER_PAGE;
	size_t end = first + SITE_ROWS_PER_PAGE, shown, others;
	bool is_bare = report->coverage.functions == 0;

	if (end > report->finding_count)
		end = report->finding_count;
	shown = overview_count_shown(report, first, end);
	others = end - first - shown;
	return JSON_OBJECT(JSON_IF(part == 0, "numbers",
				   overview_make_numbers(page->site)),
		JSON("part", part + 1),
		JSON_IF(shown > 0, "important",
			JSON_OBJECT(JSON("id", "findings"),
				JSON("caption",
					"Findings, most important first"),
				JSON("rows", overview_make_rows(
						     page, first, end, true)))),
		JSON("is_bare", shown == 0 && first == 0 && is_bare),
		JSON("is_fine", shown == 0 && first == 0 && !is_bare),
		JSON_IF(others > 0, "others",
			JSON_OBJECT(JSON("id", "information"),
				JSON("caption", "For information"),
				JSON("is_open", shown == 0),
				JSON("count", others),
				JSON("rows", overview_make_rows(page, first,
						     end, false)))),
		JSON("has_parts",
			site_page_count(page->site, PAGE_OVERVIEW) > 1),
		JSON("parts", overview_make_parts(page, part)),
		JSON("left_out",
			page->site->options.is_one_file
				? data_left_out(report->finding_count, end)
				: 0));
}
