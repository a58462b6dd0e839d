/* SPDX-License-Identifier: MIT
 * Its test. */
#include "symtab.c"
#include <assert.h>

static struct symtab tab;

static void setup(void)
{
	memset(&tab, 0, sizeof tab);
	assert(symtab_define(&tab, "printf", 100));
	assert(symtab_define(&tab, "malloc", 101));
	assert(symtab_define(&tab, "free", 102));
	assert(symtab_define(&tab, "strlen", 103));
	assert(symtab_define(&tab, "memcpy", 104));
}

static void teardown(void)
{
	symtab_destroy(&tab);
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
	void (*tests[])(void) = {test_lookup, test_missing};
	for (unsigned i = 0; i < 2; i++) {
		setup();
		tests[i]();
		teardown();
	}
	return 0;
}
