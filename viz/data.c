/* SPDX-License-Identifier: MIT
 * Values for templates. */
#include "config.h"

#include "viz/data.h"

#include <stdlib.h>

#include "lib/memory.h"

struct json_value *data_own(char *text)
{
	struct json_value *value = json_make_text(text);

	free(text);
	return value;
}

struct json_value *data_list(size_t count,
	struct json_value *(*make)(const void *closure, size_t index),
	const void *closure)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < count; i++) {
		struct json_value *value = make(closure, i);
		if (value)
			json_append(list, value);
	}
	return list;
}

uint64_t data_left_out(size_t count, size_t max)
{
	return count > max ? count - max : 0;
}

FILE *data_begin(struct data_printed *printed)
{
	*printed = (struct data_printed){0};
	printed->out = open_memstream(&printed->text, &printed->bytes);
	if (!printed->out)
		memory_fail(0);
	return printed->out;
}

struct json_value *data_end(struct data_printed *printed)
{
	fclose(printed->out);
	return data_own(printed->text);
}
