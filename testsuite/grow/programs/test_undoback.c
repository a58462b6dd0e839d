/* SPDX-License-Identifier: MIT
 * Its test. */
#include "undoback.c"
#include <stdio.h>

#define mu_assert(message, test)                                               \
	do {                                                                   \
		if (!(test))                                                   \
			return message;                                        \
	} while (0)
#define mu_run_test(test)                                                      \
	do {                                                                   \
		char *message = test();                                        \
		if (message)                                                   \
			return message;                                        \
	} while (0)

static char *test_newest_last(void)
{
	struct undo undo = {0};

	for (int i = 0; i < 12; i++)
		undo_push(&undo, i);
	mu_assert("the newest is last", undo.step[11] == 11);
	mu_assert("the oldest is first", undo.step[0] == 0);
	free(undo.step);
	return 0;
}

static char *all_tests(void)
{
	mu_run_test(test_newest_last);
	return 0;
}

int main(void)
{
	char *result = all_tests();

	puts(result ? result : "ALL TESTS PASSED");
	return result != 0;
}
