/* SPDX-License-Identifier: MIT
 * Lists of commands. */
#include "config.h"

#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

/* Takes the word at *TEXT, which it moves on, into TO. Returns -1 when a quote
 * is not closed. */
static int take_word(const char **text, char *to)
{
	const char *at = *text;
	char quote = '\0';

	for (; *at != '\0' && (quote != '\0' || !strchr(" \t", *at)); at++) {
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

/* The words of LINE, NULL-ended; NULL when a quote is not closed. */
static char **commands_split(const char *line)
{
	struct arguments words = {0};
	char *word = memory_alloc(strlen(line) + 1);
	int status = 0;

	line += strspn(line, " \t");
	while (status == 0 && *line != '\0' && *line != '#') {
		status = take_word(&line, word);
		arguments_add(&words, word);
		line += strspn(line, " \t");
	}
	free(word);
	if (status == 0)
		return arguments_detach(&words);
	arguments_release(&words);
	return NULL;
}

static int commands_add_line(
	struct commands *commands, char *line, struct error *err)
{
	char **word;

	line[strcspn(line, "\r\n")] = '\0';
	word = commands_split(line);
	if (!word)
		return error_set(err, "a quote is not closed");
	if (!word[0]) {
		free(word);
		return 0;
	}
	commands->command = memory_grow(commands->command, &commands->capacity,
		commands->count + 1, sizeof *commands->command);
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
	if (!in)
		return error_set_errno(err, "cannot open %s", file);
	errno = 0;
	while (result == 0 && getline(&line, &bytes, in) >= 0) {
		number++;
		result = commands_add_line(commands, line, err);
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
		arguments_free_words(commands->command[i]);
	free(commands->command);
	*commands = (struct commands){0};
}

char *commands_text(char *const *command)
{
	char *text = memory_string_dup("");

	for (size_t i = 0; command[i]; i++) {
		char *quoted = words_shell_quote(command[i]);
		char *longer =
			memory_format("%s%s%s", text, i > 0 ? " " : "", quoted);
		free(quoted);
		free(text);
		text = longer;
	}
	return text;
}
