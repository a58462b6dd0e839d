/* SPDX-License-Identifier: MIT
 * A failure as one sentence a user can act on. */
#include "config.h"

#include "lib/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Ends a text that did not fit in "...", so that a cut is seen as one. */
static void mark_cut(struct error *err, int wanted_bytes)
{
	if (wanted_bytes >= (int)sizeof err->text)
		memcpy(err->text + sizeof err->text - 4, "...", 4);
}

static void append_cause(struct error *err, const char *cause)
{
	size_t length = strlen(err->text);

	mark_cut(err, (int)length + snprintf(err->text + length,
					    sizeof err->text - length, ": %s",
					    cause));
}

int error_set(struct error *err, const char *format, ...)
{
	va_list arguments;

	if (!err)
		return -1;
	va_start(arguments, format);
	mark_cut(
		err, vsnprintf(err->text, sizeof err->text, format, arguments));
	va_end(arguments);
	return -1;
}

int error_set_errno(struct error *err, const char *format, ...)
{
	const char *why = strerror(errno);
	va_list arguments;

	if (!err)
		return -1;
	va_start(arguments, format);
	mark_cut(
		err, vsnprintf(err->text, sizeof err->text, format, arguments));
	va_end(arguments);
	append_cause(err, why);
	return -1;
}

int error_add_context(struct error *err, const char *format, ...)
{
	char old[ERROR_TEXT_BYTES];
	va_list arguments;

	if (!err)
		return -1;
	memcpy(old, err->text, sizeof old);
	va_start(arguments, format);
	mark_cut(
		err, vsnprintf(err->text, sizeof err->text, format, arguments));
	va_end(arguments);
	append_cause(err, old);
	return -1;
}
