/* SPDX-License-Identifier: MIT
 * Executes functions of LLVM IR: memory. */
#include "config.h"

#include <string.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "fuzz-perf/ir/llvm/lanes.h"
#include "fuzz-perf/ir/llvm/limbs.h"

/* A number of up to 64 bits that must be known: an address, or how many bytes. */
static enum verdict interpret_memory_read_number(
	const struct llvm_run *run, uint32_t slot, uint64_t *number)
{
	const struct slot *from = run_slot(run, slot);

	*number = *run_word(run, from, 0);
	return run_demand((enum state) * run_state(run, from, 0));
}

/* The object that BYTES at the address in SLOT are in. */
static enum verdict interpret_memory_find_object(const struct llvm_run *run,
	uint32_t slot, uint64_t bytes, struct llvm_object **object,
	uint64_t *offset)
{
	uint64_t address;
	enum verdict verdict =
		interpret_memory_read_number(run, slot, &address);

	if (verdict)
		return verdict;
	*object = llvm_objects_find(
		&run->program->objects, address, bytes, offset);
	return *object ? RUN_OK : RUN_UB;
}

enum verdict run_alloca(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	uint64_t count;
	enum verdict verdict = interpret_memory_read_number(run, op->a, &count);

	if (verdict)
		return verdict;
	if (op->immediate && count > OBJECTS_BYTES_MAX / op->immediate)
		return RUN_FUEL;
	*run_word(run, r, 0) =
		objects_add(&run->program->objects, count * op->immediate);
	*run_state(run, r, 0) = STATE_DEFINED;
	return *run_word(run, r, 0) ? RUN_OK : RUN_FUEL;
}

enum verdict run_load(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct shape *shape = r->shape;
	struct llvm_object *object;
	uint64_t offset;
	enum verdict verdict = interpret_memory_find_object(
		run, op->a, shape->bytes, &object, &offset);

	if (verdict)
		return verdict;
	if (op->immediate && offset % op->immediate)
		return RUN_UB;
	for (unsigned i = 0; i < shape->lanes; i++)
		*run_state(run, r, i) = (uint8_t)object_load(object,
			8 * offset + shape->leaf[i].at_bit, shape->leaf[i].bits,
			run_word(run, r, i));
	return RUN_OK;
}

enum verdict run_store(struct llvm_run *run, const struct op *op)
{
	const struct slot *b = run_slot(run, op->b);
	const struct shape *shape = b->shape;
	struct llvm_object *object;
	uint64_t offset, bits = 0;
	enum verdict verdict = interpret_memory_find_object(
		run, op->a, shape->bytes, &object, &offset);

	if (verdict)
		return verdict;
	if (object->is_constant || (op->immediate && offset % op->immediate))
		return RUN_UB;
	for (unsigned i = 0; i < shape->lanes; i++)
		bits += shape->leaf[i].bits;
	/* Bits between the lanes become undef. */
	if (bits != 8 * shape->bytes)
		object_forget(object, offset, shape->bytes);
	for (unsigned i = 0; i < shape->lanes; i++)
		object_store(object, 8 * offset + shape->leaf[i].at_bit,
			shape->leaf[i].bits, run_word(run, b, i),
			each_state(run, b, i));
	return RUN_OK;
}

/*--- addresses ---*/

/* An operand of a step that may be one for all lanes. */
static unsigned interpret_memory_lane_of(const struct slot *slot, unsigned lane)
{
	return slot->shape->lanes == 1 ? 0 : lane;
}

enum verdict run_address(struct llvm_run *run, const struct op *op)
{
	const struct slot *r = run_slot(run, op->result);
	const struct slot *a = run_slot(run, op->a);
	const uint32_t *extra = run->code->extra + op->extra;

	for (unsigned lane = 0; lane < r->shape->lanes; lane++) {
		uint64_t base =
			*run_word(run, a, interpret_memory_lane_of(a, lane));
		uint64_t address = base + op->immediate;
		enum state state = run_join(
			(enum state) *
				run_state(run, a,
					interpret_memory_lane_of(a, lane)),
			STATE_DEFINED);

		for (uint32_t i = 0; i < extra[0]; i++) {
			const struct slot *index =
				run_slot(run, extra[1 + 2 * i]);
			unsigned from = interpret_memory_lane_of(index, lane);
			uint64_t step;

			limbs_extend_signed(&step, run_word(run, index, from),
				index->shape->leaf->bits, 64);
			address += step * extra[2 + 2 * i];
			state = run_join(state,
				(enum state) * run_state(run, index, from));
		}
		if (!state && op->flags & LANE_INBOUNDS && address != base &&
			!objects_is_inside(
				&run->program->objects, base, address))
			state = STATE_POISON;
		*run_word(run, r, lane) = address;
		*run_state(run, r, lane) = (uint8_t)state;
	}
	return RUN_OK;
}

/*--- functions of memory ---*/

enum verdict run_memset(struct llvm_run *run, const struct op *op)
{
	const struct slot *b = run_slot(run, op->b);
	struct llvm_object *object;
	uint64_t offset, count;
	enum verdict verdict = interpret_memory_read_number(run, op->c, &count);

	if (verdict || !count)
		return verdict;
	verdict = interpret_memory_find_object(
		run, op->a, count, &object, &offset);
	if (verdict)
		return verdict;
	if (object->is_constant)
		return RUN_UB;
	object_fill(object, offset, count, (uint8_t)*run_word(run, b, 0),
		each_state(run, b, 0));
	run->steps += count / 8;
	return RUN_OK;
}

enum verdict run_memcpy(struct llvm_run *run, const struct op *op)
{
	struct llvm_object *to, *from;
	uint64_t at, offset, count;
	enum verdict verdict = interpret_memory_read_number(run, op->c, &count);

	if (verdict || !count)
		return verdict;
	verdict = interpret_memory_find_object(run, op->a, count, &to, &at);
	if (!verdict)
		verdict = interpret_memory_find_object(
			run, op->b, count, &from, &offset);
	if (verdict)
		return verdict;
	if (to->is_constant)
		return RUN_UB;
	object_copy(to, at, from, offset, count);
	run->steps += count / 8;
	return RUN_OK;
}

enum verdict run_forget(struct llvm_run *run, const struct op *op)
{
	struct llvm_object *object;
	uint64_t offset;
	enum verdict verdict =
		interpret_memory_find_object(run, op->b, 0, &object, &offset);

	if (!verdict)
		object_forget(object, 0, object->bytes);
	return verdict;
}

/*--- functions that are not known ---*/

static void tell(struct llvm_told *told, uint64_t number, enum state state)
{
	told->is_full |= told->count == told->size;
	if (told->is_full)
		return;
	told->given[told->count] = state ? 0 : number;
	told->any[told->count++] = state ? UINT64_MAX : 0;
}

static void tell_lanes(struct llvm_run *run, const struct slot *slot)
{
	for (unsigned lane = 0; lane < slot->shape->lanes; lane++)
		for (unsigned i = 0; i < limbs_of(slot->shape->leaf[lane].bits);
			i++)
			tell(run->told, run_word(run, slot, lane)[i],
				each_state(run, slot, lane));
}

enum verdict run_give(struct llvm_run *run, const struct op *op)
{
	const uint32_t *extra = run->code->extra + op->extra;
	const struct slot *r = run_slot(run, op->result);
	struct llvm_told *told = run->told;

	if (!told)
		return RUN_UNKNOWN;
	tell(told, op->immediate, STATE_DEFINED);
	for (uint32_t i = 0; i < extra[0]; i++)
		tell_lanes(run, run_slot(run, extra[1 + i]));
	for (unsigned lane = 0; lane < r->shape->lanes; lane++) {
		uint64_t *word = run_word(run, r, lane);

		limbs_set(word, 0, 64 * r->shape->limbs);
		limbs_set(word, told->returned[told->taken++ % told->size],
			r->shape->leaf[lane].bits);
		*run_state(run, r, lane) = STATE_DEFINED;
	}
	return RUN_OK;
}
