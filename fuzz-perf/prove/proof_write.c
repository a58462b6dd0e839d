/* SPDX-License-Identifier: MIT
 * A proof as files, as JSON and as text. */
#include "config.h"

#include "fuzz-perf/prove/proof_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#include "fuzz-perf/output.h"
#include "fuzz-perf/prove/chart.h"
#include "fuzz-perf/prove/law_write.h"
#include "fuzz-perf/prove/proof_edges.h"
#include "fuzz-perf/prove/prove.h"

#define SCHEMA		"retread-proof-1"
#define SIZES_MOST	9    /* that are shown and written */
#define EDGES_A_SECOND	5e8  /* about what a compiled program executes */
#define ONE_SECOND_MOST 1e12 /* bytes: more than that is never */

/* One row of the table. */
struct row {
	size_t length, typical_length;
	uint64_t count, total, typical, typical_total;
	bool has_typical;
	char *input, *typical_input; /* relative to the output folder */
};

struct sheet {
	struct proof *proof;
	struct row row[SIZES_MOST];
	size_t count;
};

/* ---- collecting ---- */

static bool is_shown(
	const struct proof *proof, const struct measure_point *point)
{
	/* Counts that explode were measured in equal steps. */
	if (proof->result.law.class == LAW_EXPONENTIAL &&
		proof->result.law.verdict == LAW_GROWS)
		return point->is_equal;
	return point->is_doubled;
}

static void collect_rows(struct sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	const struct measurement *measured = &proof->measured;
	uint32_t total = proof->probe.key_count;
	size_t shown = 0, skipped = 0;

	for (size_t i = 0; i < measured->count; i++)
		shown += is_shown(proof, &measured->point[i]);
	for (size_t i = 0; i < measured->count; i++) {
		const struct measure_point *point = &measured->point[i];
		if (!is_shown(proof, point))
			continue;
		if (skipped + SIZES_MOST < shown) {
			skipped++;
			continue;
		}
		sheet->row[sheet->count++] =
			(struct row){.length = point->length,
				.count = point->value[proof->result.key],
				.total = point->value[total]};
	}
}

static int collect_typical(struct sheet *sheet, struct error *err)
{
	struct proof *proof = sheet->proof;
	uint64_t *value;

	if (!proof->has_typical)
		return 0;
	for (size_t i = 0; i < sheet->count; i++) {
		struct row *row = &sheet->row[i];
		if (prove_run_typical(proof, row->length, &value,
			    &row->typical_length, err))
			return -1;
		if (!value)
			continue;
		row->has_typical = true;
		row->typical = value[proof->result.key];
		row->typical_total = value[proof->probe.key_count];
		free(value);
	}
	return 0;
}

/* ---- files ---- */

static int make_folder(
	const struct proof *proof, const char *name, struct error *err)
{
	char *path = memory_format("%s/%s", proof->options.out, name);
	int result = mkdir(path, 0777) && access(path, W_OK)
			     ? error_set_errno(err, "%s", path)
			     : 0;

	free(path);
	return result;
}

static int write_input(const struct proof *proof, const struct family *family,
	size_t length, const char *folder, char **name, struct error *err)
{
	struct output output = {.path = (char *)proof->options.out};
	size_t k = family_fit(family, length);
	size_t actual = family_length(family, k);
	uint8_t *bytes = memory_alloc(actual + 1);
	char *file = memory_format("n%06zu", actual);

	family_build(family, k, bytes);
	int result = output_write(&output, folder, file, bytes, actual, err);
	*name = memory_format("%s/%s", folder, file);
	free(file);
	free(bytes);
	return result;
}

static int write_inputs(struct sheet *sheet, struct error *err)
{
	const struct proof *proof = sheet->proof;

	if (make_folder(proof, "inputs", err) ||
		make_folder(proof, "typical", err))
		return -1;
	for (size_t i = 0; i < sheet->count; i++) {
		struct row *row = &sheet->row[i];
		if (write_input(proof, &proof->family, row->length, "inputs",
			    &row->input, err))
			return -1;
		if (row->has_typical &&
			write_input(proof, &proof->typical, row->length,
				"typical", &row->typical_input, err))
			return -1;
	}
	return 0;
}

static int write_text(const struct proof *proof, const char *name,
	void (*print)(const struct sheet *sheet, FILE *out),
	const struct sheet *sheet, struct error *err)
{
	struct output output = {.path = (char *)proof->options.out};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return error_set_errno(err, "%s", name);
	print(sheet, out);
	if (fclose(out))
		return error_set_errno(err, "%s", name);
	int result = output_write(&output, "", name, text, length, err);
	free(text);
	return result;
}

static void print_script(const struct sheet *sheet, FILE *out)
{
	family_print_script(&sheet->proof->family, out);
}

static void print_points(const struct sheet *sheet, FILE *out)
{
	const struct proof *proof = sheet->proof;

	fputs("k,bytes,count,all_edges\n", out);
	for (size_t i = 0; i < proof->measured.count; i++) {
		const struct measure_point *point = &proof->measured.point[i];
		fprintf(out, "%zu,%zu,%" PRIu64 ",%" PRIu64 "\n", point->k,
			point->length, point->value[proof->result.key],
			point->value[proof->probe.key_count]);
	}
}

static void print_chart(const struct sheet *sheet, FILE *out)
{
	const struct proof *proof = sheet->proof;
	struct chart_series series[2] = {
		{.name = "found"}, {.name = "typical"}};
	char name[LAW_NAME_BYTES], *title;

	for (size_t i = 0; i < sheet->count && i < CHART_POINTS; i++) {
		const struct row *row = &sheet->row[i];
		chart_add(&series[0], (double)row->length, (double)row->count);
		if (row->has_typical)
			chart_add(&series[1], (double)row->typical_length,
				(double)row->typical);
	}
	title = memory_format("%s: %s", law_verdict_name(proof->verdict),
		law_name(&proof->result.law, name));
	chart_print(series, 2, title, "bytes of input", "executions", out);
	free(title);
}

static int write_files(struct sheet *sheet, struct error *err)
{
	const struct proof *proof = sheet->proof;
	char *script = memory_format("%s/generate.sh", proof->options.out);
	int result =
		write_inputs(sheet, err) ||
		write_text(proof, "generate.sh", print_script, sheet, err) ||
		write_text(proof, "points.csv", print_points, sheet, err) ||
		write_text(proof, "fit.svg", print_chart, sheet, err);

	if (!result && chmod(script, 0777))
		result = error_set_errno(err, "%s", script);
	free(script);
	return result ? -1 : 0;
}

/* ---- what to say ---- */

/* Bytes at K repetitions, which need not be a whole number. */
static double length_at(const struct proof *proof, double k)
{
	const struct family *family = &proof->family;
	size_t limit = family_limit(family);
	size_t at = k < 1 ? 1 : (size_t)k;

	return (double)family_length(family, at < limit ? at : limit);
}

/* Bytes of input with which the program takes a second. */
static double one_second(const struct proof *proof)
{
	const struct measurement *measured = &proof->measured;
	const struct measure_point *last;
	double total, degree;

	if (!measured->count || proof->verdict != LAW_GROWS ||
		proof->result.law.is_limited ||
		proof->result.law.class == LAW_EXPONENTIAL)
		return INFINITY;
	last = &measured->point[measured->count - 1];
	total = (double)last->value[proof->probe.key_count];
	degree = fmax(proof->result.law.degree, 0.5);
	return (double)last->length *
	       pow(EDGES_A_SECOND / fmax(total, 1), 1 / degree);
}

static double base_per_byte(const struct proof *proof)
{
	double each = (double)(family_length(&proof->family, 1) -
			       family_length(&proof->family, 0));

	return pow(proof->result.law.base, 1 / fmax(each, 1));
}

/* The law's sizes in bytes. */
static struct law_range range_of(const struct proof *proof)
{
	const struct law *law = &proof->result.law;

	if (!proof->has_family)
		return (struct law_range){0};
	return (struct law_range){.from = length_at(proof, law->from),
		.to = length_at(proof, law->to),
		.limit = length_at(proof, law->limit),
		.base = base_per_byte(proof)};
}

static char *sentence_dup(const struct proof *proof)
{
	struct law_range range = range_of(proof);

	if (!proof->has_family)
		return memory_format("nothing was measured within the budget");
	return law_sentence_dup(&proof->result.law, proof->verdict, &range);
}

/* Copies found nothing steeper: that is no proof that nothing is. */
static bool is_no_proof_of_absence(const struct proof *proof)
{
	return proof->verdict != LAW_NOT_SHOWN &&
	       !law_is_steep(&proof->result.law);
}

/* ---- JSON ---- */

static struct json_value *counts_to_json(
	const struct sheet *sheet, size_t member, bool is_typical)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < sheet->count; i++) {
		const struct row *row = &sheet->row[i];
		const uint64_t *value =
			(const uint64_t *)((const char *)row + member);
		struct json_value *count = NULL;
		if (!is_typical || row->has_typical)
			count = json_make_count(*value);
		json_append(list, count ? count : json_make_text(NULL));
	}
	return list;
}

static struct json_value *inputs_to_json(
	const struct sheet *sheet, bool is_typical)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < sheet->count; i++) {
		const struct row *row = &sheet->row[i];
		const char *name = is_typical ? row->typical_input : row->input;
		if (name) {
			char *path = memory_format(
				"%s/%s", sheet->proof->options.out, name);
			json_append_text(list, path);
			free(path);
		}
	}
	return list;
}

static struct json_value *lengths_to_json(const struct sheet *sheet)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < sheet->count; i++)
		json_append(list, json_make_count(sheet->row[i].length));
	return list;
}

static void put_law(struct json_value *top, const struct proof *proof)
{
	struct law_range range = range_of(proof);

	law_put_json(top, &proof->result.law, proof->verdict, &range,
		proof->has_family);
	json_put_bool(top, "noise", proof->measured.has_noise);
}

static void put_range(struct json_value *top, const struct proof *proof)
{
	const struct law *law = &proof->result.law;

	if (!proof->has_family)
		return;
	json_put_count(top, "from", (uint64_t)length_at(proof, law->from));
	json_put_count(top, "to", (uint64_t)length_at(proof, law->to));
	if (law->is_limited)
		json_put_count(
			top, "limit", (uint64_t)length_at(proof, law->limit));
	if (one_second(proof) < ONE_SECOND_MOST)
		json_put_count(top, "one_second", (uint64_t)one_second(proof));
}

static void put_pattern(struct json_value *top, const struct sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	char *text;

	if (!proof->has_family)
		return;
	text = family_pattern_dup(&proof->family);
	json_put_text(top, "pattern", text);
	free(text);
	if (proof->has_typical) {
		text = family_pattern_dup(&proof->typical);
		json_put_text(top, "typical_pattern", text);
		free(text);
	}
	text = memory_format("%s/generate.sh", proof->options.out);
	json_put_text(top, "generator", text);
	free(text);
}

static struct json_value *to_json(const struct sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	struct json_value *top = json_make_object();
	struct json_value *command = json_make_array();
	char *sentence = sentence_dup(proof), name[LAW_NAME_BYTES];

	json_put_text(top, "schema", SCHEMA);
	if (proof->options.id)
		json_put_text(top, "finding", proof->options.id);
	for (char **word = proof->options.fuzz.execute.command; *word; word++)
		json_append_text(command, *word);
	json_put(top, "command", command);
	json_put_text(top, "verdict", law_verdict_name(proof->verdict));
	json_put_text(top, "sentence", sentence);
	put_law(top, proof);
	put_range(top, proof);
	json_put(top, "place", proof_place_to_json(proof, proof->result.key));
	json_put_text(top, "total_model",
		proof->result.total.verdict == LAW_NOT_SHOWN
			? "not shown"
			: law_name(&proof->result.total, name));
	json_put(top, "laws", proof_edges_to_json(proof));
	json_put(top, "sizes", lengths_to_json(sheet));
	json_put(top, "counts",
		counts_to_json(sheet, offsetof(struct row, count), false));
	json_put(top, "total_counts",
		counts_to_json(sheet, offsetof(struct row, total), false));
	json_put(top, "typical_counts",
		counts_to_json(sheet, offsetof(struct row, typical), true));
	json_put(top, "typical_total_counts",
		counts_to_json(
			sheet, offsetof(struct row, typical_total), true));
	json_put(top, "inputs", inputs_to_json(sheet, false));
	json_put(top, "typical_inputs", inputs_to_json(sheet, true));
	put_pattern(top, sheet);
	json_put_bool(
		top, "no_proof_of_absence", is_no_proof_of_absence(proof));
	json_put_bool(top, "pieces_tried", proof->has_pieces);
	json_put_bool(top, "partial", proof->is_partial);
	json_put_count(top, "families", proof->families);
	json_put_count(top, "execs", proof->probe.execs);
	json_put_count(top, "edges", proof->probe.edges);
	json_put_count(top, "work", proof->probe.work);
	json_put_count(top, "seed", proof->options.fuzz.seed);
	free(sentence);
	return top;
}

/* ---- text ---- */

static const char *number(char *buffer, uint64_t value)
{
	char digits[32];
	int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
	char *to = buffer;

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return buffer;
}

static void print_table(const struct sheet *sheet, FILE *out)
{
	char length[32], count[32], typical[32];

	fprintf(out, "%10s %18s %18s\n", "n", "found", "typical");
	for (size_t i = 0; i < sheet->count; i++) {
		const struct row *row = &sheet->row[i];
		fprintf(out, "%10s %18s %18s\n", number(length, row->length),
			number(count, row->count),
			row->has_typical ? number(typical, row->typical) : "-");
	}
}

static void print_verdict(const struct proof *proof, FILE *out)
{
	const struct law *law = &proof->result.law;
	char *sentence = sentence_dup(proof), count[32], edges[32];

	fprintf(out, "VERDICT      %s", sentence);
	if (proof->verdict == LAW_GROWS && law->class != LAW_EXPONENTIAL)
		fprintf(out, "   (degree %.2f, %.2f..%.2f)", law->degree,
			law->low, law->high);
	fputc('\n', out);
	if (is_no_proof_of_absence(proof))
		fprintf(out,
			"             nothing steeper found in %s executions "
			"with %zu families%s: no proof that there is nothing\n",
			number(count, proof->probe.execs), proof->families,
			proof->has_pieces ? " and with different pieces" : "");
	if (one_second(proof) < ONE_SECOND_MOST)
		fprintf(out, "             1 s of CPU at about n = %s\n",
			number(count, (uint64_t)one_second(proof)));
	if (proof->is_partial)
		fprintf(out,
			"             ended early after %s edges; the same "
			"command goes on from here\n",
			number(edges, proof->probe.edges));
	free(sentence);
}

/* A finding's proof is in prove/ID of its results, which have a report. */
static void print_next(const struct sheet *sheet, FILE *out)
{
	const struct prove_options *options = &sheet->proof->options;
	size_t length = strlen(options->out);
	char *place = options->id ? memory_format("/prove/%s", options->id)
				  : memory_string_dup("");
	size_t tail = strlen(place);

	fprintf(out, "again        retread repro %s/%s --", options->out,
		sheet->row[sheet->count - 1].input);
	for (char **word = options->fuzz.execute.command; *word; word++)
		fprintf(out, " %s", *word);
	fputs("\nnext         retread export --profile callgrind ", out);
	if (tail && length > tail &&
		!strcmp(options->out + length - tail, place))
		fprintf(out, "%s %.*s\n", options->id, (int)(length - tail),
			options->out);
	else
		fprintf(out, "%s\n", options->out);
	free(place);
}

static void print_result(const struct sheet *sheet, FILE *out)
{
	const struct proof *proof = sheet->proof;
	char *pattern;

	if (proof->has_family) {
		pattern = family_pattern_dup(&proof->family);
		fprintf(out, "pattern      %s\n", pattern);
		free(pattern);
		if (proof->has_typical) {
			pattern = family_pattern_dup(&proof->typical);
			fprintf(out, "typical      %s\n", pattern);
			free(pattern);
		} else {
			fputs("typical      no typical family: compare with "
			      "your own inputs of different size\n",
				out);
		}
		proof_print_place(proof, out);
		print_table(sheet, out);
		if (proof->verdict == LAW_GROWS)
			law_print_model(&proof->result.law, out);
		proof_print_edges(proof, out);
	}
	print_verdict(proof, out);
	if (proof->has_family)
		fprintf(out,
			"inputs       %s/inputs/        more: "
			"%s/generate.sh K\n",
			proof->options.out, proof->options.out);
	if (proof->has_family && sheet->count)
		print_next(sheet, out);
}

/* ---- all of it ---- */

int proof_write(struct proof *proof, FILE *out, int is_json, struct error *err)
{
	struct sheet sheet = {.proof = proof};
	struct json_value *top = NULL;
	char *path = memory_format("%s/proof.json", proof->options.out);
	int result = 0;

	if (proof->has_family) {
		collect_rows(&sheet);
		result = collect_typical(&sheet, err);
		if (!result)
			result = write_files(&sheet, err);
	}
	if (!result) {
		top = to_json(&sheet);
		result = json_write_file(top, path, err);
	}
	if (!result && is_json)
		result = json_print(top, out, err);
	else if (!result)
		print_result(&sheet, out);
	for (size_t i = 0; i < sheet.count; i++) {
		free(sheet.row[i].input);
		free(sheet.row[i].typical_input);
	}
	json_free(top);
	free(path);
	return result;
}
