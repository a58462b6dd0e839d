/* SPDX-License-Identifier: MIT
 * Names of C++ and Rust without what makes them long. What is not balanced stays as it
 * is. */
#include "config.h"

#include "lib/code/short_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lib/memory.h"

/* Longer names stay: the end of each bracket that nobody closes is looked for. */
#define LENGTH_MAX 8192

/* Longest first. */
static const char *const operators[] = {"<=>", "<<=", ">>=", "->*", "()", "[]",
	"<<", ">>", "<=", ">=", "==", "!=", "->", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "&&", "||", "<", ">",
	"+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "=", ","};

/* What is left out wherever it stands. */
static const char *const noise[] = {"__cxx11::", "[abi:cxx11]"};

static bool short_name_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool short_name_begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Bytes of "operator<<" and the like at AT, 0 if there is none. */
static size_t operator_length(const char *start, const char *at)
{
	const size_t word = strlen("operator");

	if (!short_name_begins(at, "operator") ||
		(at > start && short_name_is_word(at[-1])))
		return 0;
	for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
		if (short_name_begins(at + word, operators[i]))
			return word + strlen(operators[i]);
	}
	return 0;
}

/* After what closes the parenthesis at AT; NULL when nothing does. */
static const char *skip_parentheses(const char *at)
{
	size_t depth = 0;

	for (; *at != '\0'; at++) {
		depth += *at == '(';
		depth -= *at == ')';
		if (depth == 0)
			return at + 1;
	}
	return NULL;
}

/* The same for '<'. Within parentheses, it may be a comparison. */
static const char *skip_angles(const char *at)
{
	const char *start = at;
	size_t depth = 0;

	while (at && *at != '\0') {
		size_t length = operator_length(start, at);
		if (length > 0) {
			at += length;
			continue;
		}
		if (*at == '(') {
			at = skip_parentheses(at);
			continue;
		}
		depth += *at == '<';
		depth -= *at == '>' && at[-1] != '-';
		at++;
		if (depth == 0)
			return at;
	}
	return NULL;
}

static size_t noise_length(const char *at)
{
	for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++) {
		if (short_name_begins(at, noise[i]))
			return strlen(noise[i]);
	}
	return 0;
}

/* After a parameter list and the qualifiers that follow it. */
static const char *skip_parameters(const char *at)
{
	static const char *const qualifier[] = {" const", " volatile", "&"};
	const char *end = skip_parentheses(at);

	for (size_t i = 0; end && i < 3; i++) {
		if (short_name_begins(end, qualifier[i]) &&
			!short_name_is_word(end[strlen(qualifier[i])]))
			end += strlen(qualifier[i]);
	}
	return end;
}

char *short_name_dup(const char *text)
{
	/* "<>" becomes longer. */
	char *copy = memory_alloc(3 * strlen(text) + 1);
	char *to = copy;
	bool is_named = false; /* what COPY ends with */

	if (strlen(text) > LENGTH_MAX)
		return strcpy(copy, text);
	while (*text != '\0') {
		size_t skipped = noise_length(text);
		size_t length = operator_length(text, text);
		const char *end = NULL;
		if (skipped > 0) {
			text += skipped;
			continue;
		}
		if (is_named && *text == '<' && (end = skip_angles(text))) {
			to = stpcpy(to, "<...>");
		} else if (is_named && *text == '(') {
			end = skip_parameters(text);
		} else if (length > 0 &&
			   !(to > copy && short_name_is_word(to[-1]))) {
			to = mempcpy(to, text, length);
			end = text + length;
			is_named = true;
		}
		if (end) {
			text = end;
			continue;
		}
		is_named = short_name_is_word(*text);
		*to++ = *text++;
	}
	*to = '\0';
	return copy;
}

/* Does the part at AT say nothing without the one before it? */
static bool needs_parent(const char *at)
{
	return *at == '{' ||
	       (short_name_begins(at, "operator") &&
		       !short_name_is_word(at[strlen("operator")]));
}

void short_name_cut_qualifiers(char *text)
{
	static const char arguments[] = "<...>";
	size_t depth = 0, length = strlen(text);
	char *last = text, *before = text;

	if (length > strlen(arguments) &&
		strcmp(text + length - strlen(arguments), arguments) == 0)
		text[length - strlen(arguments)] = '\0';

	for (char *at = text; *at != '\0';) {
		length = operator_length(text, at);
		if (length > 0) {
			at += length;
			continue;
		}
		depth += strchr("<({[", *at) != NULL;
		depth -= depth > 0 && strchr(">)}]", *at);
		if (depth == 0 && short_name_begins(at, "::")) {
			at += 2;
			if (!needs_parent(last))
				before = last;
			last = at;
		} else {
			at++;
		}
	}
	if (needs_parent(last))
		last = before;
	memmove(text, last, strlen(last) + 1);
}
