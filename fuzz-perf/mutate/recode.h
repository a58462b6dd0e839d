/* SPDX-License-Identifier: MIT
 * Streams of deflate in inputs: decoded, to be mutated, and encoded again with other
 * codes. A changed bit of a coded stream makes all that follows another text, and no small
 * step leads from its codes to better ones. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_RECODE_H
#define RETREAD_FUZZ_PERF_MUTATE_RECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mutation;

/* A stream, and what it decodes to. */
struct recode {
	size_t start, end; /* in the input, without what wraps it */
	bool is_whole;	   /* ends before the input does, or with it */
	uint8_t *text;	   /* of CAPACITY bytes, to be mutated */
	size_t length, capacity;
	uint32_t adler, crc; /* of the text as it was */
	size_t decoded;	     /* its length then */
};

/* Whether the input has a stream that recode_open may find. */
bool recode_has_stream(const uint8_t *bytes, size_t length);

/* Decodes one of the streams of the input as far as it goes. Returns false if there is
 * none; otherwise the caller calls recode_close. */
bool recode_open(struct recode *recode, struct mutation *mutation);

/* Puts the text back, encoded by one of several methods. Copies of its checksums and its
 * lengths in the input are brought up to date, wherever they are. Frees the text. */
void recode_close(struct recode *recode, struct mutation *mutation);

#endif
