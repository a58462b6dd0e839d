/* SPDX-License-Identifier: MIT
 * Writes a tree of values as text, as a JSON library does. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
	struct value *first, *next; /* members */
	const char *name;
	int number;
};

struct value *value_add(struct value *to, const char *name, int number)
{
	struct value *value = calloc(1, sizeof *value);

	value->name = name;
	value->number = number;
	if (to != NULL) {
		value->next = to->first;
		to->first = value;
	}
	return value;
}

char *value_print(const struct value *value, char *out)
{
	if (value->first == NULL)
		return out + sprintf(out, "%s:%d", value->name, value->number);
	out += sprintf(out, "%s{", value->name);
	for (const struct value *at = value->first; at; at = at->next) {
		out = value_print(at, out);
		*out++ = at->next != NULL ? ',' : '}';
	}
	*out = '\0';
	return out;
}

void value_free(struct value *value)
{
	while (value->first != NULL) {
		struct value *next = value->first->next;
		value_free(value->first);
		value->first = next;
	}
	free(value);
}

int main(void)
{
	struct value *top = value_add(NULL, "top", 0), *size;
	char *out = malloc(200);

	value_add(top, "depth", 3);
	size = value_add(top, "size", 0);
	value_add(size, "height", 20);
	value_add(size, "width", 30);
	value_add(top, "count", 7);
	value_print(top, out);
	assert(strcmp(out, "top{count:7,size{width:30,height:20},depth:3}") ==
		0);
	free(out);
	value_free(top);
	return 0;
}
