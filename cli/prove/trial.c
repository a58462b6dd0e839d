/* SPDX-License-Identifier: MIT
 * A trial: some knobs of a test at growing values, and what its findings walked then. */
#include "config.h"

#include "cli/prove/trial.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/points.h"
#include "cli/prove/tested.h"
#include "lib/arguments.h"
#include "lib/command/part.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/growth/growth.h"
#include "lib/memory.h"

#define DOUBLINGS   6
#define SMALLEST    4	/* value from which on a knob is doubled */
#define WIDE	    16	/* factor over which a knob is grown, if it can be */
#define LARGE	    512 /* value that is made smaller instead */
#define HUGE_BASE   4096
#define HUGE_ENOUGH (4 * HUGE_BASE)

/* ---- values ---- */

uint64_t trial_base(const struct knob *knob)
{
	return knob->base > HUGE_ENOUGH ? HUGE_BASE : knob->base;
}

static uint64_t trial_least(const struct trial *trial)
{
	uint64_t least = 1;

	for (size_t i = 0; i < trial->group.knobs; i++)
		least = trial->group.knob[i]->min > least
				? trial->group.knob[i]->min
				: least;
	return least;
}

/* As many as there may be, in equal steps up to MAX. */
static void trial_choose_steps(struct trial *trial, uint64_t max)
{
	uint64_t least = trial_least(trial);
	uint64_t step = (max + TRIAL_VALUES_MAX - 1) / TRIAL_VALUES_MAX;
	uint64_t steps = step && max > least ? (max - least) / step : 0;

	trial->values = 0;
	for (uint64_t i = 0; i <= steps && trial->values < TRIAL_VALUES_MAX;
		i++)
		trial->value[trial->values++] = max - (steps - i) * step;
}

bool trial_lower_values(struct trial *trial)
{
	uint64_t max = trial->done > 0 ? trial->value[trial->done - 1]
				       : trial->value[0] / 2;

	trial_choose_steps(trial, max);
	return trial->values >= TRIAL_ENOUGH;
}

void trial_choose_values(struct trial *trial)
{
	uint64_t base = 0, max = UINT64_MAX, least = trial_least(trial);

	for (size_t i = 0; i < trial->group.knobs; i++) {
		const struct knob *knob = trial->group.knob[i];
		base = trial_base(knob) > base ? trial_base(knob) : base;
		max = knob->max < max ? knob->max : max;
	}
	/* What is costly is seen at smaller values just as well. */
	if (trial->is_slow && base > LARGE)
		max = base < max ? base : max;
	else if (trial->is_costly && base / WIDE > 0)
		base /= WIDE;
	else if (trial->is_costly && base > least && base < max)
		max = base;
	uint64_t from = base > SMALLEST ? base : SMALLEST;
	bool grows = base <= LARGE && max / WIDE >= from;
	if (!grows && base < max && base > 0)
		max = base;
	if (!grows && max >= (uint64_t)least << DOUBLINGS) {
		from = max >> (DOUBLINGS - 1);
		grows = true;
	}
	for (int i = 0; grows && i < DOUBLINGS && from << i <= max; i++)
		trial->value[trial->values++] = from << i;
	if (!grows)
		trial_choose_steps(trial, max);
}

void trial_set(const struct trial *trial, uint64_t value,
	struct trial_setting *setting)
{
	const struct family *family;

	*setting = (struct trial_setting){.knobs.only = trial->only};
	setting->knobs.knob = setting->knob;
	setting->knobs.value = setting->value;
	for (size_t i = 0; i < trial->group.knobs; i++) {
		family = trial->group.knob[i]->family;
		if (!family) {
			setting->knob[setting->knobs.count] =
				trial->group.knob[i];
			setting->value[setting->knobs.count++] = value;
			continue;
		}
		setting->put = (struct tester_put){
			trial->group.knob[i]->place, &setting->bytes};
		setting->bytes.length = family_length(family, value);
		setting->bytes.at = memory_alloc(setting->bytes.length + 1);
		family_build(family, value, setting->bytes.at);
	}
}

bool knob_group_differs(const struct knob_group *group)
{
	for (size_t i = 0; i < group->knobs; i++)
		if (!group->knob[i]->has_copies && !group->knob[i]->is_same)
			return true;
	return false;
}

bool knob_group_is_data(const struct knob_group *group)
{
	for (size_t i = 0; i < group->knobs; i++)
		if (group->knob[i]->family || group->knob[i]->text != 0)
			return true;
	return false;
}

/* ---- what changes ---- */

static double trial_ratio(uint64_t larger, uint64_t smaller)
{
	return (double)(larger + 1) / (double)(smaller + 1);
}

struct trial_sides trial_sides(
	const struct seen_finding *first, const struct seen_finding *last)
{
	struct trial_sides sides;

	sides.longer = trial_ratio(last->longest, first->longest);
	sides.more = trial_ratio(last->reads, first->reads) / sides.longer;
	sides.walks = trial_ratio(last->walks, first->walks);
	return sides;
}

bool trial_is_flat(const struct trial *trial, size_t i)
{
	struct growth_point point[TRIAL_VALUES_MAX];

	for (size_t at = 0; at < trial->done; at++)
		point[at] = (struct growth_point){(double)trial->value[at],
			(double)trial->seen[at][i].reads};
	/* Of what is not walked again in any of them nothing is said. */
	return (trial->seen[0][i].longest > 0 ||
		       trial->seen[trial->done - 1][i].longest > 0) &&
	       growth_is_flat(point, trial->done);
}

bool trial_is_larger(const struct trial *trial, size_t i)
{
	uint64_t first = 0, before = 0, last = 0;
	bool is_gone = false;

	for (size_t at = 0; at < trial->done; at++) {
		uint64_t spread = trial->seen[at][i].spread;
		is_gone = trial->seen[at][i].longest == 0;
		if (spread == 0)
			continue;
		first = first ? first : spread;
		before = last;
		last = spread;
	}
	return knob_group_is_data(&trial->group) || is_gone || first == 0 ||
	       (last >= TRIAL_LARGER * first && last > before);
}

bool trial_only_repeats(const struct trial *trial)
{
	for (size_t i = 0; i < trial->group.knobs; i++)
		if (strcmp(trial->group.knob[i]->kind, "CALLS") != 0)
			return false;
	return true;
}

/* ---- what is said ---- */

void prove_tested_release(struct tested_finding *tested, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		prove_points_release(&tested[i].points);
		free(tested[i].change);
		free(tested[i].only);
		tested[i].change = tested[i].only = NULL;
		for (size_t j = 0;
			j < sizeof tested->knob / sizeof *tested->knob; j++) {
			free(tested[i].knob[j]);
			free(tested[i].knob_place[j]);
			tested[i].knob[j] = tested[i].knob_place[j] = NULL;
		}
	}
}

/* "loop bound at t.c:12 and call of add at t.c:14": what, without the base. */
static char *trial_describe_dup(const struct trial *trial)
{
	struct arguments parts = {0};
	char *text;

	for (size_t i = 0; i < trial->group.knobs; i++) {
		const char *what = trial->group.knob[i]->what;
		const char *colon = strrchr(what, ':');
		bool has_base = colon && colon[1] == ' ';
		size_t length =
			has_base ? (size_t)(colon - what) : strlen(what);
		bool is_said = false;
		for (size_t j = 0; j < parts.count; j++)
			is_said |= strncmp(parts.word[j], what, length) == 0 &&
				   parts.word[j][length] == '\0';
		if (!is_said)
			arguments_add_format(&parts, "%.*s", (int)length, what);
	}
	text = arguments_join_dup(&parts, " and ");
	arguments_release(&parts);
	return text;
}

static void trial_take(
	const struct trial *trial, size_t i, struct tested_finding *tested)
{
	prove_tested_release(tested, 1);
	prove_points_init(&tested->points);
	tested->change = trial_describe_dup(trial);
	for (size_t k = 0; k < trial->group.knobs; k++) {
		const struct knob *knob = trial->group.knob[k];
		tested->knob[k] = memory_string_dup(knob->id);
		tested->knob_place[k] =
			knob->file
				? memory_format("%s:%u", knob->file, knob->line)
				: memory_string_dup("");
	}
	tested->points.change = tested->change;
	tested->points.is_combined = trial->is_combined;
	tested->points.is_data = knob_group_is_data(&trial->group);
	tested->only = trial->only ? memory_string_dup(trial->only) : NULL;
	tested->points.only = tested->only;
	tested->points.knob = tested->knob;
	tested->points.knob_place = tested->knob_place;
	for (size_t at = 0; at < trial->done; at++) {
		const struct seen_finding *seen = &trial->seen[at][i];
		const struct prove_grown grown = {.k = trial->value[at],
			.reads = seen->reads,
			.cells = seen->longest,
			.walks = seen->walks,
			.spread = seen->spread};
		prove_points_add_grown(&tested->points, &grown);
	}
}

/* What retread-prove says of the points of FINDING, the one at I. */
static enum tested_verdict trial_judge(const struct trial *trial, size_t i,
	const struct report_finding *finding, const char *folder)
{
	char *path = memory_format("%s/points.json", folder);
	const char *judge = PART_PROVER;
	char *command[] = {
		(char *)judge, "points", "--out", (char *)folder, path, NULL};
	struct tested_finding one = {.finding = finding};
	const struct prove_subject subject = {.finding = finding};
	struct error err = {{0}};
	int status = folders_make_all(folder, &err);

	trial_take(trial, i, &one);
	if (status == 0)
		status = prove_points_write(&one.points, &subject, path, &err);
	if (status == 0)
		status = part_run_in(judge, command, NULL, "/dev/null", &err);
	prove_tested_release(&one, 1);
	folders_remove(folder);
	free(path);
	return status == CLI_GATE   ? TESTED_GROWS
	       : status == CLI_DONE ? TESTED_DOES_NOT_GROW
				    : TESTED_NOT_SHOWN;
}

enum tested_verdict trial_speak(const struct trial *trial, size_t i,
	struct tested_finding *tested, const char *folder)
{
	enum tested_verdict verdict =
		trial_judge(trial, i, tested->finding, folder);

	bool is_flat = verdict == TESTED_NOT_SHOWN && trial_is_flat(trial, i);

	if (!tested->change || verdict > tested->verdict ||
		(is_flat && tested->verdict == TESTED_NOT_SHOWN))
		trial_take(trial, i, tested);
	if (verdict > tested->verdict)
		tested->verdict = verdict;
	return verdict;
}
