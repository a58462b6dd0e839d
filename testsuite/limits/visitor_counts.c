/* SPDX-License-Identifier: MIT
 * How many different visitors each page has, by a list of those seen. The page that is
 * visited most often has one visitor. */
#include <assert.h>
#include <stdlib.h>

struct seen {
	int visitor;
	struct seen *next;
};

/* Returns how many of the visitors are different. */
int visitors_count(const int *visitor, int visits)
{
	struct seen *first = NULL;
	int count = 0;

	for (int i = 0; i < visits; i++) {
		struct seen **link = &first;
		while (*link != NULL && (*link)->visitor != visitor[i])
			link = &(*link)->next;
		if (*link != NULL)
			continue;
		*link = malloc(sizeof **link);
		**link = (struct seen){visitor[i], NULL};
		count++;
	}
	while (first != NULL) {
		struct seen *next = first->next;
		free(first);
		first = next;
	}
	return count;
}

static int count_of(int visits, int visitors)
{
	int *visitor = malloc((size_t)visits * sizeof *visitor);
	int count;

	/* The first one comes most often. */
	for (int i = 0; i < visits; i++)
		visitor[i] = i < 2 * visitors ? i % visitors : 0;
	count = visitors_count(visitor, visits);
	free(visitor);
	return count;
}

int main(void)
{
	assert(count_of(12, 6) == 6);
	assert(count_of(18, 9) == 9);
	assert(count_of(60, 5) == 5);
	return 0;
}
