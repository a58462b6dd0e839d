/* SPDX-License-Identifier: MIT
 * Lines of source files, from disk, for people to look at. */
#ifndef RETREAD_CLI_SOURCE_H
#define RETREAD_CLI_SOURCE_H

#include <stddef.h>

struct source;

struct source *source_new(void);
void source_free(struct source *source);

/* Line LINE (from 1) of FILE without its newline, NULL when there is none.
 * Borrowed until the next call. */
const char *source_line(struct source *source, const char *file, unsigned line);

/* FILE as seen from the current directory. Borrowed from FILE, or until the next
 * call. */
const char *source_short_name(struct source *source, const char *file);

#endif
