/* SPDX-License-Identifier: MIT
 * Says how a recorded test came out. */
#include "config.h"

#include "cli/record/steps.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/record/printed.h"
#include "cli/suite/tests.h"

const char *outcome_why_none(bool is_narrowed)
{
	return is_narrowed ? "no program has a name that --program gives"
			   : "only interpreters and tools of the system ran";
}

/* Nothing is recorded of it, though it ended well. */
static const char *why_nothing(const struct recording *recording)
{
	if (recording->unknown_instruction > 0)
		return "instruction not known to Valgrind";
	if (recording->lost > 0)
		return "not analysed, see above";
	if (recording->has_complaint)
		return "Valgrind cannot run it, see below";
	return outcome_why_none(recording->is_narrowed);
}

#define EXIT_TIMEOUT 124 /* of timeout(1) */

/* What ended by a limit that the test has set to itself may hold it without the recorder. */
static const char *why_own_limit(const struct recording *recording)
{
	if (recording->signal != SIGALRM &&
		recording->exit_code != EXIT_TIMEOUT)
		return "";
	if (recording->native_seconds > 0 && recording->native_exit_code == 0)
		return ", by its own time limit, which holds without retread";
	return ", by its own time limit: see record --native";
}

static enum report_outcome outcome_judge(const struct test *test,
	const struct recording *recording, char why[OUTCOME_WHY_BYTES])
{
	enum printed_verdict verdict =
		recording->printed ? printed_judge(test, recording->printed,
					     why, OUTCOME_WHY_BYTES)
				   : PRINTED_NOTHING;
	bool has_failed =
		verdict == PRINTED_FAIL ||
		(verdict != PRINTED_PASS && recording->exit_code != 0);
	const char *too =
		recording->native_seconds > 0 && recording->native_exit_code ==
							 recording->exit_code
			? ", without retread, too"
			: "";

	if (recording->interrupted_by != 0 || recording->is_stopped) {
		snprintf(why, OUTCOME_WHY_BYTES, "%s after %.0f s",
			recording->is_stopped ? "stopped for the time budget"
					      : "interrupted",
			recording->seconds);
		return recording->processes > 0 ? REPORT_RECORDED
						: REPORT_NOT_RECORDED;
	}
	if (recording->timed_out) {
		snprintf(why, OUTCOME_WHY_BYTES, "after %.0f s",
			recording->seconds);
		return REPORT_TIMED_OUT;
	}
	if (recording->signal != 0) {
		snprintf(why, OUTCOME_WHY_BYTES, "signal %d, %s%s",
			recording->signal, strsignal(recording->signal),
			why_own_limit(recording));
		return REPORT_DIED;
	}
	if (verdict == PRINTED_SKIP ||
		(test->skip_code != 0 &&
			recording->exit_code == test->skip_code))
		return REPORT_SKIPPED;
	if (has_failed && !test->should_fail) {
		if (verdict != PRINTED_FAIL)
			snprintf(why, OUTCOME_WHY_BYTES, "exit code %d%s%s",
				recording->exit_code, too,
				why_own_limit(recording));
		return REPORT_FAILED;
	}
	if (!has_failed && test->should_fail) {
		snprintf(why, OUTCOME_WHY_BYTES,
			"it succeeded, and was to fail%s", too);
		return REPORT_FAILED;
	}
	why[0] = '\0';
	if (recording->processes > 0)
		return REPORT_RECORDED;
	snprintf(why, OUTCOME_WHY_BYTES, "%s", why_nothing(recording));
	return REPORT_NOT_RECORDED;
}

struct report_test outcome_of(const struct test *test,
	const struct recording *recording, char why[OUTCOME_WHY_BYTES])
{
	struct report_test outcome = {.name = tests_name(test),
		.exit_code = recording->exit_code,
		.signal = recording->signal,
		.seconds = recording->seconds,
		.native_seconds = recording->native_seconds,
		.processes = recording->processes,
		.processes_in_part = recording->partial,
		.processes_lost = recording->lost};

	why[0] = '\0';
	outcome.outcome = outcome_judge(test, recording, why);
	outcome.why = why[0] != '\0' ? why : NULL;
	if (outcome.outcome == REPORT_RECORDED && outcome.why &&
		outcome.processes_in_part == 0)
		outcome.processes_in_part = 1;
	return outcome;
}
