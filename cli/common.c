/* SPDX-License-Identifier: MIT
 * What the verbs share. */
#include "config.h"

#include "cli/common.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/code/code_pattern.h"
#include "lib/command/environment.h"
#include "lib/command/known_errors.h"
#include "lib/command/program.h"
#include "lib/memory.h"
#include "lib/words.h"

int cli_fail(int status, const char *verb, const struct error *err,
	const char *hint, ...)
{
	va_list arguments;
	char *text;

	fprintf(stderr, "retread %s: ", verb);
	cli_print_clean(stderr, err->text);
	putc('\n', stderr);
	if (!hint)
		return status;
	va_start(arguments, hint);
	text = memory_format_list(hint, arguments);
	va_end(arguments);
	fprintf(stderr, "  %s", text);
	if (known_errors_number(text))
		fprintf(stderr, "   [%s]", known_errors_number(text));
	putc('\n', stderr);
	free(text);
	return status;
}

int cli_misuse(const char *verb, const char *what, const char *hint)
{
	struct error err = {{0}};

	error_set(&err, "%s", what);
	return hint ? cli_fail(CLI_USAGE, verb, &err, "%s", hint)
		    : cli_fail(CLI_USAGE, verb, &err, NULL);
}

int cli_check_patterns(const char *verb, const struct option_texts *include,
	const struct option_texts *exclude)
{
	const struct option_texts *texts[] = {include, exclude};
	struct error err = {{0}};

	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < texts[i]->count; j++)
			if (code_pattern_check(texts[i]->text[j], &err) != 0)
				return cli_fail(CLI_USAGE, verb, &err,
					"Write function:GLOB, file:GLOB, "
					"object:GLOB, or a GLOB alone.");
	return CLI_DONE;
}

#define DEFAULT_OUT "retread-out"

/* Is set if not the user's environment, but a word of the command names RETREAD_OUT: the
 * next command is to name it, too. */
#define OUT_NAMED "RETREAD_OUT_NAMED"

void cli_name_out_directory(const char *directory)
{
	setenv("RETREAD_OUT", directory, 1);
	setenv(OUT_NAMED, "1", 1);
}

const char *cli_out_directory(const char *directory)
{
	const char *environment = getenv("RETREAD_OUT");

	if (directory)
		return directory;
	return environment && *environment != '\0' ? environment : DEFAULT_OUT;
}

char *cli_directory_argument(const char *directory)
{
	char *quoted, *argument;

	if (!getenv(OUT_NAMED) &&
		strcmp(directory, cli_out_directory(NULL)) == 0)
		return memory_string_dup("");
	quoted = words_shell_quote(directory);
	argument = memory_format(" %s", quoted);
	free(quoted);
	return argument;
}

const char *const cli_colours[] = {"auto", "always", "never", NULL};

bool cli_wants_colour(int chosen, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	if (chosen != CLI_COLOUR_AUTO)
		return chosen == CLI_COLOUR_ALWAYS;
	return isatty(fileno(out)) && (!no_color || *no_color == '\0') &&
	       terminal && strcmp(terminal, "dumb") != 0;
}

size_t cli_width(uint64_t chosen, FILE *out)
{
	struct winsize size;

	if (chosen != CLI_WIDTH_OF_TERMINAL)
		return chosen;
	if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return CLI_WIDTH;
}

void cli_print_clean(FILE *out, const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;

	for (; *byte != '\0'; byte++) {
		/* U+0080..U+009F are control characters, too. */
		bool is_control =
			byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] <= 0x9f;
		if (*byte == '\t') {
			putc(' ', out);
		} else if (*byte < 0x20 || *byte == 0x7f) {
			putc('?', out);
		} else if (is_control) {
			putc('?', out);
			byte++;
		} else {
			putc(*byte, out);
		}
	}
}

const char *cli_plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}
