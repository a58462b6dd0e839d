/* SPDX-License-Identifier: MIT
 * A menu of two items is drawn, gets a third one, and is drawn again. Each drawing
 * takes two passes: one for the width, one for the text. */
#include <assert.h>
#include <stdlib.h>

struct item {
	int width;
	struct item *next;
};

struct menu {
	struct item *first, **end;
	int width, drawn;
};

void menu_add(struct menu *menu, int width)
{
	struct item *item = malloc(sizeof *item);

	*item = (struct item){width, NULL};
	*menu->end = item;
	menu->end = &item->next;
}

void menu_draw(struct menu *menu)
{
	for (int pass = 0; pass < 2; pass++)
		for (struct item *item = menu->first; item; item = item->next) {
			if (pass == 1)
				menu->drawn += menu->width;
			else if (item->width > menu->width)
				menu->width = item->width;
		}
}

void menu_open(struct menu *menu, int width)
{
	for (int i = 0; i < 2; i++) {
		if (i == 1)
			menu_add(menu, width);
		menu_draw(menu);
	}
}

int main(void)
{
	struct menu menu = {NULL, &menu.first, 0, 0};

	menu_add(&menu, 4);
	menu_add(&menu, 6);
	menu_open(&menu, 9);
	assert(menu.drawn == 2 * 6 + 3 * 9);
	while (menu.first != NULL) {
		struct item *next = menu.first->next;
		free(menu.first);
		menu.first = next;
	}
	return 0;
}
