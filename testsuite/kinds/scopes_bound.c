/* SPDX-License-Identifier: MIT
 * Scopes that never change: whoever binds a name gets a new scope, which holds all that the
 * old one held. */
#include <stdlib.h>

struct object {
	long references;
	long number;
};

struct scope {
	size_t count;
	struct object **held;
};

void *object_ref(void *object)
{
	((struct object *)object)->references++;
	return object;
}

void object_unref(struct object *object)
{
	if (--object->references == 0)
		free(object);
}

static void scope_leave(struct scope scope)
{
	for (size_t i = 0; i < scope.count; i++)
		object_unref(scope.held[i]);
	free(scope.held);
}

static struct scope scope_bind(struct scope outer, struct object *object)
{
	struct scope inner = {outer.count + 1,
		malloc((outer.count + 1) * sizeof *inner.held)};
	struct object **to = inner.held, **from = outer.held;

	while (from < outer.held + outer.count)
		*to++ = object_ref(*from++);
	*to = object;
	return inner;
}

long bindings_run(long count)
{
	struct scope scope = {0, NULL};
	long sum;

	for (long i = 0; i < count; i++) {
		struct object *object = malloc(sizeof *object);
		struct scope outer = scope;
		*object = (struct object){1, i};
		scope = scope_bind(outer, object);
		scope_leave(outer);
	}
	sum = scope.held[count - 1]->number;
	scope_leave(scope);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;

	return bindings_run(n) != n - 1;
}
