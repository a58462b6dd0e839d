/* SPDX-License-Identifier: MIT
 * Tests as a framework runs them: by address, with an object of its own, and with a
 * message for each check that only one that fails prints. */
#include "table.h"

#include <stdio.h>
#include <string.h>

struct runner {
	int failed;
};

static void check(struct runner *runner, const char *message, int holds)
{
	if (holds)
		return;
	printf("%s\n", message);
	runner->failed++;
}

static void test_words(struct runner *runner)
{
	struct table *table = table_new();

	table_parse(table, "one, two, three");
	check(runner, "a word is missing from the table",
		table_count(table) == 3);
	check(runner, "the table has no words, or too many",
		table_count(table));
	check(runner, "found %s of %d words", table_count(table) == 3);
	table_free(table);
}

static void test_slots(struct runner *runner)
{
	struct table *table = table_new();

	table_mark(table, 3);
	check(runner, "no slot of the table is marked",
		table_count(table) == 0);
	table_free(table);
}

typedef void test_function(struct runner *runner);
static test_function *const tests[] = {test_words, test_slots};

int main(void)
{
	struct runner runner = {0};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
		tests[i](&runner);
	return runner.failed > 0;
}
