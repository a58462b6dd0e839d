/* SPDX-License-Identifier: MIT
 * Walks a list until a live recorder leaves its reads out, then goes on elsewhere:
 * quiet [caller|fork|thread|recursion|phase] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LENGTH 40
#define OFTEN  60000
#define SELDOM 6

struct node {
	long value;
	struct node *next;
};

static struct node *list;

static __attribute__((noinline)) long walk(const struct node *node)
{
	long sum = 0;
	for (; node != NULL; node = node->next)
		sum += node->value;
	return sum;
}

static __attribute__((noinline)) long walk_often(int times)
{
	volatile long sum = 0;
	for (int i = 0; i < times; i++)
		sum += walk(list);
	return sum;
}

static __attribute__((noinline)) long walk_elsewhere(int times)
{
	volatile long sum = 0;
	for (int i = 0; i < times; i++)
		sum += walk(list);
	return sum;
}

static __attribute__((noinline)) long go_down(int depth)
{
	volatile long sum = depth > 0 ? go_down(depth - 1) : 0;
	for (int i = 0; i < OFTEN / 20; i++)
		sum += walk(list);
	return sum;
}

/* The second loop is code that has never run when the first one is left out. */
static __attribute__((noinline)) long walk_in_phases(void)
{
	volatile long sum = 0;
	for (int i = 0; i < OFTEN; i++)
		for (const struct node *node = list; node; node = node->next)
			sum += node->value;
	for (int i = 0; i < SELDOM; i++)
		for (const struct node *node = list; node; node = node->next)
			sum -= node->value; /* again */
	return sum;
}

static void *run(void *unused)
{
	return (void *)walk_elsewhere(SELDOM);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	pthread_t thread;
	long sum;

	for (int i = 0; i < LENGTH; i++) {
		struct node *node = malloc(sizeof *node);
		node->value = i;
		node->next = list;
		list = node;
	}
	sum = strcmp(what, "recursion") == 0 ? go_down(20)
	      : strcmp(what, "phase") == 0   ? walk_in_phases()
					     : walk_often(OFTEN);
	if (strcmp(what, "caller") == 0)
		sum += walk_elsewhere(SELDOM);
	if (strcmp(what, "fork") == 0) {
		if (fork() == 0)
			_exit(walk_often(SELDOM) == 0);
		wait(NULL);
	}
	if (strcmp(what, "thread") == 0) {
		pthread_create(&thread, NULL, run, NULL);
		pthread_join(thread, NULL);
	}
	printf("%ld\n", sum);
	return 0;
}
