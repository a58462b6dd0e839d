/* SPDX-License-Identifier: MIT
 * The variable that a line of source gives what it allocates. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lib/memory.h"

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where the access path that ends at END begins: names, "." and "->". */
static const char *path_begin(const char *text, const char *end)
{
	while (end > text) {
		if (is_name(end[-1]) || end[-1] == '.')
			end--;
		else if (end > text + 1 && end[-1] == '>' && end[-2] == '-')
			end -= 2;
		else
			break;
	}
	return end;
}

/* The path before END, without an index at its end. */
static char *path_before_dup(const char *text, const char *end)
{
	const char *begin;

	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	if (end > text && end[-1] == ']')
		while (end > text && *end != '[')
			end--;
	begin = path_begin(text, end);
	if (begin == end || isdigit((unsigned char)*begin))
		return NULL;
	return memory_format("%.*s", (int)(end - begin), begin);
}

/* Whether TEXT begins with a number, which nothing is allocated for. */
static bool begins_with_number(const char *text)
{
	return isdigit((unsigned char)text[strspn(text, " -")]);
}

/* The "=" of the first assignment of what is not a number, or NULL. */
static const char *find_assignment(const char *text)
{
	for (const char *at = strchr(text, '='); at;
		at = strchr(at + 1 + (at[1] == '='), '='))
		if (at[1] != '=' && at > text &&
			!strchr("=!<>+-*/%&|^", at[-1]) &&
			!begins_with_number(at + 1))
			return at;
	return NULL;
}

/* TEXT after the head of a loop that it begins with, if there is something. */
static const char *skip_head(const char *text)
{
	const char *at = text + strcspn(text, "(");
	int depth = 0;

	if (strncmp(text, "for", 3) != 0 || is_name(text[3]))
		return text;
	for (; *at; at++) {
		depth += (*at == '(') - (*at == ')');
		if (depth == 0)
			break;
	}
	return *at && at[1 + strspn(at + 1, " {")] ? at + 1 : text;
}

/* The "." or "->" of the last member in the first "a.b(" of TEXT, or NULL. */
static const char *find_method(const char *text)
{
	const char *call = strchr(text, '('), *at = call;

	if (!call)
		return NULL;
	while (at > text && is_name(at[-1]))
		at--;
	if (at > text && at[-1] == '.')
		return at - 1;
	return at > text + 1 && at[-1] == '>' && at[-2] == '-' ? at - 2 : NULL;
}

/* The end of the name that the declaration TEXT makes, "std::deque<int> window;" or
 * "std::vector<int> seen(9);", or NULL. */
static const char *find_declared(const char *text)
{
	const char *end = strpbrk(text, "(;"), *begin = end;

	if (!end)
		return NULL;
	while (begin > text && is_name(begin[-1]))
		begin--;
	/* A type with arguments stands before it; "return f();" has none. */
	return begin > text + 1 && begin < end && begin[-1] == ' ' &&
			       begin[-2] == '>'
		       ? end
		       : NULL;
}

char *allocation_name_of_method_dup(const char *text)
{
	const char *end = text ? find_method(text) : NULL;

	return end ? path_before_dup(text, end) : NULL;
}

char *allocation_name_dup(const char *text)
{
	const char *end;

	if (!text)
		return NULL;
	text = skip_head(text);
	end = find_assignment(text);
	if (!end)
		end = find_method(text);
	if (!end)
		end = find_declared(text);
	return end ? path_before_dup(text, end) : NULL;
}
