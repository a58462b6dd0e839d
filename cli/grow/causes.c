/* SPDX-License-Identifier: MIT
 * Reads experiments, joins them by the function that grows, and prints that. */
#include "config.h"

#include "cli/grow/causes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "lib/code/short_name.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/report/report.h"
#include "lib/rows.h"
#include "lib/words.h"

#define SAME_DEGREE	 0.15
#define RECOMPUTED_MIN	 32   /* calls with equal arguments */
#define RECOMPUTED_SHARE 2    /* and at least every second call */
#define CALLED_WORK	 16   /* of a call that is a step of a loop, at most */
#define CALLED_RANGE	 32   /* of rounds, in which all do as much */
#define CALLED_SPREAD	 1.25 /* between sizes, of that */

static const struct row knob_row[] = {
	ROW(grown_knob, id, 0, NULL),
	ROW(grown_knob, what, 0, NULL),
	{0},
};
static const struct rows knob_rows = {
	.row = knob_row, .bytes = sizeof(struct grown_knob)};

static const struct row size_row[] = {
	ROW(grown_size, value, 0, NULL),
	ROW(grown_size, size, 0, NULL),
	ROW(grown_size, seconds, 0, NULL),
	ROW(grown_size, written, 0, NULL),
	ROW(grown_size, cells, 0, NULL),
	ROW(grown_size, outcome, 0, NULL),
	ROW_AS("used", grown_size, is_used, 0, NULL),
	{0},
};
static const struct rows size_rows = {
	.row = size_row, .bytes = sizeof(struct grown_size)};

static const struct row caller_row[] = {
	ROW(grown_call, file, 0, NULL),
	ROW(grown_call, line, 0, NULL),
	ROW(grown_call, function, 0, NULL),
	ROW(grown_call, count, 0, NULL),
	{0},
};
static const struct rows caller_rows = {
	.row = caller_row, .bytes = sizeof(struct grown_call)};

static const struct row place_row[] = {
	ROW(grown_place, file, 0, NULL),
	ROW(grown_place, line, 0, NULL),
	ROW(grown_place, function, 0, NULL),
	ROW_AS("in_test", grown_place, is_test_code, 0, NULL),
	ROW_AS("as_output", grown_place, is_output, 0, NULL),
	ROW(grown_place, output, ROW_SPARSE | ROW_NULLABLE, NULL),
	ROW(grown_place, output_degree, ROW_SPARSE, NULL),
	ROW(grown_place, callee, ROW_NULLABLE, NULL),
	ROW_COUNTS("counts", grown_place, count, run_count, 0, NULL),
	ROW(grown_place, law, 0, NULL),
	ROW(grown_place, degree, 0, NULL),
	ROW_AS("exact", grown_place, is_exact, 0, NULL),
	ROW(grown_place, share, 0, NULL),
	ROW(grown_place, calls, 0, NULL),
	ROW(grown_place, repeats, 0, NULL),
	ROW_AS("recursive", grown_place, is_recursive, 0, NULL),
	ROW(grown_place, allocations, 0, NULL),
	ROW_LIST("callers", grown_place, caller, caller_count, &caller_rows, 0,
		NULL),
	{0},
};
static const struct rows place_rows = {
	.row = place_row, .bytes = sizeof(struct grown_place)};

static const struct row experiment_row[] = {
	ROW(grown_experiment, program, 0, NULL),
	ROW_TEXTS("command", grown_experiment, command, command_count, 0, NULL),
	ROW(grown_experiment, directory, 0, NULL),
	ROW(grown_experiment, test, ROW_NULLABLE, NULL),
	ROW(grown_experiment, test_file, ROW_NULLABLE, NULL),
	ROW(grown_experiment, test_line, 0, NULL),
	ROW_TEXTS("together", grown_experiment, together, together_count, 0,
		NULL),
	ROW_AS("product", grown_experiment, is_product, ROW_SPARSE, NULL),
	ROW_LIST("setting", grown_experiment, knob, knob_count, &knob_rows, 0,
		NULL),
	ROW(grown_experiment, unit, 0, NULL),
	ROW_LIST("sizes", grown_experiment, size, size_count, &size_rows, 0,
		NULL),
	ROW_LIST("lines", grown_experiment, place, place_count, &place_rows, 0,
		NULL),
	ROW(grown_experiment, note, ROW_NULLABLE, NULL),
	ROW(grown_experiment, untried, ROW_SPARSE, NULL),
	{0},
};
static const struct rows experiment_rows = {
	.row = experiment_row, .bytes = sizeof(struct grown_experiment)};

static bool is_same_function(
	const struct grown_place *a, const struct grown_place *b)
{
	return !strcmp(a->function, b->function) && !strcmp(a->file, b->file);
}

/* What grows without need comes before what grows as its output does. Of laws that are
 * nearly the same an exact one says more, and then executions say more than bytes. */
static bool grows_faster(
	const struct grown_place *a, const struct grown_place *b)
{
	if (a->is_output != b->is_output)
		return b->is_output;
	if (fabs(a->degree - b->degree) > SAME_DEGREE)
		return a->degree > b->degree;
	if (a->is_exact != b->is_exact)
		return a->is_exact;
	return !a->callee && b->callee;
}

bool grown_place_is_recomputed(const struct grown_place *place)
{
	return place->repeats >= RECOMPUTED_MIN &&
	       place->repeats >= place->calls / RECOMPUTED_SHARE;
}

const char *grown_place_describe_output(
	struct arena *arena, const struct grown_place *place)
{
	const char *what = place->output ? place->output : "what it produces";
	double degree = round(place->output_degree * 2) / 2;

	return degree <= 1 ? arena_format(arena, "n in %s", what)
			   : arena_format(arena, "n^%g in %s", degree, what);
}

const char *grown_name_short(struct arena *arena, const char *name)
{
	char *written = short_name_dup(name);
	const char *kept = arena_string(arena, written);

	free(written);
	return kept;
}

uint64_t grown_place_last(const struct grown_place *place)
{
	uint64_t most = 0;

	for (size_t i = 0; i < place->run_count; i++)
		most = place->count[i] > most ? place->count[i] : most;
	return most;
}

static struct grown_cause *causes_find(
	struct grown_causes *causes, const struct grown_place *place)
{
	for (size_t i = 0; i < causes->count; i++)
		if (is_same_function(causes->cause[i].place, place))
			return &causes->cause[i];
	causes->cause = memory_grow(causes->cause, &causes->capacity,
		causes->count + 1, sizeof *causes->cause);
	causes->cause[causes->count] = (struct grown_cause){.place = place};
	return &causes->cause[causes->count++];
}

/* Within an experiment the line that is executed most stands for its function. */
static void causes_add_place(struct grown_causes *causes,
	const struct grown_experiment *experiment,
	const struct grown_place *place)
{
	struct grown_cause *cause = causes_find(causes, place);
	bool is_first = cause->experiment != experiment;
	bool is_better =
		!cause->experiment ||
		(is_first ? grows_faster(place, cause->place)
			  : grows_faster(place, cause->place) ||
					(!grows_faster(cause->place, place) &&
						grown_place_last(place) >
							grown_place_last(
								cause->place)));

	if (is_first && (is_better || !cause->experiment)) {
		cause->experiments++;
		cause->experiment = experiment;
		cause->lines = 0;
	}
	if (is_better)
		cause->place = place;
	cause->lines += cause->experiment == experiment;
}

static void causes_add_program(struct grown_causes *causes, const char *program)
{
	for (size_t i = 0; i < causes->program_count; i++)
		if (!strcmp(causes->program[i], program))
			return;
	causes->program =
		memory_grow(causes->program, &causes->program_capacity,
			causes->program_count + 1, sizeof *causes->program);
	causes->program[causes->program_count++] = program;
}

static int read_experiment(
	struct grown_causes *causes, const char *line, struct error *err)
{
	struct json_value *value = json_read_text(line, err);
	struct json_reader reader = {.err = err};
	struct grown_experiment *experiment;

	if (!value)
		return -1;
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	experiment = arena_alloc_zero(&causes->arena, 1, sizeof *experiment);
	rows_read(&experiment_rows, &top, &causes->arena, experiment);
	json_free(value);
	if (reader.failed)
		return -1;
	causes_add_program(causes, experiment->program);
	causes->untried += experiment->untried;
	causes->untried_programs += experiment->untried > 0;
	causes->experiments += experiment->untried == 0;
	causes->silent +=
		experiment->untried == 0 && experiment->place_count == 0;
	for (size_t i = 0; i < experiment->size_count; i++)
		causes->seconds += experiment->size[i].seconds;
	causes->runs += experiment->size_count;
	for (size_t i = 0; i < experiment->place_count; i++)
		causes_add_place(causes, experiment, &experiment->place[i]);
	return 0;
}

int grown_causes_read(
	struct grown_causes *causes, const char *path, struct error *err)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t capacity = 0;
	ssize_t length;
	int result = in ? 0 : error_set_errno(err, "%s", path);

	while (!result && (length = getline(&line, &capacity, in)) > 0 &&
		line[length - 1] == '\n')
		if (read_experiment(causes, line, err))
			result = error_add_context(err, "%s", path);
	free(line);
	if (in)
		fclose(in);
	return result;
}

/* What the code under test does without printing comes first. */
static int place_rank(const struct grown_place *place)
{
	return 2 * place->is_output + place->is_test_code;
}

static int cause_rank(const struct grown_cause *cause)
{
	return 2 * place_rank(cause->place) +
	       (cause->caller != NULL || cause->is_product);
}

bool grown_cause_counts(const struct grown_cause *cause)
{
	return cause_rank(cause) == 0;
}

static int compare_causes(const void *left, const void *right)
{
	const struct grown_cause *a = left, *b = right;
	uint64_t most_a = grown_place_last(a->place),
		 most_b = grown_place_last(b->place);

	if (cause_rank(a) != cause_rank(b))
		return cause_rank(a) - cause_rank(b);
	if (a->place->degree != b->place->degree)
		return a->place->degree > b->place->degree ? -1 : 1;
	if (most_a != most_b)
		return most_a > most_b ? -1 : 1;
	return strcmp(a->place->function, b->place->function);
}

/* How often CALLER calls PLACE's function, if its work grows as that of PLACE: its loop
 * multiplies it. 0: it does not. */
static uint64_t multiplies(
	const struct grown_place *caller, const struct grown_place *place)
{
	uint64_t calls = 0;

	if (place_rank(caller) != place_rank(place) ||
		fabs(caller->degree - place->degree) > SAME_DEGREE)
		return 0;
	for (size_t i = 0; i < place->caller_count; i++)
		if (!strcmp(place->caller[i].function, caller->function) &&
			!strcmp(place->caller[i].file, caller->file))
			calls += place->caller[i].count > 0
					 ? place->caller[i].count
					 : grown_place_last(place);
	return calls;
}

/* Whether LINE is of another function that calls PLACE's and grows alike, and counts rounds. */
static bool is_loop(
	const struct grown_place *line, const struct grown_place *place)
{
	return !line->callee && !is_same_function(line, place) &&
	       multiplies(line, place) > 0;
}

/* The line of EXPERIMENT's that is executed most of those of FIRST's function which grow as
 * PLACE and call it. NULL: FIRST is not the first of its function. */
static const struct grown_place *find_calling_loop(
	const struct grown_experiment *experiment,
	const struct grown_place *first, const struct grown_place *place)
{
	const struct grown_place *most = first;

	for (size_t i = 0; i < experiment->place_count; i++) {
		const struct grown_place *other = &experiment->place[i];
		if (!is_same_function(first, other) || !is_loop(other, place))
			continue;
		if (other < first)
			return NULL;
		if (grown_place_last(other) > grown_place_last(most))
			most = other;
	}
	return most;
}

/* Whether what PLACE does is the same share of ROUNDS, LAST at most, in all larger runs. */
static bool is_even(
	const struct grown_place *place, const uint64_t *rounds, uint64_t last)
{
	double least = HUGE_VAL, most = 0;

	for (size_t i = 0; i < place->run_count; i++) {
		if (place->count[i] == 0 || rounds[i] < last / CALLED_RANGE + 1)
			continue;
		double each = (double)place->count[i] / (double)rounds[i];
		least = fmin(least, each);
		most = fmax(most, each);
	}
	return most <= CALLED_SPREAD * least;
}

/* A function that does as much with each call, whatever the size, is a step of the loops
 * that call it if these grow as it does. */
static void find_caller(struct arena *arena, struct grown_cause *cause)
{
	const struct grown_experiment *experiment = cause->experiment;
	const struct grown_place *place = cause->place, *most = NULL;
	uint64_t *rounds =
		arena_alloc_zero(arena, place->run_count + 1, sizeof *rounds);
	uint64_t calls = 0, last = 0;

	for (size_t i = 0; i < experiment->place_count; i++) {
		const struct grown_place *loop = &experiment->place[i];
		if (!is_loop(loop, place))
			continue;
		if (loop->is_recursive)
			return;
		loop = find_calling_loop(experiment, loop, place);
		if (!loop)
			continue;
		calls += multiplies(loop, place);
		last += grown_place_last(loop);
		if (!most || grown_place_last(loop) > grown_place_last(most))
			most = loop;
		for (size_t j = 0; j < place->run_count && j < loop->run_count;
			j++)
			rounds[j] += loop->count[j];
	}
	if (calls > 0 && grown_place_last(place) / calls <= CALLED_WORK &&
		last / calls <= CALLED_WORK && is_even(place, rounds, last))
		cause->caller = most;
}

/* Puts each that multiplies what comes before it there, once: functions may call each
 * other. */
static void raise_callers(struct grown_causes *causes)
{
	for (size_t i = 0; i < causes->count; i++)
		for (size_t j = i + 1; j < causes->count; j++) {
			struct grown_cause caller = causes->cause[j];
			if (caller.is_raised || caller.caller ||
				caller.is_product !=
					causes->cause[i].is_product ||
				!multiplies(
					caller.place, causes->cause[i].place))
				continue;
			memmove(&causes->cause[i + 1], &causes->cause[i],
				(j - i) * sizeof caller);
			caller.is_raised = true;
			causes->cause[i] = caller;
			j = i;
		}
}

void grown_causes_sort(struct grown_causes *causes)
{
	for (size_t i = 0; i < causes->count; i++) {
		causes->cause[i].is_raised = false;
		find_caller(&causes->arena, &causes->cause[i]);
	}
	if (causes->count > 1)
		qsort(causes->cause, causes->count, sizeof *causes->cause,
			compare_causes);
	raise_callers(causes);
}

/* "100 -> 1600" of the knob, and "other loops alike". */
static void causes_print_change(
	const struct grown_experiment *experiment, FILE *out)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < experiment->size_count; i++) {
		const struct grown_size *size = &experiment->size[i];
		if (!size->is_used)
			continue;
		least = size->value < least ? size->value : least;
		most = size->value > most ? size->value : most;
	}
	fprintf(out, "    grown by  %s", experiment->knob[0].what);
	if (experiment->knob_count > 1)
		fprintf(out, " and %zu more", experiment->knob_count - 1);
	fprintf(out, " -> %" PRIu64 " .. %" PRIu64 "\n", least, most);
}

/* The run with the smallest size above ABOVE; size_count: there is none. */
static size_t causes_next_size(
	const struct grown_experiment *experiment, uint64_t above)
{
	size_t next = experiment->size_count;

	for (size_t i = 0; i < experiment->size_count; i++) {
		const struct grown_size *size = &experiment->size[i];
		if (size->is_used && size->size > above &&
			(next == experiment->size_count ||
				size->size < experiment->size[next].size))
			next = i;
	}
	return next;
}

static void causes_print_walk(const struct grown_cause *cause, FILE *out)
{
	const struct report_finding *walk = cause->walk;

	if (!walk)
		return;
	fputs("    walks     ", out);
	cli_print_clean(out, strcmp(walk->root, "?") != 0
				     ? walk->root
				     : walk->structure_kind);
	fprintf(out, ": %" PRIu64 " walks of up to %" PRIu64 " cells\n",
		walk->evidence.walks.max, walk->evidence.walk_length.max);
}

static void causes_print_one(
	struct arena *arena, const struct grown_cause *cause, FILE *out)
{
	const struct grown_place *place = cause->place;
	const struct grown_experiment *experiment = cause->experiment;

	fprintf(out, "\n%s%s in %s  ", place->law,
		place->is_exact ? ", exact," : "", experiment->unit);
	cli_print_clean(out, place->function);
	fprintf(out, "  %s:%u", words_base_name(place->file), place->line);
	if (cause->lines > 1)
		fprintf(out, " (and %zu more line%s)", cause->lines - 1,
			cli_plural(cause->lines - 1));
	fprintf(out, "%s", place->is_test_code ? "  in the test itself" : "");
	if (cause->caller) {
		fputs("  in the loop of ", out);
		cli_print_clean(out, cause->caller->function);
		fputs("\n", out);
		return;
	}
	if (place->is_output)
		fprintf(out, "  as its output does: %s",
			grown_place_describe_output(arena, place));
	if (cause->is_product)
		fputs("  as the product of sizes that grow at once", out);
	fprintf(out, "\n");
	if (experiment->test)
		fprintf(out, "    test      %s\n", experiment->test);
	causes_print_change(experiment, out);
	if (place->callee)
		fprintf(out, "    bytes of %s ",
			grown_name_short(arena, place->callee));
	else
		fprintf(out, "    executed ");
	for (size_t i = causes_next_size(experiment, 0);
		i < experiment->size_count;
		i = causes_next_size(experiment, experiment->size[i].size))
		fprintf(out, " %" PRIu64 ":%" PRIu64, experiment->size[i].size,
			place->count[i]);
	fprintf(out, "\n");
	causes_print_walk(cause, out);
	if (grown_place_is_recomputed(place))
		fprintf(out,
			"    computes  the same again: %" PRIu64 " of %" PRIu64
			" calls repeat others\n",
			place->repeats, place->calls);
	if (experiment->note)
		fprintf(out, "    %s\n", experiment->note);
}

void grown_causes_print(struct grown_causes *causes, FILE *out)
{
	fprintf(out, "%zu function%s faster than the data\n", causes->count,
		causes->count == 1 ? " grows" : "s grow");
	for (size_t i = 0; i < causes->count; i++)
		causes_print_one(&causes->arena, &causes->cause[i], out);
	fprintf(out,
		"%s%zu experiment%s, %zu run%s, %.1f CPU seconds; in %zu of "
		"them nothing else grew\n",
		causes->count ? "\n" : "", causes->experiments,
		cli_plural(causes->experiments), causes->runs,
		cli_plural(causes->runs), causes->seconds, causes->silent);
	if (causes->untried > 0)
		fprintf(out,
			"not tried: %llu knob%s of %zu program%s, as the time "
			"for a suite is some times that of its tests; all "
			"are tried with --time-budget 1h\n",
			(unsigned long long)causes->untried,
			cli_plural(causes->untried), causes->untried_programs,
			cli_plural(causes->untried_programs));
}

void grown_causes_release(struct grown_causes *causes)
{
	for (size_t i = 0; i < causes->count; i++) {
		struct report *recorded = causes->cause[i].recorded;
		for (size_t j = i + 1; recorded && j < causes->count; j++)
			if (causes->cause[j].recorded == recorded)
				causes->cause[j].recorded = NULL;
		if (recorded)
			report_release(recorded);
		free(recorded);
	}
	free(causes->cause);
	free(causes->program);
	arena_release(&causes->arena);
}
