/* SPDX-License-Identifier: MIT
 * Children of an input for libFuzzer and AFL++. Both see bytes; here the generator
 * runs on them first, and one of its streams is changed by its spans. */
#include "config.h"

#include "fuzz-perf/generate/runs.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/generate/spans.h"

#define MUTATED_SPANS 4096
#define SPAN_TRIES    8	 /* changes that may not fit what there is */
#define TAIL_BYTES    64 /* at most, random ones where a stream ends */

size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *out, size_t limit,
	unsigned seed);
void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *mutator, uint8_t *data, size_t size, uint8_t **out,
	uint8_t *other, size_t other_size, size_t limit);
void afl_custom_deinit(void *mutator);

/* libFuzzer has it. */
extern size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit)
	__attribute__((weak));

/* What a run took of an input. */
struct mutator_drawn {
	struct parameters parameters;
	uint8_t *bytes; /* of its streams */
	struct parameters_span span[GEN_SPANS];
	uint32_t span_count;
};

static struct {
	struct isolate *isolate;
	size_t capacity; /* bytes that a run may draw */
	struct mutator_drawn drawn[2];
	uint8_t *changed;
	struct parameters_span span[2][MUTATED_SPANS];
} mutator;

static bool mutator_set_capacity(size_t capacity)
{
	static const struct gen_property property = {
		.name = "target", .run = gen_target_run, .timeout_ms = 5000};

	if (mutator.isolate && capacity <= mutator.capacity)
		return true;
	if (mutator.isolate)
		isolate_free(mutator.isolate);
	mutator.isolate = isolate_new(&property, capacity);
	mutator.capacity = capacity;
	for (int i = 0; i < 2; i++)
		mutator.drawn[i].bytes =
			gen_memory(mutator.drawn[i].bytes, capacity);
	mutator.changed = gen_memory(mutator.changed, capacity);
	return mutator.isolate;
}

static void mutator_draw(
	struct mutator_drawn *drawn, const uint8_t *data, size_t size)
{
	struct parameters input;

	parameters_read(&input, data, size);
	struct gen_record *record =
		isolate_run(mutator.isolate, &input, UINT32_MAX);
	gen_record_parameters(record, &drawn->parameters, drawn->bytes);
	drawn->span_count = record->span_count;
	memcpy(drawn->span, record->span,
		record->span_count * sizeof *record->span);
}

/* Stream NAME of OTHER, for spans that are taken from it. */
static void mutator_take_other(struct span_edit *edit,
	const struct mutator_drawn *other, const char *name)
{
	for (unsigned i = 0; i < other->parameters.count; i++) {
		const struct parameters_stream *stream =
			&other->parameters.stream[i];
		if (strcmp(stream->name, name) != 0)
			continue;
		edit->other = stream->bytes;
		edit->other_length = stream->length;
		edit->other_span = mutator.span[1];
		edit->other_count =
			spans_of_stream(other->span, other->span_count, i,
				stream->length, mutator.span[1], MUTATED_SPANS);
	}
}

static bool mutator_change_spans(struct span_edit *edit, bool splices)
{
	if (splices && spans_change(edit, SPAN_SPLICE))
		return true;
	for (int i = 0; i < SPAN_TRIES; i++) {
		enum span_change change =
			(enum span_change)(edit->random >> 32) % SPAN_CHANGES;
		if (spans_change(edit, change))
			return true;
		edit->random++;
	}
	return false;
}

/* Random bytes where a stream ends, as while `retread fuzz` searches. They are
 * written out: a file of one stream stays free of a head, which bytes that these
 * fuzzers change themselves would damage. */
static void mutator_add_tail(struct span_edit *edit)
{
	size_t capacity = edit->limit - edit->length;
	uint64_t random = parameters_hash(edit->random, "tail", 4);
	size_t tail = random % (TAIL_BYTES + 1);

	for (size_t i = 0; i < tail && i < capacity; i++)
		edit->bytes[edit->length++] = parameters_extend(random, "", i);
}

/* Changes one stream of DRAWN; OTHER may be NULL. */
static void mutator_change(struct mutator_drawn *drawn,
	const struct mutator_drawn *other, size_t limit, uint64_t random)
{
	unsigned which = (unsigned)(random / 64 % drawn->parameters.count);
	struct parameters_stream *stream = &drawn->parameters.stream[which];
	struct span_edit edit = {.bytes = mutator.changed,
		.length = stream->length < limit ? stream->length : limit,
		.limit = limit,
		.span = mutator.span[0],
		.random = parameters_hash(random, "", 1)};

	if (edit.length)
		memcpy(edit.bytes, stream->bytes, edit.length);
	edit.count = spans_of_stream(drawn->span, drawn->span_count, which,
		edit.length, mutator.span[0], MUTATED_SPANS);
	if (other)
		mutator_take_other(&edit, other, stream->name);
	bool wants_bytes = LLVMFuzzerMutate && !other && random & 1;
	if ((wants_bytes || !mutator_change_spans(&edit, other)) &&
		LLVMFuzzerMutate)
		edit.length = LLVMFuzzerMutate(edit.bytes, edit.length, limit);
	mutator_add_tail(&edit);
	stream->bytes = edit.bytes;
	stream->length = edit.length;
}

/* Writes a child to TO and returns its length, 0 if there is none. */
static size_t mutator_make_child(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *to, size_t limit,
	uint64_t random)
{
	size_t most = other && other_size > size ? other_size : size;

	if (!mutator_set_capacity(
		    (most > limit ? most : limit) + GEN_ROOM_BYTES))
		return 0;
	mutator_draw(&mutator.drawn[0], data, size);
	if (other)
		mutator_draw(&mutator.drawn[1], other, other_size);
	mutator_change(&mutator.drawn[0], other ? &mutator.drawn[1] : NULL,
		limit, random);
	size_t written =
		parameters_write(&mutator.drawn[0].parameters, to, limit);
	return written <= limit ? written : 0;
}

/* ---- libFuzzer ---- */

size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed)
{
	uint64_t random = parameters_hash(seed, &size, sizeof size);
	size_t made =
		mutator_make_child(data, size, NULL, 0, data, limit, random);

	return made ? made : size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *out, size_t limit,
	unsigned seed)
{
	uint64_t random = parameters_hash(seed, &size, sizeof size);

	return mutator_make_child(
		data, size, other, other_size, out, limit, random);
}

/* ---- AFL++: a library that AFL_CUSTOM_MUTATOR_LIBRARY names ---- */

struct afl_mutator {
	uint64_t random;
	uint8_t *out;
	size_t capacity;
};

void *afl_custom_init(void *afl, unsigned seed)
{
	struct afl_mutator *own = gen_memory(NULL, sizeof *own);

	(void)afl;
	*own = (struct afl_mutator){.random = seed};
	return own;
}

size_t afl_custom_fuzz(void *mutator_of_ours, uint8_t *data, size_t size,
	uint8_t **out, uint8_t *other, size_t other_size, size_t limit)
{
	struct afl_mutator *own = mutator_of_ours;

	if (limit > own->capacity)
		own->out = gen_memory(own->out, own->capacity = limit);
	own->random = parameters_hash(own->random, &size, sizeof size);
	bool splices = other && own->random >> 20 & 1;
	size_t made = mutator_make_child(data, size, splices ? other : NULL,
		other_size, own->out, limit, own->random);
	*out = made ? own->out : data;
	return made ? made : size;
}

void afl_custom_deinit(void *mutator_of_ours)
{
	struct afl_mutator *own = mutator_of_ours;

	free(own->out);
	free(own);
}
