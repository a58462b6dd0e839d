/* SPDX-License-Identifier: MIT
 * Folded stacks, as flame graph tools read them: "main;parse;scan 12", and with
 * two counts for differences, as difffolded.pl writes them. */
#ifndef RETREAD_LIB_OUTPUT_STACKS_H
#define RETREAD_LIB_OUTPUT_STACKS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/memory.h"

struct error;

struct stack {
	const char *frames; /* outermost first, joined by ";" */
	uint64_t before, after;
	const char
		*reference; /* where a picture of it leads to; NULL: nowhere */
};

struct stacks {
	struct stack *stack; /* after stacks_sort: by frames, each once */
	size_t count, capacity;
	struct arena arena;
};

void stacks_init(struct stacks *stacks);
void stacks_release(struct stacks *stacks);

/* FRAMES is copied. */
void stacks_add(struct stacks *stacks, const char *frames, uint64_t before,
	uint64_t after);
/* With REFERENCE, which is copied, too, or NULL; stacks of the same frames have none. */
void stacks_add_linked(struct stacks *stacks, const char *frames,
	uint64_t after, const char *reference);
/* The COUNT frames of FRAME, the innermost first, as one text: a semicolon in a
 * name becomes a colon, a control character or an empty name "?". Free it. */
char *stacks_join_dup(const char *const *frame, size_t count);

/* Stacks of one frame after the other are neighbours then. */
void stacks_sort(struct stacks *stacks);

/* Adds what FROM has after as what was before, and its own after. */
void stacks_compare(struct stacks *into, const struct stacks *before,
	const struct stacks *after);

uint64_t stacks_total_after(const struct stacks *stacks);

/* Lines with one count, AFTER; those without one are left out. */
void stacks_print(const struct stacks *stacks, FILE *out);
/* Lines with BEFORE and AFTER. */
void stacks_print_difference(const struct stacks *stacks, FILE *out);

/* Reads lines with two counts. Returns 0, or -1 with ERR filled. */
int stacks_read_difference(
	struct stacks *stacks, const char *path, struct error *err);

#endif
