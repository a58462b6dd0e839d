/* SPDX-License-Identifier: GPL-2.0-or-later
 * Functions whose reads are left out run code that does not record them at all.
 *
 * A block that is translated while the newest frame is quiet (rt_quiet.c) is BARE:
 * it stamps writes and follows calls, and leaves in favour of a full translation if
 * it ever begins in a frame that is not quiet. What was translated before its
 * function became quiet is thrown away when the function is found running more
 * than once, at times far apart: to translate anew pays only for what runs often. */
#include "vg-tools/retread/rt_internal.h"

#include "pub_tool_mallocfree.h"

/* From the core, at a moment when it does so itself: no translation runs. */
extern void vgPlain_discard_translations(
	Addr start, ULong bytes, const HChar *who);

/* A function that goes back and forth so often stays as it is. */
#define TURNS_MAX 8
/* Blocks that run between two looks. */
#define LOOK_BLOCKS 20000
/* What lies further apart is no one function's code. */
#define CODE_BYTES_MAX (256 * 1024)
#define FIRST_BITS     10

struct function {
	Addr entry; /* 0: free */
	Addr low;   /* of its code that was translated */
	Addr high;
	UShort turns;
	Bool was_seen; /* to run, when it was quiet and not bare */
	Bool is_bare;  /* its blocks are, from now on */
};

/* Open addressing. */
static struct {
	struct function *function;
	UInt bits;
	UInt count;
	ULong next_look; /* blocks */
} bare;

static struct function *find(Addr entry)
{
	UInt mask = (1u << bare.bits) - 1;
	UInt i = (UInt)((ULong)entry * 0x9e3779b97f4a7c15ull >>
			(64 - bare.bits));

	while (bare.function[i].entry != 0 && bare.function[i].entry != entry)
		i = (i + 1) & mask;
	return &bare.function[i];
}

static void grow(void)
{
	struct function *old = bare.function;
	UInt old_size = old != NULL ? 1u << bare.bits : 0;
	UInt i;

	bare.bits = old != NULL ? bare.bits + 1 : FIRST_BITS;
	bare.function = VG_(calloc)(
		"retread.bare", (SizeT)1 << bare.bits, sizeof *bare.function);
	for (i = 0; i < old_size; i++)
		if (old[i].entry != 0)
			*find(old[i].entry) = old[i];
	VG_(free)(old);
}

/* The function that runs. */
static struct function *current(void)
{
	Addr entry = rt_hot.frame_function;
	struct function *function;

	if (2 * bare.count >= (bare.function != NULL ? 1u << bare.bits : 0))
		grow();
	function = find(entry);
	if (function->entry == 0 && entry != 0) {
		bare.count++;
		*function = (struct function){.entry = entry};
	}
	return function;
}

static void add_code(struct function *function, Addr start, Addr end)
{
	Addr low = start, high = end;

	if (function->high != 0) {
		low = start < function->low ? start : function->low;
		high = end > function->high ? end : function->high;
	}
	if (high - low > CODE_BYTES_MAX)
		return;
	function->low = low;
	function->high = high;
}

Bool rt_bare_wants(Addr start, Addr end)
{
	struct function *function = current();

	if (function->entry == 0)
		return False;
	add_code(function, start, end);
	if (rt_hot.keep_read != 0) {
		function->turns += function->is_bare;
		function->is_bare = False;
	} else if (function->turns < TURNS_MAX) {
		function->is_bare = True;
	}
	return function->is_bare;
}

void rt_bare_look(ThreadId thread, ULong blocks)
{
	struct function *function;

	if (blocks < bare.next_look)
		return;
	bare.next_look = blocks + LOOK_BLOCKS;
	if (rt_hot.keep_read != 0)
		return;
	function = current();
	if (function->entry == 0 || function->is_bare || function->high == 0 ||
		function->turns == TURNS_MAX)
		return;
	if (!function->was_seen) {
		function->was_seen = True;
		return;
	}
	function->is_bare = True;
	vgPlain_discard_translations(
		function->low, function->high - function->low, "retread");
}
