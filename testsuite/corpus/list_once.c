/* SPDX-License-Identifier: MIT
 * A list whose operations each go through it once. */
#include <assert.h>
#include <stdlib.h>

struct point {
	struct point *next;
	int x, y;
};

struct path {
	struct point *first, *last;
};

void path_add(struct path *path, int x, int y)
{
	struct point *point = malloc(sizeof *point);

	*point = (struct point){NULL, x, y};
	if (path->last == NULL)
		path->first = point;
	else
		path->last->next = point;
	path->last = point;
}

int path_length(const struct path *path)
{
	int length = 0;

	for (const struct point *at = path->first; at->next; at = at->next)
		length += abs(at->next->x - at->x) + abs(at->next->y - at->y);
	return length;
}

int path_is_closed(const struct path *path)
{
	return path->first->x == path->last->x &&
	       path->first->y == path->last->y;
}

void path_clear(struct path *path)
{
	while (path->first != NULL) {
		struct point *next = path->first->next;
		free(path->first);
		path->first = next;
	}
	path->last = NULL;
}

int main(void)
{
	struct path path = {NULL, NULL};

	for (int i = 0; i < 8; i++)
		path_add(&path, i, i % 3);
	path_add(&path, 0, 0);
	assert(path_is_closed(&path));
	assert(path_length(&path) == 24);
	path_clear(&path);
	return 0;
}
