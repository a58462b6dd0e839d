/* SPDX-License-Identifier: MIT
 * An array of its own with room that doubles: what there is is copied in a loop. */
#include <stdlib.h>

struct stack {
	long *at;
	int count, room;
};

static void stack_grow(struct stack *stack)
{
	int room = stack->room * 2;
	long *at = malloc(room * sizeof *at);

	for (int i = 0; i < stack->count; i++)
		at[i] = stack->at[i];
	free(stack->at);
	stack->at = at;
	stack->room = room;
}

long stack_fill(struct stack *stack, int count)
{
	for (int i = 0; i < count; i++) {
		if (stack->count == stack->room)
			stack_grow(stack);
		stack->at[stack->count++] = i * 7;
	}
	return stack->at[count / 2];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct stack stack = {malloc(2 * sizeof(long)), 0, 2};
	long value = stack_fill(&stack, n);

	free(stack.at);
	return value < 0;
}
