/* SPDX-License-Identifier: MIT
 * proof.json, described by rows. */
#include "config.h"

#include "lib/report/proof.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows.h"
#include "lib/words.h"

#define SCHEMA	 "retread-proof-1"
#define TESTS	 "tests"
#define ROWS_MAX 1000

/* Units of sizes and counts unless the proof has others. */
#define SIZE_UNIT  "bytes of input"
#define COUNT_UNIT "executions"

const char *const proof_verdict_names[] = {
	"not-shown", "bounded", "grows", NULL};

/* ---- the members ---- */

static const struct row fit_row[] = {
	ROW_AS("constant", growth_model, a, ROW_LATER, NULL),
	ROW_AS("linear", growth_model, b, ROW_LATER, NULL),
	ROW_AS("leading", growth_model, c, ROW_LATER, NULL),
	ROW_AS("power", growth_model, term.power, ROW_LATER, NULL),
	ROW_AS("log", growth_model, term.has_log, ROW_LATER, NULL),
	{0},
};
static const struct rows fit_rows = {.name = "coefficients",
	.row = fit_row,
	.bytes = sizeof(struct growth_model)};

#define LAW_ROWS(record, law)                                                  \
	ROW_CHOICE(                                                            \
		"verdict", record, law.verdict, proof_verdict_names, 0, NULL), \
		ROW_AS("sentence", record, law.sentence, 0,                    \
			"In plain words: grows as n^2 for n = 19..2305."),     \
		ROW_AS("model", record, law.model, ROW_LATER | ROW_NULLABLE,   \
			"The law, empty if there is none."),                   \
		ROW_AS("degree", record, law.degree, ROW_LATER,                \
			"0: it does not grow."),                               \
		ROW_AS("low", record, law.low, ROW_LATER,                      \
			"Of the interval of the degree."),                     \
		ROW_AS("high", record, law.high, ROW_LATER, NULL),             \
		ROW_TEXTS("models_left", record, law.left, law.left_count,     \
			ROW_LATER, "That may be the law."),                    \
		ROW_AS("exact", record, law.is_exact, ROW_LATER,               \
			"One polynomial fits every count."),                   \
		ROW_AS("limited", record, law.is_limited, ROW_LATER,           \
			"The growth ends at `limit`."),                        \
		ROW_AS("base", record, law.base, ROW_SPARSE,                   \
			"Of an exponential law, for each unit more."),         \
		ROW_AS("error", record, law.error, ROW_LATER,                  \
			"The largest relative error of the law where it was "  \
			"not fitted."),                                        \
		ROW_AS("rival", record, law.rival, ROW_SPARSE,                 \
			"The next best law."),                                 \
		ROW_AS("rival_error", record, law.rival_error, ROW_SPARSE,     \
			NULL),                                                 \
		ROW_RECORD("coefficients", record, law.fit, &fit_rows,         \
			ROW_SPARSE,                                            \
			"Of the law as it was fitted: count = constant + "     \
			"linear n + leading n^power, the last term times "     \
			"log2 n with `log`; n is a number of `repetitions`, "  \
			"or a size if there are none. Absent: no such law, "   \
			"or not known."),                                      \
		ROW_RECORD("rival_coefficients", record, law.rival_fit,        \
			&fit_rows, ROW_SPARSE, NULL)

#define PLACE_ROWS(record, place)                                              \
	ROW_AS("kind", record, place kind, ROW_LATER | ROW_NULLABLE, NULL),    \
		ROW_AS("function", record, place function,                     \
			ROW_LATER | ROW_NULLABLE, NULL),                       \
		ROW_AS("file", record, place file, ROW_LATER | ROW_NULLABLE,   \
			NULL),                                                 \
		ROW_AS("line", record, place line, ROW_LATER, NULL),           \
		ROW_AS("column", record, place column, ROW_LATER, NULL),       \
		ROW_AS("from_line", record, place from_line, ROW_LATER,        \
			"Of the block that an edge leaves.")

static const struct row curve_row[] = {
	LAW_ROWS(proof_curve, law),
	ROW_COUNTS("sizes", proof_curve, size, size_count, ROW_LATER, NULL),
	ROW_COUNTS("counts", proof_curve, count, count_count, ROW_LATER, NULL),
	{0},
};
static const struct rows curve_rows = {
	.row = curve_row, .bytes = sizeof(struct proof_curve)};

static const struct row place_row[] = {PLACE_ROWS(proof_place, ), {0}};
static const struct rows place_rows = {
	.name = "place", .row = place_row, .bytes = sizeof(struct proof_place)};

static const struct row line_row[] = {
	PLACE_ROWS(proof_line, place.),
	ROW_CHOICE("verdict", proof_line, verdict, proof_verdict_names,
		ROW_LATER, NULL),
	ROW(proof_line, model, ROW_LATER | ROW_NULLABLE, NULL),
	ROW(proof_line, degree, ROW_LATER, NULL),
	ROW_AS("exact", proof_line, is_exact, ROW_LATER, NULL),
	ROW(proof_line, most, ROW_LATER, "The largest count at any size."),
	{0},
};
static const struct rows line_rows = {
	.row = line_row, .bytes = sizeof(struct proof_line)};

/* The rows of a proof are an array for each member in JSON. */
struct column {
	uint64_t *at;
	size_t count;
};

struct files {
	const char **at;
	size_t count;
};

struct document {
	struct proof_result proof;
	bool is_no_steeper; /* than n log n, as far as was seen */
	enum proof_evidence evidence;
	struct column size, repetitions, count, total, typical, total_typical;
	struct files inputs, typical_inputs;
};

static const struct row document_row[] = {
	ROW_SCHEMA(SCHEMA),
	ROW_AS("kind", document, proof.kind, ROW_SPARSE,
		"Where the points come from; absent: inputs of a fuzz target."),
	ROW_AS("finding", document, proof.finding, ROW_SPARSE,
		"That it is about; absent: none."),
	ROW_TEXTS("command", document, proof.command, proof.command_count,
		ROW_LATER,
		"Of the target; @@ stands for the file with the input."),
	ROW_AS("directory", document, proof.directory, ROW_SPARSE,
		"Where the command is to be run; absent: anywhere."),
	ROW_AS("input_place", document, proof.input_place, ROW_SPARSE,
		"With a directory: the file that the command opens by a name "
		"of its own; each input is put there."),
	LAW_ROWS(document, proof.law),
	ROW_CHOICE("evidence", document, evidence, proof_evidence_names,
		ROW_LATER,
		"How firmly it stands: one polynomial fits every count, or a "
		"law was fitted to sizes that were chosen, or to those that a "
		"search or a test came to."),
	ROW_AS("noise", document, proof.is_noisy, ROW_LATER,
		"Runs of one input differ."),
	ROW_AS("from", document, proof.from, ROW_SPARSE,
		"Smallest size that the law is measured for."),
	ROW_AS("to", document, proof.to, ROW_SPARSE, NULL),
	ROW_AS("limit", document, proof.limit, ROW_SPARSE, NULL),
	ROW_AS("one_second", document, proof.one_second, ROW_SPARSE,
		"Size at which the program works for about a second."),
	ROW_RECORD("place", document, proof.place, &place_rows, ROW_SPARSE,
		"What is counted."),
	ROW_AS("total_model", document, proof.total_model, ROW_SPARSE,
		"The law of all edges together."),
	ROW_LIST("laws", document, proof.line, proof.line_count, &line_rows,
		ROW_LATER,
		"Lines that were asked for, then others of the same places; of "
		"each, the steepest law first."),
	ROW_AS("size_unit", document, proof.size_unit, ROW_SPARSE,
		"What sizes are; absent: bytes of input."),
	ROW_AS("count_unit", document, proof.count_unit, ROW_SPARSE,
		"What counts are; absent: executions."),
	ROW_COUNTS("sizes", document, size.at, size.count, 0, NULL),
	ROW_COUNTS("repetitions", document, repetitions.at, repetitions.count,
		ROW_SPARSE, "How often the pattern is repeated, by size."),
	ROW_COUNTS("counts", document, count.at, count.count, 0,
		"Of the place, by size."),
	ROW_COUNTS("total_counts", document, total.at, total.count, ROW_SPARSE,
		"Of all edges."),
	ROW_COUNTS("typical_counts", document, typical.at, typical.count,
		ROW_LATER | ROW_NULLABLE,
		"With a typical input of that size; null: there is none."),
	ROW_COUNTS("typical_total_counts", document, total_typical.at,
		total_typical.count, ROW_SPARSE | ROW_NULLABLE, NULL),
	ROW_TEXTS("inputs", document, inputs.at, inputs.count, ROW_LATER,
		"Files, one for each size."),
	ROW_TEXTS("typical_inputs", document, typical_inputs.at,
		typical_inputs.count, ROW_LATER,
		"Files, one for each size with a typical input."),
	ROW_AS("argument", document, proof.argument, ROW_SPARSE,
		"Of tests: the argument that was varied."),
	ROW_AS("pattern", document, proof.pattern, ROW_SPARSE,
		"What the inputs look like, k being how often."),
	ROW_AS("typical_pattern", document, proof.typical_pattern, ROW_SPARSE,
		NULL),
	ROW_AS("generator", document, proof.generator, ROW_SPARSE,
		"A script that prints the input for k repetitions."),
	ROW_AS("changed", document, proof.change, ROW_SPARSE,
		"Of a test that was grown in place: what was changed, n being "
		"its value."),
	ROW_AS("only", document, proof.only, ROW_SPARSE,
		"The test function that was run alone."),
	ROW_TEXTS("knobs", document, proof.knob, proof.knob_count, ROW_SPARSE,
		"That were set, by their names."),
	ROW_TEXTS("knob_places", document, proof.knob_place,
		proof.knob_place_count, ROW_SPARSE,
		"FILE:LINE of each; empty: in no source."),
	ROW_AS("no_proof_of_absence", document, is_no_steeper, ROW_LATER,
		"Nothing steeper than n log n was found, which does not rule "
		"it out."),
	ROW_AS("more_data", document, proof.is_more_data, ROW_LATER,
		"Of tests: the argument makes it grow faster than n log n, but "
		"only because there is more data to read."),
	ROW_AS("pieces_tried", document, proof.has_pieces, ROW_LATER,
		"Different pieces were looked for, not only copies."),
	ROW_AS("partial", document, proof.is_partial, ROW_LATER,
		"The budget or a signal ended it."),
	ROW_POINTER("by_argument", document, proof.by_argument, &curve_rows,
		ROW_SPARSE, "Of tests: the law by the argument."),
	ROW_POINTER("by_cells", document, proof.by_cells, &curve_rows,
		ROW_SPARSE, "Of tests: the law by the cells that were used."),
	ROW_AS("families", document, proof.families, ROW_SPARSE,
		"Patterns that were tried."),
	ROW_AS("execs", document, proof.execs, ROW_SPARSE, NULL),
	ROW_AS("edges", document, proof.edges, ROW_SPARSE, NULL),
	ROW_AS("work", document, proof.work, ROW_SPARSE,
		"Edges as a budget counts them: with what executions and "
		"inputs that hang count for."),
	ROW_AS("seed", document, proof.seed, ROW_SPARSE, "Of random numbers."),
	{0},
};

static void check_document(const void *record, const struct json_at *at)
{
	const struct document *document = record;

	if (document->size.count != document->count.count ||
		document->size.count > ROWS_MAX)
		json_at_fail(at, "sizes", "has not as many as the counts");
	else if (document->proof.line_count > ROWS_MAX)
		json_at_fail(at, "laws", "has more than %d elements", ROWS_MAX);
}

const struct rows proof_rows = {SCHEMA,
	"What `retread prove` found out: how the cost grows, and inputs that "
	"show it. Within version 1 members are only added.",
	document_row, sizeof(struct document), check_document};

bool proof_is_of_tests(const struct proof_result *proof)
{
	return proof->kind && strcmp(proof->kind, TESTS) == 0;
}

/* ---- reading ---- */

static uint64_t element_or_zero(const struct column *column, size_t i)
{
	return i < column->count ? column->at[i] : 0;
}

/* Element I of FILES, in the folder KIND of FOLDER. */
static const char *proof_file_of(struct arena *arena, const struct files *files,
	size_t i, const char *folder, const char *kind)
{
	return i < files->count ? arena_format(arena, "%s/%s/%s", folder, kind,
					  words_base_name(files->at[i]))
				: NULL;
}

static void make_rows(
	struct arena *arena, const char *folder, struct document *document)
{
	struct proof_result *proof = &document->proof;
	size_t typical = 0;

	proof->row_count = document->size.count;
	proof->row =
		arena_alloc_zero(arena, proof->row_count, sizeof *proof->row);
	for (size_t i = 0; i < proof->row_count; i++) {
		struct proof_row *row = &proof->row[i];
		*row = (struct proof_row){.bytes = document->size.at[i],
			.repetitions =
				element_or_zero(&document->repetitions, i),
			.count = document->count.at[i],
			.total = element_or_zero(&document->total, i),
			.typical = element_or_zero(&document->typical, i),
			.total_typical =
				element_or_zero(&document->total_typical, i),
			.input = proof_file_of(
				arena, &document->inputs, i, folder, "inputs")};
		/* Those that are not known have no file either. */
		if (row->typical > 0 || row->total_typical > 0)
			row->typical_input =
				proof_file_of(arena, &document->typical_inputs,
					typical++, folder, "typical");
	}
}

struct proof_result *proof_read(
	struct arena *arena, const char *folder, struct error *err)
{
	char *path = memory_format("%s/proof.json", folder);
	struct document *document =
		arena_alloc_zero(arena, 1, sizeof *document);
	struct proof_result *proof = &document->proof;
	int result = rows_read_file(&proof_rows, path, arena, document, err);

	free(path);
	if (result != 0)
		return NULL;
	make_rows(arena, folder, document);
	proof->is_searched = document->evidence == PROOF_BY_SEARCH;
	proof->is_steep =
		proof->law.verdict == PROOF_GROWS && !document->is_no_steeper;
	if (!proof->size_unit)
		proof->size_unit = SIZE_UNIT;
	if (!proof->count_unit)
		proof->count_unit = COUNT_UNIT;
	return proof;
}

/* ---- writing ---- */

struct json_value *proof_make_value(const struct proof_result *proof)
{
	const struct document document = {
		.proof = *proof, .evidence = proof_evidence(proof)};

	return rows_make_whole(&proof_rows, &document);
}

/* A member of all rows; none if it is 0 in all of them. */
static struct column spread(
	struct arena *arena, const struct proof_result *proof, size_t member)
{
	struct column column = {
		arena_alloc(arena, (proof->row_count + 1) * sizeof(uint64_t)),
		0};

	for (size_t i = 0; i < proof->row_count; i++) {
		column.at[i] =
			*(const uint64_t *)((const char *)&proof->row[i] +
					    member);
		if (column.at[i] != 0)
			column.count = proof->row_count;
	}
	return column;
}

static struct files spread_files(
	struct arena *arena, const struct proof_result *proof, size_t member)
{
	struct files files = {
		arena_alloc(arena, (proof->row_count + 1) * sizeof(char *)), 0};

	for (size_t i = 0; i < proof->row_count; i++) {
		const char *file =
			*(const char *const *)((const char *)&proof->row[i] +
					       member);
		if (file)
			files.at[files.count++] = file;
	}
	return files;
}

#define SPREAD(member) spread(&arena, proof, offsetof(struct proof_row, member))

int proof_write(const struct proof_result *proof, const char *folder, FILE *out,
	struct error *err)
{
	struct arena arena = {0};
	struct document document = {.proof = *proof,
		.is_no_steeper = proof->law.verdict != PROOF_NOT_SHOWN &&
				 !proof->is_steep,
		.evidence = proof_evidence(proof),
		.size = SPREAD(bytes),
		.repetitions = SPREAD(repetitions),
		.count = SPREAD(count),
		.total = SPREAD(total),
		.typical = SPREAD(typical),
		.total_typical = SPREAD(total_typical),
		.inputs = spread_files(
			&arena, proof, offsetof(struct proof_row, input)),
		.typical_inputs = spread_files(&arena, proof,
			offsetof(struct proof_row, typical_input))};
	char *path = memory_format("%s/proof.json", folder);
	int result;

	/* A size or count may be 0; there is one for each row. */
	document.size.count = document.count.count = document.typical.count =
		proof->row_count;
	result = rows_write(&proof_rows, &document, path, err);
	if (result == 0 && out)
		result = rows_print(&proof_rows, &document, out, err);
	arena_release(&arena);
	free(path);
	return result;
}
