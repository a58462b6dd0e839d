/* SPDX-License-Identifier: MIT
 * Which knobs of a test promise that a finding grows: seen without the recorder, by how often
 * the finding's lines run. */
#include "config.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/prove/tester.h"
#include "lib/clock.h"

#define PROMISE_TIMES 4	  /* as large, the second time */
#define PROMISE_STEEP 1.3 /* degree that is more than in proportion */
#define PROMISE_SOME  0.1 /* of what changes somehow */
#define PROMISE_SHARE 0.4 /* of the time that is left, for looking */
#define PROMISE_TWICE 2

/* Knobs of which some open finding's counts depend. */
struct promise {
	struct knob_group group;
	bool is_tried;
	/* Of the counts of each finding. */
	double *degree; /* 0: they stay the same */
	bool *is_large; /* what the knob adds is much of all */
};

struct tester_promises {
	struct tester *tester;
	struct promise *promise;
	size_t count, capacity;
	double end; /* of the CPU time for looking */
};

static bool promises_are_over(const struct tester_promises *promises)
{
	return tester_is_over(promises->tester) ||
	       clock_spent() > promises->end;
}

static void promises_give_time(struct tester_promises *promises)
{
	double now = clock_spent();

	promises->end = now + PROMISE_SHARE * (promises->tester->end - now);
}

/*--- looking ---*/

/* A group at its own value and at two others, and what was counted there. */
struct promise_look {
	const struct knob_group *group;
	double value[3];
	struct tester_counts counts[3];
	size_t runs;
};

/* What KNOB is set to in the first, second or third run; first, it has its own value. */
static uint64_t promise_value(
	const struct tester *tester, const struct knob *knob, int run)
{
	uint64_t value = tester_other_value(tester, knob, false);

	if (run == 0)
		return trial_base(knob);
	if (run == 1)
		return value;
	value = value < trial_base(knob) ? value / PROMISE_TIMES
					 : value * PROMISE_TIMES;
	value = value < knob->min ? knob->min : value;
	return value > knob->max ? knob->max : value;
}

static bool promise_count(struct tester *tester, const struct knob_group *group,
	int number, uint64_t calls, struct tester_counts *counts)
{
	const struct trial trial = {.group = *group, .only = tester->only};
	struct trial_setting setting;
	bool is_run;

	trial_set(&trial, promise_value(tester, group->knob[0], number),
		&setting);
	for (size_t i = 0; i < setting.knobs.count; i++)
		setting.value[i] =
			calls ? calls
			      : promise_value(tester, setting.knob[i], number);
	is_run = (!setting.put.place ||
			 tester_put_file(tester, &setting.put) == 0) &&
		 tester_count(tester, &setting.knobs, counts);
	bytes_release(&setting.bytes);
	tester_put_back(tester);
	return is_run;
}

/* The signal of a run that died of memory, or for another reason than a check. */
static int promise_death(const struct tester_counts *counts)
{
	int signal = WIFSIGNALED(counts->status) ? WTERMSIG(counts->status) : 0;

	return signal == SIGABRT && !counts->freed_twice ? 0 : signal;
}

/* Says with what the test ends, if that is not its time and it cannot be smaller. */
static void promise_say(struct tester *tester, const struct knob_group *group,
	const struct tester_counts *counts)
{
	const struct knob *first = group->knob[0];
	struct tester_counts twice;

	/* Of many ways to make a text longer, most make no sense. */
	if (tester_can_shrink(group) || first->text != 0)
		return;
	if (strcmp(first->kind, "CALLS") == 0 &&
		promise_count(tester, group, 1, PROMISE_TWICE, &twice) &&
		promise_death(&twice) != 0)
		tester_say_once(tester, first);
	else
		tester_say_end(tester, first, promise_value(tester, first, 1),
			promise_death(counts));
}

/* Whether COUNTS differ from those of the test as it is, for a finding that is open. */
static bool promise_differs(
	const struct tester *tester, const struct tester_counts *counts)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester_is_open(tester, i) && tester_is_counted(tester, i) &&
			counts->hits[i] != tester->watched.hits[i])
			return true;
	return false;
}

/* False: the test does not end as it should with another value. */
static bool promise_look(struct tester *tester, struct promise_look *look)
{
	const struct knob *first = look->group->knob[0];

	look->value[0] = (double)trial_base(first);
	look->counts[0] = tester->watched;
	look->runs = 1;
	/* Of a file a part is grown, which counts less than all. */
	if (first->family &&
		!promise_count(tester, look->group, 0, 0, &look->counts[0]))
		return false;
	for (int run = 1; run < 3; run++) {
		struct tester_counts *counts = &look->counts[look->runs];
		double value = (double)promise_value(tester, first, run);
		if (value == look->value[look->runs - 1] ||
			!promise_count(tester, look->group, run, 0, counts))
			break;
		if (promise_death(counts) != 0) {
			if (run == 1)
				promise_say(tester, look->group, counts);
			break;
		}
		look->value[look->runs++] = value;
		if (!promise_differs(tester, counts))
			break;
	}
	return look->runs > 1;
}

/* The degree of finding I's counts in LOOK; 0: they stay, or are gone. */
static double promise_degree(const struct promise_look *look, size_t i)
{
	double first = (double)look->counts[0].hits[i];
	double second = (double)look->counts[1].hits[i];
	double wide = look->value[1] / look->value[0];

	if (first == second || (wide > 1) != (second > first) || second == 0)
		return 0;
	/* Of so many, there are as many more at least. */
	if (tester_count_is_full(&look->counts[1], i))
		return second > first * pow(wide, PROMISE_STEEP) ? PROMISE_STEEP
								 : 1;
	if (look->runs > 2 && !tester_count_is_full(&look->counts[2], i)) {
		double third = (double)look->counts[2].hits[i];
		first = second - first;
		second = third - second;
		wide = (look->value[2] - look->value[1]) /
		       (look->value[1] - look->value[0]);
	}
	return second / first > 0
		       ? fmax(log(second / first) / log(wide), PROMISE_SOME)
		       : PROMISE_SOME;
}

/* Whether the last counts of LOOK show that much of what finding I reads follows the knob. */
static bool promise_is_large(const struct promise_look *look, size_t i)
{
	double first = (double)look->counts[0].hits[i];
	double last = (double)look->counts[look->runs - 1].hits[i];

	return last > TRIAL_CHANGED * first || first > TRIAL_CHANGED * last;
}

/* Adds GROUP if it changes what is counted of an open finding. False: its values end the test. */
static bool promises_add(
	struct tester_promises *promises, const struct knob_group *group)
{
	struct tester *tester = promises->tester;
	struct promise_look look = {.group = group};
	struct promise promise = {.group = *group};
	bool has_any = false;

	if (!promise_look(tester, &look))
		return false;
	promise.degree = arena_alloc_zero(
		&tester->arena, tester->count, sizeof *promise.degree);
	promise.is_large = arena_alloc_zero(
		&tester->arena, tester->count, sizeof *promise.is_large);
	for (size_t i = 0; i < tester->count; i++) {
		if (!tester_is_open(tester, i) || !tester_is_counted(tester, i))
			continue;
		promise.degree[i] = promise_degree(&look, i);
		promise.is_large[i] = promise.degree[i] > PROMISE_SOME &&
				      promise_is_large(&look, i);
		has_any |= promise.degree[i] > 0;
		tester->best[i].can_differ |=
			promise.degree[i] > 0 && knob_group_differs(group);
	}
	if (has_any) {
		promises->promise =
			memory_grow(promises->promise, &promises->capacity,
				promises->count + 1, sizeof *promises->promise);
		promises->promise[promises->count++] = promise;
	}
	return true;
}

/*--- trying ---*/

/* What is most of a finding's reads before what adds a little, or disturbs, as a check that fails
 * does. Then the likeliest kind of knob: it changes one thing, and no other. Then what is steep,
 * and what makes data that differ: copies may be known already. */
static bool promise_is_before(
	const struct promise *a, const struct promise *b, size_t i)
{
	static const char kinds[] = "SIZE LOOP INT ARG FILE TEXT CALLS";
	const char *first = strstr(kinds, a->group.knob[0]->kind),
		   *second = strstr(kinds, b->group.knob[0]->kind);
	bool is_steep = a->degree[i] >= PROMISE_STEEP,
	     differs = knob_group_differs(&a->group);

	if (a->is_large[i] != b->is_large[i])
		return a->is_large[i];
	if (first != second)
		return first < second;
	if (is_steep != (b->degree[i] >= PROMISE_STEEP))
		return is_steep;
	if (differs != knob_group_differs(&b->group))
		return differs;
	return a->degree[i] > b->degree[i];
}

/* The one that promises most for finding I, LEAST at least; NULL: none is left. */
static struct promise *promises_best(
	const struct tester_promises *promises, size_t i, double least)
{
	struct promise *best = NULL;

	for (size_t j = 0; j < promises->count; j++) {
		struct promise *promise = &promises->promise[j];
		if (!promise->is_tried && promise->degree[i] > 0 &&
			promise->degree[i] >= least &&
			(!best || promise_is_before(promise, best, i)))
			best = promise;
	}
	return best;
}

/* In turn for each finding, so that something of each is tried before all of one is. */
static void promises_try(struct tester_promises *promises, double least)
{
	struct tester *tester = promises->tester;
	bool is_any = true;

	while (is_any && !tester_is_over(tester)) {
		is_any = false;
		for (size_t i = 0; i < tester->count && !tester_is_over(tester);
			i++) {
			struct promise *promise =
				tester_is_open(tester, i)
					? promises_best(promises, i, least)
					: NULL;
			if (!promise)
				continue;
			struct trial trial =
				tester_trial(tester, &promise->group);
			promise->is_tried = is_any = true;
			if (least > 0 || !tester_foresee(tester, &trial))
				tester_try(tester, &trial);
		}
	}
}

size_t tester_try_promising(
	struct tester *tester, struct knob_group *group, size_t count)
{
	struct tester_promises promises = {.tester = tester};
	size_t left = 0;
	bool are_all_watched = true;

	promises_give_time(&promises);
	for (size_t i = 0; i < tester->count; i++)
		are_all_watched &= !tester_is_open(tester, i) ||
				   tester_is_counted(tester, i);
	for (size_t i = 0; i < count; i++) {
		bool is_late = promises_are_over(&promises);
		bool ends = !is_late && !promises_add(&promises, &group[i]);
		if (!group[i].knob[0]->family &&
			(is_late || (ends ? tester_can_shrink(&group[i])
					  : !are_all_watched)))
			group[left++] = group[i];
	}
	promises_try(&promises, PROMISE_STEEP);
	tester_try_files(tester);
	promises_try(&promises, 0);
	free(promises.promise);
	return left;
}
