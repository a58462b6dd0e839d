/* SPDX-License-Identifier: MIT
 * Inputs on the page of a proof, and the search they came from. */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/lineage.h"
#include "viz/site.h"

#define INPUT_BYTES	   256 /* that are shown */
#define ROW_BYTES	   16
#define PATTERN_CHARACTERS 600
#define SEARCHES_MAX	   8

struct proof_input {
	unsigned char byte[INPUT_BYTES];
	size_t count;
};

static struct proof_input page_proof_inputs_read_input(const char *file)
{
	struct proof_input input = {.count = 0};
	FILE *in = file ? fopen(file, "re") : NULL;

	if (!in)
		return input;
	input.count = fread(input.byte, 1, sizeof input.byte, in);
	fclose(in);
	return input;
}

/* Offset, bytes and text; what OTHER does not have at the same place is marked. */
static void page_proof_inputs_print_bytes(struct page *page, const char *title,
	const struct proof_input *input, const struct proof_input *other)
{
	FILE *out = page->out;

	html_print(out, "<div><h3>%r</h3>\n<pre tabindex=\"0\"><code>", title);
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
	fputs("</code></pre></div>\n", out);
}

/* The largest of at most INPUT_BYTES of which there are both, else the first that
 * there is. NULL: none. */
static const struct proof_row *page_proof_inputs_choose_row(
	const struct proof_result *proof)
{
	const struct proof_row *first = NULL, *best = NULL;

	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		bool has_input = row->input && access(row->input, R_OK) == 0;
		bool has_typical = row->typical_input &&
				   access(row->typical_input, R_OK) == 0;
		if (has_input && !first)
			first = row;
		if (has_input && has_typical &&
			(!best || row->bytes <= INPUT_BYTES))
			best = row;
	}
	return best ? best : first;
}

static void page_proof_inputs_print_pattern(
	struct page *page, const char *title, const char *pattern)
{
	char *shorter;

	if (!pattern)
		return;
	shorter = words_shorten(pattern, PATTERN_CHARACTERS);
	html_print(page->out, "<dt>%r</dt><dd><code>%t</code></dd>\n", title,
		shorter);
	free(shorter);
}

void page_print_inputs(struct page *page, const struct proof_result *proof)
{
	const struct proof_row *row = page_proof_inputs_choose_row(proof);
	struct proof_input found, typical;

	if (!row)
		return;
	found = page_proof_inputs_read_input(row->input);
	typical = page_proof_inputs_read_input(row->typical_input);
	fputs("<h2>What the input looks like</h2>\n<dl class=\"words\">\n",
		page->out);
	page_proof_inputs_print_pattern(page, "Found", proof->pattern);
	page_proof_inputs_print_pattern(
		page, "Typical", proof->typical_pattern);
	html_print(page->out, "</dl>\n<p>Of %n bytes%r%r</p>\n", row->bytes,
		row->bytes > INPUT_BYTES ? ", the first 256" : "",
		typical.count > 0 ? "; marked where the two differ." : ".");
	fputs("<div class=\"pair\">\n", page->out);
	if (found.count > 0)
		page_proof_inputs_print_bytes(page, "Found", &found, &typical);
	if (typical.count > 0)
		page_proof_inputs_print_bytes(
			page, "Typical", &typical, &found);
	fputs("</div>\n", page->out);
}

static int page_proof_inputs_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] == 'n';
}

static void print_campaign(
	struct page *page, const char *size, const char *folder)
{
	struct lineage_curve curve;
	char *id = memory_format("lineage-%s", size);

	html_print(page->out, "<h3>Inputs of at most %u bytes</h3>\n",
		(uint64_t)strtoull(size + 1, NULL, 10));
	lineage_read_curve(&curve, folder);
	lineage_print_curve(page, &curve);
	lineage_release_curve(&curve);
	lineage_print(page, folder, id);
	free(id);
}

void page_print_search(struct page *page, const char *folder)
{
	char *search = memory_format("%s/search", folder);
	struct dirent **entry;
	int count = scandir(
		    search, &entry, page_proof_inputs_is_visible, alphasort),
	    shown = 0;

	for (int i = 0; i < count; i++) {
		const char *size = entry[i]->d_name;
		char *instance = memory_format("%s/%s/main", search, size);
		char *index = memory_format("%s/queue_index", instance);
		bool is_one =
			access(index, R_OK) == 0 &&
			strspn(size + 1, "0123456789") == strlen(size + 1);
		if (is_one && shown++ < SEARCHES_MAX) {
			if (shown == 1)
				fputs("<details><summary>How the search "
				      "went</summary>\n",
					page->out);
			print_campaign(page, size, instance);
		}
		free(index);
		free(instance);
		free(entry[i]);
	}
	if (shown > 0)
		fputs("</details>\n", page->out);
	if (count >= 0)
		free(entry);
	free(search);
}
