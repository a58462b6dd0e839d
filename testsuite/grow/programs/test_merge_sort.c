/* SPDX-License-Identifier: MIT
 * Its test. */
#include "merge_sort.c"

static void test_sort(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 16; i++) {
		struct node *added = malloc(sizeof *added);
		added->value = i * 7919 % 1009;
		added->next = list;
		list = added;
	}
	list = sort(list);
	assert(list->value == 0);
}

int main(void)
{
	test_sort();
	return 0;
}
