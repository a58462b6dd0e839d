/* SPDX-License-Identifier: MIT
 * Rule `rewalk`: when it holds. */
#include "config.h"

#include "analyzer/rewalk/rule.h"

#include "lib/table.h"

/* Section 2 of the notes; measured on programs of 4 to 6 elements. */
#define WALKS_MIN      3
#define LENGTH_MIN     3
#define REREADS_MIN    3
#define LENGTHS_MIN    3 /* different ones; path only */
#define BRANCHED_SHARE 0.1
#define CHANGED_SHARE  0.25
#define COVERAGE       0.7
#define REGULAR_SHARE  0.4
/* With more cells, coverage may hold for the walks from one cell alone. */
#define CELLS_SMALL  64
#define REREAD_SHARE 0.1 /* or it is lost among what is read once */

static struct rewalk_group *find_group(
	struct rewalk_walks *walks, uint64_t first)
{
	for (uint32_t i = 0; i < walks->groups; i++)
		if (walks->group[i].first == first)
			return &walks->group[i];
	if (walks->groups == REWALK_GROUPS) {
		walks->group[REWALK_GROUPS - 1].first = 0;
		return &walks->group[REWALK_GROUPS - 1];
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

bool rewalk_walk_is_again(const struct rewalk_walk *walk)
{
	return walk->has_reread && 2 * walk->fresh <= walk->length;
}

bool rewalk_walk_is_longest(
	const struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	uint64_t longest = walks->longest;

	return rewalk_walk_is_again(walk) &&
	       walk->length > (walk->begins_anywhere ? 2 * longest : longest);
}

void rewalk_walks_add(
	struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	struct rewalk_group *group = find_group(walks, walk->first);

	if (walks->count < REWALK_WALKS_KEPT)
		walks->kept[walks->count] =
			rewalk_keep(walk->length, walk->length - walk->fresh);
	if (walks->count++ == 0)
		walks->first_length = walk->length;
	walks->grown += walk->has_grown;
	if (!walk->begins_anywhere)
		add_length(walks, walk->length);
	group->cells += walk->fresh;
	if (!rewalk_walk_is_again(walk))
		return;
	if (walk->length > group->longest)
		group->longest = walk->length;
	if (walks->longest == 0 || (walk->length < walks->rewalk_shortest &&
					   !walk->begins_anywhere))
		walks->rewalk_shortest = walk->length;
	if (rewalk_walk_is_longest(walks, walk))
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
static bool covers(uint64_t longest, uint64_t cells)
{
	return (double)longest >= COVERAGE * (double)cells;
}

static bool is_covered(const struct rewalk_counts *counts)
{
	const struct rewalk_walks *walks = &counts->walks;

	if (covers(walks->longest, counts->cells))
		return true;
	if (counts->cells <= CELLS_SMALL ||
		(double)rewalk_rereads(counts) <
			REREAD_SHARE * (double)counts->cells)
		return false;
	for (uint32_t i = 0; i < walks->groups; i++) {
		const struct rewalk_group *group = &walks->group[i];
		if (group->first != 0 && group->longest >= LENGTH_MIN &&
			covers(group->longest, group->cells))
			return true;
	}
	return false;
}

bool rewalk_holds(enum rewalk_kind kind, const struct rewalk_counts *counts)
{
	uint64_t rereads;
	double changed, ordered;

	if (counts->walks.count < WALKS_MIN ||
		counts->walks.longest < LENGTH_MIN || counts->followed < 1)
		return false;
	rereads = rewalk_rereads(counts);
	if (rereads < REREADS_MIN || counts->inserted > counts->followed)
		return false;
	ordered = (double)(counts->followed + counts->branched);
	if ((double)counts->branched > BRANCHED_SHARE * ordered)
		return false;
	changed = (double)(counts->same + counts->tail + counts->changed) -
		  (double)rereads;
	if (changed > CHANGED_SHARE * ((double)rereads + changed))
		return false;
	if (!counts->is_eligible)
		return false;
	if (kind == REWALK_PATH &&
		(counts->walks.lengths < LENGTHS_MIN || !counts->is_regular))
		return false;
	return is_covered(counts);
}

bool rewalk_is_regular(const struct rewalk_memory *memory,
	const uint64_t *address, size_t count)
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
	       (double)regular >= REGULAR_SHARE * (double)(count - 1);
}
