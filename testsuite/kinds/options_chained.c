/* SPDX-License-Identifier: MIT
 * A chain of settings, each of which has the one before it as its parent, is gone up for
 * each value: it is as long as scopes are nested. */
#include <stdlib.h>

struct scope {
	const struct scope *parent;
	int name, value;
};

__attribute__((noinline)) int scope_get(const struct scope *at, int name)
{
	for (; at; at = at->parent)
		if (at->name == name)
			return at->value;
	return 0;
}

__attribute__((noinline)) int scope_sum(const struct scope *inner, int names)
{
	int sum = 0;

	for (int i = 0; i < names; i++)
		sum += scope_get(inner, i);
	return sum;
}

int main(int argc, char **argv)
{
	int names = argc > 1 ? atoi(argv[1]) : 10, sum;
	struct scope *scope = calloc((size_t)names, sizeof *scope);

	for (int i = 0; i < names; i++)
		scope[i] =
			(struct scope){i > 0 ? &scope[i - 1] : NULL, i, 2 * i};
	sum = scope_sum(&scope[names - 1], names);
	free(scope);
	return sum != names * (names - 1);
}
