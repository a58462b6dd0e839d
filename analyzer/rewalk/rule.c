/* SPDX-License-Identifier: MIT
 * Rule `rewalk`: when it holds. */
#include "config.h"

#include "analyzer/rewalk/rule.h"

#include "lib/table.h"

/* NULL: walks are not told apart. */
static struct rewalk_group *find_group(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, uint64_t first)
{
	uint32_t most = limits->groups < REWALK_GROUPS
				? (uint32_t)limits->groups
				: REWALK_GROUPS;

	for (uint32_t i = 0; i < walks->groups; i++)
		if (walks->group[i].first == first)
			return &walks->group[i];
	if (most == 0)
		return NULL;
	if (walks->groups == most) {
		walks->group[most - 1].first = 0;
		return &walks->group[most - 1];
	}
	walks->group[walks->groups] = (struct rewalk_group){.first = first};
	return &walks->group[walks->groups++];
}

static void add_length(struct rewalk_walks *walks, uint64_t exact)
{
	uint32_t length = exact < UINT32_MAX ? (uint32_t)exact : UINT32_MAX;

	for (uint32_t i = 0; i < walks->lengths; i++)
		if (walks->length[i] == length)
			return;
	if (walks->lengths < REWALK_LENGTHS)
		walks->length[walks->lengths++] = length;
}

struct rewalk_kept rewalk_keep(uint64_t length, uint64_t again)
{
	return (struct rewalk_kept){
		.length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX,
		.again = again < UINT32_MAX ? (uint32_t)again : UINT32_MAX};
}

bool rewalk_walk_is_again(
	const struct rewalk_limits *limits, const struct rewalk_walk *walk)
{
	return walk->has_reread &&
	       (double)walk->fresh <= limits->again * (double)walk->length;
}

bool rewalk_walk_is_longest(const struct rewalk_limits *limits,
	const struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	double least = (double)walks->longest *
		       (walk->begins_anywhere ? limits->gap_length : 1);

	return rewalk_walk_is_again(limits, walk) &&
	       (double)walk->length > least;
}

void rewalk_walks_add(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	struct rewalk_group *group = find_group(limits, walks, walk->first);

	if (walks->count < REWALK_WALKS_KEPT)
		walks->kept[walks->count] =
			rewalk_keep(walk->length, walk->length - walk->fresh);
	if (walks->count++ == 0)
		walks->first_length = walk->length;
	walks->grown += walk->has_grown;
	if (!walk->begins_anywhere)
		add_length(walks, walk->length);
	if (group != NULL)
		group->cells += walk->fresh;
	if (!rewalk_walk_is_again(limits, walk))
		return;
	if (group != NULL && walk->length > group->longest)
		group->longest = walk->length;
	if (walks->longest == 0 || (walk->length < walks->rewalk_shortest &&
					   !walk->begins_anywhere))
		walks->rewalk_shortest = walk->length;
	if (rewalk_walk_is_longest(limits, walks, walk))
		walks->longest = walk->length;
}

uint64_t rewalk_rereads(const struct rewalk_counts *counts)
{
	uint64_t appended = counts->cells - counts->walks.first_length;

	return counts->same +
	       (counts->tail < appended ? counts->tail : appended);
}

/* Searches in trees, binary search, hash probes and state tables read the top of a
 * structure again, never most of it. */
static bool covers(
	const struct rewalk_limits *limits, uint64_t longest, uint64_t cells)
{
	return (double)longest >= limits->coverage * (double)cells;
}

static bool is_covered(
	const struct rewalk_limits *limits, const struct rewalk_counts *counts)
{
	const struct rewalk_walks *walks = &counts->walks;
	double cells = (double)counts->cells;

	if (covers(limits, walks->longest, counts->cells))
		return true;
	if (cells <= limits->coverage_cells ||
		(double)rewalk_rereads(counts) <
			limits->coverage_rereads * cells)
		return false;
	for (uint32_t i = 0; i < walks->groups; i++) {
		const struct rewalk_group *group = &walks->group[i];
		if (group->first != 0 &&
			(double)group->longest >= limits->length &&
			covers(limits, group->longest, group->cells))
			return true;
	}
	return false;
}

bool rewalk_holds(const struct rewalk_limits *limits, enum rewalk_kind kind,
	const struct rewalk_counts *counts)
{
	const struct rewalk_walks *walks = &counts->walks;
	double followed = (double)counts->followed;
	double branched = (double)counts->branched;
	double rereads = (double)rewalk_rereads(counts);
	double repeated =
		(double)(counts->same + counts->tail + counts->changed);

	if (!rewalk_may_hold(limits, walks) || followed < limits->followed ||
		rereads < limits->rereads)
		return false;
	if ((double)counts->inserted > limits->inserted * followed ||
		branched > limits->branched * (followed + branched) ||
		repeated - rereads > limits->changed * repeated)
		return false;
	if (!counts->is_eligible && limits->eligible > 0)
		return false;
	if (kind == REWALK_PATH &&
		(walks->lengths < limits->path_lengths || !counts->is_regular))
		return false;
	return is_covered(limits, counts);
}

bool rewalk_is_regular(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *address,
	size_t count)
{
	struct table met = {0};
	uint64_t before = 0;
	size_t regular = 0, run = 0; /* cells in one object so far */

	for (size_t i = 0; i < count; i++) {
		uint64_t object = memory->object(memory->data, address[i]);
		/* What is no known object is one for itself. */
		void **slot = table_place(
			&met, object == 0, object == 0 ? address[i] : object);
		bool stays = i > 0 && object != 0 && object == before;
		if (i > 0)
			regular += *slot == NULL ||
				   (stays && run >= 2 &&
					   address[i] - address[i - 1] ==
						   address[i - 1] -
							   address[i - 2]);
		*slot = memory->data != NULL ? memory->data : (void *)memory;
		run = stays ? run + 1 : 1;
		before = object;
	}
	table_release(&met);
	return count > 1 &&
	       (double)regular >= limits->path_regular * (double)(count - 1);
}
