/* SPDX-License-Identifier: MIT
 * Causes as findings of the rule "growth", beside those of recordings: a report for each
 * program, in DIR/grow/NUMBER. */
#include "config.h"

#include "cli/grow/causes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/report/report.h"
#include "lib/words.h"

#define SIZES_SHOWN 4

/* The runs of EXPERIMENT that count, by their sizes, one of each. Returns how many. */
static size_t order_sizes(
	const struct grown_experiment *experiment, size_t *order)
{
	size_t count = 0;

	for (size_t i = 0; i < experiment->size_count; i++) {
		const struct grown_size *size = &experiment->size[i];
		size_t at = count;
		if (!size->is_used)
			continue;
		while (at > 0 &&
			experiment->size[order[at - 1]].size > size->size)
			at--;
		if (at > 0 &&
			experiment->size[order[at - 1]].size == size->size)
			continue;
		memmove(&order[at + 1], &order[at],
			(count - at) * sizeof *order);
		order[at] = i;
		count++;
	}
	return count;
}

/* What a library does for a line again and again. */
static const char *describe_callee(const char *callee)
{
	static const struct {
		const char *callee, *what;
	} known[] = {
		{"qsort", "all is sorted again"},
		{"strlen", "a text is measured again"},
		{"strcat", "the end of a text is looked for again"},
		{"memcpy", "all is copied again"},
		{"strcpy", "all is copied again"},
		{"memmove", "what follows is moved again"},
		{"strcmp", "what is there is compared again"},
		{"strncmp", "what is there is compared again"},
		{"memcmp", "what is there is compared again"},
		{"calloc", "memory is cleared again"},
		{"realloc", "all is copied again"},
	};

	for (size_t i = 0; callee && i < sizeof known / sizeof known[0]; i++)
		if (!strcmp(known[i].callee, callee))
			return known[i].what;
	return NULL;
}

/* What CALLER has done again with each call, by what is called there. NULL: not known. */
static const char *describe_again(
	const struct grown_place *place, const struct grown_call *caller)
{
	const char *callee = describe_callee(place->callee);

	if (callee)
		return callee;
	return place->allocations >= caller->count / 2
		       ? "all is put into new memory again"
		       : "all is gone through again";
}

/* Why the work is done so often: by what is called, by equal arguments, or by a caller that
 * has it done for each of what was made. NULL: it is not known. */
static const char *describe_why(
	struct arena *arena, const struct grown_place *place, uint64_t size)
{
	const char *callee = describe_callee(place->callee);
	const struct grown_call *caller = place->caller;

	if (grown_place_is_recomputed(place))
		return arena_format(arena,
			"%" PRIu64 " of %" PRIu64
			" calls have the arguments of one before",
			place->repeats, place->calls);
	if (place->is_recursive)
		return "it calls itself";
	if (place->caller_count == 0 || caller->count < size / 2)
		return callee;
	return arena_format(arena, "%s, for each of %" PRIu64 " calls from %s",
		describe_again(place, caller), caller->count,
		grown_name_short(arena, caller->function));
}

/* "grows as n^2, exact, in rounds: 190, 3160, 51040 executions at 20, 80, 320". */
static const char *describe_growth(struct arena *arena,
	const struct grown_cause *cause, const size_t *order, size_t count)
{
	const struct grown_place *place = cause->place;
	const struct grown_experiment *experiment = cause->experiment;
	const char *counts = "", *sizes = "";
	const char *output =
		place->is_output
			? arena_format(arena, ", as what it produces does (%s)",
				  grown_place_describe_output(arena, place))
		: cause->is_product
			? ", as the product of sizes that grow at once"
			: "";
	const char *why =
		cause->caller
			? arena_format(arena,
				  "as much for each call in the loop of %s",
				  grown_name_short(
					  arena, cause->caller->function))
			: describe_why(arena, place,
				  count ? experiment->size[order[count - 1]]
						  .size
					: 0);

	for (size_t i = count > SIZES_SHOWN ? count - SIZES_SHOWN : 0;
		i < count; i++) {
		const char *between = *counts ? ", " : "";
		counts = arena_format(arena, "%s%s%" PRIu64, counts, between,
			place->count[order[i]]);
		sizes = arena_format(arena, "%s%s%" PRIu64, sizes, between,
			experiment->size[order[i]].size);
	}
	return arena_format(arena, "grows as %s%s in %s%s: %s %s%s at %s%s%s",
		place->law, place->is_exact ? ", exact," : "", experiment->unit,
		output, counts, place->callee ? "bytes of " : "executions",
		place->callee ? grown_name_short(arena, place->callee) : "",
		sizes, why ? "; " : "", why ? why : "");
}

static const char *grown_describe_setting(
	struct arena *arena, const struct grown_experiment *experiment)
{
	return experiment->knob_count > 1
		       ? arena_format(arena, "%s and %zu more",
				 experiment->knob[0].what,
				 experiment->knob_count - 1)
		       : experiment->knob[0].what;
}

static struct report_proof grown_make_proof(
	struct arena *arena, const struct grown_cause *cause)
{
	const struct grown_place *place = cause->place;
	const struct grown_experiment *experiment = cause->experiment;
	size_t *order = arena_alloc(
		arena, (experiment->size_count + 1) * sizeof *order);
	size_t count = order_sizes(experiment, order);
	bool is_cause = grown_cause_counts(cause);

	return (struct report_proof){
		.state = is_cause ? REPORT_PROVED : REPORT_BOUNDED,
		.verdict = is_cause ? PROOF_GROWS : PROOF_BOUNDED,
		.sentence = describe_growth(arena, cause, order, count),
		.model = place->law,
		.pattern = grown_describe_setting(arena, experiment),
		.degree = place->degree,
		.degree_low = place->degree,
		.degree_high = place->degree,
		.from = count ? experiment->size[order[0]].size : 0,
		.to = count ? experiment->size[order[count - 1]].size : 0,
		.evidence = !is_cause	      ? PROOF_BY_BOUND
			    : place->is_exact ? PROOF_BY_DIFFERENCES
					      : PROOF_BY_FIT};
}

static struct report_places make_callers(
	struct arena *arena, const struct grown_place *place)
{
	struct report_place *all =
		arena_alloc_zero(arena, place->caller_count + 1, sizeof *all);

	for (size_t i = 0; i < place->caller_count; i++)
		all[i] = (struct report_place){
			.function = place->caller[i].function,
			.file = place->caller[i].file,
			.line = place->caller[i].line,
			.weight = place->caller[i].count};
	return (struct report_places){all, place->caller_count};
}

/* The access graph of what is walked comes with it. */
static void grown_add_walk(struct report *report,
	const struct grown_cause *cause, struct report_finding *finding)
{
	const struct report_finding *walk = cause->walk;

	finding->root = walk->root;
	finding->field = walk->field;
	finding->structure_kind = walk->structure_kind;
	finding->structure_type = walk->structure_type;
	finding->structure_bytes = walk->structure_bytes;
	finding->shape = walk->shape;
	finding->allocated_at = walk->allocated_at;
	finding->sites = walk->sites;
	finding->evidence.walks = walk->evidence.walks;
	finding->evidence.walk_length = walk->evidence.walk_length;
	for (size_t i = 0; i < cause->recorded->graph_count; i++) {
		const struct report_graph *graph = &cause->recorded->graph[i];
		if (graph->function && !strcmp(graph->function, walk->function))
			report_add_graph(report, graph);
	}
}

/* The function is what it is known by: which of its lines counts most may change. */
static void grown_add_cause(struct report *report, struct arena *arena,
	const struct grown_cause *cause)
{
	const struct grown_place *place = cause->place;
	struct report_place line = {.function = place->function,
		.file = place->file,
		.object = cause->experiment->program};
	struct report_proof proof = grown_make_proof(arena, cause);
	struct report_finding finding = {
		.rule = grown_place_is_recomputed(place) ? REPORT_RECOMPUTED
							 : REPORT_GROWTH,
		.severity =
			grown_cause_counts(cause) ? REPORT_HIGH : REPORT_LOW,
		.function = place->function,
		.file = place->file,
		.line = place->line,
		.is_test = place->is_test_code,
		.aec = {&line, 1},
		.sites = {&line, 1},
		.callers = make_callers(arena, place),
		.root = "?",
		.structure_kind = "unknown",
		.test_function = {.function = cause->experiment->test,
			.file = cause->experiment->test_file,
			.line = cause->experiment->test_line},
		.exactness = place->is_exact ? REPORT_EXACT : REPORT_ESTIMATE,
		.evidence = {.activations = 1,
			.reads = grown_place_last(place),
			.distinct = 1,
			.rewalk_ratio = place->share},
		.score = grown_place_last(place),
		.proof = &proof};

	report_identify(&finding);
	line.line = place->line;
	if (cause->walk)
		grown_add_walk(report, cause, &finding);
	report_add_finding(report, &finding);
}

static int grown_write_program(struct grown_causes *causes, const char *program,
	const char *folder, struct error *err)
{
	const char *name = words_base_name(program);
	struct report_process process = {.program = program,
		.test = name,
		.command = name,
		.pid = (unsigned)getpid(),
		.started_unix_ms = (uint64_t)time(NULL) * 1000};
	char *path = memory_format("%s/findings.json", folder);
	struct report report;
	int result = folders_make_all(folder, err);

	report_init(&report);
	report_add_process(&report, &process);
	for (size_t i = 0; i < causes->count; i++)
		if (!strcmp(causes->cause[i].experiment->program, program))
			grown_add_cause(
				&report, &causes->arena, &causes->cause[i]);
	if (!result)
		result = report_write_json(&report, path, err);
	report_release(&report);
	free(path);
	return result;
}

int grown_causes_write(
	struct grown_causes *causes, const char *directory, struct error *err)
{
	char *all = memory_format("%s/" GROWN_FOLDER, directory);
	int result = 0;

	folders_remove(all);
	for (size_t i = 0; !result && i < causes->program_count; i++) {
		char *folder = memory_format("%s/%zu", all, i);
		result = grown_write_program(
			causes, causes->program[i], folder, err);
		free(folder);
	}
	free(all);
	return result;
}
