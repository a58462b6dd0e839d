/* SPDX-License-Identifier: MIT
 * Records with two to four keys, each of which goes into an index of its own. */
#include <assert.h>
#include <stdlib.h>

struct index {
	unsigned mask, count;
	int *key;
};

struct index *index_new(unsigned capacity)
{
	struct index *index = malloc(sizeof *index);

	*index = (struct index){capacity - 1, 0, calloc(capacity, sizeof(int))};
	return index;
}

void index_free(struct index *index)
{
	free(index->key);
	free(index);
}

void index_add(struct index *index, int key)
{
	unsigned place = (unsigned)key * 7u & index->mask;

	while (index->key[place] != 0)
		place = (place + 1) & index->mask;
	index->key[place] = key;
	index->count++;
}

struct record {
	int number, date, amount, customer; /* the last two: 0 for none */
};

struct store {
	struct index *by_number, *by_date, *by_amount, *by_customer;
};

void store_add(struct store *store, const struct record *record)
{
	index_add(store->by_number, record->number);
	index_add(store->by_date, record->date);
	if (record->amount != 0)
		index_add(store->by_amount, record->amount);
	if (record->customer != 0)
		index_add(store->by_customer, record->customer);
}

void store_add_all(struct store *store, const struct record *record, int count)
{
	for (int i = 0; i < count; i++)
		store_add(store, &record[i]);
}

int main(void)
{
	struct record *record = calloc(8, sizeof *record);
	struct store store = {
		index_new(32), index_new(32), index_new(32), index_new(32)};

	for (int i = 0; i < 8; i++) {
		record[i] = (struct record){1 + i, 11 + i, 0, 0};
		if (i % 4 != 1)
			record[i].amount = 21 + i;
		if (i % 4 > 1)
			record[i].customer = 31 + i;
	}
	store_add_all(&store, record, 8);
	assert(store.by_date->count == 8 && store.by_customer->count == 4);
	index_free(store.by_number);
	index_free(store.by_date);
	index_free(store.by_amount);
	index_free(store.by_customer);
	free(record);
	return 0;
}
