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

#define TEXT_CHARACTERS 600
#define NAME_CHARACTERS 120
#define CONTEXT		2 /* lines before and after one that is shown */

/* --- numbers ------------------------------------------------------------ */

static void proof_add_number(
	struct json_value *numbers, const char *name, struct json_value *value)
{
	json_append(
		numbers, JSON_OBJECT(JSON("name", name), JSON("value", value)));
}

static void proof_add_text(
	struct json_value *numbers, const char *name, const char *text)
{
	proof_add_number(numbers, name, data_short(text, TEXT_CHARACTERS));
}

static void proof_add_count(
	struct json_value *numbers, const char *name, uint64_t count)
{
	if (count > 0)
		proof_add_number(numbers, name, json_make_count(count));
}

static void proof_add_model(
	struct json_value *numbers, const struct proof_law *law)
{
	char title[80];

	if (!law->model || *law->model == '\0')
		return;
	if (law->is_exact) {
		proof_add_text(numbers, "Law, fits every count", law->model);
		return;
	}
	snprintf(title, sizeof title, "Best law, error %.2g %%",
		100 * law->error);
	proof_add_text(numbers, title, law->model);
	if (!law->rival)
		return;
	snprintf(title, sizeof title, "Next best, error %.2g %%",
		100 * law->rival_error);
	proof_add_text(numbers, title, law->rival);
}

static const char *verdict_words(const struct proof_result *proof)
{
	static const char *const words[] = {
		"not shown", "bounded", "no steep growth"};

	return proof->is_steep ? "proved to grow" : words[proof->law.verdict];
}

/* Of tests: both curves. Null: of none. */
static struct json_value *proof_make_curve_words(
	const struct proof_result *proof)
{
	if (!proof->by_argument && !proof->by_cells)
		return json_make_text(NULL);
	return JSON_OBJECT(JSON_IF(proof->by_argument, "by_argument",
				   proof->by_argument->law.sentence ?: "?"),
		JSON_IF(proof->by_cells, "by_cells",
			proof->by_cells->law.sentence ?: "?"));
}

static struct json_value *proof_make_range(const struct proof_result *proof)
{
	char from[WORDS_NUMBER_BYTES], to[WORDS_NUMBER_BYTES];

	return data_own(memory_format("%s to %s",
		words_number(from, proof->from), words_number(to, proof->to)));
}

static struct json_value *proof_make_numbers(const struct proof_result *proof)
{
	const struct proof_law *law = &proof->law;
	struct json_value *numbers = json_make_array();

	proof_add_text(numbers, "Verdict", verdict_words(proof));
	proof_add_text(numbers, "Evidence",
		law->verdict == PROOF_NOT_SHOWN
			? "none"
			: proof_evidence_names[proof_evidence(proof)]);
	proof_add_model(numbers, law);
	if (law->degree > 0 && law->low < law->high)
		proof_add_number(numbers, "Degree, its interval",
			data_own(memory_format("%.1f (%.1f to %.1f)",
				law->degree, law->low, law->high)));
	else if (law->degree > 0)
		proof_add_number(
			numbers, "Degree", json_make_real(law->degree));
	if (proof->to > 0)
		proof_add_number(
			numbers, "Measured sizes", proof_make_range(proof));
	proof_add_count(numbers, "Limited at", proof->limit);
	proof_add_count(numbers, "Size for about a second", proof->one_second);
	proof_add_count(numbers, "Inputs tried", proof->execs);
	proof_add_count(numbers, "Patterns tried", proof->families);
	if (proof->total_model && *proof->total_model != '\0')
		proof_add_text(numbers, "Law of the whole program",
			proof->total_model);
	return numbers;
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

static struct json_value *proof_page_make_place(struct page *page,
	const char *function, const char *file, unsigned line)
{
	return site_make_place(page,
		&(struct report_place){
			.function = function, .file = file, .line = line});
}

/* The laws of other lines, for which the same inputs count. */
static struct json_value *proof_make_lines(
	struct page *page, const struct proof_result *proof)
{
	struct json_value *lines = json_make_array();

	for (size_t i = 0; i < proof->line_count; i++) {
		const struct proof_line *line = &proof->line[i];
		json_append(lines,
			JSON_OBJECT(JSON("function",
					    data_short(line->place.function,
						    NAME_CHARACTERS)),
				JSON("place", proof_page_make_place(page,
						      line->place.function,
						      line->place.file,
						      line->place.line)),
				JSON("model", line->model),
				JSON("most", line->most)));
	}
	return lines;
}

/* --- all ---------------------------------------------------------------- */

/* Null: the place that was counted is not known. */
static struct json_value *proof_make_counted(
	struct page *page, const struct proof_result *proof)
{
	const char *function = proof->place.function;

	if (!proof->place.file)
		return json_make_text(NULL);
	return JSON_OBJECT(JSON("function", function ?: "?"),
		JSON("place", proof_page_make_place(page, function,
				      proof->place.file, proof->place.line)));
}

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
			JSON_OBJECT(JSON("place", proof_page_make_place(page,
							  NULL, file, line)),
				JSON("source",
					source_make_lines(page, file,
						line > CONTEXT ? line - CONTEXT
							       : 1,
						line + CONTEXT, line,
						&page->site->report->finding
							 [at->finding]))));
		free(file);
	}
	return changes;
}

/* Null: there is no input. */
static struct json_value *proof_make_commands(const struct proof_result *proof)
{
	const char *input = proof->row_count > 0
				    ? proof->row[proof->row_count - 1].input
				    : NULL;
	struct json_value *words;

	if (!input)
		return json_make_text(NULL);
	words = json_make_array();
	for (size_t i = 0; i < proof->command_count; i++)
		json_append_text(words, proof->command[i]);
	return JSON_OBJECT(JSON("words", words),
		JSON("input",
			proof->command_count > 0 ? input : (const char *)NULL));
}

struct json_value *page_proof(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];
	const struct proof_result *proof = at->result;
	const struct proof_law *law = &proof->law;
	struct json_value *searches = proof_make_searches(at->folder);
	struct json_value *data = JSON_OBJECT(
		JSON("id", page->site->report->finding[at->finding].id),
		JSON("folder", page->site->page_of[at->finding]),
		JSON("grows", law->verdict == PROOF_GROWS),
		JSON("sentence", data_short(law->sentence, TEXT_CHARACTERS)),
		JSON("finding", site_make_finding(page, at->finding, 1)),
		JSON("counted", proof_make_counted(page, proof)),
		JSON("is_partial", (bool)proof->is_partial),
		JSON("is_steep", (bool)proof->is_steep),
		JSON("is_noisy", (bool)proof->is_noisy),
		JSON("numbers", proof_make_numbers(proof)),
		JSON("curve_words", proof_make_curve_words(proof)),
		JSON_IF(proof->change, "change", proof->change),
		JSON_IF(proof->only, "only", proof->only),
		JSON("changes", proof_make_changes(page, at)),
		JSON_IF(proof->change && proof->row_count > 0, "grown_size",
			proof->row[proof->row_count - 1].bytes),
		JSON("plot", proof_make_plot(proof)),
		JSON("has_band", law->low < law->high),
		JSON("is_of_tests", proof_is_of_tests(proof)),
		JSON("size_unit", proof->size_unit),
		JSON("count_unit", proof->count_unit),
		JSON("rows", proof_make_rows(page, index)),
		JSON("has_generator",
			site_has_input(page->site, index, ".", "generate.sh") &&
				!proof_is_of_tests(proof)),
		JSON("has_lines", proof->line_count >= 2),
		JSON("lines", proof_make_lines(page, proof)),
		JSON("others", measured_make_others(at)),
		JSON("inputs", proof_make_inputs(proof)),
		JSON("has_search", json_length(searches) > 0),
		JSON("searches", searches),
		JSON("commands", proof_make_commands(proof)));

	profiles_add(data, page, at->finding);
	return data;
}
