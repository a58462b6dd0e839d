/* SPDX-License-Identifier: MIT
 * Updates looks a record up, and then asks for its rank: two loops over one list, each of
 * which has to be mended by itself. */
#include <stdlib.h>

struct record {
	struct record *next;
	int key, value;
};

static struct record *record_find(struct record *list, int key)
{
	for (; list; list = list->next)
		if (list->key == key)
			return list;
	return NULL;
}

static int record_rank(struct record *list, int value)
{
	int rank = 0;

	for (; list; list = list->next)
		rank += list->value < value;
	return rank;
}

int records_update(struct record *list, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++) {
		struct record *record = record_find(list, i);
		sum += record_rank(list, record->value);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct record *list = NULL;

	for (int i = 0; i < n; i++) {
		struct record *record = malloc(sizeof *record);
		*record = (struct record){list, i, i * 7 % 31};
		list = record;
	}
	return records_update(list, n) < 0;
}
