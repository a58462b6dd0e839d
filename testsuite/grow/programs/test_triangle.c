/* SPDX-License-Identifier: MIT
 * Its test. */
#include "triangle.c"
#include <stdio.h>

static const struct {
	const char *name;
	int n;
	long sum;
} cases[] = {{"none", 0, 0}, {"one", 1, 1}, {"four", 4, 10}, {"ten", 10, 55},
	{"hundred", 100, 5050}};

int main(void)
{
	int failed = 0;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
		if (triangle(cases[i].n) != cases[i].sum) {
			printf("%s\n", cases[i].name);
			failed = 1;
		}
	return failed;
}
