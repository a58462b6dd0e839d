/* SPDX-License-Identifier: MIT
 * Functions of the portable IR, of any bytes, as LLVM gets them. Compiled for each
 * LLVM found; testsuite/ir/interpret.tap runs it.
 *
 *	test_lower-14 FIRST COUNT EVERY     more functions, and how they end; one in
 *	                                    EVERY also as native code */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/ir/llvm/target.h"
#include "lib/memory.h"
#include "lib/random.h"

#define FUNCTIONS 400
#define SETS	  4
#define FUEL	  20000

struct counts {
	unsigned functions, refused, invalid, undefined, different, out_of_fuel;
	unsigned compared, meant_undefined, native, native_different;
};

/* One function with memory for values. */
struct subject {
	struct irf_fn *fn;
	uint64_t **param, **buffer;
	struct irf_vals meant, is;
};

static uint32_t buffer_words(const struct irf_buffer *buffer)
{
	return buffer->size * ((buffer->width + 63) / 64);
}

static struct irf_vals make_vals(const struct irf_fn *fn)
{
	uint32_t words = fn->body.result->type->words + 1;
	uint64_t **buffer =
		memory_alloc_zero(fn->buffer_count + 1, sizeof *buffer);
	uint64_t **any = memory_alloc_zero(fn->buffer_count + 1, sizeof *any);

	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (!fn->buffer[i].is_local) {
			words = buffer_words(&fn->buffer[i]);
			buffer[i] = memory_alloc_zero(words, 8);
			any[i] = memory_alloc_zero(words, 8);
		}
	words = fn->body.result->type->words + 1;
	return (struct irf_vals){.result = memory_alloc_zero(words, 8),
		.result_any = memory_alloc_zero(words, 8),
		.buffer = buffer,
		.buffer_any = any};
}

static void free_vals(const struct irf_fn *fn, struct irf_vals *vals)
{
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		free(vals->buffer[i]);
		free(vals->buffer_any[i]);
	}
	free((void *)vals->buffer);
	free((void *)vals->buffer_any);
	free(vals->result);
	free(vals->result_any);
}

/* Random numbers that fit, and now and then ones that are special. */
static void draw_number(uint64_t *random, uint64_t *to, uint32_t width)
{
	uint64_t kind = random_mix(random) % 4;

	for (uint32_t i = 0; i < (width + 63) / 64; i++)
		to[i] = kind == 0   ? 0
			: kind == 1 ? UINT64_MAX
				    : random_mix(random);
	if (width % 64)
		to[width / 64] &= UINT64_MAX >> (64 - width % 64);
}

static void draw_value(
	uint64_t *random, uint64_t **to, const struct irf_type *type)
{
	for (uint32_t i = 0; i < type->count; i++)
		if (type->kind == IRF_BITS || type->kind == IRF_VECTOR) {
			draw_number(random, *to, type->width);
			*to += (type->width + 63) / 64;
		} else {
			draw_value(random, to,
				type->element[type->kind == IRF_ARRAY ? 0 : i]);
		}
}

static void draw_arguments(uint64_t *random, const struct subject *subject)
{
	const struct irf_fn *fn = subject->fn;

	for (uint32_t i = 0; i < fn->param_count; i++) {
		uint64_t *to = subject->param[i];

		draw_value(random, &to, fn->param[i]->type);
	}
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		for (uint32_t k = 0;
			!fn->buffer[i].is_local && k < fn->buffer[i].size; k++)
			draw_number(random,
				subject->buffer[i] +
					k * ((fn->buffer[i].width + 63) / 64),
				fn->buffer[i].width);
}

/* Where A is defined, B is the same, or not known. */
static bool refines(const uint64_t *a, const uint64_t *a_any, const uint64_t *b,
	const uint64_t *b_any, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if ((b_any[i] ? b_any[i] & ~b[i] : a[i] ^ b[i]) & ~a_any[i])
			return false;
	return true;
}

static bool is_same(const struct irf_fn *fn, const struct irf_vals *a,
	const struct irf_vals *b)
{
	bool is = refines(a->result, a->result_any, b->result, b->result_any,
		fn->body.result->type->words);

	for (uint32_t i = 0; i < fn->buffer_count; i++)
		is &= fn->buffer[i].is_local ||
		      refines(a->buffer[i], a->buffer_any[i], b->buffer[i],
			      b->buffer_any[i], buffer_words(&fn->buffer[i]));
	return is;
}

/* What is poison may be lowered to what is not known. */
static bool has_any(const struct irf_fn *fn, const struct irf_vals *vals)
{
	uint64_t any = 0;

	for (uint32_t i = 0; i < fn->body.result->type->words; i++)
		any |= vals->result_any[i];
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		for (uint32_t k = 0; !fn->buffer[i].is_local &&
				     k < buffer_words(&fn->buffer[i]);
			k++)
			any |= vals->buffer_any[i][k];
	return any;
}

static void forget_any(const struct irf_fn *fn, struct irf_vals *vals)
{
	memset(vals->result_any, 0, 8 * fn->body.result->type->words);
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (!fn->buffer[i].is_local)
			memset(vals->buffer_any[i], 0,
				8 * buffer_words(&fn->buffer[i]));
}

static void run_set(const struct irf_target *target, void *t, void *m,
	struct subject *subject, bool is_native, struct counts *counts)
{
	struct irf_args args = {
		.param = (const uint64_t *const *)subject->param,
		.buffer = (const uint64_t *const *)subject->buffer,
		.fuel = FUEL};
	uint64_t steps;

	forget_any(subject->fn, &subject->meant);
	forget_any(subject->fn, &subject->is);
	enum irf_status meant =
		irf_eval(subject->fn, &args, &subject->meant, &steps);
	enum irf_status is = target->eval(t, m, &args, &subject->is, &steps);

	counts->meant_undefined += meant == IRF_UB || meant == IRF_UNSUPPORTED;
	if (meant == IRF_UB || meant == IRF_UNSUPPORTED)
		return;
	counts->undefined += is == IRF_UB;
	counts->refused +=
		is == IRF_UNSUPPORTED && !has_any(subject->fn, &subject->meant);
	if (meant == IRF_FUEL || is == IRF_FUEL) {
		counts->out_of_fuel++;
		return;
	}
	counts->compared++;
	counts->different +=
		is == IRF_OK &&
		!is_same(subject->fn, &subject->meant, &subject->is);
	if (is_native && is == IRF_OK &&
		target->exec(t, m, &args, &subject->is, NULL) == IRF_OK) {
		counts->native++;
		counts->native_different +=
			!is_same(subject->fn, &subject->meant, &subject->is);
	}
}

static void show(const struct irf_target *target, void *t, void *m,
	const struct irf_fn *fn)
{
	char *text = irf_print(fn);

	fputs(text, stderr);
	free(text);
	text = target->print(t, m);
	fputs(text, stderr);
	free(text);
}

static void run_function(const struct irf_target *target, void *t,
	uint64_t *random, bool is_native, struct counts *counts)
{
	struct irf_profile profile = {.features = IRF_F_ALL,
		.max_width = random_mix(random) % 4 ? 64 : 300};
	struct subject subject;
	uint8_t bytes[400];
	size_t length = random_mix(random) % sizeof bytes;
	struct counts before = *counts;
	char why[200];
	void *m;

	for (size_t i = 0; i < length; i++)
		bytes[i] = (uint8_t)random_mix(random);
	subject.fn = irf_decode(bytes, length, &profile);
	subject.param = memory_alloc_zero(
		subject.fn->param_count + 1, sizeof(uint64_t *));
	for (uint32_t i = 0; i < subject.fn->param_count; i++)
		subject.param[i] = memory_alloc_zero(
			subject.fn->param[i]->type->words + 1, 8);
	subject.buffer = memory_alloc_zero(
		subject.fn->buffer_count + 1, sizeof(uint64_t *));
	for (uint32_t i = 0; i < subject.fn->buffer_count; i++)
		if (!subject.fn->buffer[i].is_local)
			subject.buffer[i] = memory_alloc_zero(
				buffer_words(&subject.fn->buffer[i]), 8);
	subject.meant = make_vals(subject.fn);
	subject.is = make_vals(subject.fn);
	counts->functions++;
	m = target->lower(t, subject.fn);
	assert_non_null(m);
	if (target->verify(t, m, why, sizeof why) == IRF_OK)
		for (unsigned i = 0; i < SETS; i++) {
			draw_arguments(random, &subject);
			run_set(target, t, m, &subject, is_native && !i,
				counts);
		}
	else
		counts->invalid++;
	if (getenv("SHOW") && (counts->invalid != before.invalid ||
				      counts->undefined != before.undefined ||
				      counts->refused != before.refused ||
				      counts->different != before.different))
		show(target, t, m, subject.fn);
	target->drop(t, m);
	free_vals(subject.fn, &subject.meant);
	free_vals(subject.fn, &subject.is);
	for (uint32_t i = 0; i < subject.fn->param_count; i++)
		free(subject.param[i]);
	for (uint32_t i = 0; i < subject.fn->buffer_count; i++)
		free(subject.buffer[i]);
	free(subject.param);
	free(subject.buffer);
	irf_free(subject.fn);
}

static void run_functions(uint64_t first, unsigned count, unsigned native_every,
	struct counts *counts)
{
	const struct irf_target *target = irf_module();
	void *t = target->open("");

	assert_non_null(t);
	for (unsigned i = 0; i < count; i++) {
		uint64_t random = first + i;

		run_function(target, t, &random, i % native_every == 0, counts);
	}
	target->close(t);
}

static void any_bytes_become_code_that_means_the_same(void **state)
{
	struct counts counts = {0};

	(void)state;
	run_functions(1, FUNCTIONS, FUNCTIONS, &counts);
	assert_int_equal(counts.functions, FUNCTIONS);
	assert_int_equal(counts.invalid, 0);
	assert_int_equal(counts.undefined, 0);
	assert_int_equal(counts.refused, 0);
	assert_int_equal(counts.different, 0);
	assert_true(counts.compared > FUNCTIONS * SETS / 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_bytes_become_code_that_means_the_same),
	};
	struct counts counts = {0};

	if (argc < 4)
		return cmocka_run_group_tests(tests, NULL, NULL);
	run_functions(strtoull(argv[1], NULL, 10),
		(unsigned)strtoul(argv[2], NULL, 10),
		(unsigned)strtoul(argv[3], NULL, 10), &counts);
	printf("%u functions: %u invalid, %u sets undefined, %u refused, "
	       "%u different, %u out of fuel, %u compared, %u meant to be "
	       "undefined; native: %u, %u different\n",
		counts.functions, counts.invalid, counts.undefined,
		counts.refused, counts.different, counts.out_of_fuel,
		counts.compared, counts.meant_undefined, counts.native,
		counts.native_different);
	return 0;
}
