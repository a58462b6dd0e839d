/* SPDX-License-Identifier: MIT
 * A list with a pointer to its end.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	int value;
};
static struct node *head, **end = &head;

static void list_append(int value)
{
	struct node *added = calloc(1, sizeof *added);
	added->value = value;
	*end = added;
	end = &added->next;
}
