/* SPDX-License-Identifier: MIT
 * Its test. */
#include "listget.c"
#include <assert.h>

static list_t *make_list(int n)
{
	list_t *list = list_new();
	for (int i = 0; i < n; i++)
		list_append(list, i * i);
	return list;
}

int main(void)
{
	list_t *list = make_list(10);
	assert(list->length == 10);
	for (int i = 0; i < list->length; i++)
		assert(list_get(list, i) == i * i);
	assert(list_get(list, 99) == -1);
	list_destroy(list);
	return 0;
}
