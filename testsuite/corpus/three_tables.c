/* SPDX-License-Identifier: MIT
 * Adds each record to three indexes; each addition reads the index's header. */
#include <assert.h>
#include <stdlib.h>

struct index {
	unsigned (*hash)(unsigned);
	unsigned size;
	unsigned *slot;
};

struct database {
	struct index *by_id, *by_name, *by_age;
};

static unsigned scramble(unsigned key)
{
	return key * 2654435761u >> 8;
}

struct index *index_new(unsigned size)
{
	struct index *index = malloc(sizeof *index);

	*index = (struct index){scramble, size, calloc(size, sizeof(unsigned))};
	return index;
}

static void index_add(struct index *index, unsigned key)
{
	unsigned at = index->hash(key) % index->size;

	while (index->slot[at] != 0)
		at = (at + 1) % index->size;
	index->slot[at] = key;
}

void database_load(
	struct database *database, const unsigned (*record)[3], int records)
{
	for (int i = 0; i < records; i++) {
		index_add(database->by_id, record[i][0]);
		index_add(database->by_name, record[i][1]);
		index_add(database->by_age, record[i][2]);
	}
}

static void index_free(struct index *index)
{
	free(index->slot);
	free(index);
}

int main(void)
{
	struct database database = {
		index_new(61), index_new(61), index_new(61)};
	unsigned(*record)[3] = malloc(10 * sizeof *record);

	for (unsigned i = 0; i < 10; i++) {
		record[i][0] = i + 1;
		record[i][1] = 1000 + 17 * i;
		record[i][2] = 20 + i * i;
	}
	database_load(&database, (const unsigned(*)[3])record, 10);
	free(record);
	index_free(database.by_id);
	index_free(database.by_name);
	index_free(database.by_age);
	return 0;
}
