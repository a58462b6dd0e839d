/* SPDX-License-Identifier: MIT
 * Paths of another machine. */
#include "config.h"

#include "cli/report/map.h"

#include <stdbool.h>
#include <string.h>

#include "lib/command/options.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

/* Does PATH lie in the LENGTH bytes of DIRECTORY, or is it that? */
static bool is_within(const char *path, const char *directory, size_t length)
{
	return strncmp(path, directory, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}

int map_check(const struct option_texts *map, struct error *err)
{
	for (size_t i = 0; i < map->count; i++) {
		const char *equal = strchr(map->text[i], '=');
		if (!equal || equal == map->text[i] || equal[1] == '\0')
			return error_set(
				err, "--map %s is not OLD=NEW", map->text[i]);
	}
	return 0;
}

const char *map_path(
	struct arena *arena, const char *path, const struct option_texts *map)
{
	for (size_t i = 0; i < map->count; i++) {
		const char *old = map->text[i];
		size_t length = (size_t)(strchr(old, '=') - old);
		const char *new = old + length + 1;
		/* Texts that several records share are met again. */
		bool is_mapped = is_within(new, old, length) &&
				 is_within(path, new, strlen(new));
		if (is_within(path, old, length) && !is_mapped)
			return arena_format(arena, "%s%s", new, path + length);
	}
	return path;
}

static const char *report_map_text(
	struct arena *arena, const char *text, const void *map)
{
	return map_path(arena, text, map);
}

void map_report(const struct option_texts *map, struct report *report)
{
	if (map->count > 0)
		report_map_texts(report, report_map_text, map);
}
