/* SPDX-License-Identifier: MIT
 * A list is sorted by merging.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	int value;
};

static struct node *merge(struct node *a, struct node *b)
{
	struct node *first = NULL, **end = &first;
	while (a && b) {
		struct node **less = a->value <= b->value ? &a : &b;
		*end = *less;
		end = &(*end)->next;
		*less = *end;
	}
	*end = a ? a : b;
	return first;
}

static struct node *sort(struct node *list)
{
	struct node *half = list, *other;
	if (!list || !list->next)
		return list;
	for (struct node *at = list->next; at && at->next; at = at->next->next)
		half = half->next;
	other = half->next;
	half->next = NULL;
	return merge(sort(list), sort(other));
}
