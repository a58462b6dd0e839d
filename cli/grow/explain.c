/* SPDX-License-Identifier: MIT
 * Records the tests of causes at two of their sizes, to say what it is that grows: which
 * structure is walked or copied, and where it was made. */
#include "config.h"

#include "cli/grow/causes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/knobs.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/report/report.h"
#include "lib/words.h"

#define EXPLAIN_AGENT	     "object:*retread-grow.so"
#define EXPLAIN_SECONDS	     "60" /* of one recording, at most */
#define EXPLAIN_CAUSES_MAX   12
#define EXPLAIN_TABLE_DEGREE 1.5 /* in the cells of a table, for three sides */
#define EXPLAIN_SPAN	     16	 /* of the sizes that are recorded */
#define EXPLAIN_DEGREE	     1.2
#define EXPLAIN_DEGREE_SLACK 0.2
#define EXPLAIN_COUNT_MAX                                                      \
	(1 << 19) /* executions of a line: reads are as many */

/* An experiment recorded at two of its sizes, for all its causes. */
struct explain_pair {
	const struct grown_experiment *of;
	double times; /* as much data in the second */
	struct report before, *after;
	bool is_recorded;
};

struct explain {
	struct arena arena;
	char *folder, *run, *symbols;
	int signal; /* that ended a recording; 0: none */
	struct explain_pair pair[EXPLAIN_CAUSES_MAX];
	size_t pair_count;
};

/* Whether PLACE is in the function of CAUSE. */
static bool explain_is_there(
	const struct grown_cause *cause, const struct report_place *place)
{
	return place->function && place->file &&
	       !strcmp(place->function, cause->place->function) &&
	       !strcmp(words_base_name(place->file),
		       words_base_name(cause->place->file));
}

static bool explain_is_of(
	const struct grown_cause *cause, const struct report_finding *finding)
{
	if (finding->rule == REPORT_TRAVERSAL)
		return false;
	for (size_t i = 0; i < finding->aec.count; i++)
		if (explain_is_there(cause, &finding->aec.place[i]))
			return true;
	for (size_t i = 0; i < finding->sites.count; i++)
		if (explain_is_there(cause, &finding->sites.place[i]))
			return true;
	return false;
}

/* The finding of REPORT that reads most in CAUSE's function; *READS are those of all. */
static const struct report_finding *explain_find(const struct report *report,
	const struct grown_cause *cause, uint64_t *reads)
{
	const struct report_finding *most = NULL;

	*reads = 0;
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *each = &report->finding[i];
		if (!explain_is_of(cause, each))
			continue;
		*reads += each->evidence.reads;
		if (!most || each->evidence.reads > most->evidence.reads)
			most = each;
	}
	return most;
}

/* Records the test of EXPERIMENT as it was in its run SIZE. False: it did not end. */
static bool explain_record(struct explain *explain,
	const struct grown_experiment *experiment,
	const struct grown_size *size, struct report *report)
{
	const char **command = arena_alloc_zero(&explain->arena,
		experiment->command_count + 1, sizeof *command);
	const struct knobs_place place = {
		explain->folder, experiment->directory, (char *const *)command};
	struct knob *knob = arena_alloc_zero(
		&explain->arena, experiment->knob_count, sizeof *knob);
	const struct knob **all = arena_alloc_zero(
		&explain->arena, experiment->knob_count, sizeof *all);
	uint64_t *value = arena_alloc_zero(
		&explain->arena, experiment->knob_count, sizeof *value);
	const struct knobs_setting setting = {
		all, value, experiment->knob_count, experiment->test};
	struct rerun rerun = {.output = RERUN_HIDDEN,
		.directory = experiment->directory,
		.input = "/dev/null",
		.is_silent = true,
		.signal = &explain->signal};
	struct arguments words = {0};
	struct error err = {{0}};
	struct knobs_run run;
	int status;

	memcpy(command, experiment->command,
		experiment->command_count * sizeof *command);
	for (size_t i = 0; i < experiment->knob_count; i++) {
		knob[i].id = experiment->knob[i].id;
		all[i] = &knob[i];
		value[i] = size->value;
	}
	if (knobs_write_once(&run, &explain->arena, &place, &setting, &err))
		return false;
	if (run.input)
		rerun.input = run.input;
	rerun.environment = knobs_environment(&run, &explain->arena);
	folders_remove(explain->run);
	arguments_add(&words, "retread");
	arguments_add(&words, "record");
	arguments_add(&words, "--quiet");
	arguments_add(&words, "--follow-all");
	arguments_add_option(&words, "out", explain->run);
	arguments_add_option(&words, "exclude", EXPLAIN_AGENT);
	arguments_add_option(&words, "symbol-cache", explain->symbols);
	arguments_add_option(&words, "timeout", EXPLAIN_SECONDS);
	arguments_add(&words, "--");
	for (size_t i = 0; i < run.command_count; i++)
		arguments_add(&words, run.command[i]);
	status = rerun_verb(&rerun, words.word);
	arguments_release(&words);
	return (status == CLI_DONE || status == CLI_TESTS_FAILED) &&
	       results_load(report, explain->run, &err) == 0;
}

/* Whether run SIZE of EXPERIMENT is cheap to record: no line is executed too often. */
static bool explain_is_cheap(
	const struct grown_experiment *experiment, size_t size)
{
	for (size_t i = 0; i < experiment->place_count; i++) {
		const struct grown_place *place = &experiment->place[i];
		if (size < place->run_count && !place->callee &&
			place->count[size] > EXPLAIN_COUNT_MAX)
			return false;
	}
	return true;
}

/* Two runs of EXPERIMENT that count, the larger one still cheap to record. */
static bool explain_choose(const struct grown_experiment *experiment,
	const struct grown_size **small, const struct grown_size **large)
{
	*small = *large = NULL;
	for (size_t i = 0; i < experiment->size_count; i++) {
		const struct grown_size *each = &experiment->size[i];
		if (each->is_used && each->size > 0 &&
			(!*small || each->size < (*small)->size))
			*small = each;
	}
	for (size_t i = 0; *small && i < experiment->size_count; i++) {
		const struct grown_size *each = &experiment->size[i];
		if (each->is_used && each->size > (*small)->size &&
			each->size <= EXPLAIN_SPAN * (*small)->size &&
			explain_is_cheap(experiment, i) &&
			(!*large || each->size > (*large)->size))
			*large = each;
	}
	return *large != NULL;
}

/* EXPERIMENT at two sizes; NULL: it cannot be recorded. */
static struct explain_pair *explain_find_pair(
	struct explain *explain, const struct grown_experiment *experiment)
{
	const struct grown_size *small, *large;
	struct explain_pair *pair;

	for (size_t i = 0; i < explain->pair_count; i++)
		if (explain->pair[i].of == experiment)
			return explain->pair[i].is_recorded ? &explain->pair[i]
							    : NULL;
	if (!experiment->command_count ||
		!explain_choose(experiment, &small, &large))
		return NULL;
	pair = &explain->pair[explain->pair_count++];
	*pair = (struct explain_pair){.of = experiment,
		.times = (double)large->size / (double)small->size,
		.after = memory_alloc_zero(1, sizeof *pair->after)};
	report_init(&pair->before);
	report_init(pair->after);
	pair->is_recorded =
		explain_record(explain, experiment, small, &pair->before) &&
		explain_record(explain, experiment, large, pair->after);
	return pair->is_recorded ? pair : NULL;
}

/* Whether FINDING is of data that are used for what they are at each step, as sums over two rows
 * are made of both; what only a test repeats, or keeps small, is walked again all the same. */
static bool explain_is_used(const struct report_finding *finding)
{
	return finding->severity < REPORT_MEDIUM &&
	       (finding->clause == REPORT_CLAUSE_KERNEL ||
		       finding->clause == REPORT_CLAUSE_PARALLEL ||
		       finding->clause == REPORT_CLAUSE_PROGRAM ||
		       finding->clause == REPORT_CLAUSE_OUTPUT);
}

/* Whether REPORT has a walk in CAUSE's function that is done again. */
static bool explain_walks_again(
	const struct report *report, const struct grown_cause *cause)
{
	for (size_t i = 0; i < report->finding_count; i++)
		if (!explain_is_used(&report->finding[i]) &&
			explain_is_of(cause, &report->finding[i]))
			return true;
	return false;
}

/* Whether what the test makes is a table, whose sides grow at once: it makes as many as their
 * product. */
static bool explain_has_table(const struct grown_experiment *experiment)
{
	const struct grown_size *most = NULL;

	for (size_t i = 0; i < experiment->size_count; i++)
		if (experiment->size[i].is_used &&
			(!most || experiment->size[i].value > most->value))
			most = &experiment->size[i];
	return most && most->size > most->value &&
	       most->size >= most->value * most->value / 2;
}

/* Whether CAUSE grows as one size times another, neither of which makes anything grow alone, or as
 * the three sides of products of tables: so does what looks each of them up in the other, which
 * walks again, and a table of both. */
static bool explain_is_product(const struct grown_cause *cause)
{
	const struct grown_experiment *experiment = cause->experiment;
	double most = experiment->is_product ? (double)experiment->knob_count
					     : EXPLAIN_TABLE_DEGREE;

	return (experiment->is_product || explain_has_table(experiment)) &&
	       !cause->place->callee &&
	       cause->place->degree < most + EXPLAIN_DEGREE_SLACK;
}

/* A walk explains CAUSE if it grows faster than the data itself. */
static void explain_cause(struct explain *explain, struct grown_cause *cause)
{
	struct explain_pair *pair =
		explain_find_pair(explain, cause->experiment);
	const struct report_finding *walk;
	uint64_t before, after;

	if (!pair)
		return;
	explain_find(&pair->before, cause, &before);
	walk = explain_find(pair->after, cause, &after);
	cause->recorded = pair->after;
	if ((double)after > (double)before * pow(pair->times, EXPLAIN_DEGREE))
		cause->walk = walk;
	cause->is_product = explain_is_product(cause) &&
			    !explain_walks_again(pair->after, cause);
}

/* Reports that no cause refers to. */
static void explain_release(struct explain *explain)
{
	for (size_t i = 0; i < explain->pair_count; i++) {
		struct explain_pair *pair = &explain->pair[i];
		report_release(&pair->before);
		if (pair->is_recorded)
			continue;
		report_release(pair->after);
		free(pair->after);
	}
	free(explain->folder);
	free(explain->run);
	free(explain->symbols);
	arena_release(&explain->arena);
}

/* What is worked out again is explained by that. */
static bool explain_is_wanted(const struct grown_cause *cause)
{
	return grown_cause_counts(cause) &&
	       !grown_place_is_recomputed(cause->place);
}

int grown_causes_explain(struct grown_causes *causes, const char *directory,
	bool (*is_over)(const void *closure), const void *closure)
{
	struct explain explain = {
		.symbols = memory_format("%s/symbols", directory)};
	struct error err = {{0}};

	explain.folder = folders_make_temporary(&err);
	explain.run =
		memory_format("%s/run", explain.folder ? explain.folder : "");
	for (size_t i = 0;
		explain.folder && i < causes->count && i < EXPLAIN_CAUSES_MAX &&
		!explain.signal && !is_over(closure);
		i++)
		if (explain_is_wanted(&causes->cause[i]))
			explain_cause(&explain, &causes->cause[i]);
	if (explain.folder)
		folders_remove(explain.folder);
	explain_release(&explain);
	return explain.signal;
}
