/* SPDX-License-Identifier: MIT
 * Sorts pointers to records with qsort and numbers by hand: sort [COUNT [TIMES]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
	unsigned key;
	char name[12];
};

static int compare_records(const void *left, const void *right)
{
	const struct record *a = *(struct record *const *)left;
	const struct record *b = *(struct record *const *)right;
	return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
				: strcmp(a->name, b->name);
}

static void merge_sort(unsigned *number, unsigned *scratch, size_t count)
{
	if (count < 2)
		return;
	size_t half = count / 2, left = 0, right = half, to = 0;
	merge_sort(number, scratch, half);
	merge_sort(number + half, scratch, count - half);
	while (left < half && right < count)
		scratch[to++] = number[left] <= number[right] ? number[left++]
							      : number[right++];
	while (left < half)
		scratch[to++] = number[left++];
	memcpy(number, scratch, to * sizeof(*number));
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 20000;
	int times = argc > 2 ? atoi(argv[2]) : 10;
	struct record *record = calloc(count, sizeof(*record));
	struct record **order = calloc(count, sizeof(struct record *));
	unsigned *number = calloc(count, sizeof(*number));
	unsigned *scratch = calloc(count, sizeof(*scratch));
	unsigned state = 1, total = 0;

	for (int round = 0; round < times; round++) {
		for (int i = 0; i < count; i++) {
			state = state * 1664525u + 1013904223u;
			record[i].key = state >> 20;
			snprintf(record[i].name, sizeof(record[i].name), "%x",
				state);
			order[i] = &record[i];
			number[i] = state;
		}
		qsort(order, count, sizeof(struct record *), compare_records);
		merge_sort(number, scratch, count);
		total += order[count / 2]->key + number[count / 2];
	}
	printf("%u\n", total);
	return 0;
}
