/* SPDX-License-Identifier: MIT
 * Tests of a kernel: from bytes of the engine, from text, and back. */
#include "fuzz-perf/hls/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"
#include "lib/random.h"

static void inputs_reserve(struct hls_test *test, size_t input, size_t count)
{
	test->count[input] = count;
	test->number[input] = calloc(count + 1, sizeof(int64_t));
	if (!test->number[input])
		abort();
}

/* Missing bytes read as 0. */
static uint64_t inputs_take(const uint8_t **data, size_t *size, size_t bytes)
{
	uint64_t number = 0;
	size_t there = bytes < *size ? bytes : *size;

	memcpy(&number, *data, there);
	*data += there;
	*size -= there;
	return number;
}

/* NUMBER of the engine as one from MIN to MAX: itself if it is one. */
static int64_t inputs_fold(
	uint64_t number, const struct retread_hls_input *type)
{
	uint64_t span = (uint64_t)type->max - (uint64_t)type->min + 1;
	unsigned unused = 64 - 8 * type->bytes;
	int64_t whole = type->is_signed ? (int64_t)(number << unused) >> unused
					: (int64_t)number;

	if (whole >= type->min && whole <= type->max)
		return whole;
	return (int64_t)((uint64_t)type->min +
			 (span == 0 ? number : number % span));
}

/* Of which there are several, and so a number in a test. */
static bool inputs_has_calls(void)
{
	return retread_hls_kernel.calls_max > retread_hls_kernel.calls_min;
}

static void inputs_begin(struct hls_test *test)
{
	memset(test, 0, sizeof(*test));
	test->calls = retread_hls_kernel.calls_min;
}

void test_decode(struct hls_test *test, const uint8_t *data, size_t size)
{
	inputs_begin(test);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		const struct retread_hls_input *type =
			&retread_hls_kernel.input[i];
		uint64_t span = type->count_max - type->count_min + 1;
		uint64_t count = type->count_min;
		if (span > 1)
			count += inputs_take(&data, &size, 2) % span;
		inputs_reserve(test, i, count);
		for (size_t j = 0; j < count; j++)
			test->number[i][j] = inputs_fold(
				inputs_take(&data, &size, type->bytes), type);
	}
	if (inputs_has_calls())
		test->calls += inputs_take(&data, &size, 1) %
			       (retread_hls_kernel.calls_max -
				       retread_hls_kernel.calls_min + 1);
	if (sim_has_tasks())
		test->schedule = (unsigned)inputs_take(&data, &size, 1);
}

/*--- at random ---*/

/* 0 to SPAN - 1: half of them small, so that each length of number is as likely. */
static uint64_t inputs_random_below(uint64_t *seed, uint64_t span)
{
	uint64_t number = random_mix(seed), bits = random_mix(seed);

	if (bits & 1)
		number &= UINT64_MAX >> (bits >> 1) % 64;
	return span == 0 ? number : number % span;
}

/* Below NARROW, or that with a sign, if the range has it. */
static int64_t random_number(
	uint64_t *seed, uint64_t narrow, const struct retread_hls_input *type)
{
	uint64_t number = inputs_random_below(seed, narrow);
	int64_t whole = (int64_t)number;

	if (type->min < 0 && random_mix(seed) & 1)
		whole = -whole;
	if (whole >= type->min && whole <= type->max)
		return whole;
	return (int64_t)((uint64_t)type->min + number);
}

void test_random(struct hls_test *test, uint64_t *seed)
{
	inputs_begin(test);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		const struct retread_hls_input *type =
			&retread_hls_kernel.input[i];
		uint64_t span = (uint64_t)type->max - (uint64_t)type->min + 1;
		/* An input whose numbers are all small is as likely as not. */
		uint64_t narrow = inputs_random_below(seed, span) + 1;
		inputs_reserve(test, i,
			type->count_min +
				inputs_random_below(seed,
					type->count_max - type->count_min + 1));
		for (size_t j = 0; j < test->count[i]; j++)
			test->number[i][j] = random_number(seed, narrow, type);
	}
	if (inputs_has_calls())
		test->calls += inputs_random_below(
			seed, retread_hls_kernel.calls_max -
				      retread_hls_kernel.calls_min + 1);
}

/*--- to bytes and text ---*/

static void inputs_put(uint8_t *data, size_t capacity, size_t *at,
	uint64_t number, size_t bytes)
{
	if (*at + bytes <= capacity)
		memcpy(data + *at, &number, bytes);
	*at += bytes;
}

size_t test_encode(const struct hls_test *test, uint8_t *data, size_t capacity)
{
	size_t at = 0;

	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		const struct retread_hls_input *type =
			&retread_hls_kernel.input[i];
		if (type->count_max > type->count_min)
			inputs_put(data, capacity, &at,
				test->count[i] - type->count_min, 2);
		for (size_t j = 0; j < test->count[i]; j++)
			inputs_put(data, capacity, &at,
				(uint64_t)test->number[i][j], type->bytes);
	}
	if (inputs_has_calls())
		inputs_put(data, capacity, &at,
			test->calls - retread_hls_kernel.calls_min, 1);
	if (sim_has_tasks())
		inputs_put(data, capacity, &at, test->schedule, 1);
	return at < capacity ? at : capacity;
}

static int inputs_refuse(
	char *why, size_t capacity, const char *what, const char *name)
{
	snprintf(why, capacity, "%s %s", what, name);
	return -1;
}

/* The numbers after NAME: in LINE. */
static int read_numbers(struct hls_test *test, uint32_t input, const char *text,
	char *why, size_t capacity)
{
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];
	size_t count = 0;

	inputs_reserve(test, input, type->count_max);
	for (;;) {
		char *end;
		int64_t number;
		errno = 0;
		number = strtoll(text, &end, 0);
		if (end == text)
			break;
		if (errno != 0 || number < type->min || number > type->max)
			return inputs_refuse(why, capacity,
				"a number is outside of the range of",
				type->name);
		if (count == type->count_max)
			return inputs_refuse(why, capacity,
				"too many numbers for", type->name);
		test->number[input][count++] = number;
		text = end;
	}
	if (text[strspn(text, " \t\r\n")] != '\0')
		return inputs_refuse(
			why, capacity, "not a number in", type->name);
	if (count < type->count_min)
		return inputs_refuse(
			why, capacity, "too few numbers for", type->name);
	test->count[input] = count;
	return 0;
}

/* The number in TEXT, from LEAST to MOST. */
static int read_one(unsigned *number, const char *text, unsigned least,
	unsigned most, char *why, size_t capacity)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (end == text || end[strspn(end, " \t\r\n")] != '\0' ||
		value < least || value > most) {
		snprintf(why, capacity, "one number from %u to %u, not%s",
			least, most, text);
		return -1;
	}
	*number = (unsigned)value;
	return 0;
}

static int inputs_read_line(
	struct hls_test *test, char *line, char *why, size_t capacity)
{
	char *colon = strchr(line, ':');

	if (line[strspn(line, " \t\r\n")] == '\0' || *line == '#')
		return 0;
	if (!colon)
		return inputs_refuse(why, capacity,
			"a line needs NAME: NUMBER..., not", line);
	*colon = '\0';
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		if (strcmp(retread_hls_kernel.input[i].name, line) != 0)
			continue;
		if (test->number[i])
			return inputs_refuse(
				why, capacity, "there are two lines for", line);
		return read_numbers(test, i, colon + 1, why, capacity);
	}
	if (inputs_has_calls() && strcmp(line, "calls") == 0)
		return read_one(&test->calls, colon + 1,
			retread_hls_kernel.calls_min,
			retread_hls_kernel.calls_max, why, capacity);
	if (sim_has_tasks() && strcmp(line, "schedule") == 0)
		return read_one(&test->schedule, colon + 1, 0, UINT8_MAX, why,
			capacity);
	return inputs_refuse(why, capacity, "the kernel has no input", line);
}

int test_read(
	struct hls_test *test, const char *path, char *why, size_t capacity)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t length = 0;
	int result = 0;

	inputs_begin(test);
	if (!in)
		return inputs_refuse(
			why, capacity, "cannot read it:", strerror(errno));
	while (result == 0 && getline(&line, &length, in) >= 0)
		result = inputs_read_line(test, line, why, capacity);
	for (uint32_t i = 0; result == 0 && i < retread_hls_kernel.inputs; i++)
		if (!test->number[i])
			result = inputs_refuse(why, capacity,
				"there is no line for",
				retread_hls_kernel.input[i].name);
	free(line);
	fclose(in);
	return result;
}

void test_copy(struct hls_test *to, const struct hls_test *from)
{
	*to = *from;
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		inputs_reserve(to, i, from->count[i]);
		memcpy(to->number[i], from->number[i],
			from->count[i] * sizeof(int64_t));
	}
}

void test_release(struct hls_test *test)
{
	for (size_t i = 0; i < INPUTS_MAX; i++)
		free(test->number[i]);
}
