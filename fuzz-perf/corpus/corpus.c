/* SPDX-License-Identifier: MIT
 * Inputs kept, and why each was kept. */
#include "config.h"

#include "fuzz-perf/corpus/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "lib/digest.h"
#include "lib/memory.h"

#include "fuzz-perf/mutate/influence.h"
#include "fuzz-perf/mutate/operands.h"

#define HELD_BYTES (256u << 20)

void corpus_release(struct corpus *corpus)
{
	for (size_t i = 0; i < corpus->count; i++) {
		free(corpus->input[i]->bytes);
		free(corpus->input[i]->name);
		operands_free(corpus->input[i]->operands);
		influence_free(corpus->input[i]->influence);
		free(corpus->input[i]->spans);
		free(corpus->input[i]->fields);
		free(corpus->input[i]);
	}
	free(corpus->input);
	for (size_t i = 0; i < corpus->file.capacity; i++)
		free(corpus->file.entry[i].value);
	table_release(&corpus->file);
	memset(corpus, 0, sizeof *corpus);
}

struct corpus_input *corpus_add_input(struct corpus *corpus,
	const uint8_t *bytes, size_t length, uint64_t edges, uint32_t parent)
{
	struct corpus_input *input = memory_alloc_zero(1, sizeof *input);

	input->bytes = memory_alloc(length);
	if (length)
		memcpy(input->bytes, bytes, length);
	input->length = length;
	input->edges = edges;
	input->parent = parent;
	input->id = corpus->next_id++;
	corpus->held_bytes += length;
	corpus->input = memory_grow(corpus->input, &corpus->capacity,
		corpus->count + 1, sizeof(struct corpus_input *));
	corpus->input[corpus->count++] = input;
	return input;
}

char **corpus_file(struct corpus *corpus, const uint8_t *bytes, size_t length)
{
	char sha256[DIGEST_HEX_BYTES];
	uint64_t low;

	digest_sha256(sha256, bytes, length);
	low = strtoull(sha256 + 48, NULL, 16);
	sha256[16] = '\0';
	return (char **)table_place(
		&corpus->file, strtoull(sha256, NULL, 16), low);
}

void corpus_drop_input(struct corpus *corpus, struct corpus_input *input)
{
	operands_free(input->operands);
	input->operands = NULL;
	influence_free(input->influence);
	input->influence = NULL;
	free(input->spans);
	input->spans = NULL;
	input->span_count = 0;
	free(input->fields);
	input->fields = NULL;
	input->is_learnt = false;
	if (corpus->held_bytes < HELD_BYTES || !input->bytes)
		return;
	corpus->held_bytes -= input->length;
	free(input->bytes);
	input->bytes = NULL;
}
