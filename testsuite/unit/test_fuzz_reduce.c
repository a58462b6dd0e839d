/* SPDX-License-Identifier: MIT
 * Reduction of bytes: of 100 random texts, with five kinds of what must be kept, nothing can be
 * left out of the result, as trying each span shows. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/search/reduce.h"
#include "lib/error.h"
#include "lib/random.h"

#define TEXT_MAX 400

/* NEEDLE is what a text must have, KIND how. */
struct wanted {
	unsigned kind;
	uint8_t needle[8];
	size_t length;
};

/* The needle's bytes in order, with others between them. */
static size_t count_in_order(
	const struct wanted *wanted, const uint8_t *text, size_t length)
{
	size_t found = 0;

	for (size_t i = 0; i < length && found < wanted->length; i++)
		found += text[i] == wanted->needle[found];
	return found;
}

/* A bracket's depth at the deepest. */
static unsigned count_depth(const uint8_t *text, size_t length)
{
	int depth = 0, deepest = 0;

	for (size_t i = 0; i < length; i++) {
		depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
		if (depth > deepest)
			deepest = depth;
	}
	return (unsigned)deepest;
}

static bool is_wanted(
	const struct wanted *wanted, const uint8_t *text, size_t length)
{
	size_t pairs = 0;

	switch (wanted->kind) {
	case 0:
		return memmem(text, length, wanted->needle, wanted->length);
	case 1:
		return count_in_order(wanted, text, length) == wanted->length;
	case 2:
		return count_depth(text, length) >= wanted->length;
	case 3: /* as many bytes of two kinds: neither goes alone */
		for (size_t i = 0; i < length; i++)
			pairs += text[i] == wanted->needle[0];
		for (size_t i = 0; i < length; i++)
			pairs -= text[i] == wanted->needle[1];
		return !pairs && memchr(text, wanted->needle[0], length);
	default: /* a cost: length times the number of one byte */
		for (size_t i = 0; i < length; i++)
			pairs += text[i] == wanted->needle[0];
		return pairs * length >= 40 * wanted->length;
	}
}

static int judge_texts(void *context, const struct reduce *reduce,
	const struct reduce_edit *edit, unsigned count, bool *is_over,
	struct error *err)
{
	uint8_t text[TEXT_MAX];

	(void)is_over;
	(void)err;
	for (unsigned i = 0; i < count; i++)
		if (is_wanted(context, text,
			    reduce_apply(reduce, &edit[i], text)))
			return (int)i;
	return (int)count;
}

static void make_text(
	struct random *random, struct wanted *wanted, uint8_t *text)
{
	static const char letters[] = "abc() \n0";

	do {
		wanted->length = 2 + random_below(random, 6);
		for (size_t i = 0; i < sizeof wanted->needle; i++)
			wanted->needle[i] =
				(uint8_t)letters[random_below(random, 8)];
		for (size_t i = 0; i < TEXT_MAX; i++)
			text[i] = (uint8_t)letters[random_below(random, 8)];
		if (wanted->kind == 0)
			memcpy(text + random_below(random, TEXT_MAX - 8),
				wanted->needle, wanted->length);
	} while (!is_wanted(wanted, text, TEXT_MAX));
}

static void check_spans(
	const struct wanted *wanted, const struct reduce *reduce)
{
	uint8_t less[TEXT_MAX];

	assert_true(is_wanted(wanted, reduce->best, reduce->length));
	for (uint32_t at = 0; at < reduce->length; at++)
		for (uint32_t size = 1;
			size <= REDUCE_SPAN_MAX && at + size <= reduce->length;
			size++) {
			const struct reduce_edit edit = {
				.at = at, .size = size};
			assert_false(is_wanted(wanted, less,
				reduce_apply(reduce, &edit, less)));
		}
}

static void leaves_nothing_out(void **state)
{
	struct random random;
	struct error err = {{0}};
	bool is_minimal;

	(void)state;
	random_init(&random, 1);
	for (unsigned i = 0; i < 100; i++) {
		struct wanted wanted = {.kind = i % 5};
		uint8_t text[TEXT_MAX];
		make_text(&random, &wanted, text);
		struct reduce reduce = {.best = text,
			.length = TEXT_MAX,
			.judge = judge_texts,
			.context = &wanted,
			.batch_max = 1 + i % 64};
		assert_int_equal(reduce_bytes(&reduce, &is_minimal, &err), 0);
		assert_true(is_minimal);
		check_spans(&wanted, &reduce);
	}
}

static int judge_no_time(void *context, const struct reduce *reduce,
	const struct reduce_edit *edit, unsigned count, bool *is_over,
	struct error *err)
{
	*is_over = true;
	return judge_texts(context, reduce, edit, count, is_over, err);
}

static void stops_when_time_is_up(void **state)
{
	struct wanted wanted = {.kind = 1, .needle = "ab", .length = 2};
	uint8_t text[] = "a0000000b";
	struct reduce reduce = {.best = text,
		.length = sizeof text - 1,
		.judge = judge_no_time,
		.context = &wanted,
		.batch_max = 4};
	struct error err = {{0}};
	bool is_minimal;

	(void)state;
	assert_int_equal(reduce_bytes(&reduce, &is_minimal, &err), 0);
	assert_false(is_minimal);
	assert_true(is_wanted(&wanted, reduce.best, reduce.length));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_nothing_out),
		cmocka_unit_test(stops_when_time_is_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
