/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef ASSIGN
#define ASSIGN "assign.c"
#endif
#include ASSIGN

#include <stdio.h>

static int run, failed;

static void expect(long is, long wanted)
{
	run++;
	if (is != wanted) {
		failed++;
		printf("test %d: %ld instead of %ld\n", run, is, wanted);
	}
}

static void test_sums(void)
{
	char line[128];

	for (int i = 1; i < 4; i++) {
		snprintf(line, sizeof line,
			"width = %d; height = %d; depth = %d", i, 2 * i, 3 * i);
		expect(assign_all(line), 6 * i);
	}
}

static void test_blank(void)
{
	expect(assign_all(""), 0);
}

int main(void)
{
	void (*const tests[])(void) = {test_sums, test_blank};

	for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++)
		tests[i]();
	printf("%d run, %d failed\n", run, failed);
	return failed != 0;
}
