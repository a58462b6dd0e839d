/* SPDX-License-Identifier: MIT
 * Lines of source files from disk, for people to look at. A file is read once and
 * kept. */
#ifndef RETREAD_LIB_CODE_SOURCE_H
#define RETREAD_LIB_CODE_SOURCE_H

#include <stdbool.h>

struct source;

struct source *source_new(void);
void source_free(struct source *source);

/* Number of lines of FILE; 0 if it cannot be read, is not a regular file or larger
 * than anybody's source. */
unsigned source_line_count(struct source *source, const char *file);

/* Line LINE (from 1) of FILE (may be NULL) without the blanks at its end, NULL
 * when there is none. Borrowed from SOURCE. */
const char *source_line(struct source *source, const char *file, unsigned line);
/* The same without the blanks before it. */
const char *source_text(struct source *source, const char *file, unsigned line);

/* Does LINE of FILE still say TEXT, except for the blanks around it? */
bool source_says(struct source *source, const char *file, unsigned line,
	const char *text);

/* FILE as seen from the current directory if that is below it or in one source tree
 * (of .git or .retread) with it; else as it is. Borrowed from FILE, or until the next
 * call. */
const char *source_open_name(struct source *source, const char *file);

/* The same, but a file of another source tree as seen from its root: for people. */
const char *source_short_name(struct source *source, const char *file);

#endif
