/* SPDX-License-Identifier: MIT
 * The first lamps of a board, a list, are tested. If one is dark the board is tested again,
 * each time with a lamp more: few boards need that. */
#include <stdlib.h>

struct lamp {
	struct lamp *next;
	int is_dark;
};

static struct lamp *board_make(int lamps, int dark)
{
	struct lamp *first = NULL;

	for (int i = lamps; i-- > 0;) {
		struct lamp *lamp = malloc(sizeof *lamp);
		lamp->next = first;
		lamp->is_dark = i == dark;
		first = lamp;
	}
	return first;
}

int board_check(const struct lamp *first)
{
	int tries = 0, dark;

	do {
		const struct lamp *lamp = first;
		dark = 0;
		for (int i = 0; i < 3 + tries; i++) {
			dark += lamp->is_dark;
			lamp = lamp->next;
		}
	} while (dark > 0 && ++tries < 4);
	return tries;
}

int main(void)
{
	int tries = 0;

	for (int i = 0; i < 60; i++) {
		struct lamp *first = board_make(6, i % 30 == 4 ? 1 : -1);
		tries += board_check(first);
		while (first) {
			struct lamp *next = first->next;
			free(first);
			first = next;
		}
	}
	return tries != 8;
}
