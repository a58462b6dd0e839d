/* SPDX-License-Identifier: MIT
 * Which bytes of an input influence which branches: if predictions of a branch come
 * out otherwise after a change of one byte, that byte influences it (SNAP, section
 * 4.5). */
#ifndef RETREAD_FUZZ_PERF_MUTATE_INFLUENCE_H
#define RETREAD_FUZZ_PERF_MUTATE_INFLUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
