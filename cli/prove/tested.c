/* SPDX-License-Identifier: MIT
 * Grows a test in place, knob by knob, and judges what its findings walk then. */
#include "config.h"

#include "cli/prove/tested.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/prove/counted.h"
#include "cli/prove/grow.h"
#include "cli/prove/knobs.h"
#include "cli/prove/scratch.h"
#include "cli/recorded.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/clock.h"
#include "lib/command/part.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

#define VERB	   "prove"
#define VALUES_MAX 8
#define DOUBLINGS  6
#define SMALLEST   4	/* value from which on a knob is doubled */
#define WIDE	   16	/* factor over which a knob is grown, if it can be */
#define LARGE	   512	/* value that is made smaller instead */
#define CHANGED	   1.25 /* of reads or walks, by a knob that matters */
#define AGENT	   "object:*retread-grow.so"

/* What a finding was in a run. */
struct tested_seen {
	uint64_t reads, longest;
};

/* A setting, and its runs so far; of each run, what was seen of each finding. */
struct trial {
	const struct knob *knob[KNOBS_SET_MAX];
	size_t knobs;
	uint64_t value[VALUES_MAX]; /* of all its knobs */
	size_t values, done;
	struct tested_seen *seen[VALUES_MAX];
};

struct tester {
	const struct prove_grow *request;
	struct tested_finding *tested;
	size_t count;
	struct tested_course *course;
	const struct recorded_command *command;
	struct scratch scratch;
	struct knobs_place place;
	struct arena arena;
	const char *only; /* the test; NULL: main() */
	char *run;	  /* where a recording goes */
	double end;	  /* by the clock */
	double last;	  /* seconds of the newest run */
	/* Which made walks of the first finding longest, or most of them, and how much. */
	const struct knob *longer, *more;
	double longer_factor, more_factor;
};

/* ---- runs ---- */

static bool tested_shares_site(
	const struct report_finding *a, const struct report_finding *b)
{
	for (size_t i = 0; i < a->sites.count; i++)
		for (size_t j = 0; j < b->sites.count; j++) {
			const struct report_place *x = &a->sites.place[i];
			const struct report_place *y = &b->sites.place[j];
			if (x->file && y->file && x->line == y->line &&
				x->column == y->column &&
				strcmp(x->file, y->file) == 0)
				return true;
		}
	return false;
}

/* The longest walk at FINDING's sites in REPORT, whatever it is called there: as data grow,
 * so does what is joined in one finding. */
static uint64_t tested_longest(
	const struct report *report, const struct report_finding *finding)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *each = &report->finding[i];
		bool is_it = each->fingerprint == finding->fingerprint ||
			     (each->function && finding->function &&
				     strcmp(each->function,
					     finding->function) == 0 &&
				     tested_shares_site(each, finding));
		if (is_it && each->evidence.walk_length.max > longest)
			longest = each->evidence.walk_length.max;
	}
	return longest;
}

/* False: the run was ended, or is known in part. */
static bool tested_look(struct tester *tester, struct tested_seen *seen)
{
	struct error err = {{0}};
	struct report report;
	bool is_run;

	report_init(&report);
	is_run = results_load(&report, tester->run, &err) == 0 &&
		 report.process_count > 0 && !prove_points_are_partial(&report);
	for (size_t i = 0; is_run && i < report.process_count; i++)
		is_run = report.process[i].signal <= 0;
	for (size_t i = 0; is_run && i < tester->count; i++) {
		const struct report_finding *finding =
			tester->tested[i].finding;
		uint64_t plain = 0;
		prove_counted_add(tester->run, finding, &seen[i].reads, &plain);
		seen[i].longest = tested_longest(&report, finding);
	}
	report_release(&report);
	return is_run;
}

static void add_recording(const struct tester *tester,
	const struct knobs_run *run, struct arguments *command)
{
	struct settings settings = SETTINGS_DEFAULT;

	settings.follow_all = settings.count_lines = true;
	settings.symbol_cache = tester->request->symbols;
	arguments_add(command, "retread");
	arguments_add(command, "record");
	arguments_add(command, "--quiet");
	arguments_add_option(command, "out", tester->run);
	arguments_add_option(command, "exclude", AGENT);
	options_add_arguments(&settings_options, &settings, command);
	arguments_add_format(command, "--timeout=%.0f",
		fmax(1, floor(tester->end - clock_seconds())));
	arguments_add(command, "--");
	for (size_t i = 0; i < run->command_count; i++)
		arguments_add(command, run->command[i]);
}

/* Records the test with SETTING. Returns true if it ended, and SEEN has what was seen. */
static bool tested_record(struct tester *tester,
	const struct knobs_setting *setting, struct tested_seen *seen)
{
	struct rerun rerun = {.output = RERUN_HIDDEN,
		.directory = tester->scratch.directory,
		.home = tester->scratch.folder,
		.input = tester->command->input ? tester->command->input
						: "/dev/null",
		.is_silent = !tester->request->prints_output,
		.signal = &tester->course->signal};
	struct arguments command = {0};
	struct error err = {{0}};
	struct knobs_run run;
	double began = clock_seconds();
	bool is_run = false;

	if (knobs_write(&run, &tester->arena, &tester->place, setting, &err) !=
		0)
		return false;
	rerun.environment = knobs_environment(&run, &tester->arena);
	folders_remove(tester->run);
	add_recording(tester, &run, &command);
	int status = rerun_verb(&rerun, command.word);
	if (tester->course->signal == 0 &&
		(status == CLI_DONE || status == CLI_TESTS_FAILED))
		is_run = tested_look(tester, seen);
	tester->course->recordings++;
	tester->last = clock_seconds() - began;
	folders_remove(tester->run);
	arguments_release(&command);
	return is_run;
}

static bool tested_is_over(const struct tester *tester)
{
	return tester->course->signal != 0 ||
	       clock_seconds() + tester->last > tester->end;
}

/* ---- values ---- */

/* Doublings from the base on where that is possible, else smaller values. */
static void trial_choose_values(struct trial *trial)
{
	uint64_t base = 0, max = UINT64_MAX, least = 1;

	for (size_t i = 0; i < trial->knobs; i++) {
		const struct knob *knob = trial->knob[i];
		base = knob->base > base ? knob->base : base;
		max = knob->max < max ? knob->max : max;
		least = knob->min > least ? knob->min : least;
	}
	uint64_t from = base > SMALLEST ? base : SMALLEST;
	bool grows = base <= LARGE && max / WIDE >= from;
	if (!grows && base < max && base > 0)
		max = base;
	if (!grows && max >= (uint64_t)least << DOUBLINGS) {
		from = max >> (DOUBLINGS - 1);
		grows = true;
	}
	for (int i = 0; grows && i < DOUBLINGS && from << i <= max; i++)
		trial->value[trial->values++] = from << i;
	if (grows)
		return;
	uint64_t step = (max + VALUES_MAX - 1) / VALUES_MAX;
	uint64_t steps = step ? (max - least) / step : 0;
	for (uint64_t i = 0; i <= steps && trial->values < VALUES_MAX; i++)
		trial->value[trial->values++] = max - (steps - i) * step;
}

/* ---- one setting ---- */

static bool trial_go_on(struct tester *tester, struct trial *trial, size_t at)
{
	struct knobs_setting setting = {
		.count = trial->knobs, .only = tester->only};

	for (size_t i = 0; i < trial->knobs; i++) {
		setting.knob[i] = trial->knob[i];
		setting.value[i] = trial->value[at];
	}
	trial->seen[at] = arena_alloc_zero(
		&tester->arena, tester->count, sizeof *trial->seen[at]);
	return tested_record(tester, &setting, trial->seen[at]);
}

static double tested_ratio(uint64_t larger, uint64_t smaller)
{
	return (double)(larger + 1) / (double)(smaller + 1);
}

/* Does the value at LAST change the walks of finding I from what they are at FIRST? */
static bool trial_changes(
	const struct trial *trial, size_t first, size_t last, size_t i)
{
	const struct tested_seen *a = &trial->seen[first][i];
	const struct tested_seen *b = &trial->seen[last][i];

	return tested_ratio(b->reads, a->reads) >= CHANGED ||
	       tested_ratio(b->longest, a->longest) >= CHANGED;
}

static bool trial_reaches(
	const struct tester *tester, const struct trial *trial, size_t last)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester->tested[i].verdict != TESTED_GROWS &&
			trial_changes(trial, 0, last, i))
			return true;
	return false;
}

/* "loop bound at t.c:12 and call of add at t.c:14": what, without the base. */
static char *trial_describe_dup(const struct trial *trial)
{
	struct arguments parts = {0};
	char *text;

	for (size_t i = 0; i < trial->knobs; i++) {
		const char *what = trial->knob[i]->what;
		const char *colon = strrchr(what, ':');
		bool has_base = colon && colon[1] == ' ';
		arguments_add_format(&parts, "%.*s",
			(int)(has_base ? colon - what : (long)strlen(what)),
			what);
	}
	text = arguments_join_dup(&parts, " and ");
	arguments_release(&parts);
	return text;
}

/* Takes TRIAL's runs as what speaks for finding I. */
static void trial_take(
	struct tester *tester, const struct trial *trial, size_t i)
{
	struct tested_finding *tested = &tester->tested[i];

	prove_tested_release(tested, 1);
	prove_points_init(&tested->points);
	tested->change = trial_describe_dup(trial);
	for (size_t k = 0; k < trial->knobs; k++)
		tested->knob[k] = memory_string_dup(trial->knob[k]->id);
	tested->points.change = tested->change;
	tested->only = tester->only ? memory_string_dup(tester->only) : NULL;
	tested->points.only = tested->only;
	tested->points.knob = tested->knob;
	for (size_t at = 0; at < trial->done; at++) {
		const struct tested_seen *seen = &trial->seen[at][i];
		const struct prove_grown grown = {.k = trial->value[at],
			.reads = seen->reads,
			.cells = seen->longest};
		prove_points_add_grown(&tested->points, &grown);
	}
}

/* What retread-prove says of the points of finding I. */
static enum tested_verdict trial_judge(
	struct tester *tester, const struct trial *trial, size_t i)
{
	char *folder = memory_format("%s/judged", tester->place.folder);
	char *path = memory_format("%s/points.json", folder);
	const char *judge = PART_PROVER;
	char *command[] = {
		(char *)judge, "points", "--out", folder, path, NULL};
	struct tested_finding one = {.finding = tester->tested[i].finding};
	struct tester judged = {.tested = &one, .only = tester->only};
	struct trial own = *trial;
	struct error err = {{0}};
	int status = folders_make_all(folder, &err);

	for (size_t at = 0; at < own.done; at++)
		own.seen[at] += i;
	trial_take(&judged, &own, 0);
	const struct prove_subject subject = {.finding = one.finding};
	if (status == 0)
		status = prove_points_write(&one.points, &subject, path, &err);
	if (status == 0)
		status = part_run_in(judge, command, NULL, "/dev/null", &err);
	prove_tested_release(&one, 1);
	folders_remove(folder);
	free(path);
	free(folder);
	return status == CLI_GATE   ? TESTED_GROWS
	       : status == CLI_DONE ? TESTED_DOES_NOT_GROW
				    : TESTED_NOT_SHOWN;
}

static void trial_note_sides(
	struct tester *tester, const struct trial *trial, size_t last)
{
	const struct tested_seen *a = trial->seen[0], *b = trial->seen[last];
	double longer = tested_ratio(b->longest, a->longest);
	double more = tested_ratio(b->reads, a->reads) / longer;

	if (longer >= CHANGED && longer > tester->longer_factor) {
		tester->longer = trial->knob[0];
		tester->longer_factor = longer;
	}
	if (longer < CHANGED && more >= CHANGED && more > tester->more_factor) {
		tester->more = trial->knob[0];
		tester->more_factor = more;
	}
}

/* Two values first: most knobs do not reach what is walked. */
static void tester_try(struct tester *tester, struct trial *trial)
{
	size_t second = trial->values > 2 ? 2 : trial->values - 1;
	bool is_run;

	tester->course->knobs++;
	if (trial->values < 2 || !trial_go_on(tester, trial, 0) ||
		tested_is_over(tester) || !trial_go_on(tester, trial, second) ||
		!trial_reaches(tester, trial, second))
		return;
	tester->course->reached++;
	for (size_t at = 1; at < trial->values; at++) {
		is_run =
			at == second || (!tested_is_over(tester) &&
						trial_go_on(tester, trial, at));
		if (!is_run)
			break;
		trial->done = at + 1;
	}
	if (trial->done <= second)
		return;
	trial_note_sides(tester, trial, trial->done - 1);
	for (size_t i = 0; i < tester->count; i++) {
		struct tested_finding *tested = &tester->tested[i];
		enum tested_verdict verdict;
		if (!trial_changes(trial, 0, trial->done - 1, i))
			continue;
		verdict = trial_judge(tester, trial, i);
		if (!tested->change || verdict > tested->verdict)
			trial_take(tester, trial, i);
		if (verdict > tested->verdict)
			tested->verdict = verdict;
	}
}

/* ---- a test ---- */

static bool knob_is_of(const struct knob *knob, const char *test)
{
	if (knob->test_count == 0 || !test)
		return true;
	for (size_t i = 0; i < knob->test_count; i++)
		if (strcmp(knob->test[i], test) == 0)
			return true;
	return false;
}

static bool tester_is_decided(const struct tester *tester)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester->tested[i].verdict != TESTED_GROWS)
			return false;
	return true;
}

/* Each knob alone, then one that makes walks longer with one that makes them more. */
static void tester_try_knobs(struct tester *tester, const struct knobs *knobs)
{
	for (size_t i = 0; i < knobs->count && !tested_is_over(tester) &&
			   !tester_is_decided(tester);
		i++) {
		struct trial trial = {.knob = {&knobs->knob[i]}, .knobs = 1};
		if (!knob_is_of(&knobs->knob[i], tester->only))
			continue;
		trial_choose_values(&trial);
		tester_try(tester, &trial);
	}
	if (tester->longer && tester->more && !tested_is_over(tester) &&
		tester->tested[0].verdict != TESTED_GROWS) {
		struct trial both = {
			.knob = {tester->longer, tester->more}, .knobs = 2};
		trial_choose_values(&both);
		tester_try(tester, &both);
	}
}

/* The program that showed the finding, as it is in the scratch folder if the command only
 * starts it. */
static void tester_choose_words(
	struct tester *tester, const char *program, struct arguments *words)
{
	char *own =
		recorded_path_dup(tester->command, tester->command->word[0]);
	char *path = recorded_path_dup(tester->command, program);

	if (strcmp(own, path) != 0 && strchr(program, '/')) {
		arguments_add(words, path);
	} else {
		arguments_add_all(words, tester->scratch.words.word);
	}
	free(path);
	free(own);
}

static const struct report_witness *witness_of(
	const struct report_finding *finding, const char *test)
{
	const struct report_witness *longest = &finding->witness[0];

	for (size_t i = 1; i < finding->witness_count; i++) {
		const struct report_witness *each = &finding->witness[i];
		bool is_it = false;
		for (size_t j = 0; j < each->test_count; j++)
			is_it |= strcmp(each->tests[j], test) == 0;
		if (is_it && each->evidence.walk_length.max >
				     longest->evidence.walk_length.max)
			longest = each;
	}
	return longest;
}

/* Runs the test as it is. Is the first finding there? */
static bool tester_has_finding(struct tester *tester)
{
	const struct knobs_setting as_it_is = {.only = tester->only};
	struct tested_seen *seen =
		arena_alloc_zero(&tester->arena, tester->count, sizeof *seen);

	return tested_record(tester, &as_it_is, seen) && seen[0].reads > 0;
}

/* *IS_THERE: the command shows the first finding again. */
static int tester_grow(
	struct tester *tester, const char *folder, bool *is_there)
{
	const struct recorded_input none = {
		(char *)tester->command->directory, RECORDED_OPENED, 0};
	const struct report_finding *finding = tester->tested[0].finding;
	const struct report_witness *witness =
		witness_of(finding, tester->command->test);
	const char *test = witness->test_function.function;
	struct arguments words = {0};
	struct error err = {{0}};
	struct knobs knobs;
	int status;

	*is_there = false;
	tester->only = test && strcmp(test, "main") != 0 ? test : NULL;
	status = scratch_open(&tester->scratch, tester->command,
		tester->request->report, &none, folder, &err);
	if (status == 0) {
		char *place = memory_format("%s.knobs", tester->scratch.folder);
		tester->run = memory_format("%s.run", tester->scratch.folder);
		tester_choose_words(tester, witness->process.program, &words);
		tester->place = (struct knobs_place){
			place, tester->scratch.directory, words.word};
		if (knobs_find(&knobs, &tester->arena, &tester->place, &err) ==
			0) {
			*is_there = tester_has_finding(tester);
			if (*is_there)
				tester_try_knobs(tester, &knobs);
		}
		folders_remove(place);
		free(place);
		free(tester->run);
	}
	if (*is_there && tester->course->command->count == 0)
		arguments_add_all(tester->course->command, words.word);
	arguments_release(&words);
	scratch_close(&tester->scratch);
	return status == 0 ? CLI_DONE
			   : cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
}

int prove_tested(const struct prove_grow *request,
	struct tested_finding *tested, size_t count,
	struct tested_course *course)
{
	char *folder = memory_format("%s/scratch", request->folder);
	double end = clock_seconds() + request->seconds;
	struct arena arena = {0};
	struct recorded_choice choice =
		recorded_find(&arena, request->results, tested[0].finding);
	bool is_there = false;
	int status = CLI_DONE;

	rerun_hold_signals();
	for (size_t i = 0;
		i < choice.count && i < PROVE_WITNESSES_MAX &&
		status == CLI_DONE && !is_there && course->signal == 0;
		i++) {
		struct tester tester = {.request = request,
			.tested = tested,
			.count = count,
			.course = course,
			.command = choice.command[i],
			.end = end};
		folders_remove(folder);
		status = tester_grow(&tester, folder, &is_there);
		arena_release(&tester.arena);
	}
	rerun_release_signals();
	course->is_missing = !is_there;
	arena_release(&arena);
	free(folder);
	return status;
}

void prove_tested_release(struct tested_finding *tested, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		prove_points_release(&tested[i].points);
		free(tested[i].change);
		free(tested[i].only);
		tested[i].change = tested[i].only = NULL;
		for (size_t j = 0;
			j < sizeof tested->knob / sizeof *tested->knob; j++) {
			free(tested[i].knob[j]);
			tested[i].knob[j] = NULL;
		}
	}
}
