/* SPDX-License-Identifier: MIT
 * Lists of commands. */
#include "config.h"

#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

/* Takes the word at *TEXT, which it moves on, into TO. Returns -1 when a quote
 * is not closed. */
static int take_word(const char **text, char *to)
{
	const char *at = *text;
	char quote = '\0';

	for (; *at != '\0' && (quote != '\0' || strchr(" \t", *at) == NULL);
		at++) {
		if (*at == quote)
			quote = '\0';
		else if (quote == '\0' && (*at == '\'' || *at == '"'))
			quote = *at;
		else if (*at == '\\' && quote != '\'' && at[1] != '\0')
			*to++ = *++at;
		else
			*to++ = *at;
	}
	*to = '\0';
	*text = at;
	return quote == '\0' ? 0 : -1;
}

static void free_words(char **word)
{
	for (size_t i = 0; word != NULL && word[i] != NULL; i++)
		free(word[i]);
	free(word);
}

/* The words of LINE, NULL-ended; NULL when a quote is not closed. */
static char **split(const char *line)
{
	char **word = memory_alloc_zero(strlen(line) + 1, sizeof(*word));
	size_t count = 0;

	for (;;) {
		line += strspn(line, " \t");
		if (*line == '\0' || *line == '#')
			return word;
		word[count] = memory_alloc(strlen(line) + 1);
		if (take_word(&line, word[count++]) != 0) {
			free_words(word);
			return NULL;
		}
	}
}

static int add_line(struct commands *commands, char *line, struct error *err)
{
	char **word;

	line[strcspn(line, "\r\n")] = '\0';
	word = split(line);
	if (word == NULL)
		return error_set(err, "a quote is not closed");
	if (word[0] == NULL) {
		free(word);
		return 0;
	}
	commands->command = memory_grow(commands->command, &commands->capacity,
		commands->count + 1, sizeof(*commands->command));
	commands->command[commands->count++] = word;
	return 0;
}

int commands_read(
	struct commands *commands, const char *file, struct error *err)
{
	FILE *in = fopen(file, "re");
	char *line = NULL;
	size_t bytes = 0, number = 0;
	int result = 0;

	*commands = (struct commands){0};
	if (in == NULL)
		return error_set_errno(err, "cannot open %s", file);
	errno = 0;
	while (result == 0 && getline(&line, &bytes, in) >= 0) {
		number++;
		result = add_line(commands, line, err);
	}
	if (result != 0)
		error_add_context(err, "%s: line %zu", file, number);
	else if (ferror(in))
		result = error_set_errno(err, "cannot read %s", file);
	else if (commands->count == 0)
		result = error_set(err, "%s names no command", file);
	free(line);
	fclose(in);
	return result;
}

void commands_release(struct commands *commands)
{
	for (size_t i = 0; i < commands->count; i++)
		free_words(commands->command[i]);
	free(commands->command);
	*commands = (struct commands){0};
}

char *commands_text(char *const *command)
{
	char *text = memory_string_dup("");

	for (size_t i = 0; command[i] != NULL; i++) {
		char *quoted = words_shell_quote(command[i]);
		char *longer =
			memory_format("%s%s%s", text, i > 0 ? " " : "", quoted);
		free(quoted);
		free(text);
		text = longer;
	}
	return text;
}
