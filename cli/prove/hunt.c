/* SPDX-License-Identifier: MIT
 * `retread hunt`: records tests, then fuzzes a target for each finding and
 * proves how it grows there, within one budget. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "cli/prove/untargeted.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define FINDINGS     8	   /* that are proved, the most severe first */
#define FUZZ_PERCENT 25	   /* of a finding's share; the rest is for its proof */
#define INPUT_EDGES  40000 /* that an input of a campaign counts as */
#define TARGET_NOTE  "hunt-target"
#define TESTS_NOTE   "hunt-tests"

struct hunt {
	const char *out, *seeds, *target, *edges;
	struct hunt_budget budget;
	uint64_t seconds, findings, seed;
	char **test; /* NULL-ended */
	int signal;  /* that came meanwhile */
};

/* Runs COMMAND and releases it. What it prints goes where ours goes, or nowhere. */
static int hunt_run(struct hunt *hunt, struct arguments *command, bool is_shown)
{
	const struct rerun rerun = {.out = hunt->out,
		.output = is_shown ? RERUN_SHOWN : RERUN_HIDDEN,
		.signal = &hunt->signal};
	int status = rerun_verb(&rerun, command->word);

	arguments_release(command);
	return status;
}

/* "retread VERB -q" */
static struct arguments hunt_begin(const char *verb)
{
	struct arguments command = {0};

	arguments_add(&command, "retread");
	arguments_add(&command, verb);
	arguments_add(&command, "-q");
	return command;
}

/* "-i SEEDS -- TARGET", the end of what runs the target. */
static void add_target(const struct hunt *hunt, struct arguments *command)
{
	arguments_add_option(command, "input", hunt->seeds);
	arguments_add(command, "--");
	arguments_add(command, hunt->target);
}

/* ---- stages ---- */

/* "12.3 s  record    ": when it is over. */
static void print_stage(const struct hunt *hunt, const char *stage)
{
	printf("%8.1f s  %-7s ",
		(double)hunt_budget_elapsed_ms(&hunt->budget) / 1000, stage);
}

/* When and how large PROGRAM is: another build is another program. */
static char *describe_program(const char *program)
{
	struct stat status = {0};

	stat(program, &status);
	return memory_format("%lld.%09ld %lld %s",
		(long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
		(long long)status.st_size, program);
}

/* The tests' command. Free it. */
static char *describe_tests(const struct hunt *hunt)
{
	char *text = describe_program(hunt->test[0]);

	for (char **word = hunt->test + 1; *word; word++) {
		char *longer = memory_format("%s %s", text, *word);
		free(text);
		text = longer;
	}
	return text;
}

/* What file NAME of the folder says, or NULL. Free it. */
static char *hunt_read_note(const struct hunt *hunt, const char *name)
{
	char *path = memory_format("%s/%s", hunt->out, name);
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t capacity = 0;

	free(path);
	if (!file)
		return NULL;
	if (getdelim(&text, &capacity, '\0', file) < 0) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

/* A note that cannot be written costs time when it is missed, no more. */
static void write_note(
	const struct hunt *hunt, const char *name, const char *text)
{
	char *path = memory_format("%s/%s", hunt->out, name);
	FILE *file = fopen(path, "w");

	if (file) {
		fputs(text, file);
		fclose(file);
	}
	free(path);
}

/* What an earlier hunt found with another build of the target does not hold, and
 * fuzz and prove would refuse to go on from it. */
static void forget_other_target(struct hunt *hunt)
{
	static const char *const folder[] = {"fuzz", "prove"};
	char *target = describe_program(hunt->target);
	char *before = hunt_read_note(hunt, TARGET_NOTE);

	for (size_t i = 0; before && strcmp(before, target) != 0 &&
			   i < sizeof folder / sizeof folder[0];
		i++) {
		char *path = memory_format("%s/%s", hunt->out, folder[i]);
		folders_remove(path);
		free(path);
	}
	write_note(hunt, TARGET_NOTE, target);
	free(before);
	free(target);
}

/* A target that does not run is told before anything takes long. */
static int check_target(struct hunt *hunt)
{
	char *out = memory_format("%s/fuzz/check", hunt->out);
	struct arguments command = hunt_begin("fuzz");
	struct error err = {{0}};
	int status;

	arguments_add_option(&command, "execs", "1");
	arguments_add_option(&command, "out", out);
	add_target(hunt, &command);
	forget_other_target(hunt);
	status = folders_make_all(out, &err);
	if (status < 0)
		status = cli_fail(CLI_ENVIRONMENT, "hunt", &err,
			"Choose another folder: --out DIR");
	else
		status = hunt_run(hunt, &command, false);
	arguments_release(&command);
	free(out);
	return status == CLI_NOTHING ? CLI_DONE : status;
}

static int start_record(struct hunt *hunt)
{
	uint64_t seconds = hunt_budget_seconds(&hunt->budget);
	struct arguments command = hunt_begin("record");

	arguments_add_option(&command, "out", hunt->out);
	if (hunt->budget.end_ms)
		arguments_add_format(
			&command, "--timeout=%" PRIu64, seconds ? seconds : 1);
	arguments_add(&command, "--");
	arguments_add_all(&command, hunt->test);
	return hunt_run(hunt, &command, true);
}

/* The same tests, not changed since they were recorded, are not run again. */
static int hunt_record(struct hunt *hunt)
{
	char *tests = describe_tests(hunt);
	char *before = hunt_read_note(hunt, TESTS_NOTE);
	bool is_known = before && strcmp(tests, before) == 0;
	int status = is_known ? CLI_DONE : start_record(hunt);

	if (status == CLI_DONE && !is_known)
		write_note(hunt, TESTS_NOTE, tests);
	if (status == CLI_DONE || status == CLI_TESTS_FAILED) {
		print_stage(hunt, "record");
		cli_print_clean(stdout, hunt->test[0]);
		printf("%s\n", is_known ? ", recorded earlier"
			       : status == CLI_DONE
				       ? ""
				       : ", with a failure or out of time");
		fflush(stdout);
	}
	free(before);
	free(tests);
	return status;
}

static int hunt_report(struct hunt *hunt, bool is_shown)
{
	struct arguments command = hunt_begin("report");

	arguments_add(&command, hunt->out);
	return hunt_run(hunt, &command, is_shown);
}

/* ---- one finding ---- */

static int hunt_fuzz(struct hunt *hunt, const char *id, const char *share)
{
	struct arguments command = hunt_begin("fuzz");

	arguments_add(&command, id);
	if (hunt->budget.end_ms != 0)
		arguments_add_option(&command, "time", share);
	else
		arguments_add_format(&command, "--execs=%llu",
			strtoull(share, NULL, 10) * 1000000 / INPUT_EDGES);
	arguments_add_format(&command, "--seed=%" PRIu64, hunt->seed);
	add_target(hunt, &command);
	return hunt_run(hunt, &command, false);
}

static int hunt_prove(struct hunt *hunt, const char *id, const char *share)
{
	struct arguments command = hunt_begin("prove");

	arguments_add(&command, id);
	arguments_add_option(&command, "budget", share);
	arguments_add_format(&command, "--seed=%" PRIu64, hunt->seed);
	arguments_add_format(
		&command, "--more=%s/fuzz/%s/default/queue", hunt->out, id);
	add_target(hunt, &command);
	return hunt_run(hunt, &command, false);
}

static void hunt_print_line(const char *title, const char *text)
{
	printf("%19s %s", "", title);
	cli_print_clean(stdout, text);
	putchar('\n');
}

/* The verdict on ID, and the input that shows it. */
static void hunt_print_proof(const struct hunt *hunt, const char *id)
{
	char *folder = memory_format("%s/prove/%s", hunt->out, id);
	struct arena arena = {0};
	struct error err = {{0}};
	const struct proof_result *proof = proof_read(&arena, folder, &err);

	print_stage(hunt, "prove");
	printf("%s ", id);
	cli_print_clean(
		stdout, proof ? proof->law.sentence : "nothing was written");
	putchar('\n');
	if (proof && proof->pattern)
		hunt_print_line("input ", proof->pattern);
	arena_release(&arena);
	free(folder);
}

static void print_fuzz(const struct hunt *hunt,
	const struct report_finding *finding, const char *result)
{
	print_stage(hunt, "fuzz");
	printf("%s ", finding->id);
	cli_print_clean(stdout, finding->function ? finding->function : "?");
	printf("()%s\n", result);
	fflush(stdout);
}

enum outcome { OUTCOME_PROVED, OUTCOME_NOT_PROVED, OUTCOME_NOT_TRIED };

/* REST findings, this one included, share what is left of the budget. */
static enum outcome try_finding(
	struct hunt *hunt, const struct report_finding *finding, uint64_t rest)
{
	char *share = hunt_budget_share(&hunt->budget, rest, FUZZ_PERCENT);
	int status = hunt_fuzz(hunt, finding->id, share);

	free(share);
	if (status == CLI_USAGE || status == CLI_ENVIRONMENT) {
		print_fuzz(hunt, finding,
			": not tried, the target does not contain it");
		return OUTCOME_NOT_TRIED;
	}
	if (hunt->signal)
		return OUTCOME_NOT_TRIED;
	print_fuzz(hunt, finding,
		status == CLI_NOTHING ? ", nothing costlier than the seeds"
				      : "");
	share = hunt_budget_share(&hunt->budget, rest, 100);
	status = hunt_prove(hunt, finding->id, share);
	free(share);
	hunt_print_proof(hunt, finding->id);
	fflush(stdout);
	return status == CLI_GATE ? OUTCOME_PROVED : OUTCOME_NOT_PROVED;
}

/* ---- all of them ---- */

static bool hunt_is_worth(const struct report_finding *finding)
{
	return !finding->suppressed && finding->severity >= REPORT_LOW;
}

static uint64_t count_worth(const struct hunt *hunt, const struct report *found)
{
	uint64_t count = 0;

	for (size_t i = 0; i < found->finding_count; i++)
		count += hunt_is_worth(&found->finding[i]);
	return count < hunt->findings ? count : hunt->findings;
}

static int try_findings(struct hunt *hunt, const struct report *found)
{
	uint64_t rest = count_worth(hunt, found), of[3] = {0};

	if (rest == 0)
		puts("retread: no finding to prove");
	for (size_t i = 0; rest > 0 && hunt->signal == 0; i++) {
		const struct report_finding *finding = &found->finding[i];
		if (!hunt_is_worth(finding))
			continue;
		if (hunt_budget_is_over(&hunt->budget)) {
			printf("retread: the budget is used up; run the same "
			       "command again to go on, or give it more\n");
			break;
		}
		of[try_finding(hunt, finding, rest--)]++;
	}
	if (of[OUTCOME_PROVED] + of[OUTCOME_NOT_PROVED] > 0)
		hunt_report(hunt, false);
	print_stage(hunt, "html");
	printf("%s/report/index.html\n", hunt->out);
	printf("retread: %" PRIu64
	       " proved to grow faster than n log n, %" PRIu64 " not, %" PRIu64
	       " not tried\nnext: retread report %s\n",
		of[OUTCOME_PROVED], of[OUTCOME_NOT_PROVED],
		of[OUTCOME_NOT_TRIED] + rest, hunt->out);
	if (hunt->signal)
		return CLI_SIGNAL + hunt->signal;
	return of[OUTCOME_PROVED] ? CLI_GATE : CLI_DONE;
}

static int prove_all(struct hunt *hunt)
{
	struct error err = {{0}};
	struct report found;
	int status;

	report_init(&found);
	status = results_load(&found, hunt->out, &err) < 0
			 ? cli_fail(CLI_TESTS_FAILED, "hunt", &err, NULL)
			 : try_findings(hunt, &found);
	report_release(&found);
	return status;
}

/* `hunt -- ./tests --target ./target -i seeds`: our options may follow the
 * tests' command. Moves them before the dashes. */
static void reorder(int argc, char **argv, struct arguments *ordered)
{
	int dashes = 1, options;

	while (dashes < argc && strcmp(argv[dashes], "--") != 0)
		dashes++;
	for (options = dashes; options < argc; options++)
		if (options > dashes + 1 &&
			strcmp(argv[options], "--target") == 0)
			break;
	for (int i = 0; i < dashes; i++)
		arguments_add(ordered, argv[i]);
	for (int i = options; i < argc; i++)
		arguments_add(ordered, argv[i]);
	for (int i = dashes; i < options; i++)
		arguments_add(ordered, argv[i]);
}

static int hunt_all(void *chosen, const struct operands *operands)
{
	struct hunt *hunt = chosen;
	struct error err = {{0}};
	int status;

	if (hunt_budget_begin(&hunt->budget, hunt->seconds, hunt->edges, &err))
		return cli_fail(CLI_USAGE, "hunt", &err, NULL);
	hunt->out = cli_out_directory(hunt->out);
	hunt->test = operands->operand;
	status = check_target(hunt);
	if (status == CLI_DONE)
		status = hunt_record(hunt);
	if (hunt->signal)
		return CLI_SIGNAL + hunt->signal;
	if (status != CLI_DONE && status != CLI_TESTS_FAILED)
		return status;
	status = hunt_report(hunt, true);
	return status == CLI_DONE ? prove_all(hunt) : status;
}

int verb_hunt(int argc, char **argv)
{
	struct hunt hunt = {.seconds = 180, .findings = FINDINGS, .seed = 1};
	const struct option_row rows[] = {
		{"target", 0, OPTION_TEXT, &hunt.target, "PROGRAM",
			"the same code as a target compiled by retread-cc",
			.missing = "--target PROGRAM is missing"},
		{"input", 'i', OPTION_TEXT, &hunt.seeds, "DIR",
			"seeds of the target: small inputs, at least one",
			.missing = "-i DIR with seeds is missing"},
		{"out", 'o', OPTION_TEXT, &hunt.out, "DIR",
			"write to DIR instead of retread-out"},
		{"time-budget", 0, OPTION_TIME, &hunt.seconds, "TIME",
			"for all of it (3m)", .min = 1},
		{"budget", 0, OPTION_TEXT, &hunt.edges, "EDGES",
			"in place of a time: executed edges of the target "
			"(500M, 2G)"},
		{"findings", 0, OPTION_NUMBER, &hunt.findings, "N",
			"prove the N most severe findings (8)", .min = 1},
		{"seed", 0, OPTION_NUMBER, &hunt.seed, "N",
			"random numbers (1)"},
	};
	const struct options options = {"retread hunt",
		"--target PROGRAM -i DIR [OPTION]... -- TESTS [ARGUMENT]...",
		"Records TESTS, fuzzes PROGRAM for each finding, and proves "
		"how "
		"its cost grows with the input.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which tests?",
		.hint = "Write: retread hunt --target PROGRAM -i SEEDS -- "
			"TESTS"};
	struct arguments ordered = {0};
	char **words;
	int status;

	reorder(argc, argv, &ordered);
	words = arguments_array(&ordered);
	status = options_run(&options, argc, words, hunt_all, &hunt);
	free(words);
	arguments_release(&ordered);
	return status;
}
