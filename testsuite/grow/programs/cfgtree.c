/* SPDX-License-Identifier: MIT
 * A tree of settings by dotted names; the children of a node are a list without a tail.
 * label: grows child_get n^2 */
#include <stdlib.h>
#include <string.h>

typedef struct cfg_node {
	char *name, *value;
	struct cfg_node *child, *sibling;
} cfg_node;

static cfg_node *child_get(cfg_node *parent, const char *name, size_t length)
{
	cfg_node **at = &parent->child;
	for (; *at; at = &(*at)->sibling)
		if (strlen((*at)->name) == length &&
			!memcmp((*at)->name, name, length))
			return *at;
	*at = calloc(1, sizeof **at);
	(*at)->name = strndup(name, length);
	return *at;
}

void cfg_set(cfg_node *root, const char *path, const char *value)
{
	const char *dot;
	while ((dot = strchr(path, '.'))) {
		root = child_get(root, path, (size_t)(dot - path));
		path = dot + 1;
	}
	root = child_get(root, path, strlen(path));
	free(root->value);
	root->value = strdup(value);
}

const char *cfg_get(const cfg_node *root, const char *path)
{
	while (root) {
		size_t length = strcspn(path, ".");
		const cfg_node *c = root->child;
		while (c && (strlen(c->name) != length ||
				    memcmp(c->name, path, length)))
			c = c->sibling;
		if (!c)
			return NULL;
		if (!path[length])
			return c->value;
		path += length + 1;
		root = c;
	}
	return NULL;
}

void cfg_free(cfg_node *node)
{
	while (node) {
		cfg_node *next = node->sibling;
		cfg_free(node->child);
		free(node->name);
		free(node->value);
		free(node);
		node = next;
	}
}
