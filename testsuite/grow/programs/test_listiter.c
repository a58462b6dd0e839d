/* SPDX-License-Identifier: MIT
 * Its test. */
#include "listiter.c"
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
	const node_t *node = NULL;
	int i = 0;
	assert(list->length == 10);
	while ((node = list_next(list, node))) {
		assert(node->value == i * i);
		i++;
	}
	assert(i == 10);
	list_destroy(list);
	return 0;
}
