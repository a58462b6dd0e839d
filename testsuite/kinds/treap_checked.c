/* SPDX-License-Identifier: MIT
 * A test looks after each key whether the order and the heap of a treap are right. */
#include <stdlib.h>

struct item {
	struct item *less, *more;
	unsigned key, rank;
};

static struct item *item_turn(struct item *item, int is_less)
{
	struct item *up = is_less ? item->less : item->more;

	if (is_less) {
		item->less = up->more;
		up->more = item;
	} else {
		item->more = up->less;
		up->less = item;
	}
	return up;
}

__attribute__((noinline)) struct item *treap_add(
	struct item *at, unsigned key, unsigned rank)
{
	if (!at) {
		at = calloc(1, sizeof *at);
		at->key = key;
		at->rank = rank;
	} else if (key < at->key) {
		at->less = treap_add(at->less, key, rank);
		if (at->less->rank > at->rank)
			at = item_turn(at, 1);
	} else if (key > at->key) {
		at->more = treap_add(at->more, key, rank);
		if (at->more->rank > at->rank)
			at = item_turn(at, 0);
	}
	return at;
}

__attribute__((noinline)) unsigned treap_check(const struct item *at)
{
	unsigned wrong = 0;

	if (!at)
		return 0;
	if (at->less)
		wrong += at->less->key >= at->key || at->less->rank > at->rank;
	if (at->more)
		wrong += at->more->key <= at->key || at->more->rank > at->rank;
	return wrong + treap_check(at->less) + treap_check(at->more);
}

static void treap_free(struct item *at)
{
	if (!at)
		return;
	treap_free(at->less);
	treap_free(at->more);
	free(at);
}

__attribute__((noinline)) void test_treap_add(int keys)
{
	struct item *root = NULL;

	srand(5);
	for (int i = 0; i < keys; i++) {
		root = treap_add(
			root, (unsigned)(i * 31 % 97), (unsigned)rand());
		if (treap_check(root) != 0)
			abort();
	}
	treap_free(root);
}

int main(int argc, char **argv)
{
	test_treap_add(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
