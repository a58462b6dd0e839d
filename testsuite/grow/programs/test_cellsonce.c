/* SPDX-License-Identifier: MIT
 * The same test. */
#include "cellsonce.c"
#include <stdio.h>

#define EXPECT(c)                                                              \
	do {                                                                   \
		if (!(c)) {                                                    \
			printf("line %d: %s\n", __LINE__, #c);                 \
			failed++;                                              \
		}                                                              \
	} while (0)
static int failed;

int main(void)
{
	const char *table = "4|8|15\n16|23|42\n1|1|2\n3|5|8\n";
	EXPECT(column_sum(table, 0) == 24);
	EXPECT(column_sum(table, 2) == 67);
	return failed;
}
