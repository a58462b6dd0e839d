/* SPDX-License-Identifier: MIT
 * Figure 3.4: a function that traverses a linked list. */
#include <stddef.h>

#include "textbook.h"

int len(const struct node *list)
{
	int count = 0;
	while (list != NULL) {
		count++;
		list = list->next; /* len:6 */
	}
	return count;
}
