/* SPDX-License-Identifier: MIT
 * Reads pragmas and Tcl directives. */
#include "config.h"

#include "lib/kernel/directive.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/error.h"
#include "lib/kernel/source.h"
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
	directive->key[directive->key_count++] =
		(struct directive_key){.name = name, .value = value};
}

static const char *directive_skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* After the condition of `if (CONDITION) directive`, which is not evaluated: it
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

/* The length of a value: a word, or an expression with blanks in parentheses and
 * around its operators. */
static size_t directive_value_length(const char *text)
{
	static const char operators[] = "+-*/%<>&|^?:!~";
	const char *at = text;
	int depth = 0;

	while (*at != '\0') {
		const char *next = directive_skip_blanks(at);
		if (next > at && depth <= 0 &&
			(*next == '\0' || !strchr(operators, *next)) &&
			!strchr(operators, at[-1]))
			break;
		at = next;
		depth += (*at == '(') - (*at == ')');
		at += *at != '\0';
	}
	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return (size_t)(at - text);
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
			length = directive_value_length(text);
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

/* Where in LINE the words after `#pragma HLS` begin; NULL: it is not such a. */
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

static void directive_add_text(struct directives *directives, size_t file,
	unsigned line, const char *whole, const char *text,
	void (*read)(struct directive *directive, const char *text))
{
	struct directive *directive = directive_add(directives, file, line);

	directive->text = memory_string_dup(directive_skip_blanks(whole));
	read(directive, text);
}

/* HAS_OPERATOR, if not NULL, becomes true if a line has the operator _Pragma. */
static int directives_read(struct directives *directives, const char *path,
	size_t file, bool is_tcl, bool *has_operator, struct error *err)
{
	char *line = NULL, *more = NULL;
	size_t capacity = 0;
	unsigned number = 0, first = 1;
	FILE *in = fopen(path, "re");

	if (!in)
		return error_set_errno(err, "%s", path);
	while (directive_read_line(in, &line, &capacity, &more, &number)) {
		void (*read)(struct directive * directive, const char *text) =
			directive_read_pragma;
		const char *text = is_tcl ? find_directive(line, &read)
					  : find_pragma(line);
		if (text && *text != '\0')
			directive_add_text(
				directives, file, first, line, text, read);
		if (has_operator && strstr(line, "_Pragma"))
			*has_operator = true;
		first = number + 1;
	}
	free(line);
	fclose(in);
	return 0;
}

int directives_read_tcl(struct directives *directives, const char *path,
	size_t file, struct error *err)
{
	return directives_read(directives, path, file, true, NULL, err);
}

static void directive_release(struct directive *directive)
{
	for (size_t i = 0; i < directive->key_count; i++) {
		free(directive->key[i].name);
		free(directive->key[i].value);
		free(directive->key[i].why);
	}
	free(directive->key);
	free(directive->name);
	free(directive->text);
	free(directive->location);
}

/* Removes those from FIRST on that the preprocessor leaves out. */
static void leave_out(struct directives *directives, size_t first,
	const struct kernel_source *source)
{
	size_t kept = first;

	for (size_t i = first; i < directives->count; i++) {
		struct directive *each = &directives->directive[i];
		if (source_is_left_out(source, each->file, each->line))
			directive_release(each);
		else
			directives->directive[kept++] = *each;
	}
	directives->count = kept;
}

static void read_operator(
	void *data, size_t file, unsigned line, const char *words)
{
	char *whole = memory_format("#pragma %s", words);
	const char *text = find_pragma(whole);

	if (text && *text != '\0')
		directive_add_text(
			data, file, line, whole, text, directive_read_pragma);
	free(whole);
}

int directives_read_source(struct directives *directives,
	const struct kernel_source *source,
	const struct source_request *request, struct error *err)
{
	size_t first = directives->count;
	bool has_operator = false;

	for (size_t i = 0; i < source->file_count; i++)
		if (directives_read(directives, source->file[i], i, false,
			    &has_operator, err) != 0)
			return -1;
	leave_out(directives, first, source);
	return has_operator ? source_list_operators(source, request,
				      read_operator, directives, err)
			    : 0;
}

void directives_release(struct directives *directives)
{
	for (size_t i = 0; i < directives->count; i++)
		directive_release(&directives->directive[i]);
	free(directives->directive);
}

/*--- numbers ---*/

static struct directive_key *directive_find_key(
	const struct directive *directive, const char *name)
{
	for (size_t i = 0; i < directive->key_count; i++)
		if (strcmp(directive->key[i].name, name) == 0)
			return &directive->key[i];
	return NULL;
}

const char *directive_value(const struct directive *directive, const char *name)
{
	const struct directive_key *key = directive_find_key(directive, name);

	return key ? key->value : NULL;
}

/* Takes KEY's value as a number, if it is one. */
static bool read_literal(struct directive_key *key)
{
	char *end;

	errno = 0;
	key->number = strtoll(key->value, &end, 0);
	if (end == key->value || end[strspn(end, "uUlL")] != '\0' || errno != 0)
		return false;
	key->kind = DIRECTIVE_NUMBER;
	return true;
}

/* Expressions, and the keys that they are of. */
struct directive_work {
	struct source_expression *expression;
	struct directive_key **key;
	size_t count, capacity, key_capacity;
};

static void add_expression(struct directive_work *work,
	const struct directive *directive, struct directive_key *key)
{
	/* A Tcl file is not evaluated: it has no place in the source. */
	if (read_literal(key))
		return;
	if (directive->location) {
		key->kind = DIRECTIVE_REFUSED;
		return;
	}
	work->expression = memory_grow(work->expression, &work->capacity,
		work->count + 1, sizeof *work->expression);
	work->key = memory_grow(work->key, &work->key_capacity, work->count + 1,
		sizeof *work->key);
	work->expression[work->count] =
		(struct source_expression){.file = directive->file,
			.line = directive->line,
			.text = key->value};
	work->key[work->count++] = key;
}

static void take_value(
	struct directive_key *key, const struct source_expression *expression)
{
	key->number = expression->value;
	key->why = expression->why;
	key->kind = DIRECTIVE_UNUSED;
	if (expression->is_refused && !expression->is_known)
		key->kind = DIRECTIVE_REFUSED;
	else if (expression->is_ambiguous) {
		key->kind = DIRECTIVE_REFUSED;
		free(key->why);
		key->why = memory_string_dup(
			"instances of its template have several values");
	} else if (expression->is_known) {
		key->kind = DIRECTIVE_NUMBER;
	}
}

int directives_evaluate(struct directives *directives,
	const struct kernel_source *source,
	const struct source_request *request,
	bool (*wants)(const void *data, const struct directive *directive,
		const char *key),
	const void *data, struct error *err)
{
	struct directive_work work = {0};
	int result;

	for (size_t i = 0; i < directives->count; i++) {
		struct directive *directive = &directives->directive[i];
		for (size_t j = 0; j < directive->key_count; j++)
			if (wants(data, directive, directive->key[j].name))
				add_expression(
					&work, directive, &directive->key[j]);
	}
	result = source_evaluate(
		source, request, work.expression, work.count, err);
	for (size_t i = 0; i < work.count; i++)
		take_value(work.key[i], &work.expression[i]);
	free(work.key);
	free(work.expression);
	return result;
}

int directive_find_number(const struct directive *directive, const char *name,
	const char *file, bool *is_there, int64_t *number, struct error *err)
{
	const struct directive_key *key = directive_find_key(directive, name);

	*is_there = key && key->kind == DIRECTIVE_NUMBER;
	*number = *is_there ? key->number : 0;
	if (!key || key->kind != DIRECTIVE_REFUSED)
		return 0;
	return error_set(err, "%s:%u: %s=%s is not a constant%s%s", file,
		directive->line, name, key->value, key->why ? ": " : "",
		key->why ? key->why : "");
}
