/* SPDX-License-Identifier: MIT
 * A list of blocked numbers, searched from the front for each caller. */
#include <assert.h>
#include <stdlib.h>

struct blocked {
	int number;
	struct blocked *next;
};

static int is_blocked(const struct blocked *blocked, int number)
{
	for (; blocked != NULL; blocked = blocked->next)
		if (blocked->number == number)
			return 1;
	return 0;
}

int blocked_count(const struct blocked *blocked, const int *caller, int count)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += is_blocked(blocked, caller[i]);
	return found;
}

static int count_for(int callers, int blocked)
{
	int *caller = malloc((size_t)callers * sizeof *caller);
	struct blocked *first = NULL;
	int found;

	for (int i = 0; i < callers; i++)
		caller[i] = 1000 + i;
	for (int i = 0; i < blocked; i++) {
		struct blocked *next = first;
		first = malloc(sizeof *first);
		*first = (struct blocked){i, next};
	}
	found = blocked_count(first, caller, callers);
	while (first != NULL) {
		struct blocked *next = first->next;
		free(first);
		first = next;
	}
	free(caller);
	return found;
}

int main(void)
{
	assert(count_for(4, 8) == 0);
	assert(count_for(8, 8) == 0);
	assert(count_for(16, 16) == 0);
	return 0;
}
