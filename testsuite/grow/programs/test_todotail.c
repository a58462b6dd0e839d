/* SPDX-License-Identifier: MIT
 * Five things. */
#include "todotail.c"
#include <stdio.h>

#define ASSERT_EQ(a, b)                                                        \
	if ((a) != (b)) {                                                      \
		printf("%s:%d: %s\n", __FILE__, __LINE__, #a " == " #b);       \
		return 1;                                                      \
	}

static int test_add(void)
{
	todos_t list = {0};
	todo_add(&list, "buy milk");
	todo_add(&list, "call home");
	todo_add(&list, "water plants");
	todo_add(&list, "pay rent");
	todo_add(&list, "sleep");
	ASSERT_EQ(list.open, 5);
	todo_free(&list);
	return 0;
}

int main(void)
{
	return test_add();
}
