/* SPDX-License-Identifier: MIT
 * From lines of the source to the counters that tell how often they run. */
#include "config.h"

#include "fuzz-perf/lines.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/execute.h"

static bool is_in_file(
	const struct execute *execute, uint32_t key, const char *name)
{
	const char *file =
		execute_text(execute, execute_places(execute)[key].file);
	size_t tail = (size_t)(strrchr(name, ':') - name);
	size_t length = strlen(file);

	return length >= tail && !memcmp(file + length - tail, name, tail) &&
	       (length == tail || file[length - tail - 1] == '/');
}

static void mark(const struct execute *execute, uint32_t keys, const char *name,
	const bool *wanted, bool *marked)
{
	const struct perf_mapped_place *place = execute_places(execute);
	const char *colon = strrchr(name, ':');
	unsigned long line = colon ? strtoul(colon + 1, NULL, 10) : 0;
	unsigned long best = 0;

	for (uint32_t key = 0; line && key < keys; key++)
		if (wanted[key] && place[key].line <= line &&
			place[key].line > best &&
			is_in_file(execute, key, name))
			best = place[key].line;
	for (uint32_t key = 0; best && key < keys; key++)
		if (wanted[key] &&
			(place[key].line == best ||
				place[key].from_line == line) &&
			is_in_file(execute, key, name))
			marked[key] = true;
}

void lines_mark(struct execute *execute, const char *const *line, size_t count,
	const bool *wanted, bool *marked)
{
	uint32_t keys = execute_map(execute)->key_count;

	for (size_t i = 0; i < count; i++)
		mark(execute, keys, line[i], wanted, marked);
}
