/* SPDX-License-Identifier: GPL-2.0-or-later
 * Edges and their counters. An edge is known by its two places, so code that is
 * translated again, or loaded again elsewhere, goes on with the same counter.
 *
 * Counters run all the time. What they count while the trace is off is thrown
 * away when it is turned on, so being off costs nothing to check. Those that are not 0
 * are listed, so that a reset costs what was counted since the last one. */
#include "vg-tools/common/core.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

static struct {
	struct snap_edge *edge;
	UInt count, capacity;
	UInt *number_at; /* by hash: number + 1; 0: free */
	UInt slots;	 /* a power of two, at least twice COUNT */
	UInt *touched;	 /* counters that are not 0 */
	UInt *counted;	 /* edges whose count is not 0 */
	UInt touched_count, counted_count;
	ULong resets, cleared;
	struct sn_site *site;
	Bool is_on, is_full;
} edges;

ULong *sn_edges_counter;

void sn_edges_init(void)
{
	SizeT count = clo_snap.max_edges + 1;

	sn_edges_counter = core_allocate(count * sizeof(*sn_edges_counter));
	edges.touched = core_allocate(count * sizeof(*edges.touched));
	edges.counted = core_allocate(count * sizeof(*edges.counted));
	if (!sn_edges_counter || !edges.touched || !edges.counted)
		VG_(tool_panic)("out of memory for --max-edges");
}

/*--- the table ---*/

static ULong sn_edges_mix(ULong hash, ULong value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

static UInt *find_slot(const struct snap_edge *edge)
{
	ULong hash = sn_edges_mix(
		sn_edges_mix(sn_edges_mix(sn_edges_mix(edge->kind,
						  edge->from.module),
				     edge->from.offset),
			edge->to.module),
		edge->to.offset);
	UInt at = (hash >> 32) & (edges.slots - 1);

	while (edges.number_at[at] != 0) {
		const struct snap_edge *other =
			&edges.edge[edges.number_at[at] - 1];
		if (other->from.offset == edge->from.offset &&
			other->to.offset == edge->to.offset &&
			other->from.module == edge->from.module &&
			other->to.module == edge->to.module &&
			other->kind == edge->kind)
			break;
		at = (at + 1) & (edges.slots - 1);
	}
	return &edges.number_at[at];
}

static void grow_table(void)
{
	UInt i;

	edges.slots = edges.slots == 0 ? 1 << 14 : edges.slots * 2;
	VG_(free)(edges.number_at);
	edges.number_at = VG_(calloc)(
		"snap.slots", edges.slots, sizeof(*edges.number_at));
	for (i = 0; i < edges.count; i++)
		*find_slot(&edges.edge[i]) = i + 1;
}

static UInt sn_edges_add_edge(const struct snap_edge *edge, UInt *slot)
{
	/* The last one has no names: it stands for what there is no room for. */
	static const struct snap_edge nameless;

	if (edges.count + 1 >= clo_snap.max_edges) {
		edges.is_full = True;
		if (edges.count + 1 > clo_snap.max_edges)
			return edges.count - 1;
		edge = &nameless;
		slot = NULL;
	}
	if (edges.count == edges.capacity) {
		edges.capacity = edges.capacity * 2 + 4096;
		edges.edge = VG_(realloc)("snap.edges", edges.edge,
			edges.capacity * sizeof(*edges.edge));
	}
	edges.edge[edges.count++] = *edge;
	if (slot != NULL)
		*slot = edges.count;
	return edges.count - 1;
}

UInt sn_edges_number(Addr from, Addr to, enum snap_kind kind)
{
	struct snap_edge edge = {.from = sn_modules_place(from),
		.to = sn_modules_place(to),
		.kind = kind};
	UInt *slot;

	if (2 * (edges.count + 1) > edges.slots)
		grow_table();
	slot = find_slot(&edge);
	return *slot != 0 ? *slot - 1 : sn_edges_add_edge(&edge, slot);
}

/*--- branches whose targets are not known ---*/

struct sn_site *sn_edges_site(Addr pc, Addr back, enum snap_kind kind)
{
	struct sn_site *site = VG_(calloc)("snap.site", 1, sizeof(*site));

	site->pc = pc;
	site->back = back;
	site->kind = kind;
	site->next = edges.site;
	edges.site = site;
	return site;
}

VG_REGPARM(2) void sn_edges_find_way(struct sn_site *site, Addr target)
{
	struct sn_way *way = sn_edges_way(site, target);
	UInt number = sn_edges_number(site->pc, target, site->kind);

	way->target = target;
	way->counter = &sn_edges_counter[number];
	if (sn_history_is_wanted())
		way->branch = sn_history_branch(
			number, site->pc, target, site->back, site->kind);
}

void sn_edges_forget_addresses(Addr start, SizeT bytes)
{
	struct sn_site *site;
	UInt i;

	for (site = edges.site; site; site = site->next)
		for (i = 0; i < SN_WAYS; i++)
			if (site->way[i].target - start < bytes)
				site->way[i].target = 0;
}

/*--- counts ---*/

VG_REGPARM(1) void sn_edges_touch(ULong *counter)
{
	edges.touched[edges.touched_count++] = counter - sn_edges_counter;
}

static void take_counts(void)
{
	UInt i;

	for (i = 0; i < edges.touched_count; i++) {
		UInt number = edges.touched[i];
		struct snap_edge *edge = &edges.edge[number];
		if (edges.is_on && edge->count == 0)
			edges.counted[edges.counted_count++] = number;
		if (edges.is_on)
			edge->count += sn_edges_counter[number];
		sn_edges_counter[number] = 0;
	}
	edges.touched_count = 0;
}

void sn_edges_turn(Bool is_on)
{
	if (is_on == edges.is_on)
		return;
	take_counts();
	edges.is_on = is_on;
	sn_history_turn(is_on);
}

void sn_edges_reset(void)
{
	UInt i;

	take_counts();
	for (i = 0; i < edges.counted_count; i++)
		edges.edge[edges.counted[i]].count = 0;
	edges.resets++;
	edges.cleared += edges.counted_count;
	edges.counted_count = 0;
}

void sn_edges_print_statistics(void)
{
	VG_(dmsg)("edges: %u, resets: %llu, which cleared %llu\n", edges.count,
		edges.resets, edges.cleared);
}

UInt sn_edges_settle(const struct snap_edge **list)
{
	UInt i;

	take_counts();
	for (i = 0; i < edges.count; i++)
		edges.edge[i].mispredicted = sn_history_mispredicted(i);
	*list = edges.edge;
	return edges.count;
}

struct snap_place sn_edges_target(UInt number)
{
	return edges.edge[number].to;
}

Bool sn_edges_are_full(void)
{
	return edges.is_full;
}
