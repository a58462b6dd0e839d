/* SPDX-License-Identifier: MIT
 * retread_generate() as a fuzz target: for `retread fuzz`, libFuzzer and AFL++. */
#include "config.h"

#include "fuzz-perf/generate/target.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/internal.h"
#include "fuzz-perf/generate/spans.h"

#define ROOM_BYTES    4096 /* that a run may draw beyond what it was given */
#define MUTATED_SPANS 4096
#define MAXIMA	      64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed);

/* Of the runtime; libFuzzer has the last one, too. */
struct retread_domain;
extern bool retread_assume(bool condition) __attribute__((weak));
extern struct retread_domain *retread_domain_new(const char *name,
	uint32_t keys, uint64_t (*reduce)(uint64_t, uint64_t), uint64_t initial)
	__attribute__((weak));
extern uint64_t retread_reduce_maximum(uint64_t a, uint64_t value)
	__attribute__((weak));
extern void retread_domain_maximize(struct retread_domain *domain, uint32_t key,
	uint64_t value) __attribute__((weak));
extern size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit)
	__attribute__((weak));

static struct {
	struct gen_run run;
	uint8_t *taken; /* streams of the last run */
	size_t capacity;
	size_t longest; /* input of the fuzzer; 0: it does not say */
	struct retread_domain *domain;
} target;

static void set_capacity(size_t capacity)
{
	if (capacity <= target.capacity)
		return;
	target.capacity = capacity;
	target.run.record = gen_memory(
		target.run.record, gen_record_size((uint32_t)capacity));
	target.run.record->byte_capacity = (uint32_t)capacity;
	target.taken = gen_memory(target.taken, capacity);
}

static void maximize(const char *name, uint64_t value)
{
	retread_domain_maximize(target.domain,
		(uint32_t)parameters_hash(0, name, strlen(name)) % MAXIMA,
		value);
}

/* Domains are registered before the first input. */
__attribute__((constructor)) static void register_domain(void)
{
	if (!retread_domain_new)
		return;
	target.domain =
		retread_domain_new("gen", MAXIMA, retread_reduce_maximum, 0);
	target.run.maximize = maximize;
}

static int generate(struct gen *g, void *argument)
{
	(void)argument;
	return retread_generate(g);
}

/* What a run may draw has room in an input, with the names of streams. */
static void set_limit(size_t size)
{
	size_t head = PARAMETERS_STREAMS * 8;
	size_t limit = target.longest > 2 * head ? target.longest - head
						 : target.longest;

	if (!target.longest)
		limit = size + ROOM_BYTES;
	set_capacity(limit > size ? limit : size);
	target.run.limit = (uint32_t)limit;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parameters input;

	set_limit(size);
	parameters_read(&input, data, size);
	switch (gen_run_once(&target.run, &input, generate, NULL)) {
	case GEN_FAIL:
		fprintf(stderr, "retread_generate failed: %s\n",
			target.run.record->text);
		abort();
	case GEN_DISCARD:
		if (retread_assume)
			retread_assume(false);
		return -1; /* libFuzzer keeps it out of its corpus */
	default:
		return 0;
	}
}

void retread_gen_start(size_t bytes)
{
	target.longest = bytes;
}

size_t retread_gen_taken(uint8_t *to, size_t room)
{
	struct parameters taken;

	gen_record_parameters(target.run.record, &taken, target.taken);
	size_t size = parameters_write(&taken, to, room);
	return size <= room ? size : SIZE_MAX;
}

uint32_t retread_gen_spans(struct parameters_span *to, uint32_t room)
{
	const struct gen_record *record = target.run.record;
	uint32_t count = 0;

	for (uint32_t i = 0; i < record->span_count && count < room; i++)
		if (record->span[i].kind == PARAMETERS_SPAN)
			to[count++] = record->span[i];
	return count;
}
