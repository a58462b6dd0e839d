/* SPDX-License-Identifier: GPL-2.0-or-later
 * What is kept of the order of branches: the last ones of a thread (the paper's
 * LBQ), the maps in which fuzzers hash edges (its Algorithms 1 and 2), and what a
 * processor would have predicted. */
#include "vg-tools/common/core.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

struct last {
	const struct sn_branch *branch;
	ULong is_mispredicted;
};

struct sn_history_thread {
	struct sn_history_thread *next;
	ThreadId id;
	struct last last[SNAP_LBQ_MAX]; /* a ring */
	ULong total;
	UShort previous; /* the hash of where it is */
	Addr block;	 /* where that is */
};

struct sn_outcomes {
	struct sn_outcomes *next; /* as VgHashNode */
	UWord pc;
	struct snap_outcomes seen; /* since the last run began */
	struct sn_outcomes *also_seen;
};

static struct {
	Bool is_wanted;
	struct sn_history_thread *first, *now;
	ULong *map;
	UInt *touched; /* entries of it that are not 0 */
	UInt touched_count;
	VgHashTable *hashed;	   /* what it counts, each once */
	struct sn_branch **branch; /* by edge; NULL: not yet */
	UInt branches;
	struct sn_branch *noted; /* since the last reset, latest first */
	Bool is_on;
	ULong conditional, conditional_wrong;
	ULong indirect, indirect_wrong;
	VgHashTable *outcomes; /* by the branch's address */
	struct sn_outcomes *seen;
} history;

Bool sn_history_is_wanted(void)
{
	return history.is_wanted;
}

static struct sn_history_thread *find_thread(ThreadId id)
{
	struct sn_history_thread *thread = history.first;

	while (thread && thread->id != id)
		thread = thread->next;
	if (!thread) {
		thread = VG_(calloc)("snap.thread", 1, sizeof(*thread));
		thread->id = id;
		thread->next = history.first;
		history.first = thread;
	}
	return thread;
}

void sn_history_init(void)
{
	history.is_wanted = clo_snap.lbq > 0 ||
			    clo_snap.predictor != SNAP_NO_PREDICTOR ||
			    clo_snap.encoding != SNAP_EXACT;
	history.now = find_thread(1);
	history.outcomes = VG_(HT_construct)("snap.outcomes");
	history.hashed = VG_(HT_construct)("snap.hashed");
	if (clo_snap.encoding == SNAP_EXACT)
		return;
	history.map =
		core_allocate(clo_snap.map_entries * sizeof(*history.map));
	history.touched =
		core_allocate(clo_snap.map_entries * sizeof(*history.touched));
	if (!history.map || !history.touched)
		VG_(tool_panic)("out of memory for --map-size");
}

void sn_history_switch(ThreadId id, ULong blocks)
{
	if (history.now->id != id)
		history.now = find_thread(id);
}

/* Its number may be another thread's next. */
void sn_history_end_thread(ThreadId id)
{
	struct sn_history_thread *thread = find_thread(id);

	if (id != 1)
		VG_(memset)(thread->last, 0, sizeof(thread->last));
	if (id != 1)
		thread->total = thread->previous = 0;
}

void sn_history_reset(void)
{
	struct sn_branch *branch;
	struct sn_history_thread *thread;
	UInt i;

	for (branch = history.noted; branch; branch = branch->noted) {
		branch->mispredicted = branch->hashed = 0;
		branch->is_noted = False;
	}
	history.noted = NULL;
	for (thread = history.first; thread; thread = thread->next)
		thread->total = thread->previous = 0;
	for (i = 0; i < history.touched_count; i++)
		history.map[history.touched[i]] = 0;
	history.touched_count = 0;
	VG_(HT_destruct)(history.hashed, VG_(free));
	history.hashed = VG_(HT_construct)("snap.hashed");
	history.conditional = history.conditional_wrong = 0;
	history.indirect = history.indirect_wrong = 0;
}

void sn_history_turn(Bool is_on)
{
	history.is_on = is_on;
}

/*--- branches ---*/

/* Algorithm 2: the address and the first two half-words of the code there. AFL
 * gives each block a random number, which follows from its place here. */
static UShort sn_history_location_of(Addr target)
{
	UShort half[2] = {0, 0};

	if (clo_snap.encoding == SNAP_AFL) {
		struct snap_place place = sn_modules_place(target);
		return ((place.offset ^ (ULong)place.module << 40) *
			       0x9e3779b97f4a7c15ull) >>
		       48;
	}
	if (sn_modules_is_readable((void *)target, sizeof(half)))
		VG_(memcpy)(half, (const void *)target, sizeof(half));
	return target ^ half[0] ^ half[1];
}

static struct sn_outcomes *find_outcomes(Addr pc)
{
	struct sn_outcomes *found = VG_(HT_lookup)(history.outcomes, pc);

	if (!found) {
		found = VG_(calloc)("snap.outcomes", 1, sizeof(*found));
		found->pc = found->seen.pc = pc;
		VG_(HT_add_node)(history.outcomes, found);
	}
	return found;
}

static struct sn_branch **branch_slot(UInt edge)
{
	if (edge >= history.branches) {
		UInt size = 2 * edge + 4096;
		history.branch = VG_(realloc)("snap.branches", history.branch,
			size * sizeof(*history.branch));
		VG_(memset)(history.branch + history.branches, 0,
			(size - history.branches) * sizeof(*history.branch));
		history.branches = size;
	}
	return &history.branch[edge];
}

struct sn_branch *sn_history_branch(
	UInt edge, Addr pc, Addr target, Addr back, enum snap_kind kind)
{
	struct sn_branch **slot = branch_slot(edge);
	struct sn_branch *branch = *slot;

	if (branch == NULL)
		*slot = branch = VG_(calloc)("snap.branch", 1, sizeof(*branch));
	branch->counter = &sn_edges_counter[edge];
	branch->pc = pc;
	branch->target = target;
	branch->back = back;
	branch->kind = kind;
	branch->edge = edge;
	if (kind == SNAP_TAKEN || kind == SNAP_FALLS)
		branch->outcomes = find_outcomes(pc);
	if (history.map)
		branch->location = sn_history_location_of(target);
	return branch;
}

/* A pair of blocks, or a block, that the map has an entry for. */
static void note_hashed(struct sn_branch *branch)
{
	struct sn_history_thread *now = history.now;
	Addr from = clo_snap.encoding == SNAP_BLOCK ? 0 : now->block;
	UWord pair = (from * 0x9e3779b97f4a7c15ull) ^ branch->target;

	now->block = branch->target;
	/* Mostly it is the pair of last time. */
	if (branch->hashed == pair)
		return;
	branch->hashed = pair;
	if (!VG_(HT_lookup)(history.hashed, pair)) {
		VgHashNode *node =
			VG_(malloc)("snap.hashed", sizeof(VgHashNode));
		node->key = pair;
		VG_(HT_add_node)(history.hashed, node);
	}
}

static void count_entry(UShort location)
{
	UInt entry = location & (clo_snap.map_entries - 1);

	if (history.map[entry]++ == 0)
		history.touched[history.touched_count++] = entry;
}

static void count_in_map(struct sn_branch *branch)
{
	UShort location = branch->location;

	note_hashed(branch);
	if (clo_snap.encoding == SNAP_BLOCK) {
		count_entry(location);
		return;
	}
	count_entry(location ^ history.now->previous);
	history.now->previous = location >> 1;
}

static inline void sn_history_note(struct sn_branch *branch, Bool is_right)
{
	struct sn_history_thread *now = history.now;

	if (!branch->is_noted) {
		branch->is_noted = True;
		branch->noted = history.noted;
		history.noted = branch;
	}
	branch->mispredicted += !is_right;
	now->last[now->total++ % SNAP_LBQ_MAX] =
		(struct last){branch, !is_right};
	if (history.map)
		count_in_map(branch);
}

static void note_outcome(struct sn_outcomes *outcomes, Bool is_right)
{
	struct snap_outcomes *seen = &outcomes->seen;

	if (seen->executed == 0) {
		outcomes->also_seen = history.seen;
		history.seen = outcomes;
	}
	if (seen->executed < 64)
		seen->early |= (ULong)!is_right << seen->executed;
	seen->hash = (seen->hash + 2 - is_right) * 0x9e3779b97f4a7c15ull;
	seen->executed++;
}

VG_REGPARM(1) void sn_history_conditional(struct sn_branch *branch)
{
	Bool is_right = True;

	sn_edges_count(branch->counter);
	if (!history.is_on)
		return;
	if (clo_snap.predictor != SNAP_NO_PREDICTOR)
		is_right = sn_predict_conditional(
			branch->pc, branch->kind == SNAP_TAKEN);
	history.conditional++;
	history.conditional_wrong += !is_right;
	if (sn_blocks_are_bound())
		note_outcome(branch->outcomes, is_right);
	sn_history_note(branch, is_right);
}

VG_REGPARM(1) void sn_history_direct(struct sn_branch *branch)
{
	sn_edges_count(branch->counter);
	if (!history.is_on)
		return;
	if (branch->kind == SNAP_CALL)
		sn_predict_call(branch->back);
	sn_history_note(branch, True);
}

VG_REGPARM(2) void sn_history_indirect(struct sn_site *site, Addr target)
{
	struct sn_way *way = sn_edges_way(site, target);
	Bool is_right;

	if (way->target != target)
		sn_edges_find_way(site, target);
	sn_edges_count(way->counter);
	if (!history.is_on)
		return;
	if (site->kind == SNAP_RETURN)
		is_right = sn_predict_return(target);
	else
		is_right = sn_predict_target(site->pc, target);
	if (site->kind == SNAP_INDIRECT_CALL)
		sn_predict_call(site->back);
	history.indirect++;
	history.indirect_wrong += !is_right;
	sn_history_note(way->branch, is_right);
}

/*--- what to tell ---*/

static ULong rotate(ULong value, UInt bits)
{
	bits %= 64;
	return bits == 0 ? value : value >> bits | value << (64 - bits);
}

/* Section 4.5: where the last branches went, each with whether it was
 * predicted, and at which position. */
static ULong hash_branches(const struct snap_branch *branch, UInt count)
{
	ULong hash = 0;
	UInt i;

	for (i = 0; i < count; i++) {
		ULong step = branch[i].to.offset |
			     (ULong)branch[i].is_mispredicted << 63;
		hash ^= rotate(step, 5 * i);
	}
	return hash;
}

ULong sn_history_mispredicted(UInt number)
{
	return number < history.branches && history.branch[number]
		       ? history.branch[number]->mispredicted
		       : 0;
}

/* The last branches of the first thread, LENGTH at most. */
static UInt list_last(struct snap_branch *branch, UInt length)
{
	const struct sn_history_thread *now = find_thread(1);
	UInt count = now->total < length ? now->total : length;
	UInt i;

	for (i = 0; i < count; i++) {
		const struct last *last =
			&now->last[(now->total - count + i) % SNAP_LBQ_MAX];
		branch[i].to = sn_edges_target(last->branch->edge);
		branch[i].is_taken = last->branch->kind != SNAP_FALLS;
		branch[i].is_mispredicted = last->is_mispredicted;
	}
	return count;
}

void sn_history_forget(void)
{
	struct sn_outcomes *each;
	struct sn_history_thread *thread;

	for (each = history.seen; each; each = each->also_seen)
		each->seen = (struct snap_outcomes){.pc = each->pc};
	history.seen = NULL;
	for (thread = history.first; thread; thread = thread->next)
		thread->total = thread->previous = 0;
	sn_predict_reset();
}

Bool sn_history_tell(struct snap_past *past)
{
	struct snap_branch branch[SNAP_LBQ_MAX];
	const struct sn_outcomes *each;

	if (!sn_modules_is_readable(past, sizeof(*past)) ||
		past->length > SNAP_LBQ_MAX ||
		!sn_modules_is_readable(past->outcomes,
			past->capacity * sizeof(*past->outcomes)))
		return False;
	past->context = hash_branches(branch, list_last(branch, past->length));
	past->count = 0;
	for (each = history.seen; each && past->count < past->capacity;
		each = each->also_seen)
		past->outcomes[past->count++] = each->seen;
	return True;
}

UInt sn_history_describe(struct snap_header *header, struct snap_branch *branch)
{
	UInt count = list_last(branch, clo_snap.lbq);

	header->context = hash_branches(branch, count);
	header->conditional = history.conditional;
	header->conditional_wrong = history.conditional_wrong;
	header->indirect = history.indirect;
	header->indirect_wrong = history.indirect_wrong;
	if (!history.map)
		return count;
	header->map_entries = clo_snap.map_entries;
	header->map_hashed = VG_(HT_count_nodes)(history.hashed);
	header->map_used = history.touched_count;
	return count;
}
