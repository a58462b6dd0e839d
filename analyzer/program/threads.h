/* SPDX-License-Identifier: MIT
 * The threads of a process: their call stacks, and which of them ran when. */
#ifndef RETREAD_ANALYZER_PROGRAM_THREADS_H
#define RETREAD_ANALYZER_PROGRAM_THREADS_H

#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/stack.h"

struct threads;

/* SHARED is borrowed. No thread runs yet. */
struct threads *threads_new(struct stack_shared *shared);
void threads_free(struct threads *threads);

/* From CLOCK on the events are of thread ID. Returns its stack, which lives as
 * long as THREADS. A thread that begins takes over the contexts of one that has
 * ended, else a program that starts threads for ever would fill the memory. */
struct call_stack *threads_run(
	struct threads *threads, uint32_t id, uint64_t clock);

/* Thread ID ends, and all its activations. */
void threads_end(struct threads *threads, uint32_t id);
void threads_end_all(struct threads *threads);

/* Whether what was written at CLOCK was written by a thread that is not ID; no,
 * when it is not known any more. */
bool threads_is_foreign(
	const struct threads *threads, uint64_t clock, uint32_t id);

/* Nobody will ask for an older clock than this. */
void threads_forget_before(struct threads *threads, uint64_t clock);

/* Other code may be at an address from now on. */
void threads_forget_code(struct threads *threads);

/* stack_frame_at and stack_frame_born on whichever stack ADDRESS lies. */
uint64_t threads_frame_at(const struct threads *threads, uint64_t address);
uint64_t threads_frame_born(const struct threads *threads, uint64_t address);

#endif
