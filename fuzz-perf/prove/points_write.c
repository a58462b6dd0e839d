/* SPDX-License-Identifier: MIT
 * A proof from tests alone as files, as JSON and as text: the same as
 * proof_write.c makes of inputs, so that pages and reports need not care. */
#include "config.h"

#include "fuzz-perf/prove/points_write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/output.h"
#include "fuzz-perf/prove/chart.h"
#include "fuzz-perf/prove/law_write.h"
#include "fuzz-perf/prove/points.h"

#define SCHEMA		"retread-proof-1"
#define SIZES_MOST	9 /* calls that are shown */
#define NAME_CHARACTERS 200

/* Counts by size, as they are shown. */
struct table {
	uint64_t size[CHART_POINTS], reads[CHART_POINTS], cells[CHART_POINTS],
		calls[CHART_POINTS];
	size_t count;
};

static struct table table_of_runs(const struct points *points)
{
	struct table table = {.count = 0};

	for (size_t i = 0; i < points->run_count; i++) {
		const struct points_run *run = &points->run[i];
		if (run->is_truncated || table.count == CHART_POINTS)
			continue;
		table.size[table.count] = run->value;
		table.reads[table.count] = run->reads;
		table.cells[table.count] = run->cells;
		table.calls[table.count++] = run->calls;
	}
	return table;
}

static struct table table_of_calls(const struct points *points, size_t most)
{
	size_t count = points->call_count;
	size_t kept = count < most ? count : most;
	struct table table = {.count = kept};

	for (size_t i = 0; i < kept; i++) {
		size_t at = kept > 1 ? i * (count - 1) / (kept - 1) : 0;
		table.size[i] = points->call[at].cells;
		table.reads[i] = points->call[at].reads;
	}
	return table;
}

/* ---- what to say ---- */

/* "grows as n^2 for n = 100..1600 (n: the argument)". SIZES are known. Free it. */
static char *sentence_dup(const struct law *law, size_t sizes, bool is_by_cells)
{
	struct law_range range = {law->from, law->to, law->limit, law->base};
	bool is_few = law->verdict == LAW_NOT_SHOWN && sizes < POINTS_LEAST;
	char *law_text =
		is_few ? memory_format("not shown: %zu size%s, %d or more are "
				       "needed",
				 sizes, sizes == 1 ? "" : "s", POINTS_LEAST)
		       : law_sentence_dup(law, law->verdict, &range);
	char *text = memory_format("%s (n: %s)", law_text,
		is_by_cells ? "the cells that a call reads" : "the argument");

	free(law_text);
	return text;
}

/* What is shown: the curve that the result rests on. */
static struct table table_of_result(
	const struct points *points, const struct points_result *result)
{
	return result->is_by_cells ? table_of_calls(points, CHART_POINTS)
				   : table_of_runs(points);
}

/* ---- JSON ---- */

static void put_numbers(struct json_value *top, const char *key,
	const uint64_t *number, size_t count)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < count; i++)
		json_append(list, json_make_count(number[i]));
	json_put(top, key, list);
}

static void put_place(struct json_value *top, const struct points *points)
{
	struct json_value *place = json_make_object();

	json_put_text(place, "kind", "reads");
	json_put_text(place, "function", points->function);
	json_put_text(place, "file", points->file);
	json_put_count(place, "line", points->line);
	json_put(top, "place", place);
}

/* One of the two curves, as a proof of its own. */
static struct json_value *curve_to_json(
	const struct law *law, const struct table *table, bool is_by_cells)
{
	struct json_value *object = json_make_object();
	struct law_range range = {law->from, law->to, law->limit, law->base};
	char *sentence = sentence_dup(law, table->count, is_by_cells);

	json_put_text(object, "verdict", law_verdict_name(law->verdict));
	json_put_text(object, "sentence", sentence);
	law_put_json(object, law, law->verdict, &range, table->count > 0);
	put_numbers(object, "sizes", table->size, table->count);
	put_numbers(object, "counts", table->reads, table->count);
	free(sentence);
	return object;
}

static void put_command(struct json_value *top, const struct points *points)
{
	struct json_value *command = json_make_array();

	for (size_t i = 0; i < points->command_count; i++)
		json_append_text(command, points->command[i]);
	json_put(top, "command", command);
}

/* What pages and reports read: one verdict, one table. */
static void put_proof(struct json_value *top, const struct points *points,
	const struct points_result *result)
{
	const struct law *law = points_law(result);
	struct law_range range = {law->from, law->to, law->limit, law->base};
	struct table table = table_of_result(points, result);
	struct json_value *typical = json_make_array();
	char *sentence = sentence_dup(law, table.count, result->is_by_cells);

	json_put_text(top, "verdict", law_verdict_name(law->verdict));
	json_put_text(top, "sentence", sentence);
	law_put_json(top, law, law->verdict, &range, table.count > 0);
	if (law->verdict != LAW_NOT_SHOWN) {
		json_put_count(top, "from", (uint64_t)law->from);
		json_put_count(top, "to", (uint64_t)law->to);
	}
	if (law->is_limited)
		json_put_count(top, "limit", (uint64_t)law->limit);
	json_put_text(
		top, "size_unit", result->is_by_cells ? "cells" : "argument");
	json_put_text(top, "count_unit", "reads");
	put_numbers(top, "sizes", table.size, table.count);
	put_numbers(top, "counts", table.reads, table.count);
	for (size_t i = 0; i < table.count; i++)
		json_append(typical, json_make_text(NULL));
	json_put(top, "typical_counts", typical);
	json_put(top, "inputs", json_make_array());
	json_put(top, "typical_inputs", json_make_array());
	free(sentence);
}

static struct json_value *to_json(
	const struct points *points, const struct points_result *result)
{
	const struct law *law = points_law(result);
	struct json_value *top = json_make_object();
	struct table runs = table_of_runs(points);
	struct table calls = table_of_calls(points, CHART_POINTS);

	json_put_text(top, "schema", SCHEMA);
	json_put_text(top, "kind", "tests");
	json_put_text(top, "finding", points->finding);
	put_command(top, points);
	json_put_text(top, "argument", points->argument);
	put_proof(top, points, result);
	put_place(top, points);
	json_put_bool(top, "no_proof_of_absence",
		law->verdict != LAW_NOT_SHOWN && !law_is_steep(law));
	json_put_bool(top, "more_data", result->is_more_data);
	json_put_bool(top, "partial", points->is_partial);
	json_put(top, "by_argument",
		curve_to_json(&result->by_argument, &runs, false));
	json_put(top, "by_cells",
		curve_to_json(&result->by_cells, &calls, true));
	return top;
}

/* ---- text ---- */

static void print_command(const struct points *points, FILE *out)
{
	for (size_t i = 0; i < points->command_count; i++) {
		char *word = words_shorten(points->command[i], NAME_CHARACTERS);
		char *quoted = strcmp(word, "{}") != 0 ? words_shell_quote(word)
						       : NULL;
		fprintf(out, " %s", quoted != NULL ? quoted : word);
		free(quoted);
		free(word);
	}
}

static void print_header(const struct points *points, FILE *out)
{
	char *function = words_shorten(points->function, NAME_CHARACTERS);
	char *file = words_shorten(points->file, NAME_CHARACTERS);

	fprintf(out, "%s    reads in %s()", points->finding, function);
	if (points->file)
		fprintf(out, " at %s:%u", file, points->line);
	if (points->command_count > 0) {
		fputs(", in runs of", out);
		print_command(points, out);
	} else {
		fputs(", in the calls that were recorded", out);
	}
	putc('\n', out);
	free(function);
	free(file);
}

static void print_runs(const struct table *table, FILE *out)
{
	char size[WORDS_NUMBER_BYTES], reads[WORDS_NUMBER_BYTES];
	char cells[WORDS_NUMBER_BYTES], calls[WORDS_NUMBER_BYTES];

	fprintf(out, "%10s %18s %18s %12s\n", "n", "reads", "cells of a call",
		"calls");
	for (size_t i = 0; i < table->count; i++)
		fprintf(out, "%10s %18s %18s %12s\n",
			words_number(size, table->size[i]),
			words_number(reads, table->reads[i]),
			words_number(cells, table->cells[i]),
			words_number(calls, table->calls[i]));
}

static void print_calls(const struct table *table, FILE *out)
{
	char size[WORDS_NUMBER_BYTES], reads[WORDS_NUMBER_BYTES];

	fprintf(out, "%10s %18s\n", "cells", "reads of a call");
	for (size_t i = 0; i < table->count; i++)
		fprintf(out, "%10s %18s\n", words_number(size, table->size[i]),
			words_number(reads, table->reads[i]));
}

static void print_verdict(const struct law *law, const char *title,
	size_t sizes, bool is_by_cells, FILE *out)
{
	char *sentence = sentence_dup(law, sizes, is_by_cells);

	fprintf(out, "%-12s %s", title, sentence);
	if (law->verdict == LAW_GROWS && law->class != LAW_EXPONENTIAL)
		fprintf(out, "   (degree %.2f, %.2f..%.2f)", law->degree,
			law->low, law->high);
	putc('\n', out);
	free(sentence);
}

static void print_caution(const struct points *points,
	const struct points_result *result, FILE *out)
{
	const struct law *law = points_law(result);

	if (result->is_more_data)
		fputs("             A larger argument means more data, and no "
		      "more work for each piece of it.\n",
			out);
	else if (law->verdict != LAW_NOT_SHOWN && !law_is_steep(law))
		fputs("             nothing steeper seen with these tests: no "
		      "proof that there is nothing\n",
			out);
	if (points->is_partial)
		fputs("             ended early: some sizes were not "
		      "recorded\n",
			out);
}

/* What would show more. */
static void print_next(const struct points *points,
	const struct points_result *result, FILE *out)
{
	uint64_t first = points->run_count ? points->run[0].value : 100;

	if (points_law(result)->verdict != LAW_NOT_SHOWN) {
		fprintf(out, "next         retread show %s\n", points->finding);
		return;
	}
	fprintf(out,
		"next         retread prove %s --vary %s=", points->finding,
		points->argument ? points->argument : "N");
	for (int i = 0; i < POINTS_LEAST + 2; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "",
			(first ? first : 1) << i);
	fputs(" --", out);
	print_command(points, out);
	if (!points->command_count)
		fprintf(out,
			" TEST {}\n             or with a fuzz target: retread "
			"harness %s",
			points->finding);
	putc('\n', out);
}

static void print_result(const struct points *points,
	const struct points_result *result, const char *folder, FILE *out)
{
	struct table runs = table_of_runs(points);
	struct table calls = table_of_calls(points, SIZES_MOST);
	const struct law *law = points_law(result);

	print_header(points, out);
	if (points->run_count)
		print_runs(&runs, out);
	if (calls.count && (result->is_by_cells || !points->run_count))
		print_calls(&calls, out);
	if (law->verdict == LAW_GROWS)
		law_print_model(law, out);
	print_verdict(law, "VERDICT",
		result->is_by_cells ? points->call_count : runs.count,
		result->is_by_cells, out);
	print_caution(points, result, out);
	if (points->run_count && result->is_by_cells)
		print_verdict(&result->by_argument, "by argument", runs.count,
			false, out);
	else if (points->run_count)
		print_verdict(&result->by_cells, "by cells", points->call_count,
			true, out);
	fprintf(out, "files        %s/proof.json, points.csv, fit.svg\n",
		folder);
	print_next(points, result, out);
}

/* ---- files ---- */

static void print_table_csv(const struct points *points, FILE *out)
{
	fputs("kind,size,reads,cells,calls\n", out);
	for (size_t i = 0; i < points->run_count; i++) {
		const struct points_run *run = &points->run[i];
		fprintf(out,
			"%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
			run->is_truncated ? "truncated-run" : "run", run->value,
			run->reads, run->cells, run->calls);
	}
	for (size_t i = 0; i < points->call_count; i++)
		fprintf(out, "call,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",1\n",
			points->call[i].cells, points->call[i].reads,
			points->call[i].cells);
}

static void print_chart(const struct points *points,
	const struct points_result *result, FILE *out)
{
	struct table table = table_of_result(points, result);
	struct chart_series series = {
		.name = result->is_by_cells ? "calls" : "runs"};
	char *title = sentence_dup(
		points_law(result), table.count, result->is_by_cells);

	for (size_t i = 0; i < table.count; i++)
		chart_add(
			&series, (double)table.size[i], (double)table.reads[i]);
	chart_print(&series, 1, title,
		result->is_by_cells ? "cells that a call reads" : "argument",
		"reads", out);
	free(title);
}

static int write_text(const char *folder, const char *name, char **text,
	size_t length, FILE *written, struct error *err)
{
	struct output output = {.path = (char *)folder};
	int result = fclose(written) ? error_set_errno(err, "%s", name)
				     : output_write(&output, "", name, *text,
					       length, err);

	free(*text);
	return result;
}

static int write_files(const struct points *points,
	const struct points_result *result, const char *folder,
	struct error *err)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return error_set_errno(err, "points.csv");
	print_table_csv(points, out);
	fflush(out);
	if (write_text(folder, "points.csv", &text, length, out, err))
		return -1;
	out = open_memstream(&text, &length);
	if (!out)
		return error_set_errno(err, "fit.svg");
	print_chart(points, result, out);
	fflush(out);
	return write_text(folder, "fit.svg", &text, length, out, err);
}

int points_write(const struct points *points,
	const struct points_result *result, const char *folder, bool is_json,
	FILE *out, struct error *err)
{
	struct json_value *top = to_json(points, result);
	char *path = memory_format("%s/proof.json", folder);
	int status = write_files(points, result, folder, err);

	if (!status)
		status = json_write_file(top, path, err);
	if (!status && is_json)
		status = json_print(top, out, err);
	else if (!status)
		print_result(points, result, folder, out);
	json_free(top);
	free(path);
	return status;
}
