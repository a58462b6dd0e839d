/* SPDX-License-Identifier: MIT
 * Each of many entries goes up to its window, which is two steps away. */
#include <assert.h>
#include <stdlib.h>

struct widget {
	struct widget *parent;
	int width;
};

static const struct widget *window_of(const struct widget *widget)
{
	while (widget->parent != NULL)
		widget = widget->parent;
	return widget;
}

int menu_width(struct widget *const *entry, int count)
{
	int width = 0;

	for (int i = 0; i < count; i++)
		width += entry[i]->width * window_of(entry[i])->width;
	return width;
}

int main(void)
{
	struct widget window = {NULL, 2}, menu = {&window, 1};
	struct widget *entry[20];

	for (int i = 0; i < 20; i++) {
		entry[i] = malloc(sizeof **entry);
		*entry[i] = (struct widget){&menu, i};
	}
	assert(menu_width(entry, 20) == 380);
	for (int i = 0; i < 20; i++)
		free(entry[i]);
	return 0;
}
