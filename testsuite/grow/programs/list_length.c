/* SPDX-License-Identifier: MIT
 * Each append counts the list to give out a number.
 * label: grows list_append n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	const char *name;
	int number;
};
static struct node *head;

static int list_append(const char *name)
{
	struct node *added = calloc(1, sizeof *added), **end = &head;
	int number = 0;
	for (; *end; end = &(*end)->next)
		number++;
	added->name = name;
	added->number = number;
	*end = added;
	return number;
}
