/* SPDX-License-Identifier: MIT
 * Its test. */
#include "symtab_double.c"
#include <assert.h>

static struct symtab tab;

static void setup(void)
{
	static const char *const names[] = {
		"printf", "malloc", "free", "strlen", "memcpy", "qsort"};
	memset(&tab, 0, sizeof tab);
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		symtab_define(&tab, names[i], 100 + (int)i);
}

static void test_lookup(void)
{
	assert(symtab_value(&tab, "malloc") == 101);
	assert(symtab_value(&tab, "memcpy") == 104);
}

static void test_missing(void)
{
	assert(symtab_value(&tab, "realloc") == -1);
	assert(symtab_value(&tab, "") == -1);
}

int main(void)
{
	setup();
	test_lookup();
	symtab_destroy(&tab);
	setup();
	test_missing();
	symtab_destroy(&tab);
	return 0;
}
