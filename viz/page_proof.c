/* SPDX-License-Identifier: MIT
 * What `retread prove` has measured for a finding: costs by size, the law, and an
 * input that shows it beside an ordinary one. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/frame.h"
#include "viz/glossary.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/profiles.h"
#include "viz/site.h"
#include "viz/template.h"

#define TEXT_CHARACTERS 600
#define NAME_CHARACTERS 120
#define CURVE_POINTS	40

/* --- numbers ------------------------------------------------------------ */

static void page_proof_print_text(
	struct page *page, const char *title, const char *text)
{
	char *shorter = words_shorten(text, TEXT_CHARACTERS);

	html_print(page->out, "<div><dt>%r</dt><dd>%t</dd></div>\n", title,
		shorter);
	free(shorter);
}

static void page_proof_print_number(
	struct page *page, const char *title, uint64_t number)
{
	if (number > 0)
		html_print(page->out, "<div><dt>%r</dt><dd>%n</dd></div>\n",
			title, number);
}

static void print_model(struct page *page, const struct proof_law *law)
{
	char title[80];

	if (!law->model || *law->model == '\0')
		return;
	if (law->is_exact) {
		page_proof_print_text(
			page, "Law, fits every count", law->model);
		return;
	}
	snprintf(title, sizeof title, "Best law, error %.2g %%",
		100 * law->error);
	page_proof_print_text(page, title, law->model);
	if (!law->rival)
		return;
	snprintf(title, sizeof title, "Next best, error %.2g %%",
		100 * law->rival_error);
	page_proof_print_text(page, title, law->rival);
}

static const char *verdict_words(const struct proof_result *proof)
{
	static const char *const words[] = {
		"not shown", "bounded", "no steep growth"};

	return proof->is_steep ? "proved to grow" : words[proof->law.verdict];
}

/* Of tests: both curves. */
static void print_curve_words(
	struct page *page, const struct proof_result *proof)
{
	if (!proof->by_argument && !proof->by_cells)
		return;
	fputs("<dl class=\"words\">\n", page->out);
	if (proof->by_argument)
		html_print(page->out,
			"<dt>By the argument of the tests</dt><dd>%t</dd>\n",
			proof->by_argument->law.sentence);
	if (proof->by_cells)
		html_print(page->out,
			"<dt>By the cells that a call used</dt><dd>%t</dd>\n",
			proof->by_cells->law.sentence);
	fputs("</dl>\n", page->out);
}

static void page_proof_print_numbers(
	struct page *page, const struct proof_result *proof)
{
	const struct proof_law *law = &proof->law;

	fputs("<dl class=\"numbers\">\n", page->out);
	page_proof_print_text(page, "Verdict", verdict_words(proof));
	page_proof_print_text(page, "Evidence",
		proof->law.verdict == PROOF_NOT_SHOWN
			? "none"
			: proof_evidence_names[proof_evidence(proof)]);
	print_model(page, law);
	if (law->degree > 0 && law->low < law->high)
		html_print(page->out,
			"<div><dt>Degree, its interval</dt><dd>%d (%d to "
			"%d)</dd></div>\n",
			law->degree, law->low, law->high);
	else if (law->degree > 0)
		html_print(page->out, "<div><dt>Degree</dt><dd>%d</dd></div>\n",
			law->degree);
	if (proof->to > 0)
		html_print(page->out,
			"<div><dt>Measured sizes</dt><dd>%n to %n</dd></div>\n",
			proof->from, proof->to);
	page_proof_print_number(page, "Limited at", proof->limit);
	page_proof_print_number(
		page, "Size for about a second", proof->one_second);
	page_proof_print_number(page, "Inputs tried", proof->execs);
	page_proof_print_number(page, "Patterns tried", proof->families);
	if (proof->total_model && *proof->total_model != '\0')
		page_proof_print_text(
			page, "Law of the whole program", proof->total_model);
	fputs("</dl>\n", page->out);
}

/* --- plot --------------------------------------------------------------- */

static struct growth_point *points_of(
	const struct proof_result *proof, bool typical, size_t *count)
{
	struct growth_point *point =
		memory_alloc((proof->row_count + 1) * sizeof *point);

	*count = 0;
	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		uint64_t cost = typical ? row->typical : row->count;
		if (cost > 0)
			point[(*count)++] = (struct growth_point){
				(double)row->bytes, (double)cost};
	}
	return point;
}

/* The rows that the law is about: those of the measured range. */
struct page_proof_range {
	const struct proof_row *row;
	size_t count;
};

static struct page_proof_range measured(const struct proof_result *proof)
{
	struct page_proof_range range = {proof->row, proof->row_count};

	while (range.count > 0 && range.row->bytes < proof->from) {
		range.row++;
		range.count--;
	}
	while (range.count > 0 && proof->to > 0 &&
		range.row[range.count - 1].bytes > proof->to)
		range.count--;
	return range;
}

/* What n of a law is in ROW. */
static double n_of(const struct proof_row *row)
{
	return (double)(row->repetitions > 0 ? row->repetitions : row->bytes);
}

/* Point I of a curve: between two rows, n grows as the size does. */
static struct growth_point point_at(const struct page_proof_range *range,
	const struct growth_model *model, size_t i)
{
	double low = (double)range->row[0].bytes;
	double high = (double)range->row[range->count - 1].bytes;
	double size = low * pow(high / low, (double)i / (CURVE_POINTS - 1));
	const struct proof_row *row = range->row;
	const struct proof_row *last = row + range->count - 2;
	double part;

	while (row < last && (double)row[1].bytes <= size)
		row++;
	part = (size - (double)row->bytes) /
	       (double)(row[1].bytes - row->bytes);
	return (struct growth_point){
		size, growth_model_at(model,
			      n_of(row) + part * (n_of(row + 1) - n_of(row)))};
}

/* Are sizes and costs fit for a curve over logarithms? */
static bool has_curve(const struct page_proof_range *range)
{
	for (size_t i = 0; i < range->count; i++)
		if (range->row[i].bytes <= (i ? range->row[i - 1].bytes : 0))
			return false;
	return range->count >= 2;
}

/* WAY gets room for the curve. A proof of an old release has no coefficients. */
static void add_curve(struct plot_curves *curves,
	const struct growth_model *model, const char *name,
	const struct page_proof_range *range, struct growth_point *way)
{
	if (model->a == 0 && model->b == 0 && model->c == 0)
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++)
		way[i] = point_at(range, model, i);
	curves->curve[curves->count++] =
		(struct plot_curve){name, way, CURVE_POINTS};
}

/* What lies between the two powers that go through the largest point. */
static void add_band(struct plot_curves *curves, const char *name,
	const struct proof_law *law, const struct page_proof_range *range,
	struct growth_point *way)
{
	const struct proof_row *last = &range->row[range->count - 1];
	const struct growth_model flat = {.a = (double)last->count};

	if (law->low >= law->high || last->count == 0)
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++) {
		struct growth_point *low = &way[i];
		struct growth_point *high = &way[CURVE_POINTS + i];
		*low = *high = point_at(range, &flat, i);
		low->cost *= pow(low->size / (double)last->bytes, law->low);
		high->cost *= pow(high->size / (double)last->bytes, law->high);
	}
	curves->low = (struct plot_curve){name, way, CURVE_POINTS};
	curves->high =
		(struct plot_curve){name, way + CURVE_POINTS, CURVE_POINTS};
}

static void page_proof_print_curves(struct page *page,
	const struct proof_result *proof, const struct plot_series *series,
	size_t series_count)
{
	const struct proof_law *law = &proof->law;
	const struct page_proof_range range = measured(proof);
	struct growth_point way[4 * CURVE_POINTS];
	struct plot_curves curves = {.count = 0};
	char *name = memory_format("law: %s", law->model ?: ""),
	     *rival = memory_format("next best: %s", law->rival ?: ""),
	     *band = memory_format("degree %.2f to %.2f", law->low, law->high);

	if (has_curve(&range)) {
		add_curve(&curves, &law->fit, name, &range, way);
		if (!law->is_exact && curves.count > 0)
			add_curve(&curves, &law->rival_fit, rival, &range,
				way + CURVE_POINTS);
		add_band(&curves, band, law, &range, way + 2 * CURVE_POINTS);
	}
	plot_print_curves(page->out, series, series_count, &curves,
		proof->size_unit, proof->count_unit);
	free(band);
	free(rival);
	free(name);
}

static void print_plot(struct page *page, const struct proof_result *proof)
{
	struct report_evidence found = {0}, typical = {0};
	struct growth_point *points =
		points_of(proof, false, &found.point_count);
	struct growth_point *others =
		points_of(proof, true, &typical.point_count);
	struct plot_series series[PLOT_SERIES_MAX] = {
		{proof_is_of_tests(proof) ? "measured" : "found", &found},
		{"typical", &typical}};

	found.point = points;
	typical.point = others;
	if (plot_has_points(&found)) {
		fputs("<figure><div class=\"scroll\" tabindex=\"0\" "
		      "role=\"region\" aria-label=\"Plot\">",
			page->out);
		page_proof_print_curves(
			page, proof, series, plot_has_points(&typical) ? 2 : 1);
		html_print(page->out,
			"</div><figcaption>Both axes are logarithmic: a power "
			"law is a straight line%r.</figcaption></figure>\n",
			proof->law.low < proof->law.high
				? "; the band shows where the degree may lie"
				: "");
	}
	free(points);
	free(others);
}

/* --- table -------------------------------------------------------------- */

/* The file as it stands beside the page, if it was copied there. */
static void page_proof_print_input(
	struct page *page, size_t index, const char *file, const char *folder)
{
	const char *name = file ? words_base_name(file) : NULL;

	if (!name || !site_has_input(page->site, index, folder, name))
		fputs("-", page->out);
	else
		html_print(page->out, "<a download href=\"%r/%r/%t\">%t</a>",
			page->site->page_of[page->site->proof[index].finding],
			folder, name, name);
}

static void page_proof_print_cell(
	struct page *page, const char *label, uint64_t number)
{
	html_print(page->out, "<td data-label=\"%r\" class=\"number\">", label);
	if (number > 0)
		html_print(page->out, "%n</td>", number);
	else
		fputs("-</td>", page->out);
}

static void page_proof_print_row(
	struct page *page, const struct proof_row *row, size_t index)
{
	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Size\" "
		"class=\"number\">%n</th>",
		row->bytes);
	page_proof_print_cell(page, "Found", row->count);
	page_proof_print_cell(page, "Typical", row->typical);
	if (row->typical > 0)
		html_print(page->out,
			"<td data-label=\"Ratio\" class=\"number\">%f</td>",
			(double)row->count / (double)row->typical);
	else
		page_proof_print_cell(page, "Ratio", 0);
	page_proof_print_cell(page, "All, found", row->total);
	page_proof_print_cell(page, "All, typical", row->total_typical);
	fputs("<td data-label=\"Input found\">", page->out);
	page_proof_print_input(page, index, row->input, "inputs");
	fputs("</td><td data-label=\"Typical input\">", page->out);
	page_proof_print_input(page, index, row->typical_input, "typical");
	fputs("</td></tr>\n", page->out);
}

/* Of tests there are neither typical inputs nor files. */
static void page_proof_print_points(
	struct page *page, const struct proof_result *proof)
{
	html_print(page->out,
		"<h2>Sizes</h2>\n<div class=\"scroll\"><table class=\"cards\" "
		"id=\"%rtable\">\n<caption>As the tests were "
		"recorded</caption>\n<thead><tr>"
		"<th scope=\"col\" class=\"number\">%t</th>"
		"<th scope=\"col\" class=\"number\">%t</th></tr></thead>\n"
		"<tbody>\n",
		page->prefix, proof->size_unit, proof->count_unit);
	for (size_t i = 0; i < proof->row_count; i++) {
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"%t\" "
			"class=\"number\">%n</th>"
			"<td data-label=\"%t\" class=\"number\">%n</td>"
			"</tr>\n",
			proof->size_unit, proof->row[i].bytes,
			proof->count_unit, proof->row[i].count);
	}
	fputs("</tbody></table></div>\n", page->out);
}

static void page_proof_print_table(
	struct page *page, const struct proof_result *proof, size_t index)
{
	html_print(page->out,
		"<h2>Sizes</h2>\n<div class=\"scroll\"><table class=\"cards\" "
		"id=\"%rtable\">\n<caption>By size in %t: %t of the place "
		"that was counted, and of the whole program</caption>\n"
		"<thead><tr>"
		"<th scope=\"col\" class=\"number\">Size</th>"
		"<th scope=\"col\" class=\"number\">Found</th>"
		"<th scope=\"col\" class=\"number\">Typical</th>"
		"<th scope=\"col\" class=\"number\">Ratio</th>"
		"<th scope=\"col\" class=\"number\">All, found</th>"
		"<th scope=\"col\" class=\"number\">All, typical</th>"
		"<th scope=\"col\">Input found</th>"
		"<th scope=\"col\">Typical input</th></tr></thead>\n<tbody>\n",
		page->prefix, proof->size_unit, proof->count_unit);
	for (size_t i = 0; i < proof->row_count; i++)
		page_proof_print_row(page, &proof->row[i], index);
	fputs("</tbody></table></div>\n", page->out);
	if (site_has_input(page->site, index, ".", "generate.sh"))
		html_print(page->out,
			"<p>An input for any number of repetitions: "
			"<a download href=\"%r/generate.sh\">generate.sh</a> "
			"<code>K</code></p>\n",
			page->site->page_of[page->site->proof[index].finding]);
}

/* The laws of other lines, for which the same inputs count. */
static void page_proof_print_lines(
	struct page *page, const struct proof_result *proof)
{
	if (proof->line_count < 2)
		return;
	html_print(page->out,
		"<details><summary>Laws of other lines</summary>\n<div "
		"class=\"scroll\"><table class=\"cards\" id=\"%rlines\">\n"
		"<caption>For the same inputs: lines that count, then the "
		"steepest</caption>\n<thead><tr><th "
		"scope=\"col\">Function</th>"
		"<th scope=\"col\">Place</th><th scope=\"col\">Law</th>"
		"<th scope=\"col\" class=\"number\">At most</th></tr></thead>\n"
		"<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < proof->line_count; i++) {
		const struct proof_line *line = &proof->line[i];
		struct report_place place = {.function = line->place.function,
			.file = line->place.file,
			.line = line->place.line};
		char *name = words_shorten(place.function, NAME_CHARACTERS);
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"Function\">"
			"<code>%t</code></th><td data-label=\"Place\">",
			name);
		site_print_place(page, &place);
		html_print(page->out,
			"</td><td data-label=\"Law\">%t</td>"
			"<td data-label=\"At most\" class=\"number\">%n</td>"
			"</tr>\n",
			line->model, line->most);
		free(name);
	}
	fputs("</tbody></table></div></details>\n", page->out);
}

/* --- all ---------------------------------------------------------------- */

static void page_proof_print_claim(
	struct page *page, const struct site_proof *at)
{
	const struct proof_result *proof = at->result;
	char *sentence = words_shorten(proof->law.sentence, TEXT_CHARACTERS);
	struct report_place place = {.function = proof->place.function,
		.file = proof->place.file,
		.line = proof->place.line};

	html_print(page->out,
		"<h1>Proof of %r</h1>\n<p class=\"claim\">It %r%t.</p>\n"
		"<p>Measured over the sizes below, for the finding ",
		page->site->report->finding[at->finding].id,
		proof->law.verdict == PROOF_GROWS ? "" : "is ", sentence);
	site_print_finding_link(page, at->finding);
	if (place.file) {
		fputs("; counted in ", page->out);
		html_print(page->out, "<code>%t</code> at ",
			place.function ? place.function : "?");
		site_print_place(page, &place);
	}
	fputs(proof->is_partial ? ". The measurement was stopped early." : ".",
		page->out);
	if (!proof->is_steep)
		fputs(" This does not rule out steeper growth.", page->out);
	fputs(proof->is_noisy ? " Runs of one input differ.</p>\n" : "</p>\n",
		page->out);
	free(sentence);
}

static void page_proof_print_commands(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];
	const struct proof_result *proof = at->result;
	const char *id = page->site->report->finding[at->finding].id;

	if (proof->row_count == 0 || !proof->row[proof->row_count - 1].input)
		return;
	html_print(page->out,
		"<h2>In the terminal</h2>\n<pre tabindex=\"0\" data-copy><code>"
		"retread export --profile callgrind %r\n",
		id);
	if (proof->command_count > 0) {
		html_print(page->out, "retread repro %t --",
			proof->row[proof->row_count - 1].input);
		for (size_t i = 0; i < proof->command_count; i++)
			html_print(page->out, " %t", proof->command[i]);
		fputs("\n", page->out);
	}
	fputs("</code></pre>\n", page->out);
}

void page_proof(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];

	page_proof_print_claim(page, at);
	page_proof_print_numbers(page, at->result);
	print_curve_words(page, at->result);
	print_plot(page, at->result);
	if (proof_is_of_tests(at->result))
		page_proof_print_points(page, at->result);
	else
		page_proof_print_table(page, at->result, index);
	page_proof_print_lines(page, at->result);
	if (at->other_count > 0) {
		struct json_value *others = measured_make_others(at);
		frame_print_heading(page->out, page->prefix, "others",
			"What other measurements say");
		json_put(
			others, "glossary", data_own(glossary_place_dup(page)));
		template_print_free(page->out, "measured", others);
	}
	page_print_inputs(page, at->result);
	profiles_print(page, at->finding);
	page_print_search(page, at->folder);
	page_proof_print_commands(page, index);
}
