/* SPDX-License-Identifier: MIT
 * Counts a list of four. */
#include "textbook.h"

int main(void)
{
	struct node *list = list_new(4);
	int count = len(list);
	list_free(list);
	return count == 4 ? 0 : 1;
}
