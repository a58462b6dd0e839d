/* SPDX-License-Identifier: MIT
 * Folders in a table, each with the index of the one that it is in. How long the
 * path of each new one is, is added up from the root on. */
#include <assert.h>
#include <stdlib.h>

struct folder {
	unsigned parent; /* 0: none */
	unsigned short length;
};

struct tree {
	struct folder *folder;
	unsigned count;
};

static unsigned path_length(const struct tree *tree, unsigned index)
{
	unsigned length = 0;

	while (index != 0) {
		length += tree->folder[index].length + 1u;
		index = tree->folder[index].parent;
	}
	return length;
}

static unsigned tree_add(struct tree *tree, unsigned parent, unsigned length)
{
	tree->folder[++tree->count] =
		(struct folder){parent, (unsigned short)length};
	return tree->count;
}

unsigned tree_load(struct tree *tree, unsigned depth)
{
	unsigned last = 0, longest = 0;

	for (unsigned i = 0; i < depth; i++) {
		unsigned length;
		last = tree_add(tree, last, 3 + i % 4);
		length = path_length(tree, last);
		if (length > longest)
			longest = length;
	}
	return longest;
}

int main(void)
{
	struct tree tree = {.folder = calloc(16, sizeof *tree.folder)};

	assert(tree_load(&tree, 12) == 66);
	free(tree.folder);
	return 0;
}
