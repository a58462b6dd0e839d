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
#include "viz/growth_fit.h"
#include "viz/html.h"
#include "viz/page_proof.h"
#include "viz/plot.h"
#include "viz/profiles.h"
#include "viz/site.h"

#define TEXT_CHARACTERS 600
#define NAME_CHARACTERS 120
#define CURVE_POINTS	40

/* --- numbers ------------------------------------------------------------ */

static void print_text(struct page *page, const char *title, const char *text)
{
	char *shorter = words_shorten(text, TEXT_CHARACTERS);

	html_print(page->out, "<div><dt>%r</dt><dd>%t</dd></div>\n", title,
		shorter);
	free(shorter);
}

static void print_number(struct page *page, const char *title, uint64_t number)
{
	if (number > 0)
		html_print(page->out, "<div><dt>%r</dt><dd>%n</dd></div>\n",
			title, number);
}

static void print_model(struct page *page, const struct proof_result *proof)
{
	char title[80];

	if (proof->model == NULL || *proof->model == '\0')
		return;
	if (proof->is_exact)
		print_text(page, "Law, to the last digit", proof->model);
	else {
		snprintf(title, sizeof(title), "Best law, error %.2g %%",
			100 * proof->error);
		print_text(page, title, proof->model);
	}
	if (proof->rival == NULL || proof->is_exact)
		return;
	snprintf(title, sizeof(title), "Next best, error %.2g %%",
		100 * proof->rival_error);
	print_text(page, title, proof->rival);
}

static const char *verdict_words(const struct proof_result *proof)
{
	return proof->is_steep				  ? "proved to grow"
	       : strcmp(proof->verdict, "grows") == 0	  ? "no steep growth"
	       : strcmp(proof->verdict, "not-shown") == 0 ? "not shown"
							  : proof->verdict;
}

/* Of tests: both curves. */
static void print_curve_words(
	struct page *page, const struct proof_result *proof)
{
	if (proof->by_argument == NULL && proof->by_cells == NULL)
		return;
	fputs("<dl class=\"words\">\n", page->out);
	if (proof->by_argument != NULL)
		html_print(page->out,
			"<dt>By the argument of the tests</dt><dd>%t</dd>\n",
			proof->by_argument);
	if (proof->by_cells != NULL)
		html_print(page->out,
			"<dt>By the cells that a call used</dt><dd>%t</dd>\n",
			proof->by_cells);
	fputs("</dl>\n", page->out);
}

static void print_numbers(struct page *page, const struct proof_result *proof)
{
	fputs("<dl class=\"numbers\">\n", page->out);
	print_text(page, "Verdict", verdict_words(proof));
	print_model(page, proof);
	if (proof->degree > 0 && proof->low < proof->high)
		html_print(page->out,
			"<div><dt>Degree, its interval</dt><dd>%d (%d to "
			"%d)</dd></div>\n",
			proof->degree, proof->low, proof->high);
	else if (proof->degree > 0)
		html_print(page->out, "<div><dt>Degree</dt><dd>%d</dd></div>\n",
			proof->degree);
	if (proof->to > 0)
		html_print(page->out,
			"<div><dt>Measured sizes</dt><dd>%n to %n</dd></div>\n",
			proof->from, proof->to);
	print_number(page, "Limited at", proof->limit);
	print_number(page, "Size for about a second", proof->one_second);
	print_number(page, "Inputs tried", proof->execs);
	print_number(page, "Patterns tried", proof->families);
	if (proof->total_model != NULL && *proof->total_model != '\0')
		print_text(
			page, "Law of the whole program", proof->total_model);
	fputs("</dl>\n", page->out);
}

/* --- plot --------------------------------------------------------------- */

static struct growth_point *points_of(
	const struct proof_result *proof, bool typical, size_t *count)
{
	struct growth_point *point =
		memory_alloc((proof->row_count + 1) * sizeof(*point));

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

/* A point of a curve between sizes LOW and HIGH. */
static double size_at(double low, double high, size_t i)
{
	return low * pow(high / low, (double)i / (CURVE_POINTS - 1));
}

/* The points the law was found for: those of the measured range. */
static size_t measured_points(const struct proof_result *proof,
	const struct growth_point *point, size_t *count)
{
	size_t first = 0;

	while (first + 1 < *count && point[first].size < (double)proof->from)
		first++;
	while (proof->to > 0 && *count > first + 1 &&
		point[*count - 1].size > (double)proof->to)
		--*count;
	return first;
}

/* Adds the curve of LAW to CURVES; it is fitted to all POINTs but the last, and
 * WAY gets room for it. */
static void add_curve(struct plot_curves *curves, const char *law,
	const char *name, const struct growth_point *point, size_t count,
	struct growth_point *way)
{
	struct curve_fit fit;

	if (law == NULL || count < 4 ||
		!growth_fit_init(&fit, law, point, count - 1))
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++) {
		way[i].size = size_at(point[0].size, point[count - 1].size, i);
		way[i].cost = growth_fit_at(&fit, way[i].size);
	}
	curves->curve[curves->count++] =
		(struct plot_curve){name, way, CURVE_POINTS};
}

/* What lies between the two powers that go through the largest point. */
static void add_band(struct plot_curves *curves, const char *name,
	const struct proof_result *proof, const struct growth_point *point,
	size_t count, struct growth_point *way)
{
	const struct growth_point *last = &point[count - 1];

	if (proof->low >= proof->high || count < 2)
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++) {
		double size = size_at(point[0].size, last->size, i);
		way[i] = (struct growth_point){
			size, last->cost * pow(size / last->size, proof->low)};
		way[CURVE_POINTS + i] = (struct growth_point){
			size, last->cost * pow(size / last->size, proof->high)};
	}
	curves->low = (struct plot_curve){name, way, CURVE_POINTS};
	curves->high =
		(struct plot_curve){name, way + CURVE_POINTS, CURVE_POINTS};
}

static void print_curves(struct page *page, const struct proof_result *proof,
	const struct plot_series *series, size_t series_count)
{
	const struct growth_point *point = series[0].evidence->point;
	size_t count = series[0].evidence->point_count;
	size_t first = measured_points(proof, point, &count);
	struct growth_point way[4 * CURVE_POINTS];
	struct plot_curves curves = {.count = 0};
	char *law = memory_format("law: %s", proof->model ?: ""),
	     *rival = memory_format("next best: %s", proof->rival ?: ""),
	     *band = memory_format(
		     "degree %.2f to %.2f", proof->low, proof->high);

	add_curve(
		&curves, proof->model, law, point + first, count - first, way);
	if (!proof->is_exact && curves.count > 0)
		add_curve(&curves, proof->rival, rival, point + first,
			count - first, way + CURVE_POINTS);
	add_band(&curves, band, proof, point + first, count - first,
		way + 2 * CURVE_POINTS);
	plot_print_curves(page->out, series, series_count, &curves,
		proof->size_unit, proof->count_unit);
	free(band);
	free(rival);
	free(law);
}

static void print_plot(struct page *page, const struct proof_result *proof)
{
	struct report_evidence found = {0}, typical = {0};
	struct growth_point *points =
		points_of(proof, false, &found.point_count);
	struct growth_point *others =
		points_of(proof, true, &typical.point_count);
	struct plot_series series[PLOT_SERIES_MAX] = {
		{proof->is_of_tests ? "measured" : "found", &found},
		{"typical", &typical}};

	found.point = points;
	typical.point = others;
	if (plot_has_points(&found)) {
		fputs("<figure><div class=\"scroll\" tabindex=\"0\" "
		      "role=\"region\" aria-label=\"Plot\">",
			page->out);
		print_curves(
			page, proof, series, plot_has_points(&typical) ? 2 : 1);
		html_print(page->out,
			"</div><figcaption>Both axes are logarithmic, so a "
			"straight line is a power. Laws are drawn as they fit "
			"all sizes but the largest, which they have to "
			"tell%r.</figcaption></figure>\n",
			proof->low < proof->high
				? "; the band is where the degree may lie"
				: "");
	}
	free(points);
	free(others);
}

/* --- table -------------------------------------------------------------- */

/* The file as it stands beside the page, if it was copied there. */
static void print_input(
	struct page *page, size_t index, const char *file, const char *folder)
{
	const char *name = file != NULL ? words_base_name(file) : NULL;

	if (name == NULL || !site_has_input(page->site, index, folder, name))
		fputs("-", page->out);
	else
		html_print(page->out, "<a download href=\"%r/%r/%t\">%t</a>",
			page->site->page_of[page->site->proof[index].finding],
			folder, name, name);
}

static void print_cell(struct page *page, const char *label, uint64_t number)
{
	html_print(page->out, "<td data-label=\"%r\" class=\"number\">", label);
	if (number > 0)
		html_print(page->out, "%n</td>", number);
	else
		fputs("-</td>", page->out);
}

static void print_row(
	struct page *page, const struct proof_row *row, size_t index)
{
	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Size\" "
		"class=\"number\">%n</th>",
		row->bytes);
	print_cell(page, "Found", row->count);
	print_cell(page, "Typical", row->typical);
	if (row->typical > 0)
		html_print(page->out,
			"<td data-label=\"Ratio\" class=\"number\">%f</td>",
			(double)row->count / (double)row->typical);
	else
		print_cell(page, "Ratio", 0);
	print_cell(page, "All, found", row->total);
	print_cell(page, "All, typical", row->total_typical);
	fputs("<td data-label=\"Input found\">", page->out);
	print_input(page, index, row->input, "inputs");
	fputs("</td><td data-label=\"Typical input\">", page->out);
	print_input(page, index, row->typical_input, "typical");
	fputs("</td></tr>\n", page->out);
}

/* Of tests there are neither typical inputs nor files. */
static void print_points(struct page *page, const struct proof_result *proof)
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

static void print_table(
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
		print_row(page, &proof->row[i], index);
	fputs("</tbody></table></div>\n", page->out);
	if (site_has_input(page->site, index, ".", "generate.sh"))
		html_print(page->out,
			"<p>An input for any number of repetitions: "
			"<a download href=\"%r/generate.sh\">generate.sh</a> "
			"<code>K</code></p>\n",
			page->site->page_of[page->site->proof[index].finding]);
}

/* The laws of other lines, for which the same inputs count. */
static void print_lines(struct page *page, const struct proof_result *proof)
{
	if (proof->line_count < 2)
		return;
	html_print(page->out,
		"<details><summary>Laws of other lines</summary>\n<div "
		"class=\"scroll\"><table class=\"cards\" id=\"%rlines\">\n"
		"<caption>As the same inputs execute them: those that count, "
		"then the steepest</caption>\n<thead><tr><th "
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

static void print_claim(struct page *page, const struct site_proof *at)
{
	const struct proof_result *proof = at->result;
	char *sentence = words_shorten(proof->sentence, TEXT_CHARACTERS);
	struct report_place place = {.function = proof->place.function,
		.file = proof->place.file,
		.line = proof->place.line};

	html_print(page->out,
		"<h1>Proof of %r</h1>\n<p class=\"claim\">It %r%t.</p>\n"
		"<p>Measured over the sizes below, for the finding ",
		page->site->report->finding[at->finding].id,
		strncmp(sentence, "grows", 5) == 0 ? "" : "is ", sentence);
	site_print_finding_link(page, at->finding);
	if (place.file != NULL) {
		fputs("; counted in ", page->out);
		html_print(page->out, "<code>%t</code> at ",
			place.function != NULL ? place.function : "?");
		site_print_place(page, &place);
	}
	fputs(proof->is_partial ? ". The measurement was stopped early." : ".",
		page->out);
	if (!proof->is_steep)
		fputs(" That nothing steeper was found is no proof that there "
		      "is nothing.",
			page->out);
	fputs(proof->is_noisy ? " Runs of one input differ.</p>\n" : "</p>\n",
		page->out);
	free(sentence);
}

static void print_commands(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];
	const struct proof_result *proof = at->result;
	const char *id = page->site->report->finding[at->finding].id;

	if (proof->row_count == 0 ||
		proof->row[proof->row_count - 1].input == NULL)
		return;
	html_print(page->out,
		"<h2>In the terminal</h2>\n<pre tabindex=\"0\"><code>"
		"retread export --profile callgrind %r\n",
		id);
	if (proof->command.count > 0) {
		html_print(page->out, "retread repro %t --",
			proof->row[proof->row_count - 1].input);
		for (size_t i = 0; i < proof->command.count; i++)
			html_print(page->out, " %t", proof->command.text[i]);
		fputs("\n", page->out);
	}
	fputs("</code></pre>\n", page->out);
}

void page_proof(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];

	print_claim(page, at);
	print_numbers(page, at->result);
	print_curve_words(page, at->result);
	print_plot(page, at->result);
	if (at->result->is_of_tests)
		print_points(page, at->result);
	else
		print_table(page, at->result, index);
	print_lines(page, at->result);
	page_print_inputs(page, at->result);
	profiles_print(page, at->finding);
	page_print_search(page, at->folder);
	print_commands(page, index);
}
