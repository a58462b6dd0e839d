/* SPDX-License-Identifier: MIT
 * `retread submit`: hands the shards of a plan, proofs of findings, or any commands to a
 * job engine. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/results.h"
#include "cli/suite/job.h"
#include "cli/suite/plan.h"
#include "cli/suite/shard.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/command/program.h"
#include "lib/memory.h"

struct submit_options {
	const char *out, *plan, *commands, *last;
	struct option_texts findings;
	int engine;
	uint64_t jobs, tasks, grow;
	bool again, missing, print, quiet;
};

/* A job that is made, and of what. */
struct submission {
	const struct submit_options *options;
	const char *out;
	char *retread; /* the program */
	struct job job;
	const char *unit; /* what a task does, as "shard" */
};

/* "retread VERB" */
static struct arguments submit_begin(
	const struct submission *submission, const char *verb)
{
	struct arguments command = {0};

	arguments_add(&command, submission->retread);
	arguments_add(&command, verb);
	return command;
}

/* What belongs to the job of ID is in OUT/jobs/ID. */
static void take_folder(struct submission *submission, const char *id)
{
	submission->job.folder = arena_format(
		&submission->job.arena, "%s/jobs/%s", submission->out, id);
}

/*--- shards ---*/

static void find_shards(
	struct submission *submission, const char *id, uint64_t shards)
{
	struct job *job = &submission->job;
	size_t kept = 0;

	job_number(job, shards);
	for (size_t i = 0; i < job->count; i++) {
		char *folder =
			shard_folder(submission->out, id, job->number[i]);
		if (!submission->options->missing || access(folder, F_OK) != 0)
			job->number[kept++] = job->number[i];
		free(folder);
	}
	job->count = kept;
}

/* RECORD: options of `retread record`. */
static void record_shards(struct submission *submission, uint64_t shards,
	const char *file, char *const *record)
{
	struct job *job = &submission->job;
	struct arguments command = submit_begin(submission, "record");

	arguments_add_option(&command, "plan", file);
	arguments_add_option(&command, "out", submission->out);
	arguments_add_all(&command, record);
	arguments_add(&command, "--shard");
	arguments_add_format(&command, "{}/%" PRIu64, shards);
	job_take_command(job, &command);
	command = submit_begin(submission, "merge");
	arguments_add_option(&command, "plan", file);
	arguments_add_option(&command, "out", submission->out);
	arguments_add(&command, "--require-complete");
	job->last = job_text(job, &command);
	job->name = "retread";
	job->about = "# Records the shards of a plan and merges them. What "
		     "is lost is recorded by:\n# retread submit --missing\n";
	submission->unit = "shard";
}

static int take_plan(
	struct submission *submission, char *const *record, struct error *err)
{
	struct job *job = &submission->job;
	const char *file = submission->options->plan;
	char id[PLAN_ID_BYTES];
	struct plan plan;

	if (!file)
		file = arena_format(
			&job->arena, "%s/plan.json", submission->out);
	if (plan_read(&plan, &job->arena, file, err) != 0 ||
		plan_identify(id, file, err) != 0)
		return -1;
	find_shards(submission, id, plan.shards);
	record_shards(submission, plan.shards, file, record);
	take_folder(submission, id);
	return 0;
}

/*--- tests that are grown ---*/

/* GROW: options of `retread grow`. */
static void take_grow(struct submission *submission, char *const *grow)
{
	struct job *job = &submission->job;
	struct arguments command = submit_begin(submission, "grow"),
			 join = submit_begin(submission, "grow");
	uint64_t shards = submission->options->grow;
	size_t kept = 0;

	arguments_add_format(
		&command, "--tests=%s/tests.json", submission->out);
	arguments_add_format(&command, "--out=%s/grown/{}", submission->out);
	arguments_add_all(&command, grow);
	arguments_add_format(&command, "--shard={}/%" PRIu64, shards);
	job_take_command(job, &command);
	arguments_add_option(&join, "out", submission->out);
	job_number(job, shards);
	for (size_t i = 0; i < shards; i++) {
		char *folder = memory_format(
			"%s/grown/%" PRIu64, submission->out, job->number[i]);
		char *file = memory_format("%s/experiments.jsonl", folder);
		arguments_add_option(&join, "join", folder);
		if (!submission->options->missing || access(file, F_OK) != 0)
			job->number[kept++] = job->number[i];
		free(file);
		free(folder);
	}
	job->count = kept;
	job->last = job_text(job, &join);
	job->name = "retread-grow";
	job->about = "# Grows the tests of a suite in shards and joins "
		     "them.\n";
	submission->unit = "shard";
}

/*--- proofs ---*/

/* Is FINDING among those that --prove names: by id, or by the least severity? */
static bool is_chosen(const struct submission *submission,
	const struct report_finding *finding)
{
	const struct option_texts *named = &submission->options->findings;

	for (size_t i = 0; i < named->count; i++) {
		if (report_finding_matches(finding, named->text[i]))
			return true;
		for (int least = REPORT_LOW; least <= REPORT_HIGH; least++)
			if (!strcmp(named->text[i],
				    report_severity_name(least)) &&
				(int)finding->severity >= least &&
				!finding->suppressed)
				return true;
	}
	return false;
}

static bool is_proved_here(
	const struct submission *submission, const char *finding)
{
	char *proof = memory_format(
		"%s/prove/%s/proof.json", submission->out, finding);
	bool is_there = access(proof, F_OK) == 0;

	free(proof);
	return is_there;
}

/* PROVE: options of `retread prove`, and its target. Proofs lie with the results that
 * the findings are of. */
static const char *proof_of(
	struct submission *submission, const char *finding, char *const *prove)
{
	struct arguments command = {0};

	arguments_add(&command, "env");
	arguments_add_format(&command, "RETREAD_OUT=%s", submission->out);
	arguments_add(&command, submission->retread);
	arguments_add(&command, "prove");
	arguments_add(&command, finding);
	arguments_add_all(&command, prove);
	return job_text(&submission->job, &command);
}

static int take_findings(
	struct submission *submission, char *const *prove, struct error *err)
{
	struct job *job = &submission->job;
	struct arguments command = submit_begin(submission, "report");
	struct report report;
	int result;

	arguments_add(&command, submission->out);
	job->last = job_text(job, &command);
	job->name = "retread-prove";
	job->about = "# Proves findings, and prints the report.\n";
	submission->unit = "finding";
	report_init(&report);
	result = results_load(&report, submission->out, err);
	job->list = arena_alloc_zero(
		&job->arena, report.finding_count + 1, sizeof *job->list);
	for (size_t i = 0; result == 0 && i < report.finding_count; i++) {
		const struct report_finding *finding = &report.finding[i];
		if (finding->rule != REPORT_TRAVERSAL &&
			is_chosen(submission, finding) &&
			!(submission->options->missing &&
				is_proved_here(submission, finding->id)))
			job->list[job->list_count++] =
				proof_of(submission, finding->id, prove);
	}
	report_release(&report);
	job_number(job, job->list_count);
	return result;
}

/*--- commands ---*/

static int take_commands(struct submission *submission, struct error *err)
{
	struct job *job = &submission->job;
	struct commands commands;

	if (commands_read(&commands, submission->options->commands, err) != 0)
		return -1;
	job->list = arena_alloc_zero(
		&job->arena, commands.count, sizeof *job->list);
	for (size_t i = 0; i < commands.count; i++) {
		struct arguments command = {0};
		arguments_add_all(&command, commands.command[i]);
		job->list[job->list_count++] = job_text(job, &command);
	}
	commands_release(&commands);
	job_number(job, job->list_count);
	return 0;
}

static int take_tasks(
	struct submission *submission, char *const *words, struct error *err)
{
	struct arguments command = {0};
	bool has_number = false;

	for (char *const *word = words; *word; word++)
		has_number |= strstr(*word, "{}") != NULL;
	if (!has_number)
		return error_set(err,
			"--tasks: no {}, which stands for a task's number, in "
			"the command");
	arguments_add_all(&command, words);
	job_take_command(&submission->job, &command);
	job_number(&submission->job, submission->options->tasks);
	return 0;
}

/* What is submitted, of what was asked. */
static int submit_take(
	struct submission *submission, char *const *words, struct error *err)
{
	const struct submit_options *options = submission->options;
	struct job *job = &submission->job;
	char id[JOB_ID_BYTES];
	int result;

	if (options->grow > 0) {
		take_grow(submission, words);
		result = 0;
	} else if (options->findings.count > 0) {
		result = take_findings(submission, words, err);
	} else if (options->tasks > 0 || options->commands) {
		job->name = "retread-task";
		job->about = "# Runs commands.\n";
		job->last = options->last ? options->last : "true";
		submission->unit = "task";
		result = options->commands ? take_commands(submission, err)
					   : take_tasks(submission, words, err);
	} else {
		return take_plan(submission, words, err);
	}
	if (result == 0) {
		job_identify(job, id);
		take_folder(submission, id);
	}
	return result;
}

/*--- the verb ---*/

static int submit_check(
	const struct submit_options *options, const struct operands *operands)
{
	unsigned kinds = (options->plan != NULL) + (options->tasks > 0) +
			 (options->commands != NULL) + (options->grow > 0) +
			 (options->findings.count > 0);
	bool is_any = options->tasks > 0 || options->commands;

	if (kinds > 1)
		return cli_misuse("submit",
			"--plan, --grow, --prove, --tasks and --commands are "
			"five jobs",
			"Submit them one by one.");
	if (options->last && !is_any)
		return cli_misuse("submit",
			"--then goes with --tasks and --commands", NULL);
	if (options->missing && is_any)
		return cli_misuse("submit",
			"nobody knows which results of commands are missing",
			"--again starts all of them again.");
	if (options->commands && operands->count > 0)
		return cli_misuse("submit",
			"--commands has the commands; more of them are not "
			"understood",
			NULL);
	return CLI_DONE;
}

static int submit_job(
	struct submission *submission, const struct job_engine *engine)
{
	const struct submit_options *options = submission->options;
	struct job *job = &submission->job;
	struct error err = {{0}};
	const char *path;
	int result = job_prepare(
		job, engine, options->again || options->missing, &path, &err);

	if (result > 0)
		return cli_fail(CLI_USAGE, "submit", &err,
			"--missing does what is missing, --again starts all "
			"of it again.");
	if (result < 0)
		return cli_fail(CLI_ENVIRONMENT, "submit", &err, HINT_OUT);
	if (!options->quiet)
		printf("retread: %zu %s%s by %s: %s\n", job->count,
			submission->unit, cli_plural(job->count),
			job_engine_name(engine), path);
	job_start(job, engine, path, &err);
	return cli_fail(CLI_ENVIRONMENT, "submit", &err, NULL);
}

static int submit_start(struct submission *submission, char *const *words)
{
	const struct submit_options *options = submission->options;
	struct job *job = &submission->job;
	struct error err = {{0}};
	bool is_printed = options->print || options->engine == JOB_PRINT;
	const struct job_engine *engine = job_choose(
		options->engine == JOB_PRINT ? JOB_ANY : options->engine,
		is_printed, &err);

	if (!engine)
		return cli_fail(CLI_ENVIRONMENT, "submit", &err,
			"Choose another: --with slurm|parallel|make; or look "
			"at the script: --print");
	if (submit_take(submission, words, &err) != 0)
		return cli_fail(CLI_USAGE, "submit", &err,
			submission->unit ? NULL
					 : "Make a plan first: retread plan "
					   "--shards N");
	if (is_printed) {
		job_print(job, engine, stdout);
		return CLI_DONE;
	}
	if (job->count > 0)
		return submit_job(submission, engine);
	printf("retread: no %s is %s\nnext: %s\n", submission->unit,
		options->missing ? "missing" : "there", job->last);
	return CLI_DONE;
}

static int submit(void *chosen, const struct operands *operands)
{
	const struct submit_options *options = chosen;
	struct submission submission = {.options = options,
		.out = cli_out_directory(options->out),
		.retread = NULL,
		.job = {.at_once = options->jobs}};
	char *here = getcwd(NULL, 0), *bin = program_directory(0);
	struct error err = {{0}};
	int status = submit_check(options, operands);

	if (status == CLI_DONE && (!here || !bin)) {
		error_set_errno(&err, "cannot find the working directory");
		status = cli_fail(CLI_ENVIRONMENT, "submit", &err, NULL);
	}
	if (status == CLI_DONE) {
		struct arguments directory = {0};
		submission.retread = memory_format("%s/retread", bin);
		arguments_add(&directory, here);
		submission.job.directory =
			job_text(&submission.job, &directory);
		status = submit_start(&submission, operands->operand);
	}
	job_release(&submission.job);
	free(submission.retread);
	free(here);
	free(bin);
	return status;
}

int verb_submit(int argc, char **argv)
{
	struct submit_options chosen = {.engine = JOB_ANY};
	const struct option_row rows[] = {
		{"with", 0, OPTION_CHOICE, &chosen.engine, .argument = "ENGINE",
			.help = "slurm, parallel or make; print: as --print. "
				"By default the first that is installed",
			.choices = job_engines},
		{"jobs", 'j', OPTION_NUMBER, &chosen.jobs, .argument = "N",
			.help = "N at a time; by default one a processor, on a "
				"cluster as many as it lets",
			.min = 1},
		{"plan", 0, OPTION_TEXT, &chosen.plan, .argument = "FILE",
			.help = "the plan; by default DIR/plan.json"},
		{"prove", 0, OPTION_TEXTS, &chosen.findings,
			.argument = "FINDING",
			.help = "prove findings instead: one by its id, or "
				"low, medium or high: all from there on"},
		{"grow", 0, OPTION_NUMBER, &chosen.grow, .argument = "N",
			.help = "grow the tests that discover found instead, "
				"in N shards, and join them",
			.min = 1},
		{"tasks", 'n', OPTION_NUMBER, &chosen.tasks, .argument = "N",
			.help = "run the command after -- N times instead, "
				"with 1 to N in place of each {}",
			.min = 1},
		{"commands", 0, OPTION_TEXT, &chosen.commands,
			.argument = "FILE",
			.help = "run the commands in FILE instead, one a line"},
		{"then", 0, OPTION_TEXT, &chosen.last, .argument = "COMMAND",
			.help = "what a shell runs when these have ended"},
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "results and script go to DIR (retread-out)"},
		{"missing", 0, OPTION_FLAG, &chosen.missing,
			.help = "only shards, or proofs, that are not there "
				"yet"},
		{"again", 0, OPTION_FLAG, &chosen.again,
			.help = "though it was submitted before"},
		{"print", 0, OPTION_FLAG, &chosen.print,
			.help = "print the script, start nothing"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
	};
	const struct options options = {"retread submit",
		"[OPTION]... [-- RECORD-OPTION...]",
		"Records the shards of a plan by Slurm, GNU parallel or make, "
		"and merges them; or has them run other commands.",
		OPTION_ROWS(rows)};
	int status = options_run(&options, argc, argv, submit, &chosen);

	options_free(&chosen.findings);
	return status;
}
