/* SPDX-License-Identifier: MIT
 * retread_generate() as a fuzz target: for `retread fuzz`, libFuzzer and AFL++. */
#include "config.h"

#include "fuzz-perf/generate/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/generate/internal.h"
#include "fuzz-perf/generate/spans.h"

#define ROOM_BYTES    4096 /* that a run may draw beyond what it was given */
#define MUTATED_SPANS 4096
#define MAXIMA	      64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed);

/* Not every target can. */
extern size_t retread_encode(const char *text, size_t length, uint8_t *to,
	size_t room) __attribute__((weak));

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
	bool is_asked;	/* what it was started for */
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

static struct gen_property property_of_target(void)
{
	return (struct gen_property){
		.name = "target", .run = generate, .timeout_ms = 5000};
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

static int show(const struct parameters *input, size_t size)
{
	static const char *const ends[] = {"valid", "discarded", "failed"};
	char why[GEN_TEXT];

	setvbuf(stdout, NULL, _IOLBF, 0);
	int verdict = gen_run_and_tell(
		input, size + ROOM_BYTES, generate, NULL, stdout, why);
	printf("%s%s%s\n", ends[verdict], *why ? ": " : "", why);
	return RETREAD_GEN_DONE;
}

static int shrink(const struct parameters *input, size_t size)
{
	const struct gen_property property = property_of_target();
	const char *runs = getenv(RETREAD_GEN_RUNS);
	const struct shrink_limits limits = {
		runs ? (unsigned)strtoul(runs, NULL, 10) : 2000, UINT32_MAX};
	struct isolate *isolate = isolate_new(&property, size + ROOM_BYTES);
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

static int encode(const uint8_t *text, size_t size)
{
	size_t room = 64 * size + ROOM_BYTES;

	if (!retread_encode)
		return RETREAD_GEN_NO_ENCODER;
	uint8_t *bytes = gen_memory(NULL, room);
	size_t length = retread_encode((const char *)text, size, bytes, room);
	int status = length && length <= room ? write_out(bytes, length)
					      : RETREAD_GEN_NO_FAILURE;
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
	int status = !strcmp(wish, RETREAD_GEN_SHOW)	 ? show(&input, size)
		     : !strcmp(wish, RETREAD_GEN_SHRINK) ? shrink(&input, size)
							 : encode(data, size);
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

/* ---- for libFuzzer, which looks for it in this object ---- */

/* Spans of STREAM, which SIZE bytes at BYTES are, changed in one way. */
static size_t change_stream(const struct gen_record *record, unsigned stream,
	uint8_t *bytes, size_t size, size_t limit, uint64_t random)
{
	static struct parameters_span span[MUTATED_SPANS];
	struct span_edit edit = {.bytes = bytes,
		.length = size,
		.limit = limit,
		.span = span,
		.random = random};

	edit.count = spans_of_stream(record->span, record->span_count, stream,
		size, span, MUTATED_SPANS);
	if ((random & 1 || !LLVMFuzzerMutate) &&
		spans_change(
			&edit, (enum span_change)(random / 2 % SPAN_CHANGES)))
		return edit.length;
	return LLVMFuzzerMutate ? LLVMFuzzerMutate(bytes, size, limit) : size;
}

/* The same as `retread fuzz` does to an input: one stream is changed, and random
 * bytes come where it ends. */
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed)
{
	static struct isolate *isolate;
	static struct gen_property property;
	uint64_t random = parameters_hash(seed, &size, sizeof size);
	struct parameters input, taken;

	if (!isolate) {
		property = property_of_target();
		isolate = isolate_new(&property, limit + ROOM_BYTES);
	}
	if (!isolate)
		return size;
	parameters_read(&input, data, size);
	struct gen_record *record = isolate_run(isolate, &input, UINT32_MAX);
	uint8_t *bytes = gen_memory(NULL, 2 * (limit + ROOM_BYTES));
	gen_record_parameters(record, &taken, bytes);
	struct parameters_stream *stream =
		&taken.stream[random / 64 % taken.count];
	uint8_t *changed = bytes + limit + ROOM_BYTES;
	if (stream->length > limit)
		stream->length = limit;
	memcpy(changed, stream->bytes, stream->length);
	stream->length =
		change_stream(record, (unsigned)(stream - taken.stream),
			changed, stream->length, limit, random / 4096);
	stream->bytes = changed;
	taken.seed = random % 4 ? random | 1 : 0;
	size_t written = parameters_write(&taken, data, limit);
	free(bytes);
	return written <= limit ? written : size;
}
