/* SPDX-License-Identifier: MIT
 * Looks for the last number of a list. */
#include "textbook.h"

int main(void)
{
	struct node *list = list_new(4);
	bool found = contains(list, 4);
	list_free(list);
	return found ? 0 : 1;
}
