/* SPDX-License-Identifier: MIT
 * Lines of source files, for people to look at. */
#ifndef RETREAD_ANALYZER_SOURCE_H
#define RETREAD_ANALYZER_SOURCE_H

struct source;

struct source *source_new(void);
void source_free(struct source *source);

/* LINE (from 1) of the file at PATH without the blanks around it, or NULL when
 * there is none. Borrowed from SOURCE. */
const char *source_line(struct source *source, const char *path, unsigned line);

#endif
