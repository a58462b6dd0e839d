/* SPDX-License-Identifier: MIT
 * Children of a node, each looked for from the first one on, by recursion. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct dom_node dom_node;
struct dom_node {
	dom_node *first, *sibling;
	char *text;
};

dom_node *dom_new(const char *text)
{
	dom_node *n = calloc(1, sizeof *n);
	n->text = strdup(text);
	return n;
}

void dom_prepend(dom_node *parent, dom_node *child)
{
	child->sibling = parent->first;
	parent->first = child;
}

unsigned dom_child_count(const dom_node *n)
{
	unsigned count = 0;
	for (const dom_node *c = n->first; c; c = c->sibling)
		count++;
	return count;
}

const dom_node *dom_child(const dom_node *n, unsigned index)
{
	const dom_node *c = n->first;
	while (c && index--)
		c = c->sibling;
	return c;
}

size_t dom_text_length(const dom_node *n)
{
	size_t length = strlen(n->text);
	for (unsigned i = 0; i < dom_child_count(n); i++)
		length += dom_text_length(dom_child(n, i));
	return length;
}

void dom_free(dom_node *n)
{
	while (n->first) {
		dom_node *c = n->first;
		n->first = c->sibling;
		dom_free(c);
	}
	free(n->text);
	free(n);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 5;
	dom_node *doc = dom_new("root");
	for (int i = 0; i < n; i++)
		dom_prepend(doc, dom_new("item"));
	assert(dom_child_count(doc) == (unsigned)n);
	assert(dom_text_length(doc) == 4 * (size_t)n + 4);
	dom_free(doc);
	return 0;
}
