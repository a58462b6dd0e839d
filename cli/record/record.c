/* SPDX-License-Identifier: MIT
 * `retread record` and `retread -- CMD`. */
#include "config.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outcomes.h"
#include "cli/project.h"
#include "cli/record/steps.h"
#include "cli/suite/tests.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/code/elf.h"
#include "lib/code/interpreters.h"
#include "lib/command/known_errors.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

#define EXIT_SKIPPED 77 /* as Automake has it */
/* Tests that are named, of one outcome. */
#define OUTCOME_NAMES 3

#define FIELD(name) .offset = offsetof(struct record_options, name)

static const struct option_row common[] = {
	{"out", 'o', OPTION_TEXT, FIELD(out), .argument = "DIR",
		.help = "write to DIR instead of retread-out"},
	{"max-trace", 0, OPTION_SIZE, FIELD(recording.max_trace_bytes),
		.argument = "SIZE",
		.help = "record at most SIZE per process; then numbers are "
			"lower bounds"},
	{"trace-children", 0, OPTION_CHOICE, FIELD(recording.trace_children),
		.argument = "yes|no",
		.help = "also record programs that CMD starts (yes)",
		.choices = recording_yes_no},
	{"program", 0, OPTION_TEXTS, FIELD(recording.programs),
		.argument = "PATTERN",
		.help = "of what CMD starts, record only programs of that name "
			"or path"},
	{"quiet", 'q', OPTION_FLAG, FIELD(quiet),
		.help = "print problems only"},
};

const struct option_set record_common = {OPTION_ROWS(common)};

int record_check_program(const struct record_options *options,
	const char *command, bool is_known, struct error *err)
{
	struct elf_facts facts = {0};
	struct error unread = {{0}};
	bool found;
	char *path = environment_find_program(command, &found);
	int status = CLI_DONE;

	if (!path) {
		error_set(err, "%s: %s", command,
			found ? "is not executable" : "is not found");
		return cli_fail(CLI_USAGE, options->verb, err,
			found ? "Make it executable (chmod +x), or name the "
				"program that runs it."
			      : HINT_PATH);
	}
	/* What is not a program of the machine is for the system to refuse. */
	if (elf_read_facts(path, &facts, &unread) != 0 && facts.is_elf) {
		error_set(err, "cannot run %s: %s", path, unread.text);
		status = cli_fail(CLI_USAGE, options->verb, err,
			"Is it a part of a file? Build or copy it again.");
	}
	if (status != CLI_DONE || !facts.is_elf)
		goto out;
	if (facts.sanitizer) {
		error_set(err,
			"%s is built with %s, which cannot run under "
			"Valgrind",
			path, facts.sanitizer);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, err, HINT_SANITIZER);
	} else if (!facts.is_x86_64) {
		error_set(err, "%s is not a 64-bit x86 program", path);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, err, HINT_MACHINE);
	} else if (facts.dwarf_version == 0 && options->strict) {
		error_set(err, "%s has no debug information", path);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, err, HINT_DEBUG);
	} else if (facts.dwarf_version == 0 && !options->quiet && !is_known &&
		   !interpreters_have(path)) {
		fprintf(stderr,
			"retread: note: %s has no debug information: nothing "
			"in it will be named. Compile with -g.\n",
			path);
	}
out:
	free(path);
	return status;
}

void record_print_end(const struct recording *recording, const char *name)
{
	cli_print_clean(stderr, name);
	fputs(recording->timed_out ? ": timed out, " : ": ", stderr);
	if (recording->signal != 0)
		fprintf(stderr, "ended by signal %d (%s)", recording->signal,
			strsignal(recording->signal));
	else
		fprintf(stderr, "exit code %d", recording->exit_code);
	fprintf(stderr, ", %zu process%s recorded, %.1f s",
		recording->processes, recording->processes == 1 ? "" : "es",
		recording->seconds);
	if (recording->native_seconds > 0)
		fprintf(stderr, ", %.0f x as long as without",
			recording->seconds / recording->native_seconds);
	putc('\n', stderr);
}

void record_print_notes(const struct recording *recording)
{
	if (recording->partial > 0)
		fprintf(stderr,
			"retread: %zu process%s recorded only in part: numbers "
			"are lower bounds\n",
			recording->partial,
			recording->partial == 1 ? " is" : "es are");
	if (recording->unknown_instruction > 0)
		fputs("retread: Valgrind stopped at an unknown instruction "
		      "(AVX-512?).\n  Compile without -march=native, or "
		      "with -march=x86-64-v3; see valgrind.txt beside the "
		      "results.\n",
			stderr);
	if (recording->linked_statically > 0)
		fprintf(stderr,
			"retread: %zu process%s linked statically: malloc "
			"cannot be replaced there, so heap blocks\n  cannot be "
			"distinguished. Link dynamically to see structures and "
			"where they are allocated.\n",
			recording->linked_statically,
			recording->linked_statically == 1 ? " is" : "es are");
}

static void count_recording(struct record_run *run,
	const struct recording *recording, enum report_outcome outcome)
{
	run->recorded += recording->processes;
	run->incomplete +=
		recording->partial + recording->lost + recording->is_stopped;
	run->lost += recording->lost;
	run->failed += outcome == REPORT_FAILED || outcome == REPORT_DIED ||
		       outcome == REPORT_TIMED_OUT;
	run->nested += recording->has_nested;
	run->complaints += recording->has_complaint;
	if (recording->interrupted_by != 0)
		run->interrupted_by = recording->interrupted_by;
	if (recording->native_seconds > 0) {
		run->seconds += recording->seconds;
		run->native_seconds += recording->native_seconds;
	}
}

/* Takes note of how TEST came out. */
static void keep_outcome(struct record_run *run, const struct test *test,
	const struct report_test *outcome)
{
	report_add_test(&run->outcomes, outcome);
	manifest_add(run->manifest, test, outcome);
}

/* TEST was not run, for WHY. */
static void keep_missed(struct record_run *run, const struct test *test,
	enum report_outcome outcome, const char *why)
{
	const struct report_test missed = {.name = tests_name(test),
		.outcome = outcome,
		.why = why,
		.exit_code = -1};

	keep_outcome(run, test, &missed);
}

/* Takes the results of TEST if they are kept from before. */
static bool record_take_test(
	struct record_run *run, const struct test *test, const char *position)
{
	struct arena arena = {0};
	struct report_test outcome;
	bool is_taken;

	cached_begin(run->resumed, test);
	cached_begin(run->cache, test);
	is_taken = cached_take(run->resumed, &run->session, &arena, &outcome) ||
		   cached_take(run->cache, &run->session, &arena, &outcome);
	if (is_taken) {
		const struct recording recording = {
			.processes = outcome.processes,
			.partial = outcome.processes_in_part,
			.seconds = outcome.seconds,
			.native_seconds = outcome.native_seconds};
		run->taken++;
		keep_outcome(run, test, &outcome);
		count_recording(run, &recording, outcome.outcome);
		if (!run->options->quiet) {
			fprintf(stderr, "retread: %s", position);
			cli_print_clean(stderr, tests_name(test));
			fputs(": kept from before\n", stderr);
		}
	}
	arena_release(&arena);
	return is_taken;
}

static void release_recording(struct recording *recording)
{
	free(recording->printed);
	arguments_release(&recording->results);
}

/* Prints why TEST failed. The end of RECORDING, which is printed unless -q is given, has
 * exit codes and signals, but not what was concluded from them or from the output. */
static void print_failure(const struct record_run *run,
	const struct recording *recording, const struct report_test *outcome)
{
	bool is_judged = outcome->outcome == REPORT_FAILED &&
			 (recording->printed || recording->exit_code == 0);
	bool has_failed = outcome->outcome == REPORT_FAILED ||
			  outcome->outcome == REPORT_DIED ||
			  outcome->outcome == REPORT_TIMED_OUT;

	if (!outcome->why || !(run->options->quiet ? has_failed : is_judged))
		return;
	fputs("retread: ", stderr);
	cli_print_clean(stderr, outcome->name);
	fprintf(stderr, ": %s: ",
		outcome->outcome == REPORT_FAILED ? "failed"
		: outcome->outcome == REPORT_DIED ? "died"
						  : "timed out");
	cli_print_clean(stderr, outcome->why);
	putc('\n', stderr);
}

/* Records one test, checked already. Returns an exit code when nothing could
 * be recorded. */
static int record_record_test(
	struct record_run *run, const struct test *test, const char *position)
{
	const struct record_options *options = run->options;
	struct error err = {{0}};
	struct recording recording;
	struct report_test outcome;
	char why[OUTCOME_WHY_BYTES];
	struct recording_options how = options->recording;
	double native = 0;
	int native_exit_code = -1;

	if (options->verbose) {
		char *text = commands_text(test->command);
		fprintf(stderr, "retread: recording %s\n", text);
		free(text);
	}
	if (record_take_test(run, test, position))
		return CLI_DONE;
	how.stop_at = record_stop_time(run);
	how.has_group = true;
	if (options->native)
		native = recording_time(test, record_native_limit(&how),
			&native_exit_code, &run->interrupted_by);
	if (run->interrupted_by != 0)
		return CLI_DONE;
	if (recording_run(&run->session, &run->environment, &how, test,
		    &recording, &err) != 0) {
		release_recording(&recording);
		keep_missed(run, test, REPORT_NOT_RECORDED, err.text);
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, HINT_DOCTOR);
	}
	recording.native_seconds = native;
	recording.native_exit_code = native_exit_code;
	outcome = outcome_of(test, &recording, why);
	keep_outcome(run, test, &outcome);
	if (!recording.is_stopped && recording.interrupted_by == 0) {
		cached_keep(run->resumed, test, &recording, &outcome);
		cached_keep(run->cache, test, &recording, &outcome);
	}
	count_recording(run, &recording, outcome.outcome);
	if (!options->quiet) {
		fprintf(stderr, "retread: %s", position);
		record_print_end(&recording, tests_name(test));
		record_print_notes(&recording);
	}
	print_failure(run, &recording, &outcome);
	release_recording(&recording);
	return CLI_DONE;
}

/* The test that took a quarter of the time of all or more, if one did. */
static void print_longest_test(const struct report *outcomes)
{
	const struct report_test *longest = NULL;
	double sum = 0;

	for (size_t i = 0; i < outcomes->test_count; i++) {
		const struct report_test *test = &outcomes->test[i];
		sum += test->seconds;
		if (!longest || test->seconds > longest->seconds)
			longest = test;
	}
	if (outcomes->test_count < 2 || longest->seconds < sum / 4)
		return;
	fputs(", most of it by ", stderr);
	cli_print_clean(stderr, longest->name);
	fprintf(stderr, " (%.0f of %.0f s)", longest->seconds, sum);
}

/* The test of TESTS that took longest and succeeded; NULL: there is none. *SECONDS it took. */
static const struct test *record_find_longest(const struct record_run *run,
	const struct tests *tests, double *seconds)
{
	const struct report_test *longest = NULL;
	const struct test *found = NULL;

	for (size_t i = 0; i < run->outcomes.test_count; i++) {
		const struct report_test *one = &run->outcomes.test[i];
		if (one->outcome == REPORT_RECORDED &&
			(!longest || one->seconds > longest->seconds))
			longest = one;
	}
	for (size_t i = 0; longest && !found && i < tests->count; i++)
		if (strcmp(tests_name(&tests->test[i]), longest->name) == 0)
			found = &tests->test[i];
	*seconds = longest ? longest->seconds : 0;
	return found;
}

/* By how much the suite is slower, if --native did not measure it: by its longest test, which
 * is run once more, without the recorder and in a fraction of the time. */
static void print_sampled_factor(
	struct record_run *run, const struct tests *tests)
{
	struct recording_options how = run->options->recording;
	double seconds, native;
	const struct test *test = record_find_longest(run, tests, &seconds);
	int exit_code = -1;

	how.stop_at = record_stop_time(run);
	if (!test || tests->count < 2 || run->taken > 0 ||
		run->interrupted_by != 0 ||
		(how.stop_at > 0 && how.stop_at <= clock_seconds()))
		return;
	native = recording_time(test, record_native_limit(&how), &exit_code,
		&run->interrupted_by);
	if (native <= 0 || exit_code < 0)
		return;
	fprintf(stderr, "; %.0f x slow-down of ", seconds / native);
	cli_print_clean(stderr, tests_name(test));
}

static void record_print_outcomes(
	struct record_run *run, const struct tests *tests)
{
	size_t programs = tests_count_programs(tests);
	unsigned long seconds =
		(unsigned long)(clock_seconds() - run->began + 0.5);

	fprintf(stderr, "retread: %zu test%s of %zu program%s: ", tests->count,
		cli_plural(tests->count), programs, cli_plural(programs));
	outcomes_print(stderr, &run->outcomes, OUTCOME_NAMES);
	if (run->taken > 0)
		fprintf(stderr, "; %zu of them kept from before", run->taken);
	if (run->native_seconds > 0)
		fprintf(stderr, "; %.0f x slow-down",
			run->seconds / run->native_seconds);
	else
		print_sampled_factor(run, tests);
	print_longest_test(&run->outcomes);
	if (seconds < 60)
		fprintf(stderr, "; %lus\n", seconds);
	else
		fprintf(stderr, "; %lum%02lus\n", seconds / 60, seconds % 60);
	if (run->nested > 0)
		fprintf(stderr,
			"retread: %zu test%s Valgrind: what was to run in it "
			"was recorded without\n",
			run->nested, run->nested == 1 ? " starts" : "s start");
}

/* All tests of the list, as long as nobody interrupts. */
static void record_list(struct record_run *run, const struct tests *tests)
{
	const struct record_options *options = run->options;
	struct waiting_test *waiting = record_order_tests(run, tests);

	for (size_t i = 0; i < tests->count; i++) {
		const struct test *test = waiting[i].test;
		bool is_known =
			i > 0 && strcmp(test->command[0],
					 waiting[i - 1].test->command[0]) == 0;
		char *position =
			memory_format("[%zu/%zu] ", i + 1, tests->count);
		struct error err = {{0}};
		run->left = tests->count - 1 - i;
		if (run->interrupted_by != 0 ||
			(options->budget_s > 0 &&
				clock_seconds() >
					run->began +
						(double)options->budget_s)) {
			keep_missed(run, test, REPORT_NOT_STARTED, NULL);
			run->incomplete++;
		} else if (record_check_program(options, test->command[0],
				   is_known, &err) != CLI_DONE) {
			keep_missed(run, test, REPORT_NOT_RECORDED, err.text);
			run->failed++;
		} else if (record_record_test(run, test, position) !=
			   CLI_DONE) {
			run->failed++;
		}
		free(position);
	}
	free(waiting);
}

/* The exit code when the recording came to its end. */
static int record_judge(const struct record_run *run)
{
	struct error err = {{0}};

	if (run->interrupted_by != 0)
		return CLI_SIGNAL + run->interrupted_by;
	if (run->recorded == 0 && run->lost > 0) {
		error_set(&err, "no process was analysed");
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			"See the reason above. Is there enough space in %s, "
			"and enough memory?",
			run->session.out);
	}
	if (run->recorded == 0 && run->complaints > 0) {
		error_set(&err, "no process was recorded");
		finish_print_logs(&run->session);
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			HINT_VALGRIND);
	}
	/* One shard of many may have nothing that can be. */
	if (run->recorded == 0 && !run->options->shard &&
		run->options->kept.count == 0) {
		bool is_narrowed = run->options->recording.programs.count > 0;
		error_set(&err, "no process was recorded: %s",
			outcome_why_none(is_narrowed));
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			is_narrowed ? "Give the name of a program's file, or a "
				      "pattern of its path."
				    : HINT_INTERPRETERS);
	}
	if (run->failed > 0 || (run->options->strict && run->incomplete > 0))
		return CLI_TESTS_FAILED;
	return CLI_DONE;
}

/* The names that analyzers keep give way to it where there is no room. */
static int write_manifest(const struct record_run *run, struct error *err)
{
	const struct session *session = &run->session;

	if (manifest_write(run->manifest, session->manifest, err) == 0)
		return 0;
	*err = (struct error){{0}};
	folders_remove(session->symbols);
	return manifest_write(run->manifest, session->manifest, err);
}

static void record_print_next(const struct record_run *run)
{
	char *argument = cli_directory_argument(run->session.out);
	bool goes_on =
		(run->options->then_report || run->options->prove_s > 0) &&
		run->interrupted_by == 0;

	if (run->interrupted_by != 0)
		fputs(run->options->plan
				? "retread: interrupted; the shard is to be "
				  "recorded again.\n"
				: "retread: interrupted; what was recorded so "
				  "far is kept.\n",
			stderr);
	if (!goes_on && !run->options->plan)
		fprintf(stderr, "next: retread report%s\n", argument);
	free(argument);
}

int record_begin(struct record_run *run)
{
	const struct record_options *options = run->options;
	struct error err = {{0}};
	const char *hint;

	environment_init(&run->environment);
	if (environment_check(&run->environment, &err, &hint) != 0)
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, "%s", hint);
	if (session_open(
		    &run->session, cli_out_directory(options->out), &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err, HINT_OUT);
	if (session_link_valgrind(&run->session, &run->environment, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err, HINT_OUT);
	return CLI_DONE;
}

/* Does --changed-since say which tests to record again, instead of what to analyse? */
static bool keeps_unchanged(const struct record_options *options)
{
	return options->append && options->changed_since;
}

int record_tests(const struct record_options *options,
	const struct tests *tests, bool is_list)
{
	struct record_run run = {.options = options,
		.session.lock = -1,
		.began = clock_seconds()};
	struct error err = {{0}}, ignored = {{0}};
	int status = is_list ? CLI_DONE
			     : record_check_program(options,
				       tests->test[0].command[0], false, &err);

	if (status != CLI_DONE)
		return status;
	report_init(&run.outcomes);
	report_init(&run.before);
	status = record_begin(&run);
	if (status != CLI_DONE)
		goto out;
	run.manifest = manifest_new(
		&run.environment, &options->recording, options->tests);
	run.cache =
		cached_new(&run.environment, options, options->cache, false);
	run.resumed =
		cached_new(&run.environment, options, options->resumed, true);
	if (access(run.session.manifest, F_OK) == 0)
		report_read_tests(&run.before, run.session.manifest, &ignored);
	if (options->append)
		manifest_keep(run.manifest, run.session.manifest,
			keeps_unchanged(options) ? &options->kept : NULL);
	else
		session_clear_results(&run.session);
	if (is_list)
		record_list(&run, tests);
	else
		status = record_record_test(&run, &tests->test[0], "");
	/* Before a test is run once more, which may fill the disk. */
	bool is_written = status == CLI_DONE && write_manifest(&run, &err) == 0;
	if (is_list && !options->quiet)
		record_print_outcomes(&run, tests);
	if (status == CLI_DONE) {
		status = record_judge(&run);
		if (!is_written)
			status = cli_fail(CLI_ENVIRONMENT, options->verb, &err,
				"The report will not name the tests that "
				"failed "
				"or were not recorded.");
		if (!options->quiet && run.recorded > 0)
			record_print_next(&run);
	}
out:
	report_release(&run.outcomes);
	report_release(&run.before);
	manifest_free(run.manifest);
	cached_free(run.cache);
	cached_free(run.resumed);
	session_close(&run.session);
	environment_release(&run.environment);
	return status;
}

/* The list to be recorded when none is named: what `discover` found. Free it;
 * NULL: there is none. */
static char *record_find_list(const struct record_options *options)
{
	char *path =
		memory_format("%s/tests.json", cli_out_directory(options->out));

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* Finds what changed, and turns it into patterns of what is analysed. */
static int choose_changed(struct record_options *options)
{
	struct error err = {{0}};

	if (!options->changed_since)
		return CLI_DONE;
	if (changes_find(&options->changes, options->changed_since, &err) != 0)
		return cli_fail(CLI_USAGE, options->verb, &err,
			"Name a commit of the repository that you are in: "
			"--changed-since origin/main");
	if (keeps_unchanged(options))
		return CLI_DONE;
	changes_add_patterns(&options->changes, &options->patterns);
	if (options->patterns.count == 0) {
		error_set(&err, "no source file of C or C++ changed since %s",
			options->changed_since);
		return cli_fail(CLI_USAGE, options->verb, &err,
			"There is nothing to analyse; drop --changed-since to "
			"record everything.");
	}
	for (size_t i = 0; i < options->patterns.count; i++)
		options_add_text(&options->recording.settings.include,
			options->patterns.word[i]);
	return CLI_DONE;
}

/* Records those of TESTS that what changed may touch. */
static int record_changed(struct record_options *options, struct tests *tests)
{
	size_t all = tests->count;

	unchanged_select(&options->kept, tests, cli_out_directory(options->out),
		&options->changes);
	if (!options->quiet)
		fprintf(stderr,
			"retread: %zu of %zu tests are touched by what changed "
			"since %s\n",
			tests->count, all, options->changed_since);
	return record_tests(options, tests, true);
}

static int record_file(struct record_options *options, const char *file)
{
	struct tests tests;
	struct error err = {{0}};
	int status, read;

	tests_init(&tests);
	read = tests_read(&tests, file, &err);
	for (size_t i = 0; i < tests.count; i++)
		tests.test[i].prints_tap |= options->tap;
	if (read != 0)
		status = cli_fail(CLI_USAGE, options->verb, &err,
			"Write one command a line, e.g.: "
			"build/unit_tests --fast");
	else if (keeps_unchanged(options) && options->shard)
		status = cli_misuse(options->verb,
			"--append --changed-since does not go with --shard",
			"Shards find out what changed by --cache DIR.");
	else if (keeps_unchanged(options))
		status = record_changed(options, &tests);
	else if (options->shard || options->plan)
		status = record_shard(options, &tests);
	else
		status = record_tests(options, &tests, true);
	tests_release(&tests);
	return status;
}

/* Records the command that OPERANDS are, or a list of tests. */
static int record_operands(
	struct record_options *options, const struct operands *operands)
{
	struct test test = {
		.command = operands->operand, .prints_tap = options->tap};
	const struct tests only = {&test, 1, 1};
	struct error err = {{0}};
	char *found = NULL;
	int status;

	if (operands->count > 0 && options->tests)
		error_set(&err, "give a command or --tests, not both");
	else if (operands->count > 0 && (options->shard || options->plan))
		error_set(&err, "shards are of a list of tests, not of a "
				"command");
	else if (operands->count == 0 && !options->tests &&
		 !(found = record_find_list(options)))
		error_set(&err, "which command?");
	if (err.text[0] != '\0')
		return cli_fail(CLI_USAGE, options->verb, &err,
			options->then_report
				? "retread -- CMD [ARGUMENT]..."
				: "retread record -- CMD [ARGUMENT]..., or "
				  "find tests first: retread discover");
	status = cli_check_patterns(options->verb,
		&options->recording.settings.include,
		&options->recording.settings.exclude);
	if (status == CLI_DONE)
		status = choose_changed(options);
	if (status == CLI_DONE && operands->count > 0)
		status = record_tests(options, &only, false);
	else if (status == CLI_DONE)
		status = record_file(options, found ? found : options->tests);
	if (status == CLI_ENVIRONMENT && options->skip_unsupported)
		status = EXIT_SKIPPED;
	free(found);
	return status;
}

bool record_parse(struct record_options *chosen, int argc, char **argv,
	struct operands *operands, int *status)
{
	const struct option_row rows[] = {
		{"tests", 't', OPTION_TEXT, &chosen->tests, .argument = "FILE",
			.help = "record every command in FILE, one a line, or "
				"what retread discover wrote"},
		{.kind = OPTION_SET, .value = chosen, .set = &record_common},
		{"append", 0, OPTION_FLAG, &chosen->append,
			.help = "keep the results of earlier recordings in "
				"DIR"},
		{.kind = OPTION_SET,
			.value = &chosen->recording.settings,
			.set = &settings_options},
		{"timeout", 0, OPTION_NUMBER, &chosen->recording.timeout_s,
			.argument = "S",
			.help = "stop a command after S seconds"},
		{"time-budget", 0, OPTION_TIME, &chosen->budget_s,
			.argument = "TIME",
			.help = "end after 90s, 10m, 2h, short tests first, "
				"also in the middle of a test"},
		{"prove", 0, OPTION_TIME, &chosen->prove_s, .argument = "TIME",
			.help = "then prove what was found; 30s, 2m (the "
				"default) for all of it"},
		{"changed-since", 0, OPTION_TEXT, &chosen->changed_since,
			.argument = "COMMIT",
			.help = "analyse only functions of files that git says "
				"have changed since COMMIT; with --append, "
				"record tests again that executed or read "
				"what changed"},
		{"shard", 0, OPTION_TEXT, &chosen->shard, .argument = "K/N",
			.help = "record part K of N of the tests; auto: as the "
				"environment of a test runner says"},
		{"plan", 0, OPTION_TEXT, &chosen->plan, .argument = "FILE",
			.help = "which part that is, as retread plan divided "
				"them; the results go to DIR/shards"},
		{"cache", 0, OPTION_TEXT, &chosen->cache, .argument = "DIR",
			.help = "do not record a test again as long as all "
				"that it depends on is as it was; results are "
				"kept in DIR"},
		{"cache-env", 0, OPTION_TEXTS, &chosen->cache_variables,
			.argument = "PATTERN",
			.help = "tests depend on these variables of the "
				"environment, too"},
		{"native", 0, OPTION_FLAG, &chosen->native,
			.help = "first run each command without the recorder, "
				"to measure the slow-down"},
		{"tap", 0, OPTION_FLAG, &chosen->tap,
			.help = "the tests print TAP, which says how they came "
				"out"},
		{"skip-unsupported", 0, OPTION_FLAG, &chosen->skip_unsupported,
			.help = "exit with 77, which Automake takes for a "
				"skipped test, when nothing can be recorded "
				"here"},
		{"strict", 0, OPTION_FLAG, &chosen->strict,
			.help = "fail when the program has no debug "
				"information or results are incomplete"},
		{"verbose", 'v', OPTION_FLAG, &chosen->verbose,
			.help = "print each command"},
	};
	const struct options options = {
		chosen->then_report ? "retread" : "retread record",
		"[OPTION]... -- CMD [ARGUMENT]...",
		chosen->then_report
			? "Records CMD and reports its repeated walks: retread "
			  "record, then retread report."
			: "Runs CMD under the recorder and analyses every "
			  "process of it while it runs.",
		OPTION_ROWS(rows), .stop_at_operand = true};

	if (!options_start(&options, argc, argv, operands, status))
		return false;
	chosen->recording.quiet = chosen->quiet;
	if (chosen->budget_s == 0)
		chosen->budget_s = chosen->prove_s;
	return true;
}

void record_release(struct record_options *chosen)
{
	settings_release(&chosen->recording.settings);
	options_free(&chosen->exit_map);
	options_free(&chosen->recording.programs);
	options_free(&chosen->cache_variables);
	changes_release(&chosen->changes);
	arguments_release(&chosen->patterns);
	arguments_release(&chosen->kept);
}

/* Records, and proves what was found if that is asked for. Returns an exit code. */
static int record_and_prove(
	struct record_options *options, const struct operands *operands)
{
	double began = clock_spent();
	int status = record_operands(options, operands);
	int proved;

	if (options->prove_s == 0 ||
		(status != CLI_DONE && status != CLI_TESTS_FAILED))
		return status;
	proved = record_prove(options, began);
	return status == CLI_DONE || proved > CLI_GATE ? proved : status;
}

int verb_record(int argc, char **argv)
{
	struct record_options chosen = {
		.verb = "record", .recording.settings = SETTINGS_DEFAULT};
	struct operands operands;
	char *proving,
		**moved = record_move_prove(&argc, argv, false, &proving);
	int status;

	if (record_parse(&chosen, argc, moved, &operands, &status)) {
		status = record_and_prove(&chosen, &operands);
		record_release(&chosen);
	}
	free(moved);
	free(proving);
	return status;
}

/* As `retread report DIR` does. Returns an exit code. */
static int record_report(const struct record_options *options)
{
	struct arguments report = {0};
	char **words;
	int status;

	arguments_add(&report, "report");
	arguments_add(&report, cli_out_directory(options->out));
	if (options->quiet)
		arguments_add(&report, "--quiet");
	words = arguments_array(&report);
	status = project_run_verb(
		"report", verb_report, (int)report.count, words);
	free(words);
	arguments_release(&report);
	return status;
}

int verb_record_and_report(int argc, char **argv)
{
	struct record_options chosen = {.verb = "record",
		.then_report = true,
		.recording.settings = SETTINGS_DEFAULT};
	struct operands operands;
	char *proving, **moved = record_move_prove(&argc, argv, true, &proving);
	int status, reported = CLI_DONE;

	if (record_parse(&chosen, argc, moved, &operands, &status)) {
		status = record_and_prove(&chosen, &operands);
		if (status == CLI_DONE || status == CLI_TESTS_FAILED ||
			(chosen.prove_s > 0 && status == CLI_GATE))
			reported = record_report(&chosen);
		record_release(&chosen);
	}
	free(moved);
	free(proving);
	/* A test that fails is not a bug of ours. */
	return reported == CLI_DONE ? status : reported;
}
