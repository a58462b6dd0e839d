/* SPDX-License-Identifier: MIT
 * The numbers of one array that are not in another, which is searched for each. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct numbers {
	int *item;
	size_t count;
};

struct numbers numbers_copy(const int *item, size_t count)
{
	struct numbers numbers = {malloc(count * sizeof *item), count};

	memcpy(numbers.item, item, count * sizeof *item);
	return numbers;
}

static int contains(const struct numbers *numbers, int wanted)
{
	for (size_t i = 0; i < numbers->count; i++)
		if (numbers->item[i] == wanted)
			return 1;
	return 0;
}

struct numbers numbers_difference(
	const struct numbers *from, const struct numbers *without)
{
	struct numbers left = {malloc(from->count * sizeof(int)), 0};

	for (size_t i = 0; i < from->count; i++)
		if (!contains(without, from->item[i]))
			left.item[left.count++] = from->item[i];
	return left;
}

int main(void)
{
	const int all[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	const int odd[] = {1, 3, 5, 7, 9};
	struct numbers a = numbers_copy(all, 10), b = numbers_copy(odd, 5);
	struct numbers even = numbers_difference(&a, &b);

	assert(even.count == 5);
	assert(even.item[0] == 2 && even.item[4] == 10);
	free(a.item);
	free(b.item);
	free(even.item);
	return 0;
}
