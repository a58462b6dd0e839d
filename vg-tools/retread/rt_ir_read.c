/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adds the code of one access to a translation: it filters and appends a read, or
 * stamps a write. */
#include "vg-tools/retread/rt_ir.h"

static IRExpr *definition_of(const struct rt_block *block, const IRExpr *x)
{
	return x->tag == Iex_RdTmp &&
			       (Int)x->Iex.RdTmp.tmp <
				       block->recipe.block->tyenv->types_used
		       ? block->recipe.definition[x->Iex.RdTmp.tmp]
		       : NULL;
}

/* Whether ADDRESS is a multiple of BYTES for sure: a constant, or a distance
 * from the stack pointer, or from RBP where that is a frame pointer; of those
 * we trust three bits to be 0. */
static Bool is_aligned(
	const struct rt_block *block, const IRExpr *address, UInt bytes)
{
	const IRExpr *x = address;
	Long offset = 0;
	Int limit;

	for (limit = 0; limit < 16 && x != NULL; limit++) {
		if (x->tag == Iex_Const)
			return ((offset + x->Iex.Const.con->Ico.U64) &
				       (bytes - 1)) == 0;
		if (x->tag == Iex_Get) {
			Int at = x->Iex.Get.offset;
			return bytes <= 8 && (offset & (bytes - 1)) == 0 &&
			       (at == offsetof(VexGuestAMD64State, guest_RSP) ||
				       (at == offsetof(VexGuestAMD64State,
						      guest_RBP) &&
					       block->rbp_is_frame));
		}
		if (x->tag == Iex_Binop &&
			x->Iex.Binop.arg2->tag == Iex_Const &&
			(x->Iex.Binop.op == Iop_Add64 ||
				x->Iex.Binop.op == Iop_Sub64)) {
			Long by = x->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
			offset += x->Iex.Binop.op == Iop_Add64 ? by : -by;
			x = x->Iex.Binop.arg1;
		} else {
			x = definition_of(block, x);
		}
	}
	return False;
}

static UInt find_site(
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

	if (block->start_stamp == IRTemp_INVALID)
		block->start_stamp =
			rt_ir_load(block, Ity_I32, RT_HOT(frame_start_stamp))
				->Iex.RdTmp.tmp;
	is_since_start = rt_ir_unop(block, Ity_I64, Iop_1Uto64,
		rt_ir_binop(block, Ity_I1, Iop_CmpLE32U,
			IRExpr_RdTmp(block->start_stamp), stamp));
	/* Both bits are 0 or 1, so of the stamp only TRACE_STAMP_OWN is left. */
	wide = rt_ir_unop(block, Ity_I64, Iop_32Uto64, stamp);
	return rt_ir_binop(block, Ity_I64, Iop_And64,
		rt_ir_binop(block, Ity_I64, Iop_And64,
			rt_ir_is_own(block, address), is_since_start),
		wide);
}

/* How far the record takes the pointer, before what rt_ir_keep says. */
static IRExpr *advance_of(
	struct rt_block *block, IRExpr *is_dropped, IRExpr *guard)
{
	/* All ones or all zeroes. */
	IRExpr *advance = rt_ir_binop(
		block, Ity_I64, Iop_Sub64, is_dropped, rt_ir_constant(1));

	return guard ? rt_ir_binop(block, Ity_I64, Iop_And64, advance,
			       rt_ir_unop(block, Ity_I64, Iop_1Sto64, guard))
		     : advance;
}

static void append(struct rt_block *block, UInt site, IRExpr *stamp,
	IRExpr *address, IRExpr *value, IRExpr *advance)
{
	IRExpr *ptr = rt_ir_ptr(block);

	rt_ir_store(block, ptr, IRExpr_Const(IRConst_U32(site)));
	rt_ir_store(block,
		rt_ir_binop(block, Ity_I64, Iop_Add64, ptr, rt_ir_constant(4)),
		stamp);
	rt_ir_store(block,
		rt_ir_binop(block, Ity_I64, Iop_Add64, ptr, rt_ir_constant(8)),
		address);
	if (value)
		rt_ir_store(block,
			rt_ir_binop(block, Ity_I64, Iop_Add64, ptr,
				rt_ir_constant(16)),
			value);
	advance = rt_ir_binop(block, Ity_I64, Iop_And64, advance,
		rt_ir_keep(block, value != NULL));
	ptr = rt_ir_binop(block, Ity_I64, Iop_Add64, ptr, advance);
	rt_ir_store(block, RT_HOT(ptr), ptr);
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
		mkIRExprVec_4(IRExpr_GSPTR(), rt_ir_constant(what), address,
			value ? value : rt_ir_constant(0)));
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
		mkIRExprVec_3(IRExpr_GSPTR(), address, rt_ir_constant(bytes)));

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
	IRExpr *stamp;
	UInt site;

	if (block->code == RT_CODE_VALGRIND || block->code == RT_CODE_STRING)
		return;
	/* A new site ends what makes the block bare. */
	site = find_site(block, address, bytes, has_value);
	if (block->is_bare)
		return;
	if (!has_value)
		value = NULL;
	else if (type == Ity_V128)
		value = rt_ir_unop(block, Ity_I64, Iop_V128to64, value);
	if (block->code == RT_CODE_LOADER) {
		read_out_of_line(block, site, address, bytes, value, guard);
		return;
	}
	stamp = rt_ir_shadow_read(
		block, address, bytes, is_aligned(block, address, bytes));
	append(block, site, stamp, address, value,
		advance_of(block, is_dropped(block, address, stamp), guard));
}

void rt_ir_write(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *guard)
{
	if (block->code == RT_CODE_LOADER)
		write_out_of_line(block, address, bytes, guard);
	else
		rt_ir_shadow_write(block, address, bytes,
			is_aligned(block, address, bytes), guard);
}

void rt_ir_helper_effect(struct rt_block *block, const IRDirty *helper)
{
	IRExpr *address = helper->mAddr;
	UInt bytes = helper->mSize;

	if ((helper->mFx == Ifx_Read || helper->mFx == Ifx_Modify) &&
		!block->is_bare)
		read_out_of_line(block, find_site(block, address, bytes, False),
			address, bytes, NULL, helper->guard);
	if (helper->mFx == Ifx_Write || helper->mFx == Ifx_Modify)
		write_out_of_line(block, address, bytes, helper->guard);
}
