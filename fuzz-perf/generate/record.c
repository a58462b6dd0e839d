/* SPDX-License-Identifier: MIT
 * What a run took of its streams, as an input of its own. */
#include "fuzz-perf/generate/runs.h"

#include <string.h>

size_t gen_record_size(uint32_t byte_capacity)
{
	return sizeof(struct gen_record) + 2 * (size_t)byte_capacity;
}

void gen_record_clear(struct gen_record *record, uint32_t byte_capacity)
{
	record->verdict = GEN_VALID;
	record->has_ended = 0;
	record->identity = 0;
	record->text[0] = '\0';
	record->stream_count = record->span_count = record->byte_count = 0;
	record->byte_capacity = byte_capacity;
}

void gen_record_parameters(const struct gen_record *record,
	struct parameters *parameters, uint8_t *to)
{
	const uint8_t *byte = (const uint8_t *)(record + 1);
	const uint8_t *stream = byte + record->byte_capacity;
	uint8_t *end[PARAMETERS_STREAMS];

	parameters->seed = 0;
	parameters->count = record->stream_count;
	for (unsigned i = 0; i < record->stream_count; i++) {
		memcpy(parameters->stream[i].name, record->name[i],
			PARAMETERS_NAME);
		parameters->stream[i].bytes = end[i] = to;
		to += record->length[i];
	}
	for (uint32_t i = 0; i < record->byte_count; i++)
		*end[stream[i]]++ = byte[i];
	for (unsigned i = 0; i < record->stream_count; i++)
		parameters->stream[i].length = record->length[i];
}
