/* SPDX-License-Identifier: MIT
 * Builds a chain of nested blocks; whether one may hold another is asked of all
 * around it. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct block {
	struct block *parent, *child;
	int kind;
};

static bool can_contain(const struct block *block, const struct block *child)
{
	for (; block != NULL; block = block->parent)
		if (block == child)
			return false;
	return true;
}

static bool block_append(struct block *block, struct block *child)
{
	if (!can_contain(block, child))
		return false;
	child->parent = block;
	block->child = child;
	return true;
}

struct block *parse_blocks(const char *text)
{
	struct block *root = calloc(1, sizeof *root), *block = root;

	for (; *text != '\0'; text++) {
		struct block *child = calloc(1, sizeof *child);
		child->kind = *text;
		if (block_append(block, child))
			block = child;
	}
	return root;
}

int main(void)
{
	struct block *root = parse_blocks("->->-->>-->"), *next;

	for (; root != NULL; root = next) {
		next = root->child;
		free(root);
	}
	return 0;
}
