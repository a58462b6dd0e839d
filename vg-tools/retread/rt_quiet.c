/* SPDX-License-Identifier: GPL-2.0-or-later
 * The chains of functions whose reads are left out: the reader of the trace has
 * learned from them what it can (lib/format/trace_format.h, wishes). */
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "vg-tools/common/trace_output.h"

#define FIRST_BITS 10
#define ENDS_KEPT  256

/* Open addressing; chains are never 0 and well mixed. */
static struct {
	ULong *chain;
	UInt bits;
	UInt count;
	UInt block; /* that is filled */
	/* Where new code began last: what was wished before that is void. */
	struct {
		ULong chain;
		UInt block;
	} end[ENDS_KEPT];
	UInt ends; /* ever */
} quiet;

static UInt rt_quiet_slot_of(ULong chain)
{
	return chain >> (64 - quiet.bits);
}

/* The place of CHAIN, or the free one where it belongs. */
static UInt rt_quiet_find(ULong chain)
{
	UInt mask = (1u << quiet.bits) - 1;
	UInt i = rt_quiet_slot_of(chain);

	while (quiet.chain[i] != 0 && quiet.chain[i] != chain)
		i = (i + 1) & mask;
	return i;
}

Bool rt_quiet_has(ULong chain)
{
	return quiet.count != 0 && quiet.chain[rt_quiet_find(chain)] != 0;
}

static void rt_quiet_grow(void)
{
	ULong *old = quiet.chain;
	UInt old_size = old ? 1u << quiet.bits : 0;
	UInt i;

	quiet.bits = old ? quiet.bits + 1 : FIRST_BITS;
	quiet.chain = VG_(calloc)(
		"retread.quiet", (SizeT)1 << quiet.bits, sizeof *quiet.chain);
	for (i = 0; i < old_size; i++)
		if (old[i] != 0)
			quiet.chain[rt_quiet_find(old[i])] = old[i];
	VG_(free)(old);
}

static void rt_quiet_add(ULong chain)
{
	UInt i;

	if (!quiet.chain || 2 * quiet.count >= 1u << quiet.bits)
		rt_quiet_grow();
	i = rt_quiet_find(chain);
	quiet.count += quiet.chain[i] == 0;
	quiet.chain[i] = chain;
}

static void take_away(ULong chain)
{
	UInt mask = (1u << quiet.bits) - 1;
	UInt hole, i;

	if (!rt_quiet_has(chain))
		return;
	hole = rt_quiet_find(chain);
	/* Later entries that may stand in the hole move there. */
	for (i = (hole + 1) & mask; quiet.chain[i] != 0; i = (i + 1) & mask) {
		UInt distance = (i - rt_quiet_slot_of(quiet.chain[i])) & mask;
		if (distance < ((i - hole) & mask))
			continue;
		quiet.chain[hole] = quiet.chain[i];
		hole = i;
	}
	quiet.chain[hole] = 0;
	quiet.count--;
}

/* Whether CHAIN ran new code when a wish that takes effect now had been made. */
static Bool has_ended_since(ULong chain)
{
	UInt kept = quiet.ends < ENDS_KEPT ? quiet.ends : ENDS_KEPT;
	UInt i;

	for (i = 0; i < kept; i++)
		if (quiet.end[i].chain == chain &&
			quiet.block - quiet.end[i].block <=
				TRACE_OUTPUT_WISH_BLOCKS)
			return True;
	return False;
}

Bool rt_quiet_end(ULong chain)
{
	UInt last = (quiet.ends - 1) % ENDS_KEPT;

	if (quiet.ends != 0 && quiet.end[last].chain == chain) {
		quiet.end[last].block = quiet.block;
	} else {
		quiet.end[quiet.ends % ENDS_KEPT].chain = chain;
		quiet.end[quiet.ends++ % ENDS_KEPT].block = quiet.block;
	}
	if (!rt_quiet_has(chain))
		return False;
	take_away(chain);
	return True;
}

Bool rt_quiet_take_wishes(void)
{
	ULong wish;
	Bool any = False;

	quiet.block++;
	while (trace_output_next_wish(&wish)) {
		ULong chain = wish & ~RING_WISH_LEAVE_OUT;
		any = True;
		if (chain == 0)
			continue;
		if ((wish & RING_WISH_LEAVE_OUT) == 0)
			take_away(chain);
		else if (!has_ended_since(chain))
			rt_quiet_add(chain);
	}
	return any;
}

Bool rt_quiet_forget(void)
{
	if (quiet.count == 0)
		return False;
	VG_(memset)(
		quiet.chain, 0, ((SizeT)1 << quiet.bits) * sizeof *quiet.chain);
	quiet.count = 0;
	return True;
}
