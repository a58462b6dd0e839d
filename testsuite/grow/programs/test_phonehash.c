/* SPDX-License-Identifier: MIT
 * Its test. */
#include "phonehash.c"
#include <assert.h>
#include <stdio.h>

static void fill(struct table *table, int people)
{
	char name[24];

	for (int i = 0; i < people; i++) {
		snprintf(name, sizeof name, "person%d", i);
		table_put(table, name, 1000 + i);
	}
}

static void test_many_people(void)
{
	struct table table = {0};

	fill(&table, 25);
	assert(table.used == 25);
	assert(table_at(&table, "person7")->number == 1007);
	free(table.slot);
}

int main(void)
{
	test_many_people();
	puts("ok");
	return 0;
}
