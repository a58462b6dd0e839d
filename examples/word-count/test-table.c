/* SPDX-License-Identifier: MIT
 * Unit test of the table: a handful of words, as unit tests have. */
#include <stdio.h>

#include "table.h"

static int number, failures;

static void check(int condition, const char *sentence)
{
	printf("%sok %d - %s\n", condition ? "" : "not ", ++number, sentence);
	failures += !condition;
}

static const char *const text[] = {
	"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"};

static void fill(struct table *table)
{
	size_t i;

	table_init(table);
	for (i = 0; i < sizeof text / sizeof text[0]; i++)
		table_add(table, text[i]);
}

static void test_counts(void)
{
	struct table table;

	fill(&table);
	check(table.words == 8, "equal words are counted together");
	check(table_find(&table, "the")->count == 2, "the occurs twice");
	check(table_find(&table, "cat") == NULL, "cat does not occur");
	table_release(&table);
}

static const char *const asked[] = {"dog", "cat", "fox", "owl", "the", "hen"};

static void test_known(void)
{
	struct table table;

	fill(&table);
	check(table_count_known(&table, asked, 6) == 3,
		"three of six words are known");
	table_release(&table);
}

static void test_known_hashed(void)
{
	struct table table;

	fill(&table);
	check(table_count_known_hashed(&table, asked, 6) == 3,
		"the table finds the same three");
	table_release(&table);
}

int main(void)
{
	puts("1..5");
	test_counts();
	test_known();
	test_known_hashed();
	return failures != 0;
}
