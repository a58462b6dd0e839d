/* SPDX-License-Identifier: MIT
 * Whether all members of one set, a list, are in another: searches it for each. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct member {
	int id;
	struct member *next;
};

struct member *set_add(struct member *set, int id)
{
	struct member *member = malloc(sizeof *member);

	member->id = id;
	member->next = set;
	return member;
}

bool set_has(const struct member *set, int id)
{
	for (; set != NULL; set = set->next)
		if (set->id == id)
			return true;
	return false;
}

bool set_includes(const struct member *big, const struct member *small)
{
	for (; small != NULL; small = small->next)
		if (!set_has(big, small->id))
			return false;
	return true;
}

void set_free(struct member *set)
{
	while (set != NULL) {
		struct member *next = set->next;
		free(set);
		set = next;
	}
}

static void test_includes(void)
{
	struct member *big = NULL, *small = NULL;

	for (int i = 0; i < 9; i++)
		big = set_add(big, 7 * i);
	for (int i = 0; i < 5; i++)
		small = set_add(small, 14 * i);
	assert(set_includes(big, small));
	small = set_add(small, 1);
	assert(!set_includes(big, small));
	set_free(small);
	set_free(big);
}

int main(void)
{
	test_includes();
	return 0;
}
