/* SPDX-License-Identifier: MIT
 * Figure 3.1: a recursive function containing a traversal. */
#include <stddef.h>

#include "textbook.h"

bool contains(const struct node *list, int x)
{
	if (list == NULL) {
		return false;
	} else if (list->data == x) { /* contains:5 */
		return true;
	} else {
		const struct node *tail = list->next; /* contains:8 */
		return contains(tail, x);	      /* contains:9 */
	}
}
