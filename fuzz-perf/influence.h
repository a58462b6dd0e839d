/* SPDX-License-Identifier: MIT
 * Which bytes of an input influence which branches: if predictions of a branch come
 * out otherwise after a change of one byte, that byte influences it (SNAP, section
 * 4.5). */
#ifndef RETREAD_FUZZ_PERF_INFLUENCE_H
#define RETREAD_FUZZ_PERF_INFLUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct corpus_input;
struct error;
struct fuzz;
struct mutation;
struct random;

/* Ordered by key, then by byte. */
struct influence_mark {
	uint32_t key; /* of the block that the branch is in */
	uint32_t byte;
};

struct influence {
	struct influence_mark *mark;
	size_t count, capacity;
	size_t *branch; /* first mark of each */
	size_t branches;
};

void influence_free(struct influence *influence);
void influence_add(struct influence *influence, uint32_t key, uint32_t byte);
/* Orders what was added, each once. */
void influence_close(struct influence *influence);

/* A byte that influences the branch of KEY; if none does, a branch by chance. There
 * is at least one mark. */
uint32_t influence_pick(
	const struct influence *influence, uint32_t key, struct random *random);

/* The mutator: changes such a byte. */
bool influence_change_byte(struct mutation *mutation);

/* Runs INPUT with one byte changed at a time, each in WAYS ways: up to 8, bit by
 * bit if all of them. INPUT->influence is what was seen. */
int influence_learn(struct fuzz *fuzz, struct corpus_input *input,
	unsigned ways, struct error *err);

/* Prints what all changes of one bit of BYTES influence, a line for each branch. */
int influence_print(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	bool is_json, struct error *err);

#endif
