/* SPDX-License-Identifier: MIT
 * The page of changes since the baseline: what is new, gone, worse and better. */
#include "config.h"

#include <stdlib.h>

#include "lib/pictures/plot.h"
#include "lib/report/claim.h"
#include "lib/report/compare.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/site.h"

#define ROWS_MAX 500

static const char *const state_titles[COMPARISON_STATES] = {
	"New", "Worse", "Better", "Unchanged", "Gone"};

static struct json_value *changes_make_numbers(const struct comparison *before)
{
	struct json_value *numbers = json_make_array();

	for (int i = 0; i < COMPARISON_STATES; i++)
		json_append(numbers, JSON_OBJECT(JSON("name", state_titles[i]),
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

/* Of FINDING, and of what it is NOW where that differs; NULL: there is no other. INDEX is
 * that of the report, SIZE_MAX: it is gone. */
static struct json_value *changes_make_row(size_t index,
	const struct report_finding *finding, const struct report_finding *now)
{
	const struct report_finding *is = now ? now : finding;
	struct report_place place = {
		.function = is->function, .file = is->file, .line = is->line};
	uint64_t repeated = report_finding_repeated(finding);
	bool has_growth = now && (finding->evidence.points > 0 ||
					 now->evidence.points > 0);

	return JSON_OBJECT(
		JSON_IF(index != SIZE_MAX, "finding", page_make_index(index)),
		JSON("id", finding->id),
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
		JSON("claim", data_own(claim_dup(is))),
		JSON("place", rows_make_whole(&report_place_rows,
				      is->aec.count > 0 ? &is->aec.place[0]
							: &place)));
}

/* Findings of STATE; those that are gone are of the baseline. */
static struct json_value *changes_make_rows(
	const struct comparison *before, enum comparison_state state)
{
	bool is_gone = state == COMPARISON_GONE;
	const struct report *report = is_gone ? before->before : before->after;
	struct json_value *rows = json_make_array();

	for (size_t i = 0;
		i < report->finding_count && json_length(rows) < ROWS_MAX;
		i++) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_finding *old =
			is_gone || state == COMPARISON_NEW
				? NULL
				: comparison_before(before, finding);
		if ((is_gone ? before->is_gone[i]
			     : before->after_state[i] == state) &&
			report_finding_is_shown(finding))
			json_append(
				rows, changes_make_row(is_gone ? SIZE_MAX : i,
					      old ? old : finding,
					      old ? finding : NULL));
	}
	return rows;
}

static struct json_value *changes_make_table(
	const struct comparison *before, enum comparison_state state)
{
	size_t count = before->count[state];

	return JSON_OBJECT(JSON("title", state_titles[state]),
		JSON("id", comparison_state_name(state)), JSON("count", count),
		JSON("rows", changes_make_rows(before, state)),
		JSON("left_out", data_left_out(count, ROWS_MAX)));
}

static struct json_value *changes_make_tables(const struct comparison *before)
{
	static const enum comparison_state states[] = {COMPARISON_NEW,
		COMPARISON_WORSE, COMPARISON_BETTER, COMPARISON_GONE};
	struct json_value *tables = json_make_array();

	for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
		if (before->count[states[i]] > 0)
			json_append(
				tables, changes_make_table(before, states[i]));
	return tables;
}

/* The old and the new curve of what changed; NULL: there are none. */
static struct json_value *changes_make_curve(const void *closure, size_t index)
{
	const struct comparison *before = closure;
	const struct report_finding *now = &before->after->finding[index];
	const struct report_finding *old = comparison_before(before, now);
	enum comparison_state state = before->after_state[index];

	if ((state != COMPARISON_WORSE && state != COMPARISON_BETTER) ||
		!report_finding_is_shown(now) || !old ||
		!plot_has_points(&now->evidence) ||
		!plot_has_points(&old->evidence))
		return NULL;
	return JSON_OBJECT(JSON("plot", page_make_costs(now, old)),
		JSON("finding", page_make_index(index)),
		JSON("state", comparison_state_name(state)));
}

struct json_value *page_changes(struct page *page, size_t unused)
{
	const struct comparison *before = page->site->options.before;

	(void)unused;
	return JSON_OBJECT(JSON("numbers", changes_make_numbers(before)),
		JSON("tables", changes_make_tables(before)),
		JSON("curves", data_list(before->after->finding_count,
				       changes_make_curve, before)));
}
