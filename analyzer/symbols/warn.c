/* SPDX-License-Identifier: MIT
 * Warnings about objects. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <stdarg.h>

void symbols_warn(struct symbols *symbols, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = memory_format_list(format, arguments);
	va_end(arguments);
	symbols->warnings =
		memory_grow(symbols->warnings, &symbols->warning_capacity,
			symbols->warning_count + 1, sizeof *symbols->warnings);
	symbols->warnings[symbols->warning_count++] = text;
}

void symbols_warn_damage(struct symbols *symbols, struct symbols_object *object,
	const char *what)
{
	if (object->warned_debug)
		return;
	object->warned_debug = true;
	symbols_warn(symbols,
		"%s: the debug information is damaged (%s); names and lines "
		"there may be missing; rebuild the file, or reinstall its "
		"debug package",
		object->path, what);
}
