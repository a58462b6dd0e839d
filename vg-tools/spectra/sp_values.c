/* SPDX-License-Identifier: GPL-2.0-or-later
 * Follows addresses through a superblock. */
#include "vg-tools/spectra/sp_values.h"

#include "pub_tool_guest.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define GUEST(field) offsetof(VexGuestAMD64State, guest_##field)
#define REGISTER_RSP 4
#define REGISTER_RBP 5
/* Below the CFA are the return address and the caller's RBP. */
#define FRAME_POINTER (-16)

/* Knowledge from before a call, by where it returns to. */
struct sp_kept_value {
	struct sp_kept_value *next; /* the first two fields as VgHashNode */
	UWord pc;
	struct sp_value reg[SP_REGISTERS];
	struct sp_spill spill[SP_SPILLS];
};
static VgHashTable *kept_values;

/* RBX, RBP, R12 to R15 */
static Bool is_callee_saved(UInt reg)
{
	return reg == 3 || reg == REGISTER_RBP || reg >= 12;
}

void sp_values_keep(const struct sp_values *values, Addr pc)
{
	struct sp_kept_value *kept;
	UInt i;

	if (!kept_values)
		kept_values = VG_(HT_construct)("spectra.kept");
	kept = VG_(HT_lookup)(kept_values, pc);
	if (!kept) {
		kept = VG_(calloc)("spectra.kept", 1, sizeof *kept);
		kept->pc = pc;
		VG_(HT_add_node)(kept_values, kept);
	}
	for (i = 0; i < SP_REGISTERS; i++)
		if (is_callee_saved(i))
			kept->reg[i] = values->reg[i];
	VG_(memcpy)(kept->spill, values->spill, sizeof kept->spill);
}

static void restore(struct sp_values *values, Addr pc)
{
	const struct sp_kept_value *kept =
		kept_values ? VG_(HT_lookup)(kept_values, pc) : NULL;

	values->reg[REGISTER_RBP].kind = SP_FRAME;
	values->reg[REGISTER_RBP].number = FRAME_POINTER;
	if (!kept)
		return;
	VG_(memcpy)(values->reg, kept->reg, sizeof values->reg);
	VG_(memcpy)(values->spill, kept->spill, sizeof values->spill);
	values->reg[REGISTER_RBP].kind = SP_FRAME;
	values->reg[REGISTER_RBP].number = FRAME_POINTER;
}

/* The general register at OFFSET of the guest state; -1: something else. */
static Int sp_values_register_at(Int offset)
{
	if (offset < (Int)GUEST(RAX) || offset >= (Int)GUEST(R15) + 8)
		return -1;
	return (offset - (Int)GUEST(RAX)) / 8;
}

void sp_values_init(struct sp_values *values, const IRSB *block,
	const struct sp_function *function, Addr pc)
{
	VG_(memset)(values, 0, sizeof *values);
	values->function = function;
	values->temporary_count = block->tyenv->types_used;
	values->temporary = VG_(calloc)("spectra.values",
		values->temporary_count + 1, sizeof *values->temporary);
	if (!function) {
		values->reg[REGISTER_RSP].kind = SP_OWN;
		values->reg[REGISTER_RBP].kind = SP_OWN;
	} else if (pc == function->low) {
		values->reg[REGISTER_RSP].kind = SP_FRAME;
		values->reg[REGISTER_RSP].number = -8;
	} else {
		restore(values, pc);
	}
}

void sp_values_release(struct sp_values *values)
{
	VG_(free)(values->temporary);
}

struct sp_value sp_values_of(const struct sp_values *values, const IRExpr *atom)
{
	struct sp_value value = {SP_UNKNOWN};

	if (atom->tag == Iex_RdTmp &&
		atom->Iex.RdTmp.tmp < values->temporary_count)
		return values->temporary[atom->Iex.RdTmp.tmp];
	if (atom->tag == Iex_Const && atom->Iex.Const.con->tag == Ico_U64) {
		value.kind = SP_CONSTANT;
		value.number = atom->Iex.Const.con->Ico.U64;
	}
	return value;
}

/*--- objects ---*/

static ULong sp_values_bytes_of(const struct sp_object *object)
{
	return object->kind == SP_POINTER ? sizeof(Addr)
					  : object->element * object->count;
}

static Bool sp_values_is_visible(const struct sp_object *object, Addr pc)
{
	return object->high == 0 || (object->low <= pc && pc < object->high);
}

static const struct sp_object *sp_values_find_in_frame(
	const struct sp_values *values, Long number, Long *offset)
{
	const struct sp_function *function = values->function;
	UInt i;

	for (i = 0; function && i < function->object_count; i++) {
		const struct sp_object *object = function->object[i];
		*offset = number - object->offset;
		if (*offset >= 0 &&
			(ULong)*offset < sp_values_bytes_of(object) &&
			sp_values_is_visible(object, values->pc))
			return object;
	}
	return NULL;
}

static const struct sp_object *find_static(
	const struct sp_values *values, Addr address, Long *offset)
{
	const struct sp_object *object = sp_watch_static(address);

	if (!object || !values->function)
		return NULL;
	*offset = address - object->offset;
	return object;
}

const struct sp_object *sp_values_object(const struct sp_values *values,
	const struct sp_value *address, Long *offset)
{
	switch (address->kind) {
	case SP_FRAME:
	case SP_FRAME_INDEX:
		return sp_values_find_in_frame(values, address->number, offset);
	case SP_CONSTANT:
	case SP_CONSTANT_INDEX:
		return find_static(values, address->number, offset);
	case SP_OF_POINTER:
		*offset = 0;
		return address->object;
	default:
		return NULL;
	}
}

/*--- expressions ---*/

/* A constant with something added is an address only if a static object is
 * there; it may be any number. */
static struct sp_value add_index(
	const struct sp_values *values, struct sp_value value)
{
	struct sp_value unknown = {SP_UNKNOWN};
	Long offset;

	switch (value.kind) {
	case SP_FRAME:
	case SP_FRAME_INDEX:
		value.kind = SP_FRAME_INDEX;
		return value;
	case SP_CONSTANT:
	case SP_CONSTANT_INDEX:
		if (!find_static(values, value.number, &offset))
			return unknown;
		value.kind = SP_CONSTANT_INDEX;
		return value;
	case SP_OF_POINTER:
	case SP_OWN:
		return value;
	default:
		return unknown;
	}
}

static struct sp_value sp_values_add(
	const struct sp_values *values, struct sp_value x, struct sp_value y)
{
	if (x.kind == SP_CONSTANT && y.kind != SP_CONSTANT) {
		struct sp_value swapped = x;
		x = y;
		y = swapped;
	}
	if (y.kind == SP_CONSTANT && x.kind != SP_UNKNOWN) {
		x.number += y.number;
		return x;
	}
	if (y.kind == SP_CONSTANT)
		return add_index(values, y);
	return add_index(values, x.kind == SP_UNKNOWN ? y : x);
}

static struct sp_value sp_values_subtract(
	const struct sp_values *values, struct sp_value x, struct sp_value y)
{
	if (y.kind == SP_CONSTANT && x.kind != SP_UNKNOWN) {
		x.number -= y.number;
		return x;
	}
	/* The difference of two addresses is none. */
	if (y.kind != SP_UNKNOWN)
		x.kind = SP_UNKNOWN;
	return add_index(values, x);
}

static struct sp_value spilled(const struct sp_values *values, Long offset)
{
	struct sp_value unknown = {SP_UNKNOWN};
	UInt i;

	for (i = 0; i < SP_SPILLS; i++)
		if (values->spill[i].value.kind != SP_UNKNOWN &&
			values->spill[i].offset == offset)
			return values->spill[i].value;
	return unknown;
}

/* A load of 8 bytes from exactly where a pointer variable is. */
static struct sp_value sp_values_load(
	const struct sp_values *values, const IRExpr *from)
{
	struct sp_value address = sp_values_of(values, from);
	struct sp_value value = {SP_UNKNOWN};
	const struct sp_object *object;
	Long offset;

	if (address.kind != SP_FRAME && address.kind != SP_CONSTANT)
		return value;
	object = sp_values_object(values, &address, &offset);
	if (object && object->kind == SP_POINTER && offset == 0) {
		value.kind = SP_OF_POINTER;
		value.object = object;
	}
	if (!object && address.kind == SP_FRAME)
		value = spilled(values, address.number);
	return value;
}

static void spill(
	struct sp_values *values, const IRExpr *to, const IRExpr *data)
{
	struct sp_value address = sp_values_of(values, to);
	struct sp_value value = sp_values_of(values, data);
	struct sp_spill *capacity = NULL;
	UInt i;

	if (address.kind != SP_FRAME)
		return;
	for (i = 0; i < SP_SPILLS; i++) {
		struct sp_spill *spill = &values->spill[i];
		if (spill->value.kind != SP_UNKNOWN &&
			spill->offset > address.number - 8 &&
			spill->offset < address.number + 8)
			spill->value.kind = SP_UNKNOWN;
		if (spill->value.kind == SP_UNKNOWN)
			capacity = spill;
	}
	if (capacity && value.kind != SP_CONSTANT) {
		capacity->offset = address.number;
		capacity->value = value;
	}
}

static struct sp_value sp_values_evaluate(
	const struct sp_values *values, const IRExpr *expression)
{
	struct sp_value value = {SP_UNKNOWN};
	Int reg;

	switch (expression->tag) {
	case Iex_RdTmp:
	case Iex_Const:
		return sp_values_of(values, expression);
	case Iex_Get:
		reg = sp_values_register_at(expression->Iex.Get.offset);
		if (reg >= 0 && expression->Iex.Get.ty == Ity_I64)
			value = values->reg[reg];
		return value;
	case Iex_Load:
		if (expression->Iex.Load.ty == Ity_I64)
			value = sp_values_load(
				values, expression->Iex.Load.addr);
		return value;
	case Iex_Binop:
		if (expression->Iex.Binop.op == Iop_Add64)
			return sp_values_add(values,
				sp_values_of(
					values, expression->Iex.Binop.arg1),
				sp_values_of(
					values, expression->Iex.Binop.arg2));
		if (expression->Iex.Binop.op == Iop_Sub64)
			return sp_values_subtract(values,
				sp_values_of(
					values, expression->Iex.Binop.arg1),
				sp_values_of(
					values, expression->Iex.Binop.arg2));
		return value;
	default:
		return value;
	}
}

static void forget_registers(struct sp_values *values)
{
	UInt i;

	for (i = 0; i < SP_REGISTERS; i++)
		if (i != REGISTER_RSP && i != REGISTER_RBP)
			values->reg[i].kind = SP_UNKNOWN;
}

void sp_values_see(struct sp_values *values, const IRStmt *statement)
{
	Int reg;

	switch (statement->tag) {
	case Ist_IMark:
		values->pc = statement->Ist.IMark.addr;
		break;
	case Ist_WrTmp:
		values->temporary[statement->Ist.WrTmp.tmp] =
			sp_values_evaluate(values, statement->Ist.WrTmp.data);
		break;
	case Ist_Put:
		reg = sp_values_register_at(statement->Ist.Put.offset);
		if (reg < 0)
			break;
		values->reg[reg].kind = SP_UNKNOWN;
		/* An atom of a type that is not I64 is not known either. */
		if ((statement->Ist.Put.offset - (Int)GUEST(RAX)) % 8 == 0)
			values->reg[reg] =
				sp_values_of(values, statement->Ist.Put.data);
		break;
	case Ist_Store:
		spill(values, statement->Ist.Store.addr,
			statement->Ist.Store.data);
		break;
	case Ist_PutI:
	case Ist_Dirty:
		forget_registers(values);
		break;
	default:
		break;
	}
}
