/* SPDX-License-Identifier: MIT
 * Source files from disk, for pages to show. */
#ifndef RETREAD_VIZ_SOURCE_H
#define RETREAD_VIZ_SOURCE_H

#include <stdbool.h>

struct source;

struct source *source_new(void);
void source_free(struct source *source);

/* Number of lines of FILE; 0 if it cannot be read. */
unsigned source_line_count(struct source *source, const char *file);

/* Line LINE (from 1) of FILE without its end, NULL when there is none. Borrowed
 * until the next call. */
const char *source_line(struct source *source, const char *file, unsigned line);

/* FILE as seen from the current directory. Borrowed until the next call. */
const char *source_short_name(struct source *source, const char *file);

/* Does LINE of FILE still say TEXT, but for leading blanks? */
bool source_says(struct source *source, const char *file, unsigned line,
	const char *text);

#endif
