/* SPDX-License-Identifier: MIT
 * Compares a kernel's two behaviours, finds what suffices for a difference, and
 * makes the input that shows it small.
 *
 * A difference is identified by its class and its causes: the sites each of
 * which alone gives that class; if there is none, a set that does and of which
 * no part does (ddmin). */
#include "fuzz-perf/hls/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"

/* What nobody wrote holds zeros, then other numbers: a result that differs is not
 * known. Results can be the same by chance, so there are more runs if hardware used
 * such numbers, and most if what the kernel returned depends on them. */
#define FILL_ZERO  0
#define FILL_OTHER 1
#define FILLS_USED 6
#define FILLS_MAX  64
/* Orders in which tasks take turns. */
#define SCHEDULES 4
/* Judgements, and steps of the kernel, that making an input smaller may cost. */
#define MINIMISE_MAX 400
#define WORK_MAX     UINT64_C(20000000)

const char *const verdict_names[] = {"equal", "host fault", "hang", "deadlock",
	"unknown value", "wrong value", "stale state", "order", "no answer",
	"host fails", "broken promise", "lost value"};

bool judge_is_divergence(enum verdict verdict)
{
	return verdict != VERDICT_EQUAL && verdict != VERDICT_HOST &&
	       verdict != VERDICT_CUT;
}

bool outcome_is_same(const struct outcome *a, const struct outcome *b)
{
	return a->end == b->end && a->signal == b->signal &&
	       a->bytes == b->bytes &&
	       (a->end != RUN_RETURNED ||
		       memcmp(a->output, b->output, a->bytes) == 0);
}

/* Whether A and B, which differ, are the same after the first call. */
static bool judge_begins_alike(const struct outcome *a, const struct outcome *b)
{
	return a->end == RUN_RETURNED && b->end == RUN_RETURNED &&
	       a->calls > 1 && a->bytes == b->bytes &&
	       memcmp(a->output, b->output, a->bytes / a->calls) == 0;
}

/* Whether hardware does as in ZERO whatever is in what nobody wrote, by at least so
 * many FILLS; IS_LATER: only what a call left makes it differ. */
static bool judge_is_known(const struct hls_test *test,
	const struct outcome *zero, int fills, bool *is_later)
{
	bool same = true;

	for (int fill = FILL_OTHER; fill <= fills && same; fill++) {
		struct outcome other;
		sim_run(test, fill, &other);
		same = outcome_is_same(zero, &other);
		*is_later = !same && judge_begins_alike(zero, &other);
		if (other.returned != zero->returned)
			fills = FILLS_MAX;
		else if (fills < FILLS_USED &&
			 (rtl_simulates || sim_was_nowhere()))
			fills = FILLS_USED;
		outcome_release(&other);
	}
	return same;
}

/* Whether hardware does as in ZERO whichever of its tasks goes first. */
static bool is_ordered(const struct hls_test *test, const struct outcome *zero)
{
	bool same = true;

	if (!sim_had_tasks() || rtl_simulates)
		return true;
	for (unsigned schedule = 1; schedule < SCHEDULES && same; schedule++) {
		struct outcome other;
		/* The last one is of the test. */
		sim_schedule(schedule < SCHEDULES - 1
				     ? schedule
				     : schedule + test->schedule);
		sim_run(test, FILL_ZERO, &other);
		same = outcome_is_same(zero, &other);
		outcome_release(&other);
	}
	sim_schedule(0);
	return same;
}

/* With the switches as they are. KEPT, if not NULL, is what hardware does. */
static enum verdict judge_compare(const struct hls_test *test,
	const struct outcome *exact, int fills, struct outcome *kept)
{
	struct outcome zero;
	enum verdict verdict = VERDICT_EQUAL;
	bool known = true, is_later = false;

	sim_run(test, FILL_ZERO, &zero);
	if (!rtl_simulates || rtl_may_be_unknown())
		known = judge_is_known(test, &zero, fills, &is_later);
	if (zero.end == RUN_LOST)
		verdict = VERDICT_NO_ANSWER;
	else if (!known || zero.end == RUN_UNKNOWN)
		verdict = is_later ? VERDICT_STALE : VERDICT_UNKNOWN;
	else if (zero.end == RUN_FAULT || zero.end == RUN_EXIT)
		verdict = VERDICT_FAULT;
	else if (!is_ordered(test, &zero))
		verdict = VERDICT_ORDER;
	else if (zero.end == RUN_HANG)
		verdict = VERDICT_HANG;
	else if (zero.end == RUN_DEADLOCK)
		verdict = VERDICT_DEADLOCK;
	else if (!outcome_is_same(&zero, exact))
		verdict = VERDICT_WRONG;
	if (kept)
		*kept = zero;
	else
		outcome_release(&zero);
	return verdict;
}

/* Sites at which something happened in the last run; of a lost value those of widths. */
static size_t find_candidates(
	enum verdict wanted, struct retread_hls_site **candidate)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site), count = 0;

	for (size_t i = 0; i < sites && count < CAUSES_MAX; i++)
		if (site[i]->events != 0 &&
			(wanted != VERDICT_CUT ||
				site[i]->kind == RETREAD_HLS_WIDTH))
			candidate[count++] = site[i];
	return count;
}

/* Whether SITES alone, in hardware, give what JUDGEMENT wants. */
static bool suffice(const struct hls_test *test,
	const struct hls_judgement *judgement,
	struct retread_hls_site *const *site, size_t sites)
{
	enum verdict verdict, wanted = judgement->verdict;

	sim_switch_cpu(judgement->is_wide);
	for (size_t i = 0; i < sites; i++)
		if (site[i])
			site[i]->is_hardware = 1;
	verdict = judge_compare(test, &judgement->exact, FILL_OTHER, NULL);
	return verdict == wanted ||
	       (verdict == VERDICT_WRONG &&
		       (wanted == VERDICT_STALE || wanted == VERDICT_CUT));
}

/* Streams, if they hold a deadlock, are its causes. */
static bool find_streams(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	struct outcome run;

	if (judgement->verdict != VERDICT_DEADLOCK)
		return false;
	sim_run(test, FILL_ZERO, &run);
	outcome_release(&run);
	judgement->causes = tasks_blame(judgement->cause, CAUSES_MAX);
	judgement->alone = judgement->causes == 1;
	return judgement->causes > 0;
}

static void find_causes(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	struct retread_hls_site *candidate[CAUSES_MAX];
	struct outcome run;
	size_t count;

	sim_switch_all(true);
	if (find_streams(test, judgement))
		return;
	sim_run(test, FILL_OTHER, &run);
	outcome_release(&run);
	count = find_candidates(judgement->verdict, candidate);
	for (size_t i = 0; i < count; i++)
		if (suffice(test, judgement, &candidate[i], 1))
			judgement->cause[judgement->causes++] = candidate[i];
	judgement->alone = judgement->causes > 0;
	if (judgement->alone)
		return;
	for (size_t i = 0; i < count; i++) {
		struct retread_hls_site *left_out = candidate[i];
		candidate[i] = NULL;
		if (!suffice(test, judgement, candidate, count))
			candidate[i] = left_out;
	}
	for (size_t i = 0; i < count; i++)
		if (candidate[i])
			judgement->cause[judgement->causes++] = candidate[i];
}

/* FNV-1a. */
static uint64_t judge_add_text(uint64_t hash, const char *text)
{
	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return (hash ^ '\n') * UINT64_C(0x100000001b3);
}

static void judge_identify(struct hls_judgement *judgement)
{
	uint64_t hash = judge_add_text(UINT64_C(0xcbf29ce484222325),
		verdict_names[judgement->verdict]);

	if (judgement->is_rtl)
		hash = judge_add_text(hash, "simulator");
	for (size_t i = 0; i < judgement->causes; i++) {
		const struct retread_hls_site *site = judgement->cause[i];
		char place[32];
		snprintf(place, sizeof(place), "%u %u", (unsigned)site->kind,
			(unsigned)site->line);
		hash = judge_add_text(judge_add_text(hash, site->file), place);
	}
	snprintf(judgement->id, sizeof(judgement->id), "%016llx",
		(unsigned long long)hash);
}

/* Runs TEST as C simulation does. If that does not end well since a number was cut, what
 * hardware is compared with is the wide computation. Returns whether there is something
 * to compare with. */
static bool judge_run_cpu(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	struct outcome *exact = &judgement->exact;
	struct outcome wide;

	sim_switch_cpu(false);
	sim_run(test, FILL_ZERO, exact);
	judgement->cuts = sim_has_events(RETREAD_HLS_WIDTH);
	judgement->breaks = sim_has_events(RETREAD_HLS_PROMISE);
	if (exact->end == RUN_RETURNED)
		return true;
	if (!judgement->cuts)
		return false;
	sim_switch_cpu(true);
	sim_run(test, FILL_ZERO, &wide);
	judgement->is_wide = wide.end == RUN_RETURNED;
	outcome_release(judgement->is_wide ? exact : &wide);
	if (judgement->is_wide)
		*exact = wide;
	return judgement->is_wide;
}

/* Whether hardware does as the CPU if each call begins as the first. */
static bool judge_is_stale(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	bool is_stale;

	sim_switch(RETREAD_HLS_STATE, false);
	sim_reset_calls(rtl_simulates && retread_hls_kernel.is_fresh);
	is_stale = judge_compare(test, &judgement->exact, FILL_OTHER, NULL) ==
		   VERDICT_EQUAL;
	sim_reset_calls(false);
	sim_switch(RETREAD_HLS_STATE, true);
	return is_stale;
}

/* What the CPU does is what C simulation by other headers does, if that ends. Returns
 * whether hardware does the same. */
static bool judge_by_c_simulation(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	struct outcome simulated;
	bool ends;

	if (judgement->is_wide || !rtl_is_c_simulation())
		return false;
	sim_reset_calls(retread_hls_kernel.is_fresh);
	rtl_simulates = true;
	sim_run(test, FILL_ZERO, &simulated);
	rtl_simulates = false;
	sim_reset_calls(false);
	ends = simulated.end == RUN_RETURNED;
	outcome_release(ends ? &judgement->exact : &simulated);
	if (ends)
		judgement->exact = simulated;
	return ends && outcome_is_same(&judgement->exact, &judgement->hardware);
}

void judge_quickly(const struct hls_test *test, struct hardware hardware,
	struct hls_judgement *judgement)
{
	int fills = hardware.is_doubtful ? FILLS_MAX : FILL_OTHER;

	memset(judgement, 0, sizeof(*judgement));
	sim_reset_calls(hardware.is_reset);
	judgement->verdict = VERDICT_HOST;
	if (judge_run_cpu(test, judgement)) {
		sim_switch_all(true);
		rtl_simulates = hardware.is_rtl;
		judgement->verdict = judge_compare(
			test, &judgement->exact, fills, &judgement->hardware);
		if (judgement->verdict == VERDICT_WRONG && !hardware.is_reset &&
			test->calls > 1 && judge_is_stale(test, judgement))
			judgement->verdict = VERDICT_STALE;
		rtl_simulates = false;
	}
	sim_reset_calls(false);
	if (!hardware.is_rtl &&
		(judgement->verdict == VERDICT_WRONG ||
			judgement->verdict == VERDICT_STALE) &&
		judge_by_c_simulation(test, judgement))
		judgement->verdict = VERDICT_EQUAL;
}

/* What was cut, if hardware and the CPU do the same and a wide computation does not. One
 * that does not end relies on numbers that wrap. */
static void judge_cuts(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	judgement->is_wide = true;
	sim_switch_cpu(true);
	sim_run(test, FILL_ZERO, &judgement->exact);
	if (judgement->exact.end != RUN_RETURNED ||
		judgement->hardware.end != RUN_RETURNED ||
		outcome_is_same(&judgement->exact, &judgement->hardware))
		return;
	judgement->verdict = VERDICT_CUT;
	find_causes(test, judgement);
}

static void judge_promises(struct hls_judgement *judgement)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);

	judgement->verdict = VERDICT_BROKEN;
	judgement->alone = true;
	for (size_t i = 0; i < sites && judgement->causes < CAUSES_MAX; i++)
		if (site[i]->kind == RETREAD_HLS_PROMISE &&
			site[i]->events != 0)
			judgement->cause[judgement->causes++] = site[i];
}

bool judge_also(const struct hls_test *test, enum verdict verdict,
	struct hls_judgement *judgement)
{
	memset(judgement, 0, sizeof(*judgement));
	sim_switch_cpu(false);
	sim_run(test, FILL_ZERO, &judgement->hardware);
	judgement->cuts = sim_has_events(RETREAD_HLS_WIDTH);
	if (verdict == VERDICT_CUT && judgement->cuts) {
		judge_cuts(test, judgement);
	} else if (verdict == VERDICT_BROKEN) {
		if (sim_has_events(RETREAD_HLS_PROMISE))
			judge_promises(judgement);
		sim_run(test, FILL_ZERO, &judgement->exact);
	}
	judge_identify(judgement);
	return judgement->verdict == verdict;
}

void judge(const struct hls_test *test, struct hls_judgement *judgement)
{
	judge_quickly(test, (struct hardware){0}, judgement);
	if (judgement->verdict == VERDICT_EQUAL ||
		judgement->verdict == VERDICT_HOST)
		return;
	find_causes(test, judgement);
	judge_identify(judgement);
}

void judge_rtl(const struct hls_test *test, enum verdict sites,
	struct hls_judgement *judgement)
{
	judge_quickly(test,
		(struct hardware){true, false, sites == VERDICT_UNKNOWN},
		judgement);
	judgement->is_rtl =
		judgement->verdict != sites &&
		judgement->verdict != VERDICT_HOST &&
		/* It has one order of tasks, and cannot see who waits. */
		sites != VERDICT_ORDER &&
		!(sites == VERDICT_DEADLOCK &&
			judgement->verdict == VERDICT_HANG);
	if (judgement->is_rtl && rtl_is_c_simulation()) {
		struct outcome simulated = judgement->hardware;
		judgement->hardware = judgement->exact;
		judgement->exact = simulated;
	}
	if (judgement->is_rtl)
		judge_identify(judgement);
}

void judgement_release(struct hls_judgement *judgement)
{
	outcome_release(&judgement->exact);
	outcome_release(&judgement->hardware);
}

/*--- smaller inputs ---*/

/* What is left to be spent, and what sim_work may come to. */
struct judge_budget {
	unsigned judgements;
	uint64_t work;
};

void judge_again(const struct hls_test *test, const struct hls_judgement *like,
	struct hls_judgement *judgement)
{
	if (like->verdict == VERDICT_CUT || like->verdict == VERDICT_BROKEN) {
		judge_also(test, like->verdict, judgement);
		return;
	}
	if (!like->is_rtl) {
		judge(test, judgement);
		return;
	}
	judge_quickly(test, (struct hardware){0}, judgement);
	judgement_release(judgement);
	judge_rtl(test, judgement->verdict, judgement);
}

static bool keeps(const struct hls_test *test,
	const struct hls_judgement *wanted, struct judge_budget *left)
{
	struct hls_judgement judgement;
	bool same;

	if (left->judgements == 0 || sim_work() > left->work)
		return false;
	left->judgements--;
	judge_again(test, wanted, &judgement);
	same = strcmp(judgement.id, wanted->id) == 0;
	judgement_release(&judgement);
	return same;
}

static void fewer_calls(struct hls_test *test, const struct hls_judgement *like,
	struct judge_budget *left)
{
	unsigned schedule = test->schedule;

	while (test->calls > retread_hls_kernel.calls_min) {
		test->calls--;
		if (keeps(test, like, left))
			continue;
		test->calls++;
		break;
	}
	test->schedule = 0;
	if (schedule > 0 && !keeps(test, like, left))
		test->schedule = schedule;
}

/* Takes parts of input INPUT away, large ones first. */
static void judge_shorten(struct hls_test *test, size_t input,
	const struct hls_judgement *like, struct judge_budget *left)
{
	size_t part = test->count[input] / 2;

	for (; part > 0; part /= 2)
		for (size_t at = 0; at + part <= test->count[input];) {
			struct hls_test tried;
			size_t count = test->count[input];
			if (count - part <
				retread_hls_kernel.input[input].count_min)
				break;
			test_copy(&tried, test);
			memmove(tried.number[input] + at,
				tried.number[input] + at + part,
				(count - at - part) * sizeof(int64_t));
			tried.count[input] -= part;
			if (keeps(&tried, like, left)) {
				test_release(test);
				*test = tried;
			} else {
				test_release(&tried);
				at += part;
			}
		}
}

/* Numbers as near to zero as may be. */
static void judge_lower(struct hls_test *test, size_t input,
	const struct hls_judgement *like, struct judge_budget *left)
{
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];

	for (size_t i = 0; i < test->count[input]; i++) {
		int64_t *number = &test->number[input][i];
		int64_t step = *number;
		for (; step != 0; step /= 2) {
			int64_t old = *number;
			bool is_beyond_zero =
				step > 0 ? old < step : old > step;
			if (is_beyond_zero || old - step < type->min ||
				old - step > type->max)
				continue;
			*number = old - step;
			if (!keeps(test, like, left))
				*number = old;
		}
	}
}

void minimise(struct hls_test *test, const struct hls_judgement *judgement)
{
	struct judge_budget left = {MINIMISE_MAX, sim_work() + WORK_MAX};

	fewer_calls(test, judgement, &left);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++)
		judge_shorten(test, i, judgement, &left);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++)
		judge_lower(test, i, judgement, &left);
}
