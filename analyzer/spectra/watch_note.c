/* SPDX-License-Identifier: MIT
 * What the parts of a watch list share: warnings, and which file of the kernel is meant. */
#include "config.h"

#include "analyzer/spectra/watch_debug.h"

#include <stdarg.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/words.h"

void watch_warn(struct watch *watch, const char *format, ...)
{
	va_list list;

	watch->warning = memory_grow(watch->warning, &watch->warning_capacity,
		watch->warning_count + 1, sizeof *watch->warning);
	va_start(list, format);
	watch->warning[watch->warning_count++] =
		memory_format_list(format, list);
	va_end(list);
}

/* Programs are often built elsewhere than the sites were made. */
bool watch_find_file(
	const struct kernel_sites *sites, const char *path, unsigned *file)
{
	for (size_t i = 0; i < sites->file_count; i++)
		if (strcmp(words_base_name(sites->file[i]),
			    words_base_name(path)) == 0) {
			*file = (unsigned)i;
			return true;
		}
	return false;
}
