/* SPDX-License-Identifier: MIT
 * Variables that CTest changes for a test (ENVIRONMENT_MODIFICATION), as values. */
#include "config.h"

#include "cli/record/discover.h"

#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/memory.h"

enum kind { KIND_SET, KIND_UNSET, KIND_RESET, KIND_APPEND, KIND_PREPEND };

static const struct operation {
	const char *name;
	enum kind kind;
	const char *between;
} operations[] = {
	{"set", KIND_SET, ""},
	{"unset", KIND_UNSET, ""},
	{"reset", KIND_RESET, ""},
	{"string_append", KIND_APPEND, ""},
	{"string_prepend", KIND_PREPEND, ""},
	{"path_list_append", KIND_APPEND, ":"},
	{"path_list_prepend", KIND_PREPEND, ":"},
	{"cmake_list_append", KIND_APPEND, ";"},
	{"cmake_list_prepend", KIND_PREPEND, ";"},
};

/* The word "NAME=VALUE" or "NAME" of WORDS, the last of which counts; NULL: none. */
static char **find_variable(char **words, const char *name)
{
	size_t length = strlen(name);
	char **found = NULL;

	for (; words && *words; words++)
		if (strncmp(*words, name, length) == 0 &&
			strchr("=", (*words)[length]))
			found = words;
	return found;
}

/* What the variable is in WORDS; NULL: it is not set there. */
static const char *value_in(char **words, const char *name)
{
	char **found = find_variable(words, name);
	const char *equals = found ? strchr(*found, '=') : NULL;

	return equals ? equals + 1 : NULL;
}

/* A word for the variable. VALUE NULL: it is not set. */
static char *format_variable(const char *name, const char *value)
{
	return value ? memory_format("%s=%s", name, value)
		     : memory_string_dup(name);
}

/* What OPERATION with OPERAND makes of the variable, whose value is OLD, and was
 * BASE before all changes. */
static char *discover_variables_change(const char *name,
	const struct operation *operation, const char *operand, const char *old,
	const char *base)
{
	const char *between = old && *old != '\0' ? operation->between : "";

	old = old ? old : "";
	switch (operation->kind) {
	case KIND_SET:
		return format_variable(name, operand);
	case KIND_UNSET:
		return format_variable(name, NULL);
	case KIND_RESET:
		return format_variable(name, base);
	case KIND_APPEND:
		return memory_format("%s=%s%s%s", name, old, between, operand);
	case KIND_PREPEND:
		return memory_format("%s=%s%s%s", name, operand, between, old);
	}
	return NULL;
}

/* TEXT is "NAME=OPERATION:VALUE"; another one says nothing. */
static void apply(
	struct arguments *changed, char **environment, const char *text)
{
	char *name = memory_string_dup(text);
	char *word = name + strcspn(name, "=");
	const struct operation *operation = operations;
	const struct operation *end =
		operations + sizeof operations / sizeof operations[0];
	const char *operand = strchr(word, ':') ? strchr(word, ':') + 1 : "";
	size_t length;

	if (*word != '\0')
		*word++ = '\0';
	length = strcspn(word, ":");
	while (operation < end &&
		(strlen(operation->name) != length ||
			strncmp(operation->name, word, length) != 0))
		operation++;
	if (*name != '\0' && operation < end) {
		const char *base = value_in(environment, name);
		const char *old = value_in(changed->word, name);
		char **place = find_variable(changed->word, name);
		char *result;
		base = base ? base : getenv(name);
		result = discover_variables_change(
			name, operation, operand, old ? old : base, base);
		if (!place) {
			arguments_add(changed, result);
			free(result);
		} else {
			free(*place);
			*place = result;
		}
	}
	free(name);
}

char **discover_modify(char **environment, char *const *changes)
{
	struct arguments changed = {0}, all = {0};

	if (!changes)
		return environment;
	for (; *changes; changes++)
		apply(&changed, environment, *changes);
	if (environment)
		arguments_add_all(&all, environment);
	if (changed.count > 0)
		arguments_add_all(&all, changed.word);
	arguments_free_words(environment);
	arguments_release(&changed);
	return arguments_detach(&all);
}
