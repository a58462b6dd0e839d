/* SPDX-License-Identifier: MIT
 * Elements are closed from the innermost one outwards, each once, at each heading. */
#include <assert.h>
#include <stdlib.h>

struct element {
	struct element *parent;
	int level;
};

static struct element *open_element(struct element *parent, int level)
{
	struct element *element = malloc(sizeof *element);

	*element = (struct element){parent, level};
	return element;
}

static struct element *close_to(struct element *element, int level)
{
	while (element != NULL && element->level >= level) {
		struct element *parent = element->parent;
		free(element);
		element = parent;
	}
	return element;
}

int count_sections(const int *level, int count)
{
	struct element *open = NULL;
	int top = 0;

	for (int i = 0; i < count; i++) {
		open = close_to(open, level[i]);
		top += open == NULL;
		open = open_element(open, level[i]);
	}
	close_to(open, 0);
	return top;
}

int main(void)
{
	static const int level[] = {
		1, 2, 3, 4, 5, 2, 3, 3, 4, 1, 2, 3, 4, 5, 6, 1, 2, 2, 3, 4};

	assert(count_sections(level, 20) == 3);
	return 0;
}
