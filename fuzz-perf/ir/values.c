/* SPDX-License-Identifier: MIT
 * What a function computes, before a compiler's passes and after them. */
#include "config.h"

#include "fuzz-perf/ir/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SOME_MAX 64 /* words of a result that is compared number by number */

static uint32_t buffer_words(const struct irf_buffer *buffer)
{
	return buffer->is_local ? 0 : buffer->size * ir_words(buffer->width);
}

/* Of each buffer of FN. */
static uint64_t **vals_make_buffers(struct ir_fn *fn)
{
	uint64_t **buffer =
		ir_alloc(fn, sizeof *buffer * (fn->fn.buffer_count + 1));

	for (uint32_t i = 0; i < fn->fn.buffer_count; i++) {
		uint32_t size = buffer_words(&fn->fn.buffer[i]);
		buffer[i] = size ? ir_alloc(fn, sizeof(uint64_t) * size) : NULL;
	}
	return buffer;
}

void ir_vals_make(struct ir_fn *fn, struct irf_vals *vals, bool has_poison)
{
	uint32_t words = fn->fn.body.result->type->words;
	size_t size = sizeof(uint64_t) * (words + 1);

	vals->result = ir_alloc(fn, size);
	vals->result_any = ir_alloc(fn, size);
	vals->result_poison = has_poison ? ir_alloc(fn, size) : NULL;
	vals->result_some =
		has_poison && words <= SOME_MAX
			? ir_alloc(fn, sizeof *vals->result_some * words)
			: NULL;
	vals->buffer = vals_make_buffers(fn);
	vals->buffer_any = vals_make_buffers(fn);
	vals->buffer_poison = has_poison ? vals_make_buffers(fn) : NULL;
}

static void vals_clear_each(
	const struct irf_fn *fn, uint64_t *result, uint64_t *const *buffer)
{
	memset(result, 0, sizeof *result * fn->body.result->type->words);
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (buffer[i])
			memset(buffer[i], 0,
				sizeof *result * buffer_words(&fn->buffer[i]));
}

void ir_vals_clear(const struct irf_fn *fn, struct irf_vals *vals)
{
	vals_clear_each(fn, vals->result_any, vals->buffer_any);
	for (uint32_t i = 0;
		vals->result_some && i < fn->body.result->type->words; i++)
		vals->result_some[i].width = vals->result_some[i].count = 0;
	if (vals->result_poison)
		vals_clear_each(fn, vals->result_poison, vals->buffer_poison);
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

/* May a number be VALUE of which SOME is known? */
static bool vals_may_be(const struct irf_some *some, uint64_t value)
{
	unsigned rest = 64 - some->width;
	int64_t number = (int64_t)(value << rest) >> rest;

	if (!some->width || !some->is_bound)
		return true;
	for (unsigned i = 0; i < some->count; i++)
		if (some->value[i] == value)
			return true;
	return !some->is_all && value >= some->low && value <= some->high &&
	       number >= some->least && number <= some->most;
}

/* May a number be any one, by what is known of it, which is something? */
static bool vals_may_be_any(const struct irf_some *some)
{
	unsigned rest = 64 - some->width;

	if (some->is_all)
		return some->width < 16 && some->count == 1u << some->width;
	return !some->low && some->high == ~UINT64_C(0) >> rest &&
	       some->least == INT64_MIN >> rest &&
	       some->most == INT64_MAX >> rest;
}

/* Is word AT of NEW, each use of which may be another number before or after, as it may be in OLD?
 * Else *VALUE is what it may not; no such one if *IS_UNDEFINED. */
static bool vals_refine_some(const struct irf_vals *old,
	const struct irf_vals *new, uint32_t at, uint64_t *value,
	bool *is_undefined)
{
	const struct irf_some number = {.width = 64,
		.is_bound = true,
		.is_all = true,
		.count = 1,
		.value = {old->result[at]}};
	const struct irf_some *some =
		old->result_any[at] ? &old->result_some[at] : &number;
	const struct irf_some *may = &new->result_some[at];

	*is_undefined = false;
	*value = new->result[at];
	if (!new->result_any[at])
		return vals_may_be(some, *value);
	for (unsigned i = 0; i < may->count; i++) {
		*value = may->value[i];
		if (!vals_may_be(some, *value))
			return false;
	}
	if (!(new->result_any[at] & ~new->result[at]) || !some->width ||
		!some->is_bound)
		return true;
	/* Any number, or poison. */
	*is_undefined = true;
	return vals_may_be_any(some);
}

/* The same of all of the result. */
static bool vals_refine_somes(const struct irf_fn *fn,
	const struct irf_vals *old, const struct irf_vals *new, char *text,
	size_t size)
{
	uint32_t words = fn->body.result->type->words;
	bool is_undefined;
	uint64_t value;

	if (!old->result_some || !new->result_some)
		return true;
	for (uint32_t i = 0; i < words; i++) {
		if (!old->result_some[i].width && !new->result_some[i].width)
			continue;
		if (vals_refine_some(old, new, i, &value, &is_undefined))
			continue;
		if (is_undefined)
			snprintf(text, size, "the result becomes undefined");
		else
			snprintf(text, size,
				"the result becomes %#" PRIx64
				", which it may not be",
				value);
		return false;
	}
	return true;
}

bool ir_vals_refine(const struct irf_fn *fn, const struct irf_vals *old,
	const struct irf_vals *new, char *text, size_t size)
{
	if (!vals_refine_somes(fn, old, new, text, size))
		return false;
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
