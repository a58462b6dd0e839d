/* SPDX-License-Identifier: MIT
 * Decides whether a run set a new maximum, and remembers who holds each. */
#include "config.h"

#include "fuzz-perf/corpus/feedback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "fuzz-perf/corpus/corpus.h"

void feedback_init(struct feedback *feedback, uint32_t index_count)
{
	memset(feedback, 0, sizeof *feedback);
	feedback->index_count = index_count;
	feedback->crowns = 1;
	feedback->champion =
		memory_alloc_zero(index_count, sizeof *feedback->champion);
	feedback->live = memory_alloc_zero(index_count, sizeof *feedback->live);
	feedback->context_first = UINT32_MAX;
	feedback->context =
		memory_alloc_zero(PERF_CONTEXTS, sizeof *feedback->context);
}

void feedback_release(struct feedback *feedback)
{
	for (uint32_t i = 0; i < feedback->index_count; i++)
		free(feedback->champion[i].drift);
	free(feedback->champion);
	free(feedback->live);
	free(feedback->context);
	memset(feedback, 0, sizeof *feedback);
}

bool feedback_is_context(const struct feedback *feedback, uint32_t index)
{
	return index >= feedback->context_first &&
	       index - feedback->context_first < PERF_CONTEXTS;
}

static void add_live(struct feedback *feedback, uint32_t index)
{
	if (feedback_is_context(feedback, index))
		feedback->context[feedback->context_count++] = index;
	else
		feedback->live[feedback->live_count++] = index;
}

static void feedback_drop(struct champion *champion, struct corpus *corpus)
{
	if (--champion->input->champion == 0)
		corpus_drop_input(corpus, champion->input);
	free(champion->drift);
	champion->drift = NULL;
}

void feedback_forget_contexts(struct feedback *feedback, struct corpus *corpus)
{
	for (uint32_t i = 0; i < feedback->context_count; i++) {
		struct champion *champion =
			&feedback->champion[feedback->context[i]];
		feedback_drop(champion, corpus);
		memset(champion, 0, sizeof *champion);
	}
	feedback->context_count = 0;
	feedback->crowns++;
}

double feedback_crown(struct feedback *feedback, struct corpus *corpus,
	uint32_t index, uint64_t value, struct corpus_input *input)
{
	struct champion *champion = &feedback->champion[index];
	double gain =
		log2((double)value + 1) - log2((double)champion->value + 1);

	if (!champion->input)
		add_live(feedback, index);
	else
		feedback_drop(champion, corpus);
	champion->input = input;
	champion->value = value;
	champion->tries = 0;
	input->champion++;
	feedback->crowns++;
	return gain;
}

void feedback_drift(struct feedback *feedback, uint32_t index,
	const uint8_t *bytes, size_t length)
{
	struct champion *champion = &feedback->champion[index];

	champion->drift = memory_resize(champion->drift, length + 1, 1);
	if (length)
		memcpy(champion->drift, bytes, length);
	champion->drift_length = length;
}

const uint8_t *feedback_parent(
	const struct feedback *feedback, uint32_t index, size_t *length)
{
	const struct champion *champion = &feedback->champion[index];

	if (champion->drift) {
		*length = champion->drift_length;
		return champion->drift;
	}
	*length = champion->input->length;
	return champion->input->bytes;
}
