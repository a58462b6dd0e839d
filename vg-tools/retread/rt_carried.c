/* SPDX-License-Identifier: GPL-2.0-or-later
 * Values that a register or a local carries from a load to a store in other superblocks,
 * as a loop does that copies elements and calls a function for each, which counts it.
 *
 * Watched is only code around the end of two runs of such stores, and the functions that give
 * it values to store, until enough of its runs have turned out to copy nothing. A watched
 * block notes where what it loads into a register or a local came from. A store looks
 * whether its value is one of these: an equal value is a copy, however it came there. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_ir.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define CALL_BYTES 5
/* Places of locals; two that share one lose copies only. */
#define LOCALS_BITS 9
/* Runs that copy nothing, more than those that do, after which nobody watches. */
#define MISSES_MAX 4
/* No loop that copies elements has more code before or after its store. */
#define CODE_BYTES 512

struct rt_place {
	Addr from; /* 0: it was not loaded */
	ULong value;
	UInt stamp;
};
static struct rt_place in_register[RT_REGISTERS];
static struct rt_place in_local[1u << LOCALS_BITS];

/* Its first members are those of a VgHashNode. */
struct watched {
	struct watched *next;
	UWord entry;
	struct watched *caller; /* for whose sake; NULL: for its own */
	Int misses;
	enum { SEEN, WATCHED, OVER } state;
	Addr low, high; /* the code that is watched, or was */
	Bool is_stale;	/* what is translated of that */
};
static VgHashTable *functions;
static Bool has_stale;

static struct watched *find(Addr entry)
{
	return functions && entry ? VG_(HT_lookup)(functions, entry) : NULL;
}

static void watch(struct watched *function, Addr low, Addr high)
{
	if (function->state == WATCHED && function->low <= low &&
		high <= function->high)
		return;
	if (function->state != WATCHED || low < function->low)
		function->low = low;
	if (function->state != WATCHED || high > function->high)
		function->high = high;
	function->state = WATCHED;
	function->is_stale = has_stale = True;
}

static struct watched *add(Addr entry, struct watched *caller)
{
	struct watched *function;

	if (!functions)
		functions = VG_(HT_construct)("retread.carried");
	function = VG_(calloc)("retread.carried", 1, sizeof *function);
	function->entry = entry;
	function->caller = caller;
	VG_(HT_add_node)(functions, function);
	return function;
}

static void stop(struct watched *function)
{
	struct watched *other;

	VG_(HT_ResetIter)(functions);
	while ((other = VG_(HT_Next)(functions)) != NULL)
		if (other == function || other->caller == function) {
			other->state = OVER;
			other->is_stale = has_stale = True;
		}
}

Bool rt_carried_end(VexGuestAMD64State *guest, Addr pc, Bool is_copy)
{
	struct watched *function = find(rt_hot.frame_function);

	if (rt_hot.frame_function == 0)
		return True;
	if (!function) {
		add(rt_hot.frame_function, NULL);
		return True;
	}
	if (function->state == OVER)
		return False;
	if (is_copy)
		function->misses--;
	else if (++function->misses > MISSES_MAX)
		stop(function);
	else
		watch(function, pc - CODE_BYTES, pc + CODE_BYTES);
	/* Translations are thrown away where none runs: the time slice ends. */
	if (has_stale)
		guest->host_EvC_COUNTER = 0;
	return True;
}

void rt_carried_look(void)
{
	struct watched *function;

	if (!has_stale)
		return;
	has_stale = False;
	VG_(HT_ResetIter)(functions);
	while ((function = VG_(HT_Next)(functions)) != NULL) {
		if (function->is_stale)
			core_discard(
				function->low, function->high - function->low);
		function->is_stale = False;
	}
}

void rt_carried_rebase(UInt delta)
{
	UInt i;

	for (i = 0; i < RT_REGISTERS; i++)
		in_register[i].stamp =
			rt_stamp_rebased(in_register[i].stamp, delta);
	for (i = 0; i < 1u << LOCALS_BITS; i++)
		in_local[i].stamp = rt_stamp_rebased(in_local[i].stamp, delta);
}

Bool rt_carried_wants(Addr start)
{
	struct watched *function = find(rt_hot.frame_function);

	return function && function->state == WATCHED &&
	       start - function->low < function->high - function->low;
}

/* Of the call after which code begins at START; 0: it is none of a known target. */
static Addr target_before(Addr start)
{
	const UChar *call = (const UChar *)start - CALL_BYTES;
	Addr target, *slot;
	Int distance;

	if (!VG_(am_is_valid_for_client)(
		    (Addr)call, CALL_BYTES, VKI_PROT_READ) ||
		call[0] != 0xe8)
		return 0;
	VG_(memcpy)(&distance, call + 1, sizeof distance);
	target = start + distance;
	slot = rt_modules_linkage_slot(target);
	return slot ? *slot : target;
}

/* The code at START stores what a call before it returned. */
static void watch_callee(Addr start)
{
	struct watched *function = find(rt_hot.frame_function);
	Addr target = function->caller ? 0 : target_before(start);

	if (target != 0 && !find(target))
		watch(add(target, function), target, target + CODE_BYTES);
}

/*--- IR ---*/

#define FIELD(place, field) emit_constant((Addr) & (place)->field)

/* The place of the local that SITE reads or writes. */
static struct rt_place *local_of(const struct trace_site *site)
{
	ULong key = (rt_hot.frame_function ^ site->base ^
			    (ULong)site->step[0] << 8) *
		    0x9e3779b97f4a7c15ull;

	return &in_local[key >> (64 - LOCALS_BITS)];
}

/* What carries the value that BLOCK handles; NULL: nothing does. */
static struct rt_place *carrier(const struct rt_block *block)
{
	struct trace_site site;

	if (block->source_register >= 0)
		return &in_register[block->source_register];
	return rt_ir_source_is_local(block, &site) ? local_of(&site) : NULL;
}

/* X, as 64 bits; NULL: it is of another type. */
static IRExpr *widened(struct rt_block *block, IRExpr *x)
{
	switch (typeOfIRExpr(block->out->tyenv, x)) {
	case Ity_I64:
		return x;
	case Ity_I32:
		return emit_unop(block->out, Ity_I64, Iop_32Uto64, x);
	default:
		return NULL;
	}
}

/* If PLACE carries VALUE: makes what it knows the source of BLOCK, else leaves that. */
static void look_at(
	struct rt_block *block, const struct rt_place *place, IRExpr *value)
{
	IRExpr *is_same = emit_binop(block->out, Ity_I1, Iop_CmpEQ64, value,
		emit_load(block->out, Ity_I64, FIELD(place, value)));

	block->source = emit_assign(block->out, Ity_I64,
		IRExpr_ITE(is_same,
			emit_load(block->out, Ity_I64, FIELD(place, from)),
			block->source));
	block->source_stamp = emit_assign(block->out, Ity_I32,
		IRExpr_ITE(is_same,
			emit_load(block->out, Ity_I32, FIELD(place, stamp)),
			block->source_stamp));
}

static void look_where_carried(struct rt_block *block, IRExpr *data)
{
	/* A function returns what it was given in one of these. */
	static const UChar given[] = {7, 6, 2, 1, 8};
	struct rt_place *place = carrier(block);
	IRExpr *value;
	UInt i;

	if (!place)
		return;
	value = widened(block, data);
	if (!value)
		return;
	block->asks = True;
	block->source = emit_constant(0);
	block->source_stamp = IRExpr_Const(IRConst_U32(0));
	if (block->source_register == RT_RAX ||
		block->source_register == RT_RDX)
		for (i = sizeof given; i-- > 0;)
			look_at(block, &in_register[given[i]], value);
	if (block->source_register == RT_RAX)
		watch_callee(block->start);
	look_at(block, place, value);
}

/* What BLOCK handles, DATA, is in PLACE from now on. */
static void carry(struct rt_block *block, struct rt_place *place, IRExpr *data)
{
	IRExpr *value = widened(block, data);

	if (!value || carrier(block) == place)
		return;
	look_where_carried(block, data);
	if (!block->source)
		return;
	emit_store(block->out, FIELD(place, from), block->source);
	emit_store(block->out, FIELD(place, value), value);
	emit_store(block->out, FIELD(place, stamp), block->source_stamp);
}

void rt_ir_carried_put(struct rt_block *block, const IRStmt *put)
{
	Int number = rt_recipe_register_at(put->Ist.Put.offset);

	if (number < 0 || number == RT_RSP ||
		put->Ist.Put.data->tag != Iex_RdTmp)
		return;
	rt_ir_source(block, put->Ist.Put.data);
	carry(block, &in_register[number], put->Ist.Put.data);
	rt_ir_forget_source(block);
}

void rt_ir_carried_store(struct rt_block *block, IRExpr *address, IRExpr *data)
{
	struct trace_site site = {0};

	rt_recipe_describe(&block->recipe, address, &site);
	if (rt_ir_may_move(block, &site))
		look_where_carried(block, data);
	else
		carry(block, local_of(&site), data);
}
