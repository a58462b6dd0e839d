/* SPDX-License-Identifier: MIT
 * Slots between two threads, by one lock: they change hands a few thousand times a
 * second at most. */
#include "config.h"

#include "lib/trace/handover.h"

#include <signal.h>

/* Enough for libzstd, whose tables are in the heap. */
#define STACK_BYTES ((size_t)256 << 10)

/* Signals are the main thread's. */
static int start_thread(
	pthread_t *thread, void *(*work)(void *data), void *data)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	int result = pthread_attr_init(&attributes);

	if (result != 0)
		return -1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	result = pthread_attr_setstacksize(&attributes, STACK_BYTES);
	if (result == 0)
		result = pthread_create(thread, &attributes, work, data);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return result == 0 ? 0 : -1;
}

int handover_start(struct handover *handover, size_t bytes_max,
	void *(*work)(void *data), void *data)
{
	*handover = (struct handover){.bytes_max = bytes_max};
	pthread_mutex_init(&handover->lock, NULL);
	pthread_cond_init(&handover->changed, NULL);
	if (start_thread(&handover->thread, work, data) == 0)
		return 0;
	pthread_cond_destroy(&handover->changed);
	pthread_mutex_destroy(&handover->lock);
	return -1;
}

void handover_end(struct handover *handover)
{
	handover_close(handover);
	pthread_join(handover->thread, NULL);
	pthread_cond_destroy(&handover->changed);
	pthread_mutex_destroy(&handover->lock);
}

static bool is_full(const struct handover *handover)
{
	return handover->filled - handover->emptied == HANDOVER_SLOTS ||
	       handover->bytes >= handover->bytes_max;
}

int handover_next_to_fill(struct handover *handover)
{
	int slot = -1;

	pthread_mutex_lock(&handover->lock);
	while (!handover->is_closed && is_full(handover))
		pthread_cond_wait(&handover->changed, &handover->lock);
	if (!handover->is_closed)
		slot = (int)(handover->filled % HANDOVER_SLOTS);
	pthread_mutex_unlock(&handover->lock);
	return slot;
}

int handover_next_to_empty(struct handover *handover)
{
	int slot = -1;

	pthread_mutex_lock(&handover->lock);
	while (!handover->is_closed && handover->filled == handover->emptied)
		pthread_cond_wait(&handover->changed, &handover->lock);
	if (handover->filled != handover->emptied)
		slot = (int)(handover->emptied % HANDOVER_SLOTS);
	pthread_mutex_unlock(&handover->lock);
	return slot;
}

void handover_filled(struct handover *handover, size_t bytes)
{
	pthread_mutex_lock(&handover->lock);
	handover->filled++;
	handover->bytes += bytes;
	pthread_cond_signal(&handover->changed);
	pthread_mutex_unlock(&handover->lock);
}

void handover_emptied(struct handover *handover, size_t bytes)
{
	pthread_mutex_lock(&handover->lock);
	handover->emptied++;
	handover->bytes -= bytes;
	/* Not for each slot: waking a thread takes longer than filling one. */
	if (handover->filled - handover->emptied <= HANDOVER_SLOTS / 2)
		pthread_cond_signal(&handover->changed);
	pthread_mutex_unlock(&handover->lock);
}

void handover_close(struct handover *handover)
{
	pthread_mutex_lock(&handover->lock);
	handover->is_closed = true;
	pthread_cond_signal(&handover->changed);
	pthread_mutex_unlock(&handover->lock);
}
