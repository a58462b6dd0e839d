/* SPDX-License-Identifier: MIT
 * A heap of cells that is swept when it has twice as many as were left the last time. */
#include <stdbool.h>
#include <stdlib.h>

struct object {
	bool is_marked;
	struct object *left, *right, *next;
};

struct heap {
	struct object *all, *root;
	unsigned count, limit;
};

static void object_mark(struct object *object)
{
	for (; object && !object->is_marked; object = object->right) {
		object->is_marked = true;
		object_mark(object->left);
	}
}

static void heap_sweep(struct heap *heap)
{
	for (struct object **at = &heap->all; *at;) {
		struct object *object = *at;
		if (object->is_marked) {
			object->is_marked = false;
			at = &object->next;
			continue;
		}
		*at = object->next;
		free(object);
		heap->count--;
	}
}

static void heap_collect(struct heap *heap)
{
	object_mark(heap->root);
	heap_sweep(heap);
	heap->limit = 2 * heap->count + 8;
}

struct object *heap_make(
	struct heap *heap, struct object *left, struct object *right)
{
	struct object *object = calloc(1, sizeof *object);

	if (heap->count >= heap->limit)
		heap_collect(heap);
	object->left = left;
	object->right = right;
	object->next = heap->all;
	heap->all = object;
	heap->count++;
	return object;
}

/* Every third object is kept in a list, the others are garbage. */
void machine_run(struct heap *heap, int steps)
{
	for (int i = 0; i < steps; i++) {
		struct object *object = heap_make(heap, NULL, heap->root);
		if (i % 3 == 0)
			heap->root = object;
	}
}

int main(int argc, char **argv)
{
	struct heap heap = {.limit = 8};

	machine_run(&heap, 6 * (argc > 1 ? atoi(argv[1]) : 24));
	heap.root = NULL;
	heap_collect(&heap);
	return heap.count != 0;
}
