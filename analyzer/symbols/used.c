/* SPDX-License-Identifier: MIT
 * Which files a process depended on: objects that were mapped, and the sources of the
 * units that it used. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include "analyzer/symbols/debug_info.h"

#include <string.h>

#include "lib/arguments.h"

void symbols_list_objects(
	const struct symbols *symbols, struct arguments *paths)
{
	for (const struct symbols_object *object = symbols->objects; object;
		object = object->next)
		arguments_add(paths, object->path);
}

/* What changes there changes objects, too, or is not ours. */
static bool used_is_of_system(const char *path)
{
	return strncmp(path, "/usr/", 5) == 0;
}

/* The first question says how many there are. A file may have no name. */
static void list_files(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit, const struct symbols_files *files,
	struct arguments *paths)
{
	bool is_line = files == &unit->line_files;
	uint32_t file = 0;

	do {
		const char *path = is_line ? symbols_unit_line_file(symbols,
						     object, unit, file)
					   : symbols_unit_declared_file(symbols,
						     object, unit, file);
		if (path && !used_is_of_system(path))
			arguments_add(paths, path);
	} while (++file < files->count);
}

void symbols_list_sources(struct symbols *symbols, struct arguments *paths)
{
	for (struct symbols_object *object = symbols->objects; object;
		object = object->next) {
		for (size_t i = 0; i < object->unit_count; i++) {
			struct symbols_unit *unit = &object->units[i];
			if (!unit->is_used)
				continue;
			list_files(symbols, object, unit, &unit->line_files,
				paths);
			list_files(symbols, object, unit, &unit->declared_files,
				paths);
		}
	}
}
