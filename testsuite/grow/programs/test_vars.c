/* SPDX-License-Identifier: MIT
 * Some variables. */
#include "vars.c"
#include <assert.h>

static struct vars vars;

static void setup(void)
{
	vars.var = NULL;
	vars.count = 0;
}

static void test_set(void)
{
	setup();
	vars_set(&vars, "width", 3);
	vars_set(&vars, "height", 4);
	vars_set(&vars, "depth", 5);
	vars_set(&vars, "width", 6);
	assert(vars.count == 3);
	assert(vars_get(&vars, "width") == 6);
	free(vars.var);
}

int main(void)
{
	test_set();
	return 0;
}
