/* SPDX-License-Identifier: MIT
 * The paper's run: a list of 1 2 3 is asked for 3, 2 and 1. */
#include <stdlib.h>

#include "textbook.h"

int main(void)
{
	struct node *list = list_new(3);
	int *wanted = numbers_new(3);
	bool found = containsAll(list, wanted, 3);
	free(wanted);
	list_free(list);
	return found ? 0 : 1;
}
