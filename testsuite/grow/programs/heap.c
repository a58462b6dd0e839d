/* SPDX-License-Identifier: MIT
 * A queue by priority in a heap.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int heap[1 << 16], heap_count;

static void heap_put(int value)
{
	int at = ++heap_count;
	for (; at > 1 && heap[at / 2] > value; at /= 2)
		heap[at] = heap[at / 2];
	heap[at] = value;
}

static int heap_get(void)
{
	int least = heap[1], value = heap[heap_count--], at = 1, child;
	for (; (child = 2 * at) <= heap_count; at = child) {
		if (child < heap_count && heap[child + 1] < heap[child])
			child++;
		if (heap[child] >= value)
			break;
		heap[at] = heap[child];
	}
	heap[at] = value;
	return least;
}
