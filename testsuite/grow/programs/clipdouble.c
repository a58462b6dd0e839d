/* SPDX-License-Identifier: MIT
 * A stack that doubles.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct clips {
	int *clip, depth, room;
};

void clips_push(struct clips *clips, int value)
{
	if (clips->depth == clips->room) {
		int room = clips->room ? 2 * clips->room : 4;
		int *more = malloc((size_t)room * sizeof *more);
		if (clips->depth)
			memcpy(more, clips->clip, clips->depth * sizeof *more);
		free(clips->clip);
		clips->clip = more;
		clips->room = room;
	}
	clips->clip[clips->depth++] = value;
}

int clips_pop(struct clips *clips)
{
	return clips->depth ? clips->clip[--clips->depth] : -1;
}
