/* SPDX-License-Identifier: MIT
 * Tests that run alone: what each costs, in which order they come, and experiments with one. */
#include "config.h"

#include "fuzz-perf/grow/screen.h"

#include <stdlib.h>

#include "lib/error.h"

#define SCREEN_DEAR_PART                                                       \
	16 /* of the work there is, of which a run is too much */
#define SCREEN_KEPT_MAX (1 << 18) /* edges of first runs that are put aside */

bool screen_is_dear(const struct screening *screening, size_t at)
{
	const struct experiments *experiments = screening->experiments;

	return experiments_have_end(experiments) &&
	       screening->work[at] >
		       experiments->screen_work / SCREEN_DEAR_PART;
}

/* Puts the first run of test number AT aside, or forgets it if there are many. */
static void screen_put_aside(struct screening *screening, size_t at)
{
	struct experiments *experiments = screening->experiments;
	struct counts *counts = &experiments->counts;

	if (counts->run_count == 0 ||
		screening->kept_edges + counts->edge_count > SCREEN_KEPT_MAX) {
		counts_release(counts);
		return;
	}
	experiments_keep_base(experiments);
	screening->kept_edges += counts->edge_count;
	screening->kept[at] = *counts;
}

/* Makes the first run that of test number AT. *IS_OVER: it is refused. */
static int screen_begin(struct screening *screening, size_t at, bool *is_over,
	struct error *err)
{
	struct experiments *experiments = screening->experiments;
	struct counts *kept = &screening->kept[at];
	int result;

	*is_over = false;
	if (kept->run_count > 0) {
		screening->kept_edges -= kept->edge_count;
		experiments->counts = *kept;
		*kept = (struct counts){.run_count = 0};
		return 0;
	}
	counts_init(&experiments->counts);
	result = experiments_begin(
		experiments, screening->test[at], is_over, err);
	screening->work[at] =
		*is_over ? UINT64_MAX : experiments->counts.run[0].work + 1;
	return result;
}

int screen_single(struct screening *screening, size_t at, unsigned rank,
	enum screen_way way, struct error *err)
{
	struct experiments *experiments = screening->experiments;
	struct counts all = experiments->counts;
	bool is_apart = screening->test[at] != NULL, is_over = false;
	int result = 0;

	for (size_t i = 0; i < experiments->knobs->count; i++)
		screening->is_left_out[i] = screening->way[i] != way;
	experiments->is_left_out = screening->is_left_out;
	experiments->is_smaller = way == SCREEN_SHRINK;
	if (is_apart)
		result = screen_begin(screening, at, &is_over, err);
	if (!result && !is_over)
		result = experiments_go_on(
			experiments, screening->test[at], 1u << rank, err);
	experiments->is_left_out = NULL;
	experiments->is_smaller = false;
	if (is_apart) {
		screen_put_aside(screening, at);
		experiments->counts = all;
	}
	return result;
}

int screen_measure(struct screening *screening, size_t count, struct error *err)
{
	struct experiments *experiments = screening->experiments;
	struct counts all = experiments->counts;
	bool is_over;
	int result = 0;

	for (size_t at = 0; !result && at < count; at++) {
		result = screen_begin(screening, at, &is_over, err);
		screen_put_aside(screening, at);
	}
	experiments->counts = all;
	return result;
}

static int compare_places(const void *left, const void *right)
{
	const struct screen_place *a = left, *b = right;

	return a->work != b->work ? (a->work > b->work) - (a->work < b->work)
				  : (a->at > b->at) - (a->at < b->at);
}

struct screen_place *screen_order(
	const struct screening *screening, size_t count)
{
	struct screen_place *order = memory_alloc_zero(count, sizeof *order);

	for (size_t at = 0; at < count; at++)
		order[at] = (struct screen_place){screening->work[at], at};
	qsort(order, count, sizeof *order, compare_places);
	return order;
}

void screen_forget(struct screening *screening, size_t count)
{
	for (size_t at = 0; at < count; at++)
		if (screening->kept[at].run_count > 0)
			counts_release(&screening->kept[at]);
	free(screening->kept);
	free(screening->work);
}
