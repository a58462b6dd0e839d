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

static void error_print(
	struct error *err, const char *format, va_list arguments)
{
	mark_cut(
		err, vsnprintf(err->text, sizeof err->text, format, arguments));
}

int error_set(struct error *err, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (err)
		error_print(err, format, arguments);
	va_end(arguments);
	return -1;
}

/* The sentence, and CAUSE after it. */
static void print_with_cause(struct error *err, const char *cause,
	const char *format, va_list arguments)
{
	size_t length;

	error_print(err, format, arguments);
	length = strlen(err->text);
	mark_cut(err, (int)length + snprintf(err->text + length,
					    sizeof err->text - length, ": %s",
					    cause));
}

int error_set_errno(struct error *err, const char *format, ...)
{
	const char *why = strerror(errno);
	va_list arguments;

	va_start(arguments, format);
	if (err)
		print_with_cause(err, why, format, arguments);
	va_end(arguments);
	return -1;
}

int error_add_context(struct error *err, const char *format, ...)
{
	struct error old;
	va_list arguments;

	if (!err)
		return -1;
	old = *err;
	va_start(arguments, format);
	print_with_cause(err, old.text, format, arguments);
	va_end(arguments);
	return -1;
}
