/* SPDX-License-Identifier: MIT
 * Its test. */
#include "symbols.c"
#include <assert.h>

static const struct constant {
	const char *name;
	double value;
} constants[] = {
	{"pi", 3.14159},
	{"e", 2.71828},
	{"phi", 1.61803},
	{"sqrt2", 1.41421},
	{NULL, 0},
};

int main(void)
{
	const struct constant *c;
	for (c = constants; c->name; c++)
		assert(sym_set(c->name, c->value));
	for (c = constants; c->name; c++)
		assert(sym_get(c->name) == c->value);
	assert(sym_set("pi", 3));
	assert(sym_get("pi") == 3);
	return 0;
}
