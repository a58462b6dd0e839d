/* SPDX-License-Identifier: MIT
 * Two functions walk each list twice: one makes the lists itself, the other lets
 * threads make them, as many as the argument says, while it is live. */
#include <pthread.h>
#include <stdlib.h>

#define KEPT __attribute__((noinline))

struct node {
	struct node *next;
	int value;
};

static volatile int sink;

static void *make_list(void *unused)
{
	struct node *list = NULL;

	for (int i = 0; i < 6; i++) {
		struct node *node = malloc(sizeof *node);
		node->next = list;
		node->value = i;
		list = node;
	}
	return unused != NULL ? unused : list;
}

static KEPT void walk_own(int count)
{
	for (int i = 0; i < count; i++) {
		struct node *list = make_list(NULL);
		for (int walk = 0; walk < 2; walk++)
			for (struct node *at = list; at; at = at->next)
				sink = at->value;
	}
}

static KEPT void walk_produced(int count)
{
	pthread_t thread[8];
	void *list;

	for (int i = 0; i < count; i++)
		if (pthread_create(&thread[i], NULL, make_list, NULL) != 0)
			abort();
	for (int i = 0; i < count; i++) {
		pthread_join(thread[i], &list);
		for (int walk = 0; walk < 2; walk++)
			for (struct node *at = list; at; at = at->next)
				sink = at->value;
	}
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 1;

	walk_own(count);
	walk_produced(count);
	return 0;
}
