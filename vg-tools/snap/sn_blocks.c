/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts blocks that the program names, in memory of its own: the program is a
 * target of the fuzzer, and evaluates the counts itself. */
#include "vg-tools/common/core.h"
#include "vg-tools/snap/sn_branches.h"

static struct snap_binding bindings[SNAP_BINDINGS];
static UInt binding_count;
static struct snap_translated *translated; /* NULL: nothing is shared */
static Bool is_child;

Bool sn_blocks_are_bound(void)
{
	return binding_count != 0;
}

Bool sn_blocks_bind(const struct snap_binding *asked)
{
	struct snap_binding *added = &bindings[binding_count];

	if (binding_count == SNAP_BINDINGS ||
		!sn_modules_is_readable(asked, sizeof(*asked)) ||
		asked->count == 0 || asked->count >= 1u << 31 ||
		!sn_modules_is_readable(
			asked->address, asked->count * sizeof(UInt)) ||
		!sn_modules_is_readable(asked->counter + asked->first,
			asked->count * sizeof(ULong)))
		return False;
	*added = *asked;
	binding_count++;
	/* What ran before was translated without. */
	core_discard(added->bias + added->address[0],
		added->address[added->count - 1] - added->address[0] + 1);
	return True;
}

Bool sn_blocks_cover(Addr pc)
{
	UInt i;

	for (i = 0; i < binding_count; i++) {
		const struct snap_binding *each = &bindings[i];
		ULong at = pc - each->bias;
		/* The last block may be longer. */
		if (at >= each->address[0] &&
			at < each->address[each->count - 1] + 64ull)
			return True;
	}
	return False;
}

static Bool sn_blocks_find_in(
	const struct snap_binding *binding, Addr pc, struct sn_block *block)
{
	ULong low = 0, high = binding->count, number;

	pc -= binding->bias;
	while (low < high) {
		ULong middle = low + (high - low) / 2;
		if (binding->address[middle] < pc)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == binding->count || binding->address[low] != pc)
		return False;
	number = binding->first + low;
	block->counter = &binding->counter[number];
	block->group = &binding->group[number / SNAP_GROUP_BLOCKS];
	return True;
}

Bool sn_blocks_find(Addr pc, struct sn_block *block)
{
	UInt i;

	for (i = 0; i < binding_count; i++)
		if (sn_blocks_find_in(&bindings[i], pc, block))
			return True;
	return False;
}

VG_REGPARM(1) void sn_blocks_touch(struct perf_function *group)
{
	if (group->listed)
		return;
	group->listed = 1;
	group->next = *bindings[0].entered;
	*bindings[0].entered = group;
}

/*--- translations, which a process that ends would take with it ---*/

Bool sn_blocks_share(struct snap_translated *shared)
{
	if (!sn_modules_is_readable(shared, sizeof(*shared)))
		return False;
	translated = shared;
	return True;
}

void sn_blocks_note_fork(void)
{
	is_child = True;
}

void sn_blocks_note_translation(Addr at)
{
	UInt number;

	if (!translated || !is_child ||
		translated->count >= SNAP_TRANSLATED_MAX)
		return;
	number = __atomic_fetch_add(&translated->count, 1, __ATOMIC_RELAXED);
	if (number < SNAP_TRANSLATED_MAX)
		translated->address[number] = at;
}

void sn_blocks_catch_up(ThreadId thread)
{
	UInt count, i;

	if (!translated || is_child)
		return;
	count = __atomic_exchange_n(&translated->count, 0, __ATOMIC_RELAXED);
	for (i = 0; i < count && i < SNAP_TRANSLATED_MAX; i++)
		core_translate(thread, translated->address[i]);
}
