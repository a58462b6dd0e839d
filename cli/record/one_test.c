/* SPDX-License-Identifier: MIT
 * One test of a recording: whether it can be recorded, and what is kept and printed of it. */
#include "config.h"

#include "cli/record/steps.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/suite/tests.h"
#include "lib/code/elf.h"
#include "lib/code/interpreters.h"
#include "lib/command/known_errors.h"
#include "lib/error.h"
#include "lib/memory.h"

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

void record_keep_missed(struct record_run *run, const struct test *test,
	enum report_outcome outcome, const char *why)
{
	const struct report_test missed = {.name = tests_name(test),
		.outcome = outcome,
		.why = why,
		.exit_code = -1};

	keep_outcome(run, test, &missed);
}

bool record_find_kept(struct record_run *run, const struct test *test,
	struct arena *arena, struct report_test *outcome)
{
	cached_begin(run->resumed, test);
	cached_begin(run->cache, test);
	return cached_take(run->resumed, &run->session, arena, outcome) ||
	       cached_take(run->cache, &run->session, arena, outcome);
}

void record_take_kept(struct record_run *run, const struct test *test,
	const char *position, const struct report_test *outcome)
{
	const struct recording recording = {.processes = outcome->processes,
		.partial = outcome->processes_in_part,
		.seconds = outcome->seconds,
		.native_seconds = outcome->native_seconds};

	run->taken++;
	keep_outcome(run, test, outcome);
	count_recording(run, &recording, outcome->outcome);
	if (!run->options->quiet) {
		fprintf(stderr, "retread: %s", position);
		cli_print_clean(stderr, tests_name(test));
		fputs(": kept from before\n", stderr);
	}
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

int record_perform(const struct record_run *run, const struct session *session,
	const struct test *test, struct recording *recording, struct error *err)
{
	const struct record_options *options = run->options;
	struct recording_options how = options->recording;
	struct report_test outcome;
	char why[OUTCOME_WHY_BYTES];
	double native = 0;
	int native_exit_code = -1;

	*recording = (struct recording){0};
	if (options->verbose) {
		char *text = commands_text(test->command);
		fprintf(stderr, "retread: recording %s\n", text);
		free(text);
	}
	how.stop_at = record_stop_time(run);
	how.has_group = true;
	how.quiet |= run->at_once > 1;
	if (options->native)
		native = recording_time(test, record_native_limit(&how),
			&native_exit_code, &recording->interrupted_by);
	if (recording->interrupted_by != 0)
		return 0;
	if (recording_run(session, &run->environment, &how, test, recording,
		    err) != 0)
		return -1;
	recording->is_begun = true;
	recording->native_seconds = native;
	recording->native_exit_code = native_exit_code;
	if (recording->is_stopped || recording->interrupted_by != 0)
		return 0;
	outcome = outcome_of(test, recording, why);
	cached_keep(run->resumed, test, recording, &outcome);
	cached_keep(run->cache, test, recording, &outcome);
	return 0;
}

int record_conclude(struct record_run *run, const struct test *test,
	const char *position, struct recording *recording, struct error *err)
{
	const struct record_options *options = run->options;
	struct report_test outcome;
	char why[OUTCOME_WHY_BYTES];

	if (err->text[0] != '\0') {
		release_recording(recording);
		record_keep_missed(run, test, REPORT_NOT_RECORDED, err->text);
		return cli_fail(
			CLI_ENVIRONMENT, options->verb, err, HINT_DOCTOR);
	}
	if (!recording->is_begun) {
		run->interrupted_by = recording->interrupted_by;
		return CLI_DONE;
	}
	outcome = outcome_of(test, recording, why);
	keep_outcome(run, test, &outcome);
	count_recording(run, recording, outcome.outcome);
	if (!options->quiet) {
		fprintf(stderr, "retread: %s", position);
		record_print_end(recording, tests_name(test));
		record_print_notes(recording);
	}
	print_failure(run, recording, &outcome);
	release_recording(recording);
	return CLI_DONE;
}

/* Records one test, checked already. Returns an exit code when nothing could
 * be recorded. */
int record_record_test(
	struct record_run *run, const struct test *test, const char *position)
{
	struct arena arena = {0};
	struct error err = {{0}};
	struct recording recording;
	struct report_test kept;
	bool is_kept = record_find_kept(run, test, &arena, &kept);

	if (is_kept)
		record_take_kept(run, test, position, &kept);
	else
		record_perform(run, &run->session, test, &recording, &err);
	arena_release(&arena);
	return is_kept ? CLI_DONE
		       : record_conclude(run, test, position, &recording, &err);
}
