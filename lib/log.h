/* SPDX-License-Identifier: MIT
 * Levels and topics, to stderr: what a program says while it works.
 *
 * Errors go up as struct error and are printed once, by main. A NULL log is
 * silent, so a library function may be called without one. */
#ifndef RETREAD_LIB_LOG_H
#define RETREAD_LIB_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;

enum log_level {
	LOG_LEVEL_ERROR,   /* why the program fails; always printed */
	LOG_LEVEL_WARNING, /* the result may be less than was asked for */
	LOG_LEVEL_NOTICE,  /* progress; the default. -q turns these off */
	LOG_LEVEL_INFO,	   /* -v */
	LOG_LEVEL_DEBUG,   /* -vv, or of a topic that was asked for */
};

struct log {
	const char *program;
	FILE *stream;
	enum log_level level;
	/* Topic N is called topic[N]; bit N of TOPICS: print its debugging. */
	const char *const *topic;
	size_t topic_count;
	unsigned topics;
};

/* Warnings and notices to stderr, prefixed by PROGRAM. TOPIC (borrowed) names
 * the TOPIC_COUNT topics, at most 32; NULL with 0 for none. */
void log_init(struct log *log, const char *program, const char *const *topic,
	size_t topic_count);

/* VERBOSITY: how often -v was given, less how often -q. -1 leaves warnings
 * and errors, -2 only errors. */
void log_set_verbosity(struct log *log, int verbosity);

/* Turns on the debugging of the topics in LIST, separated by commas; "all" is
 * every one. Returns 0, or -1 with ERR filled if there is no such topic. */
int log_select_topics(struct log *log, const char *list, struct error *err);

/* One line each, without its newline. */
void log_error(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_warning(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_notice(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_info(const struct log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void log_debug(const struct log *log, unsigned topic, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Whether log_debug would print: to skip work done only for it. */
bool log_wants(const struct log *log, unsigned topic);

#endif
