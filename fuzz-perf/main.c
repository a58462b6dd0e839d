/* SPDX-License-Identifier: MIT
 * The program retread-fuzz, which `retread fuzz` and `retread repro` start: options in, exit
 * code out. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/options.h"
#include "lib/program.h"
#include "lib/whole_file.h"

#include "fuzz-perf/array.h"
#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/breakpoints/verify.h"
#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/campaign/maxima.h"
#include "fuzz-perf/campaign/status.h"
#include "fuzz-perf/campaign/sync.h"
#include "fuzz-perf/generate/target.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/influence_learn.h"
#include "fuzz-perf/search/tiers.h"

#define FUZZ	    "retread fuzz"
#define REPRO	    "retread repro"
#define GEN	    "retread gen"
#define SHRINK	    "retread shrink"
#define TABLE_ROWS  3
#define LIMIT_EDGES 100000000
#define PATIENCE_S  300
#define CLOSING_MS  60000 /* to run the best inputs once more */

/* ---- fuzz ---- */

#define VERIFIED_SEEDS 8
struct verification {
	const struct fuzz *fuzz;
	unsigned tried;
};

struct fuzz_arguments {
	struct fuzz_options campaign;
	const char *domains, *guidance;
	struct option_texts dictionaries, wanted, lines, without, streams;
	uint64_t timeout_ms, jobs;
	struct array array;
	bool status;
	int quiet, verbose;
	struct choice choice;
	struct arguments command;
	char **words; /* of the command line */
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
	if (array_check(&arguments->array, options, err))
		return -1;
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
		pid_t pid = fork();
		if (pid == 0) {
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

static int fuzz_perf_finish(
	struct fuzz *fuzz, bool is_silent, struct error *err)
{
	/* The time of the search is over, not that of its inputs. */
	tiers_set_end(fuzz, clock_ms() + CLOSING_MS, NULL);
	if (maxima_write(fuzz, err))
		return -1;
	if (is_silent)
		return 0;
	if (fuzz->gave_up && !fuzz->options.is_quiet)
		fprintf(stderr, FUZZ ": no better input for %" PRIu64 " s\n",
			fuzz->options.patience_seconds);
	if (maxima_print(fuzz, stdout, TABLE_ROWS, err))
		return -1;
	printf("\nnext: retread repro %s/queue/INPUT\n", fuzz->output.path);
	return 0;
}

/* Of a program that is watched: does it do the same on its seeds? */
static int verify_seed(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct verification *verification = context;
	const struct fuzz *fuzz = verification->fuzz;
	char *path = memory_format("%s/%s", folder, name);
	int result = 0;

	if (verification->tried++ >= VERIFIED_SEEDS) {
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
	return output_each_file(
		fuzz->options.seeds, verify_seed, &verification, err);
}

static int run_instance(struct fuzz_options *options, struct others *others,
	const struct log *log, struct error *err)
{
	struct fuzz *fuzz = memory_alloc(sizeof *fuzz);
	int status = PROGRAM_ENVIRONMENT;

	if (!campaign_open(fuzz, options, others->is_stopped, log, err) &&
		(others->is_other || !fuzz_perf_verify(fuzz, err)) &&
		!campaign_run(fuzz, err)) {
		end_others(options, others);
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

static int fuzz_perf_fuzz(void *chosen, const struct operands *operands)
{
	struct fuzz_arguments *arguments = chosen;
	struct fuzz_options *campaign = &arguments->campaign;
	struct error err = {{0}};
	struct log log;
	int status;

	if (arguments->status)
		return print_status(campaign->out);
	if (fuzz_perf_take_arguments(arguments, operands, &err))
		return program_fail(PROGRAM_USAGE, FUZZ, err.text, NULL);
	if (array_is_wanted(&arguments->array))
		return array_submit(
			&arguments->array, campaign->out, arguments->words);
	log_init(&log, FUZZ);
	log_set_verbosity(&log, arguments->verbose - arguments->quiet);
	status = fuzz_perf_run_campaign(campaign, arguments->jobs, &log, &err);
	if (status == PROGRAM_ENVIRONMENT)
		program_fail(status, FUZZ, err.text, NULL);
	arguments_release(&arguments->command);
	return status;
}

static int command_fuzz(int argc, char **argv)
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
			"keep the campaign in DIR; if there is one, resume it",
			.missing = "-o OUT is missing"},
		{"domain", 0, OPTION_TEXT, &arguments.domains, "LIST",
			"maximise these: perf slow mem bytes cmp valid diff "
			"coverage, or the target's own (the guidance's)"},
		{"guidance", 0, OPTION_TEXT, &arguments.guidance, "NAME",
			"keep and choose inputs by perf, coverage, zest or "
			"random (perf)"},
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
	int status;

	arguments.words = arguments_copy_words(argv);
	status = options_run(&options, argc, argv, fuzz_perf_fuzz, &arguments);
	arguments_free_words(arguments.words);
	return status;
}

/* ---- repro ---- */

/* The command of the campaign that INPUT lies in: OUT/INSTANCE/cmdline, beside
 * the folder INPUT is in. */
static int fuzz_perf_read_command(
	const char *input, struct arguments *command, struct error *err)
{
	char *path = memory_string_dup(input);
	char *line = NULL;
	size_t line_capacity = 0;

	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
		else
			strcpy(path, i ? ".." : ".");
	}
	char *name = memory_format("%s/cmdline", path);
	FILE *file = fopen(name, "r");
	while (file && getline(&line, &line_capacity, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		arguments_add(command, line);
	}
	if (!command->count)
		error_set(err,
			"which target? %s does not say; write: retread repro "
			"INPUT -- TARGET",
			name);
	if (file)
		fclose(file);
	free(line);
	free(name);
	free(path);
	return command->count ? 0 : -1;
}

struct repro_arguments {
	struct choice choice;
	bool is_json, has_influence;
};

static int reproduce(const char *input, char **command,
	const struct repro_arguments *arguments, struct error *err)
{
	struct fuzz_options options = {
		.execute = {.command = command, .timeout_ms = 600000}};
	struct fuzz *fuzz = memory_alloc_zero(1, sizeof *fuzz);
	struct log log;
	uint8_t *bytes;
	size_t length;
	int result = -1;

	log_init(&log, REPRO);
	if (!whole_file_read(input, 1 << 24, &bytes, &length, err)) {
		options.execute.max_length = length ? length : 1;
		result = campaign_open_target(fuzz, &options, &log, err);
		if (!result && arguments->has_influence)
			result = influence_print(
				fuzz, bytes, length, arguments->is_json, err);
		else if (!result)
			result = maxima_print_input(fuzz, input, bytes, length,
				arguments->is_json, err);
		free(bytes);
	}
	campaign_release(fuzz);
	free(fuzz);
	return result;
}

/* Influence is seen by predictions, of which those of two-bit counters depend on
 * nothing but the branch. */
static void take_predictions(struct arguments *command)
{
	struct arguments counting = {0}, predicting = {0};
	char *const *line = command->word;

	if (choice_add_option(line, "--perf", &counting))
		line = counting.word;
	if (choice_add_option(line, "--predict=bimodal", &predicting))
		line = predicting.word;
	if (line != command->word) {
		struct arguments changed = {0};
		arguments_add_all(&changed, line);
		arguments_release(command);
		*command = changed;
	}
	arguments_release(&counting);
	arguments_release(&predicting);
}

static int repro(void *chosen, const struct operands *operands)
{
	const struct repro_arguments *arguments = chosen;
	const char *input = operands->operand[0];
	struct error err = {{0}};
	struct arguments command = {0};
	int status;

	if (operands->before_dashes != 1)
		return program_fail(PROGRAM_USAGE, REPRO,
			"one INPUT is needed before --", NULL);
	if (operands->count > 1 ? choice_make_command(&arguments->choice,
					  operands->operand + 1, &command, &err)
				: fuzz_perf_read_command(input, &command, &err))
		return program_fail(PROGRAM_USAGE, REPRO, err.text, NULL);
	if (arguments->has_influence)
		take_predictions(&command);
	status = reproduce(input, command.word, arguments, &err);
	arguments_release(&command);
	return status ? program_fail(PROGRAM_ENVIRONMENT, REPRO, err.text, NULL)
		      : PROGRAM_DONE;
}

static int command_repro(int argc, char **argv)
{
	struct repro_arguments arguments = {0};
	const struct option_row rows[] = {
		CHOICE_ROWS(&arguments.choice),
		{"influence", 0, OPTION_FLAG, &arguments.has_influence, NULL,
			"print which bytes of INPUT influence which branches; "
			"needs --no-source"},
		{"json", 0, OPTION_FLAG, &arguments.is_json, NULL,
			"print JSON"},
	};
	const struct options options = {REPRO,
		"[OPTION]... INPUT [-- TARGET [ARGUMENT]...]",
		"Runs one input and prints where it makes TARGET work most. "
		"Without TARGET: the one of the campaign that INPUT is from.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, repro, &arguments);
}

/* ---- gen, shrink: what a generator makes of an input ---- */

struct asked {
	const char *verb, *wish, *out, *input;
	uint64_t runs;
};

/* Runs COMMAND on the input with WISH in its environment; returns its status as
 * from waitpid. */
static int ask_target(char **command, const struct asked *asked)
{
	struct arguments words = {0};
	int status = -1;

	arguments_add_all(&words, command);
	arguments_add(&words, asked->input);
	char *runs = memory_format("%" PRIu64, asked->runs);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		setenv(RETREAD_GEN_WISH, asked->wish, 1);
		setenv(RETREAD_GEN_RUNS, runs, 1);
		setenv(RETREAD_GEN_OUT, asked->out ? asked->out : "", 1);
		execvp(words.word[0], words.word);
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	free(runs);
	arguments_release(&words);
	return status;
}

static int tell_answer(const struct asked *asked, int status)
{
	static const char *const answers[] = {
		[RETREAD_GEN_NO_FAILURE - RETREAD_GEN_DONE] =
			"the input does not fail, or the target makes nothing "
			"of the text",
		[RETREAD_GEN_NO_ENCODER - RETREAD_GEN_DONE] =
			"the target defines no retread_encode()",
		[RETREAD_GEN_NOT_WRITTEN - RETREAD_GEN_DONE] =
			"nothing was written",
	};
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	if (code == RETREAD_GEN_DONE)
		return PROGRAM_DONE;
	if (code > RETREAD_GEN_DONE && code <= RETREAD_GEN_NOT_WRITTEN)
		return program_fail(code == RETREAD_GEN_NO_FAILURE
					    ? PROGRAM_NOTHING
					    : PROGRAM_ENVIRONMENT,
			asked->verb, answers[code - RETREAD_GEN_DONE], NULL);
	if (WIFSIGNALED(status) && !strcmp(asked->wish, RETREAD_GEN_SHOW))
		return PROGRAM_DONE;
	return program_fail(PROGRAM_ENVIRONMENT, asked->verb,
		code == 127 ? "the target cannot be started"
			    : "the target has no generator: it does not define "
			      "retread_generate()",
		NULL);
}

static int fuzz_perf_ask(struct asked *asked, char **command)
{
	struct arguments found = {0};
	struct error err = {{0}};

	if (access(asked->input, R_OK)) {
		error_set(&err, "%s: %s", asked->input, strerror(errno));
		return program_fail(PROGRAM_USAGE, asked->verb, err.text, NULL);
	}
	arguments_add_all(&found, command);
	if (!found.count && fuzz_perf_read_command(asked->input, &found, &err))
		return program_fail(PROGRAM_USAGE, asked->verb, err.text, NULL);
	int status = tell_answer(asked, ask_target(found.word, asked));
	arguments_release(&found);
	return status;
}

static int fuzz_perf_shrink(void *chosen, const struct operands *operands)
{
	struct asked *asked = chosen;

	if (operands->before_dashes != 1)
		return program_fail(PROGRAM_USAGE, SHRINK,
			"one INPUT is needed before --", NULL);
	asked->input = operands->operand[0];
	char *out = memory_format("%s.shrunk", asked->input);
	if (!asked->out)
		asked->out = out;
	int status = fuzz_perf_ask(asked, operands->operand + 1);
	free(out);
	return status;
}

static int command_shrink(int argc, char **argv)
{
	struct asked asked = {
		.verb = SHRINK, .wish = RETREAD_GEN_SHRINK, .runs = 2000};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &asked.out, "FILE",
			"the shrunk input (INPUT.shrunk)"},
		{"runs", 0, OPTION_NUMBER, &asked.runs, "N",
			"run the target so often at most (2000)", .min = 1,
			.max = UINT32_MAX},
	};
	const struct options options = {SHRINK,
		"[OPTION]... INPUT [-- TARGET [ARGUMENT]...]",
		"Makes an input small on which TARGET, which has a generator, "
		"fails: the same failure by the fewest and least bytes.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, fuzz_perf_shrink, &asked);
}

static int gen(void *chosen, const struct operands *operands)
{
	struct asked *asked = chosen;
	const char *what = operands->before_dashes ? operands->operand[0] : "";

	if (operands->before_dashes != 2)
		return program_fail(PROGRAM_USAGE, GEN,
			"write: retread gen show INPUT, or: retread gen "
			"from-text TEXT -o INPUT",
			NULL);
	asked->input = operands->operand[1];
	if (!strcmp(what, "show"))
		asked->wish = RETREAD_GEN_SHOW;
	else if (!strcmp(what, "from-text") && asked->out)
		asked->wish = RETREAD_GEN_ENCODE;
	else
		return program_fail(PROGRAM_USAGE, GEN,
			"it is show, or from-text with -o", NULL);
	return fuzz_perf_ask(asked, operands->operand + 2);
}

static int command_gen(int argc, char **argv)
{
	struct asked asked = {.verb = GEN};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &asked.out, "FILE",
			"the input that from-text makes"},
	};
	const struct options options = {GEN,
		"show INPUT | from-text TEXT -o INPUT [-- TARGET "
		"[ARGUMENT]...]",
		"Prints what the generator of TARGET draws from an input, with "
		"its spans; or makes an input of a text.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, gen, &asked);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *verb;
		int (*run)(int argc, char **argv);
	} commands[] = {
		{"fuzz", command_fuzz},
		{"repro", command_repro},
		{"gen", command_gen},
		{"shrink", command_shrink},
	};

	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (argc > 1 && !strcmp(argv[1], commands[i].verb))
			return commands[i].run(argc - 1, argv + 1);
	fputs("retread-fuzz: run it by `retread fuzz`, `retread repro`, "
	      "`retread gen` or `retread shrink`\n",
		stderr);
	return PROGRAM_USAGE;
}
