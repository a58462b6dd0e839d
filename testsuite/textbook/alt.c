/* SPDX-License-Identifier: MIT
 * Figure 3.7: mutually recursive functions containing a traversal. */
#include <stddef.h>

#include "textbook.h"

int p(const struct node *node, bool flag, int total);
int q(const struct node *node, bool flag, int total);
const struct node *n(const struct node *node);

int alt(const struct object *obj)
{
	return KEPT_CALL(p(obj->items, true, 0)); /* alt:3 */
}

STAYS int p(const struct node *node, bool flag, int total)
{
	if (node == NULL)
		return total;
	int value = node->data; /* p:7 */
	if (flag)
		return KEPT_CALL(q(node, flag, total + value)); /* p:8 */
	return KEPT_CALL(q(node, flag, total - value));		/* p:9 */
}

STAYS int q(const struct node *node, bool flag, int total)
{
	const struct node *tail = n(node);	 /* q:15 */
	return KEPT_CALL(p(tail, !flag, total)); /* q:16 */
}

STAYS const struct node *n(const struct node *node)
{
	return node->next; /* n:19 */
}
