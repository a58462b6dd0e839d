/* SPDX-License-Identifier: MIT
 * Names in the lengths that people ask for. No name is refused: what is not
 * balanced stays as it is. */
#include "config.h"

#include "cli/report/forms.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/report/report.h"

/* Longer names stay: the end of each bracket that nobody closes is looked for. */
#define LENGTH_MAX 8192

/* Longest first. */
static const char *const operators[] = {"<=>", "<<=", ">>=", "->*", "()", "[]",
	"<<", ">>", "<=", ">=", "==", "!=", "->", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "&&", "||", "<", ">",
	"+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "=", ","};

/* What is left out wherever it stands. */
static const char *const noise[] = {"__cxx11::", "[abi:cxx11]"};

static bool names_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool names_begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Bytes of "operator<<" and the like at AT, 0 if there is none. */
static size_t operator_length(const char *start, const char *at)
{
	const size_t word = strlen("operator");

	if (!names_begins(at, "operator") ||
		(at > start && names_is_word(at[-1])))
		return 0;
	for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
		if (names_begins(at + word, operators[i]))
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
		if (names_begins(at, noise[i]))
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
		if (names_begins(end, qualifier[i]) &&
			!names_is_word(end[strlen(qualifier[i])]))
			end += strlen(qualifier[i]);
	}
	return end;
}

char *names_shorten(const char *text)
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
			   !(to > copy && names_is_word(to[-1]))) {
			to = mempcpy(to, text, length);
			end = text + length;
			is_named = true;
		}
		if (end) {
			text = end;
			continue;
		}
		is_named = names_is_word(*text);
		*to++ = *text++;
	}
	*to = '\0';
	return copy;
}

/* --- the last part of a name ---------------------------------------------- */

const char *const names_lengths[] = {
	"qualified", "short", "full", "mangled", NULL};

/* Does the part at AT say nothing without the one before it? */
static bool needs_parent(const char *at)
{
	return *at == '{' || (names_begins(at, "operator") &&
				     !names_is_word(at[strlen("operator")]));
}

/* Cuts what qualifies TEXT, a shortened name, and template arguments at its
 * end. */
static void cut_qualifiers(char *text)
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
		if (depth == 0 && names_begins(at, "::")) {
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

char *names_show(
	enum names_length length, const char *name, const char *linkage)
{
	char *shown = NULL;

	if (linkage && length == NAMES_MANGLED)
		return memory_string_dup(linkage);
	if (linkage && length == NAMES_FULL)
		shown = demangle_name_dup(linkage, true);
	if (shown)
		return shown;
	if (length >= NAMES_FULL)
		return memory_string_dup(name);
	shown = names_shorten(name);
	if (length == NAMES_SHORT)
		cut_qualifiers(shown);
	return shown;
}

/* NAME of the function at PLACE, which may not have one. */
static char *show_function(enum names_length length, const char *name,
	const struct report_place *place)
{
	return !name ? NULL
		     : names_show(length, name, place ? place->linkage : NULL);
}

/* The SENTENCE about FINDING. Free it. */
static char *names_say(enum names_length length,
	const struct report_finding *finding,
	char *(*sentence)(const struct report_finding *finding,
		const struct claim_names *names))
{
	struct claim_names names = claim_names(finding);
	const struct report_places *aec = &finding->aec;
	const struct report_place *first = aec->count > 0 ? aec->place : NULL;
	const struct report_place *last = first + aec->count - (aec->count > 0);
	char *caller = show_function(length, names.caller, first);
	char *function = show_function(
		length, names.function, first + (caller ? finding->lead : 0));
	char *leaf = show_function(length, names.leaf, last);
	char *root = !names.root	    ? NULL
		     : length >= NAMES_FULL ? memory_string_dup(names.root)
					    : names_shorten(names.root);
	char *said;

	names = (struct claim_names){function, caller, leaf, root};
	said = sentence(finding, &names);
	free(function);
	free(caller);
	free(leaf);
	free(root);
	return said;
}

char *names_claim_dup(
	enum names_length length, const struct report_finding *finding)
{
	return names_say(length, finding, claim_named_dup);
}

char *names_title_dup(
	enum names_length length, const struct report_finding *finding)
{
	return names_say(length, finding, claim_title_dup);
}
