/* SPDX-License-Identifier: MIT
 * An expression in an arena, evaluated and printed once. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct expression {
	char kind; /* + * or n */
	int number;
	struct expression *left, *right;
};

struct nodes {
	int used;
	struct expression node[32];
};

static struct expression *node_new(struct nodes *nodes, char kind, int number,
	struct expression *left, struct expression *right)
{
	struct expression *node = &nodes->node[nodes->used++];

	*node = (struct expression){kind, number, left, right};
	return node;
}

/* Polish notation: "+1*23". */
struct expression *parse(struct nodes *nodes, const char **text)
{
	char kind = *(*text)++;
	struct expression *left;

	if (kind >= '0' && kind <= '9')
		return node_new(nodes, 'n', kind - '0', NULL, NULL);
	left = parse(nodes, text);
	return node_new(nodes, kind, 0, left, parse(nodes, text));
}

int evaluate(const struct expression *expression)
{
	if (expression->kind == 'n')
		return expression->number;
	if (expression->kind == '+')
		return evaluate(expression->left) + evaluate(expression->right);
	return evaluate(expression->left) * evaluate(expression->right);
}

int count_leaves(const struct expression *expression)
{
	if (expression->kind == 'n')
		return 1;
	return count_leaves(expression->left) + count_leaves(expression->right);
}

int main(void)
{
	struct nodes *nodes = calloc(1, sizeof *nodes);
	const char *text = "+*34+*2+516*78";
	struct expression *expression = parse(nodes, &text);

	assert(evaluate(expression) == 12 + 18);
	assert(count_leaves(expression) == 6);
	free(nodes);
	return 0;
}
