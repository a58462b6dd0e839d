/* SPDX-License-Identifier: MIT
 * Its test. */
#include "digitsum.c"
#include <assert.h>

static void check(const char *a, const char *b, const char *expected)
{
	char *sum = add_decimal(a, b);
	assert(strcmp(sum, expected) == 0);
	free(sum);
}

int main(void)
{
	check("1", "2", "3");
	check("999", "1", "1000");
	check("340282366920938463463374607431768211456", "18446744073709551616",
		"340282366920938463481821351505477763072");
	return 0;
}
