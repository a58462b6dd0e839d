/* SPDX-License-Identifier: MIT
 * `retread prove` without a finding: proves all that the results have, in the order of
 * the report. What has a proof keeps it, so an interrupted run goes on. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/common.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/known_errors.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/proof.h"
#include "lib/report/report.h"

#define VERB	    "prove"
#define SECONDS_MIN 10 /* of a finding, as long as there is time */

/* How many findings came out so. */
struct all_counts {
	size_t grow, do_not, not_shown, left;
};

static bool all_has(const struct report_finding *finding)
{
	return finding->rule != REPORT_TRAVERSAL &&
	       finding->severity >= REPORT_MEDIUM &&
	       report_finding_state(finding) == REPORT_KNOWN;
}

static size_t all_count(const struct report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		count += all_has(&report->finding[i]);
	return count;
}

/* Prints what the proof of FINDING says, and counts it. */
static void all_print(
	const struct report_finding *finding, struct all_counts *counts)
{
	char *folder = memory_format(
		"%s/prove/%s", cli_out_directory(NULL), finding->id);
	struct arena arena = {0};
	struct error ignored = {{0}};
	const struct proof_result *proof = proof_read(&arena, folder, &ignored);
	enum report_state state =
		proof ? report_proof_of(proof).state : REPORT_NOT_SHOWN;

	counts->grow += state == REPORT_PROVED;
	counts->do_not += state == REPORT_BOUNDED;
	counts->not_shown += state == REPORT_NOT_SHOWN;
	printf("%-10s %s: %s\n", finding->id,
		finding->function ? finding->function : "?",
		proof ? proof->law.sentence
		      : "not shown: it was not there when it was run again");
	fflush(stdout);
	arena_release(&arena);
	free(folder);
}

/* In SECONDS. Returns the exit code of the verb for this finding. */
static int all_prove(const struct prove_all *all,
	const struct report_finding *finding, double seconds, int *signal)
{
	const struct rerun rerun = {
		.output = RERUN_HIDDEN, .is_silent = true, .signal = signal};
	struct arguments command = {0};
	int status;

	arguments_add(&command, "retread");
	arguments_add(&command, VERB);
	arguments_add(&command, finding->id);
	arguments_add(&command, "--quiet");
	if (all->runs_nothing)
		arguments_add(&command, "--recorded");
	arguments_add_format(
		&command, "--budget=%.0fs", fmax(1, floor(seconds)));
	status = rerun_verb(&rerun, command.word);
	arguments_release(&command);
	return status;
}

static int all_finish(const struct all_counts *counts, int signal)
{
	printf("%zu grow%s, %zu do%s not, %zu not shown", counts->grow,
		counts->grow == 1 ? "s" : "", counts->do_not,
		counts->do_not == 1 ? "es" : "", counts->not_shown);
	if (counts->left > 0)
		printf("; %zu left: retread prove", counts->left);
	printf("\nnext: retread report\n");
	if (signal != 0)
		return CLI_SIGNAL + signal;
	if (counts->grow > 0)
		return CLI_GATE;
	return counts->do_not > 0 || counts->not_shown == 0 ? CLI_DONE
							    : CLI_NOTHING;
}

int prove_all_findings(const struct prove_all *all)
{
	double end = clock_seconds() + all->seconds;
	struct all_counts counts = {0};
	struct error err = {{0}};
	struct report report;
	int number = 0, status = CLI_DONE;

	report_init(&report);
	if (results_load(&report, cli_out_directory(NULL), &err) != 0)
		status = cli_fail(CLI_USAGE, VERB, &err, HINT_RECORD);
	counts.left = all_count(&report);
	rerun_hold_signals();
	for (size_t i = 0; status == CLI_DONE && i < report.finding_count;
		i++) {
		double rest = end - clock_seconds();
		if (!all_has(&report.finding[i]))
			continue;
		if (rest < 1 || number != 0)
			break;
		all_prove(all, &report.finding[i],
			fmin(rest,
				fmax(SECONDS_MIN, rest / (double)counts.left)),
			&number);
		if (number != 0)
			break;
		counts.left--;
		all_print(&report.finding[i], &counts);
	}
	rerun_release_signals();
	report_release(&report);
	return status == CLI_DONE ? all_finish(&counts, number) : status;
}
