/* SPDX-License-Identifier: MIT
 * Compares each argument with the names of three options. */
#include <stdlib.h>
#include <string.h>

struct option {
	char *name;
	int seen;
};

int options_take(struct option *option, char **argument, int count)
{
	int taken = 0;

	for (int i = 0; i < count; i++) {
		int k = argument[i][0] - 'a';
		if (strcmp(option[k].name, argument[i]) == 0)
			taken += ++option[k].seen > 0;
	}
	return taken;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"a-verbose", "b-quiet", "c-help"};
	int n = argc > 1 ? atoi(argv[1]) : 24, taken;
	struct option option[3] = {{0}};
	char **argument = calloc(n, sizeof *argument);

	for (int i = 0; i < 3; i++)
		option[i].name = strdup(names[i]);
	for (int i = 0; i < n; i++)
		argument[i] = strdup(names[i % 3]);
	taken = options_take(option, argument, n);
	for (int i = 0; i < n; i++)
		free(argument[i]);
	for (int i = 0; i < 3; i++)
		free(option[i].name);
	free(argument);
	return taken == 0;
}
