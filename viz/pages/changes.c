/* SPDX-License-Identifier: MIT
 * The page of changes since the baseline: what is new, gone, worse and better. */
#include "config.h"

#include <stdlib.h>

#include "lib/pictures/plot.h"
#include "lib/report/compare.h"
#include "viz/data.h"
#include "viz/site.h"

#define ROWS_MAX	 500
#define PLOTS_MAX	 30
#define CLAIM_CHARACTERS 260

static struct json_value *changes_make_numbers(const struct comparison *before)
{
	static const char *const name[COMPARISON_STATES] = {
		"New", "Worse", "Better", "Unchanged", "Gone"};
	struct json_value *numbers = json_make_array();

	for (int i = 0; i < COMPARISON_STATES; i++)
		json_append(numbers, JSON_OBJECT(JSON("name", name[i]),
					     JSON("count", before->count[i])));
	return numbers;
}

/* The degree of growth; null: it is not clear. */
static struct json_value *changes_make_growth(
	const struct report_evidence *evidence)
{
	return report_growth_is_clear(evidence)
		       ? json_make_real(evidence->degree)
		       : json_make_text(NULL);
}

/* Of FINDING, and of what it is NOW where that differs; NULL: there is no other. LINK is
 * the finding for finding-link.html. */
static struct json_value *changes_make_row(struct page *page,
	struct json_value *link, const struct report_finding *finding,
	const struct report_finding *now)
{
	const struct report_finding *is = now ? now : finding;
	struct report_place place = {
		.function = is->function, .file = is->file, .line = is->line};
	uint64_t repeated = report_finding_repeated(finding);
	bool has_growth = now && (finding->evidence.points > 0 ||
					 now->evidence.points > 0);

	return JSON_OBJECT(JSON("finding", link),
		JSON("severity", report_severity_name(finding->severity)),
		JSON_IF(now && now->severity != finding->severity,
			"severity_now", report_severity_name(is->severity)),
		JSON("repeated", repeated),
		JSON("is_repeated_changed",
			report_finding_repeated(is) != repeated),
		JSON("repeated_now", report_finding_repeated(is)),
		JSON("growth", changes_make_growth(&finding->evidence)),
		JSON("has_growth_now", has_growth),
		JSON("growth_now", changes_make_growth(&is->evidence)),
		JSON("claim", data_own(site_claim_dup(is, CLAIM_CHARACTERS))),
		JSON("place", site_make_place(page, is->aec.count > 0
							    ? &is->aec.place[0]
							    : &place)));
}

/* Findings of one state, except those that are gone. */
static struct json_value *changes_make_rows(struct page *page,
	const struct comparison *before, enum comparison_state state)
{
	const struct report *report = before->after;
	struct json_value *rows = json_make_array();

	for (size_t i = 0;
		i < report->finding_count && json_length(rows) < ROWS_MAX;
		i++) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_finding *old =
			state == COMPARISON_NEW
				? NULL
				: comparison_before(before, finding);
		if (before->after_state[i] == state &&
			report_finding_is_shown(finding))
			json_append(rows, changes_make_row(page,
						  site_make_finding(page, i,
							  CLAIM_CHARACTERS),
						  old ? old : finding,
						  old ? finding : NULL));
	}
	return rows;
}

static struct json_value *changes_make_gone(
	struct page *page, const struct comparison *before)
{
	const struct report *report = before->before;
	struct json_value *rows = json_make_array();

	for (size_t i = 0;
		i < report->finding_count && json_length(rows) < ROWS_MAX;
		i++) {
		const struct report_finding *finding = &report->finding[i];
		if (before->is_gone[i] && report_finding_is_shown(finding))
			json_append(rows,
				changes_make_row(page,
					JSON_OBJECT(JSON("id", finding->id),
						JSON("reference",
							json_make_text(NULL))),
					finding, NULL));
	}
	return rows;
}

static struct json_value *changes_make_tables(
	struct page *page, const struct comparison *before)
{
	static const struct {
		enum comparison_state state;
		const char *title;
	} all[] = {{COMPARISON_NEW, "New"}, {COMPARISON_WORSE, "Worse"},
		{COMPARISON_BETTER, "Better"}, {COMPARISON_GONE, "Gone"}};
	struct json_value *tables = json_make_array();

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		enum comparison_state state = all[i].state;
		size_t count = before->count[state];
		if (count == 0)
			continue;
		json_append(tables,
			JSON_OBJECT(JSON("title", all[i].title),
				JSON("id", comparison_state_name(state)),
				JSON("count", count),
				JSON("is_one", count == 1),
				JSON("rows", state == COMPARISON_GONE
						     ? changes_make_gone(
							       page, before)
						     : changes_make_rows(page,
							       before, state)),
				JSON("left_out",
					data_left_out(count, ROWS_MAX))));
	}
	return tables;
}

static struct json_value *changes_make_curve(struct page *page, size_t index,
	const struct report_finding *now, const struct report_finding *old)
{
	const struct comparison *before = page->site->options.before;
	struct data_printed plot;

	plot_print(data_begin(&plot),
		(const struct plot_series[]){
			{"now", &now->evidence}, {"before", &old->evidence}},
		2, PLOT_SIZE, PLOT_COST);
	return JSON_OBJECT(JSON("plot", data_end(&plot)),
		JSON("finding",
			site_make_finding(page, index, CLAIM_CHARACTERS)),
		JSON("state",
			comparison_state_name(before->after_state[index])));
}

/* The old and the new curve of what changed. */
static struct json_value *changes_make_curves(
	struct page *page, const struct comparison *before)
{
	const struct report *report = before->after;
	struct json_value *curves = json_make_array();

	for (size_t i = 0;
		i < report->finding_count && json_length(curves) < PLOTS_MAX;
		i++) {
		const struct report_finding *now = &report->finding[i];
		const struct report_finding *old =
			comparison_before(before, now);
		if ((before->after_state[i] == COMPARISON_WORSE ||
			    before->after_state[i] == COMPARISON_BETTER) &&
			report_finding_is_shown(now) && old &&
			plot_has_points(&now->evidence) &&
			plot_has_points(&old->evidence))
			json_append(
				curves, changes_make_curve(page, i, now, old));
	}
	return curves;
}

struct json_value *page_changes(struct page *page, size_t unused)
{
	const struct comparison *before = page->site->options.before;

	(void)unused;
	return JSON_OBJECT(JSON("numbers", changes_make_numbers(before)),
		JSON("tables", changes_make_tables(page, before)),
		JSON("curves", changes_make_curves(page, before)));
}
