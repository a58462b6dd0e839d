/* SPDX-License-Identifier: GPL-2.0-or-later
 * Functions whose reads are left out run code that does not record them at all.
 *
 * A block that is translated while the newest frame is quiet (rt_quiet.c) is BARE:
 * it stamps writes and follows calls, and leaves in favour of a full translation if
 * it ever begins in a frame that is not quiet. What was translated before its
 * function became quiet is thrown away when the function is found running more
 * than once, at times far apart: to translate anew pays only for what runs often. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_mallocfree.h"

/* A function that goes back and forth so often stays as it is. */
#define TURNS_MAX 8
/* Blocks that run between two looks. */
#define LOOK_BLOCKS 20000
/* No function's code lies further apart. */
#define CODE_BYTES_MAX (256 * 1024)

/* Its first members are those of a VgHashNode. */
struct function {
	struct function *next;
	UWord entry;
	Addr low; /* of its code that was translated */
	Addr high;
	UShort turns;
	Bool was_seen; /* to run, when it was quiet and not bare */
	Bool is_bare;  /* its blocks are, from now on */
};

static VgHashTable *functions;
static ULong next_look; /* blocks */

/* The function that runs; NULL: it is not known. */
static struct function *current(void)
{
	Addr entry = rt_hot.frame_function;
	struct function *function;

	if (entry == 0)
		return NULL;
	if (!functions)
		functions = VG_(HT_construct)("retread.bare");
	function = VG_(HT_lookup)(functions, entry);
	if (!function) {
		function = VG_(calloc)("retread.bare", 1, sizeof *function);
		function->entry = entry;
		VG_(HT_add_node)(functions, function);
	}
	return function;
}

static void rt_bare_add_code(struct function *function, Addr start, Addr end)
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

	if (!function)
		return False;
	rt_bare_add_code(function, start, end);
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

	if (blocks < next_look)
		return;
	next_look = blocks + LOOK_BLOCKS;
	if (rt_hot.keep_read != 0)
		return;
	function = current();
	if (!function || function->is_bare || function->high == 0 ||
		function->turns == TURNS_MAX)
		return;
	if (!function->was_seen) {
		function->was_seen = True;
		return;
	}
	function->is_bare = True;
	core_discard(function->low, function->high - function->low);
}
