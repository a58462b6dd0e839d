/* SPDX-License-Identifier: MIT
 * The proof of a target as files, as JSON and as text. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/pictures/proof_plot.h"
#include "lib/report/proof.h"
#include "lib/words.h"

#include "fuzz-perf/corpus/output.h"
#include "fuzz-perf/prove/prove.h"

#define SIZES_MAX      9   /* that are shown and written */
#define EDGES_A_SECOND 5e8 /* about what a compiled program executes */

/* A proof and what is said of it. */
struct proof_write_sheet {
	struct proof *proof;
	struct proof_result result;
	struct arena arena; /* of RESULT */
	const char *folder; /* that it is written to */
};

/* ---- rows ---- */

static bool is_shown(
	const struct proof *proof, const struct measure_point *point)
{
	/* Counts that explode were measured in equal steps. */
	if (proof->result.law.class == LAW_EXPONENTIAL &&
		proof->result.law.verdict == PROOF_GROWS)
		return point->is_equal;
	return point->is_doubled;
}

/* The last SIZES_MAX of those that are shown. */
static void collect_rows(struct proof_write_sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	const struct measurement *measured = &proof->measured;
	struct proof_result *result = &sheet->result;
	uint32_t total = proof->probe.key_count;
	size_t shown = 0, skipped = 0;

	for (size_t i = 0; i < measured->count; i++)
		shown += is_shown(proof, &measured->point[i]);
	result->row =
		arena_alloc_zero(&sheet->arena, SIZES_MAX, sizeof *result->row);
	for (size_t i = 0; i < measured->count; i++) {
		const struct measure_point *point = &measured->point[i];
		if (!is_shown(proof, point) || skipped++ + SIZES_MAX < shown)
			continue;
		result->row[result->row_count++] =
			(struct proof_row){.bytes = point->length,
				.repetitions = point->k,
				.count = point->value[proof->result.key],
				.total = point->value[total]};
	}
}

static int collect_typical(struct proof_write_sheet *sheet, struct error *err)
{
	struct proof *proof = sheet->proof;
	uint64_t *value;
	size_t length;

	for (size_t i = 0; proof->has_typical && i < sheet->result.row_count;
		i++) {
		struct proof_row *row = &sheet->result.row[i];
		if (prove_run_typical(proof, row->bytes, &value, &length, err))
			return -1;
		if (!value)
			continue;
		row->typical = value[proof->result.key];
		row->total_typical = value[proof->probe.key_count];
		free(value);
	}
	return 0;
}

/* ---- files ---- */

/* The largest input of FAMILY of at most LENGTH bytes. */
static int proof_write_input(struct proof_write_sheet *sheet,
	const struct family *family, size_t length, const char *folder,
	const char **path, struct error *err)
{
	const char *out = sheet->folder;
	struct output output = {.path = (char *)out};
	size_t k = family_fit(family, length);
	size_t actual = family_length(family, k);
	uint8_t *bytes = memory_alloc(actual + 1);
	char *file = memory_format("n%06zu", actual);

	family_build(family, k, bytes);
	int result = output_write(&output, folder, file, bytes, actual, err);
	*path = arena_format(&sheet->arena, "%s/%s/%s", out, folder, file);
	free(file);
	free(bytes);
	return result;
}

static int proof_write_inputs(
	struct proof_write_sheet *sheet, struct error *err)
{
	const struct proof *proof = sheet->proof;

	if (folders_make_in(sheet->folder, "inputs", err) ||
		folders_make_in(sheet->folder, "typical", err))
		return -1;
	for (size_t i = 0; i < sheet->result.row_count; i++) {
		struct proof_row *row = &sheet->result.row[i];
		if (proof_write_input(sheet, &proof->family, row->bytes,
			    "inputs", &row->input, err))
			return -1;
		if (row->total_typical &&
			proof_write_input(sheet, &proof->typical, row->bytes,
				"typical", &row->typical_input, err))
			return -1;
	}
	return 0;
}

static void proof_write_print_script(const void *data, FILE *out)
{
	const struct proof_write_sheet *sheet = data;

	family_print_script(&sheet->proof->family, out);
}

static void proof_write_print_points(const void *data, FILE *out)
{
	const struct proof_write_sheet *sheet = data;
	const struct proof *proof = sheet->proof;

	fputs("k,bytes,count,all_edges\n", out);
	for (size_t i = 0; i < proof->measured.count; i++) {
		const struct measure_point *point = &proof->measured.point[i];
		fprintf(out, "%zu,%zu,%" PRIu64 ",%" PRIu64 "\n", point->k,
			point->length, point->value[proof->result.key],
			point->value[proof->probe.key_count]);
	}
}

static void proof_write_print_chart(const void *data, FILE *out)
{
	const struct proof_write_sheet *sheet = data;

	proof_plot_print_file(out, &sheet->result);
}

static int proof_write_files(
	const struct proof_write_sheet *sheet, struct error *err)
{
	const struct output output = {.path = (char *)sheet->folder};

	if (output_print(&output, "generate.sh", proof_write_print_script,
		    sheet, err) ||
		output_print(&output, "points.csv", proof_write_print_points,
			sheet, err) ||
		output_print(&output, "fit.svg", proof_write_print_chart, sheet,
			err))
		return -1;
	if (chmod(sheet->result.generator, 0777))
		return error_set_errno(err, "%s", sheet->result.generator);
	return 0;
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

/* Bytes of input with which the program takes a second; 0: never. */
static uint64_t one_second(const struct proof *proof)
{
	const struct measurement *measured = &proof->measured;
	const struct law *law = &proof->result.law;
	const struct measure_point *last;
	double total, bytes;

	if (!measured->count || proof->verdict != PROOF_GROWS ||
		law->degree < 0.5 || law->is_limited ||
		law->class == LAW_EXPONENTIAL)
		return 0;
	last = &measured->point[measured->count - 1];
	total = (double)last->value[proof->probe.key_count];
	bytes = (double)last->length *
		pow(EDGES_A_SECOND / fmax(total, 1), 1 / law->degree);
	return bytes < ONE_SECOND_MAX ? (uint64_t)bytes : 0;
}

static double base_per_byte(const struct proof *proof)
{
	double each = (double)(family_length(&proof->family, 1) -
			       family_length(&proof->family, 0));

	return pow(proof->result.law.base, 1 / fmax(each, 1));
}

static const char *pattern_of(
	struct proof_write_sheet *sheet, const struct family *family)
{
	char *text = family_pattern_dup(family);
	const char *kept = arena_string(&sheet->arena, text);

	free(text);
	return kept;
}

/* What only a measured family has. */
static void describe_family(struct proof_write_sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	const struct law *law = &proof->result.law;
	struct proof_result *result = &sheet->result;
	struct law_range range = {.from = length_at(proof, law->from),
		.to = length_at(proof, law->to),
		.limit = length_at(proof, law->limit),
		.base = base_per_byte(proof)};

	result->law = law_describe(law, proof->verdict, &range, &sheet->arena);
	result->from = (uint64_t)range.from;
	result->to = (uint64_t)range.to;
	result->limit = law->is_limited ? (uint64_t)range.limit : 0;
	result->one_second = one_second(proof);
	result->pattern = pattern_of(sheet, &proof->family);
	if (proof->has_typical)
		result->typical_pattern = pattern_of(sheet, &proof->typical);
	proof_list_lines(proof, result, &sheet->arena);
}

/* Copies that were refused are cheap at all sizes, and no comfort. */
static const char *without_evidence(struct proof_write_sheet *sheet)
{
	const struct proof *proof = sheet->proof;

	if (proof->grown)
		return arena_format(&sheet->arena,
			"not shown: in %zu of %zu patterns a walk became "
			"longer, but there were not more walks",
			proof->grown, proof->families);
	return arena_format(&sheet->arena,
		"not shown: in none of %zu patterns a walk became longer, so "
		"what is walked did not grow",
		proof->families);
}

static void proof_write_describe(struct proof_write_sheet *sheet)
{
	const struct proof *proof = sheet->proof;
	char **command = proof->options.fuzz.execute.command;
	struct proof_result *result = &sheet->result;

	*result = (struct proof_result){.finding = proof->options.id,
		.command = (const char **)command,
		.law = {.verdict = proof->verdict,
			.sentence =
				"not shown: nothing was measured within the "
				"budget",
			.model = ""},
		.is_steep = proof->verdict == PROOF_GROWS &&
			    law_is_steep(&proof->result.law),
		.is_noisy = proof->measured.has_noise,
		.is_searched = proof->has_family &&
			       proof->family.kind == FAMILY_PIECES,
		.place = proof_place_of(proof, proof->result.key),
		.total_model =
			law_model_name(&proof->result.total, &sheet->arena),
		.size_unit = "bytes of input",
		.count_unit = "executions",
		.has_pieces = proof->has_pieces,
		.is_partial = proof->is_partial,
		.families = proof->families,
		.execs = proof->probe.execs,
		.edges = proof->probe.edges,
		.work = proof->probe.work,
		.seed = proof->options.fuzz.seed};
	while (command[result->command_count])
		result->command_count++;
	if (proof->has_family)
		describe_family(sheet);
	if (proof->has_family && proof->is_without_evidence)
		result->law.sentence = without_evidence(sheet);
}

/* ---- text ---- */

static void proof_write_print_table(
	const struct proof_result *result, FILE *out)
{
	fprintf(out, "%10s %18s %18s\n", "n", "found", "typical");
	for (size_t i = 0; i < result->row_count; i++) {
		const struct proof_row *row = &result->row[i];
		law_print_count(row->bytes, 10, out);
		law_print_count(row->count, 19, out);
		if (row->total_typical)
			law_print_count(row->typical, 19, out);
		else
			fprintf(out, "%19s", "-");
		fputc('\n', out);
	}
}

static void print_verdict(const struct proof_result *result, FILE *out)
{
	char number[WORDS_NUMBER_BYTES];

	law_print_verdict("VERDICT", &result->law, out);
	if (result->law.verdict != PROOF_NOT_SHOWN && !result->is_steep)
		fprintf(out,
			"             nothing steeper found in %s executions "
			"of "
			"%" PRIu64 " patterns%s;\n"
			"             this does not rule out steeper growth\n",
			words_number(number, result->execs), result->families,
			result->has_pieces ? " and of different pieces" : "");
	if (result->one_second)
		fprintf(out, "             1 s of CPU at about n = %s\n",
			words_number(number, result->one_second));
	if (result->is_partial)
		fprintf(out,
			"             ended early after %s edges; the same "
			"command continues from here\n",
			words_number(number, result->edges));
}

/* A finding's proof is in prove/ID of its results, which have a report. */
static void proof_write_print_next(
	const struct proof_write_sheet *sheet, FILE *out)
{
	const struct prove_options *options = &sheet->proof->options;
	const struct proof_result *result = &sheet->result;
	size_t length = strlen(options->out);
	char *place = options->id ? memory_format("/prove/%s", options->id)
				  : memory_string_dup("");
	size_t tail = strlen(place);

	fprintf(out, "again        retread repro %s --",
		result->row[result->row_count - 1].input);
	for (size_t i = 0; i < result->command_count; i++)
		fprintf(out, " %s", result->command[i]);
	fputs("\nnext         retread export --profile callgrind ", out);
	if (tail && length > tail &&
		!strcmp(options->out + length - tail, place))
		fprintf(out, "%s %.*s\n", options->id, (int)(length - tail),
			options->out);
	else
		fprintf(out, "%s\n", options->out);
	free(place);
}

static void print_family(const struct proof_result *result, FILE *out)
{
	fprintf(out, "pattern      %s\n", result->pattern);
	fprintf(out, "typical      %s\n",
		result->typical_pattern
			? result->typical_pattern
			: "none found: compare with your own inputs of "
			  "different sizes");
	proof_print_place(result, out);
	proof_write_print_table(result, out);
	law_print_model(&result->law, out);
	proof_print_lines(result, out);
}

static void proof_write_print_result(
	const struct proof_write_sheet *sheet, FILE *out)
{
	const struct proof_result *result = &sheet->result;
	const char *folder = sheet->folder;

	if (result->pattern)
		print_family(result, out);
	print_verdict(result, out);
	if (result->pattern)
		fprintf(out,
			"inputs       %s/inputs/        more: "
			"%s/generate.sh K\n",
			folder, folder);
	if (result->row_count)
		proof_write_print_next(sheet, out);
}

/* ---- all of it ---- */

/* Where it belongs among what was proved before. */
static int choose_folder(struct proof_write_sheet *sheet,
	const struct proof_result **stronger, struct error *err)
{
	char *folder = proof_make_place(&sheet->result,
		sheet->proof->options.out, stronger, &sheet->arena, err);

	if (!folder)
		return -1;
	sheet->folder = arena_string(&sheet->arena, folder);
	if (sheet->proof->has_family)
		sheet->result.generator =
			arena_format(&sheet->arena, "%s/generate.sh", folder);
	free(folder);
	return 0;
}

int prove_write(struct proof *proof, FILE *out, bool is_json, struct error *err)
{
	struct proof_write_sheet sheet = {.proof = proof};
	const struct proof_result *stronger = NULL;
	int result;

	proof_write_describe(&sheet);
	result = choose_folder(&sheet, &stronger, err);
	if (!result && proof->has_family) {
		collect_rows(&sheet);
		result = collect_typical(&sheet, err) ||
			 proof_write_inputs(&sheet, err) ||
			 proof_write_files(&sheet, err);
	}
	if (!result)
		result = proof_write(
			&sheet.result, sheet.folder, is_json ? out : NULL, err);
	if (!result && !is_json)
		proof_write_print_result(&sheet, out);
	if (!result && !is_json)
		law_print_stronger(stronger, proof->options.out, out);
	arena_release(&sheet.arena);
	return result ? -1 : 0;
}
