/* SPDX-License-Identifier: MIT
 * A table of records that a call of qsort puts in order after each insertion. */
#include <stdlib.h>

struct record {
	int key, value;
};

struct table {
	struct record *at;
	int count;
};

static int record_compare(const void *a, const void *b)
{
	const struct record *left = a, *right = b;

	return (left->key > right->key) - (left->key < right->key);
}

__attribute__((noinline)) static void table_add(
	struct table *table, int key, int value)
{
	table->at[table->count++] = (struct record){key, value};
	qsort(table->at, table->count, sizeof *table->at, record_compare);
}

int table_fill(struct table *table, int count)
{
	for (int i = 0; i < count; i++)
		table_add(table, i * 7919 % 1009, i);
	return table->at[count / 2].value;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct table table = {malloc(n * sizeof *table.at), 0};
	int value = table_fill(&table, n);

	free(table.at);
	return value < 0;
}
