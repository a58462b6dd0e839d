/* SPDX-License-Identifier: MIT
 * A stack that is copied to new memory for each value.
 * label: grows clips_push n^2 */
#include <stdlib.h>
#include <string.h>

struct clips {
	int *clip, depth, room;
};

void clips_push(struct clips *clips, int value)
{
	int *more = malloc((clips->depth + 1) * sizeof *more);

	if (clips->depth)
		memcpy(more, clips->clip, clips->depth * sizeof *more);
	free(clips->clip);
	clips->clip = more;
	clips->clip[clips->depth++] = value;
}

int clips_pop(struct clips *clips)
{
	return clips->depth ? clips->clip[--clips->depth] : -1;
}
