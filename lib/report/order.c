/* SPDX-License-Identifier: MIT
 * Orders and sums that joining is made of. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/report/joins.h"

void report_sort_array(void *array, size_t count, size_t bytes,
	int (*compare)(const void *, const void *))
{
	if (count > 1)
		qsort(array, count, bytes, compare);
}

int report_compare_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

int report_compare_text(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b;
	return strcmp(a, b);
}

int report_compare_key(
	const struct report_process_key *a, const struct report_process_key *b)
{
	return report_compare_text(a->program, b->program)
		?: report_compare_text(a->command, b->command)
		?: report_compare_number(a->started_unix_ms, b->started_unix_ms)
		?: report_compare_number(a->pid, b->pid);
}

struct report_process_key report_process_key(
	const struct report_process *process)
{
	return (struct report_process_key){.program = process->program,
		.command = process->command,
		.pid = process->pid,
		.started_unix_ms = process->started_unix_ms};
}

size_t report_find_process(
	const struct report *report, const struct report_process_key *key)
{
	size_t low = 0, high = report->process_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct report_process_key at =
			report_process_key(&report->process[middle]);
		if (report_compare_key(&at, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int compare_text_elements(const void *a, const void *b)
{
	return report_compare_text(
		*(const char *const *)a, *(const char *const *)b);
}

size_t report_unique_texts(const char **text, size_t count)
{
	size_t kept = 0;

	report_sort_array(text, count, sizeof *text, compare_text_elements);
	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || strcmp(text[kept - 1], text[i]) != 0)
			text[kept++] = text[i];
	}
	return kept;
}

int report_compare_position(
	const struct report_place *a, const struct report_place *b)
{
	return report_compare_text(a->function, b->function)
		?: report_compare_text(a->file, b->file)
		?: report_compare_number(a->line, b->line)
		?: report_compare_number(a->column, b->column)
		?: report_compare_text(a->object, b->object);
}

struct report_range report_join_ranges(
	struct report_range a, struct report_range b)
{
	return (struct report_range){
		.min = a.min < b.min ? a.min : b.min,
		.max = a.max > b.max ? a.max : b.max,
	};
}

uint64_t report_add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* The list of record I, and its length. */
static const void *list_of(
	const struct report_lists *lists, size_t i, size_t *length)
{
	const char *record =
		(const char *)lists->record + i * lists->record_bytes;

	*length = *(const size_t *)(record + lists->length);
	return *(const void *const *)(record + lists->list);
}

void *report_gather(
	struct report *report, const struct report_lists *lists, size_t *total)
{
	size_t length, bytes = lists->element_bytes;
	char *all, *to;

	*total = 0;
	for (size_t i = 0; i < lists->count; i++) {
		list_of(lists, i, &length);
		*total += length;
	}
	all = to = arena_alloc(&report->private_->arena, *total * bytes);
	for (size_t i = 0; i < lists->count; i++) {
		const void *list = list_of(lists, i, &length);
		if (length > 0)
			to = mempcpy(to, list, length * bytes);
	}
	return all;
}
