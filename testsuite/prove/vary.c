/* SPDX-License-Identifier: MIT
 * A test whose size is an argument: vary SHAPE N. What each shape reads grows by
 * a law that is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct node {
	int key;
	struct node *next;
};

static struct node *list;

static void add(int key)
{
	struct node *n = malloc(sizeof *n);

	n->key = key;
	n->next = list;
	list = n;
}

static int contains(int key)
{
#ifdef OTHER_TEXT
	struct node *n = list;
	while (n) {
		if (key == n->key)
			return 1;
		n = n->next;
	}
#elif defined OTHER_ROOT
	for (struct node *item = list; item; item = item->next)
		if (item->key == key)
			return 1;
#else
	for (struct node *n = list; n; n = n->next)
		if (n->key == key)
			return 1;
#endif
	return 0;
}

/* N (N - 1) / 2 reads. */
static void fill(int n)
{
	for (int key = 0; key < n; key++)
		if (!contains(key))
			add(key);
}

static long sum(void)
{
	long total = 0;

	for (struct node *n = list; n; n = n->next)
		total += n->key;
	return total;
}

/* Four times as many reads as there are nodes. */
static long sum_often(void)
{
	long total = 0;

	for (int i = 0; i < 4; i++)
		total += sum();
	return total;
}

int main(int argc, char **argv)
{
	const char *shape = argc > 1 ? argv[1] : "square";
	int n = argc > 2 ? atoi(argv[2]) : 0;
	long total = 0;

	printf("%s %d\n", shape, n);
	if (!strcmp(shape, "fails") && n > 20)
		return 9;
	if (!strcmp(shape, "hangs") && n > 20)
		sleep(100);
	if (!strcmp(shape, "line") || !strcmp(shape, "data")) {
		int nodes = *shape == 'd' ? n * n : n;
		for (int key = 0; key < nodes; key++)
			add(key);
		total = sum_often();
	} else if (!strcmp(shape, "calls")) {
		for (int size = 8; size <= n; size += size / 2) {
			fill(size);
			list = NULL;
		}
	} else {
		fill(n);
	}
	return total < 0;
}
