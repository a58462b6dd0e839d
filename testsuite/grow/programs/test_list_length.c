/* SPDX-License-Identifier: MIT
 * Its test. */
#include "list_length.c"

static void test_list(void)
{
	assert(list_append("one") == 0);
	list_append("two");
	list_append("three");
	assert(head->next);
}

int main(void)
{
	test_list();
	return 0;
}
