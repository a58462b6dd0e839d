/* SPDX-License-Identifier: MIT
 * The depth of each node, found by walking from it to the root. */
#include <assert.h>
#include <stdlib.h>

struct folder {
	struct folder *parent;
	int depth;
};

static int depth_of(const struct folder *folder)
{
	int depth = 0;

	while (folder->parent != NULL) {
		folder = folder->parent;
		depth++;
	}
	return depth;
}

void set_depths(struct folder **folder, int count)
{
	for (int i = 0; i < count; i++)
		folder[i]->depth = depth_of(folder[i]);
}

int main(void)
{
	struct folder *folder[8];

	for (int i = 0; i < 8; i++) {
		folder[i] = calloc(1, sizeof **folder);
		folder[i]->parent = i == 0 ? NULL : folder[i - 1];
	}
	set_depths(folder, 8);
	assert(folder[0]->depth == 0 && folder[7]->depth == 7);
	for (int i = 0; i < 8; i++)
		free(folder[i]);
	return 0;
}
