/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether an access is aligned, told when its block is translated.
 *
 * Most addresses are a register and a distance, and a register that holds a pointer
 * has the same low bits whenever its code runs. So a block assumes those that it is
 * translated with, looks at them where it begins, and if they are others, leaves for
 * a translation that assumes nothing. */
#include "vg-tools/retread/rt_ir.h"

#include "pub_tool_machine.h"

/* What residue gives if it cannot tell. */
#define UNKNOWN (-1)
/* Of one address; real ones have a few. */
#define EXPRESSIONS_LIMIT 32
/* Another block that shares a bit loses speed only. */
#define BLOCKS_BITS 20

/* Blocks that were translated with an assumption. A bit by hash of the address. */
static UChar assuming[(1u << BLOCKS_BITS) / 8];

static UInt bit_of(const struct rt_block *block)
{
	ULong key = (block->start ^ (ULong)block->is_bare << 63) *
		    0x9e3779b97f4a7c15ull;

	return key >> (64 - BLOCKS_BITS);
}

void rt_ir_aligned_start(struct rt_block *block, ThreadId thread)
{
	Addr sp;
	UInt bit = bit_of(block);

	VG_(get_shadow_regs_area)(thread, (UChar *)block->value, 0,
		offsetof(VexGuestAMD64State, guest_RAX), sizeof block->value);
	/* Code that uses RBP for something else, at a moment when that looks
	 * like a frame pointer, has its unaligned reads stamped by granule. */
	sp = block->value[RT_RSP];
	block->rbp_is_frame = (block->value[RT_RBP] & 7) == 0 &&
			      block->value[RT_RBP] - sp < 1024 * 1024;
	block->may_assume = block->can_be_left &&
			    (assuming[bit / 8] & 1u << (bit % 8)) == 0;
}

/* A look at the definitions of one address. */
struct look {
	const struct rt_block *block;
	Int left;		   /* expressions to look at, at most */
	UChar taken[RT_REGISTERS]; /* by register: the bits that it takes */
};

static Int residue(struct look *look, const IRExpr *x, UInt modulus);

static Int residue_of_register(
	struct look *look, UInt number, IRTemp temporary, UInt modulus)
{
	const struct rt_block *block = look->block;

	if (number == RT_RSP || (number == RT_RBP && block->rbp_is_frame))
		return 0; /* of those we trust three bits */
	if (!block->may_assume || block->recipe.start[number] != temporary)
		return UNKNOWN;
	look->taken[number] |= modulus - 1;
	return block->value[number] & (modulus - 1);
}

static Int residue_of_product(
	struct look *look, const IRExpr *x, ULong factor, UInt modulus)
{
	ULong power = factor & (0 - factor); /* of two, that divides it */
	Int of_x;

	if (power == 0 || power >= modulus)
		return 0;
	of_x = residue(look, x, modulus / power);
	if (of_x == UNKNOWN)
		return UNKNOWN;
	return (of_x * factor) & (modulus - 1);
}

static Int residue_of_sum(struct look *look, const IRExpr *x, const IRExpr *y,
	Int sign, UInt modulus)
{
	Int of_x = residue(look, x, modulus);
	Int of_y = of_x == UNKNOWN ? UNKNOWN : residue(look, y, modulus);

	if (of_y == UNKNOWN)
		return UNKNOWN;
	return (of_x + sign * of_y) & (modulus - 1);
}

static Int residue_of_binop(
	struct look *look, const IRExpr *operation, UInt modulus)
{
	const IRExpr *x = operation->Iex.Binop.arg1;
	const IRExpr *y = operation->Iex.Binop.arg2;
	Bool is_constant = y->tag == Iex_Const;

	switch (operation->Iex.Binop.op) {
	case Iop_Add64:
		return residue_of_sum(look, x, y, 1, modulus);
	case Iop_Sub64:
		return residue_of_sum(look, x, y, -1, modulus);
	case Iop_Shl64:
		return is_constant ? residue_of_product(look, x,
					     1ull << (y->Iex.Const.con->Ico.U8 &
						      63),
					     modulus)
				   : UNKNOWN;
	case Iop_And64:
		return is_constant && (y->Iex.Const.con->Ico.U64 &
					      (modulus - 1)) == 0
			       ? 0
			       : UNKNOWN;
	default:
		return UNKNOWN;
	}
}

/* X modulo MODULUS, a power of two, or UNKNOWN. */
static Int residue(struct look *look, const IRExpr *x, UInt modulus)
{
	IRTemp temporary = IRTemp_INVALID;
	Int number;

	while (x && x->tag == Iex_RdTmp && look->left-- > 0) {
		temporary = x->Iex.RdTmp.tmp;
		x = rt_recipe_definition(&look->block->recipe, x);
	}
	if (!x)
		return UNKNOWN;
	switch (x->tag) {
	case Iex_Const:
		return x->Iex.Const.con->Ico.U64 & (modulus - 1);
	case Iex_Get:
		number = rt_recipe_register(x);
		return number < 0 ? UNKNOWN
				  : residue_of_register(
					    look, number, temporary, modulus);
	case Iex_Binop:
		return residue_of_binop(look, x, modulus);
	default:
		return UNKNOWN;
	}
}

Bool rt_ir_is_aligned(struct rt_block *block, IRExpr *address, UInt bytes)
{
	struct look look = {.block = block, .left = EXPRESSIONS_LIMIT};
	UInt i;

	if (bytes == 1)
		return True;
	if (bytes > 16 || (bytes & (bytes - 1)) != 0 ||
		residue(&look, address, rt_ir_alignment(bytes)) != 0)
		return False;
	for (i = 0; i < RT_REGISTERS; i++)
		block->assumed[i] |= look.taken[i];
	return True;
}

/* What is not as assumed of register NUMBER: I64, 0 if nothing. */
static IRExpr *rt_ir_aligned_difference(struct rt_block *block, UInt number)
{
	UChar mask = block->assumed[number];
	IRExpr *now = emit_assign(block->out, Ity_I64,
		IRExpr_Get(rt_recipe_offset(number), Ity_I64));

	if ((block->value[number] & mask) != 0)
		now = emit_binop(block->out, Ity_I64, Iop_Xor64, now,
			emit_constant(block->value[number] & mask));
	return emit_binop(
		block->out, Ity_I64, Iop_And64, now, emit_constant(mask));
}

/* Moves the statements from FROM on in front of TO. */
static void move_last(IRSB *out, Int from, Int to)
{
	Int count = out->stmts_used - from, i;
	IRStmt *moved[5 * RT_REGISTERS];

	tl_assert(count <= (Int)(sizeof moved / sizeof *moved));
	for (i = 0; i < count; i++)
		moved[i] = out->stmts[from + i];
	for (i = from - 1; i >= to; i--)
		out->stmts[i + count] = out->stmts[i];
	for (i = 0; i < count; i++)
		out->stmts[to + i] = moved[i];
}

void rt_ir_aligned_end(struct rt_block *block, Int place)
{
	IRExpr *all = NULL;
	UInt bit = bit_of(block);
	Int end = block->out->stmts_used;
	UInt i;

	for (i = 0; i < RT_REGISTERS; i++) {
		IRExpr *one;
		if (block->assumed[i] == 0)
			continue;
		one = rt_ir_aligned_difference(block, i);
		all = all ? emit_binop(block->out, Ity_I64, Iop_Or64, all, one)
			  : one;
	}
	if (!all)
		return;
	rt_ir_translate_again(block, emit_binop(block->out, Ity_I1, Iop_CmpNE64,
					     all, emit_constant(0)));
	move_last(block->out, end, place);
	assuming[bit / 8] |= 1u << (bit % 8);
}
