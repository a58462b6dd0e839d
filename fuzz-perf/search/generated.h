/* SPDX-License-Identifier: MIT
 * Children of inputs that a generator draws from: one stream is changed. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_GENERATED_H
#define RETREAD_FUZZ_PERF_SEARCH_GENERATED_H

#include <stddef.h>
#include <stdint.h>

struct corpus_input;
struct error;
struct fuzz;
struct generated;

/* RATES: "NAME=N", as many as COUNT: how often that stream is changed; the main
 * one is "main", and a rate is 1 unless it is said. */
struct generated *generated_new(size_t max_length, const char *const *rates,
	size_t count, struct error *err);
void generated_free(struct generated *generated);

/* Puts a child of PARENT into slot NUMBER. INPUT is what PARENT is of. */
void generated_make_child(struct fuzz *fuzz, unsigned number,
	const struct corpus_input *input, const uint8_t *parent, size_t length,
	const struct corpus_input *other);

/* How long inputs may be, before a batch. Where coverage is looked for, short ones are
 * tried first: they run faster and are more often valid. Once they find little, longer
 * ones may be drawn (libFuzzer's -len_control). */
void generated_choose_length(struct fuzz *fuzz);

/* Puts an input into slot NUMBER that draws BYTES, and random ones after them. */
void generated_put_stream(struct fuzz *fuzz, unsigned number,
	const uint8_t *bytes, size_t length);

/* Puts an input into slot NUMBER that has no parent. */
void generated_make_random(struct fuzz *fuzz, unsigned number);

#endif
