/* SPDX-License-Identifier: MIT
 * A program that ends in the ways programs end, for tests of recording:
 * subject VERB [ARGUMENT]... */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
	struct node *next;
	int value;
};

static __attribute__((noinline)) int contains(struct node *node, int value)
{
	for (; node != NULL; node = node->next)
		if (node->value == value)
			return 1;
	return 0;
}

/* Walks the list from its head for each of its values. */
static __attribute__((noinline)) int contains_all(struct node *list)
{
	for (struct node *node = list; node != NULL; node = node->next)
		if (!contains(list, node->value))
			return 0;
	return 1;
}

static int walk(void)
{
	struct node *list = NULL;

	for (int i = 0; i < 8; i++) {
		struct node *node = malloc(sizeof(*node));
		node->next = list;
		node->value = i;
		list = node;
	}
	printf("%d\n", contains_all(list));
	return 0;
}

static int copy(void)
{
	int c;

	while ((c = getchar()) != EOF)
		putchar(c);
	fputs("copied\n", stderr);
	return 0;
}

static int crash(void)
{
	volatile int *nowhere = NULL;

	*nowhere = 1;
	return 0;
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "walk";
	int number = argc > 2 ? atoi(argv[2]) : 0;

	if (strcmp(verb, "walk") == 0)
		return walk();
	if (strcmp(verb, "copy") == 0)
		return copy();
	if (strcmp(verb, "crash") == 0)
		return crash();
	if (strcmp(verb, "raise") == 0)
		return raise(number);
	if (strcmp(verb, "exec") == 0)
		return execv(argv[2], argv + 2);
	if (strcmp(verb, "echo") == 0) {
		for (int i = 2; i < argc; i++)
			printf("<%s>", argv[i]);
		return 0;
	}
	if (strcmp(verb, "fork") == 0) {
		if (fork() == 0)
			_exit(walk());
		wait(NULL);
		return 0;
	}
	if (strcmp(verb, "sleep") == 0) {
		puts("asleep");
		fflush(stdout);
		sleep((unsigned)number);
		return 0;
	}
	return number; /* exit */
}
