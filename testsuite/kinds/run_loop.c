/* SPDX-License-Identifier: MIT
 * Evaluates a program of nodes, whose loop runs its body again. */
#include <stdlib.h>

enum kind { NUMBER, VARIABLE, ADD, SET, SEQUENCE, LOOP };

struct node {
	enum kind kind;
	long value;
	struct node *left, *right;
};

struct machine {
	long variable[4];
};

static struct node *node_new(
	enum kind kind, long value, struct node *left, struct node *right)
{
	struct node *node = malloc(sizeof *node);

	*node = (struct node){kind, value, left, right};
	return node;
}

long node_run(struct machine *machine, const struct node *node)
{
	switch (node->kind) {
	case NUMBER:
		return node->value;
	case VARIABLE:
		return machine->variable[node->value];
	case ADD:
		return node_run(machine, node->left) +
		       node_run(machine, node->right);
	case SET:
		return machine->variable[node->value] =
			       node_run(machine, node->left);
	case SEQUENCE:
		node_run(machine, node->left);
		return node_run(machine, node->right);
	case LOOP:
		for (long i = 0; i < node->value; i++)
			node_run(machine, node->left);
		return 0;
	}
	return 0;
}

static void node_free(struct node *node)
{
	if (!node)
		return;
	node_free(node->left);
	node_free(node->right);
	free(node);
}

int main(int argc, char **argv)
{
	struct machine machine = {{1, 2, 3, 4}};
	struct node *add = node_new(ADD, 0, node_new(VARIABLE, 0, NULL, NULL),
		node_new(ADD, 0, node_new(VARIABLE, 1, NULL, NULL),
			node_new(NUMBER, 5, NULL, NULL)));
	struct node *body = node_new(SEQUENCE, 0, node_new(SET, 2, add, NULL),
		node_new(SET, 0, node_new(VARIABLE, 2, NULL, NULL), NULL));
	struct node *loop =
		node_new(LOOP, argc > 1 ? atoi(argv[1]) : 24, body, NULL);

	node_run(&machine, loop);
	node_free(loop);
	return machine.variable[0] == 0;
}
