/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: memory. Each argument that is
 * an address, and each variable, has a buffer of its own, of numbers of one width, or of
 * bytes if they are of several; all other addresses lead to one more. What is given to a function that is not known is
 * stored in a buffer, so that it is still used, and what such a function returns is found
 * in it. One thread runs all of it: an atomic access is an access. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/grammar.h"
#include "fuzz-perf/ir/llvm/import.h"

/* A place in memory: SUM in bytes, and what is added to it. */
struct place {
	LLVMValueRef base;
	int64_t sum;
	struct {
		LLVMValueRef index;
		int64_t step;
	} part[8];
	unsigned parts;
};

static LLVMOpcode opcode_of(LLVMValueRef value)
{
	return LLVMIsAInstruction(value)    ? LLVMGetInstructionOpcode(value)
	       : LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value)
					    : (LLVMOpcode)0;
}

static void add_part(struct importer *importer, struct place *place,
	LLVMValueRef index, int64_t step)
{
	if (LLVMIsAConstantInt(index)) {
		place->sum += step * LLVMConstIntGetSExtValue(index);
		return;
	}
	if (place->parts == sizeof place->part / sizeof *place->part)
		import_refuse(importer, "an address has too many parts");
	place->part[place->parts].index = index;
	place->part[place->parts++].step = step;
}

static void add_indices(
	struct importer *importer, struct place *place, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);

	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
		LLVMValueRef index = LLVMGetOperand(address, i);
		LLVMTypeKind kind = LLVMGetTypeKind(type);
		if (LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind)
			import_refuse(importer, "an address of several places");
		if (i > 1 && kind == LLVMStructTypeKind) {
			unsigned field =
				(unsigned)LLVMConstIntGetZExtValue(index);
			place->sum += (int64_t)LLVMOffsetOfElement(
				importer->layout, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		type = i > 1 ? LLVMGetElementType(type) : type;
		if (!LLVMTypeIsSized(type) ||
			LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind)
			import_refuse(importer, "an address of unknown steps");
		add_part(importer, place, index,
			(int64_t)LLVMABISizeOfType(importer->layout, type));
	}
}

/* Where ADDRESS is, from what it was computed of. */
static struct place find_place(struct importer *importer, LLVMValueRef address)
{
	struct place place = {.base = address};

	for (;; place.base = LLVMGetOperand(place.base, 0)) {
		LLVMOpcode opcode = opcode_of(place.base);
		if (opcode == LLVMGetElementPtr)
			add_indices(importer, &place, place.base);
		else if (opcode != LLVMBitCast && opcode != LLVMAddrSpaceCast)
			return place;
	}
}

/* Has VALUE memory of its own, and no number? */
static bool is_variable(LLVMValueRef value)
{
	return LLVMIsAAllocaInst(value) || LLVMIsAGlobalVariable(value);
}

bool import_is_address(LLVMValueRef value)
{
	LLVMOpcode opcode = opcode_of(value);

	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
	       (is_variable(value) || opcode == LLVMGetElementPtr ||
		       opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast);
}

/* Whose buffer PLACE is in; NULL: that of all other addresses. */
static LLVMValueRef import_owner(const struct place *place)
{
	return is_variable(place->base) || LLVMIsAArgument(place->base)
		       ? place->base
		       : NULL;
}

/* How wide numbers are that INSTRUCTION loads from the memory of OWNER, or stores there;
 * 0: it does not. */
static uint32_t accessed_width(
	struct importer *importer, LLVMValueRef instruction, LLVMValueRef owner)
{
	bool stores = LLVMIsAStoreInst(instruction);
	struct place place;
	LLVMValueRef value =
		stores ? LLVMGetOperand(instruction, 0) : instruction;

	if (!stores && !LLVMIsALoadInst(instruction))
		return 0;
	place = find_place(importer, LLVMGetOperand(instruction, stores));
	return import_owner(&place) == owner
		       ? import_type(importer, LLVMTypeOf(value))->width
		       : 0;
}

/* How wide the numbers in memory of OWNER are: 8 if some differ from WIDTH. */
static uint32_t memory_width(
	struct importer *importer, LLVMValueRef owner, uint32_t width)
{
	for (LLVMBasicBlockRef block =
			LLVMGetFirstBasicBlock(importer->function);
		block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			at = LLVMGetNextInstruction(at)) {
			uint32_t other = accessed_width(importer, at, owner);
			if (!other || other == width)
				continue;
			if (!width) {
				width = other;
				continue;
			}
			if (other % 8 || width % 8)
				import_refuse(importer,
					"memory has numbers of %u and of %u "
					"bits",
					(unsigned)width, (unsigned)other);
			return 8;
		}
	return width ? width : 8;
}

/* The buffer of OWNER, which has numbers of WIDTH bits (0: of any). */
static uint32_t find_buffer(
	struct importer *importer, LLVMValueRef owner, uint32_t width)
{
	struct irf_fn *fn = &importer->to->fn;
	struct irf_buffer *buffer = importer->to->buffers;
	uint32_t at = 0;

	if (importer->is_called && !(owner && LLVMIsAAllocaInst(owner)))
		import_refuse(importer, "it shares memory");
	while (at < fn->buffer_count &&
		(importer->owner[at] != owner ||
			(owner == importer->function &&
				buffer[at].width != width)))
		at++;
	if (at == IR_BUFFERS)
		import_refuse(importer, "it has more than %d parts of memory",
			IR_BUFFERS);
	if (at == fn->buffer_count) {
		uint32_t own = owner == importer->function
				       ? width
				       : memory_width(importer, owner, width);
		bool has_many = own == 8 && owner != importer->function;
		importer->owner[at] = owner;
		buffer[at] = (struct irf_buffer){.width = own,
			.rank = has_many ? 2 : 1,
			.shape = {IR_DIMENSION, has_many ? IR_DIMENSION : 0},
			.size = has_many ? IR_DIMENSION * IR_DIMENSION
					 : IR_DIMENSION,
			.is_local = owner && LLVMIsAAllocaInst(owner)};
		fn->buffer_count++;
	}
	return at;
}

static node_t *as_wide(struct importer *importer, node_t *number)
{
	type_t *wide = ir_bits(importer->to, 64);

	if (number->type->kind != IRF_BITS)
		import_refuse(importer, "an address of several places");
	return number->type == wide
		       ? number
		       : import_add(importer,
				 number->type->width < 64 ? IRF_SEXT
							  : IRF_SLICE,
				 wide, 1, number, NULL, NULL);
}

/* SUM, and the parts of PLACE, each in units of BYTES, after FIRST, which may be NULL. */
static node_t *import_sum(struct importer *importer, const struct place *place,
	int64_t bytes, node_t *first)
{
	type_t *wide = ir_bits(importer->to, 64);
	node_t *all = first;

	if (place->sum % bytes)
		import_refuse(importer, "an address in the middle of a number");
	for (unsigned i = 0; i < place->parts; i++) {
		node_t *part = as_wide(
			importer, import_value(importer, place->part[i].index));
		int64_t step = place->part[i].step;
		if (step % bytes)
			import_refuse(importer,
				"an address in the middle of a number");
		if (step != bytes)
			part = import_add(importer, IRF_MUL, wide, 2, part,
				import_number(importer, wide,
					(uint64_t)(step / bytes)),
				NULL);
		all = all ? import_add(
				    importer, IRF_ADD, wide, 2, all, part, NULL)
			  : part;
	}
	if (all && !place->sum)
		return all;
	node_t *sum =
		import_number(importer, wide, (uint64_t)(place->sum / bytes));
	return all ? import_add(importer, IRF_ADD, wide, 2, all, sum, NULL)
		   : sum;
}

node_t *import_address(struct importer *importer, LLVMValueRef instruction)
{
	struct place place = find_place(importer, instruction);

	if (is_variable(place.base) || LLVMIsAFunction(place.base))
		import_refuse(importer, "an operand is an address");
	node_t *base = import_value(importer, place.base);
	return place.sum || place.parts ? import_sum(importer, &place, 1, base)
					: base;
}

/* What LOAD and STORE mean by ADDRESS, for numbers of WIDTH bits: the buffer and the
 * place in it. */
struct target_place {
	uint32_t buffer;
	node_t *index;
	uint32_t pieces; /* bytes that a number is stored as; else 1 */
};

static struct target_place import_target(
	struct importer *importer, LLVMValueRef address, uint32_t width)
{
	struct place place = find_place(importer, address);
	LLVMValueRef owner = import_owner(&place);
	struct target_place target = {
		find_buffer(importer, owner, width), NULL, 1};
	const struct irf_buffer *buffer = &importer->to->buffers[target.buffer];
	int64_t bytes = (buffer->width + 7) / 8;

	if (width && buffer->width != width)
		target.pieces = width / 8;
	if (LLVMIsAGlobalVariable(place.base) &&
		LLVMIsGlobalConstant(place.base))
		import_refuse(importer, "memory that is constant");
	if (owner && (place.sum < 0 || place.sum / bytes >= buffer->size))
		import_refuse(importer, "memory beyond %u numbers",
			(unsigned)buffer->size);
	if (owner) {
		target.index = import_sum(importer, &place, bytes, NULL);
		return target;
	}
	type_t *wide = ir_bits(importer->to, 64);
	node_t *number = import_value(importer, place.base);
	if (number->type != wide)
		import_refuse(importer, "an address of several places");
	if (bytes > 1)
		number = import_add(importer, IRF_UDIV, wide, 2, number,
			import_number(importer, wide, (uint64_t)bytes), NULL);
	target.index = import_sum(importer, &place, bytes, number);
	return target;
}

/* The place that is AT numbers after TARGET. */
static node_t *place_after(struct importer *importer,
	const struct target_place *target, unsigned at)
{
	type_t *wide = ir_bits(importer->to, 64);

	return at ? import_add(importer, IRF_ADD, wide, 2, target->index,
			    import_number(importer, wide, at), NULL)
		  : target->index;
}

static void check_access(struct importer *importer, type_t *type)
{
	if (type->count > IMPORT_LANES_MAX ||
		(type->kind == IRF_VECTOR && type->width % 8))
		import_refuse(importer, "a vector of parts of bytes in memory");
}

/* Operands of a load from, or a store to, number AT after TARGET; *COUNT of them. */
static void import_indices(struct importer *importer,
	const struct target_place *target, unsigned at, node_t **operand,
	uint32_t *count)
{
	type_t *wide = ir_bits(importer->to, 64);
	node_t *index = place_after(importer, target, at);

	*count = 0;
	if (importer->to->buffers[target->buffer].rank > 1)
		operand[(*count)++] = import_add(importer, IRF_UDIV, wide, 2,
			index, import_number(importer, wide, IR_DIMENSION),
			NULL);
	operand[(*count)++] = index;
}

static node_t *load_piece(struct importer *importer,
	const struct target_place *target, unsigned at)
{
	node_t *operand[2];
	uint32_t count;

	import_indices(importer, target, at, operand, &count);
	struct irf_node *load = ir_add(importer->to, IRF_LOAD,
		ir_bits(importer->to,
			importer->to->buffers[target->buffer].width),
		operand, count);
	load->index = target->buffer;
	return load;
}

/* Number AT from TARGET on. */
static node_t *load_number(struct importer *importer,
	const struct target_place *target, unsigned at)
{
	node_t *all = load_piece(importer, target, at * target->pieces);

	for (uint32_t i = 1; i < target->pieces; i++)
		all = import_add(importer, IRF_CONCAT,
			ir_bits(importer->to, 8 * (i + 1)), 2,
			load_piece(importer, target, at * target->pieces + i),
			all, NULL);
	return all;
}

node_t *import_load(struct importer *importer, LLVMValueRef instruction)
{
	type_t *type = import_type(importer, LLVMTypeOf(instruction));
	node_t *lane[IMPORT_LANES_MAX] = {NULL};

	check_access(importer, type);
	struct target_place target = import_target(
		importer, LLVMGetOperand(instruction, 0), type->width);
	for (unsigned i = 0; i < type->count; i++)
		lane[i] = load_number(importer, &target, i);
	return type->kind == IRF_BITS ? lane[0]
				      : ir_add(importer->to, IRF_MAKE, type,
						lane, type->count);
}

static void add_store(struct importer *importer,
	const struct target_place *target, unsigned at, node_t *value)
{
	node_t *operand[3];
	uint32_t count;

	import_indices(importer, target, at, operand, &count);
	operand[count++] = value;
	ir_add(importer->to, IRF_STORE,
		ir_composed(importer->to, IRF_TUPLE, NULL, 0), operand, count)
		->index = target->buffer;
}

/* VALUE is stored AT numbers after TARGET. */
static void store_number(struct importer *importer,
	const struct target_place *target, unsigned at, node_t *value)
{
	uint32_t pieces = target->pieces;

	for (uint32_t i = 0; i < pieces; i++) {
		node_t *piece = value;
		if (pieces > 1) {
			struct irf_node *slice = ir_add(importer->to, IRF_SLICE,
				ir_bits(importer->to, 8), &value, 1);
			slice->index = 8 * i;
			piece = slice;
		}
		add_store(importer, target, at * pieces + i, piece);
	}
}

/* The same if the block is run. */
static void store_here(struct importer *importer,
	const struct target_place *target, unsigned at, node_t *value)
{
	type_t *bit = ir_bits(importer->to, 1);
	node_t *taken = importer->taken[importer->at];
	struct ir_block block;

	if (!taken) {
		store_number(importer, target, at, value);
		return;
	}
	struct irf_node *node = ir_add(importer->to, IRF_IF, bit, &taken, 1);
	for (int i = 0; i < 2; i++) {
		ir_open(importer->to, &block);
		if (!i)
			store_number(importer, target, at, value);
		node->region[i] = ir_close(
			importer->to, &block, import_number(importer, bit, 0));
	}
}

void import_store(struct importer *importer, LLVMValueRef instruction)
{
	node_t *value = import_operand(importer, instruction, 0);
	type_t *type = value->type;

	check_access(importer, type);
	struct target_place target = import_target(
		importer, LLVMGetOperand(instruction, 1), type->width);
	for (unsigned i = 0; i < type->count; i++)
		store_here(importer, &target, i,
			type->kind == IRF_BITS
				? value
				: import_lane(importer, value, i));
}

bool import_is_copy(LLVMValueRef call)
{
	static const char *const names[] = {
		"llvm.memset.p", "llvm.memcpy.p", "llvm.memmove.p"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (LLVMIsACallInst(call) &&
			!strncmp(import_callee(call), names[i],
				strlen(names[i])))
			return true;
	return false;
}

/* BYTE in all bytes of a number of WIDTH bits. */
static node_t *import_filled(
	struct importer *importer, node_t *byte, uint32_t width)
{
	type_t *type = ir_bits(importer->to, width);

	if (width == 8)
		return byte;
	if (width % 8 || width > 64)
		import_refuse(importer, "memory of %u bits is filled",
			(unsigned)width);
	return import_add(importer, IRF_MUL, type, 2,
		import_add(importer, IRF_ZEXT, type, 1, byte, NULL, NULL),
		import_number(importer, type,
			UINT64_C(0x0101010101010101) >> (64 - width)),
		NULL);
}

void import_copy(struct importer *importer, LLVMValueRef call)
{
	LLVMValueRef length = LLVMGetOperand(call, 2);
	bool fills = !strncmp(import_callee(call), "llvm.memset", 11);
	struct target_place to =
		import_target(importer, LLVMGetOperand(call, 0), 0);
	const struct irf_buffer *buffer = &importer->to->buffers[to.buffer];
	uint32_t bytes = (buffer->width + 7) / 8;
	node_t *value[IMPORT_LANES_MAX];
	uint64_t count;

	if (!LLVMIsAConstantInt(length))
		import_refuse(importer, "it copies it is not known how much");
	count = LLVMConstIntGetZExtValue(length);
	if (count % bytes || count / bytes > IMPORT_LANES_MAX)
		import_refuse(importer, "it copies %llu bytes of numbers of %u",
			(unsigned long long)count, (unsigned)bytes);
	count /= bytes;
	if (fills) {
		value[0] = import_filled(importer,
			import_operand(importer, call, 1), buffer->width);
		for (uint64_t i = 1; i < count; i++)
			value[i] = value[0];
	} else {
		struct target_place from = import_target(
			importer, LLVMGetOperand(call, 1), buffer->width);
		if (from.pieces > 1 ||
			importer->to->buffers[from.buffer].width !=
				buffer->width)
			import_refuse(importer, "it copies other numbers");
		for (uint64_t i = 0; i < count; i++)
			value[i] = load_number(importer, &from, (unsigned)i);
	}
	for (uint64_t i = 0; i < count; i++)
		store_here(importer, &to, (unsigned)i, value[i]);
}

void import_alloca(struct importer *importer, LLVMValueRef instruction)
{
	LLVMValueRef count = LLVMGetOperand(instruction, 0);

	if (!LLVMIsAConstantInt(count) || importer->at)
		import_refuse(importer, "a variable that may be there twice");
}

/*--- other functions ---*/

const char *import_callee(LLVMValueRef call)
{
	size_t length;

	return LLVMGetValueName2(LLVMGetCalledValue(call), &length);
}

/* The next one in what is given away, of numbers of WIDTH bits. */
static struct target_place import_next_place(
	struct importer *importer, uint32_t width)
{
	return (struct target_place){
		find_buffer(importer, importer->function, width),
		import_number(importer, ir_bits(importer->to, 64),
			importer->given_away++ % IR_DIMENSION),
		1};
}

static void give_away(struct importer *importer, node_t *value)
{
	if (value->type->count > IMPORT_LANES_MAX)
		import_refuse(importer, "it gives away a long vector");
	for (unsigned i = 0; i < value->type->count; i++) {
		struct target_place target =
			import_next_place(importer, value->type->width);
		store_here(importer, &target, 0,
			value->type->kind == IRF_BITS
				? value
				: import_lane(importer, value, i));
	}
}

/* What a function returns may be anything: it is found in memory. */
static node_t *import_take_back(struct importer *importer, type_t *type)
{
	node_t *lane[IMPORT_LANES_MAX] = {NULL};

	if (type->count > IMPORT_LANES_MAX)
		import_refuse(importer, "it takes a long vector");
	for (unsigned i = 0; i < type->count; i++) {
		struct target_place target =
			import_next_place(importer, type->width);
		lane[i] = load_number(importer, &target, 0);
	}
	return type->kind == IRF_BITS ? lane[0]
				      : ir_add(importer->to, IRF_MAKE, type,
						lane, type->count);
}

node_t *import_other_call(struct importer *importer, LLVMValueRef call)
{
	const char *name = import_callee(call);
	LLVMTypeRef type = LLVMTypeOf(call);

	if (!*name || !strncmp(name, "llvm.", 5))
		import_refuse(importer, "a call of %.60s",
			*name ? name
			: LLVMIsAInlineAsm(LLVMGetCalledValue(call))
				? "inline assembly"
				: "a function that is computed");
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef value = LLVMGetOperand(call, i);
		if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
			give_away(importer, import_argument(importer, call, i));
	}
	return LLVMGetTypeKind(type) == LLVMVoidTypeKind
		       ? NULL
		       : import_take_back(
				 importer, import_type(importer, type));
}
