/* SPDX-License-Identifier: GPL-2.0-or-later
 * Instruments a superblock: values in watched functions, stores in what they
 * call, edges everywhere else in the program. */
#include "vg-tools/common/emit.h"
#include "vg-tools/spectra/sp_values.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_guest.h"
#include "pub_tool_libcbase.h"

#define GUEST(field) offsetof(VexGuestAMD64State, guest_##field)
/* The CFA is so far above the frame pointer. */
#define FRAME_POINTER_TO_CFA 16
#define HOT(field)	     emit_constant((Addr)&sp_hot.field)

struct sp_instrument_block {
	IRSB *out;
	struct sp_values values;
	struct sp_function *function; /* NULL: not watched */
};

/*--- IR ---*/

static IRExpr *sp_instrument_get(struct sp_instrument_block *block, Int offset)
{
	return emit_assign(block->out, Ity_I64, IRExpr_Get(offset, Ity_I64));
}

static IRExpr *get_cfa(struct sp_instrument_block *block)
{
	return emit_binop(block->out, Ity_I64, Iop_Add64,
		sp_instrument_get(block, GUEST(RBP)),
		emit_constant(FRAME_POINTER_TO_CFA));
}

static IRExpr *pc_of(const struct sp_instrument_block *block)
{
	return emit_constant(block->values.pc);
}

/*--- accesses ---*/

/* DATA as 64 bits the way OBJECT's type has it. NULL: it does not fit. */
static IRExpr *widen_integer(struct sp_instrument_block *block,
	enum sp_number number, IRType type, IRExpr *data)
{
	Bool is_signed = number == SP_SIGNED;

	switch (type) {
	case Ity_I8:
		return emit_unop(block->out, Ity_I64,
			is_signed ? Iop_8Sto64 : Iop_8Uto64, data);
	case Ity_I16:
		return emit_unop(block->out, Ity_I64,
			is_signed ? Iop_16Sto64 : Iop_16Uto64, data);
	case Ity_I32:
		return emit_unop(block->out, Ity_I64,
			is_signed ? Iop_32Sto64 : Iop_32Uto64, data);
	case Ity_I64:
		return data;
	case Ity_F64:
		return emit_unop(
			block->out, Ity_I64, Iop_ReinterpF64asI64, data);
	default:
		return NULL;
	}
}

static IRExpr *sp_instrument_widen(struct sp_instrument_block *block,
	const struct sp_object *object, IRType type, IRExpr *data)
{
	if ((ULong)sizeofIRType(type) != object->element)
		return NULL;
	if (object->number == SP_OPAQUE)
		return emit_constant(0);
	if (object->number == SP_FLOAT && type == Ity_I32) {
		data = emit_unop(
			block->out, Ity_F32, Iop_ReinterpI32asF32, data);
		type = Ity_F32;
	}
	if (type == Ity_F32) {
		data = emit_unop(block->out, Ity_F64, Iop_F32toF64, data);
		type = Ity_F64;
	}
	return widen_integer(block, object->number, type, data);
}

/* Bytes from the start of OBJECT, which VALUE was formed for, to ADDRESS. */
static IRExpr *byte_offset(struct sp_instrument_block *block,
	const struct sp_object *object, const struct sp_value *value,
	IRExpr *address)
{
	Long offset = value->number - object->offset;
	IRExpr *start;

	if (value->kind == SP_FRAME || value->kind == SP_CONSTANT)
		return emit_constant(offset);
	if (value->kind == SP_CONSTANT_INDEX)
		start = emit_constant(object->offset);
	else
		start = emit_binop(block->out, Ity_I64, Iop_Add64,
			sp_instrument_get(block, GUEST(RBP)),
			emit_constant(FRAME_POINTER_TO_CFA + object->offset));
	return emit_binop(block->out, Ity_I64, Iop_Sub64, address, start);
}

/* I1: ADDRESS is in the span that two words of the tool, *LOW and *SIZE, tell. */
static IRExpr *is_in_span(struct sp_instrument_block *block, IRExpr *address,
	const Addr *low, const ULong *size)
{
	return emit_binop(block->out, Ity_I1, Iop_CmpLT64U,
		emit_binop(block->out, Ity_I64, Iop_Sub64, address,
			emit_load(
				block->out, Ity_I64, emit_constant((Addr)low))),
		emit_load(block->out, Ity_I64, emit_constant((Addr)size)));
}

/* I1: ADDRESS may be something watched. */
static IRExpr *sp_instrument_may_be_watched(
	struct sp_instrument_block *block, IRExpr *address)
{
	IRExpr *in_frames =
		is_in_span(block, address, &sp_hot.low, &sp_hot.size);
	IRExpr *in_statics = emit_binop(block->out, Ity_I1, Iop_CmpLT64U,
		emit_binop(block->out, Ity_I64, Iop_Sub64, address,
			emit_constant(sp_watch.static_low)),
		emit_constant(sp_watch.static_high - sp_watch.static_low));
	IRExpr *in_regions =
		is_in_span(block, address, &sp_region_low, &sp_region_size);
	IRExpr *is_formed =
		is_in_span(block, address, &sp_formed.low, &sp_formed.size);

	return emit_binop(block->out, Ity_I1, Iop_Or1,
		emit_binop(block->out, Ity_I1, Iop_Or1, in_frames, is_formed),
		emit_binop(
			block->out, Ity_I1, Iop_Or1, in_statics, in_regions));
}

static void store_anywhere(struct sp_instrument_block *block, IRExpr *address,
	IRType type, IRExpr *data)
{
	IRExpr *wide;

	if (type == Ity_V128) {
		store_anywhere(block, address, Ity_I64,
			emit_unop(block->out, Ity_I64, Iop_V128to64, data));
		address = emit_binop(block->out, Ity_I64, Iop_Add64, address,
			emit_constant(8));
		data = emit_unop(block->out, Ity_I64, Iop_V128HIto64, data);
		type = Ity_I64;
	}
	wide = widen_integer(block, SP_UNSIGNED, type, data);
	if (wide)
		EMIT_CALL(block->out, 0, sp_access_any_store,
			mkIRExprVec_4(address,
				emit_constant(sizeofIRType(type)), wide,
				pc_of(block)),
			sp_instrument_may_be_watched(block, address));
}

static void store_to_object(struct sp_instrument_block *block,
	const struct sp_object *object, const struct sp_value *value,
	IRExpr *address, IRType type, IRExpr *data)
{
	IRExpr *wide = sp_instrument_widen(block, object, type, data);

	if (object->kind == SP_ARRAY && object->number == SP_OPAQUE) {
		EMIT_CALL(block->out, 3, sp_access_load,
			mkIRExprVec_3(emit_constant((Addr)object),
				byte_offset(block, object, value, address),
				pc_of(block)),
			NULL);
		return;
	}
	if (!wide && object->kind == SP_ARRAY &&
		(!object->is_class || object->inner != 0))
		store_anywhere(block, address, type, data);
	if (!wide || object->kind == SP_STREAM)
		return;
	if (object->kind == SP_ARRAY && !object->is_class)
		EMIT_CALL(block->out, 0, sp_access_store,
			mkIRExprVec_4(emit_constant((Addr)object),
				byte_offset(block, object, value, address),
				wide, pc_of(block)),
			NULL);
	else
		EMIT_CALL(block->out, 3, sp_access_scalar,
			mkIRExprVec_3(emit_constant((Addr)object), wide,
				pc_of(block)),
			NULL);
}

/* The variable OBJECT itself is set. Moving it, as in p++, leaves the offsets
 * counting from where they did. */
static void store_to_pointer(struct sp_instrument_block *block,
	const struct sp_object *object, IRExpr *data)
{
	struct sp_value value = sp_values_of(&block->values, data);

	if (value.kind == SP_OF_POINTER && value.object == object)
		return;
	EMIT_CALL(block->out, 3, sp_access_pointer_set,
		mkIRExprVec_3(emit_constant((Addr)object), data, pc_of(block)),
		NULL);
}

/* A member of what the pointer points to is only known by its address. */
static void store_through_pointer(struct sp_instrument_block *block,
	const struct sp_object *object, IRExpr *address, IRType type,
	IRExpr *data)
{
	IRExpr *wide = sp_instrument_widen(block, object, type, data);

	if (wide && !object->is_class && object->number != SP_OPAQUE) {
		EMIT_CALL(block->out, 0, sp_access_pointer_store,
			mkIRExprVec_4(emit_constant((Addr)object), address,
				wide, pc_of(block)),
			NULL);
		return;
	}
	if (!object->is_class)
		EMIT_CALL(block->out, 3, sp_access_pointer_load,
			mkIRExprVec_3(emit_constant((Addr)object), address,
				pc_of(block)),
			NULL);
	store_anywhere(block, address, type, data);
}

static void instrument_store(
	struct sp_instrument_block *block, IRExpr *address, IRExpr *data)
{
	struct sp_value value = sp_values_of(&block->values, address);
	IRType type = typeOfIRExpr(block->out->tyenv, data);
	const struct sp_object *object;
	Long offset;

	if (value.kind == SP_OWN)
		return;
	object = sp_values_object(&block->values, &value, &offset);
	if (value.kind == SP_UNKNOWN || !block->function)
		store_anywhere(block, address, type, data);
	else if (!object)
		return;
	else if (value.kind == SP_OF_POINTER)
		store_through_pointer(block, object, address, type, data);
	else if (object->kind != SP_POINTER)
		store_to_object(block, object, &value, address, type, data);
	else if (offset == 0 && type == Ity_I64)
		store_to_pointer(block, object, data);
}

/* Reads of a kernel through a pointer are its input. */
static void load_through_pointer(struct sp_instrument_block *block,
	const struct sp_object *object, IRExpr *address, IRType type,
	IRExpr *result)
{
	IRExpr *wide =
		object->number != SP_OPAQUE
			? sp_instrument_widen(block, object, type, result)
			: NULL;

	if (wide)
		EMIT_CALL(block->out, 0, sp_access_pointer_read,
			mkIRExprVec_4(emit_constant((Addr)object), address,
				wide, pc_of(block)),
			NULL);
	else
		EMIT_CALL(block->out, 3, sp_access_pointer_load,
			mkIRExprVec_3(emit_constant((Addr)object), address,
				pc_of(block)),
			NULL);
}

static void instrument_load(struct sp_instrument_block *block, IRExpr *address,
	IRType type, IRExpr *result)
{
	struct sp_value value = sp_values_of(&block->values, address);
	const struct sp_object *object;
	Long offset;

	object = sp_values_object(&block->values, &value, &offset);
	if (value.kind == SP_UNKNOWN)
		EMIT_CALL(block->out, 3, sp_access_any_load,
			mkIRExprVec_3(address,
				emit_constant(sizeofIRType(type)),
				pc_of(block)),
			sp_instrument_may_be_watched(block, address));
	else if (!object || object->is_class)
		return;
	else if (value.kind == SP_OF_POINTER)
		load_through_pointer(block, object, address, type, result);
	else if (object->kind == SP_ARRAY)
		EMIT_CALL(block->out, 3, sp_access_load,
			mkIRExprVec_3(emit_constant((Addr)object),
				byte_offset(block, object, &value, address),
				pc_of(block)),
			NULL);
}

/* Members of a class are accessed by its functions, which only see an address:
 * the index shows here, where that is formed. */
static void instrument_address(
	struct sp_instrument_block *block, const IRStmt *statement)
{
	const IRExpr *data = statement->Ist.WrTmp.data;
	struct sp_value value;
	const struct sp_object *object;
	IRExpr *address = IRExpr_RdTmp(statement->Ist.WrTmp.tmp);
	Long offset;

	if (data->tag != Iex_Binop || data->Iex.Binop.op != Iop_Add64)
		return;
	value = sp_values_of(&block->values, address);
	object = sp_values_object(&block->values, &value, &offset);
	if (!object || !object->is_class)
		return;
	if (value.kind == SP_OF_POINTER && object->kind == SP_POINTER)
		EMIT_CALL(block->out, 3, sp_access_pointer_form,
			mkIRExprVec_3(emit_constant((Addr)object), address,
				pc_of(block)),
			NULL);
	else if ((value.kind == SP_FRAME_INDEX ||
			 value.kind == SP_CONSTANT_INDEX) &&
		 object->kind == SP_ARRAY)
		EMIT_CALL(block->out, 3, sp_access_load,
			mkIRExprVec_3(emit_constant((Addr)object),
				byte_offset(block, object, &value, address),
				pc_of(block)),
			NULL);
}

/*--- loops and frames ---*/

/* Instruction PC of a watched function is about to run. */
static void instrument_mark(struct sp_instrument_block *block, Addr pc)
{
	UInt i;

	/* Outer loops come first. */
	for (i = 0; i < block->function->loop_count; i++) {
		struct sp_loop *loop = block->function->loop[i];
		if (loop->body == pc)
			EMIT_CALL(block->out, 1, sp_loop_trip,
				mkIRExprVec_1(emit_constant((Addr)loop)), NULL);
		if (loop->low == pc && loop->has_entry)
			EMIT_CALL(block->out, 1, sp_loop_enter,
				mkIRExprVec_1(emit_constant((Addr)loop)), NULL);
	}
}

static void leave_loops(struct sp_instrument_block *block, Addr pc)
{
	ULong mask = 0;
	UInt i;

	for (i = 0; i < block->function->loop_count; i++) {
		struct sp_loop *loop = block->function->loop[i];
		if (pc < loop->low || pc >= loop->high)
			mask |= 1ull << i;
	}
	if (mask != 0)
		EMIT_CALL(block->out, 1, sp_loop_leave,
			mkIRExprVec_1(emit_constant(mask)),
			emit_binop(block->out, Ity_I1, Iop_CmpNE64,
				emit_binop(block->out, Ity_I64, Iop_And64,
					emit_load(block->out, Ity_I64,
						HOT(active)),
					emit_constant(mask)),
				emit_constant(0)));
}

static void start_watched(struct sp_instrument_block *block, Addr pc)
{
	IRExpr *sp = sp_instrument_get(block, GUEST(RSP));
	IRExpr *cfa;

	sp_table.header->blocks_kernel++;
	if (pc == block->function->low) {
		EMIT_CALL(block->out, 3, sp_frames_enter,
			mkIRExprVec_3(emit_constant((Addr)block->function), sp,
				emit_constant(pc)),
			NULL);
		return;
	}
	cfa = get_cfa(block);
	EMIT_CALL(block->out, 3, sp_frames_find,
		mkIRExprVec_3(emit_constant((Addr)block->function), cfa, sp),
		emit_binop(block->out, Ity_I1, Iop_CmpNE64, cfa,
			emit_load(block->out, Ity_I64, HOT(cfa))));
	leave_loops(block, pc);
}

/*--- edges ---*/

/* As AFL counts them: by a hash of the block before and this one. */
static void sp_instrument_count_edge(struct sp_instrument_block *block, Addr pc)
{
	ULong place = (pc - sp_watch.bias) * 0x9e3779b97f4a7c15ull >> 48;
	IRExpr *index = emit_binop(block->out, Ity_I64, Iop_Xor64,
		emit_load(block->out, Ity_I64, HOT(previous_edge)),
		emit_constant(place));
	IRExpr *counter = emit_binop(block->out, Ity_I64, Iop_Add64, index,
		emit_constant((Addr)sp_table.test_edge));
	IRExpr *count = emit_load(block->out, Ity_I8, counter);

	sp_table.header->blocks_host++;
	EMIT_CALL(block->out, 1, sp_record_edge, mkIRExprVec_1(index),
		emit_binop(block->out, Ity_I1, Iop_CmpEQ8, count,
			IRExpr_Const(IRConst_U8(0))));
	emit_store(block->out, counter,
		emit_binop(block->out, Ity_I8, Iop_Add8, count,
			IRExpr_Const(IRConst_U8(1))));
	emit_store(block->out, HOT(previous_edge), emit_constant(place >> 1));
}

/*--- copying functions of the C library ---*/

/* Their stores are wider than elements, and not in the program: it is noted at
 * their entry what they are about to do. */
static Bool instrument_copier(struct sp_instrument_block *block, Addr pc)
{
	const HChar *name;
	Bool is_fill;

	if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), pc, &name))
		return False;
	while (*name == '_')
		name++;
	is_fill = VG_(strncmp)(name, "memset", 6) == 0;
	if (!is_fill && VG_(strncmp)(name, "memcpy", 6) != 0 &&
		VG_(strncmp)(name, "memmove", 7) != 0)
		return False;
	EMIT_CALL(block->out, 0, sp_access_block,
		mkIRExprVec_4(sp_instrument_get(block, GUEST(RDI)),
			is_fill ? emit_constant(0)
				: sp_instrument_get(block, GUEST(RSI)),
			is_fill ? sp_instrument_get(block, GUEST(RSI))
				: emit_constant(0),
			sp_instrument_get(block, GUEST(RDX))),
		NULL);
	return True;
}

/* IN, which is not of the program. */
static IRSB *instrument_library(IRSB *in, Addr pc)
{
	struct sp_instrument_block block = {0};
	Int i = 0;

	if (!sp_watch.is_attached)
		return in;
	block.out = deepCopyIRSBExceptStmts(in);
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		addStmtToIRSB(block.out, in->stmts[i++]);
	if (!instrument_copier(&block, pc))
		return in;
	for (; i < in->stmts_used; i++)
		addStmtToIRSB(block.out, in->stmts[i]);
	return block.out;
}

/*--- the block ---*/

static void instrument_statement(
	struct sp_instrument_block *block, IRStmt *statement)
{
	if (statement->tag == Ist_IMark && block->function)
		instrument_mark(block, statement->Ist.IMark.addr);
	else if (statement->tag == Ist_Store)
		instrument_store(block, statement->Ist.Store.addr,
			statement->Ist.Store.data);
	else if (statement->tag == Ist_WrTmp && block->function) {
		const IRExpr *data = statement->Ist.WrTmp.data;
		if (data->tag == Iex_Load)
			instrument_load(block, data->Iex.Load.addr,
				data->Iex.Load.ty,
				IRExpr_RdTmp(statement->Ist.WrTmp.tmp));
		else
			instrument_address(block, statement);
	}
}

/* The block's code ends with its call. */
static Addr return_address(
	const VgCallbackClosure *closure, const VexGuestExtents *extents)
{
	UInt last = extents->n_used - 1;

	return extents->base[last] + extents->len[last];
}

IRSB *sp_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word)
{
	struct sp_instrument_block block = {0};
	Addr pc = closure->readdr;
	Int i = 0;

	if (!sp_watch.is_attached)
		sp_watch_attach(pc);
	if (!sp_watch_is_module(pc))
		return instrument_library(in, pc);
	block.out = deepCopyIRSBExceptStmts(in);
	block.function = sp_watch_function(pc);
	sp_values_init(&block.values, in, block.function, pc);
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		addStmtToIRSB(block.out, in->stmts[i++]);
	if (block.function)
		start_watched(&block, pc);
	else
		sp_instrument_count_edge(&block, pc);
	for (; i < in->stmts_used; i++) {
		if (in->stmts[i]->tag == Ist_NoOp)
			continue;
		addStmtToIRSB(block.out, in->stmts[i]);
		sp_values_see(&block.values, in->stmts[i]);
		instrument_statement(&block, in->stmts[i]);
	}
	if (block.function && in->jumpkind == Ijk_Ret)
		EMIT_CALL(block.out, 1, sp_frames_return,
			mkIRExprVec_1(sp_instrument_get(&block, GUEST(RSP))),
			NULL);
	if (block.function && in->jumpkind == Ijk_Call)
		sp_values_keep(&block.values, return_address(closure, extents));
	sp_values_release(&block.values);
	return block.out;
}
