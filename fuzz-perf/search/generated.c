/* SPDX-License-Identifier: MIT
 * Children of inputs that a generator draws from: one stream is changed. */
#include "config.h"

#include "fuzz-perf/search/generated.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/generate/spans.h"
#include "fuzz-perf/search/fuzz.h"

#define ZERO_CHANCE  4 /* one child in so many ends in zeros, not random bytes */
#define FIRST_LENGTH 128
#define LENGTH_RUNS  4096 /* between decisions about the length */
#define FEW_FINDS    (LENGTH_RUNS / 128)

struct generated {
	uint8_t *bytes; /* of the stream that is changed */
	struct parameters_span span[2][PERF_SPANS];
	struct {
		char name[PARAMETERS_NAME];
		unsigned rate;
	} rate[PARAMETERS_STREAMS];
	unsigned rate_count;
	size_t length; /* of inputs, at most; 0: not yet decided */
	uint64_t length_execs;
	uint32_t length_inputs; /* of the corpus, when it was last looked at */
};

static int take_rate(
	struct generated *generated, const char *text, struct error *err)
{
	const char *equals = strrchr(text, '=');
	char *end = NULL;
	unsigned long rate = equals ? strtoul(equals + 1, &end, 10) : 0;
	size_t name = equals ? (size_t)(equals - text) : 0;

	if (!name || name >= PARAMETERS_NAME || end == equals + 1 || *end ||
		rate > 1000 || generated->rate_count == PARAMETERS_STREAMS)
		return error_set(err,
			"--stream: \"%s\" is not NAME=N, with N up to 1000",
			text);
	unsigned i = generated->rate_count++;
	if (name != 4 || memcmp(text, "main", 4) != 0)
		memcpy(generated->rate[i].name, text, name);
	generated->rate[i].rate = (unsigned)rate;
	return 0;
}

struct generated *generated_new(size_t max_length, const char *const *rates,
	size_t count, struct error *err)
{
	struct generated *generated = memory_alloc_zero(1, sizeof *generated);

	generated->bytes = memory_alloc(max_length + 1);
	for (size_t i = 0; i < count; i++)
		if (take_rate(generated, rates[i], err)) {
			generated_free(generated);
			return NULL;
		}
	return generated;
}

void generated_free(struct generated *generated)
{
	if (!generated)
		return;
	free(generated->bytes);
	free(generated);
}

static unsigned rate_of(const struct generated *generated, const char *name)
{
	for (unsigned i = 0; i < generated->rate_count; i++)
		if (!strcmp(generated->rate[i].name, name))
			return generated->rate[i].rate;
	return 1;
}

static unsigned pick_stream(
	struct fuzz *fuzz, const struct parameters *parameters)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < parameters->count; i++)
		sum += rate_of(fuzz->generated, parameters->stream[i].name);
	uint32_t at = random_below(&fuzz->random, sum);
	for (unsigned i = 0; i < parameters->count; i++) {
		uint32_t rate =
			rate_of(fuzz->generated, parameters->stream[i].name);
		if (at < rate)
			return i;
		at -= rate;
	}
	return 0;
}

/* The stream of OTHER that has the name of the one that is changed. */
static void generated_take_other(struct generated *generated,
	struct mutation *mutation, struct span_edit *edit,
	const struct corpus_input *other, const char *name)
{
	struct parameters parameters;

	parameters_read(&parameters, other->bytes, other->length);
	for (unsigned i = 0; i < parameters.count; i++) {
		if (strcmp(parameters.stream[i].name, name) != 0)
			continue;
		mutation->other = edit->other = parameters.stream[i].bytes;
		mutation->other_length = edit->other_length =
			parameters.stream[i].length;
		edit->other_span = generated->span[1];
		edit->other_count = spans_of_stream(other->spans,
			other->span_count, i, edit->other_length,
			generated->span[1], PERF_SPANS);
		return;
	}
}

static void put_file(
	struct fuzz *fuzz, unsigned number, const struct parameters *parameters)
{
	size_t capacity = fuzz->options.execute.max_length;
	size_t length = parameters_write(
		parameters, execute_slot_data(fuzz->execute, number), capacity);

	/* Too long with its head: nothing at all, which is an input, too. */
	fuzz->map->slot[number].length =
		length <= capacity ? (uint32_t)length : 0;
	fuzz->map->slot[number].mutate_seed = 0;
	fuzz->map->slot[number].crosses = 0;
}

void generated_make_child(struct fuzz *fuzz, unsigned number,
	const struct corpus_input *input, const uint8_t *parent, size_t length,
	const struct corpus_input *other)
{
	struct generated *generated = fuzz->generated;
	struct parameters parameters;
	struct span_edit edit = {.span = generated->span[0]};

	parameters_read(&parameters, parent, length);
	unsigned which = pick_stream(fuzz, &parameters);
	size_t limit = generated->length ? generated->length
					 : fuzz->options.execute.max_length;
	struct parameters_stream *stream = &parameters.stream[which];
	struct mutation mutation = {
		.random = &fuzz->random,
		.bytes = generated->bytes,
		.length = stream->length,
		.limit = limit > length ? limit - (length - stream->length)
					: stream->length,
		.dictionary = &fuzz->dictionary,
		.spans = fuzz->options.no_spans ? NULL : &edit,
	};
	if (stream->length)
		memcpy(mutation.bytes, stream->bytes, stream->length);
	/* What drifted from INPUT was drawn otherwise. */
	if (parent == input->bytes)
		edit.count = spans_of_stream(input->spans, input->span_count,
			which, stream->length, generated->span[0], PERF_SPANS);
	generated_take_other(generated, &mutation, &edit, other, stream->name);
	mutate_apply(&fuzz->mutators, &mutation, &fuzz->trail[number]);
	stream->bytes = mutation.bytes;
	stream->length = mutation.length;
	bool ends_in_zeros =
		stream->length && !random_below(&fuzz->random, ZERO_CHANCE);
	parameters.seed = ends_in_zeros ? 0 : random_next(&fuzz->random) | 1;
	put_file(fuzz, number, &parameters);
}

static size_t longest_input(const struct fuzz *fuzz)
{
	size_t longest = FIRST_LENGTH;

	for (size_t i = 0; i < fuzz->corpus.count; i++)
		if (fuzz->corpus.input[i]->length > longest)
			longest = fuzz->corpus.input[i]->length;
	return longest;
}

void generated_choose_length(struct fuzz *fuzz)
{
	struct generated *generated = fuzz->generated;
	size_t most = fuzz->options.execute.max_length;

	if (!generated || !fuzz->schedule.weighs_cost)
		return;
	if (!generated->length)
		generated->length = longest_input(fuzz);
	else if (fuzz->counts.execs - generated->length_execs < LENGTH_RUNS)
		return;
	else if (fuzz->corpus.next_id - generated->length_inputs < FEW_FINDS)
		generated->length *= 2;
	if (generated->length > most)
		generated->length = most;
	generated->length_execs = fuzz->counts.execs;
	generated->length_inputs = fuzz->corpus.next_id;
	fuzz->map->draw_limit = (uint32_t)generated->length;
}

void generated_put_stream(
	struct fuzz *fuzz, unsigned number, const uint8_t *bytes, size_t length)
{
	const struct parameters parameters = {
		.seed = random_next(&fuzz->random) | 1,
		.count = 1,
		.stream = {{.bytes = bytes, .length = length}}};

	fuzz->trail[number].count = 0;
	put_file(fuzz, number, &parameters);
}

void generated_make_random(struct fuzz *fuzz, unsigned number)
{
	generated_put_stream(fuzz, number, NULL, 0);
}
