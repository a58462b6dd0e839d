/* SPDX-License-Identifier: MIT
 * Runs a test that is grown under the recorder, and looks at its findings. */
#include "config.h"

#include "cli/prove/tester.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/counted.h"
#include "cli/prove/progress.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/clock.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/growth/growth.h"
#include "lib/words.h"

#define END_CHARACTERS 100 /* of a knob that ends the test */
#define AGENT	       "object:*retread-grow.so"
/* What takes so many times as long as the test does, and so many seconds, is too large to
 * be looked at while other knobs wait. */
#define RUN_TIMES 5
#define RUN_LEAST 3
/* Ways to grow a test, of which none makes a finding grow: no more are tried. */
#define FLAT_ENOUGH  6
#define FLAT_CERTAIN 2 /* what a way counts that makes more walks, too */
#define FLAT_RISE                                                              \
	1.1	   /* of reads for each unit, from the first size to the last */
#define LATE   1.5 /* times the limit of each of a run's processes */
#define SILENT 3   /* runs of a way that see the same: no more are done */

/* The files that REPORT's processes opened in the folder of TESTER, as the test calls
 * them. */
static void tester_list_files(struct tester *tester,
	const struct report *report, struct seen_run *run)
{
	size_t folder = strlen(tester->scratch.folder), most = 0;

	for (size_t i = 0; i < report->process_count; i++)
		most += report->process[i].file_count;
	run->file =
		arena_alloc_zero(&tester->arena, most + 1, sizeof *run->file);
	for (size_t i = 0; i < report->process_count; i++)
		for (size_t j = 0; j < report->process[i].file_count; j++) {
			const char *path = report->process[i].file[j];
			if (strncmp(path, tester->scratch.folder, folder) != 0)
				continue;
			run->file[run->file_count++] =
				arena_string(&tester->arena, path + folder);
		}
}

/* The run was ended, or is known in part: it has no findings. */
static void tester_look(struct tester *tester, struct seen_run *run)
{
	struct error err = {{0}};
	struct report report;

	report_init(&report);
	run->has_ended = results_load(&report, tester->run, &err) == 0 &&
			 report.process_count > 0 &&
			 !prove_points_are_partial(&report);
	run->is_short = prove_points_are_short(&report);
	for (size_t i = 0; i < report.process_count; i++)
		if (report.process[i].signal > 0)
			run->signal = report.process[i].signal;
	run->has_ended &= run->signal == 0;
	for (size_t i = 0; run->has_ended && i < tester->count; i++) {
		const struct report_finding *finding =
			tester->tested[i].finding;
		uint64_t plain = 0;
		prove_counted_add(
			tester->run, finding, &run->finding[i].reads, &plain);
		tester_find_walks(&report, finding, &run->finding[i]);
	}
	if (run->has_ended && !tester->base)
		tester_list_files(tester, &report, run);
	report_release(&report);
}

static void tester_add_words(const struct tester *tester,
	const struct knobs_run *run, struct arguments *command)
{
	struct settings settings = SETTINGS_DEFAULT;

	settings.follow_all = settings.count_lines = !tester->follows_less;
	settings.max_memory = tester->request->max_memory;
	settings.symbol_cache = tester->request->symbols;
	arguments_add(command, "retread");
	arguments_add(command, "record");
	arguments_add(command, "--quiet");
	arguments_add_option(command, "out", tester->run);
	arguments_add_option(command, "exclude", AGENT);
	options_add_arguments(&settings_options, &settings, command);
	arguments_add_format(command, "--timeout=%.0f",
		fmax(1, floor(fmin(clock_patience() * PROVE_RUN_SECONDS,
				tester->clock_end - clock_seconds()))));
	arguments_add(command, "--");
	for (size_t i = 0; i < run->command_count; i++)
		arguments_add(command, run->command[i]);
}

/* CPU seconds that each process of a run may take: the recorder and the analyzer share what
 * is left. */
static unsigned tester_limit(const struct tester *tester)
{
	double times = RUN_TIMES * tester->base_seconds;
	unsigned shared = tester_left(tester, UINT_MAX) / 2 + 1;
	unsigned limit = tester->base_seconds > 0
				 ? (unsigned)fmax(RUN_LEAST,
					   fmin(PROVE_RUN_SECONDS, times))
				 : PROVE_RUN_SECONDS;

	return shared < limit ? shared : limit;
}

/* Whether SIGNAL is one by which a test ends itself, and not what its time does. */
static bool tester_is_death(int signal)
{
	return signal > 0 && signal != SIGTERM && signal != SIGKILL &&
	       signal != SIGXCPU;
}

/* Whether RUN was ended as its time was over: another time it may not be. */
static bool tester_is_late(const struct seen_run *run)
{
	return !run->has_ended && !run->is_short &&
	       !tester_is_death(run->signal);
}

static void tester_draw(
	const struct tester *tester, const struct knobs_setting *setting)
{
	const char *what =
		setting->count > 0 ? setting->knob[0]->what : "as it is";
	char more[32] = "";

	if (setting->count > 1)
		snprintf(
			more, sizeof more, " and %zu more", setting->count - 1);
	if (!tester->request->is_quiet)
		prove_progress_draw(tester->end - clock_spent(),
			"%s%srecording %zu%s: %s",
			tester->test ? tester->test : "",
			tester->test ? ", " : "",
			tester->course->recordings + 1, more, what);
}

/* Records the test with SETTING. Returns true if RUN can be kept: it would be the same
 * again. */
static bool tester_record(struct tester *tester,
	const struct knobs_setting *setting, struct seen_run *seen)
{
	struct rerun rerun = {.output = RERUN_HIDDEN,
		.directory = tester->scratch.directory,
		.home = tester->scratch.folder,
		.input = tester->command->input ? tester->command->input
						: "/dev/null",
		.is_silent = !tester->request->prints_output,
		.cpu_seconds = tester_limit(tester),
		.signal = &tester->course->signal};
	struct arguments command = {0};
	struct error err = {{0}};
	struct knobs_run run;
	double began = clock_spent();

	if (knobs_write(&run, &tester->arena, &tester->keeper, setting, &err) !=
		0)
		return false;
	seen->changed = run.changed;
	rerun.environment = knobs_environment(&run, &tester->arena);
	tester_draw(tester, setting);
	folders_remove(tester->run);
	tester_add_words(tester, &run, &command);
	int status = rerun_verb(&rerun, command.word);
	if (tester->course->signal == 0 &&
		(status == CLI_DONE || status == CLI_TESTS_FAILED))
		tester_look(tester, seen);
	tester->course->recordings++;
	tester->last = tester->seconds = seen->seconds = clock_spent() - began;
	folders_remove(tester->run);
	arguments_release(&command);
	return tester->course->signal == 0 &&
	       (seen->has_ended || !tester_is_late(seen));
}

/* ---- keys ---- */

/* What a run depends on, as a digest in TEXT. */
static void tester_make_key(const struct tester *tester,
	const struct knobs_setting *setting, const struct tester_put *put,
	char text[DIGEST_HEX_BYTES])
{
	struct arguments parts = {0};
	char content[DIGEST_HEX_BYTES], *all;

	arguments_add(&parts, tester->digest);
	arguments_add_format(&parts, "%d %" PRIu64, tester->follows_less,
		tester->request->max_memory);
	arguments_add(&parts, setting->only ? setting->only : "");
	for (size_t i = 0; i < setting->count; i++)
		arguments_add_format(&parts, "%s=%" PRIu64 " %s",
			setting->knob[i]->id, setting->value[i],
			setting->knob[i]->what);
	if (put) {
		digest_sha256(content, put->bytes->at, put->bytes->length);
		arguments_add(
			&parts, put->place + strlen(tester->scratch.folder));
		arguments_add(&parts, content);
	}
	all = arguments_join_dup(&parts, "\n");
	digest_sha256(text, all, strlen(all));
	free(all);
	arguments_release(&parts);
}

int tester_put_file(struct tester *tester, const struct tester_put *put)
{
	struct error ignored = {{0}};

	tester_put_back(tester);
	free(tester->scratch.place);
	tester->scratch.place = memory_string_dup(put->place);
	tester->whole.at = scratch_read_file(
		put->place, TESTER_FILE_MAX, &tester->whole.length, &ignored);
	return scratch_put_input(
		&tester->scratch, put->bytes->at, put->bytes->length, &ignored);
}

void tester_put_back(struct tester *tester)
{
	struct error ignored = {{0}};

	if (!tester->whole.at)
		return;
	scratch_put_input(&tester->scratch, tester->whole.at,
		tester->whole.length, &ignored);
	bytes_release(&tester->whole);
}

struct knobs_setting tester_complete(
	struct tester *tester, const struct knobs_setting *setting)
{
	size_t count = setting->count, most = count + tester->shrunk.knobs;
	const struct knob **knob =
		arena_alloc_zero(&tester->arena, most + 1, sizeof *knob);
	uint64_t *value =
		arena_alloc_zero(&tester->arena, most + 1, sizeof *value);

	for (size_t i = 0; i < count; i++) {
		knob[i] = setting->knob[i];
		value[i] = setting->value[i];
	}
	for (size_t i = 0; i < tester->shrunk.knobs; i++) {
		bool is_set = false;
		for (size_t j = 0; j < setting->count; j++)
			is_set |= knob[j] == tester->shrunk.knob[i];
		if (is_set)
			continue;
		knob[count] = tester->shrunk.knob[i];
		value[count] = knob[count]->base;
		count++;
	}
	return (struct knobs_setting){knob, value, count, setting->only};
}

struct seen_finding *tester_run(struct tester *tester,
	const struct knobs_setting *wanted, const struct tester_put *put)
{
	const struct knobs_setting all = tester_complete(tester, wanted);
	const struct knobs_setting *setting = &all;
	char key[DIGEST_HEX_BYTES];
	struct seen_run run = {.key = key,
		.test = tester->only,
		.finding = arena_alloc_zero(
			&tester->arena, tester->count, sizeof *run.finding),
		.finding_count = tester->count};
	const struct seen_run *known;

	tester->signal = 0;
	tester_make_key(tester, setting, put, key);
	for (size_t i = 0; i < tester->count; i++)
		run.finding[i].id = tester->tested[i].finding->id;
	known = kept_runs_find(
		tester->kept, key, run.finding, run.finding_count);
	for (size_t i = 0; known && i < run.finding_count; i++)
		for (size_t j = 0; j < known->finding_count; j++)
			if (strcmp(known->finding[j].id, run.finding[i].id) ==
				0)
				run.finding[i] = known->finding[j];
	if (known) {
		run.file = known->file;
		run.file_count = known->file_count;
		run.has_ended = known->has_ended;
		run.is_short = known->is_short;
		tester->seconds = known->seconds;
	} else if (put && tester_put_file(tester, put) != 0) {
		return NULL;
	} else if (tester_record(tester, setting, &run)) {
		kept_runs_add(tester->kept, &run);
	}
	tester_put_back(tester);
	tester->signal = run.signal;
	if (!tester->base && run.is_short && !tester->follows_less) {
		tester->follows_less = true;
		return tester_run(tester, wanted, put);
	}
	if (!tester->base) {
		tester->opened = run.file;
		tester->opened_count = run.file_count;
		tester->course->is_late |= tester_is_late(&run);
		tester->course->is_short |= run.is_short;
	}
	return run.has_ended ? run.finding : NULL;
}

struct native_run tester_native(
	struct tester *tester, const struct knobs_run *run)
{
	return (struct native_run){.command = knobs_words(run, &tester->arena),
		.environment = knobs_environment(run, &tester->arena),
		.directory = tester->scratch.directory,
		.home = tester->scratch.folder,
		.input = tester->command->input};
}

static double tester_spent(const struct tester *tester)
{
	return clock_spent() + knobs_spent(&tester->keeper);
}

bool tester_is_over(const struct tester *tester)
{
	return tester->course->signal != 0 ||
	       tester_spent(tester) + tester->last > tester->end ||
	       clock_seconds() > tester->clock_end;
}

unsigned tester_left(const struct tester *tester, unsigned limit)
{
	double left = tester->end - tester_spent(tester);

	return left < 1 ? 1 : left < limit ? (unsigned)left : limit;
}

void tester_note(struct tester *tester, const struct knob *knob)
{
	for (size_t i = 0; i < TESTER_KINDS_MAX; i++) {
		struct tester_tried *tried = &tester->tried[i];
		if (tried->kind && strcmp(tried->kind, knob->kind) != 0)
			continue;
		tried->kind = knob->kind;
		tried->count++;
		return;
	}
}

/* Finding I does not grow by any of the ways that were tried, and these are enough. */
static bool tester_is_settled(const struct tester *tester, size_t i)
{
	const struct tester_best *best = &tester->best[i];

	return best->flat >= FLAT_ENOUGH && !tester->tested[i].is_doubtful &&
	       (best->differs || !best->can_differ) &&
	       (best->is_combined || best->longer.knobs == 0 ||
		       best->more.knobs == 0);
}

bool tester_is_open(const struct tester *tester, size_t i)
{
	return tester->tested[i].verdict != TESTED_GROWS &&
	       !tester->tested[i].is_missing && !tester_is_settled(tester, i);
}

bool tester_has_open(const struct tester *tester)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester_is_open(tester, i))
			return true;
	return false;
}

/* ---- trials ---- */

void tester_say_end(struct tester *tester, const struct knob *knob,
	uint64_t value, int signal)
{
	const char *base = strrchr(knob->what, ':');
	char *what, *words;

	if (!tester_is_death(signal) || tester->request->is_quiet)
		return;
	what = memory_string_dup_length(knob->what,
		base ? (size_t)(base - knob->what) : strlen(knob->what));
	words = words_shorten(what, END_CHARACTERS);
	prove_progress_clear();
	fprintf(stderr, "retread: %s: ends at %" PRIu64 ": %s%s\n", words,
		value, strsignal(signal),
		knobs_died(&tester->keeper, &tester->arena));
	free(words);
	free(what);
}

static bool tester_go_on(struct tester *tester, struct trial *trial, size_t at)
{
	struct trial_setting setting;

	trial_set(trial, trial->value[at], &setting);
	trial->seen[at] = tester_run(tester, &setting.knobs,
		setting.put.place ? &setting.put : NULL);
	bytes_release(&setting.bytes);
	trial->seconds[at] = tester->seconds;
	if (!trial->seen[at])
		tester_say_end(tester, trial->group.knob[0], trial->value[at],
			tester->signal);
	return trial->seen[at] != NULL;
}

bool tester_differs(
	const struct tester *tester, const struct seen_finding *seen)
{
	for (size_t i = 0; i < tester->count; i++) {
		const struct seen_finding *base = &tester->base[i];
		if (tester_is_open(tester, i) &&
			(seen[i].reads != base->reads ||
				seen[i].longest != base->longest ||
				seen[i].walks != base->walks))
			return true;
	}
	return false;
}

static void trial_note_sides(struct tester *tester, const struct trial *trial,
	struct trial_sides sides, size_t i)
{
	struct tester_best *best = &tester->best[i];

	if (trial->is_combined || trial->group.knob[0]->family)
		return;
	/* The same call again says nothing of what one call does. */
	if (trial->group.knob[0]->is_same)
		sides.more = fmin(sides.more, sides.walks);
	/* The likelier ways were first: another one must do more by far. */
	if (sides.longer >= TRIAL_CHANGED &&
		sides.longer > TRIAL_CHANGED * best->longer_factor) {
		best->longer = trial->group;
		best->longer_factor = sides.longer;
	}
	if (sides.longer < TRIAL_CHANGED && sides.more >= TRIAL_CHANGED &&
		sides.more > TRIAL_CHANGED * best->more_factor) {
		best->more = trial->group;
		best->more_factor = sides.more;
	}
}

/* What makes the file that TRIAL grows, and where it belongs. */
static void tester_keep_file(const struct tester *tester,
	const struct trial *trial, struct prove_points *points)
{
	for (size_t i = 0; i < trial->group.knobs; i++) {
		const struct knob *knob = trial->group.knob[i];
		size_t length;
		FILE *out = knob->family && !points->script
				    ? open_memstream(&points->script, &length)
				    : NULL;
		if (!out)
			continue;
		family_print_script(knob->family, out);
		fclose(out);
		points->place = memory_string_dup(
			knob->place + strlen(tester->scratch.folder));
	}
}

static void tester_judge(struct tester *tester, struct trial *trial,
	struct trial_sides sides, size_t i)
{
	struct tested_finding *tested = &tester->tested[i];

	enum tested_verdict verdict =
		trial_speak(trial, i, tested, tester->judged);
	bool is_flat = verdict == TESTED_DOES_NOT_GROW ||
		       (trial_is_flat(trial, i) && trial_is_larger(trial, i));

	if (tested->verdict != TESTED_GROWS) {
		tester->best[i].flat += verdict == TESTED_DOES_NOT_GROW
						? FLAT_CERTAIN
						: is_flat;
		tester->best[i].differs |=
			is_flat && knob_group_differs(&trial->group);
		tested->flat = tester->best[i].flat;
		tested->is_doubtful |= !is_flat &&
				       sides.longer >= TRIAL_DOUBTFUL &&
				       sides.more >= TRIAL_DOUBTFUL;
		return;
	}
	tester_keep_file(tester, trial, &tested->points);
	tester_measure(tester, trial, &tested->points);
}

/* Whether the newest of TRIAL's runs saw what the first did, of all that is open. */
static bool tester_sees_the_same(
	const struct tester *tester, const struct trial *trial)
{
	for (size_t i = 0; i < tester->count; i++) {
		const struct seen_finding *a = &trial->seen[0][i];
		const struct seen_finding *b = &trial->seen[trial->done - 1][i];
		if (tester_is_open(tester, i) &&
			(a->reads != b->reads || a->longest != b->longest ||
				a->walks != b->walks))
			return false;
	}
	return true;
}

/* Whether TRIAL's runs so far show that it changes nothing: two do that see what the test does as it
 * is, for of a file a part may be grown. */
static bool tester_is_silent(
	const struct tester *tester, const struct trial *trial)
{
	size_t enough =
		tester_differs(tester, trial->seen[0]) ? SILENT : SILENT - 1;

	return trial->done == enough && tester_sees_the_same(tester, trial);
}

/* Reads of finding I for each unit that run AT of TRIAL has more than the one before. */
static double tester_slope(const struct trial *trial, size_t at, size_t i)
{
	return ((double)trial->seen[at][i].reads -
		       (double)trial->seen[at - 1][i].reads) /
	       (double)(trial->value[at] - trial->value[at - 1]);
}

/* Whether what is open reads no more for each unit at the last of TRIAL's values than at the
 * first. */
static bool tester_is_flat(
	const struct tester *tester, const struct trial *trial)
{
	for (size_t i = 0; i < tester->count; i++) {
		double first = tester_slope(trial, 1, i),
		       last = tester_slope(trial, trial->done - 1, i);
		if (tester_is_open(tester, i) && (first != 0 || last != 0) &&
			!(first > 0 && last <= FLAT_RISE * first))
			return false;
	}
	return true;
}

/* Whether the next of TRIAL's runs would be ended for its time, if that rises no less than it has
 * done. */
static bool tester_would_be_late(
	const struct tester *tester, const struct trial *trial)
{
	size_t at = trial->done;
	const double *seconds = trial->seconds;

	if (at < 2)
		return false;
	double slope = (seconds[at - 1] - seconds[at - 2]) /
		       (double)(trial->value[at - 1] - trial->value[at - 2]);
	return seconds[at - 1] + slope * (double)(trial->value[at] -
						  trial->value[at - 1]) >
	       LATE * tester_limit(tester);
}

/* Takes the next of TRIAL's runs from those of KNOWN, which is NULL or has other values of it. */
static bool tester_take_known(struct trial *trial, const struct trial *known)
{
	size_t at = trial->done;

	for (size_t i = 0; known && i < known->done; i++)
		if (known->value[i] == trial->value[at]) {
			trial->seen[at] = known->seen[i];
			trial->seconds[at] = known->seconds[i];
			return true;
		}
	return false;
}

/* Runs TRIAL with its values, except those of KNOWN, up to one with which it does not end, or until
 * these change nothing. */
static void tester_go_up(
	struct tester *tester, struct trial *trial, const struct trial *known)
{
	trial->done = 0;
	while (trial->done < trial->values &&
		(tester_take_known(trial, known) ||
			(!tester_is_over(tester) &&
				!tester_would_be_late(tester, trial) &&
				tester_go_on(tester, trial, trial->done)))) {
		trial->done++;
		if (tester_is_silent(tester, trial))
			trial->values = trial->done;
	}
}

/* The same, with fewer values first: if nothing grows with these, that is enough, and if something
 * does, the others are run, too, though the time is over. */
static void tester_go_through(struct tester *tester, struct trial *trial)
{
	static const size_t few[] = {0, 1, 3, 4};
	const size_t count = sizeof few / sizeof *few;
	double end = tester->end, seconds = 0;
	struct trial part = *trial;

	part.values = count;
	part.done = 0;
	for (size_t i = 0; i < count; i++)
		part.value[i] = trial->value[few[i]];
	if (trial->values > few[count - 1] + 1 &&
		part.value[count - 1] >= GROWTH_FLAT_SPAN * part.value[0]) {
		tester_go_up(tester, &part, NULL);
		if (part.values < count ||
			(part.done == count && tester_is_flat(tester, &part))) {
			*trial = part;
			return;
		}
	}
	for (size_t i = 0; part.done == count && i < count; i++)
		seconds += part.seconds[i];
	tester->end = fmax(end, tester_spent(tester) + seconds);
	tester_go_up(tester, trial, &part);
	tester->end = end;
	if (trial->done < part.done)
		*trial = part;
}

/* Whether TRIAL ended at a limit before it had shown what it could. */
static bool tester_is_cut(
	const struct tester *tester, const struct trial *trial)
{
	return trial->done < trial->values && trial->done < TRIAL_ENOUGH &&
	       !tester_is_over(tester) &&
	       (trial->done < 2 ||
		       tester_differs(tester, trial->seen[trial->done - 1]));
}

void tester_try(struct tester *tester, struct trial *trial)
{
	tester->course->knobs++;
	trial_choose_values(trial);
	tester_go_through(tester, trial);
	while (tester_is_cut(tester, trial) && trial_lower_values(trial))
		tester_go_through(tester, trial);
	if (trial->done < 2)
		return;
	tester->course->reached++;
	for (size_t i = 0; i < tester->count; i++) {
		struct trial_sides sides = trial_sides(
			&trial->seen[0][i], &trial->seen[trial->done - 1][i]);
		trial_note_sides(tester, trial, sides, i);
		/* More calls that walk as much each do not show that one call
		 * does not grow. */
		if (trial_only_repeats(trial))
			sides.more = fmin(sides.more, sides.walks);
		if (tester->tested[i].verdict != TESTED_GROWS &&
			(sides.longer >= TRIAL_CHANGED ||
				sides.more * sides.longer >= TRIAL_CHANGED))
			tester_judge(tester, trial, sides, i);
	}
	tester_tell(tester);
}
