/* SPDX-License-Identifier: MIT
 * Pages of HTML. */
#include "config.h"

#include "viz/html.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/words.h"

void html_text(FILE *out, const char *text)
{
	markup_print(out, text ? text : "?");
}

static void print_one(FILE *out, char conversion, va_list *arguments)
{
	char number[WORDS_NUMBER_BYTES];
	double factor;

	switch (conversion) {
	case 't':
		html_text(out, va_arg(*arguments, const char *));
		break;
	case 'r':
		fputs(va_arg(*arguments, const char *), out);
		break;
	case 'n':
		fputs(words_number(number, va_arg(*arguments, uint64_t)), out);
		break;
	case 'u':
		fprintf(out, "%" PRIu64, va_arg(*arguments, uint64_t));
		break;
	case 'f':
		factor = va_arg(*arguments, double);
		if (factor >= 100)
			fputs(words_number(number, (uint64_t)(factor + 0.5)),
				out);
		else
			fprintf(out, "%.1f", factor);
		break;
	case 'd':
		fprintf(out, "%.1f", va_arg(*arguments, double));
		break;
	default:
		assert(conversion == '%');
		putc('%', out);
	}
}

void html_print(FILE *out, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	for (; *format != '\0'; format++) {
		if (*format != '%')
			putc(*format, out);
		else
			print_one(out, *++format, &arguments);
	}
	va_end(arguments);
}
