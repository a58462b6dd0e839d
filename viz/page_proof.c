/* SPDX-License-Identifier: MIT
 * What `retread prove` has measured for a finding: costs by size, the law, and an
 * input that shows it beside an ordinary one. */
#include "config.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/proof.h"
#include "viz/site.h"
#include "viz/words.h"

#define TEXT_CHARACTERS 600
#define INPUT_BYTES	256 /* that are shown */
#define ROW_BYTES	16

static void print_numbers(struct page *page, const struct proof_result *proof)
{
	char *model = words_shorten(proof->model, TEXT_CHARACTERS);
	char *rival = words_shorten(proof->rival, TEXT_CHARACTERS);

	fputs("<dl class=\"numbers\">\n", page->out);
	html_print(page->out, "<div><dt>Verdict</dt><dd>%t</dd></div>\n",
		proof->verdict);
	if (proof->model != NULL && *proof->model != '\0')
		html_print(page->out,
			"<div><dt>Best model, error %d %%</dt><dd>%t</dd>"
			"</div>\n",
			100 * proof->error, model);
	if (proof->rival != NULL)
		html_print(page->out,
			"<div><dt>Next best, error %d "
			"%%</dt><dd>%t</dd></div>\n",
			100 * proof->rival_error, rival);
	if (proof->degree > 0)
		html_print(page->out,
			"<div><dt>Degree, 95 %% interval</dt><dd>%d (%d to "
			"%d)</dd></div>\n",
			proof->degree, proof->low, proof->high);
	if (proof->one_second > 0)
		html_print(page->out,
			"<div><dt>Bytes for about a second</dt><dd>%n</dd>"
			"</div>\n",
			proof->one_second);
	fputs("</dl>\n", page->out);
	free(model);
	free(rival);
}

static struct report_point *points_of(
	const struct proof_result *proof, bool typical, size_t *count)
{
	struct report_point *point =
		memory_alloc(proof->row_count * sizeof(*point));

	*count = 0;
	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		uint64_t cost = typical ? row->typical : row->count;
		if (cost > 0)
			point[(*count)++] = (struct report_point){
				(double)row->bytes, (double)cost};
	}
	return point;
}

static void print_plot(struct page *page, const struct proof_result *proof)
{
	struct report_evidence found = {0}, typical = {0};
	struct report_point *points =
		points_of(proof, false, &found.point_count);
	struct report_point *others =
		points_of(proof, true, &typical.point_count);
	struct plot_series series[PLOT_SERIES_MAX] = {
		{"found", &found}, {"typical", &typical}};

	found.point = points;
	found.degree = proof->degree;
	found.points = proof->degree > 0 ? found.point_count : 0;
	typical.point = others;
	if (plot_has_points(&found)) {
		fputs("<figure><div class=\"scroll\" tabindex=\"0\" "
		      "role=\"region\" aria-label=\"Plot\">",
			page->out);
		plot_print(page->out, series, plot_has_points(&typical) ? 2 : 1,
			"bytes of input", "executions");
		fputs("</div><figcaption>Both axes are logarithmic, so a "
		      "straight line is a power.</figcaption></figure>\n",
			page->out);
	}
	free(points);
	free(others);
}

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

static void print_table(
	struct page *page, const struct proof_result *proof, size_t index)
{
	html_print(page->out,
		"<h2>Sizes</h2>\n<div class=\"scroll\"><table class=\"cards\" "
		"id=\"%rtable\" data-filter>\n<caption>Executions by size of "
		"input</caption>\n<thead><tr>"
		"<th scope=\"col\" class=\"number\">Bytes</th>"
		"<th scope=\"col\" class=\"number\">Found</th>"
		"<th scope=\"col\" class=\"number\">Typical</th>"
		"<th scope=\"col\">Input found</th>"
		"<th scope=\"col\">Typical input</th></tr></thead>\n<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		html_print(page->out,
			"<tr><th scope=\"row\" data-label=\"Bytes\" "
			"class=\"number\">%n</th>"
			"<td data-label=\"Found\" class=\"number\">%n</td>"
			"<td data-label=\"Typical\" class=\"number\">",
			row->bytes, row->count);
		if (row->typical > 0)
			html_print(page->out, "%n", row->typical);
		else
			fputs("-", page->out);
		fputs("</td><td data-label=\"Input found\">", page->out);
		print_input(page, index, row->input, "inputs");
		fputs("</td><td data-label=\"Typical input\">", page->out);
		print_input(page, index, row->typical_input, "typical");
		fputs("</td></tr>\n", page->out);
	}
	fputs("</tbody></table></div>\n", page->out);
}

struct input {
	unsigned char byte[INPUT_BYTES];
	size_t count;
};

static struct input read_input(const char *file)
{
	struct input input = {.count = 0};
	FILE *in = file != NULL ? fopen(file, "re") : NULL;

	if (in == NULL)
		return input;
	input.count = fread(input.byte, 1, sizeof(input.byte), in);
	fclose(in);
	return input;
}

/* Offset, bytes and text; what OTHER does not have at the same place is marked. */
static void print_bytes(struct page *page, const char *title,
	const struct input *input, const struct input *other)
{
	FILE *out = page->out;

	html_print(out, "<h3>%r</h3>\n<pre tabindex=\"0\"><code>", title);
	for (size_t row = 0; row < input->count; row += ROW_BYTES) {
		fprintf(out, "%04zx ", row);
		for (size_t i = row; i < row + ROW_BYTES; i++) {
			bool differs = i >= other->count || i >= input->count ||
				       other->byte[i] != input->byte[i];
			if (i >= input->count)
				fputs("   ", out);
			else
				fprintf(out,
					differs ? " <mark>%02x</mark>"
						: " %02x",
					input->byte[i]);
		}
		fputs("  ", out);
		for (size_t i = row; i < row + ROW_BYTES && i < input->count;
			i++) {
			char text[2] = {(char)input->byte[i], '\0'};
			html_text(out,
				input->byte[i] < 0x7f && isprint(input->byte[i])
					? text
					: ".");
		}
		putc('\n', out);
	}
	fputs("</code></pre>\n", out);
}

/* The first size of which there is one of both. */
static void print_inputs(struct page *page, const struct proof_result *proof)
{
	for (size_t i = 0; i < proof->row_count; i++) {
		struct input found = read_input(proof->row[i].input);
		struct input typical = read_input(proof->row[i].typical_input);
		if (found.count == 0 || typical.count == 0)
			continue;
		html_print(page->out,
			"<h2>What the input looks like</h2>\n<p>%n bytes; the "
			"first %n are shown, and marked where the two "
			"differ.</p>\n",
			proof->row[i].bytes,
			(uint64_t)(found.count > typical.count
					   ? found.count
					   : typical.count));
		print_bytes(page, "Found", &found, &typical);
		print_bytes(page, "Typical", &typical, &found);
		return;
	}
}

void page_proof(struct page *page, size_t index)
{
	const struct site_proof *at = &page->site->proof[index];
	const struct proof_result *proof = at->result;
	char *sentence = words_shorten(proof->sentence, TEXT_CHARACTERS);
	struct report_place place = {.function = proof->place.function,
		.file = proof->place.file,
		.line = proof->place.line};

	html_print(page->out,
		"<h1>Proof of %r</h1>\n<p class=\"claim\">It %t.</p>\n"
		"<p>Measured over the sizes below, for the finding ",
		page->site->report->finding[at->finding].id, sentence);
	site_print_finding_link(page, at->finding);
	if (place.file != NULL) {
		fputs("; counted at ", page->out);
		site_print_place(page, &place);
	}
	html_print(page->out, ".%r</p>\n",
		proof->is_partial ? " The measurement was stopped early." : "");
	print_numbers(page, proof);
	print_plot(page, proof);
	print_table(page, proof, index);
	print_inputs(page, proof);
	free(sentence);
}
