/* SPDX-License-Identifier: MIT
 * A list of words that grows: the arguments of a program. */
#include "config.h"

#include "lib/arguments.h"

#include <stdarg.h>
#include <stdlib.h>

#include "lib/memory.h"

/* Makes room for one more word; a NULL stays after the last. */
static void arguments_reserve(struct arguments *arguments)
{
	arguments->word = memory_grow(arguments->word, &arguments->capacity,
		arguments->count + 2, sizeof *arguments->word);
	arguments->word[arguments->count] = NULL;
}

static void arguments_take(struct arguments *arguments, char *word)
{
	arguments_reserve(arguments);
	arguments->word[arguments->count++] = word;
	arguments->word[arguments->count] = NULL;
}

void arguments_add(struct arguments *arguments, const char *word)
{
	arguments_take(arguments, memory_string_dup(word));
}

void arguments_add_format(struct arguments *arguments, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	arguments_take(arguments, memory_format_list(format, values));
	va_end(values);
}

void arguments_add_option(
	struct arguments *arguments, const char *name, const char *value)
{
	if (!value)
		return;
	arguments_add_format(arguments, "--%s", name);
	arguments_add(arguments, value);
}

void arguments_add_all(struct arguments *arguments, char *const *words)
{
	for (; *words; words++)
		arguments_add(arguments, *words);
}

char **arguments_array(const struct arguments *arguments)
{
	char **array = memory_alloc_zero(arguments->count + 1, sizeof *array);

	for (size_t i = 0; i < arguments->count; i++)
		array[i] = arguments->word[i];
	return array;
}

char **arguments_detach(struct arguments *arguments)
{
	char **words;

	arguments_reserve(arguments);
	words = arguments->word;
	*arguments = (struct arguments){0};
	return words;
}

void arguments_release(struct arguments *arguments)
{
	arguments_free_words(arguments->word);
	*arguments = (struct arguments){0};
}

char **arguments_copy_words(char *const *words)
{
	struct arguments copy = {0};

	if (!words)
		return NULL;
	arguments_add_all(&copy, words);
	return arguments_detach(&copy);
}

void arguments_free_words(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

char *arguments_join_dup(const struct arguments *arguments, const char *between)
{
	char *joined = memory_string_dup("");

	for (size_t i = 0; i < arguments->count; i++) {
		char *longer = memory_format("%s%s%s", joined,
			i > 0 ? between : "", arguments->word[i]);
		free(joined);
		joined = longer;
	}
	return joined;
}
