/* SPDX-License-Identifier: MIT
 * A table of handles that takes twice the room when it is full, and counts each handle
 * that it moves. */
#include <stdlib.h>

struct handle {
	int references, number;
};

struct table {
	size_t used, room;
	struct handle **handle;
};

struct handle *handle_retain(struct handle *handle)
{
	handle->references++;
	return handle;
}

void handle_release(struct handle *handle)
{
	if (--handle->references == 0)
		free(handle);
}

static void table_double(struct table *table)
{
	struct handle **more = malloc(2 * table->room * sizeof *more);

	for (size_t i = 0; i < table->used; i++)
		more[i] = handle_retain(table->handle[i]);
	for (size_t i = 0; i < table->used; i++)
		handle_release(table->handle[i]);
	free(table->handle);
	table->handle = more;
	table->room *= 2;
}

int handles_fill(int count)
{
	struct table table = {0, 4, malloc(4 * sizeof *table.handle)};
	int sum = 0;

	for (int i = 0; i < count; i++) {
		struct handle *handle = malloc(sizeof *handle);
		*handle = (struct handle){1, i};
		if (table.used == table.room)
			table_double(&table);
		table.handle[table.used++] = handle;
	}
	while (table.used > 0) {
		sum += table.handle[--table.used]->number;
		handle_release(table.handle[table.used]);
	}
	free(table.handle);
	return sum;
}

int main(int argc, char **argv)
{
	return handles_fill(argc > 1 ? atoi(argv[1]) : 24) < 0;
}
