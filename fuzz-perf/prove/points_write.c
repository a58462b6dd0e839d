/* SPDX-License-Identifier: MIT
 * The proof from tests alone as files, as JSON and as text. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/pictures/proof_plot.h"
#include "lib/report/proof.h"
#include "lib/words.h"

#include "fuzz-perf/corpus/output.h"
#include "fuzz-perf/prove/points.h"

#define SIZES_MAX	9  /* calls that are printed */
#define ROWS_MAX	32 /* that are written */
#define NAME_CHARACTERS 200

/* Points, and what is said of them. */
struct points_write_sheet {
	const struct points *points;
	const struct points_result *judged;
	struct proof_result result;
	struct proof_curve by_argument, by_cells;
	struct arena arena; /* of RESULT and both curves */
};

/* ---- what to say ---- */

/* Call I of COUNT between the first and the last. */
static const struct points_call *call_at(
	const struct points *points, size_t i, size_t count)
{
	return &points->call[count > 1 ? i * (points->call_count - 1) /
						 (count - 1)
				       : 0];
}

static size_t calls_shown(const struct points *points, size_t most)
{
	return points->call_count < most ? points->call_count : most;
}

static void points_write_add_point(
	struct proof_curve *curve, uint64_t size, uint64_t count)
{
	curve->size[curve->size_count++] = size;
	curve->count[curve->count_count++] = count;
}

/* What the walks of a test that was grown became. */
static const char *describe_walks(struct points_write_sheet *sheet)
{
	const struct points *points = sheet->points;
	const struct points_run *first = &points->run[0];
	const struct points_run *last = &points->run[points->run_count - 1];

	return arena_format(&sheet->arena,
		"%s: reads %" PRIu64 " to %" PRIu64 ", longest walk %" PRIu64
		" to %" PRIu64 " cells, for n = %" PRIu64 "..%" PRIu64 "%s",
		points_are_one_sided(points) ? "does not grow" : "not shown",
		first->reads, last->reads, first->cells, last->cells,
		first->value, last->value,
		points_are_larger(points)
			? ""
			: ", which gives it no more data to walk");
}

/* What was changed in the test, in vain. */
static const char *describe_attempts(
	struct points_write_sheet *sheet, const char *sentence)
{
	const struct points *points = sheet->points;

	if (*points->attempts == '\0')
		return "not shown: nothing in the test says how much data "
		       "there "
		       "is";
	if (points->change)
		return arena_format(&sheet->arena, "%s; tried: %s", sentence,
			points->attempts);
	return arena_format(&sheet->arena,
		"not shown: tried %s, which did not change what it walks",
		points->attempts);
}

/* "grows as n^2 for n = 100..1600 (n: the argument)". */
static void describe_law(struct points_write_sheet *sheet,
	struct proof_curve *curve, const struct law *law, size_t sizes,
	const char *unit)
{
	struct law_range range = {law->from, law->to, law->limit, law->base};
	bool is_few = law->verdict == PROOF_NOT_SHOWN && sizes < POINTS_LEAST;
	const struct points *points = sheet->points;

	curve->law = law_describe(law, law->verdict, &range, &sheet->arena);
	if (points->tried && !points_have_evidence(points, law))
		curve->law.sentence = arena_format(&sheet->arena,
			"not shown: of %" PRIu64
			" larger patterns of the file, %" PRIu64
			" made walks longer%s",
			points->tried, points->grown,
			points->grown ? ", none gave more than n log n" : "");
	else if (points->change && curve == &sheet->by_argument &&
		 points->run_count && !law_is_steep(law))
		curve->law.sentence = describe_walks(sheet);
	else if (is_few)
		curve->law.sentence = arena_format(&sheet->arena,
			"not shown: %zu size%s, %d or more are needed", sizes,
			sizes == 1 ? "" : "s", POINTS_LEAST);
	if (points->attempts && law->verdict == PROOF_NOT_SHOWN)
		curve->law.sentence =
			describe_attempts(sheet, curve->law.sentence);
	if (!points->attempts || points->change ||
		law->verdict != PROOF_NOT_SHOWN)
		curve->law.sentence = arena_format(
			&sheet->arena, "%s (n: %s)", curve->law.sentence, unit);
	if (!sizes)
		curve->law.model = "";
}

static struct proof_curve new_curve(struct points_write_sheet *sheet)
{
	size_t bytes = ROWS_MAX * sizeof(uint64_t);

	return (struct proof_curve){.size = arena_alloc(&sheet->arena, bytes),
		.count = arena_alloc(&sheet->arena, bytes)};
}

static void describe_curves(struct points_write_sheet *sheet)
{
	const struct points *points = sheet->points;
	struct proof_curve *runs = &sheet->by_argument;
	struct proof_curve *calls = &sheet->by_cells;
	size_t kept = calls_shown(points, ROWS_MAX);

	*runs = new_curve(sheet);
	*calls = new_curve(sheet);
	for (size_t i = 0; i < points->run_count; i++)
		if (!points->run[i].is_truncated && runs->size_count < ROWS_MAX)
			points_write_add_point(runs, points->run[i].value,
				points->run[i].reads);
	for (size_t i = 0; i < kept; i++)
		points_write_add_point(calls, call_at(points, i, kept)->cells,
			call_at(points, i, kept)->reads);
	describe_law(sheet, runs, &sheet->judged->by_argument, runs->size_count,
		points->change	? points->change
		: points->tried ? "repetitions in the file"
				: "the argument");
	describe_law(sheet, calls, &sheet->judged->by_cells, points->call_count,
		"the cells that a call reads");
}

/* Of files that were grown, sizes are theirs. */
static void take_files(struct points_write_sheet *sheet)
{
	const struct points *points = sheet->points;
	struct proof_result *result = &sheet->result;

	for (size_t i = 0; i < result->row_count; i++) {
		result->row[i].repetitions = points->run[i].value;
		result->row[i].bytes = points->run[i].bytes;
		result->row[i].input = points->run[i].input;
	}
}

/* The size with which the test works for a second; 0: not known. */
static uint64_t points_one_second(
	const struct points *points, const struct law *law)
{
	double size;

	if (points->native_value == 0 || points->native_seconds <= 0 ||
		law->class == LAW_EXPONENTIAL)
		return 0;
	size = (double)points->native_value *
	       pow(1 / points->native_seconds, 1 / law->degree);
	return size < ONE_SECOND_MAX ? (uint64_t)size : 0;
}

/* The curve that the result rests on is the proof's. */
static void take_curve(struct points_write_sheet *sheet)
{
	const struct law *law = points_law(sheet->judged);
	bool is_by_cells = sheet->judged->is_by_cells;
	const struct proof_curve *curve =
		is_by_cells ? &sheet->by_cells : &sheet->by_argument;
	struct proof_result *result = &sheet->result;

	result->law = curve->law;
	result->is_steep = law_is_steep(law);
	result->size_unit = is_by_cells		    ? "cells"
			    : sheet->points->change ? sheet->points->change
			    : sheet->points->tried  ? "bytes of input"
						    : "argument";
	result->row_count = curve->size_count;
	result->row = arena_alloc_zero(
		&sheet->arena, curve->size_count + 1, sizeof *result->row);
	for (size_t i = 0; i < curve->size_count; i++) {
		result->row[i].bytes = curve->size[i];
		result->row[i].count = curve->count[i];
	}
	if (!is_by_cells && sheet->points->tried)
		take_files(sheet);
	if (law->verdict != PROOF_NOT_SHOWN) {
		result->from = (uint64_t)law->from;
		result->to = (uint64_t)law->to;
	}
	if (law->is_limited)
		result->limit = (uint64_t)law->limit;
	if (!is_by_cells && result->is_steep && !law->is_limited)
		result->one_second = points_one_second(sheet->points, law);
}

static void points_write_describe(struct points_write_sheet *sheet)
{
	const struct points *points = sheet->points;

	sheet->result = (struct proof_result){
		.kind = points->pattern ? "files" : "tests",
		.pattern = points->pattern,
		.change = points->change,
		.only = points->only,
		.knob = points->knob,
		.knob_count = points->knob_count,
		.knob_place = points->knob_place,
		.knob_place_count = points->knob_place_count,
		.families = points->tried,
		.finding = points->finding,
		.directory = points->directory,
		.input_place = points->place,
		.generator = points->generator,
		.command = points->command,
		.command_count = points->command_count,
		.argument = points->argument,
		.count_unit = "reads",
		.place = {.kind = "reads",
			.function = points->function,
			.file = points->file,
			.line = points->line},
		.is_more_data = sheet->judged->is_more_data,
		.is_searched = sheet->judged->is_by_cells,
		.is_partial = points->is_partial,
		.by_argument = &sheet->by_argument,
		.by_cells = &sheet->by_cells};
	describe_curves(sheet);
	take_curve(sheet);
}

/* ---- text ---- */

static void points_write_print_command(const struct points *points, FILE *out)
{
	for (size_t i = 0; i < points->command_count; i++) {
		char *word = words_shorten(points->command[i], NAME_CHARACTERS);
		char *quoted = strcmp(word, "{}") != 0 ? words_shell_quote(word)
						       : NULL;
		fprintf(out, " %s", quoted ? quoted : word);
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
		points_write_print_command(points, out);
	} else {
		fputs(", in the calls that were recorded", out);
	}
	putc('\n', out);
	free(function);
	free(file);
}

static void points_write_print_runs(const struct points *points, FILE *out)
{
	fprintf(out, "%10s %18s %18s %12s\n", "n", "reads",
		points->change ? "longest walk" : "cells of a call",
		points->change ? "" : "calls");
	for (size_t i = 0; i < points->run_count; i++) {
		const struct points_run *run = &points->run[i];
		if (run->is_truncated)
			continue;
		law_print_count(run->value, 10, out);
		law_print_count(run->reads, 19, out);
		law_print_count(run->cells, 19, out);
		if (!points->change)
			law_print_count(run->calls, 13, out);
		putc('\n', out);
	}
}

static void print_calls(const struct points *points, FILE *out)
{
	size_t count = calls_shown(points, SIZES_MAX);

	fprintf(out, "%10s %18s\n", "cells", "reads of a call");
	for (size_t i = 0; i < count; i++) {
		law_print_count(call_at(points, i, count)->cells, 10, out);
		law_print_count(call_at(points, i, count)->reads, 19, out);
		putc('\n', out);
	}
}

static void print_caution(const struct proof_result *result, FILE *out)
{
	if (result->is_more_data)
		fputs("             A larger argument means more data, not "
		      "more "
		      "work for each piece of it.\n",
			out);
	else if (result->law.verdict != PROOF_NOT_SHOWN && !result->is_steep)
		fputs("             nothing steeper seen with these tests; "
		      "this "
		      "does not rule out steeper growth\n",
			out);
	if (result->is_partial)
		fputs("             ended early: some sizes were not "
		      "recorded\n",
			out);
}

/* Is there a place for the value in the command? */
static bool points_vary(const struct points *points)
{
	for (size_t i = 0; i < points->command_count; i++)
		if (strchr(points->command[i], '{'))
			return true;
	return false;
}

/* "retread prove RT-1f3c9a --vary N=100,200,...": more sizes than there are. */
static void print_varied(const struct points *points, FILE *out)
{
	uint64_t first = points->run_count ? points->run[0].value : 100;

	fprintf(out, "retread prove %s --vary %s=", points->finding,
		points->argument ? points->argument : "N");
	for (int i = 0; i < POINTS_LEAST + 2; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "",
			(first ? first : 1) << i);
	fputs(" --", out);
}

/* What would show more. */
static void points_write_print_next(const struct points *points,
	const struct points_result *result, FILE *out)
{
	bool is_shown = points_law(result)->verdict != PROOF_NOT_SHOWN;

	if (!is_shown && points_vary(points)) {
		fputs("next         ", out);
		print_varied(points, out);
		points_write_print_command(points, out);
		putc('\n', out);
		return;
	}
	const char *results = points->results ? points->results : "";
	if (is_shown && points->change)
		fprintf(out,
			"again        retread repro %s%s --size %" PRIu64 "\n",
			points->finding, results,
			points->run[points->run_count - 1].value);
	fprintf(out, "next         retread show %s%s\n", points->finding,
		results);
	if (is_shown || points->change)
		return;
	fputs("or           ", out);
	print_varied(points, out);
	fprintf(out,
		" TEST {}\n             or with a fuzz target: retread "
		"harness %s\n",
		points->finding);
}

static void points_write_print_result(
	const struct points_write_sheet *sheet, const char *folder, FILE *out)
{
	const struct points *points = sheet->points;
	bool is_by_cells = sheet->judged->is_by_cells;
	char number[WORDS_NUMBER_BYTES];

	print_header(points, out);
	if (points->pattern)
		fprintf(out, "pattern      %s\n", points->pattern);
	if (points->change)
		fprintf(out, "changed      %s%s%s\n", points->change,
			points->only ? ", in " : "",
			points->only ? points->only : "");
	if (points->run_count)
		points_write_print_runs(points, out);
	if (points->call_count && (is_by_cells || !points->run_count))
		print_calls(points, out);
	law_print_model(&sheet->result.law, out);
	law_print_verdict("VERDICT", &sheet->result.law, out);
	if (sheet->result.one_second)
		fprintf(out, "             1 s of CPU at about n = %s\n",
			words_number(number, sheet->result.one_second));
	print_caution(&sheet->result, out);
	if (points->run_count && is_by_cells)
		law_print_verdict("by argument", &sheet->by_argument.law, out);
	else if (points->call_count)
		law_print_verdict("by cells", &sheet->by_cells.law, out);
	fprintf(out, "files        %s/proof.json, points.csv, fit.svg\n",
		folder);
	if (points->pattern)
		fprintf(out,
			"inputs       %s/inputs/        more: %s/generate.sh "
			"K\n",
			folder, folder);
	points_write_print_next(points, sheet->judged, out);
}

/* ---- files ---- */

static void points_write_print_table(const void *data, FILE *out)
{
	const struct points *points =
		((const struct points_write_sheet *)data)->points;

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

static void points_write_print_chart(const void *data, FILE *out)
{
	proof_plot_print_file(
		out, &((const struct points_write_sheet *)data)->result);
}

/* Moves files that were grown to FOLDER, where the proof is. */
static int move_files(struct points_write_sheet *sheet, const char *folder,
	const char *from, struct error *err)
{
	struct proof_result *result = &sheet->result;
	char *inputs = memory_format("%s/inputs", folder);
	char *script = memory_format("%s/generate.sh", folder);
	char *old = memory_format("%s/grown/generate.sh", from);
	int status = folders_make(inputs, err);

	for (size_t i = 0; !status && i < result->row_count; i++) {
		const char *name = arena_format(&sheet->arena, "%s/%s", inputs,
			words_base_name(result->row[i].input));
		if (rename(result->row[i].input, name))
			status = error_set_errno(err, "%s", name);
		result->row[i].input = name;
	}
	if (!status && (rename(old, script) || chmod(script, 0777)))
		status = error_set_errno(err, "%s", script);
	result->generator = arena_string(&sheet->arena, script);
	*strrchr(old, '/') = '\0';
	rmdir(old);
	free(old);
	free(script);
	free(inputs);
	return status;
}

int points_write(const struct points *points,
	const struct points_result *result, const char *folder, bool is_json,
	FILE *out, struct error *err)
{
	struct points_write_sheet sheet = {.points = points, .judged = result};
	const struct proof_result *stronger = NULL;
	struct output output = {0};
	int status;

	points_write_describe(&sheet);
	output.path = proof_make_place(
		&sheet.result, folder, &stronger, &sheet.arena, err);
	status = !output.path ||
		 (points->pattern &&
			 move_files(&sheet, output.path, folder, err)) ||
		 output_print(&output, "points.csv", points_write_print_table,
			 &sheet, err) ||
		 output_print(&output, "fit.svg", points_write_print_chart,
			 &sheet, err) ||
		 proof_write(
			 &sheet.result, output.path, is_json ? out : NULL, err);
	if (!status && !is_json) {
		points_write_print_result(&sheet, output.path, out);
		law_print_stronger(stronger, folder, out);
	}
	free(output.path);
	arena_release(&sheet.arena);
	return status ? -1 : 0;
}
