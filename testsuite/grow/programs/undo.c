/* SPDX-License-Identifier: MIT
 * A history of fixed length: what is oldest is moved out of the array.
 * label: grows undo_push n^2 */
#include <stdlib.h>
#include <string.h>

struct undo {
	int *step;
	size_t used, room;
};

void undo_push(struct undo *undo, int step)
{
	if (undo->used == undo->room) {
		undo->room = undo->room ? undo->room * 2 : 8;
		undo->step = realloc(undo->step, undo->room * sizeof(int));
	}
	/* The newest is the first. */
	for (size_t i = undo->used; i > 0; i--)
		undo->step[i] = undo->step[i - 1];
	undo->step[0] = step;
	undo->used++;
}
