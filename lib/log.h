/* SPDX-License-Identifier: MIT
 * Messages to stderr, by level, while a program works.
 *
 * Errors go up as struct error and are printed once, by main. A NULL log is
 * silent, so a library function may be called without one. */
#ifndef RETREAD_LIB_LOG_H
#define RETREAD_LIB_LOG_H

#include <stdio.h>

enum log_level {
	LOG_LEVEL_ERROR,   /* why the program fails; always printed */
	LOG_LEVEL_WARNING, /* the result may be less than was asked for */
	LOG_LEVEL_NOTICE,  /* progress; the default. -q turns these off */
	LOG_LEVEL_INFO,	   /* -v */
};

struct log {
	const char *program;
	FILE *stream;
	enum log_level level;
};

/* Warnings and notices to stderr, prefixed by PROGRAM. */
void log_init(struct log *log, const char *program);

/* VERBOSITY: how often -v was given, less how often -q. -1 leaves warnings
 * and errors, -2 only errors. */
void log_set_verbosity(struct log *log, int verbosity);

/* One line each, without its newline. */
void log_error(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_warning(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_notice(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_info(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
