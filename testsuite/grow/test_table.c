/* SPDX-License-Identifier: MIT
 * Unit tests as people write them: loops over constants, and checks. */
#include "table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_add(void)
{
	struct table *table = table_new();
	char name[32];

	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof name, "name%d", i);
		table_add(table, name);
	}
	assert(table_count(table) == 20);
	table_free(table);
}

static void test_mark(void)
{
	struct table *table = table_new();

	for (int i = 0; i < 10; i++)
		table_mark(table, i);
	table_free(table);
}

static void test_countdown(void)
{
	struct table *table = table_new();
	char name[32];

	for (int left = 12; left > 0; left--) {
		snprintf(name, sizeof name, "left%d", left);
		table_add(table, name);
	}
	if (table_count(table) != 12)
		exit(1);
	table_free(table);
}

/* The array must not overflow: the loop can only be made smaller. */
static void test_array(void)
{
	struct table *table = table_new();
	long made[32];
	char name[32];
	long sum = 0;

	for (int i = 0; i < 32; i++)
		made[i] = i * 7;
	for (int i = 0; i < 32; i++) {
		snprintf(name, sizeof name, "made%ld", made[i]);
		table_add(table, name);
		sum += made[i];
	}
	printf("%ld\n", sum);
	table_free(table);
}

static void test_pairs(void)
{
	struct table *table = table_new();

	for (int i = 0; i < 9; i++) {
		char name[32];
		snprintf(name, sizeof name, "pair%d", i);
		table_add(table, name);
	}
	table_print_pairs(table);
	table_free(table);
}

/* No loop: only its calls can be repeated. */
static void test_calls(void)
{
	struct table *table = table_new();

	table_add(table, "one");
	table_add(table, "two");
	table_mark(table, 3);
	assert(table_count(table) == 2);
	table_free(table);
}

/* Only its text can be made longer. */
static void test_text(void)
{
	struct table *table = table_new();

	table_parse(table, "alpha, beta, gamma, delta");
	assert(table_count(table) == 4);
	table_free(table);
}

static void test_size(struct table *table, int size)
{
	char name[32];

	while (size-- > 0) {
		snprintf(name, sizeof name, "size%d", size);
		table_add(table, name);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		struct table *table = table_new();
		test_size(table, atoi(argv[1]));
		table_free(table);
		return 0;
	}
	test_add();
	test_mark();
	test_countdown();
	test_array();
	test_pairs();
	test_calls();
	test_text();
	return 0;
}
