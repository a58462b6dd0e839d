/* SPDX-License-Identifier: MIT
 * Walks that are over, added up, and when they are a re-walk. */
#include "config.h"

#include "analyzer/rewalk/contexts.h"

#include <stddef.h>
#include <string.h>

/* --- walks that are over ------------------------------------------------ */

void rewalk_walks_copy(struct rewalk_walks *to, const struct rewalk_walks *from)
{
	memcpy(to, from,
		offsetof(struct rewalk_walks, group) +
			from->groups * sizeof *from->group);
}

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

struct rewalk_kept rewalk_keep(uint64_t length, uint64_t again)
{
	return (struct rewalk_kept){
		.length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX,
		.again = again < UINT32_MAX ? (uint32_t)again : UINT32_MAX};
}

/* The least factor between walks that are long enough. */
static void note_factor(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	double factor = 0;

	/* The end of an activation may come before that of a walk. */
	if ((double)walk->length < limits->length ||
		(walk->is_last && walk->length <= walks->length_before))
		return;
	/* How much longer it is than the one before is not known. */
	if ((double)walk->length >= limits->cells) {
		walks->cut++;
		return;
	}
	if (walks->length_before != 0 && !walk->begins_anywhere)
		factor = (double)walk->length / (double)walks->length_before;
	if (walks->multiples++ == 1 || factor < walks->least_factor)
		walks->least_factor = factor;
	walks->length_before = walk->length;
}

static void add_length(struct rewalk_walks *walks, uint64_t length)
{
	uint32_t i = rewalk_add_distinct(
		walks->length, &walks->lengths, REWALK_LENGTHS, length);

	if (i < REWALK_LENGTHS)
		walks->length_walks[i]++;
}

bool rewalk_walks_add(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk)
{
	struct rewalk_group *group = find_group(limits, walks, walk->first);
	uint64_t known = walk->length - walk->fresh;

	if (walks->count < REWALK_WALKS_KEPT)
		walks->kept[walks->count] = rewalk_keep(walk->length, known);
	if (walks->count++ == 0)
		walks->first_length = walk->length;
	if ((double)walk->length >= limits->length) {
		walks->last_began = walk->began;
		walks->last_ended = walk->ended;
	}
	walks->grown += walk->has_grown;
	walks->inside += walk->is_inside && !walk->is_restart;
	walks->longer += walk->is_restart && walk->length > walks->last_length;
	walks->last_length = walk->length;
	note_factor(limits, walks, walk);
	if (!walk->begins_anywhere)
		add_length(walks, walk->length);
	walks->known.all += known;
	if (group) {
		group->count++;
		group->cells += walk->fresh;
		group->known.all += known;
	}
	if (!walk->has_reread ||
		(double)walk->fresh > limits->again * (double)walk->length)
		return false;
	/* It goes where another one went. */
	if (known > walks->most_known)
		walks->most_known = known;
	if ((double)walk->length >= limits->length) {
		walks->known.by_long += known;
		if (group)
			group->known.by_long += known;
	}
	if (group && walk->length > group->longest)
		group->longest = walk->length;
	if (walks->longest == 0 || (walk->length < walks->rewalk_shortest &&
					   !walk->begins_anywhere))
		walks->rewalk_shortest = walk->length;
	if (walk->length <= walks->longest)
		return false;
	walks->longest = walk->length;
	walks->longest_began = walk->began;
	walks->longest_ended = walk->ended;
	return true;
}

/* --- the verdict -------------------------------------------------------- */

double rewalk_steadiness(const struct rewalk_counts *counts)
{
	uint64_t steps = counts->followed + counts->branched + counts->inserted;

	return steps > 0 ? (double)counts->followed / (double)steps : 1;
}

uint64_t rewalk_rereads(const struct rewalk_counts *counts)
{
	uint64_t appended = counts->cells - counts->walks.first_length;

	return counts->same +
	       (counts->tail < appended ? counts->tail : appended);
}

/* Repeated reads that have found something changed. A set of bits has as many tails as bits. */
static double count_changed(const struct rewalk_counts *counts)
{
	uint64_t repeated = counts->same + counts->tail + counts->changed;
	uint64_t changed = repeated - rewalk_rereads(counts);

	return (double)(changed - (counts->bits < changed - counts->changed
						  ? counts->bits
						  : changed - counts->changed));
}

/* Searches in trees, binary search, hash probes and state tables read the top of a
 * structure again, never most of it. */
static bool sequence_covers(
	const struct rewalk_limits *limits, uint64_t longest, uint64_t cells)
{
	return (double)longest >= limits->coverage * (double)cells;
}

/* A pair of fields that is read again and again meets a third cell when another object
 * has its turn: that is not a walk. */
static bool are_walks(
	const struct rewalk_limits *limits, const struct rewalk_known *known)
{
	return (double)known->by_long >=
	       limits->long_share * (double)known->all;
}

/* Whether walks that begin at one cell go again and cover theirs. */
static bool is_group_covered(
	const struct rewalk_limits *limits, const struct rewalk_group *group)
{
	return (double)group->count >= limits->walks &&
	       (double)group->longest >= limits->length &&
	       sequence_covers(limits, group->longest, group->cells);
}

/* Whether that is true of walks that are told apart by their first cells: a binary search
 * meets little from some of its cells, and covers that. A window that moves over data
 * begins at the first cell a few times, and has much more walks. */
static bool are_groups_covered(
	const struct rewalk_limits *limits, const struct rewalk_walks *walks)
{
	struct rewalk_known known = {0};

	for (uint32_t i = 0; i < walks->groups; i++) {
		const struct rewalk_group *group = &walks->group[i];
		if (group->first == 0)
			continue;
		known.all += group->known.all;
		if (is_group_covered(limits, group))
			known.by_long += group->known.by_long;
	}
	return known.by_long != 0 && are_walks(limits, &known) &&
	       (double)known.by_long >=
		       limits->group_share * (double)walks->known.all;
}

static bool is_covered(
	const struct rewalk_limits *limits, const struct rewalk_counts *counts)
{
	const struct rewalk_walks *walks = &counts->walks;
	double cells = (double)counts->cells;

	if (sequence_covers(limits, walks->longest, counts->cells))
		return true;
	if ((double)rewalk_rereads(counts) < limits->coverage_rereads * cells)
		return false;
	if ((double)walks->most_known >= limits->coverage_known &&
		sequence_covers(limits, walks->most_known, counts->cells_again))
		return true;
	/* What a tree has read from its top on never grows so far from walk to walk. */
	return (cells > limits->coverage_cells ||
		       ((double)walks->most_known >= limits->coverage_known &&
			       rewalk_limits_go_further(
				       limits, walks->longer, walks->count))) &&
	       are_groups_covered(limits, walks);
}

bool rewalk_may_hold(
	const struct rewalk_limits *limits, const struct rewalk_walks *walks)
{
	return (double)walks->count >= limits->walks &&
	       (double)walks->longest >= limits->length;
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
		count_changed(counts) > limits->changed * repeated)
		return false;
	if (!counts->is_eligible && limits->eligible > 0)
		return false;
	if (kind == REWALK_PATH &&
		(walks->lengths < limits->path_lengths || !counts->is_regular))
		return false;
	return are_walks(limits, &walks->known) && is_covered(limits, counts);
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
		/* What is not a known object is one for itself. */
		void **slot = table_place(
			&met, object == 0, object == 0 ? address[i] : object);
		bool stays = i > 0 && object != 0 && object == before;
		if (i > 0)
			regular += *slot == NULL ||
				   (stays && run >= 2 &&
					   address[i] - address[i - 1] ==
						   address[i - 1] -
							   address[i - 2]);
		*slot = &met;
		run = stays ? run + 1 : 1;
		before = object;
	}
	table_release(&met);
	return count > 1 &&
	       (double)regular >= limits->path_regular * (double)(count - 1);
}

bool rewalk_is_strided(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *address,
	size_t count)
{
	uint64_t object = memory->object(memory->data, address[0]);
	uint64_t stride = count > 1 ? address[1] - address[0] : 0;

	if (object == 0 || (double)count < limits->length + 1 ||
		address[1] < address[0] || (double)stride < limits->stride)
		return false;
	for (size_t i = 1; i < count; i++)
		if (address[i] - address[i - 1] != stride ||
			memory->object(memory->data, address[i]) != object)
			return false;
	return true;
}
