/* SPDX-License-Identifier: MIT
 * Inputs kept, and why each was kept. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_CORPUS_H
#define RETREAD_FUZZ_PERF_CORPUS_CORPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/table.h"

#define CORPUS_NO_PARENT UINT32_MAX

struct corpus_input {
	uint32_t id; /* in its file's name */
	uint32_t parent;
	uint8_t *bytes; /* NULL: dropped to save memory */
	size_t length;
	uint64_t edges;	   /* executed */
	uint32_t champion; /* of so many keys; 0: not favoured */
	char *name;	   /* of its file */
	bool is_written;
	struct compared_operands *operands; /* NULL: never asked for */
	uint32_t next_pair;		    /* of them that was not tried yet */
	/* Of a generator: what its bytes were drawn for. */
	struct parameters_span *spans;
	uint32_t span_count;
	struct influence *influence; /* of its bytes; NULL: never asked for */
	struct fields *fields; /* lengths and checksums; NULL: it has none */
	bool is_learnt;	       /* these four were asked for */
};

struct corpus {
	struct corpus_input **input;
	size_t count;
	size_t capacity;
	size_t held_bytes; /* of all inputs in memory */
	uint32_t next_id;
	struct table file; /* in the queue, by what is in it: its name */
};

void corpus_release(struct corpus *corpus);

/* Keeps a copy of BYTES. The input lives as long as the corpus. */
struct corpus_input *corpus_add_input(struct corpus *corpus,
	const uint8_t *bytes, size_t length, uint64_t edges, uint32_t parent);

/* The place for the name of the file in the queue with these BYTES, to be freed with the
 * corpus; *place is NULL if there is none. It is good until the next call. */
char **corpus_file(struct corpus *corpus, const uint8_t *bytes, size_t length);

/* INPUT lost its last key: what is known of it is dropped, and its bytes if
 * memory is short. */
void corpus_drop_input(struct corpus *corpus, struct corpus_input *input);

#endif
