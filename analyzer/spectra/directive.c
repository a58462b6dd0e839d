/* SPDX-License-Identifier: MIT
 * Reads pragmas and Tcl directives. */
#include "config.h"

#include "analyzer/spectra/prepare.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/error.h"
#include "lib/memory.h"

#define TCL_PREFIX    "set_directive_"
#define CONFIG_PREFIX "syn.directive."

static char *directive_lower_dup(const char *word, size_t length)
{
	char *lower = memory_string_dup_length(word, length);

	for (char *c = lower; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	return lower;
}

static struct directive *directive_add(
	struct directives *directives, size_t file, unsigned line)
{
	struct directive *directive;

	directives->directive =
		memory_grow(directives->directive, &directives->capacity,
			directives->count + 1, sizeof *directives->directive);
	directive = &directives->directive[directives->count++];
	memset(directive, 0, sizeof *directive);
	directive->file = file;
	directive->line = line;
	return directive;
}

static void add_key(struct directive *directive, char *name, char *value)
{
	directive->key = memory_resize(directive->key, directive->key_count + 1,
		sizeof *directive->key);
	directive->key[directive->key_count].name = name;
	directive->key[directive->key_count++].value = value;
}

static const char *directive_skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Behind the condition of `if (CONDITION) directive`, which is not evaluated: it
 * may depend on a template. The report shows it with the directive. */
static const char *skip_condition(const char *text)
{
	const char *at = text;
	int depth = 0;

	if (strncasecmp(at, "if", 2) != 0 ||
		*directive_skip_blanks(at + 2) != '(')
		return text;
	for (at = directive_skip_blanks(at + 2); *at != '\0'; at++) {
		depth += (*at == '(') - (*at == ')');
		if (depth == 0)
			return directive_skip_blanks(at + 1);
	}
	return text;
}

/* `key = value` or `flag`; some people write `port==x`. */
static void directive_read_pragma(struct directive *directive, const char *text)
{
	size_t length;

	text = skip_condition(text);
	length = strcspn(text, " \t");

	directive->name = directive_lower_dup(text, length);
	text = directive_skip_blanks(text + length);
	while (*text != '\0') {
		char *name;
		length = strcspn(text, " \t=");
		name = directive_lower_dup(text, length);
		text = directive_skip_blanks(text + length);
		if (*text == '=') {
			text = directive_skip_blanks(text + strspn(text, "="));
			length = strcspn(text, " \t");
			add_key(directive, name,
				memory_string_dup_length(text, length));
			text = directive_skip_blanks(text + length);
		} else if (*name != '\0') {
			add_key(directive, name, memory_string_dup(""));
		} else {
			free(name);
			break;
		}
	}
}

/* Where in LINE the words behind `#pragma HLS` begin; NULL: it is no such. */
static const char *find_pragma(const char *line)
{
	line = directive_skip_blanks(line);
	if (*line != '#')
		return NULL;
	line = directive_skip_blanks(line + 1);
	if (strncmp(line, "pragma", 6) != 0)
		return NULL;
	line = directive_skip_blanks(line + 6);
	if (strncasecmp(line, "hls", 3) != 0 ||
		(line[3] != ' ' && line[3] != '\t'))
		return NULL;
	return directive_skip_blanks(line + 3);
}

/* The next word of a Tcl line, without quotes or braces. Free it. */
static char *tcl_word(const char **text)
{
	const char *start = directive_skip_blanks(*text);
	char close = *start == '"' ? '"' : *start == '{' ? '}' : '\0';
	size_t length;

	if (*start == '\0')
		return NULL;
	if (close != '\0') {
		const char *end = strchr(++start, close);
		length = end ? (size_t)(end - start) : strlen(start);
		*text = start + length + (end != NULL);
	} else {
		length = strcspn(start, " \t");
		*text = start + length;
	}
	return memory_string_dup_length(start, length);
}

static bool directive_is_option(const char *word)
{
	return word[0] == '-' && isalpha((unsigned char)word[1]);
}

/* set_directive_NAME -key value ... location [variable] */
static void read_tcl(struct directive *directive, const char *text)
{
	size_t length = strcspn(text, " \t");
	char *word, *name = NULL;

	directive->name = directive_lower_dup(text, length);
	text += length;
	while ((word = tcl_word(&text))) {
		if (directive_is_option(word)) {
			if (name)
				add_key(directive, name, memory_string_dup(""));
			name = directive_lower_dup(word + 1, strlen(word + 1));
			free(word);
		} else if (name && *directive_skip_blanks(text) != '\0') {
			add_key(directive, name, word);
			name = NULL;
		} else if (!directive->location) {
			/* A flag stood before it, or nothing. */
			if (name)
				add_key(directive, name, memory_string_dup(""));
			name = NULL;
			directive->location = word;
		} else {
			add_key(directive,
				memory_string_dup(strcmp(directive->name,
							  "interface") == 0
							  ? "port"
							  : "variable"),
				word);
		}
	}
	free(name);
}

/* A word of its own in a configuration: a flag, or what the directive is for. */
static void read_lone_word(struct directive *directive, char *word)
{
	if (!directive->location)
		directive->location = word;
	else
		add_key(directive,
			memory_string_dup(
				strcmp(directive->name, "interface") == 0
					? "port"
					: "variable"),
			word);
}

/* NAME=location key=value ... [variable] */
static void read_config(struct directive *directive, const char *text)
{
	size_t length = strcspn(text, " \t=");
	char *word;

	directive->name = directive_lower_dup(text, length);
	text = directive_skip_blanks(text + length);
	if (*text == '=')
		text++;
	while ((word = tcl_word(&text))) {
		char *equals = strchr(word, '=');
		if (!equals) {
			read_lone_word(directive, word);
			continue;
		}
		add_key(directive,
			directive_lower_dup(word, (size_t)(equals - word)),
			memory_string_dup(equals + 1));
		free(word);
	}
}

/* Where in LINE of a Tcl file or a configuration a directive's words begin, and
 * what reads them; NULL: it is none. */
static const char *find_directive(const char *line,
	void (**read)(struct directive *directive, const char *text))
{
	line = directive_skip_blanks(line);
	*read = read_tcl;
	if (strncmp(line, TCL_PREFIX, strlen(TCL_PREFIX)) == 0)
		return line + strlen(TCL_PREFIX);
	*read = read_config;
	if (strncmp(line, CONFIG_PREFIX, strlen(CONFIG_PREFIX)) == 0)
		return line + strlen(CONFIG_PREFIX);
	return NULL;
}

/* Joins LINE with those that follow a backslash at its end. */
static bool directive_read_line(
	FILE *in, char **line, size_t *capacity, char **more, unsigned *number)
{
	size_t more_capacity = 0, length;

	if (getline(line, capacity, in) < 0)
		return false;
	++*number;
	for (;;) {
		length = strcspn(*line, "\r\n");
		(*line)[length] = '\0';
		if (length == 0 || (*line)[length - 1] != '\\')
			return true;
		(*line)[length - 1] = ' ';
		more_capacity = 0;
		*more = NULL;
		if (getline(more, &more_capacity, in) < 0) {
			free(*more);
			return true;
		}
		++*number;
		*line = memory_resize(*line, length + strlen(*more) + 1, 1);
		*capacity = length + strlen(*more) + 1;
		strcat(*line, *more);
		free(*more);
	}
}

int directives_read(struct directives *directives, const char *path,
	size_t file, bool is_tcl, struct error *err)
{
	char *line = NULL, *more = NULL;
	size_t capacity = 0;
	unsigned number = 0, first = 1;
	FILE *in = fopen(path, "re");

	if (!in)
		return error_set_errno(err, "%s", path);
	while (directive_read_line(in, &line, &capacity, &more, &number)) {
		const char *start = directive_skip_blanks(line);
		void (*read)(struct directive * directive, const char *text) =
			directive_read_pragma;
		const char *text = is_tcl ? find_directive(line, &read)
					  : find_pragma(line);
		struct directive *directive;
		if (text && *text != '\0') {
			directive = directive_add(directives, file, first);
			directive->text = memory_string_dup(start);
			read(directive, text);
		}
		first = number + 1;
	}
	free(line);
	fclose(in);
	return 0;
}

void directives_release(struct directives *directives)
{
	for (size_t i = 0; i < directives->count; i++) {
		struct directive *directive = &directives->directive[i];
		for (size_t j = 0; j < directive->key_count; j++) {
			free(directive->key[j].name);
			free(directive->key[j].value);
		}
		free(directive->key);
		free(directive->name);
		free(directive->text);
		free(directive->location);
	}
	free(directives->directive);
}

const char *directive_value(const struct directive *directive, const char *name)
{
	for (size_t i = 0; i < directive->key_count; i++)
		if (strcmp(directive->key[i].name, name) == 0)
			return directive->key[i].value;
	return NULL;
}
