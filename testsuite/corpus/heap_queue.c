/* SPDX-License-Identifier: MIT
 * A binary heap: events by time. */
#include <assert.h>
#include <stdlib.h>

struct heap {
	unsigned *time;
	unsigned count;
};

void heap_push(struct heap *heap, unsigned time)
{
	unsigned at = heap->count++;

	while (at > 0 && heap->time[(at - 1) / 2] > time) {
		heap->time[at] = heap->time[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap->time[at] = time;
}

unsigned heap_pop(struct heap *heap)
{
	unsigned first = heap->time[0], last = heap->time[--heap->count];
	unsigned at = 0, child;

	while ((child = 2 * at + 1) < heap->count) {
		if (child + 1 < heap->count &&
			heap->time[child + 1] < heap->time[child])
			child++;
		if (heap->time[child] >= last)
			break;
		heap->time[at] = heap->time[child];
		at = child;
	}
	heap->time[at] = last;
	return first;
}

void sort_times(unsigned *time, unsigned count)
{
	struct heap heap = {malloc(count * sizeof *time), 0};

	for (unsigned i = 0; i < count; i++)
		heap_push(&heap, time[i]);
	for (unsigned i = 0; i < count; i++)
		time[i] = heap_pop(&heap);
	free(heap.time);
}

int main(void)
{
	unsigned time[] = {50, 20, 80, 10, 70, 30, 60, 40, 90, 15, 35};

	sort_times(time, 11);
	assert(time[0] == 10 && time[1] == 15 && time[10] == 90);
	return 0;
}
