/* SPDX-License-Identifier: MIT
 * A heap of a fixed number of cells, collected whenever none is free. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct cell {
	struct cell *car, *cdr;
	long value;
	bool marked, used;
};
struct heap {
	struct cell *cells;
	size_t count;
	struct cell *free;
	struct cell *root;
	unsigned collections;
};

static void mark(struct cell *c)
{
	while (c && !c->marked) {
		c->marked = true;
		mark(c->car);
		c = c->cdr;
	}
}

static void sweep(struct heap *h)
{
	h->free = NULL;
	for (size_t i = 0; i < h->count; i++) {
		struct cell *c = &h->cells[i];
		if (c->used && !c->marked)
			c->used = false;
		c->marked = false;
		if (!c->used) {
			c->cdr = h->free;
			h->free = c;
		}
	}
}

void collect(struct heap *h)
{
	mark(h->root);
	sweep(h);
	h->collections++;
}

struct cell *heap_cons(struct heap *h, long value, struct cell *tail)
{
	if (!h->free)
		collect(h);
	if (!h->free)
		return NULL;
	struct cell *c = h->free;
	h->free = c->cdr;
	*c = (struct cell){.value = value, .cdr = tail, .used = true};
	return c;
}

static struct heap *heap_new(size_t count)
{
	struct heap *h = calloc(1, sizeof *h);
	h->cells = calloc(count, sizeof *h->cells);
	h->count = count;
	sweep(h);
	return h;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 8;
	struct heap *h = heap_new((size_t)n * 2);
	for (int i = 0; i < n; i++)
		h->root = heap_cons(h, i, h->root);
	/* garbage: the heap is collected now and then, what is live stays */
	for (int i = 0; i < 4 * n; i++)
		assert(heap_cons(h, -i, NULL));
	assert(h->collections >= 2);
	long sum = 0;
	for (struct cell *c = h->root; c; c = c->cdr)
		sum += c->value;
	assert(sum == (long)n * (n - 1) / 2);
	free(h->cells);
	free(h);
	return 0;
}
