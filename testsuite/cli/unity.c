/* SPDX-License-Identifier: MIT
 * Stands for a test framework, by its name: it looks each test up in a list of
 * all of them, which would be a finding in anybody else's code. */
#include <stdio.h>
#include <stdlib.h>

struct test {
	struct test *next;
	int number;
	void (*run)(void);
};

static int ran;

static void count_test(void)
{
	ran++;
}

static __attribute__((noinline)) struct test *find(struct test *all, int number)
{
	while (all != NULL && all->number != number)
		all = all->next;
	return all;
}

static __attribute__((noinline)) void run_all(struct test *all, int count)
{
	for (int i = 0; i < count; i++)
		find(all, i)->run();
}

int main(void)
{
	struct test *all = NULL;

	for (int i = 0; i < 12; i++) {
		struct test *test = malloc(sizeof(*test));
		test->next = all;
		test->number = i;
		test->run = count_test;
		all = test;
	}
	run_all(all, 12);
	printf("%d\n", ran);
	return 0;
}
