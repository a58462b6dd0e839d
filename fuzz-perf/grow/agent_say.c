/* SPDX-License-Identifier: MIT
 * What the agent says to who has started the program: lines of a file. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#define AGENT_LINE_BYTES (2 * GROW_MADE_MAX + 256)

void grow_say(const struct grow_agent *agent, const char *format, ...)
{
	char line[AGENT_LINE_BYTES];
	va_list arguments;
	int length;
	int file;

	va_start(arguments, format);
	length = vsnprintf(line, sizeof line - 1, format, arguments);
	va_end(arguments);
	if (length > (int)sizeof line - 2)
		length = (int)sizeof line - 2;
	line[length++] = '\n';
	if (agent->said) {
		fwrite(line, 1, (size_t)length, agent->said);
		return;
	}
	file = open(
		agent->status, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (file < 0)
		return;
	/* A status that cannot be written is missing, which is seen. */
	ssize_t written = write(file, line, (size_t)length);
	(void)written;
	close(file);
}
