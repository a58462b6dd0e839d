/* SPDX-License-Identifier: MIT
 * The portable IR: any bytes are a valid function, and it means what ir.h says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/ir/functions.h"
#include "fuzz-perf/ir/rewrite.h"
#include "lib/random.h"

#define STRINGS 20000 /* of random bytes; bench/ir has 10^6 */

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

static uint64_t compute(
	enum irf_op op, uint32_t width, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t *operand[3] = {&a, &b, &c};
	uint64_t to = ~0ull;

	ir_compute(op, width, &to, operand);
	return to;
}

/* ---- numbers of at most 64 bits, by the machine's own ---- */

static uint64_t mask_of(uint32_t width)
{
	return width == 64 ? ~0ull : (1ull << width) - 1;
}

static signed_wide as_signed(uint64_t value, uint32_t width)
{
	return value >> (width - 1) & 1
		       ? (signed_wide)value - ((wide)1 << width)
		       : (signed_wide)value;
}

static uint64_t clamp(signed_wide value, signed_wide low, signed_wide high)
{
	return (uint64_t)(value < low ? low : value > high ? high : value);
}

static uint64_t expect_division(
	enum irf_op op, uint32_t width, uint64_t a, uint64_t b)
{
	signed_wide sa = as_signed(a, width), sb = as_signed(b, width);

	if (!b)
		return op == IRF_UDIV || op == IRF_SDIV ? ~0ull : a;
	return op == IRF_UDIV	? a / b
	       : op == IRF_UREM ? a % b
	       : op == IRF_SDIV ? (uint64_t)(sa / sb)
				: (uint64_t)(sa % sb);
}

static uint64_t reversed(uint64_t a, uint32_t width, uint32_t size)
{
	uint64_t to = 0;

	for (uint32_t i = 0; i < width; i++)
		to |= (a >> i & 1)
		      << (width - size - i / size * size + i % size);
	return to;
}

/* What each operation gives, by names of expect(). */
#define EXPECTED(X)                                                            \
	X(ADD, a + b)                                                          \
	X(SUB, a - b)                                                          \
	X(MUL, product)                                                        \
	X(UDIV, expect_division(op, width, a, b))                              \
	X(SDIV, expect_division(op, width, a, b))                              \
	X(UREM, expect_division(op, width, a, b))                              \
	X(SREM, expect_division(op, width, a, b))                              \
	X(AND, (a & b))                                                        \
	X(OR, a | b)                                                           \
	X(XOR, a ^ b)                                                          \
	X(NOT, ~a)                                                             \
	X(NEG, -a)                                                             \
	X(SHL, b >= width ? 0 : a << b)                                        \
	X(LSHR, b >= width ? 0 : a >> b)                                       \
	X(ASHR, sa >> (b >= width ? width - 1 : b))                            \
	X(ROTL, both >> (width - by))                                          \
	X(FSHL, both >> (width - by))                                          \
	X(ROTR, both >> by)                                                    \
	X(FSHR, both >> by)                                                    \
	X(UMIN, a < b ? a : b)                                                 \
	X(UMAX, a > b ? a : b)                                                 \
	X(SMIN, sa < sb ? a : b)                                               \
	X(SMAX, sa > sb ? a : b)                                               \
	X(ABS, sa < 0 ? -a : a)                                                \
	X(UADDSAT, clamp((signed_wide)a + b, 0, ones))                         \
	X(USUBSAT, clamp((signed_wide)a - b, 0, ones))                         \
	X(SADDSAT, clamp(sa + sb, least, -least - 1))                          \
	X(SSUBSAT, clamp(sa - sb, least, -least - 1))                          \
	X(USHLSAT, a > ones >> most ? ones : a << most)                        \
	X(SSHLSAT, clamp(((signed_wide)1 << most) * sa, least, -least - 1))    \
	X(UADDO, (wide)a + b > ones)                                           \
	X(USUBO, a < b)                                                        \
	X(UMULO, whole > ones)                                                 \
	X(SADDO, sa + sb < least || sa + sb > -least - 1)                      \
	X(SSUBO, sa - sb < least || sa - sb > -least - 1)                      \
	X(SMULO, product > -least - 1 || product < least)                      \
	X(BSWAP, width % 16 ? a : reversed(a, width, 8))                       \
	X(BITREVERSE, reversed(a, width, 1))                                   \
	X(CTPOP, __builtin_popcountll(a))                                      \
	X(CTLZ, a ? (unsigned)__builtin_clzll(a) - (64 - width) : width)       \
	X(CTTZ, a ? (unsigned)__builtin_ctzll(a) : width)                      \
	X(EQ, a == b)                                                          \
	X(NE, a != b)                                                          \
	X(ULT, a < b)                                                          \
	X(ULE, a <= b)                                                         \
	X(SLT, sa < sb)                                                        \
	X(SLE, sa <= sb)

static uint64_t expect(
	enum irf_op op, uint32_t width, uint64_t a, uint64_t b, uint64_t c)
{
	signed_wide sa = as_signed(a, width), sb = as_signed(b, width);
	signed_wide least = -((signed_wide)1 << (width - 1));
	uint64_t ones = mask_of(width), most = b < width ? b : width - 1;
	uint32_t by = (uint32_t)((op >= IRF_FSHL ? c : b) % width);
	wide both = (wide)a << width | (op >= IRF_FSHL ? b : a);
	wide whole = (wide)a * b;
	signed_wide product = sa * sb;

	switch (op) {
#define EXPECT(name, value)                                                    \
	case IRF_##name:                                                       \
		return (uint64_t)(value);
		EXPECTED(EXPECT)
#undef EXPECT
	default:
		fail_msg("nothing is expected of %s", irf_op_name(op));
		return 0;
	}
}

static uint64_t draw_operand(struct random *random, uint32_t width)
{
	uint64_t value = random_next(random);

	switch (value % 8) {
	case 0:
		value = 0;
		break;
	case 1:
		value = ~0ull;
		break;
	case 2:
		value = 1ull << (width - 1);
		break;
	case 3:
		value = (value >> 32) % (width + 2);
		break;
	default:
		break;
	}
	return value & mask_of(width);
}

static void numbers_are_as_the_machine_computes_them(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 5);
	for (uint32_t width = 1; width <= 64; width++)
		for (unsigned op = IRF_ADD; op <= IRF_SMULO; op++)
			for (int i = 0; i < 60; i++) {
				uint64_t a = draw_operand(&random, width);
				uint64_t b = draw_operand(&random, width);
				uint64_t c = draw_operand(&random, width);
				uint64_t wanted =
					expect(op, width, a, b, c) &
					(op >= IRF_EQ ? 1 : mask_of(width));
				uint64_t got = compute(op, width, a, b, c);
				if (got != wanted)
					fail_msg("%s i%u %#lx %#lx %#lx: %#lx, "
						 "not %#lx",
						irf_op_name(op), width, a, b, c,
						got, wanted);
			}
}

/* ---- wide numbers, by laws ---- */

static void draw_wide(struct random *random, uint64_t *to, uint32_t width)
{
	for (uint32_t i = 0; i < ir_words(width); i++)
		to[i] = random_below(random, 4) ? random_next(random) : 0;
	if (random_below(random, 2))
		memset(to + ir_words(width) / 2, 0,
			(ir_words(width) - ir_words(width) / 2) * sizeof *to);
	ir_mask(to, width);
}

static void check_wide(struct random *random, uint32_t width)
{
	uint64_t a[IRF_WORDS_MAX], b[IRF_WORDS_MAX], q[IRF_WORDS_MAX];
	uint64_t r[IRF_WORDS_MAX], s[IRF_WORDS_MAX], t[IRF_WORDS_MAX];
	size_t size = ir_words(width) * sizeof *a;
	enum irf_op division = random_below(random, 2) ? IRF_UDIV : IRF_SDIV;

	draw_wide(random, a, width);
	draw_wide(random, b, width);
	b[0] |= 1;
	ir_compute(division, width, q, (const uint64_t *[]){a, b});
	ir_compute(division + 2, width, r, (const uint64_t *[]){a, b});
	ir_compute(IRF_MUL, width, s, (const uint64_t *[]){q, b});
	ir_compute(IRF_ADD, width, s, (const uint64_t *[]){s, r});
	assert_memory_equal(s, a, size);
	ir_compute(IRF_SUB, width, s, (const uint64_t *[]){a, b});
	ir_compute(IRF_ADD, width, s, (const uint64_t *[]){s, b});
	assert_memory_equal(s, a, size);
	memset(t, 0, sizeof t);
	t[0] = random_below(random, width);
	ir_mask(t, width);
	ir_compute(IRF_ROTL, width, s, (const uint64_t *[]){a, t});
	ir_compute(IRF_ROTR, width, s, (const uint64_t *[]){s, t});
	assert_memory_equal(s, a, size);
	ir_compute(IRF_BITREVERSE, width, s, (const uint64_t *[]){a});
	ir_compute(IRF_CTLZ, width, q, (const uint64_t *[]){a});
	ir_compute(IRF_CTTZ, width, r, (const uint64_t *[]){s});
	assert_memory_equal(q, r, size);
	if (width == IRF_WIDTH_MAX)
		return;
	ir_sext(s, width + 1, a, width);
	ir_slice(t, width, s, width + 1, 0);
	assert_memory_equal(t, a, size);
}

static void wide_numbers_keep_the_laws_of_arithmetic(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 6);
	for (int i = 0; i < 4000; i++)
		check_wide(&random, 65 + (uint32_t)random_below(
						 &random, IRF_WIDTH_MAX - 64));
}

/* ---- bytes ---- */

static uint64_t *zeros(uint64_t words)
{
	return calloc(words + 1, sizeof(uint64_t));
}

/* Runs FN on zeros. */
static void run(const struct irf_fn *fn)
{
	uint64_t *param[IR_PARAMS] = {0}, *given[IR_BUFFERS] = {0};
	uint64_t *buffer[IR_BUFFERS] = {0};
	uint64_t *result = zeros(fn->body.result->type->words);
	uint64_t steps = 0;

	for (uint32_t i = 0; i < fn->param_count; i++)
		param[i] = zeros(fn->param[i]->type->words);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		uint64_t words = (uint64_t)fn->buffer[i].size *
				 ir_words(fn->buffer[i].width);
		given[i] = zeros(words);
		buffer[i] = zeros(words);
	}
	enum irf_status status = irf_eval(fn,
		&(struct irf_args){(const uint64_t *const *)param,
			(const uint64_t *const *)given, 4000},
		&(struct irf_vals){.result = result, .buffer = buffer}, &steps);
	assert_int_not_equal(status, IRF_ERROR);
	assert_true(steps >= fn->body.count || status != IRF_OK);
	for (uint32_t i = 0; i < IR_PARAMS; i++)
		free(param[i]);
	for (uint32_t i = 0; i < IR_BUFFERS; i++) {
		free(given[i]);
		free(buffer[i]);
	}
	free(result);
}

static void any_bytes_are_a_valid_function(void **state)
{
	struct irf_profile profile = {
		.max_width = IRF_WIDTH_MAX, .features = IRF_F_ALL};
	struct random random;
	uint8_t bytes[400];
	char why[200];
	bool was_made[IRF_NOPS] = {false};

	(void)state;
	random_init(&random, 7);
	for (int i = 0; i < STRINGS; i++) {
		size_t length = random_below(&random, sizeof bytes);
		for (size_t j = 0; j < length; j++)
			bytes[j] = (uint8_t)random_next(&random);
		struct irf_fn *fn = irf_decode(bytes, length, &profile);
		if (!ir_check(fn, why, sizeof why))
			fail_msg("%s\n%s", why, irf_print(fn));
		run(fn);
		for (uint32_t j = 0; j < fn->body.count; j++)
			was_made[fn->body.node[j]->op] = true;
		irf_free(fn);
	}
	for (unsigned op = 0; op < IRF_NOPS; op++)
		if (op != IRF_INDEX && op != IRF_CARRY)
			assert_true(was_made[op]);
}

/* FN's text says FN, and so do its bytes, if it can be written as bytes. */
static bool check_round_trips(
	const struct irf_fn *fn, const struct irf_profile *profile)
{
	char why[200], *text = irf_print(fn);
	uint8_t *bytes;
	struct irf_fn *parsed = irf_parse(text, why, sizeof why);

	if (!parsed)
		fail_msg("%s\n%s", why, text);
	char *again = irf_print(parsed);
	assert_string_equal(again, text);
	size_t length = irf_encode(parsed, profile, &bytes);
	free(again);
	if (length) {
		struct irf_fn *decoded = irf_decode(bytes, length, profile);
		again = irf_print(decoded);
		assert_string_equal(again, text);
		free(again);
		irf_free(decoded);
		free(bytes);
	}
	irf_free(parsed);
	free(text);
	return length;
}

static void text_and_bytes_say_the_same(void **state)
{
	struct irf_profile profile = {
		.max_width = IRF_WIDTH_MAX, .features = IRF_F_ALL};
	struct random random;
	uint8_t bytes[300];
	int written = 0;

	(void)state;
	random_init(&random, 9);
	for (int i = 0; i < 1000; i++) {
		size_t length = random_below(&random, sizeof bytes);
		for (size_t j = 0; j < length; j++)
			bytes[j] = (uint8_t)random_next(&random);
		struct irf_fn *fn = irf_decode(bytes, length, &profile);
		written += check_round_trips(fn, &profile);
		irf_free(fn);
	}
	/* The others have more values than an operand can reach. */
	assert_true(written > 950);
}

/* What FN computes on zeros, in one number; 0: it takes too long. */
static uint64_t digest(const struct irf_fn *fn)
{
	uint64_t *param[IR_PARAMS] = {0}, *given[IR_BUFFERS] = {0};
	uint64_t *buffer[IR_BUFFERS] = {0}, hash = 1;
	const struct irf_type *type = fn->body.result->type;
	uint64_t *result = zeros(type->words);

	for (uint32_t i = 0; i < fn->param_count; i++)
		param[i] = zeros(fn->param[i]->type->words);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		uint64_t words = (uint64_t)fn->buffer[i].size *
				 ir_words(fn->buffer[i].width);
		given[i] = zeros(words);
		buffer[i] = zeros(words);
	}
	enum irf_status status = irf_eval(fn,
		&(struct irf_args){(const uint64_t *const *)param,
			(const uint64_t *const *)given, 4000},
		&(struct irf_vals){.result = result, .buffer = buffer}, NULL);
	for (uint32_t i = 0; i < type->words; i++)
		hash = hash * 31 + result[i];
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		if (!fn->buffer[i].is_local)
			hash = hash * 31 + buffer[i][0];
	for (uint32_t i = 0; i < IR_PARAMS; i++)
		free(param[i]);
	for (uint32_t i = 0; i < IR_BUFFERS; i++) {
		free(given[i]);
		free(buffer[i]);
	}
	free(result);
	return status == IRF_OK ? hash | 1 : 0;
}

static void check_rewrites(const struct irf_fn *fn,
	const struct irf_profile *profile, unsigned *changed)
{
	char why[200];
	uint64_t random = 3;
	struct irf_fn *swept = ir_sweep(fn, true);

	if (!ir_check(swept, why, sizeof why))
		fail_msg("%s", why);
	assert_true(swept->node_count <= fn->node_count);
	if (digest(fn))
		assert_true(digest(fn) == digest(swept));
	irf_free(swept);
	for (unsigned how = 0; how < IR_REWRITES; how++) {
		struct irf_fn *other = ir_rewrite(fn, profile, how, &random);
		if (!other)
			continue;
		if (!ir_check(other, why, sizeof why))
			fail_msg("rewrite %u: %s\n%s", how, why,
				irf_print(other));
		char *old = irf_print(fn), *new = irf_print(other);
		changed[how] += strcmp(old, new) != 0;
		free(old);
		free(new);
		irf_free(other);
	}
}

static void rewrites_are_valid_and_sweeping_keeps_the_meaning(void **state)
{
	struct irf_profile profile = {.max_width = 64, .features = IRF_F_ALL};
	unsigned changed[IR_REWRITES] = {0};
	struct random random;
	uint8_t bytes[200];

	(void)state;
	random_init(&random, 11);
	for (int i = 0; i < 1500; i++) {
		for (size_t j = 0; j < sizeof bytes; j++)
			bytes[j] = (uint8_t)random_next(&random);
		struct irf_fn *fn = irf_decode(bytes, sizeof bytes, &profile);
		check_rewrites(fn, &profile, changed);
		irf_free(fn);
	}
	for (unsigned how = 0; how < IR_REWRITES; how++)
		assert_true(changed[how] > 50);
}

static void check_refusal(const char *text, const char *wanted)
{
	char why[200] = "";

	assert_null(irf_parse(text, why, sizeof why));
	assert_string_equal(why, wanted);
}

static void text_that_is_wrong_is_refused_with_a_reason(void **state)
{
	(void)state;
	check_refusal("", "line 1: \"%\" is missing before \"\"");
	check_refusal(
		"%0 = plus i8 %1\n", "line 1: there is no operation \"plus\"");
	check_refusal("%0 = param i8\n%1 = add i8 %0, %7\n",
		"line 2: %7 is not known here");
	check_refusal("%0 = param i8\n%1 = add i8 %0\nresult %1\n",
		"line 2: add has 2 operands, not 1");
	check_refusal("%0 = const i4 0x1f\nresult %0\n",
		"line 1: 0x1f is wider than i4");
	check_refusal("%0 = param i2000\nresult %0\n",
		"line 1: 2000 is not between 1 and 1024");
	check_refusal("%0 = param i8\n%1 = zext i4 %0\nresult %1\n",
		"%1 = zext: the result must be wider");
	check_refusal("%0 = param i8\n%1 = load i8 @0 %0\nresult %1\n",
		"%1 = load: there is no buffer @0");
}

static void no_bytes_are_a_function_too(void **state)
{
	struct irf_profile profile = {.features = IRF_F_ALL};
	struct irf_fn *fn = irf_decode(NULL, 0, &profile);
	char *text = irf_print(fn);

	(void)state;
	assert_string_equal(text, "%0 = const i8 0x0\nresult %0\n");
	free(text);
	irf_free(fn);
}

/* ---- what a target sees ---- */

static void *count_phases(void *arg, const struct irf_node *node,
	enum irf_phase phase, void *const *operand, unsigned count)
{
	unsigned *seen = arg;

	seen[phase]++;
	for (unsigned i = 0; i < count; i++)
		assert_non_null(operand[i]);
	if (phase == IRF_NODE || phase == IRF_OPEN)
		assert_int_equal(count, node->operand_count);
	return (void *)(uintptr_t)(node->id + 1);
}

static unsigned count_nodes(const struct irf_region *region, bool wants_parts)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		count += wants_parts == (node->region[0] != NULL);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			count += count_nodes(node->region[j], wants_parts);
	}
	return count;
}

static void a_walk_meets_operands_first_and_each_node_once(void **state)
{
	struct irf_profile profile = {.features = IRF_F_ALL};
	struct random random;
	uint8_t bytes[200];

	(void)state;
	random_init(&random, 8);
	for (int i = 0; i < 500; i++) {
		unsigned seen[4] = {0};
		for (size_t j = 0; j < sizeof bytes; j++)
			bytes[j] = (uint8_t)random_next(&random);
		struct irf_fn *fn = irf_decode(bytes, sizeof bytes, &profile);
		void *result = irf_lower_walk(seen, fn, count_phases);
		assert_int_equal((uintptr_t)result, fn->body.result->id + 1);
		assert_int_equal(seen[IRF_NODE], count_nodes(&fn->body, false));
		assert_int_equal(seen[IRF_OPEN], count_nodes(&fn->body, true));
		assert_int_equal(seen[IRF_CLOSE], seen[IRF_OPEN]);
		irf_free(fn);
	}
}

static void vectors_get_shorter(void **state)
{
	static const char text[] = "%0 = param <4 x i8>\n%1 = param i8\n"
				   "%2 = const <4 x i8> {0x1, 0x2, 0x3, 0x4}\n"
				   "%3 = add <4 x i8> %0, %2\n"
				   "%4 = make <4 x i8> %1, %1, %1, %1\n"
				   "%5 = sub <4 x i8> %3, %4\n"
				   "result %5\n";
	char why[200];
	struct irf_fn *fn = irf_parse(text, why, sizeof why);
	struct irf_fn *half = ir_halve_vectors(fn, 4);
	char *now = irf_print(half);

	(void)state;
	assert_true(ir_check(half, why, sizeof why));
	assert_string_equal(now, "%0 = param <2 x i8>\n%1 = param i8\n"
				 "%2 = const <2 x i8> {0x1, 0x2}\n"
				 "%3 = add <2 x i8> %0, %2\n"
				 "%4 = make <2 x i8> %1, %1\n"
				 "%5 = sub <2 x i8> %3, %4\n"
				 "result %5\n");
	assert_null(ir_halve_vectors(fn, 3));
	free(now);
	irf_free(half);
	irf_free(fn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vectors_get_shorter),
		cmocka_unit_test(numbers_are_as_the_machine_computes_them),
		cmocka_unit_test(wide_numbers_keep_the_laws_of_arithmetic),
		cmocka_unit_test(any_bytes_are_a_valid_function),
		cmocka_unit_test(text_and_bytes_say_the_same),
		cmocka_unit_test(text_that_is_wrong_is_refused_with_a_reason),
		cmocka_unit_test(
			rewrites_are_valid_and_sweeping_keeps_the_meaning),
		cmocka_unit_test(no_bytes_are_a_function_too),
		cmocka_unit_test(
			a_walk_meets_operands_first_and_each_node_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
