/* SPDX-License-Identifier: MIT
 * Fetches the blocks of a file on a thread of its own. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/trace/handover.h"

struct trace_ahead {
	struct trace_input *input; /* borrowed; the thread's */
	struct handover handover;
	struct trace_fetched slot[HANDOVER_SLOTS];

	/* What the reader knows. */
	int held; /* slot that the caller reads, -1: none */
	size_t capacity[HANDOVER_SLOTS], all;
};

static void *fetch_all(void *data)
{
	struct trace_ahead *ahead = data;
	bool goes_on = true;
	int slot;

	while (goes_on &&
		(slot = handover_next_to_fill(&ahead->handover)) >= 0) {
		struct trace_fetched *fetched = &ahead->slot[slot];

		goes_on = trace_fetch(ahead->input, fetched);
		handover_filled(&ahead->handover, fetched->payload_bytes);
	}
	return NULL;
}

struct trace_ahead *trace_ahead_new(struct trace_input *input)
{
	struct trace_ahead *ahead = memory_alloc_zero(1, sizeof *ahead);

	ahead->input = input;
	ahead->held = -1;
	if (handover_start(
		    &ahead->handover, TRACE_AHEAD_BYTES, fetch_all, ahead) == 0)
		return ahead;
	free(ahead);
	return NULL;
}

void trace_ahead_free(struct trace_ahead *ahead)
{
	if (!ahead)
		return;
	handover_end(&ahead->handover);
	for (size_t i = 0; i < HANDOVER_SLOTS; i++)
		free(ahead->slot[i].payload);
	free(ahead);
}

/* A buffer that is unusually large is not kept. */
static void give_back(struct trace_ahead *ahead)
{
	struct trace_fetched *fetched = &ahead->slot[ahead->held];
	size_t bytes = fetched->payload_bytes;

	if (fetched->capacity > TRACE_AHEAD_BYTES) {
		free(fetched->payload);
		fetched->payload = NULL;
		fetched->capacity = 0;
	}
	handover_emptied(&ahead->handover, bytes);
}

const struct trace_fetched *trace_ahead_next(struct trace_ahead *ahead)
{
	if (ahead->held >= 0)
		give_back(ahead);
	ahead->held = handover_next_to_empty(&ahead->handover);
	ahead->all -= ahead->capacity[ahead->held];
	ahead->capacity[ahead->held] = ahead->slot[ahead->held].capacity;
	ahead->all += ahead->capacity[ahead->held];
	return &ahead->slot[ahead->held];
}

size_t trace_ahead_bytes(const struct trace_ahead *ahead)
{
	return ahead->held < 0 ? 0 : ahead->all - ahead->capacity[ahead->held];
}
