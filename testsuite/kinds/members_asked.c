/* SPDX-License-Identifier: MIT
 * A test asks for each member of an object, which is looked for from the first one on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct member {
	char name[16];
	int value;
};

struct object {
	int count;
	struct member member[];
};

__attribute__((noinline)) const struct member *object_get(
	const struct object *object, const char *name)
{
	for (int i = 0; i < object->count; i++)
		if (strcmp(object->member[i].name, name) == 0)
			return &object->member[i];
	return NULL;
}

__attribute__((noinline)) struct object *object_make(int count)
{
	struct object *object = calloc(
		1, sizeof *object + (size_t)count * sizeof(struct member));

	for (int i = 0; i < count; i++) {
		snprintf(object->member[i].name, 16, "key%d", i);
		object->member[i].value = i;
	}
	object->count = count;
	return object;
}

__attribute__((noinline)) void test_object_get(int count)
{
	struct object *object = object_make(count);
	char name[16];

	for (int i = 0; i < count; i++) {
		snprintf(name, sizeof name, "key%d", i);
		if (object_get(object, name)->value != i)
			abort();
	}
	free(object);
}

int main(int argc, char **argv)
{
	test_object_get(argc > 1 ? atoi(argv[1]) : 12);
	return 0;
}
