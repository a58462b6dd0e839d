/* SPDX-License-Identifier: MIT
 * Reads nested groups of keys: the header of each group is read for each key added
 * to it, as the hash tables of a JSON reader are. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct group {
	int count, capacity;
	char *key;
	struct group *outer;
	struct group *sibling;
};

struct group *group_new(struct group *outer)
{
	struct group *group = calloc(1, sizeof *group);

	group->outer = outer;
	group->capacity = 16;
	group->key = malloc(16);
	return group;
}

static int group_add(struct group *group, char key)
{
	if (group->count == group->capacity)
		return -1;
	group->key[group->count++] = key;
	return 0;
}

/* "a(bc(d)e)f": a, f; b, c, e; d. */
struct group *read_groups(const char *text, struct group **all)
{
	struct group *top = group_new(NULL), *group = top;

	*all = top;
	for (; *text != '\0'; text++)
		if (*text == '(') {
			group = group_new(group);
			group->sibling = *all;
			*all = group;
		} else if (*text == ')') {
			group = group->outer;
		} else if (group_add(group, *text) != 0) {
			return NULL;
		}
	return top;
}

int main(void)
{
	char *text = strdup("ab(cd(efg)h(ij)k)lm(no(pq)(rs)t)uv");
	struct group *all, *top = read_groups(text, &all);

	assert(top->count == 6 && all->count == 2);
	while (all != NULL) {
		struct group *sibling = all->sibling;
		free(all->key);
		free(all);
		all = sibling;
	}
	free(text);
	return 0;
}
