/* SPDX-License-Identifier: GPL-2.0-or-later
 * The model of a branch predictor, no processor's in particular: conditional
 * branches by two-bit counters, targets by a table of the latest ones, returns by
 * a stack. All threads share it, as those of one core do. */
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define BIMODAL_BITS 14
#define TABLE_BITS   10 /* of each tagged table */
#define TABLES	     4

struct tagged {
	UShort tag;
	UChar counter; /* 0..7, taken from 4 on */
	UChar useful;
};

static const UChar history_of[TABLES] = {5, 12, 27, 60};

static struct {
	UChar counter[1 << BIMODAL_BITS]; /* 0..3, taken from 2 on */
	struct tagged table[TABLES][1 << TABLE_BITS];
	ULong history; /* latest outcome lowest */
	Addr *target;
	Addr *back; /* a ring */
	UInt top, depth;
} predict;

void sn_predict_init(void)
{
	if (clo_snap.predictor == SNAP_NO_PREDICTOR)
		return;
	predict.target =
		VG_(calloc)("snap.btb", clo_snap.btb, sizeof(*predict.target));
	predict.back =
		VG_(calloc)("snap.ras", clo_snap.ras, sizeof(*predict.back));
}

void sn_predict_reset(void)
{
	UInt btb = clo_snap.btb;

	if (clo_snap.predictor == SNAP_NO_PREDICTOR)
		return;
	VG_(memset)(predict.counter, 0, sizeof(predict.counter));
	if (clo_snap.predictor == SNAP_TAGE)
		VG_(memset)(predict.table, 0, sizeof(predict.table));
	VG_(memset)(predict.target, 0, btb * sizeof(*predict.target));
	predict.history = predict.top = predict.depth = 0;
}

static Bool train(UChar *counter, UChar most, Bool is_taken)
{
	Bool is_right = (*counter > most / 2) == is_taken;

	if (is_taken && *counter < most)
		++*counter;
	else if (!is_taken && *counter > 0)
		--*counter;
	return is_right;
}

static UChar *bimodal_counter(Addr pc)
{
	return &predict.counter[pc & ((1 << BIMODAL_BITS) - 1)];
}

/* The BITS latest outcomes, folded to WIDTH bits. */
static UInt sn_predict_fold(UInt bits, UInt width)
{
	ULong history = predict.history & ((1ull << bits) - 1);
	UInt folded = 0;

	for (; history != 0; history >>= width)
		folded ^= history & ((1u << width) - 1);
	return folded;
}

static struct tagged *tagged_entry(UInt table, Addr pc, UShort *tag)
{
	UInt bits = history_of[table];

	*tag = (pc ^ sn_predict_fold(bits, 9) ^ sn_predict_fold(bits, 8) << 1) &
	       0x1ff;
	return &predict.table[table]
			     [(pc ^ pc >> TABLE_BITS ^
				      sn_predict_fold(bits, TABLE_BITS)) &
				     ((1 << TABLE_BITS) - 1)];
}

/* A wrong prediction gets an entry with a longer history. */
static void sn_predict_allocate(UInt from, Addr pc, Bool is_taken)
{
	UInt i;

	for (i = from; i < TABLES; i++) {
		UShort tag;
		struct tagged *entry = tagged_entry(i, pc, &tag);
		if (entry->useful > 0) {
			entry->useful--;
			continue;
		}
		entry->tag = tag;
		entry->counter = is_taken ? 4 : 3;
		return;
	}
}

/* TAGE without alternates: the longest history that has an entry decides. */
static Bool predict_tage(Addr pc, Bool is_taken)
{
	struct tagged *found = NULL;
	UInt i = TABLES;
	Bool is_right;

	while (!found && i-- > 0) {
		UShort tag;
		struct tagged *entry = tagged_entry(i, pc, &tag);
		if (entry->tag == tag)
			found = entry;
	}
	if (found) {
		is_right = train(&found->counter, 7, is_taken);
		if (is_right && found->useful < 3)
			found->useful++;
	} else {
		is_right = train(bimodal_counter(pc), 3, is_taken);
	}
	if (!is_right)
		sn_predict_allocate(found ? i + 1 : 0, pc, is_taken);
	return is_right;
}

Bool sn_predict_conditional(Addr pc, Bool is_taken)
{
	Bool is_right = True;

	switch (clo_snap.predictor) {
	case SNAP_BIMODAL:
		is_right = train(bimodal_counter(pc), 3, is_taken);
		break;
	case SNAP_GSHARE:
		is_right = train(
			bimodal_counter(pc ^ predict.history), 3, is_taken);
		break;
	case SNAP_TAGE:
		is_right = predict_tage(pc, is_taken);
		break;
	case SNAP_NO_PREDICTOR:
		break;
	}
	predict.history = predict.history << 1 | is_taken;
	return is_right;
}

Bool sn_predict_target(Addr pc, Addr target)
{
	Addr *known;
	Bool is_right;

	if (clo_snap.predictor == SNAP_NO_PREDICTOR)
		return True;
	known = &predict.target[pc % (UInt)clo_snap.btb];
	is_right = *known == target;
	*known = target;
	return is_right;
}

void sn_predict_call(Addr back)
{
	UInt size = clo_snap.ras;

	if (!predict.back)
		return;
	predict.top = (predict.top + 1) % size;
	predict.back[predict.top] = back;
	if (predict.depth < size)
		predict.depth++;
}

Bool sn_predict_return(Addr target)
{
	UInt size = clo_snap.ras;
	Addr back;

	if (!predict.back)
		return True;
	if (predict.depth == 0)
		return False;
	back = predict.back[predict.top];
	predict.top = (predict.top + size - 1) % size;
	predict.depth--;
	return back == target;
}
