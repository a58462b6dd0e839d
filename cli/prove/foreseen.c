/* SPDX-License-Identifier: MIT
 * What counting says of a way to grow a test that recordings would only repeat. */
#include "config.h"

#include <string.h>

#include "cli/prove/tester.h"
#include "lib/growth/growth.h"

#define FORESEEN_FEW  4	  /* values */
#define FORESEEN_RISE 1.1 /* of counts for each unit */
#define FORESEEN_NEAR 2	  /* times the reads: they are what is counted */
#define FORESEEN_CHANGE                                                        \
	2 /* times as much: something is said of what is walked */

/* What was counted with each value. */
struct foreseen {
	double value[FORESEEN_FEW];
	struct tester_counts counts[FORESEEN_FEW];
	size_t count;
};

static bool foreseen_count(
	struct tester *tester, const struct trial *trial, struct foreseen *all)
{
	static const size_t few[FORESEEN_FEW] = {0, 1, 3, 4};

	if (trial->values <= few[FORESEEN_FEW - 1])
		return false;
	for (all->count = 0; all->count < FORESEEN_FEW; all->count++) {
		uint64_t value = trial->value[few[all->count]];
		struct trial_setting setting;
		bool is_run;
		trial_set(trial, value, &setting);
		is_run = (!setting.put.place ||
				 tester_put_file(tester, &setting.put) == 0) &&
			 tester_count(tester, &setting.knobs,
				 &all->counts[all->count]);
		bytes_release(&setting.bytes);
		tester_put_back(tester);
		all->value[all->count] = (double)value;
		if (!is_run || all->counts[all->count].full)
			return false;
	}
	return all->value[FORESEEN_FEW - 1] >= GROWTH_FLAT_SPAN * all->value[0];
}

/* Whether what is counted of finding I is what it reads, and not much that others do. */
static bool foreseen_is_near(const struct tester *tester, size_t i)
{
	uint64_t hits = tester->watched.hits[i], reads = tester->base[i].reads;

	return tester_is_counted(tester, i) && hits <= FORESEEN_NEAR * reads &&
	       reads <= FORESEEN_NEAR * hits;
}

static bool foreseen_changes(
	const struct tester *tester, const struct foreseen *all, size_t i)
{
	for (size_t at = 0; at < all->count; at++)
		if (all->counts[at].hits[i] != tester->watched.hits[i])
			return true;
	return false;
}

static bool foreseen_is_flat(const struct foreseen *all, size_t i)
{
	struct growth_point point[FORESEEN_FEW];

	for (size_t at = 0; at < all->count; at++)
		point[at] = (struct growth_point){
			all->value[at], (double)all->counts[at].hits[i]};
	return growth_is_flat(point, all->count);
}

/* Whether no step adds more than the first, for each unit: what bends is recorded, however little. */
static bool foreseen_is_straight(const struct foreseen *all, size_t i)
{
	double first = 0;

	for (size_t at = 1; at < all->count; at++) {
		double slope = ((double)all->counts[at].hits[i] -
				       (double)all->counts[at - 1].hits[i]) /
			       (all->value[at] - all->value[at - 1]);
		if (at == 1)
			first = slope;
		if (slope < 0 || slope > FORESEEN_RISE * first)
			return false;
	}
	return true;
}

/* Whether so little changes of finding I that nothing can be said. */
static bool foreseen_is_little(const struct foreseen *all, size_t i)
{
	double least = (double)all->counts[0].hits[i], most = least;

	for (size_t at = 1; at < all->count; at++) {
		double hits = (double)all->counts[at].hits[i];
		least = hits < least ? hits : least;
		most = hits > most ? hits : most;
	}
	return most < FORESEEN_CHANGE * least;
}

/* One recording shows whether what is counted is still walked, and that it is more. */
static void foreseen_note(
	struct tester *tester, struct trial *trial, const struct foreseen *all)
{
	struct trial_setting setting;
	const struct seen_finding *seen = NULL;
	bool is_any = false;

	for (size_t i = 0; i < tester->count && i < TESTER_COUNTS; i++)
		is_any |= tester_is_open(tester, i) && foreseen_is_flat(all, i);
	if (!is_any)
		return;
	trial_set(trial, (uint64_t)all->value[FORESEEN_FEW - 2], &setting);
	seen = tester_run(tester, &setting.knobs,
		setting.put.place ? &setting.put : NULL);
	bytes_release(&setting.bytes);
	for (size_t i = 0; seen && i < tester->count && i < TESTER_COUNTS;
		i++) {
		struct tester_best *best = &tester->best[i];
		if (!tester_is_open(tester, i) || !foreseen_is_flat(all, i) ||
			seen[i].longest == 0 ||
			(double)seen[i].reads <
				TRIAL_CHANGED * (double)tester->base[i].reads)
			continue;
		best->flat++;
		best->differs |= knob_group_differs(&trial->group);
		tester->tested[i].flat = best->flat;
	}
}

bool tester_foresee(struct tester *tester, const struct trial *wanted)
{
	struct trial trial = *wanted;
	struct foreseen all;

	/* There are many ways to change one text: all others are recorded. */
	if (trial.group.knob[0]->text == 0 && !trial.group.knob[0]->family)
		return false;
	trial_choose_values(&trial);
	if (!foreseen_count(tester, &trial, &all))
		return false;
	for (size_t i = 0; i < tester->count && i < TESTER_COUNTS; i++) {
		bool is_known = foreseen_is_near(tester, i) &&
				foreseen_is_straight(&all, i) &&
				(foreseen_is_little(&all, i) ||
					(tester->tested[i].flat > 0 &&
						foreseen_is_flat(&all, i)));
		if (tester_is_open(tester, i) &&
			foreseen_changes(tester, &all, i) && !is_known)
			return false;
	}
	foreseen_note(tester, &trial, &all);
	tester->course->knobs++;
	tester->course->reached++;
	return true;
}
