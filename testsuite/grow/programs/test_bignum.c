/* SPDX-License-Identifier: MIT
 * Its test. */
#include "bignum.c"
#include <stdio.h>

static int tests_run;
#define mu_assert(message, test)                                               \
	do {                                                                   \
		if (!(test))                                                   \
			return message;                                        \
	} while (0)
#define mu_run_test(test)                                                      \
	do {                                                                   \
		char *message = test();                                        \
		tests_run++;                                                   \
		if (message)                                                   \
			return message;                                        \
	} while (0)

static char *test_parse(void)
{
	bn n;
	mu_assert("parse",
		bn_from_string(&n, "340282366920938463463374607431768211456") ==
			0);
	mu_assert("even", bn_is_even(&n));
	mu_assert("limbs", n.used == 5);
	free(n.limb);
	return NULL;
}

static char *test_junk(void)
{
	bn n;
	mu_assert("junk", bn_from_string(&n, "12x") < 0);
	mu_assert("empty", bn_from_string(&n, "") < 0);
	return NULL;
}

static char *all_tests(void)
{
	mu_run_test(test_parse);
	mu_run_test(test_junk);
	return NULL;
}

int main(void)
{
	char *result = all_tests();
	printf("%s, %d tests\n", result ? result : "ok", tests_run);
	return result != NULL;
}
