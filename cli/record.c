/* SPDX-License-Identifier: MIT
 * `retread record`, `retread wrap`, and `retread -- CMD`. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/cures.h"
#include "cli/environment.h"
#include "cli/filing.h"
#include "cli/manifest.h"
#include "cli/recording.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "lib/elf.h"
#include "lib/memory.h"

enum choice { CHOICE_YES, CHOICE_NO };
static const char *const yes_no[] = {"yes", "no", NULL};

struct record_options {
	const char *verb; /* for messages */
	const char *out;
	const char *tests;
	struct recording_options recording;
	int trace_children;
	bool strict;
	bool append;
	bool quiet;
	bool verbose;
	bool then_report; /* the next command comes without being named */
};

/* What is common to the commands of one `record`. */
struct record_run {
	const struct record_options *options;
	struct environment environment;
	struct session session;
	struct manifest *manifest;
	size_t recorded; /* processes */
	size_t failed;	 /* commands */
	size_t incomplete;
	size_t lost; /* of them, not analysed */
	int interrupted_by;
};

/* Can the program of COMMAND be recorded? If not, returns the exit code and says
 * why. */
static int check_program(
	const struct record_options *options, const char *command)
{
	struct error err = {{0}};
	struct elf_facts facts = {0};
	bool found;
	char *path = environment_find_program(command, &found);
	int status = CLI_DONE;

	if (path == NULL) {
		error_set(&err, "%s: %s", command,
			found ? "is not executable" : "is not found");
		return cli_fail(CLI_USAGE, options->verb, &err,
			found ? "Make it executable (chmod +x), or name the "
				"program that runs it."
			      : CURE_PATH);
	}
	/* What cannot be read is for Valgrind to refuse. */
	if (elf_read_facts(path, &facts, NULL) != 0 || !facts.is_elf)
		goto out;
	if (facts.sanitizer != NULL) {
		error_set(&err,
			"%s is built with %s, which cannot run under "
			"Valgrind",
			path, facts.sanitizer);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, CURE_SANITIZER);
	} else if (!facts.is_x86_64) {
		error_set(&err, "%s is not a 64-bit x86 program", path);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, CURE_MACHINE);
	} else if (facts.dwarf_version == 0 && options->strict) {
		error_set(&err, "%s has no debug information", path);
		status = cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, CURE_DEBUG);
	} else if (facts.dwarf_version == 0 && !options->quiet) {
		fprintf(stderr,
			"retread: note: %s has no debug information: nothing "
			"in it will be named. Compile with -g.\n",
			path);
	}
out:
	free(path);
	return status;
}

static void print_end(const struct recording *recording, const char *name)
{
	cli_print_clean(stderr, name);
	fputs(recording->timed_out ? ": timed out, " : ": ", stderr);
	if (recording->signal != 0)
		fprintf(stderr, "ended by signal %d (%s)", recording->signal,
			strsignal(recording->signal));
	else
		fprintf(stderr, "exit code %d", recording->exit_code);
	fprintf(stderr, ", %zu process%s recorded, %.1f s\n",
		recording->processes, recording->processes == 1 ? "" : "es",
		recording->seconds);
}

static void print_notes(const struct recording *recording)
{
	if (recording->partial > 0)
		fprintf(stderr,
			"retread: %zu process%s known in part: numbers are "
			"lower bounds\n",
			recording->partial,
			recording->partial == 1 ? " is" : "es are");
	if (recording->unknown_instruction > 0)
		fputs("retread: Valgrind stopped at an instruction it does not "
		      "know (AVX-512?).\n  Compile without -march=native, or "
		      "with -march=x86-64-v3; see valgrind.txt beside the "
		      "results.\n",
			stderr);
	if (recording->linked_statically > 0)
		fprintf(stderr,
			"retread: %zu process%s linked statically: malloc "
			"cannot be replaced there, so heap blocks\n"
			"  are not told apart. Link dynamically to see "
			"structures and where they were allocated.\n",
			recording->linked_statically,
			recording->linked_statically == 1 ? " is" : "es are");
}

static void count_recording(
	struct record_run *run, const struct recording *recording)
{
	run->recorded += recording->processes;
	run->incomplete += recording->partial + recording->lost;
	run->lost += recording->lost;
	run->failed += recording->exit_code != 0 || recording->signal != 0 ||
		       recording->timed_out;
	if (recording->interrupted_by != 0)
		run->interrupted_by = recording->interrupted_by;
}

/* Records one command, checked already. Returns an exit code when nothing could
 * be recorded. */
static int record_command(
	struct record_run *run, char *const *command, const char *position)
{
	const struct record_options *options = run->options;
	struct error err = {{0}};
	struct recording recording;

	if (options->verbose) {
		char *text = commands_text(command);
		fprintf(stderr, "retread: recording %s\n", text);
		free(text);
	}
	if (recording_run(&run->session, &run->environment, &options->recording,
		    command, &recording, &err) != 0)
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, CURE_DOCTOR);
	manifest_add(run->manifest, command, &recording);
	count_recording(run, &recording);
	if (!options->quiet) {
		fprintf(stderr, "retread: %s", position);
		print_end(&recording, cli_base_name(command[0]));
		print_notes(&recording);
	}
	return CLI_DONE;
}

/* All commands of the list, as long as nobody interrupts. */
static void record_list(struct record_run *run, const struct commands *commands)
{
	for (size_t i = 0; i < commands->count && run->interrupted_by == 0;
		i++) {
		char *position =
			memory_format("[%zu/%zu] ", i + 1, commands->count);
		char *const *command = commands->command[i];
		if (check_program(run->options, command[0]) != CLI_DONE ||
			record_command(run, command, position) != CLI_DONE)
			run->failed++;
		free(position);
	}
}

/* The exit code when the recording came to its end. */
static int judge(const struct record_run *run)
{
	struct error err = {{0}};

	if (run->interrupted_by != 0)
		return CLI_SIGNAL + run->interrupted_by;
	if (run->recorded == 0 && run->lost > 0) {
		error_set(&err, "no process was analysed");
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			"The reason stands above; is there room in %s and in "
			"memory?",
			run->session.out);
	}
	if (run->recorded == 0) {
		error_set(&err, "no process was recorded");
		filing_print_logs(&run->session);
		return cli_fail(CLI_ENVIRONMENT, run->options->verb, &err,
			CURE_VALGRIND);
	}
	if (run->failed > 0 || (run->options->strict && run->incomplete > 0))
		return CLI_TESTS_FAILED;
	return CLI_DONE;
}

static void print_next(const struct record_run *run)
{
	char *argument = cli_directory_argument(run->session.out);
	bool goes_on = run->options->then_report && run->interrupted_by == 0;

	if (run->interrupted_by != 0)
		fputs("retread: interrupted; what was recorded is kept. "
		      "Record again to have all.\n",
			stderr);
	if (!goes_on)
		fprintf(stderr, "next: retread report%s\n", argument);
	free(argument);
}

static int begin(struct record_run *run)
{
	const struct record_options *options = run->options;
	struct error err = {{0}};
	const char *cure;

	environment_init(&run->environment);
	if (environment_check(&run->environment, &err, &cure) != 0)
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, &err, "%s", cure);
	if (session_open(
		    &run->session, cli_out_directory(options->out), &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, options->verb, &err, CURE_OUT);
	return CLI_DONE;
}

/* Records COMMAND, or the list of --tests. */
static int record(const struct record_options *options, char *const *command,
	const struct commands *list)
{
	struct record_run run = {.options = options, .session.lock = -1};
	struct error err = {{0}};
	int status =
		command != NULL ? check_program(options, command[0]) : CLI_DONE;

	if (status != CLI_DONE)
		return status;
	status = begin(&run);
	if (status != CLI_DONE)
		goto out;
	if (!options->append)
		session_clear_results(&run.session);
	run.manifest = manifest_new(
		&run.environment, &options->recording, options->tests);
	if (command != NULL)
		status = record_command(&run, command, "");
	else
		record_list(&run, list);
	if (status == CLI_DONE) {
		status = judge(&run);
		if (manifest_write(run.manifest, run.session.manifest, &err) !=
			0)
			status = cli_fail(
				CLI_ENVIRONMENT, options->verb, &err, NULL);
		if (!options->quiet && run.recorded > 0)
			print_next(&run);
	}
out:
	manifest_free(run.manifest);
	session_close(&run.session);
	environment_release(&run.environment);
	return status;
}

/* The operands of record: all behind `--`, or all. NULL with a message when
 * they do not fit --tests. */
static int record_operands(
	const struct record_options *options, const struct operands *operands)
{
	struct error err = {{0}};
	struct commands list;
	int status;

	if ((operands->count > 0) == (options->tests != NULL)) {
		error_set(&err, "%s",
			operands->count > 0 ? "a command or --tests, not both"
					    : "which command?");
		return cli_fail(CLI_USAGE, options->verb, &err,
			"retread %s -- CMD [ARGUMENT]...", options->verb);
	}
	if (options->tests == NULL)
		return record(options, operands->operand, NULL);
	if (commands_read(&list, options->tests, &err) != 0)
		status = cli_fail(CLI_USAGE, options->verb, &err,
			"Write one command a line, e.g.: "
			"build/unit_tests --fast");
	else
		status = record(options, NULL, &list);
	commands_release(&list);
	return status;
}

/* Parses the options of record and `retread -- CMD`. */
static bool parse(struct record_options *chosen, const char *program,
	const char *summary, int argc, char **argv, struct operands *operands,
	int *status)
{
	const struct option_row rows[] = {
		{"tests", 't', OPTION_TEXT, &chosen->tests, .argument = "FILE",
			.help = "record every command in FILE, one a line"},
		{"out", 'o', OPTION_TEXT, &chosen->out, .argument = "DIR",
			.help = "write to DIR instead of retread-out"},
		{"append", 0, OPTION_FLAG, &chosen->append,
			.help = "keep the results of earlier recordings in "
				"DIR"},
		{"keep-trace", 0, OPTION_FLAG, &chosen->recording.keep_trace,
			.help = "keep the traces, compressed"},
		{"max-trace", 0, OPTION_SIZE,
			&chosen->recording.max_trace_bytes, .argument = "SIZE",
			.help = "record at most SIZE per process; then numbers "
				"are lower bounds"},
		{"max-memory", 0, OPTION_TEXT, &chosen->recording.max_memory,
			.argument = "SIZE",
			.help = "let an analyzer need no more than SIZE (2G): "
				"it leaves out the finest detail first, then "
				"numbers are lower bounds"},
		{"include", 0, OPTION_TEXTS, &chosen->recording.include,
			.argument = "PATTERN",
			.help = "analyse only functions that match: "
				"function:GLOB, file:GLOB, object:GLOB, or a "
				"GLOB for any of them"},
		{"exclude", 0, OPTION_TEXTS, &chosen->recording.exclude,
			.argument = "PATTERN",
			.help = "leave functions out that match; what they "
				"read counts for their callers"},
		{"symbol-cache", 0, OPTION_TEXT,
			&chosen->recording.symbol_cache, .argument = "DIR|no",
			.help = "keep what debug information says in DIR "
				"(OUT/symbols), or nowhere"},
		{"trace-children", 0, OPTION_CHOICE, &chosen->trace_children,
			.argument = "yes|no",
			.help = "record programs that CMD starts, too (yes)",
			.choices = yes_no},
		{"timeout", 0, OPTION_NUMBER, &chosen->recording.timeout_s,
			.argument = "S",
			.help = "end a command after S seconds"},
		{"strict", 0, OPTION_FLAG, &chosen->strict,
			.help = "fail when the program has no debug "
				"information or results are incomplete"},
		{"quiet", 'q', OPTION_FLAG, &chosen->quiet,
			.help = "print problems only"},
		{"verbose", 'v', OPTION_FLAG, &chosen->verbose,
			.help = "print each command"},
	};
	const struct options options = {program,
		"[OPTION]... -- CMD [ARGUMENT]...", summary, rows,
		sizeof(rows) / sizeof(rows[0]), true};
	uint64_t bytes;
	struct error err = {{0}};

	if (!cli_parse(&options, argc, argv, operands, status))
		return false;
	if (chosen->recording.max_memory != NULL &&
		options_parse_size(
			chosen->recording.max_memory, &bytes, &err) != 0) {
		error_add_context(&err, "--max-memory");
		*status = cli_fail(CLI_USAGE, chosen->verb, &err, NULL);
		return false;
	}
	chosen->recording.trace_children = chosen->trace_children == CHOICE_YES;
	operands->operand[operands->count] = NULL;
	chosen->recording.quiet = chosen->quiet;
	return true;
}

static void release(struct record_options *chosen)
{
	options_free(&chosen->recording.include);
	options_free(&chosen->recording.exclude);
}

int verb_record(int argc, char **argv)
{
	struct record_options chosen = {.verb = "record"};
	struct operands operands;
	int status;

	if (!parse(&chosen, "retread record",
		    "Runs CMD under the recorder and analyses every process "
		    "of it while it runs.",
		    argc, argv, &operands, &status))
		return status;
	status = record_operands(&chosen, &operands);
	release(&chosen);
	return status;
}

int verb_record_and_report(int argc, char **argv)
{
	struct record_options chosen = {.verb = "record", .then_report = true};
	struct operands operands;
	int status, reported;
	bool was_quiet;

	if (!parse(&chosen, "retread",
		    "Records CMD and reports what it walks again and again: "
		    "retread record, then retread report.",
		    argc, argv, &operands, &status))
		return status;
	was_quiet = chosen.quiet;
	status = record_operands(&chosen, &operands);
	release(&chosen);
	if (status != CLI_DONE && status != CLI_TESTS_FAILED)
		return status;
	{
		char *report[] = {"report",
			(char *)cli_out_directory(chosen.out),
			was_quiet ? "--quiet" : NULL, NULL};
		reported = verb_report(was_quiet ? 3 : 2, report);
	}
	return status != CLI_DONE ? status : reported;
}

/* Ends as the wrapped program did. */
static int end_like(const struct recording *recording)
{
	const struct rlimit no_core = {0, 0};

	if (recording->signal == 0)
		return recording->exit_code;
	fflush(NULL);
	setrlimit(RLIMIT_CORE, &no_core); /* it had its own */
	signal(recording->signal, SIG_DFL);
	raise(recording->signal);
	return CLI_SIGNAL + recording->signal;
}

/* Runs COMMAND as if retread were not there. */
static int run_plainly(char *const *command)
{
	struct error err = {{0}};
	int status;

	fflush(NULL);
	execvp(command[0], command);
	status = errno == ENOENT ? 127 : 126; /* as shells do */
	error_set_errno(&err, "cannot run %s", command[0]);
	return cli_fail(status, "wrap", &err, NULL);
}

/* The harness must see the program's own result, so what hinders recording is
 * said, and the program runs without it. */
static int wrap(const struct record_options *options, char *const *command)
{
	struct record_run run = {.options = options, .session.lock = -1};
	struct recording recording = {0};
	struct error err = {{0}};
	bool found;
	char *path = environment_find_program(command[0], &found);
	int status;

	if (path == NULL)
		return run_plainly(command);
	free(path);
	status = check_program(options, command[0]);
	if (status == CLI_DONE)
		status = begin(&run);
	if (status == CLI_DONE &&
		recording_run(&run.session, &run.environment,
			&options->recording, command, &recording, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "wrap", &err, NULL);
	if (status == CLI_DONE) {
		run.manifest = manifest_new(
			&run.environment, &options->recording, NULL);
		manifest_write_first(run.manifest, run.session.manifest);
		if (options->verbose) {
			fputs("retread: ", stderr);
			print_end(&recording, cli_base_name(command[0]));
		}
		if (!options->quiet)
			print_notes(&recording);
	}
	manifest_free(run.manifest);
	session_close(&run.session);
	environment_release(&run.environment);
	if (status == CLI_DONE)
		return end_like(&recording);
	fputs("retread wrap: running it without recording\n", stderr);
	return run_plainly(command);
}

int verb_wrap(int argc, char **argv)
{
	struct record_options chosen = {.verb = "wrap"};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "write to DIR instead of retread-out"},
		{"keep-trace", 0, OPTION_FLAG, &chosen.recording.keep_trace,
			.help = "keep the traces, compressed"},
		{"max-trace", 0, OPTION_SIZE, &chosen.recording.max_trace_bytes,
			.argument = "SIZE",
			.help = "record at most SIZE per process; then numbers "
				"are lower bounds"},
		{"include", 0, OPTION_TEXTS, &chosen.recording.include,
			.argument = "PATTERN",
			.help = "analyse only functions that match: "
				"function:GLOB, file:GLOB, object:GLOB, or a "
				"GLOB for any of them"},
		{"exclude", 0, OPTION_TEXTS, &chosen.recording.exclude,
			.argument = "PATTERN",
			.help = "leave functions out that match; what they "
				"read counts for their callers"},
		{"symbol-cache", 0, OPTION_TEXT, &chosen.recording.symbol_cache,
			.argument = "DIR|no",
			.help = "keep what debug information says in DIR "
				"(OUT/symbols), or nowhere"},
		{"trace-children", 0, OPTION_CHOICE, &chosen.trace_children,
			.argument = "yes|no",
			.help = "record programs that CMD starts, too (yes)",
			.choices = yes_no},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
		{"verbose", 'v', OPTION_FLAG, &chosen.verbose,
			.help = "say how it ended and what was recorded"},
	};
	const struct options options = {"retread wrap",
		"[OPTION]... -- CMD [ARGUMENT]...",
		"Records CMD for a test harness: its results are added to "
		"those in DIR, and it ends with CMD's own exit code or "
		"signal.",
		rows, sizeof(rows) / sizeof(rows[0]), true};
	struct operands operands;
	struct error err = {{0}};
	int status;

	if (!cli_parse(&options, argc, argv, &operands, &status))
		return status;
	if (operands.count == 0) {
		error_set(&err, "which command?");
		return cli_fail(CLI_USAGE, "wrap", &err,
			"retread wrap -- CMD [ARGUMENT]...");
	}
	operands.operand[operands.count] = NULL;
	chosen.recording.trace_children = chosen.trace_children == CHOICE_YES;
	chosen.recording.quiet = true;
	status = wrap(&chosen, operands.operand);
	release(&chosen);
	return status;
}
