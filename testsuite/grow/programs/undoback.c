/* SPDX-License-Identifier: MIT
 * The same with the newest at the end.
 * label: linear */
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
	undo->step[undo->used++] = step;
}
