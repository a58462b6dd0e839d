/* SPDX-License-Identifier: MIT
 * Messages to stderr, by level, while a program works. */
#include "config.h"

#include "lib/log.h"

#include <stdarg.h>
#include <stdbool.h>

void log_init(struct log *log, const char *program)
{
	*log = (struct log){
		.program = program,
		.stream = stderr,
		.level = LOG_LEVEL_NOTICE,
	};
}

void log_set_verbosity(struct log *log, int verbosity)
{
	int level = LOG_LEVEL_NOTICE + verbosity;

	if (level < LOG_LEVEL_ERROR)
		level = LOG_LEVEL_ERROR;
	if (level > LOG_LEVEL_INFO)
		level = LOG_LEVEL_INFO;
	log->level = level;
}

static void log_print(const struct log *log, const char *label,
	const char *format, va_list arguments)
{
	char text[2048];

	/* One write, so that a line stays whole when processes share stderr. */
	vsnprintf(text, sizeof text, format, arguments);
	fprintf(log->stream, "%s: %s%s%s\n", log->program, label,
		*label ? ": " : "", text);
}

#define PRINT_IF(condition, label)                                             \
	do {                                                                   \
		va_list arguments;                                             \
                                                                               \
		if (!log || !(condition))                                      \
			return;                                                \
		va_start(arguments, format);                                   \
		log_print(log, label, format, arguments);                      \
		va_end(arguments);                                             \
	} while (0)

void log_error(const struct log *log, const char *format, ...)
{
	PRINT_IF(true, "");
}

void log_warning(const struct log *log, const char *format, ...)
{
	PRINT_IF(log->level >= LOG_LEVEL_WARNING, "warning");
}

void log_notice(const struct log *log, const char *format, ...)
{
	PRINT_IF(log->level >= LOG_LEVEL_NOTICE, "");
}

void log_info(const struct log *log, const char *format, ...)
{
	PRINT_IF(log->level >= LOG_LEVEL_INFO, "");
}
