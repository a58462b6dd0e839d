/* SPDX-License-Identifier: MIT
 * Inputs on the page of a proof, and the search they came from. */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/found/kinds.h"
#include "lib/memory.h"
#include "lib/report/proof.h"
#include "viz/data.h"
#include "viz/pages/curves.h"
#include "viz/pages/lineage.h"
#include "viz/site.h"

#define INPUT_BYTES  256 /* that are shown */
#define ROW_BYTES    16
#define SEARCHES_MAX 8

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

static struct json_value *proof_make_cell(const struct proof_input *input,
	const struct proof_input *other, size_t i)
{
	char hex[3] = "  ";

	if (i < input->count)
		snprintf(hex, sizeof hex, "%02x", input->byte[i]);
	return JSON_OBJECT(JSON("hex", (const char *)hex),
		JSON("differs",
			i < input->count &&
				(i >= other->count ||
					other->byte[i] != input->byte[i])));
}

/* Offset, bytes and text; what OTHER does not have at the same place is marked. */
static struct json_value *proof_make_bytes_row(const struct proof_input *input,
	const struct proof_input *other, size_t row)
{
	struct json_value *cells = json_make_array();
	char text[ROW_BYTES + 1] = "";

	for (size_t i = row; i < row + ROW_BYTES; i++) {
		json_append(cells, proof_make_cell(input, other, i));
		if (i < input->count)
			text[i - row] =
				input->byte[i] < 0x7f && isprint(input->byte[i])
					? (char)input->byte[i]
					: '.';
	}
	return JSON_OBJECT(
		JSON("offset", data_own(memory_format("%04zx", row))),
		JSON("cells", cells), JSON("text", (const char *)text));
}

static void proof_add_bytes(struct json_value *shown, const char *title,
	const struct proof_input *input, const struct proof_input *other)
{
	struct json_value *rows;

	if (input->count == 0)
		return;
	rows = json_make_array();
	for (size_t row = 0; row < input->count; row += ROW_BYTES)
		json_append(rows, proof_make_bytes_row(input, other, row));
	json_append(
		shown, JSON_OBJECT(JSON("title", title), JSON("rows", rows)));
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

struct json_value *proof_make_inputs(const struct proof_result *proof)
{
	const struct proof_row *row = page_proof_inputs_choose_row(proof);
	struct json_value *shown;
	struct proof_input found, typical;

	if (!row)
		return json_make_text(NULL);
	found = page_proof_inputs_read_input(row->input);
	typical = page_proof_inputs_read_input(row->typical_input);
	shown = json_make_array();
	proof_add_bytes(shown, "Found", &found, &typical);
	proof_add_bytes(shown, "Typical", &typical, &found);
	return JSON_OBJECT(JSON("bytes", row->bytes),
		JSON("is_cut", row->bytes > INPUT_BYTES),
		JSON("is_pair", typical.count > 0), JSON("shown", shown));
}

static int page_proof_inputs_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] == 'n';
}

static struct json_value *proof_make_search(
	const char *size, const char *folder)
{
	struct json_value *search = JSON_OBJECT(
		JSON("size", (uint64_t)strtoull(size + 1, NULL, 10)));
	struct arena arena = {0};
	struct found_search found = {0};
	char *id = memory_format("lineage-%s", size);

	found_read_points(&arena, folder, &found);
	json_put(search, "curves", curves_make_maxima(&found));
	arena_release(&arena);
	json_put(search, "lineage", lineage_make(folder, id));
	free(id);
	return search;
}

struct json_value *proof_make_searches(const char *folder)
{
	struct json_value *searches = json_make_array();
	char *search = memory_format("%s/search", folder);
	struct dirent **entry;
	int count = scandir(
		search, &entry, page_proof_inputs_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		const char *size = entry[i]->d_name;
		char *instance = memory_format("%s/%s/main", search, size);
		char *index = memory_format("%s/queue_index", instance);
		if (access(index, R_OK) == 0 &&
			strspn(size + 1, "0123456789") == strlen(size + 1) &&
			json_length(searches) < SEARCHES_MAX)
			json_append(
				searches, proof_make_search(size, instance));
		free(index);
		free(instance);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	free(search);
	return searches;
}
