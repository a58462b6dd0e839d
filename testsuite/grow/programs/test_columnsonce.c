/* SPDX-License-Identifier: MIT
 * Numbers of a line. */
#include "columnsonce.c"
#include <stdio.h>

int main(void)
{
	static const struct {
		const char *line;
		long sum;
	} cases[] = {{"1;2;3;4", 10}, {"17", 17}, {"5;;8;13;21;34", 81}};
	int failed = 0;

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (line_sum(cases[i].line) != cases[i].sum) {
			printf("wrong sum of %s\n", cases[i].line);
			failed = 1;
		}
	return failed;
}
