/* SPDX-License-Identifier: MIT
 * retread_generate() as a fuzz target: for `retread fuzz`, libFuzzer and AFL++.
 * What makes children for the latter two is in mutator.c. */
#include "config.h"

#include "fuzz-perf/generate/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/generate/runs.h"

#define MAXIMA 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed);

/* Not every target can. */
extern size_t retread_encode(const char *text, size_t length, uint8_t *to,
	size_t capacity) __attribute__((weak));

/* libFuzzer looks for it: a weak reference of its own takes nothing out of an
 * archive, so it comes with this object. */
size_t (*const gen_mutator)(
	uint8_t *, size_t, size_t, unsigned) = LLVMFuzzerCustomMutator;

/* Of the runtime. */
struct retread_domain;
extern bool retread_assume(bool condition) __attribute__((weak));
extern struct retread_domain *retread_domain_new(const char *name,
	uint32_t keys, uint64_t (*reduce)(uint64_t, uint64_t), uint64_t initial)
	__attribute__((weak));
extern uint64_t retread_reduce_maximum(uint64_t a, uint64_t value)
	__attribute__((weak));
extern void retread_domain_maximize(struct retread_domain *domain, uint32_t key,
	uint64_t value) __attribute__((weak));

static struct {
	struct gen_run run;
	uint8_t *taken; /* streams of the last run */
	size_t capacity;
	size_t longest; /* input of the fuzzer; 0: it does not say */
	bool is_asked;	/* what it was started for */
	struct retread_domain *domain;
} target;

static void generate_set_capacity(size_t capacity)
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

int gen_target_run(struct gen *g, void *argument)
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
		limit = size + GEN_ROOM_BYTES;
	generate_set_capacity(limit > size ? limit : size);
	target.run.limit = (uint32_t)limit;
}

static struct gen_property property_of_target(void)
{
	return (struct gen_property){
		.name = "target", .run = gen_target_run, .timeout_ms = 5000};
}

/* ---- instead of a run: for `retread gen` and `retread shrink` ---- */

static int write_out(const uint8_t *bytes, size_t length)
{
	const char *path = getenv(RETREAD_GEN_OUT);

	if (!path || gen_file_write(path, bytes, length)) {
		fprintf(stderr, "%s cannot be written\n", path ? path : "");
		return RETREAD_GEN_NOT_WRITTEN;
	}
	printf("%s: %zu bytes\n", path, length);
	return RETREAD_GEN_DONE;
}

static int generate_show(const struct parameters *input, size_t size)
{
	static const char *const ends[] = {"valid", "discarded", "failed"};
	char why[GEN_TEXT];

	setvbuf(stdout, NULL, _IOLBF, 0);
	int verdict = gen_run_and_tell(input, size + GEN_ROOM_BYTES,
		gen_target_run, NULL, stdout, why);
	printf("%s%s%s\n", ends[verdict], *why ? ": " : "", why);
	return RETREAD_GEN_DONE;
}

/* What the environment says in VARIABLE, times UNIT. */
static unsigned generate_limit(const char *variable, unsigned unit)
{
	const char *text = getenv(variable);
	unsigned long value = text ? strtoul(text, NULL, 10) : 0;

	return value && value < UINT32_MAX / unit ? (unsigned)value * unit
						  : UINT32_MAX;
}

static int generate_shrink(const struct parameters *input, size_t size)
{
	const struct gen_property property = property_of_target();
	const struct shrink_limits limits = {
		generate_limit(RETREAD_GEN_RUNS, 1),
		generate_limit(RETREAD_GEN_SECONDS, 1000)};
	struct isolate *isolate = isolate_new(&property, size + GEN_ROOM_BYTES);
	uint8_t *bytes;
	size_t length;

	if (!isolate)
		return RETREAD_GEN_NOT_WRITTEN;
	struct gen_record *record = isolate_run(isolate, input, UINT32_MAX);
	if (record->verdict != GEN_FAIL)
		return RETREAD_GEN_NO_FAILURE;
	unsigned used = gen_shrink(
		isolate, input, record->identity, &limits, &bytes, &length);
	printf("%u runs made %zu bytes %zu\n", used, size, length);
	int status = write_out(bytes, length);
	parameters_read((struct parameters *)input, bytes, length);
	printf("it fails: %s\n", isolate_run(isolate, input, UINT32_MAX)->text);
	fflush(stdout);
	isolate_tell(isolate, input);
	isolate_free(isolate);
	free(bytes);
	return status;
}

static int generate_encode(const uint8_t *text, size_t size)
{
	size_t capacity = 64 * size + GEN_ROOM_BYTES;

	if (!retread_encode)
		return RETREAD_GEN_NO_ENCODER;
	uint8_t *bytes = gen_memory(NULL, capacity);
	char *copy = gen_memory(NULL, size + 1);
	if (size)
		memcpy(copy, text, size);
	copy[size] = '\0';
	size_t length = retread_encode(copy, size, bytes, capacity);
	int status = length && length <= capacity ? write_out(bytes, length)
						  : RETREAD_GEN_NO_FAILURE;
	free(copy);
	free(bytes);
	return status;
}

/* Ends the process if it was started for something else than running inputs. */
static void obey(const uint8_t *data, size_t size)
{
	const char *wish = getenv(RETREAD_GEN_WISH);
	struct parameters input;

	target.is_asked = true;
	if (!wish)
		return;
	unsetenv(RETREAD_GEN_WISH);
	parameters_read(&input, data, size);
	int status = !strcmp(wish, RETREAD_GEN_SHOW)
			     ? generate_show(&input, size)
		     : !strcmp(wish, RETREAD_GEN_SHRINK)
			     ? generate_shrink(&input, size)
			     : generate_encode(data, size);
	fflush(NULL);
	_exit(status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parameters input;

	if (!target.is_asked)
		obey(data, size);
	set_limit(size);
	parameters_read(&input, data, size);
	switch (gen_run_once(&target.run, &input, gen_target_run, NULL)) {
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

size_t retread_gen_taken(uint8_t *to, size_t capacity)
{
	struct parameters taken;

	gen_record_parameters(target.run.record, &taken, target.taken);
	size_t size = parameters_write(&taken, to, capacity);
	return size <= capacity ? size : SIZE_MAX;
}

uint32_t retread_gen_spans(struct parameters_span *to, uint32_t capacity)
{
	const struct gen_record *record = target.run.record;
	uint32_t count = 0;

	for (uint32_t i = 0; i < record->span_count && count < capacity; i++)
		if (record->span[i].kind == PARAMETERS_SPAN)
			to[count++] = record->span[i];
	return count;
}
