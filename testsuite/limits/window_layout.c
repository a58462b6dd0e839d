/* SPDX-License-Identifier: MIT
 * A window of four parts, each of which is asked for its height where a line of the
 * text is placed. */
#include <assert.h>
#include <stdlib.h>

struct part {
	int height;
};

struct window {
	struct part *menu, *tools, *rulers, *status;
};

int part_height(const struct part *part)
{
	return part->height;
}

int window_text_top(const struct window *window)
{
	int top = part_height(window->menu);

	top += part_height(window->tools);
	top += part_height(window->rulers);
	return top + part_height(window->status);
}

int window_place_lines(const struct window *window, int *line, int count)
{
	int y = 0;

	for (int i = 0; i < count; i++)
		line[i] = y = window_text_top(window) + 16 * i;
	return y;
}

static struct part *make_part(int height)
{
	struct part *part = malloc(sizeof *part);

	part->height = height;
	return part;
}

int main(void)
{
	struct window window = {
		make_part(20), make_part(32), make_part(8), make_part(18)};
	int line[9];

	assert(window_place_lines(&window, line, 9) == 78 + 16 * 8);
	free(window.menu);
	free(window.tools);
	free(window.rulers);
	free(window.status);
	return 0;
}
