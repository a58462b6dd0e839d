/* SPDX-License-Identifier: MIT
 * Lists, an array that grows, a tree and names, all walked repeatedly. The
 * environment's SHIFT, a letter from a on, says how much memory is taken first, from
 * each place where memory comes from, so that everything else lies elsewhere. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define KEPT __attribute__((noinline))

struct name {
	struct name *next;
	char *text;
};

struct tree {
	struct tree *child[2];
	int key;
};

static struct name *names;
static int sink;

static KEPT void add_name(int number)
{
	char text[16];
	struct name **link = &names;

	snprintf(text, sizeof text, "name %d", number);
	while (*link != NULL && strcmp((*link)->text, text) != 0)
		link = &(*link)->next;
	if (*link != NULL)
		return;
	*link = malloc(sizeof **link);
	(*link)->next = NULL;
	(*link)->text = strdup(text);
}

static KEPT struct tree *add_key(struct tree *tree, int key)
{
	if (tree == NULL) {
		tree = calloc(1, sizeof *tree);
		tree->key = key;
	} else {
		struct tree **child = &tree->child[key > tree->key];
		*child = add_key(*child, key);
	}
	return tree;
}

static KEPT int sum_keys(const struct tree *tree)
{
	return tree == NULL ? 0
			    : tree->key + sum_keys(tree->child[0]) +
				      sum_keys(tree->child[1]);
}

static KEPT int *grow(int *array, int count)
{
	int at = 0;

	while (at < count && array[at] != count)
		at++;
	array = realloc(array, (size_t)(count + 1) * sizeof *array);
	array[count] = count;
	return array;
}

/* Reads what lies before main ran, and what is mapped. */
static KEPT int look_around(char **environment, const char *mapped)
{
	int sum = 0;

	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 40; j++)
			sum += mapped[j];
	return sum + (environment[0] != NULL);
}

static void take_memory(size_t bytes)
{
	sink += malloc(bytes) == NULL;
	sink += mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

int main(int argc, char **argv, char **environment)
{
	const char *shift = getenv("SHIFT");
	int *array = NULL;
	struct tree *tree = NULL;
	char *mapped;

	take_memory((size_t)100 << 5 * (shift[0] - 'a'));
	mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 24; i++) {
		add_name(i * 5 % 12);
		array = grow(array, i);
		tree = add_key(tree, i * 7 % 24);
		sink += sum_keys(tree);
	}
	sink += look_around(environment, mapped);
	return argc < 0 || argv == NULL || sink == 12345;
}
