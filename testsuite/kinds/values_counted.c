/* SPDX-License-Identifier: MIT
 * Values of two words that are counted: whoever sets an element of a shared array copies
 * it, value by value, by the function that counts. */
#include <stdlib.h>

struct value {
	int kind;
	union {
		double number;
		struct values *array;
	};
};

struct values {
	int references, count;
	struct value at[];
};

struct value value_copy(struct value value)
{
	if (value.kind > 1)
		value.array->references++;
	return value;
}

static struct values *values_own(struct values *old)
{
	struct values *made;

	if (old->references == 1)
		return old;
	made = malloc(sizeof *made + old->count * sizeof made->at[0]);
	made->references = 1;
	made->count = old->count;
	for (int i = 0; i < old->count; i++)
		made->at[i] = value_copy(old->at[i]);
	old->references--;
	return made;
}

struct values *values_raise(struct values *all)
{
	for (int i = 0; i < all->count; i++) {
		struct values *before = all;
		before->references++;
		all = values_own(all);
		all->at[i].number = before->at[i].number + 1;
		if (--before->references == 0)
			free(before);
	}
	return all;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct values *all = malloc(sizeof *all + n * sizeof all->at[0]);

	all->references = 1;
	all->count = n;
	for (int i = 0; i < n; i++)
		all->at[i] = (struct value){1, {i * 0.5}};
	free(values_raise(all));
	return 0;
}
