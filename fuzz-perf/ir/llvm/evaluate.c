/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: its functions are interpreted. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/llvm/interpret.h"
#include "fuzz-perf/ir/llvm/limbs.h"
#include "fuzz-perf/ir/llvm/target.h"

/* Are numbers of BUFFER, STRIDE bytes apart, one word each? Bits between them are zeros. */
static bool is_dense(const struct irf_buffer *buffer, uint64_t stride)
{
	return buffer->width <= 64 && stride <= 8;
}

static void give_buffer(struct llvm_object *object,
	const struct irf_buffer *buffer, uint64_t stride, const uint64_t *word)
{
	if (is_dense(buffer, stride)) {
		object_give(object, buffer->size, (unsigned)stride, word);
		return;
	}
	for (uint32_t i = 0; i < buffer->size; i++) {
		object_store(object, 8 * i * stride, buffer->width, word,
			STATE_DEFINED);
		word += limbs_of(buffer->width);
	}
}

/* The object of a variable of the module. */
static struct llvm_object *evaluate_find_variable(
	const struct llvm_module *module, unsigned buffer)
{
	LLVMValueRef global =
		LLVMGetNamedGlobal(module->module, module->place[buffer].name);
	const struct llvm_program *program = module->program;

	for (size_t i = 0; i < program->globals; i++)
		if (program->global[i] == global)
			return &program->objects.object[i];
	abort(); /* evaluate_know_variables() has seen to it */
}

/* A variable that is not the module's own has what the arguments say. */
static void give_variable(const struct llvm *llvm,
	const struct llvm_module *module, unsigned buffer, const uint64_t *word)
{
	struct llvm_object *object = evaluate_find_variable(module, buffer);

	if (!object->initial)
		give_buffer(object, &module->buffer[buffer],
			llvm_stride(llvm, &module->buffer[buffer]), word);
}

static enum state state_of_argument(
	const struct irf_args *args, unsigned number)
{
	if (number >= 64)
		return STATE_DEFINED;
	return args->poison >> number & 1  ? STATE_POISON
	       : args->undef >> number & 1 ? STATE_EACH
					   : STATE_DEFINED;
}

/* Parameters are given lane by lane, buffers as addresses. */
static bool give_arguments(const struct llvm *llvm,
	const struct llvm_module *module, const struct irf_args *args,
	struct llvm_run *run, unsigned parameters)
{
	unsigned number = 0;

	for (unsigned i = 0; i < parameters; i++) {
		const struct shape *shape = run->code->slot[i].shape;
		const uint64_t *word = args->param[i];

		for (unsigned lane = 0; lane < shape->lanes; lane++, number++) {
			run_argument(run, i, lane, word,
				state_of_argument(args, number));
			word += limbs_of(shape->leaf[lane].bits);
		}
	}
	for (unsigned i = 0; i < module->buffers; i++) {
		const struct irf_buffer *buffer = &module->buffer[i];
		uint64_t stride = llvm_stride(llvm, buffer), address;
		struct llvm_objects *objects = &run->program->objects;

		if (module->place[i].kind == PLACE_GLOBAL)
			give_variable(llvm, module, i, args->buffer[i]);
		if (!llvm_is_argument(module, i))
			continue;
		address = run_add_object(run, buffer->size * stride);
		if (!address)
			return false;
		give_buffer(&objects->object[objects->count - 1], buffer,
			stride, args->buffer[i]);
		run_argument(run, parameters++, 0, &address, STATE_DEFINED);
	}
	return true;
}

/* A number of BITS bits in STATE, as one of VALS; POISON may be NULL. */
static void give_number(enum state state, unsigned bits, const uint64_t *word,
	uint64_t *to, uint64_t *any, uint64_t *poison)
{
	if (poison && (state == STATE_POISON || state == STATE_UNKNOWN))
		limbs_ones(poison, 64 * limbs_of(bits));
	if (state == STATE_POISON || state == STATE_UNDEF ||
		state == STATE_NAN) {
		limbs_set(to, 0, bits);
		limbs_ones(any, 64 * limbs_of(bits));
	} else if (state == STATE_UNKNOWN || state == STATE_SOME) {
		/* In all of its words, as ANY has them. */
		limbs_ones(to, 64 * limbs_of(bits));
		limbs_ones(any, 64 * limbs_of(bits));
	} else {
		limbs_copy(to, word, bits);
	}
}

static void take_result(const struct llvm_run *run, const struct irf_vals *vals)
{
	const struct shape *shape = run_result_shape(run);
	size_t at = 0;

	for (unsigned lane = 0; shape && lane < shape->lanes; lane++) {
		unsigned bits = shape->leaf[lane].bits;
		const uint64_t *word;
		enum state state = run_result(run, lane, &word);
		const struct each *each = run_result_each(run, lane);

		if (each && vals->result_some)
			vals->result_some[at] = each->is;
		give_number(state, bits, word, vals->result + at,
			vals->result_any + at,
			vals->result_poison ? vals->result_poison + at : NULL);
		at += limbs_of(bits);
	}
}

static void take_buffer(const struct llvm_object *object,
	const struct irf_buffer *buffer, uint64_t stride,
	const struct irf_vals *vals, unsigned number)
{
	uint64_t *to = vals->buffer[number], *any = vals->buffer_any[number];
	uint64_t *poison =
		vals->buffer_poison ? vals->buffer_poison[number] : NULL;
	uint64_t word[LIMBS_MAX];
	size_t at = 0;

	if (is_dense(buffer, stride) &&
		object_take(object, buffer->size, (unsigned)stride,
			buffer->width, to))
		return;
	for (uint32_t i = 0; i < buffer->size; i++) {
		enum state state = object_load(
			object, 8 * i * stride, buffer->width, word);

		give_number(state, buffer->width, word, to + at, any + at,
			poison ? poison + at : NULL);
		at += limbs_of(buffer->width);
	}
}

/* Buffers are the first objects after the program's own. */
static void take_buffers(const struct llvm *llvm,
	const struct llvm_module *module, const struct llvm_run *run,
	const struct irf_vals *vals)
{
	const struct llvm_object *object =
		run->program->objects.object + run->program->globals;

	for (unsigned i = 0; i < module->buffers; i++) {
		const struct irf_buffer *buffer = &module->buffer[i];
		uint64_t stride = llvm_stride(llvm, buffer);

		if (module->place[i].kind == PLACE_GLOBAL)
			take_buffer(evaluate_find_variable(module, i), buffer,
				stride, vals, i);
		if (!llvm_is_argument(module, i))
			continue;
		take_buffer(object, buffer, stride, vals, i);
		object++;
	}
}

/* What passes left unused may be used by others. Returns false if a variable is gone. */
static bool evaluate_know_variables(const struct llvm_module *module)
{
	uint64_t address;
	uint8_t state;

	for (unsigned i = 0; i < module->buffers; i++) {
		LLVMValueRef global =
			module->place[i].kind == PLACE_GLOBAL
				? LLVMGetNamedGlobal(
					  module->module, module->place[i].name)
				: NULL;

		if (module->place[i].kind == PLACE_GLOBAL &&
			(!global || program_read_constant(module->program,
					    global, 1, &address, &state) < 0))
			return false;
	}
	return true;
}

static bool evaluate_prepare(struct llvm_module *module)
{
	LLVMValueRef function =
		LLVMGetNamedFunction(module->module, LOWER_NAME);
	struct error err;

	if (!module->program && !module->is_refused && function)
		module->program = module->is_written
					  ? program_new_seen(function, &err)
					  : program_new(function, &err);
	if (module->program && !evaluate_know_variables(module)) {
		program_free(module->program);
		module->program = NULL;
	}
	module->is_refused = !module->program;
	return module->program;
}

enum irf_status llvm_eval(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps)
{
	struct llvm_module *module = m;
	struct llvm_run run;
	struct llvm_told told;
	unsigned parameters;
	enum irf_status status = IRF_OK;
	enum verdict verdict;

	if (!evaluate_prepare(module))
		return IRF_UNSUPPORTED;
	run_begin(&run, module->program, args->fuel);
	parameters = LLVMCountParams(run.code->function);
	for (unsigned i = 0; i < module->buffers; i++) {
		parameters -= llvm_is_argument(module, i);
		if (module->place[i].kind == PLACE_CALLS) {
			told = (struct llvm_told){.returned = args->buffer[i],
				.given = vals->buffer[i],
				.any = vals->buffer_any[i],
				.size = module->buffer[i].size};
			memset(told.given, 0, told.size * sizeof *told.given);
			run.told = &told;
		}
	}
	verdict = give_arguments(t, module, args, &run, parameters)
			  ? run_function(&run)
			  : RUN_FUEL;
	/* It went on, as it might have had no end. */
	if (!verdict && run.told && run.told->is_full)
		verdict = RUN_FUEL;
	switch (verdict) {
	case RUN_UB:
		status = IRF_UB;
		break;
	case RUN_FUEL:
		status = IRF_FUEL;
		break;
	case RUN_UNKNOWN:
		status = IRF_UNSUPPORTED;
		break;
	default:
		take_result(&run, vals);
		take_buffers(t, module, &run, vals);
	}
	*steps = run.steps;
	run_end(&run);
	return status;
}
