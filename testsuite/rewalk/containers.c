/* SPDX-License-Identifier: MIT
 * Shapes on lists of other kinds, and on tables. */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

/* However many events there are, the same four handlers are asked. */
SHAPE void small_list(int n)
{
	struct node *handlers = make_list(4);

	for (int event = 0; event < n; event++)
		for (volatile struct node *at = handlers; at; at = at->next)
			sink += at->value == event;
	free_list(handlers);
}

struct slot {
	int next; /* index, -1: the last */
	int value;
};

/* Each value is searched for before it is linked in, by its index. */
SHAPE void index_linked(int n)
{
	struct slot *slots = malloc((size_t)n * sizeof *slots);
	int first = -1, used = 0;

	for (int i = 0; i < n; i++) {
		int *link = &first;
		while (*link >= 0 && slots[*link].value != i)
			link = &slots[*link].next;
		if (*link >= 0)
			continue;
		slots[used] = (struct slot){-1, i};
		*link = used++;
	}
	sink += used;
	free(slots);
}

struct link {
	struct link *next, *previous;
};

struct item {
	int value;
	struct link link;
};

#define ITEM_OF(at) ((struct item *)((char *)(at)-offsetof(struct item, link)))

static void link_last(struct link *head, struct item *item)
{
	item->link.next = head;
	item->link.previous = head->previous;
	head->previous->next = &item->link;
	head->previous = &item->link;
}

static void free_items(struct link *head)
{
	while (head->next != head) {
		struct item *item = ITEM_OF(head->next);
		head->next = item->link.next;
		free(item);
	}
}

/* A ring through a member, its head outside. Each value is searched for before
 * it is added. */
SHAPE void intrusive_list(int n)
{
	struct link *head = malloc(sizeof *head);

	head->next = head->previous = head;
	for (int i = 0; i < n; i++) {
		struct link *at = head->next;
		while (at != head && ITEM_OF(at)->value != i)
			at = at->next;
		if (at != head)
			continue;
		struct item *item = malloc(sizeof *item);
		item->value = i;
		link_last(head, item);
	}
	free_items(head);
	free(head);
}

/* The oldest entry is asked for each time, found at the end, and becomes the
 * first: every search goes through all of them. */
SHAPE void lru_list(int n)
{
	struct node *list = make_list(n);

	for (int i = 0; i < 2 * n; i++) {
		struct node **link = &list;
		int wanted = n - 1 - i % n;
		while ((*link)->value != wanted)
			link = &(*link)->next;
		struct node *found = *link;
		*link = found->next;
		found->next = list;
		list = found;
	}
	free_list(list);
}

/* Nodes come from the front of a list and go back there. */
SHAPE void free_nodes(int n)
{
	struct node *unused = make_list(n), *used = NULL;

	for (int round = 0; round < n; round++) {
		for (int i = 0; i < n - 1; i++) {
			struct node *node = unused;
			unused = node->next;
			node->next = used;
			node->value = i;
			used = node;
		}
		while (used != NULL) {
			struct node *node = used;
			used = node->next;
			node->next = unused;
			unused = node;
		}
	}
	free_list(unused);
}

/* Each pass reads what the pass before has written. */
SHAPE void rewritten_array(int n)
{
	int *array = make_array(n);

	for (int pass = 0; pass < n; pass++)
		for (int i = 0; i < n; i++)
			array[i] += pass;
	sink += array[n - 1];
	free(array);
}

/* Two cells are no structure. */
SHAPE void short_walks(int n)
{
	struct node *list = make_list(2);

	for (int i = 0; i < 4 * n; i++)
		for (volatile struct node *at = list; at; at = at->next)
			sink += at->value;
	free_list(list);
}

static __attribute__((noinline)) long sum_of(const long *array, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += array[i];
	return sum;
}

/* An array on the caller's stack is read from the front repeatedly. */
SHAPE void callers_array(int n)
{
	long array[100]; /* more than a compiler unrolls, and no short table */

	for (int i = 0; i < n; i++)
		array[i] = i;
	for (int i = 0; i < n; i++)
		sink += (int)sum_of(array, i + 1);
}

enum { BUCKETS = 64 };

struct entry {
	struct entry *next;
	char key[8];
};

static unsigned hash(const char *key)
{
	return (unsigned)key[0] * 31 % BUCKETS;
}

/* As good as random. */
static unsigned order(int i)
{
	return ((unsigned)i * 1103515245u + 12345u) >> 16;
}

/* Keys are compared in the order of their buckets, one or two to each. */
SHAPE void hash_lookups(int n)
{
	struct entry **bucket = calloc(BUCKETS, sizeof(struct entry *));
	struct entry *entries = malloc((size_t)n * sizeof *entries);

	for (int i = 0; i < n; i++) {
		struct entry **at;
		memset(entries[i].key, 'a' + i, 3);
		entries[i].key[3] = '\0';
		at = &bucket[hash(entries[i].key)];
		entries[i].next = *at;
		*at = &entries[i];
	}
	for (int i = 0; i < 3 * n; i++) {
		const char *key = entries[order(i) % (unsigned)n].key;
		struct entry *at = bucket[hash(key)];
		while (at != NULL && strcmp(at->key, key) != 0)
			at = at->next;
		sink += at != NULL;
	}
	free(entries);
	free(bucket);
}

/* The table of characters' classes is read again for equal characters. */
SHAPE void character_classes(int n)
{
	char *text = malloc((size_t)n + 1);

	for (int i = 0; i < n; i++)
		text[i] = "a1b c2d e3"[i];
	for (int i = 0; i < n; i++)
		sink += isalpha((unsigned char)text[i]) != 0;
	free(text);
}

static __attribute__((noinline)) int value_of(const struct node *node)
{
	return node->value;
}

/* The same few nodes, looked at from many lines. */
SHAPE void many_getters(int n)
{
	struct node *list = make_list(n);

	sink += value_of(list);
	sink += value_of(list->next);
	sink += value_of(list->next->next);
	sink += value_of(list);
	sink += value_of(list->next);
	sink += value_of(list->next->next);
	sink += value_of(list);
	sink += value_of(list->next);
	sink += value_of(list->next->next);
	free_list(list);
}

/* The vector is read for every row, but every step reads the matrix anew. */
#define NAME matrix_times_vector
#define TYPE long
#include "matrix.h"
#define NAME matrix_of_int
#define TYPE int
#include "matrix.h"
#define NAME matrix_of_short
#define TYPE short
#include "matrix.h"
#define NAME matrix_of_char
#define TYPE signed char
#include "matrix.h"
