/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts branches, where they leave a superblock and, as VEX unrolls loops, inside
 * of it: an edge is where an instruction is not followed by its neighbour, or a
 * conditional branch by anything. */
#include "vg-tools/common/emit.h"
#include "vg-tools/snap/sn_branches.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

struct sn_instrument_block {
	IRSB *out;
	Addr pc, next; /* of the instruction at hand, and of its neighbour */
	Bool is_conditional, is_wanted;
	Bool has_history;
	Bool counts_work;
	struct sn_work_block work;
	Bool is_bound; /* blocks that the program names are counted */
};

/*--- IR ---*/

/* Adds COUNT, 0 or 1, to COUNTER. Returns whether (I1) it was 0 and is no more. */
static IRExpr *sn_instrument_add_to(
	struct sn_instrument_block *block, IRExpr *counter, IRExpr *count)
{
	IRExpr *old = emit_load(block->out, Ity_I64, counter);
	IRExpr *is_first = emit_assign(
		block->out, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, old, count));

	addStmtToIRSB(block->out, IRStmt_Store(Iend_LE, counter,
					  emit_binop(block->out, Ity_I64,
						  Iop_Add64, old, count)));
	return is_first;
}

/*--- edges ---*/

static enum snap_kind sn_instrument_kind_of(
	const struct sn_instrument_block *block, Addr to)
{
	return to == block->next ? SNAP_FALLS : SNAP_TAKEN;
}

/* Adds COUNT, 0 or 1, to COUNTER of an edge. */
static void count_at(
	struct sn_instrument_block *block, IRExpr *counter, IRExpr *count)
{
	EMIT_CALL(block->out, 1, sn_edges_touch, mkIRExprVec_1(counter),
		sn_instrument_add_to(block, counter, count));
}

/* Adds COUNT, 0 or 1, to the edge from the instruction at hand to TO. */
static void sn_instrument_count_edge(struct sn_instrument_block *block, Addr to,
	enum snap_kind kind, IRExpr *count)
{
	UInt number = sn_edges_number(block->pc, to, kind);

	count_at(block, emit_constant((Addr)&sn_edges_counter[number]), count);
}

/* The same, if GUARD (I1; NULL: always), with its history. */
static void note_edge(struct sn_instrument_block *block, Addr to,
	enum snap_kind kind, IRExpr *guard)
{
	struct sn_branch *branch =
		sn_history_branch(sn_edges_number(block->pc, to, kind),
			block->pc, to, block->next, kind);

	if (block->is_conditional)
		EMIT_CALL(block->out, 1, sn_history_conditional,
			mkIRExprVec_1(emit_constant((Addr)branch)), guard);
	else
		EMIT_CALL(block->out, 1, sn_history_direct,
			mkIRExprVec_1(emit_constant((Addr)branch)), guard);
}

static void count_direct(
	struct sn_instrument_block *block, Addr to, enum snap_kind kind)
{
	if (block->has_history)
		note_edge(block, to, kind, NULL);
	else
		sn_instrument_count_edge(block, to, kind, emit_constant(1));
}

/* The instruction leaves the block for TO if GUARD. */
static void count_exit(
	struct sn_instrument_block *block, IRExpr *guard, Addr to)
{
	if (block->has_history)
		note_edge(block, to, sn_instrument_kind_of(block, to), guard);
	else
		sn_instrument_count_edge(block, to,
			sn_instrument_kind_of(block, to),
			emit_assign(block->out, Ity_I64,
				IRExpr_Unop(Iop_1Uto64, guard)));
}

/* What comes after the instruction at hand, in the block or as its end, is
 * at TO. */
static void count_passage(
	struct sn_instrument_block *block, Addr to, IRJumpKind jump)
{
	if (block->pc == 0 || !block->is_wanted)
		return;
	if (block->is_conditional)
		count_direct(block, to, sn_instrument_kind_of(block, to));
	else if (jump == Ijk_Call)
		count_direct(block, to, SNAP_CALL);
	else if (to != block->next && to != block->pc)
		count_direct(block, to, SNAP_JUMP);
}

static void count_indirect(
	struct sn_instrument_block *block, IRExpr *to, IRJumpKind jump)
{
	enum snap_kind kind = jump == Ijk_Call	? SNAP_INDIRECT_CALL
			      : jump == Ijk_Ret ? SNAP_RETURN
						: SNAP_INDIRECT_JUMP;
	struct sn_site *site = sn_edges_site(block->pc, block->next, kind);
	IRExpr *way, *is_other;

	if (block->has_history) {
		EMIT_CALL(block->out, 2, sn_history_indirect,
			mkIRExprVec_2(emit_constant((Addr)site), to), NULL);
		return;
	}
	/* As sn_edges_way: (to >> 2) % 8, times 32 bytes. */
	way = emit_binop(block->out, Ity_I64, Iop_Add64,
		emit_constant((Addr)site->way),
		emit_binop(block->out, Ity_I64, Iop_And64,
			emit_binop(block->out, Ity_I64, Iop_Shl64, to,
				IRExpr_Const(IRConst_U8(3))),
			emit_constant((SN_WAYS - 1) * sizeof(struct sn_way))));
	is_other = emit_assign(block->out, Ity_I1,
		IRExpr_Binop(
			Iop_CmpNE64, emit_load(block->out, Ity_I64, way), to));
	EMIT_CALL(block->out, 2, sn_edges_find_way,
		mkIRExprVec_2(emit_constant((Addr)site), to), is_other);
	count_at(block,
		emit_load(block->out, Ity_I64,
			emit_binop(block->out, Ity_I64, Iop_Add64, way,
				emit_constant(
					offsetof(struct sn_way, counter)))),
		emit_constant(1));
}

/*--- instructions ---*/

/* Jcc, LOOP and JRCXZ, after branch hints and the like. Others, such as string
 * instructions that repeat, have exits that are not branches. */
static Bool is_conditional(Addr pc, UInt bytes)
{
	const UChar *code = (const UChar *)pc;
	UInt i = 0;

	while (i < bytes &&
		(code[i] == 0x2e || code[i] == 0x3e || code[i] == 0x66 ||
			code[i] == 0x67 || code[i] == 0xf2 || code[i] == 0xf3 ||
			(code[i] & 0xf0) == 0x40))
		i++;
	if (i >= bytes)
		return False;
	return (code[i] & 0xf0) == 0x70 || (code[i] & 0xfc) == 0xe0 ||
	       (code[i] == 0x0f && i + 1 < bytes &&
		       (code[i + 1] & 0xf0) == 0x80);
}

static void begin_instruction(
	struct sn_instrument_block *block, const IRStmt *mark)
{
	Addr pc = mark->Ist.IMark.addr;

	count_passage(block, pc, Ijk_Boring);
	block->pc = pc;
	block->next = pc + mark->Ist.IMark.len;
	block->is_conditional = is_conditional(pc, mark->Ist.IMark.len);
	block->is_wanted = !block->is_bound
				   ? sn_modules_wants(pc)
				   : block->has_history && sn_blocks_cover(pc);
}

/* The block that the program has bound at PC, if any. What is counted for the first
 * time is in a group that may not have been entered. */
static void count_block(struct sn_instrument_block *block, Addr pc)
{
	struct sn_block at;

	if (sn_blocks_find(pc, &at))
		EMIT_CALL(block->out, 1, sn_blocks_touch,
			mkIRExprVec_1(emit_constant((Addr)at.group)),
			sn_instrument_add_to(block,
				emit_constant((Addr)at.counter),
				emit_constant(1)));
}

static void instrument(struct sn_instrument_block *block, IRStmt *statement)
{
	Bool is_mark = statement->tag == Ist_IMark;

	if (block->counts_work && !is_mark)
		sn_work_statement(&block->work, statement);
	if (is_mark)
		begin_instruction(block, statement);
	else if (statement->tag == Ist_Exit && block->is_wanted &&
		 block->is_conditional && statement->Ist.Exit.jk == Ijk_Boring)
		count_exit(block, statement->Ist.Exit.guard,
			statement->Ist.Exit.dst->Ico.U64);
	addStmtToIRSB(block->out, statement);
	if (is_mark && block->counts_work) {
		sn_work_instruction(&block->work, block->pc);
		sn_arguments_instruction(
			block->out, block->pc, block->work.stack);
	}
	if (is_mark && block->is_bound)
		count_block(block, statement->Ist.IMark.addr);
}

/* In place of ending, a program that is marked goes where it begins anew. */
static void sn_instrument_end(IRSB *out, const VexGuestLayout *layout)
{
	IRExpr *ends, *is_marked;

	if (!sn_restart_exit())
		return;
	ends = emit_assign(out, Ity_I1,
		IRExpr_Binop(Iop_CmpEQ64,
			emit_assign(out, Ity_I64,
				IRExpr_Get(
					offsetof(VexGuestAMD64State, guest_RAX),
					Ity_I64)),
			emit_constant(__NR_exit_group)));
	is_marked = emit_load(
		out, Ity_I64, emit_constant((Addr)sn_restart_is_marked()));
	ends = emit_binop(out, Ity_I64, Iop_And64,
		emit_assign(out, Ity_I64, IRExpr_Unop(Iop_1Uto64, ends)),
		is_marked);
	addStmtToIRSB(out, IRStmt_Exit(emit_assign(out, Ity_I1,
					       IRExpr_Unop(Iop_64to1, ends)),
				   Ijk_Boring, IRConst_U64(sn_restart_exit()),
				   layout->offset_IP));
}

IRSB *sn_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word)
{
	struct sn_instrument_block block = {.out = deepCopyIRSBExceptStmts(in),
		.has_history = sn_history_is_wanted(),
		.counts_work = clo_snap.counts_work,
		.is_bound = sn_blocks_are_bound()};
	IRJumpKind jump = in->jumpkind;
	Int i;

	sn_blocks_note_translation(closure->nraddr);
	if (block.counts_work)
		sn_work_begin(&block.work, block.out, closure->readdr,
			layout->offset_SP);
	for (i = 0; i < in->stmts_used; i++)
		if (in->stmts[i]->tag != Ist_NoOp)
			instrument(&block, in->stmts[i]);
	if (block.counts_work)
		sn_work_end(&block.work, in->next, jump, block.next);
	if (jump == Ijk_Sys_syscall)
		sn_instrument_end(block.out, layout);
	if (jump != Ijk_Boring && jump != Ijk_Call && jump != Ijk_Ret)
		return block.out;
	if (in->next->tag == Iex_Const)
		count_passage(&block, in->next->Iex.Const.con->Ico.U64, jump);
	else if (block.is_wanted)
		count_indirect(&block, in->next, jump);
	return block.out;
}
