/* SPDX-License-Identifier: MIT
 * Flattens overlapping intervals into sorted pieces that a binary search
 * answers from. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <stdlib.h>

void symbols_intervals_add(struct symbols_intervals *intervals, uint64_t start,
	uint64_t end, uint32_t rank, uint32_t value)
{
	if (start >= end)
		return;
	intervals->list = memory_grow(intervals->list, &intervals->capacity,
		intervals->count + 1, sizeof *intervals->list);
	intervals->list[intervals->count++] =
		(struct symbols_interval){start, end, rank, value};
}

static int compare_starts(const void *a, const void *b)
{
	const struct symbols_interval *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->value > right->value) - (left->value < right->value);
}

/* The intervals that cover the current position, best first. */
struct heap {
	const struct symbols_interval **list;
	size_t count;
};

static bool symbols_is_better(
	const struct symbols_interval *a, const struct symbols_interval *b)
{
	return a->rank != b->rank ? a->rank > b->rank : a->value < b->value;
}

static void heap_push(
	struct heap *heap, const struct symbols_interval *interval)
{
	size_t at = heap->count++;

	while (at > 0 &&
		symbols_is_better(interval, heap->list[(at - 1) / 2])) {
		heap->list[at] = heap->list[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap->list[at] = interval;
}

static void heap_pop(struct heap *heap)
{
	const struct symbols_interval *moved = heap->list[--heap->count];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < heap->count) {
		if (child + 1 < heap->count &&
			symbols_is_better(
				heap->list[child + 1], heap->list[child]))
			child++;
		if (!symbols_is_better(heap->list[child], moved))
			break;
		heap->list[at] = heap->list[child];
		at = child;
	}
	heap->list[at] = moved;
}

/* Begins a piece at START, or lengthens the one before. */
static void append_span(
	struct symbols_table *table, uint64_t start, uint32_t value)
{
	struct symbols_span *last = table->spans + table->count - 1;

	if (table->count > 0 && last->start == start) {
		last->value = value;
		return;
	}
	if (table->count > 0 && last->value == value)
		return;
	table->spans[table->count++] = (struct symbols_span){start, value};
}

void symbols_table_build(
	struct symbols_table *table, struct symbols_intervals *intervals)
{
	const struct symbols_interval *list = intervals->list;
	size_t count = intervals->count, next = 0;
	struct heap heap = {NULL, 0};

	table->count = 0;
	table->spans = memory_alloc((2 * count + 1) * sizeof *table->spans);
	if (count > 0) {
		heap.list = memory_alloc(count * sizeof *heap.list);
		qsort(intervals->list, count, sizeof *list, compare_starts);
	}
	while (next < count || heap.count > 0) {
		uint64_t end;

		if (heap.count == 0) {
			append_span(table, list[next].start, list[next].value);
			heap_push(&heap, &list[next++]);
			continue;
		}
		end = heap.list[0]->end;
		if (next < count && list[next].start < end) {
			heap_push(&heap, &list[next]);
			if (heap.list[0] == &list[next])
				append_span(table, list[next].start,
					list[next].value);
			next++;
			continue;
		}
		while (heap.count > 0 && heap.list[0]->end <= end)
			heap_pop(&heap);
		append_span(table, end,
			heap.count > 0 ? heap.list[0]->value : SYMBOLS_NONE);
	}
	free(heap.list);
	free(intervals->list);
	*intervals = (struct symbols_intervals){NULL, 0, 0};
}

uint32_t symbols_table_find(const struct symbols_table *table, uint64_t pc)
{
	const struct symbols_span *first = table->spans;
	size_t count = table->count;

	if (count == 0 || pc < first->start)
		return SYMBOLS_NONE;
	while (count > 1) {
		size_t half = count / 2;

		first += first[half].start <= pc ? half : 0;
		count -= half;
	}
	return first->value;
}

void symbols_table_release(struct symbols_table *table)
{
	free(table->spans);
	*table = (struct symbols_table){NULL, 0};
}
