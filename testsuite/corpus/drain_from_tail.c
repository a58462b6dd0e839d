/* SPDX-License-Identifier: MIT
 * A list without back links, taken apart from its end. */
#include <assert.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

struct stack {
	struct job *oldest;
};

void stack_put_first(struct stack *stack, int number)
{
	struct job *job = malloc(sizeof *job);

	job->number = number;
	job->next = stack->oldest;
	stack->oldest = job;
}

int stack_take_last(struct stack *stack)
{
	struct job **place = &stack->oldest;
	int number;

	while ((*place)->next != NULL)
		place = &(*place)->next;
	number = (*place)->number;
	free(*place);
	*place = NULL;
	return number;
}

int stack_drain(struct stack *stack)
{
	int sum = 0, factor = 1;

	while (stack->oldest != NULL)
		sum += factor++ * stack_take_last(stack);
	return sum;
}

int main(void)
{
	struct stack stack = {NULL};

	for (int i = 1; i <= 7; i++)
		stack_put_first(&stack, i);
	assert(stack_drain(&stack) == 140);
	assert(stack.oldest == NULL);
	return 0;
}
