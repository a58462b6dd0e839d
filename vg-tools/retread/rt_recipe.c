/* SPDX-License-Identifier: GPL-2.0-or-later
 * Follows the definitions of an address back to a register: for `p->next` with
 * p in a stack slot, rbp {-8, 8}. Works across the instructions of one
 * superblock, because the optimiser has forwarded registers between them. */
#include "vg-tools/retread/rt_recipe.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"

#define REGISTERS_START	  ((Int)offsetof(VexGuestAMD64State, guest_RAX))
#define EXPRESSIONS_LIMIT 64 /* of one chain; real ones have a dozen */

void rt_recipe_init(struct rt_recipe *recipe, const IRSB *block)
{
	Int i;

	recipe->block = block;
	recipe->definition = LibVEX_Alloc(
		block->tyenv->types_used * sizeof *recipe->definition);
	for (i = 0; i < block->tyenv->types_used; i++)
		recipe->definition[i] = NULL;
	for (i = 0; i < RT_REGISTERS; i++)
		recipe->before[i] = recipe->after[i] = recipe->start[i] =
			IRTemp_INVALID;
	recipe->met = 0;
}

Int rt_recipe_register_at(Int offset)
{
	Int number = (offset - REGISTERS_START) / 8;

	return offset >= REGISTERS_START && number < RT_REGISTERS ? number : -1;
}

Int rt_recipe_offset(UInt number)
{
	return REGISTERS_START + 8 * number;
}

Int rt_recipe_register(const IRExpr *get)
{
	return get->Iex.Get.ty == Ity_I64 &&
			       (get->Iex.Get.offset - REGISTERS_START) % 8 == 0
		       ? rt_recipe_register_at(get->Iex.Get.offset)
		       : -1;
}

static void see_put(struct rt_recipe *recipe, const IRStmt *put)
{
	Int number = rt_recipe_register_at(put->Ist.Put.offset);
	const IRExpr *data = put->Ist.Put.data;

	if (number < 0)
		return;
	recipe->after[number] =
		data->tag == Iex_RdTmp ? data->Iex.RdTmp.tmp : IRTemp_INVALID;
	recipe->met |= 1u << number;
}

static void see_assignment(struct rt_recipe *recipe, const IRStmt *statement)
{
	IRTemp temporary = statement->Ist.WrTmp.tmp;
	IRExpr *data = statement->Ist.WrTmp.data;
	Int number;

	recipe->definition[temporary] = data;
	number = data->tag == Iex_Get ? rt_recipe_register(data) : -1;
	if (number < 0)
		return;
	recipe->before[number] = recipe->after[number] = temporary;
	if ((recipe->met & 1u << number) == 0)
		recipe->start[number] = temporary;
	recipe->met |= 1u << number;
}

void rt_recipe_see(struct rt_recipe *recipe, const IRStmt *statement)
{
	Int i;

	switch (statement->tag) {
	case Ist_IMark:
		for (i = 0; i < RT_REGISTERS; i++)
			recipe->before[i] = recipe->after[i];
		break;
	case Ist_WrTmp:
		see_assignment(recipe, statement);
		break;
	case Ist_Put:
		see_put(recipe, statement);
		break;
	case Ist_Dirty:
		if (statement->Ist.Dirty.details->nFxState > 0) {
			for (i = 0; i < RT_REGISTERS; i++)
				recipe->after[i] = IRTemp_INVALID;
			recipe->met = ~0;
		}
		break;
	default:
		break;
	}
}

/* A walk back from an address. Steps are found last to first. */
struct rt_recipe_walk {
	const struct rt_recipe *recipe;
	const IRExpr *at;
	Long step[TRACE_STEPS_MAX];
	Int count; /* of steps, the one at work included */
	Bool is_indexed;
	UInt scale;
	/* The longest recipe found so far. */
	Int found_count;
	UInt found_base;
	Long found_step;
	Bool found_indexed;
};

const IRExpr *rt_recipe_definition(
	const struct rt_recipe *recipe, const IRExpr *x)
{
	return x->tag == Iex_RdTmp && (Int)x->Iex.RdTmp.tmp <
					      recipe->block->tyenv->types_used
		       ? recipe->definition[x->Iex.RdTmp.tmp]
		       : NULL;
}

static Bool rt_recipe_is_constant(const IRExpr *expression, Long *value)
{
	if (expression->tag != Iex_Const ||
		expression->Iex.Const.con->tag != Ico_U64)
		return False;
	*value = expression->Iex.Const.con->Ico.U64;
	return True;
}

/* Whether EXPRESSION is a number that was computed rather than a pointer; if
 * so, the bytes it counts in. */
static Bool is_index(
	const struct rt_recipe *recipe, const IRExpr *expression, UInt *scale)
{
	const IRExpr *definition = rt_recipe_definition(recipe, expression);

	*scale = 1;
	if (!definition)
		return False;
	if (definition->tag == Iex_Unop)
		return True;
	if (definition->tag != Iex_Binop)
		return False;
	switch (definition->Iex.Binop.op) {
	case Iop_Shl64:
		if (definition->Iex.Binop.arg2->tag == Iex_Const)
			*scale = 1u << (definition->Iex.Binop.arg2->Iex.Const
						 .con->Ico.U8 &
					 31);
		return True;
	case Iop_Mul64:
	case Iop_And64:
	case Iop_Shr64:
	case Iop_Sar64:
	case Iop_MullS64:
	case Iop_MullU64:
		*scale = 0;
		return True;
	default:
		return False;
	}
}

/* Splits X + Y, neither of them constant, into a base and an index. */
static void step_over_index(struct rt_recipe_walk *walk, IRExpr *x, IRExpr *y)
{
	UInt scale;

	/* Only the last step, the one at the address itself, may have one. */
	if (walk->count > 1 || walk->is_indexed) {
		walk->at = NULL;
		return;
	}
	walk->is_indexed = True;
	if (is_index(walk->recipe, y, &scale)) {
		walk->at = x;
	} else if (is_index(walk->recipe, x, &scale)) {
		walk->at = y;
	} else {
		/* `add index, base` and base(,index): the base is first. */
		walk->at = x;
		scale = 1;
	}
	walk->scale = scale;
}

static void step_over_binop(
	struct rt_recipe_walk *walk, const IRExpr *definition)
{
	IRExpr *x = definition->Iex.Binop.arg1;
	IRExpr *y = definition->Iex.Binop.arg2;
	Long value;

	if (definition->Iex.Binop.op == Iop_Add64 &&
		rt_recipe_is_constant(y, &value)) {
		walk->step[walk->count - 1] += value;
		walk->at = x;
	} else if (definition->Iex.Binop.op == Iop_Add64 &&
		   rt_recipe_is_constant(x, &value)) {
		walk->step[walk->count - 1] += value;
		walk->at = y;
	} else if (definition->Iex.Binop.op == Iop_Sub64 &&
		   rt_recipe_is_constant(y, &value)) {
		walk->step[walk->count - 1] -= value;
		walk->at = x;
	} else if (definition->Iex.Binop.op == Iop_Add64) {
		step_over_index(walk, x, y);
	} else {
		walk->at = NULL;
	}
}

static void note_base(struct rt_recipe_walk *walk, UInt base)
{
	walk->found_base = base;
	walk->found_count = walk->count;
	walk->found_step = walk->step[walk->count - 1];
	walk->found_indexed = walk->is_indexed;
}

/* If a register has the value we are at, what we have is a recipe. */
static void note_register(struct rt_recipe_walk *walk)
{
	UInt number;

	if (walk->at->tag != Iex_RdTmp)
		return;
	/* From the last: RBP, the frame pointer, before RSP. */
	for (number = RT_REGISTERS; number-- > 0;) {
		if (walk->recipe->before[number] == walk->at->Iex.RdTmp.tmp) {
			note_base(walk, number);
			return;
		}
	}
}

/* One definition further back; NULL at the end. */
static void step_back(struct rt_recipe_walk *walk)
{
	const IRExpr *definition;
	Long value;

	if (rt_recipe_is_constant(walk->at, &value)) {
		walk->step[walk->count - 1] += value;
		note_base(walk, TRACE_BASE_PC);
		walk->at = NULL;
		return;
	}
	note_register(walk);
	definition = rt_recipe_definition(walk->recipe, walk->at);
	walk->at = NULL;
	if (!definition)
		return;
	if (definition->tag == Iex_RdTmp || definition->tag == Iex_Const) {
		walk->at = definition;
	} else if (definition->tag == Iex_Binop) {
		step_over_binop(walk, definition);
	} else if (definition->tag == Iex_Load &&
		   definition->Iex.Load.ty == Ity_I64 &&
		   walk->count < TRACE_STEPS_MAX) {
		walk->step[walk->count++] = 0;
		walk->at = definition->Iex.Load.addr;
	}
}

void rt_recipe_describe(const struct rt_recipe *recipe, const IRExpr *address,
	struct trace_site *site)
{
	struct rt_recipe_walk walk = {
		.recipe = recipe, .at = address, .count = 1};
	Int left = EXPRESSIONS_LIMIT;
	Int i;

	while (walk.at && left-- > 0)
		step_back(&walk);
	site->step_count = walk.found_count;
	if (walk.found_count == 0)
		return;
	site->base = walk.found_base;
	if (walk.found_indexed) {
		site->flags |= TRACE_SITE_INDEXED;
		site->index_scale = walk.scale;
	}
	site->step[0] = walk.found_step;
	for (i = 1; i < walk.found_count; i++)
		site->step[i] = walk.step[walk.found_count - 1 - i];
}
