/* SPDX-License-Identifier: MIT
 * What `retread prove` has measured for a finding: costs by size, the law, and an
 * input that shows it beside an ordinary one. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/pictures/proof_plot.h"
#include "lib/report/proof.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/pages/profiles.h"
#include "viz/site.h"

#define CONTEXT 2 /* lines before and after one that is shown */

static const char *verdict_words(const struct proof_result *proof)
{
	static const char *const words[] = {
		"not shown", "bounded", "no steep growth"};

	return proof->is_steep ? "proved to grow" : words[proof->law.verdict];
}

/* --- plot --------------------------------------------------------------- */

/* Null: there is nothing to draw. */
static struct json_value *proof_make_plot(const struct proof_result *proof)
{
	struct data_printed printed;

	if (!proof_plot_has_points(proof))
		return json_make_text(NULL);
	proof_plot_print(data_begin(&printed), proof);
	return data_end(&printed);
}

/* --- table -------------------------------------------------------------- */

/* The name of FILE as it stands beside the page; null: it was not copied there. */
static struct json_value *proof_make_input(
	struct page *page, size_t index, const char *file, const char *folder)
{
	const char *name = file ? words_base_name(file) : NULL;

	return json_make_text(
		name && site_has_input(page->site, index, folder, name) ? name
									: NULL);
}

static struct json_value *proof_make_row(
	struct page *page, const struct proof_row *row, size_t index)
{
	double ratio = row->typical > 0
			       ? (double)row->count / (double)row->typical
			       : 0;

	return JSON_OBJECT(JSON("bytes", row->bytes), JSON("count", row->count),
		JSON("typical", row->typical), JSON("ratio", ratio),
		JSON("total", row->total),
		JSON("total_typical", row->total_typical),
		JSON("input",
			proof_make_input(page, index, row->input, "inputs")),
		JSON("typical_input", proof_make_input(page, index,
					      row->typical_input, "typical")));
}

static struct json_value *proof_make_rows(struct page *page, size_t index)
{
	const struct proof_result *proof = page->site->proof[index].result;
	struct json_value *rows = json_make_array();

	for (size_t i = 0; i < proof->row_count; i++)
		json_append(rows, proof_make_row(page, &proof->row[i], index));
	return rows;
}

/* --- all ---------------------------------------------------------------- */

/* Where the test was changed, with the lines around it. */
static struct json_value *proof_make_changes(
	struct page *page, const struct site_proof *at)
{
	struct json_value *changes = json_make_array();

	for (size_t i = 0; i < at->result->knob_place_count; i++) {
		const char *place = at->result->knob_place[i];
		const char *colon = strrchr(place, ':');
		char *file;
		unsigned line;
		if (!colon)
			continue;
		file = memory_string_dup_length(place, (size_t)(colon - place));
		line = (unsigned)strtoul(colon + 1, NULL, 10);
		json_append(changes,
			JSON_OBJECT(JSON("file", (const char *)file),
				JSON("line", line),
				JSON("source",
					source_make_lines(page, file, line,
						CONTEXT,
						&page->site->report->finding
							 [at->finding]))));
		free(file);
	}
	return changes;
}

/* What the numbers on top say in words. */
static void proof_add_words(
	struct json_value *data, const struct proof_result *proof)
{
	const struct proof_law *law = &proof->law;

	json_put_text(data, "verdict_words", verdict_words(proof));
	json_put_text(data, "evidence_words",
		law->verdict == PROOF_NOT_SHOWN
			? "none"
			: proof_evidence_names[proof_evidence(proof)]);
	json_put(data, "error_words",
		data_own(memory_format("%.2g %%", 100 * law->error)));
	json_put(data, "rival_words",
		data_own(memory_format("%.2g %%", 100 * law->rival_error)));
	json_put_bool(data, "grows", law->verdict == PROOF_GROWS);
	json_put_bool(data, "has_band", law->low < law->high);
	json_put_bool(
		data, "has_curves", proof->by_argument || proof->by_cells);
	json_put_bool(data, "is_of_tests", proof_is_of_tests(proof));
	json_put_bool(data, "is_steep", proof->is_steep);
	json_put_bool(data, "has_lines", proof->line_count >= 2);
}

struct json_value *page_proof(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];
	const struct proof_result *proof = at->result;
	const struct proof_row *last =
		proof->row_count > 0 ? &proof->row[proof->row_count - 1] : NULL;
	struct json_value *data = proof_make_value(proof);

	proof_add_words(data, proof);
	json_put_text(data, "id", page->site->report->finding[at->finding].id);
	json_put_text(data, "folder", page->site->page_of[at->finding]);
	json_put_count(data, "index", at->finding);
	json_put(data, "changes", proof_make_changes(page, at));
	json_put_count(
		data, "grown_size", last && proof->change ? last->bytes : 0);
	json_put_text(data, "last_input", last ? last->input : NULL);
	json_put(data, "plot", proof_make_plot(proof));
	json_put(data, "rows", proof_make_rows(page, index));
	json_put_bool(data, "has_generator",
		site_has_input(page->site, index, ".", "generate.sh") &&
			!proof_is_of_tests(proof));
	json_put(data, "measured", measured_make_others(at));
	json_put(data, "shown_inputs", proof_make_inputs(proof));
	json_put(data, "searches", proof_make_searches(at->folder));
	profiles_add(data, page, at->finding);
	return data;
}
