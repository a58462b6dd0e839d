/* SPDX-License-Identifier: GPL-2.0-or-later
 * Instruments a superblock: its start, its statements, its end. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_ir.h"

#include "pub_tool_debuginfo.h"

#define GUEST(field) offsetof(VexGuestAMD64State, guest_##field)

static Bool is_function_entry(Addr address)
{
	const HChar *name;

	return VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name);
}

/* HELPER reads the registers that carry arguments, and SP. */
static void declare_registers(IRDirty *helper)
{
	helper->nFxState = 1;
	helper->fxState[0].fx = Ifx_Read;
	helper->fxState[0].offset = GUEST(RCX);
	helper->fxState[0].size = GUEST(RDI) + 8 - GUEST(RCX);
	helper->fxState[0].nRepeats = 0;
	helper->fxState[0].repeatLen = 0;
}

static UInt find_call_site(const struct rt_block *block)
{
	struct trace_site site = {.pc = block->pc, .flags = TRACE_SITE_CALL};

	return rt_site_find(&site, 0);
}

static IRExpr *get_sp(struct rt_block *block)
{
	return emit_assign(
		block->out, Ity_I64, IRExpr_Get(GUEST(RSP), Ity_I64));
}

/*--- start ---*/

/* Whoever comes here runs this function, however it came. */
static void check_function(struct rt_block *block, Addr function)
{
	IRExpr *current =
		emit_load(block->out, Ity_I64, RT_HOT(block, frame_function));
	IRDirty *helper =
		unsafeIRDirty_0_N(2, "rt_stack_enter", &rt_stack_enter,
			mkIRExprVec_2(emit_constant(function), IRExpr_GSPTR()));

	helper->guard = emit_binop(block->out, Ity_I1, Iop_CmpNE64, current,
		emit_constant(function));
	declare_registers(helper);
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

/* A string function begins here. */
static void record_strings(struct rt_block *block, Addr entry)
{
	IRDirty *helper;
	UInt kind = rt_strings_kind(entry);

	if (kind == 0)
		return;
	helper = unsafeIRDirty_0_N(3, "rt_strings_enter", &rt_strings_enter,
		mkIRExprVec_3(emit_constant(entry), emit_constant(kind),
			IRExpr_GSPTR()));
	declare_registers(helper);
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

static void check_capacity(struct rt_block *block)
{
	IRDirty *helper = unsafeIRDirty_0_N(
		0, "rt_output_reserve", &rt_output_reserve, mkIRExprVec_0());

	helper->guard = emit_binop(block->out, Ity_I1, Iop_CmpLT64U,
		emit_load(block->out, Ity_I64, RT_HOT(block, limit)),
		emit_load(block->out, Ity_I64, RT_HOT(block, ptr)));
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

/* Leaves for a translation that records reads, unless the newest frame is quiet. */
static void check_quiet(struct rt_block *block)
{
	IRExpr *keep = emit_load(block->out, Ity_I64, RT_HOT(block, keep_read));

	rt_ir_translate_again(block, emit_binop(block->out, Ity_I1, Iop_CmpNE64,
					     keep, emit_constant(0)));
}

/*--- statements ---*/

/* A GET of the stack pointer is current between a PUT and the end of the
 * instruction, too: VEX keeps it so around memory accesses. */
static void after_put(struct rt_block *block, const IRStmt *statement)
{
	if (statement->Ist.Put.offset == GUEST(RSP))
		rt_ir_forget_stack(block);
}

static IRType loaded_type(const IRLoadG *load)
{
	IRType result, loaded;

	typeOfIRLoadGOp(load->cvt, &result, &loaded);
	return loaded;
}

static void after_guarded_load(struct rt_block *block, const IRLoadG *load)
{
	IRType type = loaded_type(load);

	rt_ir_read(block, load->addr, type,
		type == Ity_I64 ? IRExpr_RdTmp(load->dst) : NULL, load->guard);
}

static void after_compare_and_swap(struct rt_block *block, const IRCAS *cas)
{
	IRType type = typeOfIRTemp(block->out->tyenv, cas->oldLo);
	UInt bytes = sizeofIRType(type);
	IRExpr *old = IRExpr_RdTmp(cas->oldLo);
	IRExpr *guard;
	IROp equal;

	switch (type) {
	case Ity_I8:
		equal = Iop_CasCmpEQ8;
		break;
	case Ity_I16:
		equal = Iop_CasCmpEQ16;
		break;
	case Ity_I32:
		equal = Iop_CasCmpEQ32;
		break;
	default:
		equal = Iop_CasCmpEQ64;
		break;
	}
	guard = emit_binop(block->out, Ity_I1, equal, old, cas->expdLo);
	if (cas->oldHi != IRTemp_INVALID) {
		guard = emit_binop(block->out, Ity_I1, Iop_And1, guard,
			emit_binop(block->out, Ity_I1, equal,
				IRExpr_RdTmp(cas->oldHi), cas->expdHi));
		/* Two halves, next to each other; only the first has a value
		 * that one record can hold. */
		rt_ir_read(block, cas->addr, bytes == 8 ? Ity_V128 : Ity_I64,
			NULL, NULL);
		rt_ir_write(block, cas->addr, 2 * bytes, guard);
		return;
	}
	rt_ir_read(block, cas->addr, type, old, NULL);
	rt_ir_write(block, cas->addr, bytes, guard);
}

static void after_statement(struct rt_block *block, IRStmt *statement)
{
	IRTypeEnv *types = block->out->tyenv;
	const IRExpr *data;

	switch (statement->tag) {
	case Ist_Put:
		after_put(block, statement);
		if (block->carries)
			rt_ir_carried_put(block, statement);
		break;
	case Ist_WrTmp:
		data = statement->Ist.WrTmp.data;
		if (data->tag == Iex_Load)
			rt_ir_read(block, data->Iex.Load.addr,
				data->Iex.Load.ty,
				IRExpr_RdTmp(statement->Ist.WrTmp.tmp), NULL);
		break;
	case Ist_Store:
		rt_ir_source(block, statement->Ist.Store.data);
		if (block->carries)
			rt_ir_carried_store(block, statement->Ist.Store.addr,
				statement->Ist.Store.data);
		rt_ir_write(block, statement->Ist.Store.addr,
			sizeofIRType(
				typeOfIRExpr(types, statement->Ist.Store.data)),
			NULL);
		rt_ir_forget_source(block);
		break;
	case Ist_LoadG:
		after_guarded_load(block, statement->Ist.LoadG.details);
		break;
	case Ist_StoreG:
		rt_ir_write(block, statement->Ist.StoreG.details->addr,
			sizeofIRType(typeOfIRExpr(
				types, statement->Ist.StoreG.details->data)),
			statement->Ist.StoreG.details->guard);
		break;
	case Ist_CAS:
		after_compare_and_swap(block, statement->Ist.CAS.details);
		break;
	case Ist_Dirty:
		rt_ir_forget_stack(block);
		if (statement->Ist.Dirty.details->mFx != Ifx_None)
			rt_ir_helper_effect(
				block, statement->Ist.Dirty.details);
		break;
	default:
		break;
	}
}

/*--- jumps and the end ---*/

/* If a jump from here to TARGET may be a tail call, notes where it was. */
static void note_jump(struct rt_block *block)
{
	emit_store(block->out, RT_HOT(block, jump_site),
		IRExpr_Const(IRConst_U32(find_call_site(block))));
}

static void before_exit(struct rt_block *block, const IRStmt *statement)
{
	if (statement->Ist.Exit.jk == Ijk_Boring &&
		is_function_entry(statement->Ist.Exit.dst->Ico.U64))
		note_jump(block);
}

static void end_in_call(struct rt_block *block, IRExpr *next)
{
	IRExpr *site = emit_constant(find_call_site(block));
	Addr *slot =
		next->tag == Iex_Const
			? rt_modules_linkage_slot(next->Iex.Const.con->Ico.U64)
			: NULL;
	IRDirty *helper;

	if (slot != NULL)
		helper = unsafeIRDirty_0_N(3, "rt_stack_call_slot",
			&rt_stack_call_slot,
			mkIRExprVec_3(site, emit_constant((Addr)slot),
				IRExpr_GSPTR()));
	else
		helper = unsafeIRDirty_0_N(3, "rt_stack_call", &rt_stack_call,
			mkIRExprVec_3(site, next, IRExpr_GSPTR()));
	declare_registers(helper);
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

static void end_in_return(struct rt_block *block)
{
	IRExpr *sp = get_sp(block);
	IRDirty *helper = unsafeIRDirty_0_N(
		1, "rt_stack_return", &rt_stack_return, mkIRExprVec_1(sp));

	/* Above the entry of the newest frame, or on another stack. */
	helper->guard = emit_binop(block->out, Ity_I1, Iop_CmpLT64U,
		emit_load(block->out, Ity_I64, RT_HOT(block, frame_height)),
		emit_binop(block->out, Ity_I64, Iop_Sub64, sp,
			emit_load(block->out, Ity_I64,
				RT_HOT(block, stack_low))));
	addStmtToIRSB(block->out, IRStmt_Dirty(helper));
}

static void instrument_end(struct rt_block *block)
{
	IRExpr *next = block->out->next;

	switch (block->out->jumpkind) {
	case Ijk_Call:
		end_in_call(block, next);
		break;
	case Ijk_Ret:
		end_in_return(block);
		break;
	case Ijk_Boring:
		if (next->tag != Iex_Const) {
			end_in_return(block);
			note_jump(block);
		} else if (is_function_entry(next->Iex.Const.con->Ico.U64)) {
			note_jump(block);
		}
		break;
	default:
		break;
	}
}

/*--- the block ---*/

/* Whether STATEMENT only serves the call stack itself: a `ret` loads, or a
 * `call` stores, the return address; or an entry of the linkage table loads its target. */
static Bool is_linkage(const struct rt_block *block, const IRStmt *statement,
	Bool is_last_instruction, Bool is_entry)
{
	const IRExpr *next = block->out->next;

	if (!is_last_instruction)
		return False;
	if (statement->tag == Ist_WrTmp)
		return (block->out->jumpkind == Ijk_Ret || is_entry) &&
		       next->tag == Iex_RdTmp &&
		       next->Iex.RdTmp.tmp == statement->Ist.WrTmp.tmp;
	return statement->tag == Ist_Store &&
	       block->out->jumpkind == Ijk_Call &&
	       statement->Ist.Store.data->tag == Iex_Const;
}

static Int last_instruction(const IRSB *block)
{
	Int i = block->stmts_used - 1;

	while (i >= 0 && block->stmts[i]->tag != Ist_IMark)
		i--;
	return i;
}

static void instrument_start(struct rt_block *block)
{
	Bool is_entry = is_function_entry(block->start);

	if (is_entry)
		check_function(block, block->start);
	if (block->is_bare) {
		check_quiet(block);
		return;
	}
	if (is_entry && block->code == RT_CODE_STRING)
		record_strings(block, block->start);
	if (block->code != RT_CODE_LOADER)
		check_capacity(block);
}

static void instrument_statements(
	struct rt_block *block, const IRSB *in, Int first, Bool is_entry)
{
	Int last = last_instruction(in);
	Int i;

	for (i = first; i < in->stmts_used; i++) {
		IRStmt *statement = in->stmts[i];
		if (statement->tag == Ist_NoOp)
			continue;
		if (statement->tag == Ist_IMark) {
			block->pc = statement->Ist.IMark.addr;
			block->ordinal = 0;
		} else if (statement->tag == Ist_Exit) {
			before_exit(block, statement);
		}
		addStmtToIRSB(block->out, statement);
		if (!is_linkage(block, statement, i > last, is_entry))
			after_statement(block, statement);
		rt_recipe_see(&block->recipe, statement);
	}
}

/* The loader's code runs little. Who goes to the address of a function that Valgrind
 * replaces comes to the replacement, never to the translation left. */
static Bool can_be_left(const VgCallbackClosure *closure, enum rt_code code)
{
	return (code == RT_CODE_CLIENT || code == RT_CODE_STRING) &&
	       closure->readdr == closure->nraddr &&
	       !core_is_replaced(closure->nraddr);
}

IRSB *rt_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word)
{
	struct rt_block block = {0};
	Int i = 0, start;

	if (rt_rests)
		return in;
	block.out = deepCopyIRSBExceptStmts(in);
	block.start = closure->nraddr;
	block.code = rt_modules_code_at(closure->readdr);
	if (block.code == RT_CODE_CLIENT && rt_strings_is_code(closure->readdr))
		block.code = RT_CODE_STRING;
	block.can_be_left = can_be_left(closure, block.code);
	block.is_bare = block.can_be_left &&
			rt_bare_wants(extents->base[0],
				extents->base[0] + extents->len[0]);
	block.carries = block.can_be_left && !block.is_bare &&
			rt_carried_wants(block.start);
	block.hot = IRTemp_INVALID;
	rt_ir_forget_stream(&block);
	rt_ir_forget_source(&block);
	rt_recipe_init(&block.recipe, in);
	rt_ir_aligned_start(&block, closure->tid);
	/* Statements before the first instruction are the core's own. */
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		addStmtToIRSB(block.out, in->stmts[i++]);
	if (i == in->stmts_used)
		return block.out;
	start = i;
	instrument_start(&block);
	instrument_statements(&block, in, i,
		rt_modules_linkage_slot(closure->readdr) != NULL);
	instrument_end(&block);
	rt_ir_aligned_end(&block, start);
	return block.out;
}
