/* SPDX-License-Identifier: MIT
 * A test sorts by a comparator that looks up what it compares in the test's own order. */
#include <stdlib.h>

struct sorter {
	int (*compare)(int a, int b, const void *data);
	const void *data;
};

struct order {
	int count;
	int *key;
};

__attribute__((noinline)) void sort_merge(
	const struct sorter *sorter, int *first, int *room, int count)
{
	int half = count / 2, left = 0, right = half;

	if (count < 2)
		return;
	sort_merge(sorter, first, room, half);
	sort_merge(sorter, first + half, room, count - half);
	for (int i = 0; i < count; i++) {
		int is_left = left < half &&
			      (right >= count ||
				      sorter->compare(first[left], first[right],
					      sorter->data) <= 0);
		room[i] = first[is_left ? left++ : right++];
	}
	for (int i = 0; i < count; i++)
		first[i] = room[i];
}

static int test_rank(const struct order *order, int key)
{
	int rank = 0;

	while (rank < order->count && order->key[rank] != key)
		rank++;
	return rank;
}

__attribute__((noinline)) int test_compare(int a, int b, const void *data)
{
	return test_rank(data, a) - test_rank(data, b);
}

__attribute__((noinline)) void test_sort_by_order(int count)
{
	struct order order = {count, calloc((size_t)count, sizeof(int))};
	struct sorter sorter = {test_compare, &order};
	int *key = calloc((size_t)count, sizeof *key);
	int *room = calloc((size_t)count, sizeof *room);

	for (int i = 0; i < count; i++) {
		order.key[i] = 1000 + (i * 7 + 3) % count * 11 + i;
		key[count - 1 - i] = order.key[i];
	}
	sort_merge(&sorter, key, room, count);
	for (int i = 0; i < count; i++)
		if (key[i] != order.key[i])
			abort();
	free(order.key);
	free(key);
	free(room);
}

int main(int argc, char **argv)
{
	test_sort_by_order(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
