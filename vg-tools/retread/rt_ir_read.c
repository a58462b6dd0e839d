/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adds the code of one access to a translation: it filters and appends a read, or
 * stamps a write. */
#include "vg-tools/retread/rt_ir.h"

static UInt rt_ir_read_find_site(
	struct rt_block *block, IRExpr *address, UInt bytes, Bool has_value)
{
	struct trace_site site = {
		.pc = block->pc, .size_bytes = bytes, .flags = TRACE_SITE_READ};

	if (has_value)
		site.flags |= TRACE_SITE_VALUE;
	rt_recipe_describe(&block->recipe, address, &site);
	return rt_site_find(&site, block->ordinal++);
}

/* Bit (of type I64) 0: the read is of what this activation itself wrote to its
 * own stack frame, and of no interest to anybody. */
static IRExpr *is_dropped(
	struct rt_block *block, IRExpr *address, IRExpr *stamp)
{
	IRExpr *is_since_start, *wide;

	is_since_start = emit_unop(block->out, Ity_I64, Iop_1Uto64,
		emit_binop(block->out, Ity_I1, Iop_CmpLE32U,
			emit_load(block->out, Ity_I32,
				RT_HOT(block, frame_start_stamp)),
			stamp));
	/* Both bits are 0 or 1, so of the stamp only TRACE_STAMP_OWN is left. */
	wide = emit_unop(block->out, Ity_I64, Iop_32Uto64, stamp);
	return emit_binop(block->out, Ity_I64, Iop_And64,
		emit_binop(block->out, Ity_I64, Iop_And64,
			rt_ir_is_own(block, address), is_since_start),
		wide);
}

/* How far the record takes the pointer, before what rt_hot.keep_read and _value say. */
static IRExpr *advance_of(
	struct rt_block *block, IRExpr *is_dropped, IRExpr *guard)
{
	/* All ones or all zeroes. */
	IRExpr *advance = emit_binop(
		block->out, Ity_I64, Iop_Sub64, is_dropped, emit_constant(1));

	return guard ? emit_binop(block->out, Ity_I64, Iop_And64, advance,
			       emit_unop(
				       block->out, Ity_I64, Iop_1Sto64, guard))
		     : advance;
}

static void rt_ir_read_append(struct rt_block *block, UInt site, IRExpr *stamp,
	IRExpr *address, IRExpr *value, IRExpr *advance)
{
	IRExpr *ptr = rt_ir_ptr(block);

	/* Of a constant, VEX stores eight bytes by one instruction, not four. */
	emit_store(block->out, ptr, emit_constant(site));
	emit_store(block->out,
		emit_binop(
			block->out, Ity_I64, Iop_Add64, ptr, emit_constant(4)),
		stamp);
	emit_store(block->out,
		emit_binop(
			block->out, Ity_I64, Iop_Add64, ptr, emit_constant(8)),
		address);
	if (value)
		emit_store(block->out,
			emit_binop(block->out, Ity_I64, Iop_Add64, ptr,
				emit_constant(16)),
			value);
	advance = emit_binop(block->out, Ity_I64, Iop_And64, advance,
		emit_load(block->out, Ity_I64,
			value ? RT_HOT(block, keep_value)
			      : RT_HOT(block, keep_read)));
	ptr = emit_binop(block->out, Ity_I64, Iop_Add64, ptr, advance);
	emit_store(block->out, RT_HOT(block, ptr), ptr);
	block->ptr = ptr->Iex.RdTmp.tmp;
}

/* HELPER looks at the stack pointer. */
static void declare_sp(IRDirty *helper)
{
	helper->nFxState = 1;
	helper->fxState[0].fx = Ifx_Read;
	helper->fxState[0].offset = offsetof(VexGuestAMD64State, guest_RSP);
	helper->fxState[0].size = sizeof(Addr);
	helper->fxState[0].nRepeats = 0;
	helper->fxState[0].repeatLen = 0;
}

static void read_out_of_line(struct rt_block *block, UInt site, IRExpr *address,
	UInt bytes, IRExpr *value, IRExpr *guard)
{
	ULong what = site | (ULong)bytes << 32;
	IRDirty *helper;

	if (value)
		what |= (ULong)RT_ACCESS_HAS_VALUE << 32;
	helper = unsafeIRDirty_0_N(0, "rt_access_read", &rt_access_read,
		mkIRExprVec_4(IRExpr_GSPTR(), emit_constant(what), address,
			value ? value : emit_constant(0)));
	if (guard)
		helper->guard = guard;
	declare_sp(helper);
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
	rt_ir_forget_stream(block);
}

static void write_out_of_line(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard)
{
	IRDirty *helper = unsafeIRDirty_0_N(0, "rt_access_write",
		&rt_access_write,
		mkIRExprVec_3(IRExpr_GSPTR(), address, emit_constant(bytes)));

	if (guard)
		helper->guard = guard;
	declare_sp(helper);
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

/* Whether the first eight bytes of a TYPE may be a pointer: two of them are often
 * copied by one vector. */
static Bool may_be_pointer(IRType type)
{
	return type == Ity_I64 || type == Ity_V128;
}

void rt_ir_read(struct rt_block *block, IRExpr *address, IRType type,
	IRExpr *value, IRExpr *guard)
{
	UInt bytes = sizeofIRType(type);
	Bool has_value = may_be_pointer(type) && value != NULL;
	const IRExpr *result = value;
	IRExpr *stamp;
	UInt site;

	if (block->code == RT_CODE_VALGRIND || block->code == RT_CODE_AGENT ||
		block->code == RT_CODE_STRING)
		return;
	/* A new site ends what makes the block bare. */
	site = rt_ir_read_find_site(block, address, bytes, has_value);
	if (block->is_bare)
		return;
	if (!has_value)
		value = NULL;
	else if (type == Ity_V128)
		value = emit_unop(block->out, Ity_I64, Iop_V128to64, value);
	if (block->code == RT_CODE_LOADER) {
		read_out_of_line(block, site, address, bytes, value, guard);
		return;
	}
	stamp = rt_ir_shadow_read(
		block, address, bytes, rt_ir_is_aligned(block, address, bytes));
	if (result && result->tag == Iex_RdTmp && !guard) {
		UInt place = block->loads++ % RT_LOADS_KEPT;
		block->loaded[place].result = result->Iex.RdTmp.tmp;
		block->loaded[place].stamp = stamp;
	}
	rt_ir_read_append(block, site, stamp, address, value,
		advance_of(block, is_dropped(block, address, stamp), guard));
}

void rt_ir_write(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard)
{
	IRExpr *stamp;

	if (block->code == RT_CODE_LOADER) {
		write_out_of_line(block, address, bytes, guard);
		return;
	}
	stamp = rt_ir_shadow_write(block, address, bytes,
		rt_ir_is_aligned(block, address, bytes), guard);
	if (!guard)
		rt_ir_run(block, address, bytes, stamp);
}

void rt_ir_helper_effect(struct rt_block *block, const IRDirty *helper)
{
	IRExpr *address = helper->mAddr;
	UInt bytes = helper->mSize;

	if ((helper->mFx == Ifx_Read || helper->mFx == Ifx_Modify) &&
		!block->is_bare)
		read_out_of_line(block,
			rt_ir_read_find_site(block, address, bytes, False),
			address, bytes, NULL, helper->guard);
	if (helper->mFx == Ifx_Write || helper->mFx == Ifx_Modify)
		write_out_of_line(block, address, bytes, helper->guard);
}
