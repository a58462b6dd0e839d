/* SPDX-License-Identifier: MIT
 * Merge sort of a list: each part is walked to find its middle, n log n in all. */
#include <assert.h>
#include <stdlib.h>

struct card {
	struct card *next;
	int rank;
};

static struct card *split(struct card *list)
{
	struct card *slow = list, *fast = list->next, *second;

	while (fast != NULL && fast->next != NULL) {
		slow = slow->next;
		fast = fast->next->next;
	}
	second = slow->next;
	slow->next = NULL;
	return second;
}

static struct card *merge(struct card *a, struct card *b)
{
	struct card *merged = NULL, **end = &merged;

	while (a != NULL && b != NULL) {
		struct card **least = a->rank <= b->rank ? &a : &b;
		*end = *least;
		end = &(*least)->next;
		*least = (*least)->next;
	}
	*end = a != NULL ? a : b;
	return merged;
}

struct card *sort_cards(struct card *list)
{
	struct card *second;

	if (list == NULL || list->next == NULL)
		return list;
	second = split(list);
	list = sort_cards(list);
	return merge(list, sort_cards(second));
}

int main(void)
{
	const int rank[] = {9, 4, 12, 1, 7, 10, 3, 8, 2, 11, 6, 5, 13};
	struct card *list = NULL;

	for (int i = 0; i < 13; i++) {
		struct card *card = malloc(sizeof *card);
		*card = (struct card){list, rank[i]};
		list = card;
	}
	list = sort_cards(list);
	for (int i = 1; i <= 13; i++) {
		struct card *next = list->next;
		assert(list->rank == i);
		free(list);
		list = next;
	}
	return 0;
}
