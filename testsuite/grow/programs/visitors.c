/* SPDX-License-Identifier: MIT
 * A sorted list of names, each put where one function that compares says, which has
 * nothing to do with how long the list is.
 * label: grows visitors_add n^2 */
#include <stdlib.h>
#include <string.h>

struct visitor {
	struct visitor *next;
	const char *name;
};

struct visitor *visitors;

__attribute__((noinline)) int visitors_compare(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a - *b;
}

void visitors_add(const char *name)
{
	struct visitor **at = &visitors, *new = malloc(sizeof *new);

	while (*at && visitors_compare((*at)->name, name) <= 0)
		at = &(*at)->next;
	new->next = *at;
	new->name = strdup(name);
	*at = new;
}
