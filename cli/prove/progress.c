/* SPDX-License-Identifier: MIT
 * What a proof is doing, in one line of a terminal. */
#include "config.h"

#include "cli/prove/progress.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NARROW 80 /* columns of a terminal that does not say */

static bool is_drawn;

static bool progress_is_wanted(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static int progress_columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
		       ? size.ws_col
		       : NARROW;
}

void prove_progress_draw(double seconds_left, const char *format, ...)
{
	char line[512], text[448];
	va_list arguments;

	if (!progress_is_wanted())
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	/* What comes from a program may have signs that a terminal obeys. */
	for (char *at = text; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 127)
			*at = ' ';
	snprintf(line, sizeof line, "%.0f s left: %s",
		seconds_left > 0 ? seconds_left : 0, text);
	fprintf(stderr, "\r%.*s\033[K", progress_columns() - 1, line);
	fflush(stderr);
	is_drawn = true;
}

void prove_progress_clear(void)
{
	if (is_drawn)
		fputs("\r\033[K", stderr);
	is_drawn = false;
}
