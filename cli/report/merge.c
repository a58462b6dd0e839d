/* SPDX-License-Identifier: MIT
 * `retread merge`: joins the results of several directories, as shards and other
 * machines leave them. In any order, and twice without harm. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "cli/report/map.h"
#include "cli/report/merge_shards.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/report.h"

/* Where results are looked for: DIR/record/PROGRAM/PROCESS/findings.json. */
#define MERGED_FOLDER "record/merged/all"

struct merge_options {
	const char *out;
	const char *plan; /* NULL: there is none */
	struct option_texts map;
	bool must_be_complete;
	bool quiet;
};

/* What OUT holds already takes part: so results can come one by one. */
static int load_old(struct report *report, const char *out, struct error *err)
{
	char *record = memory_format("%s/record", out);
	struct stat status;
	int result = 0;

	if (stat(record, &status) == 0)
		result = results_load(report, out, err);
	free(record);
	return result;
}

static int load_all(struct report *report, const struct merge_options *options,
	const struct operands *operands, struct error *err)
{
	if (load_old(report, options->out, err) != 0)
		return -1;
	for (size_t i = 0; i < operands->count; i++) {
		struct report one;
		int result;
		report_init(&one);
		result = results_load(&one, operands->operand[i], err);
		if (result == 0) {
			map_report(&options->map, &one);
			report_merge(report, &one);
		}
		report_release(&one);
		if (result != 0)
			return -1;
	}
	report_sort(report);
	return 0;
}

static int write_merged(
	struct report *report, const char *out, struct error *err)
{
	char *folder = memory_format("%s/" MERGED_FOLDER, out);
	char *file = memory_format("%s/findings.json", folder);
	int result = folders_make_all(folder, err);

	if (result == 0)
		result = report_write_json(report, file, err);
	free(file);
	free(folder);
	return result;
}

/* The shards of the plan. Returns an exit code. */
static int load_plan(struct report *report, const struct merge_options *options,
	const struct operands *operands, size_t *missing)
{
	char *const here[] = {(char *)options->out};
	const struct merge_shards shards = {.plan = options->plan,
		.root = operands->count > 0 ? operands->operand : here,
		.root_count = operands->count > 0 ? operands->count : 1,
		.map = &options->map};
	struct error err = {{0}};

	if (merge_shards(&shards, report, missing, &err) != 0)
		return cli_fail(CLI_USAGE, "merge", &err,
			"Record the shards of one plan from one build, or make "
			"another plan: retread plan");
	report_sort(report);
	return CLI_DONE;
}

/* Names what did not end well. Returns how many there are. */
static size_t print_incomplete(const struct report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		bool has_failed = process->signal > 0 || process->exit_code > 0;
		if (!process->truncated && !has_failed)
			continue;
		count++;
		printf(" %-9s ", process->truncated ? "truncated" : "failed");
		cli_print_clean(stdout,
			process->test ? process->test : process->program);
		if (process->signal > 0)
			printf(" (signal %d)", process->signal);
		else if (process->exit_code > 0)
			printf(" (exit code %d)", process->exit_code);
		putchar('\n');
	}
	return count;
}

/* Reads what OPERANDS name. Returns an exit code. */
static int merge_load(struct report *report,
	const struct merge_options *options, const struct operands *operands,
	size_t *missing)
{
	struct error err = {{0}};

	*missing = 0;
	if (map_check(&options->map, &err) != 0)
		return cli_fail(CLI_USAGE, "merge", &err,
			"As in: --map /builds/project=.");
	if (options->plan)
		return load_plan(report, options, operands, missing);
	if (operands->count == 0)
		return cli_misuse("merge", "which results?",
			"As in: retread merge -o all shard-1 shard-2");
	if (load_all(report, options, operands, &err) != 0)
		return cli_fail(CLI_USAGE, "merge", &err,
			"Name directories that `retread record` has written, "
			"or files report.json");
	return CLI_DONE;
}

/* Says what REPORT has, and what it lacks. Returns an exit code. */
static int conclude(const struct report *report,
	const struct merge_options *options, size_t missing)
{
	char *argument = cli_directory_argument(options->out);
	size_t incomplete;

	printf("retread: %zu process%s, %zu finding%s, those for information "
	       "included\n",
		report->process_count, report->process_count == 1 ? "" : "es",
		report->finding_count, cli_plural(report->finding_count));
	incomplete = print_incomplete(report);
	if (!options->quiet)
		printf("next: retread report%s\n", argument);
	free(argument);
	if (incomplete + missing == 0 || !options->must_be_complete)
		return CLI_DONE;
	fprintf(stderr,
		"retread merge: failing because of --require-complete: %zu "
		"process%s, %zu shard%s missing\n",
		incomplete, incomplete == 1 ? "" : "es", missing,
		cli_plural(missing));
	return CLI_TESTS_FAILED;
}

static int merge_merge(void *chosen, const struct operands *operands)
{
	struct merge_options *options = chosen;
	struct report report;
	struct error err = {{0}};
	size_t missing;
	int status;

	options->out = cli_out_directory(options->out);
	report_init(&report);
	status = merge_load(&report, options, operands, &missing);
	if (status == CLI_DONE &&
		write_merged(&report, options->out, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "merge", &err, NULL);
	if (status == CLI_DONE)
		status = conclude(&report, options, missing);
	report_release(&report);
	return status;
}

int verb_merge(int argc, char **argv)
{
	struct merge_options chosen = {0};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "put the results into DIR, with what it holds "
				"already (retread-out)"},
		{"plan", 0, OPTION_TEXT, &chosen.plan, .argument = "FILE",
			.help = "join the shards of a plan that are in DIR..., "
				"and name those that are missing"},
		{"map", 0, OPTION_TEXTS, &chosen.map, .argument = "OLD=NEW",
			.help = "what lay in the directory OLD where it was "
				"recorded is in NEW here"},
		{"require-complete", 0, OPTION_FLAG, &chosen.must_be_complete,
			.help = "exit with 3 if a test failed, a trace was "
				"truncated, or a shard is missing"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "do not suggest the next command"},
	};
	const struct options options = {"retread merge", "[OPTION]... DIR...",
		"Joins results of several directories, as of shards and "
		"machines.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, merge_merge, &chosen);
}
