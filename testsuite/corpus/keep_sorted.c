/* SPDX-License-Identifier: MIT
 * Keeps numbers sorted by inserting each at its place, found by halving. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct numbers {
	long *value;
	size_t count;
};

static size_t place_of(const struct numbers *numbers, long value)
{
	size_t low = 0, high = numbers->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (numbers->value[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void numbers_take(struct numbers *numbers, const long *value, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t place = place_of(numbers, value[i]);
		memmove(&numbers->value[place + 1], &numbers->value[place],
			(numbers->count - place) * sizeof *numbers->value);
		numbers->value[place] = value[i];
		numbers->count++;
	}
}

int main(void)
{
	struct numbers numbers = {calloc(16, sizeof(long)), 0};
	long value[14];

	for (int i = 0; i < 14; i++)
		value[i] = 14 - i;
	numbers_take(&numbers, value, 14);
	assert(numbers.value[0] == 1 && numbers.value[13] == 14);
	free(numbers.value);
	return 0;
}
