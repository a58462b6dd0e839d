/* SPDX-License-Identifier: MIT
 * `retread fuzz`: options in, exit code out. */
#include "config.h"

#include "fuzz-perf/commands/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/breakpoints/verify.h"
#include "fuzz-perf/campaign/array.h"
#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/campaign/command_line.h"
#include "fuzz-perf/campaign/crash_report.h"
#include "fuzz-perf/campaign/maxima.h"
#include "fuzz-perf/campaign/merge.h"
#include "fuzz-perf/campaign/status.h"
#include "fuzz-perf/campaign/sync.h"
#include "fuzz-perf/commands/spoiling.h"
#include "fuzz-perf/commands/unwatched.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/tiers.h"

#define FUZZ	    "retread fuzz"
#define TABLE_ROWS  3
#define LIMIT_EDGES 100000000
#define PATIENCE_S  300
/* To hear of other instances and run the best inputs once more: when the search ends by
 * itself, and when its time is over or somebody waits. */
#define CLOSING_MS	60000
#define CLOSING_SOON_MS 700

#define VERIFIED_SEEDS 8
#define LOOK_SECONDS   5 /* of CPU time, for a seed under Valgrind */
struct verification {
	const struct fuzz *fuzz;
	unsigned tried;
};

struct fuzz_arguments {
	struct fuzz_options campaign;
	const char *domains, *guidance;
	struct option_texts dictionaries, wanted, lines, without, streams;
	struct option_texts merged;
	uint64_t timeout_ms, jobs;
	struct array array;
	bool status;
	int quiet, verbose;
	struct choice choice;
	struct arguments command;
	char **words;	 /* of the command line */
	bool is_resumed; /* with the options of before in WORDS */
	const struct options *table;
};

static int take_without(
	struct fuzz_options *options, const char *part, struct error *err)
{
	const struct {
		const char *name;
		bool *is_without;
	} parts[] = {{"champions", &options->only_total},
		{"equal", &options->no_equal},
		{"learning", &options->no_learning},
		{"structure", &options->no_structure},
		{"matching", &options->no_matching},
		{"spans", &options->no_spans}};

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (!strcmp(part, parts[i].name)) {
			*parts[i].is_without = true;
			return 0;
		}
	return error_set(err,
		"--without: \"%s\" is not one of champions, equal, learning, "
		"structure, matching, spans",
		part);
}

static int fuzz_perf_take_arguments(struct fuzz_arguments *arguments,
	const struct operands *operands, struct error *err)
{
	struct fuzz_options *options = &arguments->campaign;

	if (!operands->count)
		return error_set(err,
			"no target; write: retread fuzz -i SEEDS -o OUT -- "
			"TARGET");
	if (strchr(options->instance, '/') || *options->instance == '.' ||
		!*options->instance)
		return error_set(err,
			"--instance: \"%s\" cannot be a directory's name",
			options->instance);
	if (commands_check_debug(&options->execute.debug, err) ||
		array_check(&arguments->array, options, err))
		return -1;
	if (options->seeds && !strcmp(options->seeds, "-")) /* as AFL's */
		options->seeds = NULL;
	options->guidance = guidance_find(arguments->guidance, err);
	if (!options->guidance ||
		domains_parse(&options->domains,
			arguments->domains ? arguments->domains
					   : options->guidance->domains,
			err))
		return -1;
	for (size_t i = 0; i < arguments->without.count; i++)
		if (take_without(options, arguments->without.text[i], err))
			return -1;
	/* Whose counts are largest is not seen by what is new. */
	if (arguments->merged.count)
		arguments->choice.counts |= arguments->choice.is_watched;
	if (choice_make_command(&arguments->choice, operands->operand,
		    &arguments->command, err))
		return -1;
	options->execute.command = arguments->command.word;
	options->context_length = choice_context(&arguments->choice);
	/* Who says how long has all that time. */
	if (!options->patience_seconds && !options->time_seconds &&
		!options->execs)
		options->patience_seconds = PATIENCE_S;
	options->execute.timeout_ms = (unsigned)arguments->timeout_ms;
	options->stream_rates = arguments->streams.text;
	options->stream_rate_count = arguments->streams.count;
	options->wanted = arguments->wanted.text;
	options->wanted_count = arguments->wanted.count;
	options->lines = arguments->lines.text;
	options->line_count = arguments->lines.count;
	options->dictionaries = arguments->dictionaries.text;
	options->dictionary_count = arguments->dictionaries.count;
	options->is_quiet = arguments->quiet > 0;
	return 0;
}

/* Instances beside the first one, each a process with a seed of its own. */
struct others {
	pid_t pid[FUZZ_JOBS_MAX];
	unsigned count;
	bool is_other; /* one of them is what we are */
	volatile int *is_stopped;
};

static void start_others(
	struct fuzz_options *options, uint64_t jobs, struct others *others)
{
	others->count = 0;
	others->is_other = false;
	for (uint64_t i = 1; i < jobs; i++) {
		pid_t first = getpid(), pid = fork();
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGTERM);
			if (getppid() != first) /* it was killed before that */
				_exit(PROGRAM_SIGNAL + SIGTERM);
			options->instance = memory_format(
				"%s-%u", options->instance, (unsigned)i + 1);
			options->seed += i;
			options->is_quiet = true;
			others->is_other = true;
			others->count = 0;
			return;
		}
		if (pid > 0)
			others->pid[others->count++] = pid;
	}
}

/* With --execs each runs as many, whoever is first, so that they repeat. */
static void end_others(
	const struct fuzz_options *options, struct others *others)
{
	bool is_ended = !options->execs || *others->is_stopped;

	for (unsigned i = 0; i < others->count && is_ended; i++)
		kill(others->pid[i], SIGINT);
	for (unsigned i = 0; i < others->count; i++)
		while (waitpid(others->pid[i], NULL, 0) < 0 && errno == EINTR)
			if (*others->is_stopped)
				kill(others->pid[i], SIGINT);
	others->count = 0;
}

static bool is_better_than_seeds(const struct fuzz *fuzz)
{
	for (uint32_t i = 0; i < fuzz->feedback.index_count; i++)
		if (fuzz->feedback.champion[i].value > fuzz->seed_value[i])
			return true;
	return false;
}

static void fuzz_print_next(struct fuzz *fuzz)
{
	const char *name = maxima_best_name(fuzz);
	char *path = name ? memory_format(
				    "%s/queue/%s", fuzz->output.path, name)
			  : NULL,
	     *quoted = path ? words_shell_quote(path) : NULL;

	if (quoted)
		printf("\nnext: retread repro %s\n", quoted);
	free(quoted);
	free(path);
}

static int fuzz_perf_finish(
	struct fuzz *fuzz, bool is_silent, struct error *err)
{
	if (is_silent)
		return maxima_write(fuzz, err);
	if (fuzz->gave_up && !fuzz->options.is_quiet)
		fprintf(stderr, FUZZ ": no better input for %" PRIu64 " s\n",
			fuzz->options.patience_seconds);
	/* The table first: there may be no time to run all inputs again. */
	if (maxima_print(fuzz, stdout, TABLE_ROWS, err) ||
		maxima_write(fuzz, err))
		return -1;
	crash_report_print(fuzz, stdout, TABLE_ROWS);
	fuzz_print_next(fuzz);
	return 0;
}

/* Most work in a library that is not watched: nothing of it would be found. */
static void name_unwatched(const struct fuzz *fuzz, const char *seed)
{
	unsigned percent = 0;
	char *library = unwatched_find(
		fuzz->options.execute.command, seed, LOOK_SECONDS, &percent);

	if (library)
		log_warning(fuzz->log,
			"%s: %u %% of its branches are in %s, which is not "
			"watched; to watch it, too: --object %s",
			seed, percent, library, library);
	free(library);
}

/* Of a program that is watched: does it do the same on its seeds? */
static int verify_seed(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct verification *verification = context;
	const struct fuzz *fuzz = verification->fuzz;
	char *path = memory_format("%s/%s", folder, name);
	int result = 0;

	if (verification->tried++ >= VERIFIED_SEEDS ||
		execute_is_over(fuzz->execute)) {
		free(path);
		return 0;
	}
	switch (verify_input(fuzz->options.execute.command, path,
		fuzz->options.execute.timeout_ms, err)) {
	case VERIFY_DIFFERS:
		result = error_set(err,
			"%s: with breakpoints in it the program prints "
			"something else, or ends otherwise; try --paranoid, "
			"which leaves data among code alone",
			path);
		break;
	case VERIFY_VARIES:
		log_notice(fuzz->log,
			"%s: two runs differ, so it is unknown whether "
			"breakpoints change anything",
			path);
		break;
	case VERIFY_FAILED:
		result = -1;
		break;
	case VERIFY_SAME:
		break;
	}
	if (!result && verification->tried == 1)
		name_unwatched(fuzz, path);
	free(path);
	return result;
}

/* A function of a library only runs when it is watched. */
static int fuzz_perf_verify(struct fuzz *fuzz, struct error *err)
{
	struct verification verification = {.fuzz = fuzz};
	char **command = fuzz->options.execute.command;

	if (choice_program_words(command) == command || !fuzz->map->is_fork ||
		!fuzz->options.seeds)
		return 0;
	return output_each_seed(
		fuzz->options.seeds, verify_seed, &verification, err);
}

/* Of a program that is watched and cannot be brought back to its start. */
static void name_spoiling_call(const struct fuzz *fuzz)
{
	if (!fuzz->map->spoiling_call)
		return;
	char *effect = spoiling_describe_dup(fuzz->map->spoiling_call - 1);
	log_notice(fuzz->log,
		"a process is forked for each input that is counted, since "
		"the program %s",
		effect);
	free(effect);
}

/* The time of the search is over since ENDED_MS, not that of its inputs. The first instance waits
 * for the others, which have half of that time. */
static void begin_closing(struct fuzz *fuzz, uint64_t ended_ms, bool is_other)
{
	bool is_soon = fuzz->options.time_seconds || *fuzz->is_stopped;
	uint64_t soon_ms = is_other ? CLOSING_SOON_MS / 2 : CLOSING_SOON_MS;

	tiers_set_end(fuzz,
		is_soon ? ended_ms + soon_ms : clock_ms() + CLOSING_MS, NULL);
}

static int run_instance(struct fuzz_options *options, struct others *others,
	const struct log *log, struct error *err)
{
	struct fuzz *fuzz = memory_alloc(sizeof *fuzz);
	int status = PROGRAM_ENVIRONMENT;

	if (!campaign_open(fuzz, options, others->is_stopped, log, err) &&
		(others->is_other || !fuzz_perf_verify(fuzz, err)) &&
		!campaign_run(fuzz, err)) {
		uint64_t ended_ms = clock_ms();
		end_others(options, others);
		name_spoiling_call(fuzz);
		begin_closing(fuzz, ended_ms, others->is_other);
		if (!sync_import(fuzz, err) &&
			!fuzz_perf_finish(fuzz, others->is_other, err))
			status = is_better_than_seeds(fuzz) ? PROGRAM_DONE
							    : PROGRAM_NOTHING;
	}
	campaign_release(fuzz);
	free(fuzz);
	return status;
}

static int fuzz_perf_run_campaign(struct fuzz_options *options, uint64_t jobs,
	const struct log *log, struct error *err)
{
	struct others others = {.is_stopped = program_catch_signals()};
	int status = PROGRAM_ENVIRONMENT, begun = 0;

	start_others(options, jobs, &others);
	if (options->task)
		begun = task_begin(options, err);
	if (begun == 0) {
		status = run_instance(options, &others, log, err);
	} else if (begun > 0) {
		log_notice(log, "%s has had its time", options->instance);
		status = PROGRAM_DONE;
	}
	end_others(options, &others);
	if (others.is_other)
		_exit(status);
	return status;
}

static int print_status(const char *out)
{
	struct error err = {{0}};

	if (instances_print(out, stdout, &err))
		return program_fail(PROGRAM_ENVIRONMENT, FUZZ, err.text, NULL);
	return PROGRAM_DONE;
}

static int print_merge(const struct fuzz_arguments *arguments,
	const struct log *log, struct error *err)
{
	const struct fuzz_options *campaign = &arguments->campaign;
	struct merge_counts counts;

	if (merge_inputs(campaign, arguments->merged.text,
		    arguments->merged.count, program_catch_signals(), log,
		    &counts, err))
		return PROGRAM_ENVIRONMENT;
	printf("%zu of %zu inputs hold all maxima: %s\n", counts.kept,
		counts.read, campaign->out);
	if (counts.failed)
		printf("%zu crashed or did not end\n", counts.failed);
	return counts.kept ? PROGRAM_DONE : PROGRAM_NOTHING;
}

/* ---- options of a campaign that is resumed ---- */

/* Of a campaign, not of one run of it: these are kept with its results. */
static const char *const lasting[] = {"domain", "guidance", "stream", "line",
	"target", "max-len", "seed", "jobs", "dictionary", "limit", "timeout",
	"without", "portable-names", "memory", "no-source", "object",
	"function", "perf", "context", "predict", "paranoid", "debug-dir",
	"debuginfod", NULL};

static char *const *find_dashes(char *const *words)
{
	while (*words && strcmp(*words, "--"))
		words++;
	return words;
}

static void list_lasting(const struct fuzz_arguments *arguments,
	const struct operands *operands, struct arguments *words)
{
	options_add_values(arguments->table, lasting, words);
	arguments_add(words, "--");
	arguments_add_all(words, operands->operand);
}

static int start_fuzz(char **words, bool is_resumed);

/* As if the words that the campaign was started with stood before those of the command
 * line, which count if both name something. A target that is not named is that of
 * before. */
static int resume_fuzz(
	const struct fuzz_arguments *arguments, char **earlier, bool has_target)
{
	struct arguments merged = {0};
	char *const *target = find_dashes(earlier);

	arguments_add(&merged, arguments->words[0]);
	for (char *const *word = earlier; word != target; word++)
		arguments_add(&merged, *word);
	arguments_add_all(&merged, arguments->words + 1);
	if (!has_target) {
		if (*find_dashes(arguments->words) && *target)
			target++;
		arguments_add_all(&merged, target);
	}
	int status = start_fuzz(merged.word, true);
	arguments_release(&merged);
	return status;
}

/* Returns the exit code, or -1 if there is nothing to be resumed. */
static int fuzz_perf_resume(
	const struct fuzz_arguments *arguments, const struct operands *operands)
{
	const struct fuzz_options *campaign = &arguments->campaign;
	char **earlier;
	int status = -1;

	if (arguments->is_resumed || arguments->merged.count ||
		arguments->array.with || arguments->array.task)
		return -1;
	earlier = command_line_read(campaign->out, campaign->instance);
	if (*earlier)
		status = resume_fuzz(arguments, earlier, operands->count > 0);
	arguments_free_words(earlier);
	return status;
}

static int fuzz_perf_fuzz(void *chosen, const struct operands *operands)
{
	struct fuzz_arguments *arguments = chosen;
	struct fuzz_options *campaign = &arguments->campaign;
	struct error err = {{0}};
	struct log log;
	int status;

	struct arguments kept = {0};

	if (arguments->status)
		return print_status(campaign->out);
	status = fuzz_perf_resume(arguments, operands);
	if (status >= 0)
		return status;
	if (fuzz_perf_take_arguments(arguments, operands, &err))
		return program_fail(PROGRAM_USAGE, FUZZ, err.text, NULL);
	if (array_is_wanted(&arguments->array))
		return array_submit(
			&arguments->array, campaign->out, arguments->words);
	log_init(&log, FUZZ);
	log_set_verbosity(&log, arguments->verbose - arguments->quiet);
	list_lasting(arguments, operands, &kept);
	campaign->words = kept.word;
	status = arguments->merged.count ? print_merge(arguments, &log, &err)
					 : fuzz_perf_run_campaign(campaign,
						   arguments->jobs, &log, &err);
	if (status == PROGRAM_ENVIRONMENT)
		program_fail(status, FUZZ, err.text, NULL);
	arguments_release(&kept);
	arguments_release(&arguments->command);
	return status;
}

static int start_fuzz(char **words, bool is_resumed)
{
	struct fuzz_arguments arguments = {
		.campaign = {.instance = "default",
			.seed = 1,
			.execute = {.max_length = 4096,
				.edge_limit = LIMIT_EDGES}},
		.guidance = "perf",
		.timeout_ms = 10000,
		.jobs = 1,
	};
	struct fuzz_options *campaign = &arguments.campaign;
	struct execute_options *execute = &campaign->execute;
	const struct option_row rows[] = {
		{"input", 'i', OPTION_TEXT, &campaign->seeds, "DIR",
			"read seeds from DIR; left out, OUT is resumed as it "
			"is"},
		{"out", 'o', OPTION_TEXT, &campaign->out, "DIR",
			"keep the campaign in DIR; if there is one, resume it, "
			"with its options and target",
			.missing = "-o OUT is missing"},
		{"merge", 0, OPTION_TEXTS, &arguments.merged, "DIR",
			"search nothing: copy to OUT the shortest inputs of "
			"DIR, a campaign or a folder, that hold all maxima"},
		{"domain", 0, OPTION_TEXT, &arguments.domains, "LIST",
			"maximise these: perf slow mem bytes cmp valid diff "
			"coverage, or the target's own (the guidance's)"},
		{"guidance", 0, OPTION_TEXT, &arguments.guidance, "NAME",
			"keep and choose inputs by perf, coverage, zest, slow, "
			"random (perf), or as ./OBJECT.so says"},
		{"stream", 0, OPTION_TEXTS, &arguments.streams, "NAME=N",
			"change this stream of a generator N times as often"},
		{"line", 0, OPTION_TEXTS, &arguments.lines, "FILE:LINE",
			"prefer counters of --target at this line"},
		{"target", 0, OPTION_TEXTS, &arguments.wanted,
			"FUNCTION|FILE:LINE",
			"spend half the time on this place"},
		{"max-len", 0, OPTION_SIZE, &execute->max_length, "BYTES",
			"make inputs no longer than BYTES (4096)", .min = 1,
			.max = 1 << 24},
		{"time", 0, OPTION_TIME, &campaign->time_seconds, "TIME",
			"stop after 90s, 10m, 2h"},
		{"patience", 0, OPTION_TIME, &campaign->patience_seconds,
			"TIME",
			"stop when nothing better was found for TIME (5m if "
			"neither --time nor --execs is given)"},
		{"execs", 0, OPTION_NUMBER, &campaign->execs, "N",
			"stop after N inputs"},
		{"seed", 0, OPTION_NUMBER, &campaign->seed, "N",
			"seed the random numbers; the same N and --execs give "
			"the same inputs (1)"},
		{"jobs", 'j', OPTION_NUMBER, &arguments.jobs, "N",
			"run N instances that exchange inputs (1)", .min = 1,
			.max = FUZZ_JOBS_MAX},
		{"instance", 0, OPTION_TEXT, &campaign->instance, "NAME",
			"name this instance's directory in OUT (default)"},
		{"dictionary", 'x', OPTION_TEXTS, &arguments.dictionaries,
			"FILE", "insert words from FILE into inputs"},
		{"limit", 0, OPTION_NUMBER, &execute->edge_limit, "EDGES",
			"stop an input after EDGES edges (100000000; 0: "
			"never)"},
		{"timeout", 0, OPTION_NUMBER, &arguments.timeout_ms, "MS",
			"stop an input after MS milliseconds (10000)", .min = 1,
			.max = 86400000},
		{"without", 0, OPTION_TEXTS, &arguments.without, "PART",
			"for comparisons: search without champions, equal, "
			"learning, structure, matching or spans"},
		{"portable-names", 0, OPTION_FLAG, &campaign->is_portable, NULL,
			"write file names without colons"},
		{"status", 0, OPTION_FLAG, &arguments.status, NULL,
			"print how the campaign in OUT is doing, and exit"},
		ARRAY_ROWS(&arguments.array),
		DEBUG_ROWS(&execute->debug),
		CHOICE_RUN_ROWS(&arguments.choice, &execute->memory_bytes,
			&execute->keep_output, &arguments.quiet,
			&arguments.verbose),
	};
	const struct options options = {FUZZ,
		"[OPTION]... -i SEEDS -o OUT -- TARGET [ARGUMENT]...",
		"Searches inputs that make TARGET, compiled by retread-cc, "
		"work "
		"most. @@ in the arguments stands for the input's file.",
		OPTION_ROWS(rows), .stop_at_operand = true};
	int argc = 0, status;

	while (words[argc])
		argc++;
	/* options_parse puts the words into another order. */
	char **argv = memory_alloc((size_t)(argc + 1) * sizeof *argv);
	memcpy(argv, words, (size_t)(argc + 1) * sizeof *argv);
	arguments.words = words;
	arguments.is_resumed = is_resumed;
	arguments.table = &options;
	status = options_run(&options, argc, argv, fuzz_perf_fuzz, &arguments);
	free(argv);
	return status;
}

int command_fuzz(int argc, char **argv)
{
	(void)argc;
	return start_fuzz(argv, false);
}
