/* SPDX-License-Identifier: MIT
 * Decodes random byte strings (10^6), checks each function against <retread/ir.h>,
 * computes it, writes it as text and bytes and reads these again.
 *
 *	cc -O2 -Ibuild -I. bench/ir/strings.c build/libexec/retread/libretread-ir.a \
 *		build/libexec/retread/libretread-gen.a -lm -o strings && ./strings
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "fuzz-perf/ir/functions.h"

static uint64_t state = 1;

static uint64_t draw(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* On zeros. */
static enum irf_status run(const struct irf_fn *fn)
{
	uint64_t *param[IR_PARAMS], *given[IR_BUFFERS], *buffer[IR_BUFFERS];
	uint64_t *result = calloc(fn->body.result->type->words + 1, 8);

	for (uint32_t i = 0; i < fn->param_count; i++)
		param[i] = calloc(fn->param[i]->type->words + 1, 8);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		size_t words = fn->buffer[i].size * ir_words(fn->buffer[i].width);
		given[i] = calloc(words, 8);
		buffer[i] = calloc(words, 8);
	}
	enum irf_status status = irf_eval(fn,
		&(struct irf_args){(const uint64_t *const *)param,
			(const uint64_t *const *)given, 4000},
		&(struct irf_vals){.result = result, .buffer = buffer}, NULL);
	for (uint32_t i = 0; i < fn->param_count; i++)
		free(param[i]);
	for (uint32_t i = 0; i < fn->buffer_count; i++) {
		free(given[i]);
		free(buffer[i]);
	}
	free(result);
	return status;
}

/* 0: not written, 1: the same again, -1: another one */
static int round_trip(const struct irf_fn *fn, const struct irf_profile *profile)
{
	char why[200], *text = irf_print(fn), *again;
	struct irf_fn *parsed = irf_parse(text, why, sizeof why);
	uint8_t *bytes = NULL;
	int result = -1;

	if (parsed) {
		size_t length = irf_encode(parsed, profile, &bytes);
		struct irf_fn *decoded = irf_decode(bytes, length, profile);
		again = irf_print(decoded);
		result = !length ? 0 : strcmp(text, again) == 0 ? 1 : -1;
		free(again);
		irf_free(decoded);
		irf_free(parsed);
	}
	free(bytes);
	free(text);
	return result;
}

int main(int argc, char **argv)
{
	long strings = argc > 1 ? atol(argv[1]) : 1000000;
	long invalid = 0, fuel = 0, written = 0, differ = 0, tried = 0;
	uint64_t nodes = 0;
	struct irf_profile profile = {
		.max_width = IRF_WIDTH_MAX, .features = IRF_F_ALL};
	struct rusage usage;
	uint8_t bytes[512];
	char why[200];
	long early = 0;

	for (long i = 0; i < strings; i++) {
		size_t length = draw() % sizeof bytes;
		for (size_t j = 0; j < length; j++)
			bytes[j] = (uint8_t)draw();
		struct irf_fn *fn = irf_decode(bytes, length, &profile);
		invalid += !ir_check(fn, why, sizeof why);
		fuel += run(fn) == IRF_FUEL;
		nodes += fn->node_count;
		if (i % 10 == 0) {
			int same = round_trip(fn, &profile);
			tried++;
			written += same == 1;
			differ += same < 0;
		}
		irf_free(fn);
		if (i == strings / 10) {
			getrusage(RUSAGE_SELF, &usage);
			early = usage.ru_maxrss;
		}
	}
	getrusage(RUSAGE_SELF, &usage);
	printf("%ld strings, %.1f nodes on average: %ld invalid, %ld out of fuel\n",
		strings, (double)nodes / (double)strings, invalid, fuel);
	printf("%ld of %ld written as bytes and read again, %ld of them differ\n",
		written, tried, differ);
	printf("memory: %ld KiB after a tenth, %ld KiB at the end; %.0f s\n", early,
		usage.ru_maxrss, (double)clock() / CLOCKS_PER_SEC);
	return invalid || differ;
}
