/* SPDX-License-Identifier: MIT
 * Keeps an array sorted, and looks for each value's place from the front. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct sorted {
	long *item;
	size_t count, capacity;
};

void sorted_insert(struct sorted *sorted, long value)
{
	size_t at = 0;

	if (sorted->count == sorted->capacity) {
		sorted->capacity = sorted->capacity ? 2 * sorted->capacity : 4;
		sorted->item = realloc(
			sorted->item, sorted->capacity * sizeof *sorted->item);
	}
	while (at < sorted->count && sorted->item[at] < value)
		at++;
	memmove(sorted->item + at + 1, sorted->item + at,
		(sorted->count - at) * sizeof *sorted->item);
	sorted->item[at] = value;
	sorted->count++;
}

void sorted_take(struct sorted *sorted, const long *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		sorted_insert(sorted, value[i]);
}

int main(void)
{
	const long stamp[] = {1001, 1004, 1005, 1009, 1008, 1012, 1020, 1021};
	struct sorted sorted = {NULL, 0, 0};

	sorted_take(&sorted, stamp, 8);
	assert(sorted.item[3] == 1008 && sorted.item[7] == 1021);
	free(sorted.item);
	return 0;
}
