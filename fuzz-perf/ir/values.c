/* SPDX-License-Identifier: MIT
 * What a function computes, before a compiler's passes and after them. */
#include "config.h"

#include "fuzz-perf/ir/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint32_t buffer_words(const struct irf_buffer *buffer)
{
	return buffer->is_local ? 0 : buffer->size * ir_words(buffer->width);
}

void ir_vals_make(struct ir_fn *fn, struct irf_vals *vals)
{
	uint32_t words = fn->fn.body.result->type->words + 1;
	uint64_t **buffer =
		ir_alloc(fn, sizeof *buffer * 3 * (fn->fn.buffer_count + 1));
	uint64_t **any = buffer + fn->fn.buffer_count + 1;
	uint64_t **poison = any + fn->fn.buffer_count + 1;

	vals->result = ir_alloc(fn, sizeof(uint64_t) * words);
	vals->result_any = ir_alloc(fn, sizeof(uint64_t) * words);
	vals->result_poison = ir_alloc(fn, sizeof(uint64_t) * words);
	for (uint32_t i = 0; i < fn->fn.buffer_count; i++) {
		uint32_t size = buffer_words(&fn->fn.buffer[i]);
		buffer[i] = size ? ir_alloc(fn, sizeof(uint64_t) * size) : NULL;
		any[i] = size ? ir_alloc(fn, sizeof(uint64_t) * size) : NULL;
		poison[i] = size ? ir_alloc(fn, sizeof(uint64_t) * size) : NULL;
	}
	vals->buffer = buffer;
	vals->buffer_any = any;
	vals->buffer_poison = poison;
}

void ir_vals_clear(const struct irf_fn *fn, struct irf_vals *vals)
{
	size_t size = sizeof(uint64_t) * fn->body.result->type->words;

	memset(vals->result_any, 0, size);
	memset(vals->result_poison, 0, size);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		size = sizeof(uint64_t) * buffer_words(&fn->buffer[i]);
		if (vals->buffer_any[i]) {
			memset(vals->buffer_any[i], 0, size);
			memset(vals->buffer_poison[i], 0, size);
		}
	}
}

/* Does NEW refine OLD: where OLD is defined, NEW is, and the same, as far as it is known? */
static bool refines(const uint64_t *old, const uint64_t *old_any,
	const uint64_t *new, const uint64_t *new_any, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if ((new_any[i] ? new_any[i] & ~new[i] : old[i] ^ new[i]) &
			~old_any[i])
			return false;
	return true;
}

bool ir_vals_refine(const struct irf_fn *fn, const struct irf_vals *old,
	const struct irf_vals *new, char *text, size_t size)
{
	if (!refines(old->result, old->result_any, new->result, new->result_any,
		    fn->body.result->type->words)) {
		bool is_any = false;
		for (uint32_t i = 0; i < fn->body.result->type->words; i++)
			is_any |= new->result_any[i] & ~new->result[i] &
				  ~old->result_any[i];
		if (is_any)
			snprintf(text, size, "the result becomes undefined");
		else if (fn->body.result->type->words == 1)
			snprintf(text, size, "%#" PRIx64 " becomes %#" PRIx64,
				old->result[0], new->result[0]);
		else
			snprintf(text, size, "the result becomes another one");
		return false;
	}
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (old->buffer[i] &&
			!refines(old->buffer[i], old->buffer_any[i],
				new->buffer[i], new->buffer_any[i],
				buffer_words(&fn->buffer[i]))) {
			snprintf(text, size,
				"buffer @%" PRIu32 " becomes another one", i);
			return false;
		}
	return true;
}

/* Is one of NEW poison that is some number of OLD, whichever? */
static bool has_new_poison(const uint64_t *old_any, const uint64_t *old_poison,
	const uint64_t *new, const uint64_t *new_poison, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (old_any[i] & ~old_poison[i] & ~new[i] & new_poison[i])
			return true;
	return false;
}

bool ir_vals_are_poisoned(const struct irf_fn *fn, const struct irf_vals *old,
	const struct irf_vals *new)
{
	bool are = has_new_poison(old->result_any, old->result_poison,
		new->result, new->result_poison, fn->body.result->type->words);

	for (uint32_t i = 0; i < fn->buffer_count && !are; i++)
		are = old->buffer[i] &&
		      has_new_poison(old->buffer_any[i], old->buffer_poison[i],
			      new->buffer[i], new->buffer_poison[i],
			      buffer_words(&fn->buffer[i]));
	return are;
}
