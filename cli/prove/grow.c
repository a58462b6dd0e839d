/* SPDX-License-Identifier: MIT
 * Records a command on larger versions of a file that it read, until the reads of a
 * finding grow faster than the file. */
#include "config.h"

#include "cli/prove/grow.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "cli/prove/counted.h"
#include "cli/prove/points.h"
#include "cli/prove/scratch.h"
#include "cli/prove/tasks.h"
#include "cli/prove/untargeted.h"
#include "cli/recorded.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/clock.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/families/families.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define VERB	    "prove"
#define FIRST_K	    8  /* repetitions, then doublings */
#define SCREEN_K    16 /* of the first look at a family */
#define SIZES	    6
#define FASTER	    1.25 /* than the file: worth a second look */
#define BENT	    2.4	 /* of the second step by the first: worth all sizes */
#define STEEP	    2.9	 /* of the last steps: n^2, not n log n */
#define LONGER	    1.5	 /* a walk, than with the file itself */
#define KEPT	    0.9	 /* of the reads, by a shorter pattern */
#define SHORTEN_MAX 10	 /* recordings for that */

/* A recording on a file of BYTES. */
struct seen {
	size_t k, bytes;
	uint64_t reads, cells;
	uint64_t plain; /* reads except for those of string functions */
	bool is_run;	/* it ended by itself, and is known whole */
	bool is_short;	/* of memory, so that it is not */
};

struct grow {
	const struct prove_grow *request;
	struct scratch scratch;
	struct recorded_input input;
	struct bytes base;
	bool is_other;	 /* its command did not show the finding */
	bool is_missing; /* nor was it there when it was run again */
	bool is_late;	 /* that took all the time there is, and did not end */
	bool follows_less; /* to follow all takes more memory than there may be */
	struct seen before; /* of the file itself */
	bool is_seen;	    /* the command opened it in the scratch folder */
	char *run;	    /* where recordings go, and are removed from */
	double end, last;   /* of the CPU time there is; of the newest run */
	double clock_end;
	size_t recordings, tried, grown;
	int signal;
	/* Where walks became longest, if nothing is steep. */
	struct family longest;
	uint64_t longest_cells;
};

/* ---- recording ---- */

static bool has_ended_well(const struct report *report)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].signal != 0)
			return false;
	return report->process_count > 0 && !prove_points_are_partial(report);
}

static bool opens(const struct report *report, const char *path)
{
	for (size_t i = 0; i < report->process_count; i++)
		for (size_t j = 0; j < report->process[i].file_count; j++)
			if (strcmp(report->process[i].file[j], path) == 0)
				return true;
	return false;
}

static void look(struct grow *grow, struct seen *seen)
{
	const struct report_finding *found;
	struct error err = {{0}};
	struct report report;
	enum prove_match match;

	report_init(&report);
	if (results_load(&report, grow->run, &err) == 0 &&
		has_ended_well(&report)) {
		found = prove_points_match(
			&report, grow->request->finding, &match);
		seen->is_run = true;
		grow->is_seen |= opens(&report, grow->scratch.place);
		prove_counted_add(grow->run, grow->request->finding,
			&seen->reads, &seen->plain);
		seen->cells = found ? found->evidence.walk_length.max : 0;
		if (grow->follows_less && found)
			seen->reads = seen->plain = found->evidence.reads;
	}
	seen->is_short = prove_points_are_short(&report);
	report_release(&report);
}

static bool grow_is_over(const struct grow *grow)
{
	return grow->signal != 0 || clock_spent() + grow->last > grow->end ||
	       clock_seconds() > grow->clock_end;
}

/* Records the command on BYTES. Returns 0, or the exit code of what is not a fault of
 * the input, which was told. */
static int grow_record(
	struct grow *grow, const struct bytes *bytes, struct seen *seen)
{
	bool is_stdin = grow->input.way == RECORDED_STDIN;
	struct rerun rerun = {.output = RERUN_HIDDEN,
		.directory = grow->scratch.directory,
		.home = grow->scratch.folder,
		.input = is_stdin ? grow->scratch.place : "/dev/null",
		.is_silent = !grow->request->prints_output,
		.signal = &grow->signal};
	struct settings settings = SETTINGS_DEFAULT;
	struct arguments command = {0};
	struct error err = {{0}};
	double began = clock_spent();
	int status;

	seen->bytes = bytes->length;
	folders_remove(grow->run);
	if (scratch_put_input(&grow->scratch, bytes->at, bytes->length, &err) !=
		0)
		return cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	settings.follow_all = settings.count_lines = !grow->follows_less;
	settings.max_memory = grow->request->max_memory;
	settings.symbol_cache = grow->request->symbols;
	arguments_add(&command, "retread");
	arguments_add(&command, "record");
	arguments_add(&command, "--quiet");
	arguments_add_option(&command, "out", grow->run);
	options_add_arguments(&settings_options, &settings, &command);
	arguments_add_format(&command, "--timeout=%.0f",
		fmax(1, floor(grow->clock_end - clock_seconds())));
	arguments_add(&command, "--");
	arguments_add_all(&command, grow->scratch.words.word);
	status = rerun_verb(&rerun, command.word);
	grow->last = clock_spent() - began;
	grow->recordings++;
	if (status == CLI_DONE || status == CLI_TESTS_FAILED)
		look(grow, seen);
	folders_remove(grow->run);
	arguments_release(&command);
	return status == CLI_USAGE || status == CLI_ENVIRONMENT ? status
								: CLI_DONE;
}

static struct bytes grow_build(const struct family *family, size_t k)
{
	struct bytes bytes = {memory_alloc(family_length(family, k) + 1),
		family_length(family, k)};

	family_build(family, k, bytes.at);
	return bytes;
}

static int record_family(struct grow *grow, const struct family *family,
	size_t k, struct seen *seen)
{
	struct bytes bytes = grow_build(family, k);
	int status;

	*seen = (struct seen){.k = k};
	status = grow_record(grow, &bytes, seen);
	bytes_release(&bytes);
	return status;
}

/* ---- one family ---- */

/* What is seen of a family at FIRST_K and its doublings. */
struct grow_trial {
	const struct family *family;
	struct seen seen[SIZES];
	size_t count;
};

static double grow_step(const struct grow_trial *trial, size_t i)
{
	return (double)trial->seen[i].reads - (double)trial->seen[i - 1].reads;
}

/* Records TRIAL's next size. */
static int go_on(struct grow *grow, struct grow_trial *trial, bool *is_run)
{
	struct seen *seen = &trial->seen[trial->count];
	int status = record_family(
		grow, trial->family, (size_t)FIRST_K << trial->count, seen);

	*is_run = status == CLI_DONE && seen->is_run;
	trial->count += *is_run;
	return status;
}

/* Records up to COUNT sizes, as long as they run and time is left. */
static int go_on_to(struct grow *grow, struct grow_trial *trial, size_t count)
{
	bool is_run = true;
	int status = CLI_DONE;

	while (status == CLI_DONE && is_run && trial->count < count &&
		!grow_is_over(grow))
		status = go_on(grow, trial, &is_run);
	return status;
}

static bool is_steep(const struct grow_trial *trial)
{
	size_t last = trial->count - 1;

	return trial->count == SIZES && grow_step(trial, last - 1) > 0 &&
	       grow_step(trial, last) >= STEEP * grow_step(trial, last - 1);
}

/* What comparisons read depends on where texts differ, so that it is not a polynomial: if
 * the other reads are steep themselves, they are TRIAL's. */
static void leave_out_strings(struct grow_trial *trial)
{
	struct grow_trial plain = *trial;

	for (size_t i = 0; i < plain.count; i++)
		plain.seen[i].reads = plain.seen[i].plain;
	if (is_steep(&plain))
		*trial = plain;
}

/* Is it worth more than one look? */
static bool grow_is_worth(
	struct grow *grow, const struct family *family, const struct seen *seen)
{
	double longer = (double)seen->bytes / (double)grow->before.bytes;
	bool has_grown =
		(double)seen->cells >= LONGER * (double)grow->before.cells &&
		seen->cells > 0;

	grow->grown += has_grown;
	if (has_grown && seen->cells > grow->longest_cells) {
		family_release(&grow->longest);
		grow->longest = family_dup(family);
		grow->longest_cells = seen->cells;
	}
	return (double)seen->reads >
	       FASTER * longer * (double)grow->before.reads;
}

/* *IS_PROVED: TRIAL has all sizes, and they are steep. */
static int grow_try_family(
	struct grow *grow, struct grow_trial *trial, bool *is_proved)
{
	struct seen first;
	int status;

	*is_proved = false;
	trial->count = 0;
	grow->tried++;
	status = record_family(grow, trial->family, SCREEN_K, &first);
	if (status != CLI_DONE || !first.is_run ||
		!grow_is_worth(grow, trial->family, &first))
		return status;
	status = go_on_to(grow, trial, 3);
	if (status != CLI_DONE || trial->count < 3 ||
		grow_step(trial, 2) < BENT * grow_step(trial, 1))
		return status;
	status = go_on_to(grow, trial, SIZES);
	*is_proved = status == CLI_DONE && is_steep(trial);
	return status;
}

static int try_families(struct grow *grow, const struct families *families,
	struct grow_trial *trial, bool *is_proved)
{
	int status = CLI_DONE;

	*is_proved = false;
	for (size_t i = 0; status == CLI_DONE && !*is_proved &&
			   i < families->count && !grow_is_over(grow);
		i++) {
		trial->family = &families->family[i];
		status = grow_try_family(grow, trial, is_proved);
	}
	return status;
}

/* ---- a shorter pattern ---- */

/* The reads of FAMILY at two sizes say whether the law stays. */
static int grow_keeps_law(struct grow *grow, const struct family *family,
	const struct grow_trial *trial, bool *is_kept)
{
	struct seen small, large;
	double wanted = (double)(trial->seen[2].reads - trial->seen[1].reads);
	int status = record_family(grow, family, trial->seen[1].k, &small);

	*is_kept = false;
	if (status != CLI_DONE || !small.is_run)
		return status;
	status = record_family(grow, family, trial->seen[2].k, &large);
	*is_kept = large.is_run &&
		   (double)large.reads - (double)small.reads >= KEPT * wanted;
	return status;
}

/* Takes halves of what stands before and after away, as long as the law stays. */
static int grow_shorten(struct grow *grow, struct family *family,
	const struct grow_trial *trial)
{
	struct bytes *part[] = {&family->suffix, &family->prefix};
	size_t end = grow->recordings + SHORTEN_MAX;
	int status = CLI_DONE;

	for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
		for (size_t size = part[i]->length;
			size > 0 && status == CLI_DONE &&
			grow->recordings < end && !grow_is_over(grow);
			size /= 2) {
			struct bytes old =
				bytes_part(part[i], 0, part[i]->length);
			bool is_kept = false;
			if (size <= part[i]->length &&
				family_cut(family, part[i],
					i == 0 ? part[i]->length - size : 0,
					size))
				status = grow_keeps_law(
					grow, family, trial, &is_kept);
			if (!is_kept) {
				bytes_release(part[i]);
				*part[i] = old;
			} else {
				bytes_release(&old);
			}
		}
	return status;
}

/* ---- what is found ---- */

/* FOLDER/grown/n000123, for retread-prove to file. */
static int keep_input(const char *folder, const struct family *family,
	const struct seen *seen, char **path, struct error *err)
{
	struct bytes bytes = grow_build(family, seen->k);
	char *name = memory_format("%s/grown/n%06zu", folder, bytes.length);
	int status = -1;
	FILE *out = fopen(name, "we");

	if (out)
		status = fwrite(bytes.at, 1, bytes.length, out) == bytes.length
				 ? 0
				 : -1;
	if (!out || fclose(out) != 0 || status != 0)
		status = error_set_errno(err, "cannot write %s", name);
	bytes_release(&bytes);
	*path = name;
	return status;
}

static int keep_script(
	const char *folder, const struct family *family, struct error *err)
{
	char *path = memory_format("%s/grown/generate.sh", folder);
	FILE *out = fopen(path, "we");
	int status = 0;

	if (out)
		family_print_script(family, out);
	if (!out || fclose(out) != 0)
		status = error_set_errno(err, "cannot write %s", path);
	free(path);
	return status;
}

/* Tells POINTS of TRIAL, and writes its inputs. */
static int grow_keep(const struct grow *grow, const struct grow_trial *trial,
	struct prove_points *points, struct error *err)
{
	const char *folder = grow->request->folder;
	char *inputs = memory_format("%s/grown", folder);
	char *pattern = family_pattern_dup(trial->family);
	int status = folders_make_all(inputs, err);

	for (size_t i = 0; status == 0 && i < trial->count; i++) {
		const struct seen *seen = &trial->seen[i];
		char *path = NULL;
		status = keep_input(folder, trial->family, seen, &path, err);
		const struct prove_grown grown = {seen->k, seen->bytes,
			seen->reads, seen->cells, 0, 0, path};
		prove_points_add_grown(points, &grown);
		free(path);
	}
	if (status == 0)
		status = keep_script(folder, trial->family, err);
	prove_points_set_pattern(points, pattern);
	free(pattern);
	free(inputs);
	return status;
}

static int grow_finish(struct grow *grow, struct grow_trial *trial,
	bool is_proved, struct prove_points *points)
{
	struct family shorter = {0};
	struct error err = {{0}};
	int status = CLI_DONE;

	if (is_proved) {
		shorter = family_dup(trial->family);
		status = grow_shorten(grow, &shorter, trial);
	} else if (grow->longest_cells > 0) {
		shorter = family_dup(&grow->longest);
	}
	if (status == CLI_DONE && shorter.first.length > 0) {
		struct grow_trial again = {.family = &shorter};
		status = go_on_to(grow, &again, SIZES);
		if (is_proved && !is_steep(&again))
			again = *trial;
		leave_out_strings(&again);
		if (status == CLI_DONE &&
			grow_keep(grow, &again, points, &err) != 0)
			status = cli_fail(CLI_ENVIRONMENT, VERB, &err,
				"Choose another folder: -o DIR");
	}
	prove_points_set_tried(points, grow->tried, grow->grown);
	family_release(&shorter);
	return status;
}

/* ---- all of it ---- */

/* Whether the file is newer than all processes that showed the finding. */
static bool has_changed(const struct grow *grow)
{
	const struct report_finding *finding = grow->request->finding;
	char *file = recorded_file_dup(grow->scratch.command, grow->input.path);
	struct stat status;
	bool is_newer = stat(file, &status) == 0;

	for (size_t i = 0; is_newer && i < finding->witness_count; i++)
		is_newer = (uint64_t)status.st_mtim.tv_sec * 1000 +
				   (uint64_t)status.st_mtim.tv_nsec / 1000000 >
			   finding->witness[i].process.started_unix_ms;
	free(file);
	return is_newer;
}

/* What differed when the command was run again, on the file itself. */
static void say_missing(const struct grow *grow)
{
	if (grow->request->is_quiet)
		return;
	const char *command = grow->scratch.words.count > 0
				      ? grow->scratch.words.word[0]
				      : "the command";
	if (grow->before.is_run)
		fprintf(stderr,
			"retread: %s was not there when %s was run again on "
			"%s: %s\n",
			grow->request->finding->id, command, grow->input.path,
			has_changed(grow)
				? "the file has changed since it was recorded"
				: "it read nothing there");
	else
		fprintf(stderr,
			"retread: %s did not end when it was run again on %s: "
			"%s\n",
			command, grow->input.path,
			grow->before.is_short
				? "its analysis came near --max-memory"
				: "a signal or the time ended it, or not all "
				  "of it was recorded");
}

static int say_out_of_time(const struct prove_grow *request)
{
	struct error err = {{0}};

	error_set(&err,
		"what showed %s did not end within the budget when it was run "
		"again",
		request->finding->id);
	return cli_fail(CLI_NOTHING, VERB, &err,
		"Give it more time: retread prove %s --time-budget %.0fs",
		request->finding->id, 10 * request->seconds);
}

static int say_unrepeatable(const struct prove_grow *request, size_t missing)
{
	struct error err = {{0}};

	error_set(&err, "%s was not there when %s that showed it %s run again",
		request->finding->id,
		missing == 1 ? "the command" : "the commands",
		missing == 1 ? "was" : "were");
	return cli_fail(CLI_NOTHING, VERB, &err,
		"They ran in folders of their own, with copies of the files "
		"that "
		"they name or open. If they need others, give a test whose "
		"size is an argument: --vary, or a target: retread harness %s",
		request->finding->id);
}

/* The calls that were recorded remain. */
static void say_absolute(const struct grow *grow)
{
	if (!grow->request->is_quiet)
		fprintf(stderr,
			"retread: %s cannot be replaced by larger versions: "
			"the command names it absolutely, but not as an "
			"argument\n",
			grow->input.path);
}

/* *IS_PROVED: POINTS are steep. Else they may have been there before, or are those of
 * the pattern that made walks longest. */
static int grow_file(
	struct grow *grow, struct prove_points *points, bool *is_proved)
{
	struct families families = {0};
	struct grow_trial trial = {0};
	int status = grow_record(grow, &grow->base, &grow->before);

	if (grow->before.is_short) {
		grow->follows_less = true;
		grow->before = (struct seen){0};
		status = grow_record(grow, &grow->base, &grow->before);
	}
	*is_proved = false;
	/* It could be recorded before: here, make has no Makefile, say. */
	if (status == CLI_ENVIRONMENT)
		status = CLI_DONE;
	if (status != CLI_DONE || grow->signal != 0)
		return status;
	if (!grow->before.is_run || grow->before.reads == 0) {
		grow->is_missing = !grow->is_other;
		/* Its limit is in whole seconds. */
		grow->is_late = !grow->before.is_run &&
				clock_seconds() > grow->clock_end - 1;
		if (grow->is_missing && !grow->is_late)
			say_missing(grow);
		return CLI_DONE;
	}
	if (grow->input.way == RECORDED_OPENED && !grow->is_seen) {
		say_absolute(grow);
		points->is_file_fixed = true;
		return status;
	}
	families_list(&families, &grow->base);
	status = try_families(grow, &families, &trial, is_proved);
	if (status == CLI_DONE && *is_proved) {
		prove_points_release(points);
		prove_points_init(points);
	}
	if (status == CLI_DONE && points->run_count == 0)
		status = grow_finish(grow, &trial, *is_proved, points);
	if (!grow->request->is_quiet)
		fprintf(stderr,
			"retread: %s: %zu pattern%s of it, %zu recordings\n",
			grow->input.path, grow->tried, cli_plural(grow->tried),
			grow->recordings);
	families_release(&families);
	return status;
}

/* The folder where the command finds its input by that name. */
static void keep_files(const struct grow *grow, struct prove_points *points)
{
	const struct scratch *scratch = &grow->scratch;
	assert(scratch->folder); /* scratch_open has made it */
	size_t folder = strlen(scratch->folder);
	char *files = memory_format("%s/files", grow->request->folder);
	char *real;

	folders_remove(files);
	if (rename(scratch->folder, files) == 0 &&
		(real = realpath(files, NULL))) {
		free(points->place);
		free(points->directory);
		points->place =
			memory_format("%s%s", real, scratch->place + folder);
		points->directory = memory_format(
			"%s%s", real, scratch->directory + folder);
		free(real);
	}
	free(files);
}

/* Grows INPUT of COMMAND until END. */
static int grow_input(struct grow *grow, const struct recorded_command *command,
	struct prove_points *points, bool *is_proved)
{
	char *folder = memory_format("%s/scratch", grow->request->folder);
	struct error err = {{0}};
	int status;

	folders_remove(folder);
	if (scratch_open(&grow->scratch, command, grow->request->report,
		    &grow->input, folder, &err) != 0) {
		status = cli_fail(CLI_ENVIRONMENT, VERB, &err, NULL);
	} else {
		grow->run = memory_format("%s.run", grow->scratch.folder);
		rerun_hold_signals();
		status = grow_file(grow, points, is_proved);
		rerun_release_signals();
		if (points->pattern && grow->input.way == RECORDED_OPENED)
			keep_files(grow, points);
	}
	scratch_close(&grow->scratch);
	family_release(&grow->longest);
	free(grow->run);
	free(folder);
	return status;
}

/* Where all tasks are that were tried, and what came of them. */
struct grow_course {
	double end;	/* of the CPU time */
	size_t missing; /* tasks whose command did not show the finding again */
	bool is_proved, is_tried;
	bool is_late; /* a command did not end in time */
};

static int run_task(const struct prove_grow *request, const struct tasks *tasks,
	size_t i, struct grow_course *course, struct prove_points *points,
	struct arguments *command, int *signal)
{
	const struct grow_task *task = &tasks->task[i];
	/* What is left of the time is shared. */
	double share = (course->end - clock_spent()) /
		       (double)tasks_together(tasks, i);
	struct grow grow = {.request = request,
		.input = task->input,
		.base = task->bytes,
		.is_other = tasks->are_others,
		.end = clock_spent() + share,
		.clock_end = clock_seconds() + clock_patience() * share};
	int status =
		grow_input(&grow, task->command, points, &course->is_proved);

	*signal = grow.signal;
	points->is_steep = course->is_proved;
	course->missing += grow.is_missing;
	course->is_late |= grow.is_late;
	course->is_tried |= !grow.is_missing;
	if (course->is_proved || (grow.tried > 0 && !command->count)) {
		arguments_release(command);
		scratch_describe(task->command, &task->input, command);
	}
	return status;
}

/* The files of one command, then, as long as it is missing there, those of the next. */
int prove_grow(const struct prove_grow *request, struct prove_points *points,
	struct arguments *command, int *signal)
{
	struct arena arena = {0};
	struct tasks tasks = {.count = 0};
	struct grow_course course = {.end = clock_spent() + request->seconds};
	int status = CLI_DONE;

	*signal = 0;
	tasks_find(&tasks, &arena, request, signal);
	for (size_t i = 0; i < tasks.count; i++) {
		bool is_next =
			i > 0 && !tasks.are_others &&
			tasks.task[i].command != tasks.task[i - 1].command;
		if (is_next && course.is_tried)
			break;
		if (status == CLI_DONE && !course.is_proved && *signal == 0)
			status = run_task(request, &tasks, i, &course, points,
				command, signal);
	}
	tasks_release(&tasks);
	arena_release(&arena);
	if (status == CLI_DONE && *signal == 0 && course.missing > 0 &&
		!course.is_tried)
		status = course.is_late
				 ? say_out_of_time(request)
				 : say_unrepeatable(request, course.missing);
	return status;
}
