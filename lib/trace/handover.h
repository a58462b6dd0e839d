/* SPDX-License-Identifier: MIT
 * Numbered slots that one thread fills and another empties, in the same order. What is
 * in a slot is its user's: whose turn it is has it alone. */
#ifndef RETREAD_LIB_TRACE_HANDOVER_H
#define RETREAD_LIB_TRACE_HANDOVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define HANDOVER_SLOTS 8u

struct handover {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t filled, emptied; /* slots, ever */
	size_t bytes;		/* in those that are filled */
	size_t bytes_max;	/* no slot is filled from there on */
	bool is_closed;
	pthread_t thread;
};

/* Runs WORK with DATA on a thread of its own. Returns -1 if there can be none. */
int handover_start(struct handover *handover, size_t bytes_max,
	void *(*work)(void *data), void *data);

/* Closes, and waits for the end of the thread. */
void handover_end(struct handover *handover);

/* Waits for the next slot to fill, or to empty; its index, or -1: closed, and nothing is
 * there to be emptied any more. */
int handover_next_to_fill(struct handover *handover);
int handover_next_to_empty(struct handover *handover);

/* That slot is filled, with BYTES, or empty again. */
void handover_filled(struct handover *handover, size_t bytes);
void handover_emptied(struct handover *handover, size_t bytes);

/* From now on nothing is filled. */
void handover_close(struct handover *handover);

#endif
