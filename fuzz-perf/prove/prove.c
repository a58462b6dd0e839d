/* SPDX-License-Identifier: MIT
 * From seeds to a growth law: search, pumps, measurement, verdict. */
#include "config.h"

#include "fuzz-perf/prove/prove.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/proof_steps.h"
#include "fuzz-perf/prove/pump.h"
#include "fuzz-perf/prove/subject.h"
#include "fuzz-perf/target/aim.h"
#include "fuzz-perf/target/execute.h"

/* Of the whole budget, when each phase ends at the latest. */
#define SEARCH_END   0.25
#define PUMP_END     0.50
#define MEASURE_END  0.62
#define PIECES_END   0.80
#define AGAIN_END    0.90
#define MINIMISE_END 0.95
#define TYPICAL_END  0.98
/* When no further round is begun, and, for a finding, what is shown to be no steeper
 * than n log n. */
#define ROUNDS_END  0.90
#define LEAST_SHARE 0.50

#define MEASURED	6	  /* families that are measured in full */
#define MEASURED_AT_MAX 24	  /* while no law is found */
#define ALIKE		4	  /* of them, with the same leading counter */
#define EDGES_A_SECOND	300000000 /* a budget in time, as work */
#define SEARCH_WORK	500000000 /* most for the search, but a share more */
#define SEARCH_SHARE	0.02

/* ---- counters that matter ---- */

static int prove_choose_wanted(
	struct proof *proof, const struct log *log, struct error *err)
{
	const struct prove_options *options = &proof->options;
	const struct aim_names names = {options->place, options->fuzz.lines,
		options->place_count, options->fuzz.line_count};

	proof->library = subject_mark_library(&proof->probe);
	if (!options->place_count)
		return 0;
	if (aim_take(&proof->aim, proof->probe.execute, &names, log, err)) {
		proof->is_only_harness = subject_is_alone(&proof->probe);
		return proof->is_only_harness ? subject_fail(&proof->probe, err)
					      : -1;
	}
	proof->wanted = proof->aim.line_count ? proof->aim.at_line
					      : proof->aim.at_place;
	return 0;
}

/* ---- measuring ---- */

/* A verdict is about what was asked for; else about anything but the harness. */
static struct measure_keys keys_of(const struct proof *proof)
{
	return (struct measure_keys){
		proof->wanted ? proof->wanted : proof->library,
		proof->aim.line_count > 0};
}

static bool note_growth(struct proof *proof, const struct measurement *measured)
{
	struct grown grown;

	if (!proof->wanted)
		return false;
	grown = subject_growth(&proof->probe, measured, proof->wanted);
	proof->has_cells |= grown.cells;
	proof->has_walks |= grown.walks;
	proof->grown += grown.cells;
	return grown.cells;
}

/* Measures FAMILY and keeps it if it is the strongest so far; takes it. */
static int measure_one(
	struct proof *proof, struct family *family, struct error *err)
{
	const struct measure_keys keys = keys_of(proof);
	struct measurement measured;
	struct measure_result result;
	bool has_grown;
	int order;

	if (measure_family(&proof->probe, family, &proof->options.limits,
		    &measured, err)) {
		measure_release(&measured);
		family_release(family);
		return -1;
	}
	/* Not even the smallest size was run: the budget is over, or it died. */
	if (!measured.count) {
		measure_release(&measured);
		family_release(family);
		return 0;
	}
	measure_judge(&proof->probe, &measured, &keys, &result);
	has_grown = note_growth(proof, &measured);
	proof->families++;
	/* Cut short, it may not have come to the limit that others have. */
	if (measured.stop == MEASURE_BUDGET &&
		(law_is_steep(&proof->result.law) || proof->searches > 1)) {
		measure_release(&measured);
		family_release(family);
		return 0;
	}
	/* Pieces differ in more than what they were chosen for: they are good
	 * for showing steep growth, and for nothing else. */
	if (family->kind == FAMILY_PIECES && !law_is_steep(&result.law)) {
		measure_release(&measured);
		family_release(family);
		return 0;
	}
	order = measure_compare(&result, &proof->result);
	/* Of a bound, the pattern is shown that gave it something to bound. */
	if (!order && has_grown != proof->family_has_grown)
		order = has_grown ? 1 : -1;
	if (proof->has_family &&
		(order < 0 || (!order && family_unprintable(family) >=
						 family_unprintable(
							 &proof->family)))) {
		/* Unclear counters of other families leave it open, too. */
		if (result.is_unclear &&
			(!proof->result.is_unclear ||
				result.unclear.trend >
					proof->result.unclear.trend)) {
			proof->result.is_unclear = true;
			proof->result.unclear = result.unclear;
			proof->result.unclear_key = result.unclear_key;
		}
		measure_release(&measured);
		family_release(family);
		return 0;
	}
	if (proof->has_family) {
		if (proof->result.is_unclear && !result.is_unclear) {
			result.is_unclear = true;
			result.unclear = proof->result.unclear;
			result.unclear_key = proof->result.unclear_key;
		}
		measure_release(&proof->measured);
		family_release(&proof->family);
	}
	proof->has_family = true;
	proof->family_has_grown = has_grown;
	proof->family = *family;
	proof->measured = measured;
	proof->result = result;
	return 0;
}

/* Enough: a law was found, or many families have none. */
static bool prove_is_enough(const struct proof *proof, size_t done)
{
	if (proof->result.law.verdict == PROOF_GROWS)
		return done >= MEASURED;
	return done >= MEASURED_AT_MAX;
}

/* The text that BYTES is a number of copies of. */
static size_t root_length(const struct bytes *bytes)
{
	for (size_t root = 1; root < bytes->length; root++)
		if (bytes->length % root == 0 &&
			!memcmp(bytes->at, bytes->at + root,
				bytes->length - root))
			return root;
	return bytes->length;
}

static bool is_same_root(const struct bytes *a, const struct bytes *b)
{
	size_t root = root_length(a);

	return root == root_length(b) && !memcmp(a->at, b->at, root);
}

static bool repeats_same(const struct family *a, const struct family *b)
{
	if (a->kind != b->kind || a->kind != FAMILY_PUMP ||
		!a->second.length != !b->second.length ||
		family_is_numbered(a) || family_is_numbered(b))
		return false;
	return is_same_root(&a->first, &b->first) &&
	       (!a->second.length || is_same_root(&a->second, &b->second));
}

/* Is pump NUMBER one that repeats what a better one does? */
static bool prove_is_repeated(const struct pumps *pumps, size_t number)
{
	for (size_t i = 0; i < number; i++)
		if (repeats_same(&pumps->pump[i].family,
			    &pumps->pump[number].family))
			return true;
	return false;
}

/* How many of the pumps before NUMBER lead with the same counter. */
static size_t count_alike(const struct pumps *pumps, size_t number)
{
	size_t alike = 0;

	for (size_t i = 0; i < number; i++)
		alike += pumps->pump[i].key == pumps->pump[number].key;
	return alike;
}

/* The best of PUMPS, each text that is repeated once: no more than ALIKE of one
 * counter at first, then the others. */
static int measure_best(
	struct proof *proof, struct pumps *pumps, struct error *err)
{
	size_t done = 0;

	pumps_sort(pumps);
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0;
			i < pumps->count && !prove_is_enough(proof, done);
			i++) {
			bool is_other = count_alike(pumps, i) >= ALIKE;
			if (is_other != (turn > 0) ||
				prove_is_repeated(pumps, i))
				continue;
			/* What looked steep is not: something linear may be
			 * left. */
			if (done >= MEASURED && pumps->pump[i].degree > 1.3)
				continue;
			if (done && probe_is_over(&proof->probe))
				return 0;
			struct family family =
				family_dup(&pumps->pump[i].family);
			if (measure_one(proof, &family, err))
				return -1;
			done++;
		}
	return 0;
}

/* ---- phases ---- */

/* SHARE of the budget that this round has. */
static void begin_phase(struct proof *proof, double share)
{
	probe_begin_phase(
		&proof->probe, proof->begun + (1 - proof->begun) * share);
}

static int pump_all(struct proof *proof, const struct search_bases *bases,
	struct pumps *pumps, struct error *err)
{
	for (size_t i = 0; i < bases->count && !probe_is_over(&proof->probe);
		i++)
		if (pump_find(pumps, &proof->probe, &bases->base[i],
			    proof->wanted, err))
			return -1;
	/* Later rounds are cut as the budget is. */
	if (proof->searches == 1)
		proof->is_cut = probe_is_over(&proof->probe);
	for (size_t i = 0; i < pumps->count; i++)
		proof->has_exploded |= pumps->pump[i].explodes;
	return 0;
}

static int try_pieces(struct proof *proof, const struct search_bases *bases,
	struct error *err)
{
	struct pumps pumps = {0};
	struct pieces_options options = {
		.seed = proof->options.fuzz.seed, .wanted = proof->wanted};
	int result;

	begin_phase(proof, PIECES_END);
	if (probe_is_over(&proof->probe))
		return 0;
	proof->has_pieces = true;
	result = pieces_find(&pumps, &proof->probe, bases->base, bases->count,
		&options, err);
	proof->families += pumps.count;
	begin_phase(proof, AGAIN_END);
	if (!result)
		result = measure_best(proof, &pumps, err);
	pumps_release(&pumps);
	return result;
}

/* A shorter pattern; measured again, and kept if it proves as much. */
static int prove_minimise(struct proof *proof, struct error *err)
{
	struct family family;
	struct law law = proof->result.law;

	if (!proof->has_family || law.verdict != PROOF_GROWS ||
		law.class == LAW_EXPONENTIAL)
		return 0;
	begin_phase(proof, MINIMISE_END);
	family = family_dup(&proof->family);
	if (minimise_family(&proof->probe, &family, proof->result.key, err)) {
		family_release(&family);
		return -1;
	}
	begin_phase(proof, TYPICAL_END);
	const struct measure_keys keys = keys_of(proof);
	struct measurement measured;
	struct measure_result again;
	int result = measure_family(
		&proof->probe, &family, &proof->options.limits, &measured, err);
	if (!result)
		measure_judge(&proof->probe, &measured, &keys, &again);
	if (result || law_compare(&again.law, &law) < 0 ||
		again.law.left != law.left) {
		measure_release(&measured);
		family_release(&family);
		return result;
	}
	measure_release(&proof->measured);
	family_release(&proof->family);
	again.is_unclear = proof->result.is_unclear;
	again.unclear = proof->result.unclear;
	again.unclear_key = proof->result.unclear_key;
	proof->family = family;
	proof->measured = measured;
	proof->result = again;
	return 0;
}

static int find_typical(struct proof *proof, const struct search_bases *bases,
	struct error *err)
{
	begin_phase(proof, TYPICAL_END);
	return typical_find(&proof->probe, bases->base, bases->seeds,
		&proof->typical, &proof->has_typical, err);
}

/* ---- the verdict ---- */

/* A bound, or a law no steeper than n log n, is comfort only if what the finding
 * walks had a chance to grow: a walk must have become longer, and for a finding,
 * which is about many walks, there must have been more of them, too. */
static bool has_evidence(const struct proof *proof)
{
	if (!proof->wanted || law_is_steep(&proof->result.law))
		return true;
	if (proof->result.law.verdict == PROOF_BOUNDED || !proof->options.id)
		return proof->has_cells ||
		       proof->result.law.verdict != PROOF_BOUNDED;
	return proof->has_cells && proof->has_walks;
}

/* Is there something not shown that might be steeper than what is? */
static bool is_left_open(const struct proof *proof)
{
	const struct measure_result *result = &proof->result;

	return result->is_unclear && !law_is_steep(&result->law) &&
	       (result->law.verdict == PROOF_NOT_SHOWN ||
		       result->unclear.trend > result->law.degree + 0.3);
}

static enum proof_verdict verdict_of(const struct proof *proof)
{
	const struct law *law = &proof->result.law;

	/* Something was seen that is not explained, or not enough was seen. */
	if (!law_is_steep(law) &&
		(proof->has_exploded ||
			(proof->is_cut && law->verdict == PROOF_BOUNDED)))
		return PROOF_NOT_SHOWN;
	if (is_left_open(proof) || !has_evidence(proof))
		return PROOF_NOT_SHOWN;
	return law->verdict;
}

static void decide(struct proof *proof)
{
	struct measure_result *result = &proof->result;

	proof->verdict = verdict_of(proof);
	proof->is_without_evidence =
		!is_left_open(proof) && !has_evidence(proof);
	if (is_left_open(proof)) {
		result->law = result->unclear;
		result->key = result->unclear_key;
	}
}

/* ---- all of it ---- */

/* Of the whole budget. */
static double prove_used(const struct probe *probe)
{
	double work = (double)probe->work / (double)probe->work_limit;
	double time =
		(double)probe_elapsed_ms(probe) / (double)probe->time_limit_ms;

	return fmax(work, time);
}

/* Until something steep is found. What is shown to be less has had half of the
 * budget, for a finding; what is not shown has had all of it. */
static bool goes_on(const struct proof *proof)
{
	double share = prove_used(&proof->probe);

	if (*proof->probe.is_stopped || share > ROUNDS_END ||
		(proof->has_family && law_is_steep(&proof->result.law)))
		return false;
	return verdict_of(proof) == PROOF_NOT_SHOWN ||
	       (proof->options.id && share < LEAST_SHARE);
}

static int prove_run_round(struct proof *proof, struct search_bases *bases,
	const struct log *log, struct error *err)
{
	struct probe *probe = &proof->probe;
	struct pumps pumps = {0};
	int result;

	begin_phase(proof, SEARCH_END);
	uint64_t most =
		probe->work +
		proof->searches *
			(SEARCH_WORK + (uint64_t)(SEARCH_SHARE *
						  (double)probe->work_limit));
	if (probe->soft_work > most)
		probe->soft_work = most;
	result = search_run(bases, proof, log, err);
	begin_phase(proof, PUMP_END);
	log_notice(log, "%zu inputs to take patterns from", bases->count);
	if (!result)
		result = pump_all(proof, bases, &pumps, err);
	proof->families += pumps.count;
	log_notice(log, "%zu patterns tried", proof->families);
	begin_phase(proof, MEASURE_END);
	if (!result)
		result = measure_best(proof, &pumps, err);
	if (!result && !law_is_steep(&proof->result.law) &&
		!proof->options.no_pieces)
		result = try_pieces(proof, bases, err);
	pumps_release(&pumps);
	return result;
}

/* Each further round searches on, twice as long as the one before, with other
 * random numbers. */
static int run_rounds(struct proof *proof, struct search_bases *bases,
	const struct log *log, struct error *err)
{
	uint64_t before = 0;
	int result;

	proof->searches = 1;
	result = prove_run_round(proof, bases, log, err);
	/* A target that is gone does no work, and never will. */
	while (!result && proof->probe.work > before && goes_on(proof)) {
		before = proof->probe.work;
		proof->begun = prove_used(&proof->probe);
		proof->searches *= 2;
		proof->options.search_execs *= 2;
		proof->options.fuzz.seed++;
		search_drop_champions(bases);
		result = prove_run_round(proof, bases, log, err);
	}
	proof->begun = fmin(prove_used(&proof->probe), ROUNDS_END);
	if (!result)
		result = prove_minimise(proof, err) ||
			 find_typical(proof, bases, err);
	return result ? -1 : 0;
}

/* A generator makes its own if there are none. */
static int need_seeds(
	struct proof *proof, struct search_bases *bases, struct error *err)
{
	if (!bases->count && proof->probe.map->has_generator &&
		search_draw_seeds(bases, &proof->probe, err))
		return -1;
	if (bases->count)
		return 0;
	return error_set(err,
		"%s: no file with a byte in it; a small valid input is the "
		"best seed",
		proof->options.fuzz.seeds);
}

int prove_run(struct proof *proof, const struct prove_options *options,
	volatile int *is_stopped, const struct log *log, struct error *err)
{
	struct execute_options execute = options->fuzz.execute;
	struct search_bases bases = {.count = 0};
	uint64_t work = options->work;
	int result;

	*proof = (struct proof){.options = *options};
	execute.max_length = options->limits.length;
	if (!work)
		work = options->budget_ms * (EDGES_A_SECOND / 1000);
	if (search_read_seeds(
		    &bases, options->fuzz.seeds, options->limits.length, err))
		return -1;
	result = probe_open(&proof->probe, &execute, work, options->budget_ms,
		is_stopped, err);
	proof->is_open = !result;
	if (!result)
		result = need_seeds(proof, &bases, err);
	if (!result)
		execute_set_warm_input(proof->probe.execute, bases.base[0].at,
			bases.base[0].length);
	if (!result)
		result = subject_is_harness(&proof->probe, bases.base,
			bases.seeds, &proof->is_only_harness, err);
	if (!result)
		result = proof->is_only_harness
				 ? subject_fail(&proof->probe, err)
				 : prove_choose_wanted(proof, log, err);
	if (!result)
		result = run_rounds(proof, &bases, log, err);
	if (!result)
		decide(proof);
	proof->is_partial =
		*is_stopped || (!result && probe_is_over(&proof->probe));
	if (proof->is_open)
		probe_begin_phase(&proof->probe, 1);
	proof->options.fuzz.seed = options->fuzz.seed;
	search_release(&bases);
	return result;
}

void prove_release(struct proof *proof)
{
	if (proof->has_family) {
		measure_release(&proof->measured);
		family_release(&proof->family);
	}
	if (proof->has_typical)
		family_release(&proof->typical);
	if (proof->is_open)
		probe_release(&proof->probe);
	aim_release(&proof->aim);
	free(proof->library);
}

int prove_run_typical(struct proof *proof, size_t length, uint64_t **value,
	size_t *actual, struct error *err)
{
	size_t k = family_fit(&proof->typical, length);
	enum probe_end end = PROBE_DIED;
	int result;

	*actual = family_length(&proof->typical, k);
	*value = memory_alloc_zero(proof->probe.values, sizeof **value);
	uint8_t *bytes = memory_alloc(*actual + 1);
	family_build(&proof->typical, k, bytes);
	probe_set_edge_limit(&proof->probe, proof->options.limits.edges);
	result = *actual > proof->options.limits.length
			 ? 0
			 : probe_run(&proof->probe, bytes, *actual, *value,
				   &end, err);
	if (result || *actual > length || end != PROBE_RAN) {
		free(*value);
		*value = NULL;
	}
	free(bytes);
	return result;
}
