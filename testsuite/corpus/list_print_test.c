/* SPDX-License-Identifier: MIT
 * Tests of list_print: prints one list within each limit, as tests do that let one
 * allocation after the other fail. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "list_print.h"

static void check_all_limits(void)
{
	struct strings *list = NULL;
	size_t limit = 0;
	char *printed;

	list = strings_add(list, "three");
	list = strings_add(list, "two");
	list = strings_add(list, "one");
	list = strings_add(list, "zero");
	while ((printed = strings_print(list, limit)) == NULL)
		limit++;
	assert(limit == 19);
	assert(strcmp(printed, "zero\none\ntwo\nthree\n") == 0);
	free(printed);
	strings_free(list);
}

int main(void)
{
	check_all_limits();
	return 0;
}
