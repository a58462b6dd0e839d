/* SPDX-License-Identifier: MIT
 * Levels and topics, to stderr: what a program says while it works. */
#include "config.h"

#include "lib/log.h"

#include <stdarg.h>
#include <string.h>

#include "lib/error.h"

void log_init(struct log *log, const char *program, const char *const *topic,
	size_t topic_count)
{
	*log = (struct log){
		.program = program,
		.stream = stderr,
		.level = LOG_LEVEL_NOTICE,
		.topic = topic,
		.topic_count = topic_count,
	};
}

void log_set_verbosity(struct log *log, int verbosity)
{
	int level = LOG_LEVEL_NOTICE + verbosity;

	if (level < LOG_LEVEL_ERROR)
		level = LOG_LEVEL_ERROR;
	if (level > LOG_LEVEL_DEBUG)
		level = LOG_LEVEL_DEBUG;
	log->level = level;
}

static int select_topic(
	struct log *log, const char *name, size_t length, struct error *err)
{
	char known[256] = "all";
	size_t i;

	if (length == strlen("all") && memcmp(name, "all", length) == 0) {
		log->topics = ~0u;
		return 0;
	}
	for (i = 0; i < log->topic_count; i++) {
		if (strlen(log->topic[i]) == length &&
			memcmp(log->topic[i], name, length) == 0) {
			log->topics |= 1u << i;
			return 0;
		}
		snprintf(known + strlen(known), sizeof known - strlen(known),
			", %s", log->topic[i]);
	}
	return error_set(err, "no log topic '%.*s'; there are: %s", (int)length,
		name, known);
}

int log_select_topics(struct log *log, const char *list, struct error *err)
{
	while (*list) {
		size_t length = strcspn(list, ",");

		if (length && select_topic(log, list, length, err))
			return -1;
		list += length;
		list += *list == ',';
	}
	return 0;
}

static void print(const struct log *log, const char *label, const char *format,
	va_list arguments)
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
		print(log, label, format, arguments);                          \
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

bool log_wants(const struct log *log, unsigned topic)
{
	return log && (log->level >= LOG_LEVEL_DEBUG ||
			      (topic < 32 && (log->topics >> topic & 1)));
}

void log_debug(const struct log *log, unsigned topic, const char *format, ...)
{
	PRINT_IF(log_wants(log, topic),
		topic < log->topic_count ? log->topic[topic] : "debug");
}
